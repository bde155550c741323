"""A document as sentences with their mentions, which can be put together anew."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    AS_IF,
    BE_TENSED,
    CALENDAR_UNITS,
    COMMON_PREPOSITIONS,
    CONSEQUENCES,
    COORDINATORS,
    CORRELATIVES,
    DAY_PARTS,
    DEMONSTRATIVES,
    FIRST_PERSON,
    GENDERED,
    INDEFINITE_ARTICLES,
    POINTERS,
    RELATIVE_PRONOUNS,
    SEASONS,
    SECOND_PERSON,
    THIRD_PERSON,
    THIRD_PLURAL,
)
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks.coreference import LINK_SPANS, as_links
from hf_robust.tasks.token_spans import Passage, ends_of, is_nested
from hf_robust.transforms.task_specific.sentence_pieces import sentence_pieces

_THIRD_PERSON = THIRD_PERSON | DEMONSTRATIVES | {"former", "latter"}
_PRONOUNS = _THIRD_PERSON | FIRST_PERSON | (SECOND_PERSON - {"yourselves"})
_LINKING = (
    COORDINATORS
    | CONSEQUENCES
    | AS_IF
    | CORRELATIVES
    | frozenset("another even however moreover no oh others so still then though well yes yet".split())
)
_LEAST_WORDS = 5  # shorter sentences are mostly headings, greetings and answers, which depend on their neighbors
_SOMEBODY = (GENDERED - {"herself", "himself"}) | (THIRD_PLURAL - {"themselves"})
_POINTING = POINTERS | {"such"}
_CONTINUING = (_LINKING - AS_IF - {"even", "still", "then"}) | {"such", "former", "latter"} | {"instead", "also"}
_WEATHER = frozenset("rained rains snowed snows".split())
_SPANS = (CALENDAR_UNITS - {"century", "decade", "weekend"}) | DAY_PARTS | (SEASONS - {"autumn"}) | {"season", "time"}
_OF_PEOPLE = RELATIVE_PRONOUNS | {"as"} | {"in", "of", "with"}  # "those who", "such as"
_BEFORE_THAT = COMMON_PREPOSITIONS | COORDINATORS | {"that", "as", "like", "all"}
_AFTER_THAT = BE_TENSED | {"'s", "’s", "would", "will"}
_MARKS = "\"'“”‘’`.,;:!?()"
_CITATIONS = re.compile(r"(?:\s*\[\s*\d[\d\s,–-]*\])+$")  # "... in 1738 . [ 12 ]"
_PAIRS = (("“", "”"), ("‘", "’"), ("(", ")"), ("[", "]"), ("-LRB-", "-RRB-"), ("``", "''"), ('"', '"'))


class CoreferenceMention(NamedTuple):
    """A mention in its sentence.

    Args:
        cluster: Number of its cluster.
        start: Where it begins in the sentence: a token, or a character of a text.
        end: Where it ends, as the column counts.
        span: The span as it stands in the column.
    """

    cluster: int
    start: int
    end: int
    span: Any
    text: str

    @property
    def is_pronoun(self) -> bool:
        """Whether it is a pronoun, so that what it means depends on what stands around it."""
        return self.text.lower() in _PRONOUNS

    @property
    def leans(self) -> bool:
        """Whether it is a pronoun of the third person: what it means stands before it."""
        return self.text.lower() in _THIRD_PERSON


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence of a document; two are the same only where they are one object.

    Args:
        parts: Its tokens; of a text the sentence as one string.
        start: Where it begins in the document: the number of a token, or of a character.
        speakers: Its part of the speakers: one a token, or one for all; None without them.
        place: Its number in its document.
    """

    parts: tuple[str, ...]
    start: int
    mentions: tuple[CoreferenceMention, ...]
    speakers: Any
    place: int

    @cached_property
    def text(self) -> str:
        """The words."""
        return " ".join(self.parts)

    @cached_property
    def words(self) -> list[str]:
        """Its tokens, split at spaces where it is a text."""
        return self.text.split()

    @cached_property
    def plain_words(self) -> Set[str]:
        """Its words in lower case, without marks beside them."""
        return {word.strip(".,;:!?()\"'“”‘’").lower() for word in self.words if len(word) > 1}

    @cached_property
    def leaning(self) -> Set[int]:
        """Clusters of which it has a pronoun before any other mention."""
        named: set[int] = set()
        found: set[int] = set()
        for mention in sorted(self.mentions, key=lambda mention: (mention.start, -mention.end)):
            if mention.leans and mention.cluster not in named:
                found.add(mention.cluster)
            elif not mention.is_pronoun:
                named.add(mention.cluster)
        return found

    def follows(self, before: "Sentence") -> bool:
        """Whether it can be read only right behind another sentence.

        It answers or continues that sentence, begins with a word that links it to what was said, or has a pronoun or a
        pointing word for something that no mention tells: "These victims", "no future in such work".

        Args:
            before: The sentence before it.
        """
        words = self.plain_words_in_order
        if before.goes_on():
            return True
        if not words:
            return False
        opens = not any(mention.start == 0 for mention in self.mentions)
        pronoun = words[0] in _SOMEBODY or (words[0] in ("it", "its") and _WEATHER.isdisjoint(words[1:2]))
        return words[0] in _CONTINUING or (opens and pronoun) or any(_points(words, at) for at in range(len(words)))

    def goes_on(self) -> bool:
        """Whether what follows belongs to it: the answer to a question, what a colon announces."""
        return self.mark() in ("?", ":", ",", ";")

    @cached_property
    def plain_words_in_order(self) -> list[str]:
        """Its words in lower case, without the marks beside them and without tokens that are only marks."""
        words = (word.strip(_MARKS).lower() for word in self.words)
        return [word for word in words if word]

    def mark(self) -> str:
        """The mark at its end, without the quotation marks, brackets and citations behind it; empty without one."""
        text = self.text.rstrip()
        text = _CITATIONS.sub("", text) if text.endswith("]") else text
        last = text.rstrip("\"'“”’)] ")[-1:]
        return "" if last.isalnum() else last

    def is_whole(self) -> bool:
        """Whether it begins and ends like a sentence, and opens no quotation or bracket that it does not close."""
        begins = self.text.lstrip("\"'“‘`( ")[:1].isupper()
        return len(self.words) >= _LEAST_WORDS and self.ends() and begins and not self.opens()

    def ends(self) -> bool:
        """Whether it ends like a sentence: a heading and a line of names do not."""
        return self.mark() in tuple(".!?…")

    def opens(self) -> bool:
        """Whether a quotation or bracket that begins or ends here does not do both."""
        return any(self.rise(first, last) for first, last in _PAIRS)

    def rise(self, first: str, last: str) -> int:
        """How many more quotations or brackets of a kind begin here than end.

        Args:
            first: The mark with which they begin.
            last: The mark with which they end. Where it is the same mark, only an odd number counts, as 1.
        """
        if first not in self.text and last not in self.text:
            return 0
        if first == last:
            return self.text.count(first) % 2
        if last != "’":
            return self.text.count(first) - self.text.count(last)
        # as an apostrophe it is part of a word, or stands behind an "s": "the boys ’ hats"
        words = self.words
        closed = sum(
            word.endswith("’") and len(word.rstrip('’"”')) < 2 and not before.endswith("s")
            for before, word in pairwise(["", *words])
        ) + sum(word[-2:] in (".’", ",’", "!’", "?’") and len(word) > 2 for word in words)
        return sum(word.startswith("‘") for word in words) - closed

    def stands_alone(self) -> bool:
        """Whether it can be read without what stands before it: no pronoun without its noun, no linking word first."""
        words = self.plain_words_in_order
        resolved = {
            mention.text.lower()
            for mention in self.mentions
            if mention.is_pronoun and mention.cluster not in self.leaning
        }
        resolved &= {mention.text.lower() for mention in self.mentions if mention.leans}
        pronouns = [word for word in words if word in _PRONOUNS and word not in ("that", "former", "latter")]
        leans = words[:1] == [] or words[0] in _LINKING | _PRONOUNS or not _POINTING.isdisjoint(words)
        return not leans and all(word in resolved for word in pronouns)


