"""Character level: one letter inserted, left out, swapped with its neighbor or replaced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from hf_robust.core.column_edits import Chosen, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text_columns import Strings, TextColumn, is_letter
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, preserves, register
from hf_robust.transforms.letters import ALPHABET, is_marked, other_letter, other_letters

SLIPS = ("insert", "delete", "swap", "replace")
MODES = ("random", *SLIPS)


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
        >>> Typos(mode="swap", count=1).preview("good morning", seed=9)
        'good mroning'
    """

    mode: str = "random"
    keep_first: bool = True
    keep_last: bool = True

    name = "typos"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Typos"
    effects = preserves(*GENERAL_TASKS)
    reads_word_alone: ClassVar[bool] = True
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

    def eligible_columns(self, column: TextColumn) -> np.ndarray:
        return column.word_sizes >= 1 + self.keep_first + self.keep_last

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        data, draws = chosen.column.data, chosen.draws
        letters = is_letter(chosen.chars) & chosen.inner(self.keep_first, self.keep_last)
        unlike = np.zeros(len(letters), bool)
        unlike[:-1] = chosen.chars[:-1] != chosen.chars[1:]
        places, pairs = chosen.places(letters), chosen.places(letters & chosen.followed(letters) & unlike)
        always = np.ones(chosen.size, bool)
        possible = np.stack([always, chosen.lengths > 1, pairs.sizes > 0, always])
        possible &= np.array([self.mode in ("random", slip) for slip in SLIPS])[:, None]
        number = draws.randrange(possible.sum(axis=0))
        kind = np.argmax(np.cumsum(possible, axis=0) == number + 1, axis=0)
        swap = kind == SLIPS.index("swap")
        at = np.where(swap, pairs.pick(draws.randrange(pairs.sizes, 1)), places.pick(draws.randrange(places.sizes, 1)))
        # what stands there then: a letter, nothing, two letters that changed places, or another letter
        new = np.stack([data[at], data[at]], axis=1)
        inserted = ord("a") + draws.randrange(26, 2) - 32 * chosen.shouted
        following = data[np.minimum(at + 1, len(data) - 1)]
        new[:, 0] = np.choose(kind, [inserted, data[at], following, other_letters(data[at], draws, 2)])
        fits = (places.sizes > 0) & possible.any(axis=0)
        sizes = np.array([1, 0, 2, 1])[kind]
        return chosen.edits(fits, at, at + np.array([0, 1, 2, 1])[kind], Strings.of_rows(new, sizes))


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
    possible = [kind for kind in (SLIPS if mode == "random" else (mode,)) if _is_possible(kind, word, places)]
    return _SLIPS[rng.choice(possible)](word, places, rng) if possible else None


def _is_possible(kind: str, word: str, places: Sequence[int]) -> bool:
    """Whether a slip changes the word, wherever it is drawn."""
    if kind == "swap":
        return any(True for _ in _pairs(word, places))
    return kind != "delete" or len(word) > 1


def _pairs(word: str, places: Sequence[int]) -> Iterator[int]:
    """Places of the letters that differ from the letter after them."""
    return (p for p, q in pairwise(places) if q == p + 1 and word[p] != word[q])


def _letters(word: str, first: int, last: int) -> list[int]:
    """Places of ASCII letters; those that carry a combining mark stay with it."""
    return [p for p in range(first, last) if word[p].isascii() and word[p].isalpha() and not is_marked(word, p)]


def _insert(word: str, places: Sequence[int], rng: RowRandom) -> str:
    place = places[rng.randrange(len(places))]
    new = ALPHABET[rng.randrange(26)]
    return word[:place] + (new.upper() if word.isupper() else new) + word[place:]


def _delete(word: str, places: Sequence[int], rng: RowRandom) -> str:
    place = places[rng.randrange(len(places))]
    return word[:place] + word[place + 1 :]


def _swap(word: str, places: Sequence[int], rng: RowRandom) -> str:
    place = rng.choice(list(_pairs(word, places)))
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def _substitute(word: str, places: Sequence[int], rng: RowRandom) -> str:
    place = places[rng.randrange(len(places))]
    return word[:place] + other_letter(word[place], rng) + word[place + 1 :]


_SLIPS = {"insert": _insert, "delete": _delete, "swap": _swap, "replace": _substitute}
