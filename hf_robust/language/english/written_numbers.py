"""Numbers as they are written: in figures, and in words up to 99."""

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

import numpy as np

from hf_robust.core.text_columns import TextColumn, is_digit, is_letter, lowered
from hf_robust.language.english.closed_classes import ONCE_TWICE, SCALES
from hf_robust.language.lexicons import lexicon

# "68 000 jobs". One digit stands first: such a pattern is found faster than one that begins with a choice
_DIGITS = re.compile(r"[0-9](?:(?<=[1-9])[0-9]{0,2}(?: [0-9]{3})+(?= [a-z])|[0-9]*(?:[.,][0-9]+)*)")
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)(?![\w-])", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]+")
# words of number that are no numbers of their own: "the second week", "once a day", "hundreds"
_NUMBER_WORDS = SCALES | ONCE_TWICE | {"couple", "dozen", "one"}
_LONG = 9  # figures of the longest number that is read
_STEM = 4  # letters by which a word of a batch is told


class Number(NamedTuple):
    """A number of a text: where it stands, what it is worth, and whether it is spelled out or an ordinal."""

    start: int
    end: int
    value: float
    ordinal: bool
    spelled: bool = False


@cache
def _spelled_values() -> Mapping[str, tuple[int, bool]]:
    table = lexicon("number_words")
    forms = {}
    for ordinal in (False, True):
        start = "ordinal_" if ordinal else ""
        units, tens = table[f"{start}units"], table[f"{start}tens"]
        forms.update({word: (value, ordinal) for value, word in enumerate(units) if value > 1 + ordinal})
        forms.update({word: (10 * value, ordinal) for value, word in enumerate(tens, 2)})
        for ten, word in enumerate(table["tens"], 2):
            forms.update({f"{word}-{unit}": (10 * ten + n, ordinal) for n, unit in enumerate(units[1:10], 1)})
    return {**forms, "one": (1, False)}


@cache
def _first_words() -> frozenset[str]:
    """The words with which a number in words begins."""
    return frozenset(form.partition("-")[0] for form in _spelled_values())


@cache
def _spelled_pattern() -> re.Pattern[str]:
    ordered = sorted(_spelled_values(), key=lambda form: (form[:2], -len(form)))
    groups = groupby(ordered, key=lambda form: form[:2])
    forms = "|".join(f"{start}(?:{'|'.join(form[2:] for form in group)})" for start, group in groups)
    return re.compile(rf"(?:{forms})(?![^\W_])")


def numbers_in(text: str) -> list[Number]:
    """The numbers of a text, in figures and in words up to 99; what is too long or no plain number is worth -1.

    Example:
        >>> [(found.value, found.ordinal) for found in numbers_in("The third of 1,200 men")]
        [(3, True), (1200, False)]
    """
    low = text.lower()
    if len(low) != len(text):
        return []
    found = []
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        ordinal = _ORDINAL_END.match(text, end)
        value = match[0].replace(",", "").replace(" ", "") if end - start <= _LONG else "-1"
        value = "-1" if value.count(".") > 1 else value
        number = float(value) if "." in value else int(value)
        found.append(Number(start, ordinal.end() if ordinal else end, number, ordinal is not None))
    if opening := _first_words() & words_in(text):
        found += _spelled_in(low, opening)
        found.sort()
    return found


@lru_cache(maxsize=1)
def words_in(text: str) -> frozenset[str]:
    """The words of a text in lower case, each a row of Latin letters without accents.

    Example:
        >>> sorted(words_in("It's 9am."))
        ['am', 'it', 's']
    """
    return frozenset(_LETTERS.findall(text.lower()))


def _spelled_in(low: str, opening: Iterable[str]) -> Iterable[Number]:
    """The numbers in words of a text in lower case that begin with some words."""
    values, pattern, last = _spelled_values(), _spelled_pattern(), 0
    for start in sorted(found.start() for word in opening for found in _alone(word).finditer(low)):
        if start >= last and (match := pattern.match(low, start)):
            last = match.end()
            if not (start and low[start - 1].isalnum()):
                yield Number(start, last, *values[match[0]], spelled=True)


@cache
def _alone(word: str) -> re.Pattern[str]:
    """A word with no Latin letter beside it. A pattern that begins with letters is found faster."""
    return re.compile(f"{word}(?![a-z])(?<![a-z]{word})")


@cache
def _stems(short: bool) -> np.ndarray:
    """The first letters of the words that tell of numbers, as numbers; or of those of fewer letters."""
    ordinals = lexicon("number_words")["ordinal_units"][1:3]
    words = {
        word for word in (*_first_words(), *_NUMBER_WORDS, *ordinals, "half", "quarter") if (len(word) < _STEM) == short
    }
    return np.array(sorted({int.from_bytes(word[:_STEM].encode(), "little") for word in words}), np.int64)


def may_hold_numbers(column: TextColumn) -> np.ndarray:
    """Which texts of a column may hold a number or a word of number; the others hold none for certain.

    Example:
        >>> from hf_robust.core.text_columns import Strings
        >>> may_hold_numbers(TextColumn(Strings.of([b"I had two dogs", b"a dog", b"5 dogs"]))).tolist()
        [True, False, True]
    """
    data = lowered(column.data)
    found = np.zeros(column.size, bool)
    letters = is_letter(data)
    begins = letters.copy()
    begins[1:] &= ~letters[:-1]
    begins |= letters & column.borders[:-1]
    places = np.flatnonzero(begins)
    data = np.append(data, np.zeros(_STEM, np.uint8))
    stems = sum((data[places + n].astype(np.int64) << (8 * n) for n in range(_STEM)), np.zeros(len(places), np.int64))
    told = np.isin(stems, _stems(False))
    for stem in _stems(True).tolist():  # and no letter behind it
        size = (stem.bit_length() + 7) // 8
        told |= ((stems & ((1 << 8 * size) - 1)) == stem) & ~is_letter(data[places + size])
    signs = np.concatenate([np.flatnonzero(is_digit(data)), places[told]])
    found[np.searchsorted(column.offsets, signs, "right") - 1] = True
    return found
