"""Typing errors in single words: a letter left out, doubled, swapped, misread or from a neighboring key."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, permutations
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, preserves, register
from hf_robust.transforms.letters import ALPHABET, is_marked, letter_places, other_letter


@cache
def _neighbors(layout: str) -> Mapping[str, str]:
    """Neighboring keys of the letters of a layout, upper case included; another digit would be another number."""
    keys = {key: near for key, near in lexicon("keyboard")[layout].items() if not key.isdigit()}
    upper = {key.upper(): near.upper() for key, near in keys.items() if len(key.upper()) == 1 and key.isalpha()}
    return {**keys, **{key: "".join(c for c in near if c.isalpha()) or near for key, near in upper.items()}}


@register
@dataclass(frozen=True, kw_only=True)
class Keyboard(WordTransformation):
    """One letter of a word becomes a neighbor on the keyboard.

    Digits stay: another number would change what the text says.

    Args:
        layout: ``qwerty``, ``qwertz`` or ``azerty``.
        min_length: Shortest word that is touched, in characters.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Keyboard".

    Example:
        >>> Keyboard(count=1).preview("a wonderful film", seed=5)
        'a wondsrful film'
    """

    layout: str = "qwerty"
    min_length: int = 4

    name = "keyboard"
    level = "character"
    linguistics = "morphology"
    seed_name = "Keyboard"
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = 0.2

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("layout", lexicon("keyboard"))
        self._require(isinstance(self.min_length, int) and self.min_length >= 1, "min_length", "at least 1")

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        least = self.min_length
        return [word for word in doc.free_words if word[1] - word[0] >= least]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        near = _neighbors(self.layout)
        plain = word.isascii()
        for _ in range(3):  # nearly always the first draw is a letter; the scan is for the rest
            place = rng.randrange(len(word))
            if word[place] in near and (plain or not is_marked(word, place)):
                break
        else:
            places = [p for p, c in enumerate(word) if c in near and not is_marked(word, p)]
            if not places:
                return None
            place = rng.choice(places)
        return word[:place] + rng.choice(near[word[place]]) + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class Ocr(WordTransformation):
    """One letter or pair of a word becomes one that character recognition confuses with it.

    Digits stay: another number would change what the text says.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Ocr".

    Example:
        >>> Ocr(count=1).preview("modern cloud", seed=1)
        'modern cloutl'
    """

    name = "ocr"
    level = "character"
    linguistics = "morphology"
    seed_name = "Ocr"
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = 0.2

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        confused = lexicon("ocr")
        word = doc.text[start:end]
        size = len(word)
        plain = word.isascii()
        first = rng.randrange(size)
        for place in (*range(first, size), *range(first)):
            pair = word[place : place + 2]
            if not plain and (is_marked(word, place) or is_marked(word, place + 1)):
                continue
            if pair in confused and len(pair) == 2 and pair.isalpha():
                return word[:place] + rng.choice(confused[pair]) + word[place + 2 :]
            if word[place] in confused and not word[place].isdigit():
                return word[:place] + rng.choice(confused[word[place]]) + word[place + 1 :]
        return None


@register
@dataclass(frozen=True, kw_only=True)
class MissingCharacter(WordTransformation):
    """One letter of a word is left out.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.1, Table 1, "Missing Characters".

    Example:
        >>> MissingCharacter(count=1).preview("a big problem")
        'a big prblem'
    """

    name = "missing-character"
    level = "character"
    linguistics = "morphology"
    seed_name = "Missing Characters"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 3:  # of two letters one would be left, of "90s" another number
            return None
        place = places[rng.randrange(len(places))]
        return word[:place] + word[place + 1 :]


@register
@dataclass(frozen=True, kw_only=True)
class AdjacentSwap(WordTransformation):
    """Two different letters of a word that stand side by side change places; capitals stay where they are.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Adjacent Character Swap".

    Example:
        >>> AdjacentSwap(count=1).preview("most likely")
        'most liekly'
    """

    name = "adjacent-swap"
    level = "character"
    linguistics = "morphology"
    seed_name = "Adjacent Character Swap"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if len(places) < 2:
            return None
        place = places[rng.randrange(len(places) - 1)]
        if type(places) is not range or word[place].lower() == word[place + 1].lower():
            known = set(places)
            pairs = [p for p in places if p + 1 in known and word[p].lower() != word[p + 1].lower()]
            if not pairs:
                return None
            place = pairs[rng.randrange(len(pairs))]
        left, right = word[place], word[place + 1]
        if left.isupper() and right.islower() and right.isascii() and left.isascii():
            left, right = left.lower(), right.upper()
        return word[:place] + right + left + word[place + 2 :]


@register
@dataclass(frozen=True, kw_only=True)
class RepeatedCharacter(WordTransformation):
    """One letter of a word is doubled.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Character Repetition".

    Example:
        >>> RepeatedCharacter(count=1).preview("a big problem", seed=7)
        'a big pproblem'
    """

    name = "repeated-character"
    level = "character"
    linguistics = "morphology"
    seed_name = "Character Repetition"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = letter_places(word)
        if not places:
            return None
        place = places[rng.randrange(len(places))]
        letter = word[place]
        if letter.isascii() and not word.isupper():
            letter = letter.lower()
        return word[: place + 1] + letter + word[place + 1 :]


MODES = ("random", "insert", "delete", "swap", "replace")


@register
@dataclass(frozen=True, kw_only=True)
class Typos(WordTransformation):
    """One letter of a word is inserted, deleted, swapped with its neighbor or replaced.

    The result always differs from the word.

    Args:
        mode: ``random`` or one of ``insert``, ``delete``, ``swap``, ``replace``.
        keep_first: Leave the first letter in its place.
        keep_last: Leave the last letter in its place.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Typos".

    Example:
        >>> Typos(mode="swap", count=1).preview("good morning", seed=5)
        'good mroning'
    """

    mode: str = "random"
    keep_first: bool = True
    keep_last: bool = True

    name = "typos"
    level = "character"
    linguistics = "morphology"
    seed_name = "Typos"
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = 0.3

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("mode", MODES)
        for name in ("keep_first", "keep_last"):
            self._require(isinstance(getattr(self, name), bool), name, "True or False")

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        # a letter between the kept ones is needed
        least = 1 + self.keep_first + self.keep_last
        return [word for word in doc.free_words if word[1] - word[0] >= least]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        return typo(doc.text[start:end], rng, self.mode, self.keep_first, self.keep_last)


def typo(
    word: str, rng: RowRandom, mode: str = "random", keep_first: bool = True, keep_last: bool = True
) -> str | None:
    """A word with one slip in it; None when the word has no letter that may be touched.

    Args:
        word: The word.
        rng: Draws the slip and its place.
        mode: One of ``MODES``.
        keep_first: Leave the first letter in its place.
        keep_last: Leave the last letter in its place.

    Example:
        >>> from hf_robust.core.randomness import RowRandom
        >>> typo("morning", RowRandom(b"1"), "delete") in ("mrning", "moning", "moring", "mornng", "mornig")
        True
    """
    first, last = int(keep_first), len(word) - keep_last
    plain = word.isascii() and word.isalpha()
    places = range(first, last) if plain else _letters(word, first, last)
    if not places:
        return None
    for kind in _ORDERS[rng.randrange(len(_ORDERS))] if mode == "random" else (mode,):
        new = _SLIPS[kind](word, places, rng)
        if new is not None and new != word:
            return new
    return None


def _letters(word: str, first: int, last: int) -> list[int]:
    """Places of ASCII letters; those that carry a combining mark stay with it."""
    return [p for p in range(first, last) if word[p].isascii() and word[p].isalpha() and not is_marked(word, p)]


def _insert(word: str, places: Sequence[int], rng: RowRandom) -> str | None:
    place = places[rng.randrange(len(places))]
    new = ALPHABET[rng.randrange(26)]
    return word[:place] + (new.upper() if word.isupper() else new) + word[place:]


def _delete(word: str, places: Sequence[int], rng: RowRandom) -> str | None:
    place = places[rng.randrange(len(places))]
    return word[:place] + word[place + 1 :] if len(word) > 1 else None


def _swap(word: str, places: Sequence[int], rng: RowRandom) -> str | None:
    if type(places) is range and len(places) > 1:  # letters only: nearly every pair will do
        place = places[rng.randrange(len(places) - 1)]
        if word[place] != word[place + 1]:
            return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    pairs = [p for p, q in pairwise(places) if q == p + 1 and word[p] != word[q]]
    if not pairs:
        return None
    place = rng.choice(pairs)
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _substitute(word: str, places: Sequence[int], rng: RowRandom) -> str | None:
    place = places[rng.randrange(len(places))]
    return word[:place] + other_letter(word[place], rng) + word[place + 1 :]


_SLIPS = {"insert": _insert, "delete": _delete, "swap": _swap, "replace": _substitute}
_ORDERS = tuple(permutations(_SLIPS))
