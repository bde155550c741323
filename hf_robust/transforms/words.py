"""Words misspelled, swapped for homophones or left out, and stop words put in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.function_words import NOT_ENGLISH, is_english
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, SENTIMENT
from hf_robust.transforms.base import (
    GENERAL_TASKS,
    LABELED_TEXTS,
    ONE_IN_TEN,
    UNPARSED_TASKS,
    WordTransformation,
    match_case,
    preserves,
    register,
)
from hf_robust.transforms.insertion_places import has_room_before, opens_sentence, room_after
from hf_robust.transforms.word_changes import Spot, Spots, WordChange

_CLITICS = ("d", "ll", "m", "re", "s", "t", "ve")
_NEGATION = "n't"


@register
@dataclass(frozen=True, kw_only=True)
class Misspelling(WordChange):
    """Replace a word with a common misspelling.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SpellingError".

    Example:
        >>> Misspelling().preview("Definitely the best restaurant", seed=34)
        'Definitly the best restaurant'
    """

    name = "misspelling"
    version = "2"
    level = "word"
    linguistics = "morphology"
    seed_name = "SpellingError"
    choice = "words that have a misspelling"
    effects = preserves(*GENERAL_TASKS)
    listed_in: ClassVar[str] = "misspellings"
    default_rate: ClassVar[float] = 0.3

    def spots(self, word: str) -> Spots:
        known = lexicon("misspellings").get(word.lower(), ())
        return [Spot(0, len(word), (match_case(word, new),)) for new in known]

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return (Edit(start, end, new) for spot in self.spots(doc.text[start:end]) for new in spot.choices)


_NEAR_CLITIC = 4  # characters in which the apostrophe of " 's" and " n't" stands


@register
@dataclass(frozen=True, kw_only=True)
class Homophone(WordTransformation):
    """Replace a word with a homophone or near-homophone, for example *there* with *their*.

    Names and texts that are not English do not change.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Homophones".

    Example:
        >>> Homophone(count=1).preview("They lost the whole match.")
        'They lost the hole match.'
    """

    name = "homophone"
    version = "4"
    level = "word"
    linguistics = "morphology"
    seed_name = "Homophones"
    choice = "words that people confuse with a homophone"
    listed_in: ClassVar[str] = "homophones"
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = ONE_IN_TEN

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        usual = [word for word in words if _is_usual(doc.text, *word)]
        return usual if usual and is_english(doc) else []

    def why_unchanged(self, doc: Doc) -> str:
        return super().why_unchanged(doc) if is_english(doc) else NOT_ENGLISH

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        confused = lexicon("homophones").get(word.lower())
        if confused is None or not _is_usual(doc.text, start, end):
            return None
        return match_case(word, rng.choice(confused))

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        word = doc.text[start:end]
        if _is_usual(doc.text, start, end):
            yield from (Edit(start, end, match_case(word, new)) for new in lexicon("homophones").get(word.lower(), ()))


def _is_usual(text: str, start: int, end: int) -> bool:
    """Whether a word is no name, has no clitic behind it, and a *to* stands before a word, no figure and no name."""
    is_name = (start and text[start].isupper()) or text[start + 1 : start + 2].isupper()
    if is_name or "'" in text[end : end + _NEAR_CLITIC]:
        return False
    after = text[end : end + 2]
    return text[start:end].lower() != "to" or (len(after) == 2 and after[0] == " " and after[1].islower())


@register
@dataclass(frozen=True, kw_only=True)
class DeleteWord(WordTransformation):
    """Delete a word and its space. This is not a natural change and serves for comparison only.

    A clitic and its host are not deleted: "film 's", "could n't".

    Source: Desai et al. 2020, section 4.3.

    Example:
        >>> DeleteWord(count=1).preview("He fought fiercely.")
        'He fought.'
    """

    name = "delete-word"
    version = "3"
    level = "word"
    linguistics = "syntax"
    seed_name = "Deletion"
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH)
    skips_stop_words: ClassVar[bool] = True
    control: ClassVar[bool] = True
    stays_inside: ClassVar[bool] = False

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        leaning = _leaning(doc)
        return [word for word in words if word not in leaning] if leaning else words

    def finished(self, doc: Doc, edits: list[Edit]) -> Sequence[Edit]:
        if edits and len(edits) == len(doc.words):
            raise NotApplicable("no word would be left")
        return _without_leading_space(doc.text, edits)

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        text = doc.text
        if start and text[start - 1] == " ":
            return Edit(start - 1, end, "")
        return Edit(start, end + (text[end : end + 1] == " "), "")

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        edit = self.edit_at(doc, start, end, rng)
        if edit is not None and len(doc.words) > 1:
            yield edit


def _leaning(doc: Doc) -> set[Offsets]:
    """Words that lean on the one before, apart from it by a space at most, and those they lean on."""
    found: set[Offsets] = set()
    if "'" not in doc.text and "’" not in doc.text:
        return found
    for one, other in pairwise(doc.words):
        gap, word = doc.text[one[1] : other[0]].replace("’", "'"), doc.text[slice(*other)].lower().replace("’", "'")
        if (word in _CLITICS and gap in ("'", " '")) or (word == _NEGATION and gap in ("", " ")):
            found |= {one, other}
    return found


def _without_leading_space(text: str, edits: list[Edit]) -> list[Edit]:
    """Where the first words go, the space that came after them goes too."""
    at = 0
    for place, edit in enumerate(edits):
        if edit.start != at:
            break
        at = edit.end
        apart = place + 1 == len(edits) or edits[place + 1].start != at
        if apart and text[at : at + 1] == " ":
            edits[place] = edit._replace(end=at + 1)
            break
    return edits


# stop words that come with one pair of tags wherever they stand
STOP_WORDS = {
    "the": ("DET", "DT"),
    "is": ("AUX", "VBZ"),
    "are": ("AUX", "VBP"),
    "was": ("AUX", "VBD"),
    "be": ("AUX", "VB"),
    "at": ("ADP", "IN"),
    "by": ("ADP", "IN"),
    "of": ("ADP", "IN"),
    "in": ("ADP", "IN"),
    "on": ("ADP", "IN"),
    "with": ("ADP", "IN"),
    "from": ("ADP", "IN"),
    "for": ("ADP", "IN"),
    "and": ("CCONJ", "CC"),
    "or": ("CCONJ", "CC"),
    "which": ("PRON", "WDT"),
    "it": ("PRON", "PRP"),
}
_USUAL = tuple(STOP_WORDS)
_NEAR = 12  # characters


@register
@dataclass(frozen=True, kw_only=True)
class StopWord(WordTransformation):
    """Insert a stop word before a word, or after the word if it begins a sentence.

    In a token list, the new word gets its own tag and belongs to no entity.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Stop Words".

    Example:
        >>> StopWord(count=1).preview("He fought fiercely.", seed=9)
        'He is fought fiercely.'
    """

    name = "stop-word"
    version = "2"
    level = "word"
    linguistics = "syntax"
    seed_name = "Stop Words"
    effects = preserves(*UNPARSED_TASKS)
    skips_stop_words: ClassVar[bool] = True
    keeps_tokens: ClassVar[bool] = False

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        fitting = _fitting(doc.text, start, end)
        return _inserted(doc, start, end, rng.choice(fitting)) if fitting else None

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        fitting = _fitting(doc.text, start, end)
        edits = (_inserted(doc, start, end, fitting[number]) for number in rng.order(len(fitting)))
        return (edit for edit in edits if edit is not None)


def _fitting(text: str, start: int, end: int) -> list[str]:
    """The stop words that do not stand near a word already: "the the" is another slip."""
    near = text[max(0, start - _NEAR) : end + _NEAR].lower().split()
    return [word for word in _USUAL if word not in near]


def _inserted(doc: Doc, start: int, end: int, new: str) -> Edit | None:
    """A stop word before a word, or after it where it begins a sentence; None where it has no room."""
    text = doc.text
    before, after = has_room_before(text, start), room_after(text, end) == end
    if after and (not before or opens_sentence(text, start)):
        at, inserted = end, " " + new
    elif before:
        at, inserted = start, new + " "
    else:
        return None
    around = text[max(0, start - _NEAR) : end + _NEAR]
    if around.isupper() and len(around) > end - start:
        inserted = inserted.upper()
    upos, xpos = STOP_WORDS[new]
    return Edit(at, at, inserted, {"upos": [upos], "xpos": [xpos]} if doc.bounds is not None else None)
