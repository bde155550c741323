"""The order of the sentences of a document: which can move, and where to."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    AS_IF,
    BE_TENSED,
    CONSEQUENCES,
    CONTRASTS,
    COORDINATORS,
    DEMONSTRATIVES,
    DISTRIBUTIVES,
    DO_TENSED,
    GENDERED,
    HAVE_TENSED,
    HERE,
    HOWEVER,
    INSTEAD,
    MODALS,
    MONTHS,
    NEAR_DAYS,
    NEUTER,
    NEXT_AND_LAST,
    NOMINATIVES,
    OTHERS,
    RELATIVE_TIMES,
    SAME,
    SECOND_PERSON,
    STORY_TIMES,
    THIRD_PERSON,
    THIRD_PLURAL,
)
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.coreference_sentences import Sentence, SentenceDocument

# words that place a sentence among those around it
_PLACED = (STORY_TIMES | RELATIVE_TIMES | NEAR_DAYS | NEXT_AND_LAST | ADDITIONS | INSTEAD | CONSEQUENCES) | {
    "then",
    "further",
    "similarly",
    "indeed",
    "former",
    "latter",
    "another",
}
# words with which a sentence takes up the one before it
_LEANING = (
    _PLACED
    | DISTRIBUTIVES
    | OTHERS
    | SAME
    | CONTRASTS
    | COORDINATORS
    | CONSEQUENCES
    | AS_IF
    | HERE
    | THIRD_PERSON
    | DEMONSTRATIVES
    | SECOND_PERSON
) | {
    "so",
    "yet",
    "no",
    "yes",
    "all",
    "both",
    "either",
    "neither",
    "such",
    "what",
    "how",
    "why",
    "even",
    "still",
}
_NUMBERED = frozenset({"first", "second", "third"})
# with these, at any place, a sentence goes on from the one before it: "the city, however, grew"
_JOINING = HOWEVER | CONSEQUENCES
_AUXILIARIES = BE_TENSED | HAVE_TENSED | MODALS | DO_TENSED
_LEADS = frozenset(
    "for example,for instance,in addition,in other,in fact,in contrast,in turn,in short,in particular,as well,"
    "on the,as a,at the,at first,i mean,by contrast,of course,in general,at least".split(",")
)
_QUOTES = frozenset('"“”‘`«»') | {"''"}
_TIME = re.compile(r"\d{3,}")
_HEADING = 5  # most words of a heading with a full stop, which counts as one
_LEAD = 4  # words at the beginning of a sentence
_PHRASE = 3  # words of a noun phrase behind its article
_LEAST_LETTERS = 4  # of a word that two sentences share


class SentenceOrder:
    """The blocks of a document in an order that changes; the sentences of a block lean on one another.

    A sentence also leans on the one before it if it begins in lower case or with a word that takes that one up, has a
    pronoun that nothing in it explains, or has "I" or "you" in a document with quotations or several speakers. Headings
    and other lines without a final mark separate sections. Blocks move within their section.

    Args:
        document: The document.
        coherent: Whether the text must still read in order. The first block then stays, as well as blocks with a word
            of time or order, a date, the past perfect or a quotation. A block does not change places with one of which
            it takes up a name, noun or entity. Two events are not exchanged.
    """

    def __init__(self, document: SentenceDocument, *, coherent: bool) -> None:
        self._coherent = coherent
        dialog = coherent or _is_dialog(document)
        leans = document.antecedents()
        for before, sentence in pairwise(document.sentences):
            if _goes_with(sentence, dialog) or _takes_up_the_last(sentence) or (coherent and _depends(sentence)):
                leans[sentence].add(before)
        self._fixed = coherent or _goes_with(document.sentences[0], dialog)
        self._sections: list[list[list[Sentence]]] = [[]]
        for block in document.blocks(leans):
            if not any(_is_heading(sentence) for sentence in block):
                self._sections[-1].append(block)
            else:
                self._sections += [[block], []]

    def sentences(self) -> Iterator[Sentence]:
        """The sentences in the present order."""
        for section in self._sections:
            for block in section:
                yield from block

    def move(self, wanted: int, rng: RowRandom) -> set[Sentence]:
        """Move blocks until about so many sentences have moved, and say which did.

        Args:
            wanted: How many sentences.
        """
        moved = set[Sentence]()
        places = [(section, block) for section in self._sections for block in section]
        for number in rng.order(len(places)):
            section, block = places[number]
            options = [] if len(moved) >= wanted else list(self._options(section, section.index(block)))
            if options:
                section[:] = rng.choice(options)
                moved |= set(block)
        return moved

    def _options(self, section: list[list[Sentence]], at: int) -> Iterator[list[list[Sentence]]]:
        """The orders of a section after one of its blocks has moved; never the first order."""
        block, rest = section[at], section[:at] + section[at + 1 :]
        if self._coherent and (_is_in_time(block) or not all(map(_has_verb, block))):
            return
        for to in range(len(section)):
            new = [*rest[:to], block, *rest[to:]]
            if new == sorted(new, key=_place) or (self._fixed and new[0][0].place != 0 and section[0][0].place == 0):
                continue
            if not self._coherent or self._reads_in_order(new[min(at, to) : max(at, to) + 1], block):
                yield new

    def _reads_in_order(self, part: Sequence[list[Sentence]], block: list[Sentence]) -> bool:
        """Whether a block and the rest of a part, whose first or last block it is now, do not go on from each other."""
        others = [other for other in part if other is not block]
        start = min(map(_place, part))
        before = [sentence for sentence in self.sentences() if sentence.place < start]
        known = {mention.cluster for sentence in before for mention in sentence.mentions}
        if part[0] is block:
            return not any(_takes_up(other, block, before, known) for other in others)
        return not any(_takes_up(block, other, before, known) for other in others)


def _place(block: Sequence[Sentence]) -> int:
    return block[0].place


def _is_heading(sentence: Sentence) -> bool:
    """Whether a line has no final mark, is in capitals, or is short and has no verb: "Chapter 2 ."."""
    plain = sentence.mark() == "." and not _is_quoted(sentence)
    short = plain and len(sentence.words) <= _HEADING and not _has_verb(sentence)
    return bool(sentence.parts) and (short or not sentence.ends() or sentence.text.isupper())


def _is_dialog(document: SentenceDocument) -> bool:
    """Whether "I" and "you" can mean several people: a document with quotations or several speakers."""
    speakers = {str(sentence.speakers) for sentence in document.sentences}
    return len(speakers) > 1 or any(_is_quoted(sentence) for sentence in document.sentences)


def _is_quoted(sentence: Sentence) -> bool:
    return any(mark in sentence.text for mark in _QUOTES) or "'" in (sentence.text[:1], sentence.text[-1:])


def _goes_with(sentence: Sentence, dialog: bool) -> bool:
    """Whether what a sentence means depends on the one before it.

    Args:
        dialog: Whether "I" and "you" can mean several people.
    """
    spoken = any(mention.is_pronoun and not mention.leans for mention in sentence.mentions)
    return sentence.text[:1].islower() or _has_free_pronoun(sentence) or (dialog and spoken)


def _takes_up_the_last(sentence: Sentence) -> bool:
    """Whether a sentence answers, continues or exemplifies the one before it."""
    words = sentence.plain_words_in_order
    numbered = not _NUMBERED.isdisjoint(words[:2])
    opens = words[:1] == [] or words[0] in _LEANING or numbered or " ".join(words[:2]) in _LEADS
    return opens or _points_back(sentence) or not _JOINING.isdisjoint(words)


def _depends(sentence: Sentence) -> bool:
    """Whether a sentence is part of a scene: a quotation, or one without a verb."""
    return _is_quoted(sentence) or not _has_verb(sentence)


def _is_in_time(block: Sequence[Sentence]) -> bool:
    """Whether a block has its place in time: a date, a word of time or order, or the past perfect."""
    return any(_is_placed(sentence) for sentence in block) or _has_date(block)


def _has_verb(sentence: Sentence) -> bool:
    """Whether a sentence has a finite verb, as far as the dictionary tells: a heading has none."""
    words = [word for word in sentence.plain_words_in_order if word in sentence.text]
    if any(word in _AUXILIARIES | NOMINATIVES or _is_finite(word) for word in words):
        return True
    every = sentence.plain_words_in_order
    pairs = [(tags_of(one), tags_of(other)) for one, other in pairwise(every)]
    return any(("NNS" in noun and "VBP" in verb) or ("NN" in noun and "VBZ" in verb) for noun, verb in pairs)


def _points_back(sentence: Sentence) -> bool:
    """Whether a sentence gives an example, or begins with "here" or "there" for a place: "Here stands a church"."""
    words = sentence.plain_words_in_order
    example = any(one == "for" and other in ("example", "instance") for one, other in pairwise(words))
    return example or any(word in HERE and other not in BE_TENSED for word, other in pairwise(words[:_LEAD]))


def _is_placed(sentence: Sentence) -> bool:
    """Whether a sentence has a word of time or order, is in the past perfect, or quotes."""
    words = sentence.plain_words_in_order
    perfect = any(one == "had" and "VBN" in tags_of(other) for one, other in pairwise(words))
    return perfect or not _PLACED.isdisjoint(words) or any(mark in sentence.text for mark in _QUOTES)


def _has_free_pronoun(sentence: Sentence) -> bool:
    """Whether a pronoun comes before anything that it may stand for, whether or not it is in a cluster."""
    person = plural = False
    marked = {mention.text.lower() for mention in sentence.mentions}
    for at, word in enumerate(sentence.words):
        low = word.lower()
        if (low in GENDERED and not person) or (low in THIRD_PLURAL and not (person or plural)):
            return True
        if low in NEUTER and low not in marked and _tells_of(sentence.words[at + 1 :]):
            return True
        person |= (
            word[:1].isupper()
            and low not in MONTHS
            and (at > 0 or any(mention.start == 0 for mention in sentence.mentions))
        )
        plural |= "NNS" in tags_of(low)
    return False


def _tells_of(behind: Sequence[str]) -> bool:
    """Whether "it" before these words stands for a thing: no clause with "that" or "to" follows."""
    return {"that", "to"}.isdisjoint(word.lower() for word in behind)


def _takes_up(
    first: Sequence[Sentence], second: Sequence[Sentence], before: Sequence[Sentence], known: set[int]
) -> bool:
    """Whether a block goes on with what the one before it tells."""
    introduced = _first_texts(first)
    for cluster, text in _first_texts(second).items():
        if cluster not in known and introduced.get(cluster, text) != text:
            return True
    named = {name for sentence in first for name in _names(sentence)}
    named -= {name for sentence in before for name in _names(sentence)}
    if any(
        part < name or name < part
        for sentence in second
        for part in map(set, _names(sentence))
        for name in map(set, named)
    ):
        return True
    told = set[str]().union(*(_content(sentence) for sentence in first))
    told -= set[str]().union(*(_content(sentence) for sentence in before))
    if any(not told.isdisjoint(_definite(sentence)) for sentence in second):
        return True
    return all(map(_has_event, (first, second))) or all(map(_has_date, (first, second)))


def _names(sentence: Sentence) -> set[tuple[str, ...]]:
    """The runs of words with a capital."""
    runs = groupby(sentence.words, key=lambda word: word[:1].isupper() and word.isalpha())
    return {tuple(run) for large, run in runs if large}


def _first_texts(block: Sequence[Sentence]) -> dict[int, str]:
    """What a block first calls each of its entities; all that are no names count as empty."""
    found: dict[int, str] = {}
    for sentence in block:
        for mention in sorted(sentence.mentions, key=lambda mention: mention.start):
            if not mention.is_pronoun:
                found.setdefault(mention.cluster, mention.text if mention.text[:1].isupper() else "")
    return found


def _definite(sentence: Sentence) -> set[str]:
    """The words behind "the" in a sentence."""
    words = sentence.plain_words_in_order
    return {word for at, word in enumerate(words) if "the" in words[max(0, at - _PHRASE) : at]}


def _content(sentence: Sentence) -> set[str]:
    stop = lexicon("stop_words")
    return {word for word in sentence.plain_words if len(word) >= _LEAST_LETTERS and word not in stop}


def _has_event(block: Sequence[Sentence]) -> bool:
    """Whether a sentence of a block tells a story: its first finite verb is no auxiliary, or a passive of the past."""
    for sentence in block:
        words = sentence.plain_words_in_order
        at, first = next(
            ((at, word) for at, word in enumerate(words) if word in _AUXILIARIES or _is_finite(word)),
            (len(words), "was"),
        )
        passive = first in ("was", "were") and any("VBN" in tags_of(word) for word in words[at + 1 : at + 2])
        if passive or first not in _AUXILIARIES or first == "did":
            return True
    return False


def _is_finite(word: str) -> bool:
    """Whether a word is a verb in the past, or one in "-s" that is no noun."""
    tags = tags_of(word)
    return "VBD" in tags or ("VBZ" in tags and "NNS" not in tags)


def _has_date(block: Sequence[Sentence]) -> bool:
    return any(_TIME.search(sentence.text) or MONTHS & sentence.plain_words for sentence in block)
