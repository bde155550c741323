"""Whether a text is English, told by its commonest words; and whether it speaks of facts or to somebody."""

from functools import cache

import numpy as np

from hf_robust.core.doc import Doc
from hf_robust.core.text_columns import TextColumn, Words, ranges
from hf_robust.core.word_tables import WordTable

_READ = 12  # words of a text that are looked at
_SHARE = 10  # one in so many must be telling
# frequent words that no other language writes often
_TELLING = frozenset(
    "the of and it that this these those with from they their there were been have your you which what when where who "
    "how its it's she but would could should about into just only than then out more some very other not are is be "
    "don't doesn't didn't isn't wasn't can't you're they're i'm we're let's has was his through quite whether to for "
    "an in or my".split()
)
# of these some languages have words, too: they count only beside another that tells
_SHARED = frozenset("is be has was his to for an in or my are".split())


def is_english(doc: Doc) -> bool:
    """Whether the first words of a text are those of an English one.

    Example:
        >>> is_english(Doc("It was late when they came.")), is_english(Doc("Il est tard et on a faim."))
        (True, False)
    """
    words = [doc.text[start:end].lower() for start, end in doc.words[:_READ]]
    telling = sum(word in _TELLING for word in words)
    return telling * _SHARE >= len(words) and any(word in _TELLING and word not in _SHARED for word in words)


def are_english(column: TextColumn, rows: np.ndarray) -> np.ndarray:
    """:func:`is_english` of each row, of those that are asked about.

    Args:
        column: The texts.
        rows: The numbers of these rows, ascending.
    """
    words = first_words(column, rows, _READ)
    number = _table().find(column, words)
    telling, sure = number >= 0, _is_sure()[number]
    counts = np.bincount(words.row[telling], minlength=column.size)
    # a row that was not asked about has no word here, and none that tells
    return (counts * _SHARE >= np.diff(words.first)) & (np.bincount(words.row[sure], minlength=column.size) > 0)


def first_words(column: TextColumn, rows: np.ndarray, most: int) -> Words:
    """The first words of some rows, so many of each at most."""
    first = column.words.first
    places = ranges(first[rows], np.minimum(first[rows + 1] - first[rows], most))
    return column.words.take(places, column.size)


@cache
def _table() -> WordTable:
    return WordTable(sorted(_TELLING))


@cache
def _is_sure() -> np.ndarray:
    """Which words of the table tell by themselves; the last entry is that of no word."""
    return np.array([word not in _SHARED for word in _table().words] + [False])
