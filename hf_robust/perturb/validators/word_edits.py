"""Validators that look at each word that came, beside the word that went."""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar, NamedTuple

from hf_robust.core.text_diff import diff, diff_of_edits
from hf_robust.language.english.wordforms import are_opposites, lemmas_of, may_stand_for, tags_of
from hf_robust.language.gate import Candidate, refusals
from hf_robust.language.polarity import polarity
from hf_robust.perturb.changes import Change
from hf_robust.perturb.validators.base import Measured, Validator, register

_WORD = re.compile(r"[\w]+(?:['’]\w+)*")
_NEGATION = re.compile(
    r"(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|cannot|without|hardly|scarcely|barely|rarely|seldom|"
    r"n['’]t|\w+n['’]t)\Z",
    re.IGNORECASE,
)
_MOST = 200  # words of a text that are looked at: a text that changed in more of them is another one


class WordEdit(NamedTuple):
    """A word that came.

    Args:
        start: Offset in the original of the word that went, or of the gap.
        end: Offset after it.
        old: That word; empty for a gap.
        new: The word that came; empty where one only went.
    """

    start: int
    end: int
    old: str
    new: str


def word_edits(change: Change) -> Iterator[WordEdit]:
    """The words that came and went, each beside the other where as many came as went.

    Example:
        >>> [edit.old + " > " + edit.new for edit in word_edits(Change("a good film", "a fine new film"))]
        ['good > fine', ' > new']
    """
    found = None if change.steps is None else diff_of_edits(change.before, change.after, change.steps)
    at, gone = 0, ""
    for kind, text in found or diff(change.before, change.after):
        if kind == "delete":
            gone = text
            continue
        if kind == "insert":
            yield from _paired(at, gone, text)
        else:
            yield from _paired(at, gone, "") if gone else ()
        at += len(gone) + (len(text) if kind == "equal" else 0)
        gone = ""
    yield from _paired(at, gone, "") if gone else ()


def _paired(at: int, gone: str, came: str) -> Iterator[WordEdit]:
    ends = at + len(gone)
    for old, new in zip_longest(_WORD.finditer(gone), _WORD.findall(came)):
        if old is None:
            yield WordEdit(ends, ends, "", new)
        elif old.group() != new:
            yield WordEdit(at + old.start(), at + old.end(), old.group(), new or "")


@dataclass(frozen=True, kw_only=True)
class _WordEdits(Validator):
    same: ClassVar[float] = 0.0
    languages: ClassVar[tuple[str, ...]] = ("en",)

    def measure(self, changes: Sequence[Change]) -> list[Measured]:
        """How many of the words that came do not hold; the score is 1 / (1 + their number)."""
        edits = [[edit for edit, _ in zip(word_edits(change), range(_MOST))] for change in changes]
        return [Measured(float(count), 1 / (1 + count)) for count in self.faults(changes, edits)]

    @abstractmethod
    def faults(self, changes: Sequence[Change], edits: Sequence[Sequence[WordEdit]]) -> Sequence[int]:
        """The number of words that do not hold, for each change."""


@register
@dataclass(frozen=True, kw_only=True)
class Gate(_WordEdits):
    """Number of new words that are unlikely in context, have another sense or change the meaning of adjacent words.

    These are the quality checks of transformations that replace or insert words, see
    :func:`hf_robust.language.gate.refusals`. Each word is checked alone, in the original text. Misspellings and new
    names do not pass. The score is 1 / (1 + new words that do not pass). At most 200 words of a text are checked.

    Example:
        >>> text = "This is a good movie."
        >>> changes = [Change(text, text.replace("movie", new)) for new in ("film", "house")]
        >>> [found.value for found in Gate().measure(changes)]
        [0.0, 1.0]
    """

    name: ClassVar[str] = "gate"
    resources: ClassVar[tuple[str, ...]] = ("masked-lm",)

    def faults(self, changes: Sequence[Change], edits: Sequence[Sequence[WordEdit]]) -> list[int]:
        asked = [
            (number, Candidate.of(changes[number].before, edit.start, edit.end, edit.new))
            for number, own in enumerate(edits)
            for edit in own
            if edit.new
        ]
        reasons = refusals([candidate for _, candidate in asked])
        counts = Counter(number for (number, _), reason in zip(asked, reasons) if reason is not None)
        return [counts[number] for number in range(len(edits))]


@register
@dataclass(frozen=True, kw_only=True)
class Meaning(_WordEdits):
    """Number of words that change the meaning: antonyms, another sentiment, list member, negation or number.

    Antonyms come from WordNet, and sentiment from the lexicon of word sentiment. The score is 1 / (1 + such words).
    Words that are not in the dictionary, such as misspellings, are ignored. At most 200 words of a text are checked.

    Example:
        >>> changes = [Change("a good film", text) for text in ("a fine film", "a bad film", "not a good film")]
        >>> [found.value for found in Meaning().measure(changes)]
        [0.0, 1.0, 1.0]
    """

    name: ClassVar[str] = "meaning"
    resources: ClassVar[tuple[str, ...]] = ("encoder", "word-sentiment", "wordnet")

    def faults(self, changes: Sequence[Change], edits: Sequence[Sequence[WordEdit]]) -> list[int]:
        return [_negations(own) + sum(_turns(edit.old.lower(), edit.new.lower()) for edit in own) for own in edits]


def _negations(edits: Sequence[WordEdit]) -> int:
    """By how many negations the two texts differ."""
    return abs(sum(bool(_NEGATION.match(edit.new)) - bool(_NEGATION.match(edit.old)) for edit in edits))


def _turns(old: str, new: str) -> bool:
    """Whether one word in place of another makes another statement."""
    if any(map(str.isdigit, old + new)):
        return True
    if not new or _NEGATION.match(old) or _NEGATION.match(new):
        return False
    if not old:
        return any(polarity(new, tag) in ("positive", "negative") for tag in tags_of(new))
    tags = tags_of(old) & tags_of(new)
    if any(set(lemmas_of(old, tag)) & set(lemmas_of(new, tag)) for tag in tags_of(old) | tags_of(new)):
        return False
    return not may_stand_for(new, old) or any(
        are_opposites(new, old, tag) or polarity(new, tag) != polarity(old, tag) for tag in tags
    )