@dataclass(frozen=True)
class SentenceDocument:
    """A document of the coreference task, cut into sentences.

    Args:
        shape: ``sentences``, ``tokens`` or ``text``.
        clusters: How many clusters it has.
        speakers: Whether speakers are given, and how: ``tokens``, ``sentences`` or ````.
        single: Clusters that have one mention from the beginning.
        linked: Numbers of the sentences that hold a span of ``links``; they must stay.
    """

    sentences: tuple[Sentence, ...]
    shape: str
    clusters: int
    speakers: str = ""
    single: frozenset[int] = field(default=frozenset())
    linked: frozenset[int] = field(default=frozenset())

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "SentenceDocument":
        """A row as a document.

        Args:
            values: The row's values by role.

        Raises:
            NotApplicable: When it cannot be cut, or a mention crosses the end of a sentence.
        """
        given, clusters, speakers = values.get("sentences"), values.get("clusters"), values.get("speakers")
        passage = Passage.of(given)
        if clusters is None:
            raise NotApplicable("the row has no clusters")
        shape = "text" if isinstance(given, str) else "sentences" if is_nested(given) else "tokens"
        pieces = sentence_pieces(given, shape)
        starts = [start for start, _ in pieces]
        mentions: list[list[CoreferenceMention]] = [[] for _ in pieces]
        for number, cluster in enumerate(clusters):
            for span in cluster:
                first, last = passage.characters(span, "mention")
                start, end = ends_of(span, "mention")
                place = bisect_right(starts, start) - 1
                size = len(pieces[place][1][0]) if shape == "text" else len(pieces[place][1]) - 1
                if end - starts[place] > size:
                    raise NotApplicable("a mention crosses the end of a sentence")
                moved = start - starts[place], end - starts[place]
                mentions[place].append(CoreferenceMention(number, *moved, span, passage.text[first:last]))
        by = _speaker_shape(speakers, shape)
        said = [_speakers_of(speakers, by, place, start, len(parts)) for place, (start, parts) in enumerate(pieces)]
        sentences = [
            Sentence(parts, start, tuple(found), who, place)
            for place, ((start, parts), found, who) in enumerate(zip(pieces, mentions, said))
        ]
        single = frozenset(number for number, cluster in enumerate(clusters) if len(cluster) < 2)
        links = as_links(values.get("links")) or {}
        spans = [ends_of(links[name], name) for name in LINK_SPANS if name in links]
        linked = frozenset(bisect_right(starts, start) - 1 for start, _ in spans)
        return cls(tuple(sentences), shape, len(clusters), by, single, linked)

    def place_of(self, start: int) -> int:
        """The number of the sentence in which a span begins.

        Args:
            start: Where the span begins in the document.
        """
        return bisect_right([sentence.start for sentence in self.sentences], start) - 1

    def antecedents(self, *, quotations: bool = True) -> dict[Sentence, set[Sentence]]:
        """For each sentence those on which it leans.

        It leans on the sentence where what its pronouns mean was last spoken of, and on the one that introduces what it
        calls "the ..." or "this ...". It leans on the sentence before it as :meth:`Sentence.follows` says. What stands
        inside one quotation or bracket leans on the sentence that opens it.

        Args:
            quotations: Whether quotations and brackets count.
        """
        last: dict[int, Sentence] = {}
        before: Sentence | None = None
        found: dict[Sentence, set[Sentence]] = {}
        new: dict[int, Sentence] = {}  # where what had no name and no article "the" was introduced
        for sentence in self.sentences:
            found[sentence] = {last[cluster] for cluster in sentence.leaning if cluster in last}
            if before is not None and sentence.follows(before):
                found[sentence].add(before)
            if before is not None and before.goes_on():
                found[before].add(sentence)
            for mention in sentence.mentions:
                first = mention.text.split(" ", 1)[0].lower()
                if first in _POINTING | {"that"} and mention.cluster in last:
                    found[sentence].add(last[mention.cluster])
                elif first == "the" and mention.cluster in new:
                    found[sentence].add(new[mention.cluster])
                elif first in INDEFINITE_ARTICLES and mention.cluster not in last:
                    new.setdefault(mention.cluster, sentence)
            last |= dict.fromkeys((mention.cluster for mention in sentence.mentions), sentence)
            before = sentence
        for opening, closing in self._quotations() if quotations else ():
            found[self.sentences[opening]].add(self.sentences[closing])
            for sentence in self.sentences[opening + 1 : closing + 1]:
                found[sentence].add(self.sentences[opening])
        return {sentence: others - {sentence} for sentence, others in found.items()}

    def _quotations(self) -> Iterator[tuple[int, int]]:
        """The first and the last sentence of each quotation or bracket that goes on over several.

        Where as many do not end as begin, it cannot be told what stands inside one: all counts as one quotation.
        """
        for first, last in _PAIRS:
            marked = [sentence for sentence in self.sentences if first in sentence.text or last in sentence.text]
            opened, depth, ranges = -1, 0, list[tuple[int, int]]()
            for sentence in marked:
                rise = sentence.rise(first, last)
                if not rise:
                    continue
                closes = depth > 0 and (rise < 0 or first == last)
                depth = 0 if closes else max(0, depth + rise)
                if closes:
                    ranges.append((opened, sentence.place))
                elif depth == rise:
                    opened = sentence.place
            if depth and first == last:
                ranges = [(marked[0].place, marked[-1].place)]
            elif depth:
                ranges.append((opened, len(self.sentences) - 1))
            yield from ranges

    def blocks(self, leans: Mapping[Sentence, set[Sentence]] | None = None) -> list[list[Sentence]]:
        """Runs of sentences that lean on one another; between two of them nothing does.

        Args:
            leans: On which sentences each leans; :meth:`antecedents` by default.
        """
        leans = self.antecedents() if leans is None else leans
        blocks: list[list[Sentence]] = []
        for sentence in self.sentences:
            first = min((other.place for other in leans[sentence]), default=sentence.place)
            joined = [sentence]
            while blocks and blocks[-1][-1].place >= first:
                joined = blocks.pop() + joined
            blocks.append(joined)
        return blocks

    def own_words(self) -> frozenset[str]:
        """The last words of its mentions, and all their names, in lower case."""
        found = set()
        for sentence in self.sentences:
            for mention in sentence.mentions:
                words = mention.text.split()
                if words and not mention.is_pronoun:
                    found |= {words[-1].lower(), *(word.lower() for word in words if word[:1].isupper())}
        return frozenset(found) - lexicon("stop_words")

    def words(self) -> frozenset[str]:
        """All its words, in lower case."""
        return frozenset(word for sentence in self.sentences for word in sentence.plain_words)

    def names(self) -> frozenset[str]:
        """The words of its mentions that are written with a capital, in lower case."""
        texts = (mention.text for sentence in self.sentences for mention in sentence.mentions if not mention.is_pronoun)
        found = {word.lower() for text in texts for word in text.split() if word[:1].isupper()}
        return frozenset(found) - lexicon("stop_words")


def _points(words: Sequence[str], at: int) -> bool:
    """Whether a word points at something that was said before: "this", "in that affair"; not "this year"."""
    word = words[at]
    if word != "that" and word not in _POINTING:
        return False
    after = words[at + 1] if at + 1 < len(words) else ""
    if word == "that":
        before = words[at - 1] if at else ""
        return not at or (before in _BEFORE_THAT and (after not in _PRONOUNS or after in _AFTER_THAT))
    return after not in _OF_PEOPLE and after not in _SPANS


def _speaker_shape(speakers: Any, shape: str) -> str:
    if speakers is None or isinstance(speakers, str) or shape == "text":
        return ""
    if shape == "tokens":
        return "flat"
    return "tokens" if is_nested(speakers) else "sentences"


def _speakers_of(speakers: Any, by: str, place: int, start: int, size: int) -> Any:
    if not by:
        return None
    return speakers[start : start + size] if by == "flat" else speakers[place]
