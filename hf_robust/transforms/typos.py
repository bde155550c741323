"""Character level: one letter inserted, left out, swapped with its neighbor or replaced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

import numpy as np

from hf_robust.core.column_edits import Chosen, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text_columns import Strings, TextColumn, is_letter
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, preserves, register
from hf_robust.transforms.candidate_order import interleaved
from hf_robust.transforms.letters import ALPHABET, alphabet_like, is_marked, other_letter, other_letters

SLIPS = ("insert", "delete", "swap", "replace")
MODES = ("random", *SLIPS)


@register
@dataclass(frozen=True, kw_only=True)
class Typos(WordTransformation):
    """Insert, delete, swap or replace one letter of a word.

    The result always differs from the word.

    Args:
        mode: ``random`` or one of ``insert``, ``delete``, ``swap``, ``replace``.
        keep_first: Whether the first letter stays in its position.
        keep_last: Whether the last letter stays in its position.

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
    script_only = True
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

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """All slips in all places; one of each kind in turn, as often as any is drawn."""
        word = doc.text[start:end]
        places = _places(word, self.keep_first, self.keep_last)
        kinds = [_ALL_SLIPS[kind](word, places) for kind in _possible(self.mode, word, places)]
        slips = [[found[at] for at in rng.fork(number).order(len(found))] for number, found in enumerate(kinds)]
        return (Edit(start, end, new) for new in interleaved(slips))

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
    places = _places(word, keep_first, keep_last)
    possible = _possible(mode, word, places)
    return _SLIPS[rng.choice(possible)](word, places, rng) if possible else None


def _places(word: str, keep_first: bool, keep_last: bool) -> Sequence[int]:
    """Places of the letters that may be touched."""
    first, last = int(keep_first), len(word) - keep_last
    return range(first, last) if word.isascii() and word.isalpha() else _letters(word, first, last)


def _possible(mode: str, word: str, places: Sequence[int]) -> list[str]:
    """The kinds of slips that change the word; none where no letter may be touched."""
    kinds = SLIPS if mode == "random" else (mode,)
    return [kind for kind in kinds if _is_possible(kind, word, places)] if places else []


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


def _all_inserted(word: str, places: Sequence[int]) -> list[str]:
    letters = ALPHABET.upper() if word.isupper() else ALPHABET
    return [word[:place] + new + word[place:] for place in places for new in letters]


def _delete(word: str, places: Sequence[int], rng: RowRandom) -> str:
    place = places[rng.randrange(len(places))]
    return word[:place] + word[place + 1 :]


def _all_deleted(word: str, places: Sequence[int]) -> list[str]:
    return [word[:place] + word[place + 1 :] for place in places]


def _swap(word: str, places: Sequence[int], rng: RowRandom) -> str:
    return rng.choice(_all_swapped(word, places))


def _all_swapped(word: str, places: Sequence[int]) -> list[str]:
    return [word[:p] + word[p + 1] + word[p] + word[p + 2 :] for p in _pairs(word, places)]


def _substitute(word: str, places: Sequence[int], rng: RowRandom) -> str:
    place = places[rng.randrange(len(places))]
    return word[:place] + other_letter(word[place], rng) + word[place + 1 :]


def _all_substituted(word: str, places: Sequence[int]) -> list[str]:
    return [word[:place] + new + word[place + 1 :] for place in places for new in alphabet_like(word[place])]


_SLIPS = {"insert": _insert, "delete": _delete, "swap": _swap, "replace": _substitute}
_ALL_SLIPS = {"insert": _all_inserted, "delete": _all_deleted, "swap": _all_swapped, "replace": _all_substituted}
