"""Changes of a word that depend on the word alone: the places where it may change, and what may stand there."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np

from hf_robust.core.column_edits import Chosen, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text_columns import Strings
from hf_robust.transforms.base import WordTransformation
from hf_robust.transforms.word_columns import Change, ColumnDocs

_MOST_WORDS, _LONGEST = 1 << 16, 40  # words that are cached for one transformation, and their characters


class Spot(NamedTuple):
    """A place in a word where it may change.

    Args:
        start: First character that is replaced.
        end: Character after the last.
        choices: What may stand there.
    """

    start: int
    end: int
    choices: Sequence[str]


Spots = Sequence[Any]
"""Spots, or several kinds of change with the spots of each."""


class WordChange(WordTransformation):
    """Base of those that change a word by the word alone, at one of its spots."""

    reads_word_alone: ClassVar[bool] = True

    @abstractmethod
    def spots(self, word: str) -> Spots:
        """Where a word may change: one spot is drawn, then one of its choices. Empty where it cannot change.

        Where these are several kinds of change, each with its spots, the kind is drawn first.
        """

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        return changed_word(word, _known_spots(self)[word], rng)

    def forms(self, word: str) -> Sequence[str] | None:
        spots = dict.fromkeys(self.spots(word))
        return [word[: spot.start] + new + word[spot.end :] for spot in spots for new in self.listed(word, spot)]

    def listed(self, word: str, spot: Spot) -> Sequence[str]:
        """All that may stand at a spot, in the order in which :meth:`forms` lists it."""
        return spot.choices

    def change_columns(self, docs: ColumnDocs) -> Change:
        own = type(self)
        if own.replace is not WordChange.replace or own.edit_at is not WordChange.edit_at:
            return super().change_columns(docs)
        known = _known_spots(self)

        def changed(chosen: Chosen) -> WordEdits:
            words = [word.decode() for word in chosen.column.texts.slices(chosen.start, chosen.end).tolist()]
            spots = [known[word] for word in words]
            draw = 0
            while not isinstance(next(filter(None, spots), [_NO_SPOT])[0], Spot):  # these are kinds of change
                spots, draw = _drawn(spots, chosen, draw), draw + 1
            fits = np.array([bool(found) for found in spots], bool)
            return _edits(words, _drawn(spots, chosen, draw), fits, chosen, draw + 1)

        return changed


def changed_word(word: str, spots: Spots, rng: RowRandom) -> str | None:
    """A word with a drawn choice at a drawn spot; None when it has no spot.

    Example:
        >>> changed_word("ab", [Spot(1, 2, ("c",))], RowRandom(b"1"))
        'ac'
    """
    while spots and not isinstance(spots[0], Spot):
        spots = rng.choice(spots)
    if not spots:
        return None
    spot = rng.choice(spots)
    return word[: spot.start] + rng.choice(spot.choices) + word[spot.end :]


def _drawn(items: Sequence[Sequence[Any]], chosen: Chosen, draw: int) -> list[Any]:
    """One item for each word; the empty sequence where there is none."""
    numbers = chosen.draws.randrange(np.fromiter(map(len, items), np.int64, len(items)), draw).tolist()
    return [own[number] if own else () for own, number in zip(items, numbers)]


_NO_SPOT = Spot(0, 0, ("",))


def _edits(words: Sequence[str], spots: list[Any], fits: np.ndarray, chosen: Chosen, draw: int) -> WordEdits:
    spots = [spot or _NO_SPOT for spot in spots]
    new = _drawn([spot.choices for spot in spots], chosen, draw)
    at, until = (chosen.start + np.array([spot[side] for spot in spots], np.int64) for side in (0, 1))
    for place in np.flatnonzero(chosen.column.are_wide(chosen.start, chosen.end)).tolist():
        word, spot = words[place], spots[place]
        new[place] = word[: spot.start] + new[place] + word[spot.end :]
        at[place], until[place] = chosen.start[place], chosen.end[place]
    return WordEdits(fits, chosen.start, chosen.end, at, until, Strings.of(text.encode() for text in new))


class _KnownSpots(dict[str, Spots]):
    """The spots of words, each looked for once."""

    def __init__(self, read: Callable[[str], Spots]):
        self._read = read

    def __missing__(self, word: str) -> Spots:
        spots = self._read(word)
        if len(word) <= _LONGEST:
            if len(self) >= _MOST_WORDS:
                self.clear()
            self[word] = spots
        return spots


@lru_cache(64)
def _known_spots(transformation: WordChange) -> _KnownSpots:
    return _KnownSpots(transformation.spots)
