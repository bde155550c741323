"""Typing errors in single words: a letter left out, doubled, swapped, misread or from a neighboring key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import ClassVar

import numpy as np

from hf_robust.core.column_edits import CharTable, Chosen, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text_columns import Strings, TextColumn, is_letter, is_lower, is_upper, lowered, uppered
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import GENERAL_TASKS, ONE_IN_TEN, WordTransformation, preserves, register
from hf_robust.transforms.letters import is_marked, letter_places


@cache
def _neighbors(layout: str) -> Mapping[str, str]:
    """Neighboring keys of the letters of a layout, upper case included; another digit would be another number."""
    keys = {key: near for key, near in lexicon("keyboard")[layout].items() if not key.isdigit()}
    upper = {key.upper(): near.upper() for key, near in keys.items() if len(key.upper()) == 1 and key.isalpha()}
    return {**keys, **{key: "".join(c for c in near if c.isalpha()) or near for key, near in upper.items()}}


@cache
def _neighbor_table(layout: str) -> CharTable:
    return CharTable(_neighbors(layout))


@register
@dataclass(frozen=True, kw_only=True)
class Keyboard(WordTransformation):
    """Replace one letter of a word with an adjacent key. By default, at most 10% of the words change.

    The first letter does not change, because readers need it most. Short words do not change, because one other letter
    often makes another word. Digits do not change, because another number would change the meaning.

    Args:
        layout: Keyboard layout: ``qwerty``, ``qwertz`` or ``azerty``.
        min_length: Length of the shortest word that may change, in characters.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Keyboard".

    Example:
        >>> Keyboard(count=1).preview("a wonderful film", seed=88)
        'a wondetful film'
    """

    layout: str = "qwerty"
    min_length: int = 5

    name = "keyboard"
    version = "3"
    level = "character"
    linguistics = "morphology"
    seed_name = "Keyboard"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    reads_word_alone: ClassVar[bool] = True
    default_rate: ClassVar[float] = ONE_IN_TEN

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("layout", lexicon("keyboard"))
        self._require(isinstance(self.min_length, int) and self.min_length >= 1, "min_length", "at least 1")

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        least = self.min_length
        return [word for word in doc.free_words if word[1] - word[0] >= least]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word, near = doc.text[start:end], _neighbors(self.layout)
        places = _key_places(word, near)
        if not places:
            return None
        place = rng.choice(places)
        return word[:place] + rng.choice(near[word[place]]) + word[place + 1 :]

    def forms(self, word: str) -> Sequence[str]:
        near = _neighbors(self.layout)
        return [word[:at] + key + word[at + 1 :] for at in _key_places(word, near) for key in near[word[at]]]

    def eligible_columns(self, column: TextColumn) -> np.ndarray:
        return column.word_sizes >= self.min_length

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        near, draws = _neighbor_table(self.layout), chosen.draws
        places = chosen.places((near.count[chosen.chars] > 0) & chosen.inner(1, 0))
        at = places.pick(draws.randrange(places.sizes))
        char = chosen.column.data[at]
        new = near.pick(char, draws.randrange(near.count[char], 1))
        return chosen.edits(places.sizes > 0, at, at + 1, new)


def _key_places(word: str, near: Mapping[str, str]) -> list[int]:
    """Places of the characters behind the first that have a key with neighbors."""
    places = [place for place in range(1, len(word)) if word[place] in near]
    return places if word.isascii() else [place for place in places if not is_marked(word, place)]


@register
@dataclass(frozen=True, kw_only=True)
class Ocr(WordTransformation):
    """Replace one or two letters of a word with letters that OCR confuses with them.

    Digits do not change, because another number would change the meaning.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Ocr".

    Example:
        >>> Ocr(count=1).preview("modern cloud", seed=8)
        'modern cloutl'
    """

    name = "ocr"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Ocr"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    reads_word_alone: ClassVar[bool] = True
    default_rate: ClassVar[float] = 0.2

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        size = len(word)
        first = rng.randrange(size)
        for place in (*range(first, size), *range(first)):
            read = _misread(word, place)
            if read:
                return word[:place] + rng.choice(lexicon("ocr")[read]) + word[place + len(read) :]
        return None

    def forms(self, word: str) -> Sequence[str]:
        confused = lexicon("ocr")
        read = [(place, key) for place in range(len(word)) if (key := _misread(word, place))]
        return [word[:place] + new + word[place + len(key) :] for place, key in read for new in confused[key]]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        table, chars, data = _confusions(), chosen.chars, chosen.column.data
        following = np.zeros(len(chars), np.uint8)
        following[:-1] = chars[1:]
        following[chosen.ends] = 0
        places = chosen.places((table.pairs[chars, following] >= 0) | (table.single[chars] >= 0))
        first = chosen.start + chosen.draws.randrange(chosen.lengths)
        at = places.from_place(first)
        last = at + 1 >= chosen.end
        key = table.pairs[data[at], np.where(last, np.uint8(0), data[np.minimum(at + 1, len(data) - 1)])]
        until = at + np.where(key >= 0, 2, 1)
        key = np.where(key >= 0, key, table.single[data[at]])
        new = table.pick(key, chosen.draws.randrange(table.count[key], 1))
        return chosen.edits(places.sizes > 0, at, until, new)


def _misread(word: str, place: int) -> str:
    """The pair or letter at a place that may be taken for something else; empty where nothing may."""
    confused, pair = lexicon("ocr"), word[place : place + 2]
    if not word.isascii() and (is_marked(word, place) or is_marked(word, place + 1)):
        return ""
    if pair in confused and len(pair) == 2 and pair.isalpha():
        return pair
    return word[place] if word[place] in confused and not word[place].isdigit() else ""


class _Confusions:
    """The table of character recognition as arrays: numbers of single characters, of pairs, and what they become."""

    def __init__(self, table: Mapping[str, Sequence[str]]):
        keys = [key for key in table if key.isascii() and (key.isalpha() if len(key) == 2 else not key.isdigit())]
        self.single = np.full(256, -1)
        self.pairs = np.full((256, 256), -1)
        for number, key in enumerate(keys):
            codes = key.encode()
            if len(codes) == 1:
                self.single[codes[0]] = number
            else:
                self.pairs[codes[0], codes[1]] = number
        self.count = np.array([len(table[key]) for key in keys])
        self._first = np.concatenate([[0], np.cumsum(self.count)[:-1]])
        self._choices = Strings.of([new.encode() for key in keys for new in table[key]])

    def pick(self, key: np.ndarray, number: np.ndarray) -> Strings:
        """What keys become; anything for those that are not in the table."""
        return self._choices.take(self._first[key] + number)


@cache
def _confusions() -> _Confusions:
    return _Confusions(lexicon("ocr"))


@register
@dataclass(frozen=True, kw_only=True)
class MissingCharacter(WordTransformation):
    """Delete one letter of a word.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.1, Table 1, "Missing Characters".

    Example:
        >>> MissingCharacter(count=1).preview("a big problem", seed=2)
        'a big prblem'
    """

    name = "missing-character"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Missing Characters"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 3:  # of two letters one would be left, of "90s" another number
            return None
        place = places[rng.randrange(len(places))]
        return word[:place] + word[place + 1 :]

    def forms(self, word: str) -> Sequence[str]:
        places = letter_places(word)
        return [word[:place] + word[place + 1 :] for place in places] if len(places) >= 3 else ()

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        places = chosen.letters
        at = places.pick(chosen.draws.randrange(places.sizes))
        return chosen.edits(places.sizes >= 3, at, at + 1, Strings.empty(chosen.size))


@register
@dataclass(frozen=True, kw_only=True)
class AdjacentSwap(WordTransformation):
    """Swap two different adjacent letters of a word. Capitals keep their positions.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Adjacent Character Swap".

    Example:
        >>> AdjacentSwap(count=1).preview("most likely", seed=16)
        'most liekly'
    """

    name = "adjacent-swap"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Adjacent Character Swap"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        pairs = _unlike_pairs(word)
        return _swapped(word, rng.choice(pairs)) if pairs else None

    def forms(self, word: str) -> Sequence[str]:
        return [_swapped(word, place) for place in _unlike_pairs(word)]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        data, letters, low = chosen.column.data, is_letter(chosen.chars), lowered(chosen.chars)
        unlike = np.zeros(len(low), bool)
        unlike[:-1] = low[:-1] != low[1:]
        places = chosen.places(letters & chosen.followed(letters) & unlike)
        at = places.pick(chosen.draws.randrange(places.sizes))
        pair = np.stack([data[np.minimum(at + 1, len(data) - 1)], data[at]], axis=1)
        capital = is_upper(pair[:, 1]) & is_lower(pair[:, 0])
        pair = np.where(capital[:, None], np.stack([uppered(pair[:, 0]), lowered(pair[:, 1])], axis=1), pair)
        return chosen.edits(places.sizes > 0, at, at + 2, Strings.of_rows(pair))


def _unlike_pairs(word: str) -> list[int]:
    """Places of the letters that stand before a different one."""
    places = letter_places(word)
    return [p for p, q in pairwise(places) if q == p + 1 and word[p].lower() != word[q].lower()]


def _swapped(word: str, place: int) -> str:
    left, right = word[place], word[place + 1]
    if left.isupper() and right.islower() and right.isascii() and left.isascii():
        left, right = left.lower(), right.upper()
    return word[:place] + right + left + word[place + 2 :]


@register
@dataclass(frozen=True, kw_only=True)
class RepeatedCharacter(WordTransformation):
    """Double one letter of a word.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Character Repetition".

    Example:
        >>> RepeatedCharacter(count=1).preview("a big problem", seed=9)
        'a big pproblem'
    """

    name = "repeated-character"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Character Repetition"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if not places:
            return None
        return _doubled(word, places[rng.randrange(len(places))])

    def forms(self, word: str) -> Sequence[str]:
        return [_doubled(word, place) for place in letter_places(word)]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        places = chosen.letters
        at = places.pick(chosen.draws.randrange(places.sizes))
        letter = chosen.column.data[at]
        letter = np.where(chosen.shouted, letter, lowered(letter))
        return chosen.edits(places.sizes > 0, at + 1, at + 1, Strings.of_rows(letter[:, None]))


def _doubled(word: str, place: int) -> str:
    letter = word[place]
    if letter.isascii() and not word.isupper():
        letter = letter.lower()
    return word[: place + 1] + letter + word[place + 1 :]
