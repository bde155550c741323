"""Character level: one letter inserted, left out, swapped with its neighbor or replaced."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.transforms.base import GENERAL_TASKS, preserves, register
from hf_robust.transforms.candidate_order import interleaved
from hf_robust.transforms.letters import ALPHABET, alphabet_like, is_marked, other_letters
from hf_robust.transforms.word_changes import Spot, Spots, WordChange, changed_word

SLIPS = ("insert", "delete", "swap", "replace")
MODES = ("random", *SLIPS)


@register
@dataclass(frozen=True, kw_only=True)
class Typos(WordChange):
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
    default_rate: ClassVar[float] = 0.3

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("mode", MODES)
        for name in ("keep_first", "keep_last"):
            self._require(isinstance(getattr(self, name), bool), name, "True or False")

    @property
    def shortest(self) -> int:
        # a letter between the kept ones is needed
        return 1 + self.keep_first + self.keep_last

    def spots(self, word: str) -> Spots:
        return slips(word, self.mode, self.keep_first, self.keep_last)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        """All slips in all places; one of each kind in turn, as often as any is drawn."""
        word = doc.text[start:end]
        kinds = [
            [word[: spot.start] + new + word[spot.end :] for spot in spots for new in _listed(word, spot)]
            for spots in self.spots(word)
        ]
        ordered = [[found[at] for at in rng.fork(number).order(len(found))] for number, found in enumerate(kinds)]
        return (Edit(start, end, new) for new in interleaved(ordered))


def typo(
    word: str, rng: RowRandom, mode: str = "random", keep_first: bool = True, keep_last: bool = True
) -> str | None:
    """A word with one slip in it; None when the word has no letter that may be touched.

    Args:
        rng: Draws the slip and its place.
        mode: One of ``MODES``.
        keep_first: Leave the first letter in its place.
        keep_last: Leave the last letter in its place.

    Example:
        >>> from hf_robust.core.randomness import RowRandom
        >>> typo("morning", RowRandom(b"1"), "delete") in ("mrning", "moning", "moring", "mornng", "mornig")
        True
    """
    return changed_word(word, slips(word, mode, keep_first, keep_last), rng)


def slips(word: str, mode: str = "random", keep_first: bool = True, keep_last: bool = True) -> list[list[Spot]]:
    """The spots of each kind of slip that changes a word.

    Args:
        mode: One of ``MODES``.
        keep_first: Leave the first letter in its place.
        keep_last: Leave the last letter in its place.

    Example:
        >>> slips("morning", "delete")[0][0]
        Spot(start=1, end=2, choices=('',))
    """
    first, last = int(keep_first), len(word) - keep_last
    places = range(first, last) if word.isascii() and word.isalpha() else _letters(word, first, last)
    kinds = SLIPS if mode == "random" else (mode,)
    return [spots for kind in kinds if (spots := _SPOTS[kind](word, places))] if places else []


def _letters(word: str, first: int, last: int) -> list[int]:
    """Places of ASCII letters; those that carry a combining mark stay with it."""
    return [p for p in range(first, last) if word[p].isascii() and word[p].isalpha() and not is_marked(word, p)]


def _inserted(word: str, places: Sequence[int]) -> list[Spot]:
    letters = ALPHABET.upper() if word.isupper() else ALPHABET
    return [Spot(place, place, letters) for place in places]


def _deleted(word: str, places: Sequence[int]) -> list[Spot]:
    return [Spot(place, place + 1, ("",)) for place in places] if len(word) > 1 else []


def _swapped(word: str, places: Sequence[int]) -> list[Spot]:
    pairs = (p for p, q in pairwise(places) if q == p + 1 and word[p] != word[q])
    return [Spot(place, place + 2, (word[place + 1] + word[place],)) for place in pairs]


def _substituted(word: str, places: Sequence[int]) -> list[Spot]:
    return [Spot(place, place + 1, other_letters(word[place])) for place in places]


def _listed(word: str, spot: Spot) -> Sequence[str]:
    """All that may stand at a spot; in place of a letter the whole alphabet."""
    return alphabet_like(word[spot.start]) if len(spot.choices) == len(ALPHABET) - 1 else spot.choices


_SPOTS = {"insert": _inserted, "delete": _deleted, "swap": _swapped, "replace": _substituted}
