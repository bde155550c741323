"""Words misspelled, swapped for homophones or left out, and stop words put in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import ClassVar

import numpy as np

from hf_robust.core.column_edits import Chosen, EditColumns, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import Strings, TextColumn, is_lower, is_shouted, is_upper
from hf_robust.core.word_tables import WordTable
from hf_robust.language.english.telling_words import are_english, is_english
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.base import (
    GENERAL_TASKS,
    ONE_IN_TEN,
    UNPARSED_TASKS,
    WordTransformation,
    match_case,
    preserves,
    register,
)
from hf_robust.transforms.insertion_places import Surroundings, has_room_before, opens_sentence, room_after
from hf_robust.transforms.word_columns import WordChoices

_CLITICS = ("d", "ll", "m", "re", "s", "t", "ve")
_NEGATION = "n't"


@register
@dataclass(frozen=True, kw_only=True)
class Misspelling(WordTransformation):
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
    reads_word_alone: ClassVar[bool] = True
    default_rate: ClassVar[float] = 0.3

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        known = lexicon("misspellings")
        text = doc.text
        low = text.lower()
        if len(low) != len(text):  # a few letters change their length in lower case
            return [word for word in doc.free_words if text[word[0] : word[1]].lower() in known]
        return [word for word in doc.free_words if low[word[0] : word[1]] in known]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        return match_case(word, rng.choice(lexicon("misspellings")[word.lower()]))

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        word = doc.text[start:end]
        return (Edit(start, end, match_case(word, new)) for new in lexicon("misspellings").get(word.lower(), ()))

    def eligible_columns(self, column: TextColumn) -> np.ndarray:
        return _table().known.holds(column, column.words)

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        return _table().replace(chosen)


@cache
def _table() -> WordChoices:
    return WordChoices(lexicon("misspellings"))


_NEAR_CLITIC = 4  # characters in which the apostrophe of " 's" and " n't" stands


@register
@dataclass(frozen=True, kw_only=True)
class Homophone(WordTransformation):
    """Replace a word with a homophone or near-homophone that people confuse with it: *their* for *there*.

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
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = ONE_IN_TEN

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        known, text = lexicon("homophones"), doc.text
        found = [word for word in doc.free_words if text[word[0] : word[1]].lower() in known and _is_usual(text, *word)]
        return found if found and is_english(doc) else []

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

    def eligible_columns(self, column: TextColumn) -> np.ndarray:
        known = _homophones().known.holds(column, column.words)
        places = np.flatnonzero(known)
        words = column.words
        known[places] = _are_usual(column, words.start[places], words.end[places], words.row[places])
        rows = np.flatnonzero(np.bincount(column.words.row[known], minlength=column.size))
        return known & are_english(column, rows)[column.words.row]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        edits = _homophones().replace(chosen)
        return edits._replace(fits=edits.fits & _are_usual(chosen.column, chosen.start, chosen.end, chosen.row))


def _is_usual(text: str, start: int, end: int) -> bool:
    """Whether a word is no name, has no clitic behind it, and a *to* stands before a word, no figure and no name."""
    is_name = (start and text[start].isupper()) or text[start + 1 : start + 2].isupper()
    if is_name or "'" in text[end : end + _NEAR_CLITIC]:
        return False
    after = text[end : end + 2]
    return text[start:end].lower() != "to" or (len(after) == 2 and after[0] == " " and after[1].islower())


def _are_usual(column: TextColumn, start: np.ndarray, end: np.ndarray, row: np.ndarray) -> np.ndarray:
    """:func:`_is_usual` of some words of a column."""
    data, until = np.append(column.data, np.zeros(_NEAR_CLITIC, np.uint8)), column.offsets[row + 1]
    opens = start == column.offsets[row]
    unusual = (is_upper(data[start]) & ~opens) | is_upper(data[np.minimum(start + 1, end - 1)])
    for place in range(_NEAR_CLITIC):
        unusual |= (data[end + place] == ord("'")) & (end + place < until)
    is_to = (end - start == 2) & (column.lower[start] == ord("t")) & (column.lower[end - 1] == ord("o"))
    follows = (end + 1 < until) & (data[end] == ord(" ")) & is_lower(data[end + 1])
    return ~unusual & (~is_to | follows)


@cache
def _homophones() -> WordChoices:
    return WordChoices(lexicon("homophones"))


