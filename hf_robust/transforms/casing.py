"""Texts in upper, lower, title or random case."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import Strings, TextColumn, is_shouted, lowered, ranges, uppered
from hf_robust.core.word_tables import WordTable
from hf_robust.transforms.base import GENERAL_TASKS, Transformation, preserves, register

_ENDINGS = ("s", "t", "re", "ve", "ll", "d", "m", "em")
_CLITICS = frozenset([*_ENDINGS, *(f"{sign}{end}" for sign in "'’" for end in _ENDINGS), "n't", "n’t"])


@register
@dataclass(frozen=True, kw_only=True)
class WordCase(Transformation):
    """Change the whole text to upper, lower, title or random case.

    Spans follow the text: an answer or entity changes its case too.

    Args:
        case: ``upper``, ``lower``, ``title`` (each word; capitals inside a word stay) or ``random`` (each letter).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "WordCase".

    Example:
        >>> WordCase(case="title").preview("it's a nice film")
        "It's A Nice Film"
    """

    case: str = "upper"

    name = "word-case"
    version = "3"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "WordCase"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    edits_protected = True

    def __post_init__(self) -> None:
        self._require_choice("case", ("upper", "lower", "title", "random"))

    def edits(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        coins = _coins(rng)
        if doc.bounds is None and not doc.marks and not doc.kept:
            # nothing points into the text: one edit says it all
            yield Edit(0, len(doc.text), self._whole(doc, coins))
            return
        for start, end in doc.words:
            word = doc.text[start:end]
            if doc.kept and doc.is_kept(start, end):
                continue
            new = self._cased(doc, start, end, coins)
            if new != word:
                yield Edit(start, end, new)

    def edits_columns(self, column: TextColumn, draws: Draws) -> EditColumns | None:
        if column.tokens is None and not column.plain:
            return None
        if self.case == "upper":
            data = uppered(column.data)
        elif self.case == "lower":
            data = column.lower
        else:
            data = _titled_columns(column) if self.case == "title" else _coined_columns(column, draws)
        new, left = Strings(data, column.offsets), np.zeros(column.size, bool)
        if column.tokens is None:
            rows, start, end = np.arange(column.size), column.offsets[:-1], column.offsets[1:]
            if self.case not in ("upper", "lower"):
                return EditColumns.whole(rows, start, end, new, left)
            new = _with_wide_rows(column, new, str.upper if self.case == "upper" else str.lower)
            return EditColumns(rows, start, end, start, end, new, left, np.diff(column.words.first) > 0)
        words = column.words
        other = np.flatnonzero(data != column.data)
        words = words.take(
            np.flatnonzero(np.searchsorted(other, words.start) < np.searchsorted(other, words.end)), column.size
        )
        return EditColumns.whole(words.row, words.start, words.end, new.slices(words.start, words.end), left)

    def _whole(self, doc: Doc, coins: Iterator[int]) -> str:
        if self.case in ("upper", "lower"):
            return doc.text.upper() if self.case == "upper" else doc.text.lower()
        return apply(doc.text, [Edit(*word, self._cased(doc, *word, coins)) for word in doc.words])

    def _cased(self, doc: Doc, start: int, end: int, coins: Iterator[int]) -> str:
        word = doc.text[start:end]
        if self.case == "upper":
            return word.upper()
        if self.case == "lower":
            return word.lower()
        if self.case == "title":
            return _titled(word, doc.text, start)
        return "".join(c.upper() if heads else c.lower() for c, heads in zip(word, coins))


def _coins(rng: RowRandom) -> Iterator[int]:
    """Fair coins: the bits of one draw after the other, the lowest first."""
    while True:
        drawn = rng.bits()
        for place in range(64):
            yield drawn >> place & 1


def _with_wide_rows(column: TextColumn, new: Strings, change: Callable[[str], str]) -> Strings:
    """New texts, with those of rows beyond ASCII made one by one."""
    wide = np.flatnonzero(~column.in_ascii)
    if not len(wide):
        return new
    made = Strings.of(change(text.decode()).encode() for text in column.texts.take(wide).tolist())
    places = np.arange(column.size)
    places[wide] = column.size + np.arange(len(wide))
    return Strings.concatenated([new, made]).take(places)


def _titled_columns(column: TextColumn) -> np.ndarray:
    """The bytes with a capital at the start of each word, as :func:`_titled` sets them."""
    data, words = column.data, column.words
    loud = is_shouted(column)
    new = np.where(np.repeat(loud, np.diff(column.offsets)), column.lower, data) if loud.any() else data.copy()
    before = np.where(column.borders[words.start], np.uint8(0), data[np.maximum(words.start - 1, 0)])
    clitics = _clitic_table()
    number = clitics.find(column, words)
    alone = np.array([clitic[0] == "n" for clitic in clitics.words])
    clitic = (number >= 0) & (alone[number] | (before == ord("'")))
    places = ranges(words.start[clitic], words.end[clitic] - words.start[clitic])
    new[places] = column.lower[places]
    first = words.start[~clitic]
    new[first] = uppered(new[first])
    return new


def _coined_columns(column: TextColumn, draws: Draws) -> np.ndarray:
    """The bytes of the words in the case that a coin says."""
    words = column.words
    places = ranges(words.start, words.end - words.start)
    row = np.repeat(words.row, words.end - words.start)
    first = np.searchsorted(row, np.arange(column.size + 1))
    number = np.arange(len(places)) - first[row]
    blocks = np.diff(first) + 63 >> 6  # one draw has 64 coins
    begin = np.cumsum(blocks) - blocks
    drawn = draws.take(np.repeat(np.arange(column.size), blocks)).bits(ranges(np.zeros_like(blocks), blocks))
    heads = drawn[begin[row] + (number >> 6)] >> (number & 63).astype(np.uint64) & np.uint64(1)
    new, chars = column.data.copy(), column.data[places]
    new[places] = np.where(heads.astype(bool), uppered(chars), lowered(chars))
    return new


@cache
def _clitic_table() -> WordTable:
    return WordTable(sorted(_CLITICS))


def _titled(word: str, text: str, start: int) -> str:
    low = word.lower()
    # the second half of "it 's" and "does n't" is no word of its own
    if low in _CLITICS and (low[0] in "'’n" or text[start - 1 : start] in ("'", "’")):
        return low
    return word[:1].upper() + (low[1:] if text.isupper() else word[1:])
