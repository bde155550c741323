"""Words with signs in them, such as U.S. and $5.00, among the words of a whole column."""

from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.word_bounds import TITLES, find_words

if TYPE_CHECKING:
    from hf_robust.core.text_columns import Strings, Words

_JOINS, _BETWEEN_DIGITS = ("&", "+", "#", "_"), (",", ":", "/")
_LONGEST = max(map(len, TITLES))
_TITLE_KEYS = np.array([int.from_bytes(title.encode(), "little") for title in TITLES])


def rows_with_signs(texts: "Strings", words: "Words", inside: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """Numbers of the rows that may hold a word with signs in it; the others hold none for certain.

    Args:
        texts: The texts.
        words: Runs of letters and digits.
        inside: Which bytes are letters or digits.
        digits: Which bytes are digits.
    """
    data = texts.data
    if len(data) < 2:
        return np.empty(0, np.int64)
    found = np.zeros(len(data), bool)
    before, after = inside[:-1], inside[1:].copy()
    borders = texts.offsets[1:-1]
    after[borders[(borders > 0) & (borders < len(data))] - 1] = False  # the next byte is of the next row
    first, last = data[:-1], data[1:]
    for sign in _JOINS:
        found[1:] |= (last == ord(sign)) & before
    dots = (first == ord(".")) & after
    dots[1:] &= first[:-1] != ord(".")
    found[:-1] |= dots | (((first == ord("$")) | (first >= 0x80)) & digits[1:])
    found[1:] |= digits[:-1] & ((last == ord("%")) | (last >= 0x80))
    for sign in _BETWEEN_DIGITS:
        found[1:-1] |= (data[1:-1] == ord(sign)) & digits[:-2] & digits[2:]
    found[words.end[_are_titles(data, words)]] = True
    return np.unique(np.searchsorted(texts.offsets, np.flatnonzero(found), "right") - 1)


def _are_titles(data: np.ndarray, words: "Words") -> np.ndarray:
    """Which words are abbreviations to which the dot behind them belongs."""
    padded = np.append(data, np.zeros(_LONGEST, np.uint8))
    length = words.end - words.start
    places = np.flatnonzero((length <= _LONGEST) & (padded[words.end] == ord(".")))
    keys = np.zeros(len(places), np.int64)
    for step in range(_LONGEST):
        byte = (padded[words.start[places] + step] | 0x20).astype(np.int64)
        keys |= np.where(length[places] > step, byte << (8 * step), 0)
    return places[np.isin(keys, _TITLE_KEYS)]


def with_whole_words(texts: "Strings", words: "Words", rows: np.ndarray) -> "Words":
    """The words of a column, where those of some rows are found in each row by itself.

    Args:
        texts: The texts.
        words: Runs of letters and digits.
        rows: Numbers of the rows.
    """
    start: list[int] = []
    end: list[int] = []
    counts = np.diff(words.first)
    for row, content in zip(rows.tolist(), texts.take(rows).tolist()):
        text = content.decode("utf-8", "replace")
        found = find_words(text)
        if not text.isascii():
            found = [(len(text[:a].encode()), len(text[:b].encode())) for a, b in found]
        base = int(texts.offsets[row])
        start += [base + a for a, _ in found]
        end += [base + b for _, b in found]
        counts[row] = len(found)
    others = ~np.isin(words.row, rows)
    starts = np.concatenate([words.start[others], np.array(start, np.int64)])
    order = np.argsort(starts, kind="stable")
    ends = np.concatenate([words.end[others], np.array(end, np.int64)])[order]
    first = np.concatenate([[0], np.cumsum(counts)])
    return type(words)(starts[order], ends, np.repeat(np.arange(len(counts)), counts), first)