@register
@dataclass(frozen=True, kw_only=True)
class DeleteWord(WordTransformation):
    """Delete a word and its space. This is the control experiment of the corruption benchmark.

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
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH)
    skips_stop_words: ClassVar[bool] = True
    control: ClassVar[bool] = True
    stays_inside: ClassVar[bool] = False

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        leaning = _leaning(doc)
        return [word for word in super().eligible(doc) if word not in leaning]

    def eligible_columns(self, column: TextColumn) -> np.ndarray:
        return super().eligible_columns(column) & ~_leaning_columns(column)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found = list(super().edits(doc, rng))
        if found and len(found) == len(doc.words):
            raise NotApplicable("no word would be left")
        return _without_leading_space(doc.text, found)

    def edit_at(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Edit | None:
        text = doc.text
        if start and text[start - 1] == " ":
            return Edit(start - 1, end, "")
        return Edit(start, end + (text[end : end + 1] == " "), "")

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        edit = self.edit_at(doc, start, end, rng)
        if edit is not None and len(doc.words) > 1:
            yield edit

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        data, low, high = chosen.column.data, *(chosen.column.offsets[chosen.row + side] for side in (0, 1))
        before = (chosen.start > low) & (data[np.maximum(chosen.start - 1, 0)] == ord(" "))
        after = (chosen.end < high) & (data[np.minimum(chosen.end, len(data) - 1)] == ord(" "))
        start, end = chosen.start - before, chosen.end + (after & ~before)
        return WordEdits(np.ones(chosen.size, bool), start, end, start, end, Strings.empty(chosen.size))

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        edits = super().edits_columns(column, draws)
        if edits is None:
            return None
        all_go = np.bincount(edits.row, minlength=column.size) == np.diff(column.words.first)
        edits = edits.keep(~all_go[edits.row])
        return _without_leading_spaces(column, edits._replace(left=edits.left | all_go))


def _leaning(doc: Doc) -> set[Offsets]:
    """Words that lean on the one before, apart from it by a space at most, and those they lean on."""
    found: set[Offsets] = set()
    for one, other in pairwise(doc.words):
        gap, word = doc.text[one[1] : other[0]].replace("’", "'"), doc.text[slice(*other)].lower().replace("’", "'")
        if (word in _CLITICS and gap in ("'", " '")) or (word == _NEGATION and gap in ("", " ")):
            found |= {one, other}
    return found


def _leaning_columns(column: TextColumn) -> np.ndarray:
    """:func:`_leaning` as a mask of the words."""
    words, data = column.words, column.data
    start, gap = words.start[1:], words.start[1:] - words.end[:-1]
    spaced = data[words.end[:-1].clip(max=max(0, len(data) - 1))] == ord(" ")
    clitic = _tables()[0].holds(column, words)[1:] & (data[start - 1] == ord("'"))
    clitic &= (gap == 1) | ((gap == 2) & spaced)
    clitic |= _tables()[1].holds(column, words)[1:] & ((gap == 0) | ((gap == 1) & spaced))
    clitic &= words.row[1:] == words.row[:-1]
    return np.append(clitic, False) | np.insert(clitic, 0, False) if len(words.start) else np.zeros(0, bool)


@cache
def _tables() -> tuple[WordTable, WordTable]:
    return WordTable(_CLITICS), WordTable([_NEGATION])


def _without_leading_spaces(column: TextColumn, edits: EditColumns) -> EditColumns:
    """:func:`_without_leading_space` of each row, after edits that take the same space have shared it."""
    row, end = edits.row, edits.end
    opens = np.ones(len(row), bool)
    opens[1:] = row[1:] != row[:-1]
    before = np.where(opens, column.offsets[row], np.roll(end, 1))
    start = np.maximum(edits.start, before)
    apart = np.cumsum(start != before)
    first = apart == (apart - (start != before))[np.maximum.accumulate(np.where(opens, np.arange(len(row)), 0))]
    last = first.copy()
    last[:-1] &= opens[1:] | ~first[1:]
    space = (end < column.offsets[row + 1]) & (np.append(column.data, np.uint8(0))[end] == ord(" "))
    end = end + (last & space)
    return EditColumns.whole(row, start, end, edits.new, edits.left)


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

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        around = Surroundings(chosen)
        window, parts = around.window(_NEAR)
        near = np.zeros((chosen.size, len(_USUAL) + 1), bool)  # the last column is for all other words
        near[parts.row, _usual_words().find(window, parts)] = True
        fitting = np.cumsum(~near[:, :-1], axis=1)
        number = np.argmax(fitting == chosen.draws.randrange(fitting[:, -1])[:, None] + 1, axis=1)
        before, after = around.room_before(), around.room_after() == chosen.end
        follows = after & (~before | around.opens_sentence())
        loud = is_shouted(window) & (window.texts.lengths > chosen.lengths)
        at = np.where(follows, chosen.end, chosen.start)
        new = _inserted_words().take(4 * number + 2 * follows + loud)
        fits = (fitting[:, -1] > 0) & (follows | before)
        return WordEdits(fits, at, at, at, at, new)


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


@cache
def _usual_words() -> WordTable:
    return WordTable(_USUAL)


@cache
def _inserted_words() -> Strings:
    """Each usual word with its space: behind it, before it, and both in capitals."""
    forms = (form for word in _USUAL for form in (f"{word} ", f" {word}"))
    return Strings.of(case.encode() for form in forms for case in (form, form.upper()))
