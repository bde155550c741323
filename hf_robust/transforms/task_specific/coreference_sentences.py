"""A document as sentences with their mentions, which can be put together anew."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    AS_IF,
    CONSEQUENCES,
    COORDINATORS,
    CORRELATIVES,
    DEMONSTRATIVES,
    FIRST_PERSON,
    GENDERED,
    POINTERS,
    SECOND_PERSON,
    THIRD_PERSON,
    THIRD_PLURAL,
)
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks.coreference import LINK_SPANS, as_links
from hf_robust.tasks.token_spans import Passage, ends_of, is_nested
from hf_robust.transforms.task_specific.sentence_pieces import CLOSING, ENDS, sentence_pieces

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

    @property
    def text(self) -> str:
        """The words."""
        return " ".join(self.parts)

    @property
    def words(self) -> list[str]:
        """Its tokens, split at spaces where it is a text."""
        return self.text.split()

    def plain_words(self) -> set[str]:
        """Its words in lower case, without marks beside them."""
        return {word.strip(".,;:!?()\"'“”‘’").lower() for word in self.words if len(word) > 1}

    def leaning(self) -> set[int]:
        """Clusters of which it has a pronoun before any other mention."""
        named: set[int] = set()
        found: set[int] = set()
        for mention in sorted(self.mentions, key=lambda mention: (mention.start, -mention.end)):
            if mention.leans and mention.cluster not in named:
                found.add(mention.cluster)
            elif not mention.is_pronoun:
                named.add(mention.cluster)
        return found

    def begins_with_pronoun(self) -> bool:
        """Whether its first word is a pronoun for somebody that is no mention."""
        first = self.words[0].lower() if self.parts and self.words else ""
        return first in _SOMEBODY and all(mention.start > 0 for mention in self.mentions)

    def is_whole(self) -> bool:
        """Whether it begins and ends like a sentence, and opens no quotation or bracket that it does not close."""
        words = self.words
        last = next((word for word in reversed(words) if word not in CLOSING), "")
        ends = last in ENDS or last[-1:] in ".!?…" or last.rstrip("\"'”’)]")[-1:] in tuple(".!?…")
        begins = self.text.lstrip("\"'“‘`( ")[:1].isupper()
        return len(words) >= _LEAST_WORDS and bool(last) and ends and begins and not self.opens()

    def opens(self) -> bool:
        """Whether a quotation or bracket that begins or ends here does not do both."""
        text = self.text
        pairs = (("“", "”"), ("(", ")"), ("[", "]"), ("-LRB-", "-RRB-"), ("``", "''"))
        return text.count('"') % 2 == 1 or any(text.count(first) != text.count(last) for first, last in pairs)

    def stands_alone(self) -> bool:
        """Whether it can be read without what stands before it: no pronoun without its noun, no linking word first."""
        words = [word.strip("\"'“”‘’`.,;:!?()") for word in self.words]
        words = [word.lower() for word in words if word]
        resolved = {
            mention.text.lower()
            for mention in self.mentions
            if mention.is_pronoun and mention.cluster not in self.leaning()
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

    def antecedents(self) -> dict[Sentence, set[Sentence]]:
        """For each sentence those on which it leans: where what its pronouns mean was last spoken of.

        A pronoun at the beginning that nobody annotated leans on the sentence before it, and what stands inside one
        quotation or bracket on the sentence that opens it.
        """
        last: dict[int, Sentence] = {}
        before: Sentence | None = None
        found: dict[Sentence, set[Sentence]] = {}
        opened: Sentence | None = None
        for sentence in self.sentences:
            found[sentence] = {last[cluster] for cluster in sentence.leaning() if cluster in last}
            if before is not None and sentence.begins_with_pronoun():
                found[sentence].add(before)
            if opened is not None:
                found[sentence].add(opened)
            if sentence.opens():
                opened = sentence if opened is None else None
            last |= dict.fromkeys((mention.cluster for mention in sentence.mentions), sentence)
            before = sentence
        return found

    def blocks(self) -> list[list[Sentence]]:
        """Runs of sentences that lean on one another; between two of them nothing does."""
        leans = self.antecedents()
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
        return frozenset(word for sentence in self.sentences for word in sentence.plain_words())

    def names(self) -> frozenset[str]:
        """The words of its mentions that are written with a capital, in lower case."""
        texts = (mention.text for sentence in self.sentences for mention in sentence.mentions if not mention.is_pronoun)
        found = {word.lower() for text in texts for word in text.split() if word[:1].isupper()}
        return frozenset(found) - lexicon("stop_words")


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
