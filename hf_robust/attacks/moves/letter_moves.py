"""Moves of letters: two change places, one becomes another, goes or comes in."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar
from zlib import crc32

from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved
from hf_robust.core.deprecated_names import take_deprecated_members
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.any_language import characters, noise, typos
from hf_robust.transforms.letters import ALPHABET, gaps, is_marked, letter_places, other_letter
from hf_robust.transforms.word_changes import Spot, Spots

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

LAYOUT = "qwerty"
_WITH_ENGLISH_LETTERS = ("en", "zh")  # what is not English in a Chinese text has English letters


def word_draws(attempt: "Attempt", unit: Unit, purpose: str) -> RowRandom:
    """The draws of one word for one purpose: the same in every state, whatever other words there are."""
    return attempt.row.rng(crc32(purpose.encode()), attempt.row.task.text_roles.index(unit.role), unit.start)


@dataclass(frozen=True, kw_only=True)
class LetterMoves(PlainMoves):
    """Base of moves that edit one letter of a word that is not edited yet.

    A subclass defines :meth:`positions` and :meth:`forms`, and :meth:`spots` for the letters of other languages.

    Class attributes:

        least: Minimum number of letters of a word.

    Args:
        inside: Whether the first and the last letter do not change.
        every: Whether each position in the word gives a move. Otherwise, one position per word is selected at random.
        language: Language of the texts. An attack sets that of its task.
    """

    inside: bool = False
    every: bool = False
    language: str = field(default="en", repr=False)

    keeps_meaning = True
    least: ClassVar[int] = 2

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        take_deprecated_members(cls, {"places": "positions"}, removed_in="0.4.0")

    def for_language(self, language: str) -> "LetterMoves":
        return self if language == self.language else replace(self, language=language)

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        word, rng = attempt.row.word(unit), word_draws(attempt, unit, self.name)
        for new in self.of_letters(word, rng):
            yield moved(state, Move(*unit, new))

    def of_letters(self, word: str, rng: RowRandom) -> list[str]:
        """The forms that one move makes of a word.

        Args:
            rng: Its draws.

        Example:
            >>> DeleteLetter(inside=True, every=True).of_letters("good", RowRandom(1))
            ['god']
        """
        if self.language not in _WITH_ENGLISH_LETTERS:
            return self._of_spots(word, rng)
        if len(letter_places(word)) < self.least:
            return []
        positions = self.positions(word)
        if not self.every and positions:
            positions = [rng.choice(positions)]
        found = dict.fromkeys(new for position in positions for new in self.forms(word, position, rng.fork(position)))
        return [new for new in found if new != word]

    def _of_spots(self, word: str, rng: RowRandom) -> list[str]:
        """The forms of a word of any script: a letter is a grapheme cluster."""
        spots = [one for one in self.spots(word) if not self.inside or (one.start > 0 and one.end < len(word))]
        if not self.every and spots:
            spots = [rng.choice(spots)]
        found = (
            word[: one.start] + new + word[one.end :] for one in spots for new in self.drawn(one, rng.fork(one.start))
        )
        return [new for new in dict.fromkeys(found) if new != word]

    def spots(self, word: str) -> Spots:
        """Where a word in the language of the texts may change; none where the moves are for English letters."""
        return ()

    def drawn(self, spot: Spot, rng: RowRandom) -> Sequence[str]:
        """Which of the choices at a spot are tried."""
        return spot.choices

    def inner(self, word: str, positions: Iterable[int], width: int = 1) -> list[int]:
        """Those of some places of letters that may be touched; ``width`` letters are, from each on."""
        if not self.inside:
            return list(positions)
        return [position for position in positions if position > 0 and position + width < len(word)]

    @abstractmethod
    def positions(self, word: str) -> Sequence[int]:
        """Where a move is possible."""

    @abstractmethod
    def forms(self, word: str, position: int, rng: RowRandom) -> Iterable[str]:
        """What the word becomes by a move at a place."""


@dataclass(frozen=True, kw_only=True)
class SwapLetters(LetterMoves):
    """Swap two different adjacent letters. Capitals keep their positions.

    Example:
        >>> SwapLetters(every=True).of_letters("Bad", RowRandom(1))
        ['Abd', 'Bda']
    """

    name = "swap-letters"

    def positions(self, word: str) -> Sequence[int]:
        known = set(letter_places(word))
        pairs = (p for p in known if p + 1 in known and word[p].lower() != word[p + 1].lower())
        return self.inner(word, sorted(pairs), width=2)

    def forms(self, word: str, position: int, rng: RowRandom) -> Iterable[str]:
        left, right = word[position], word[position + 1]
        if left.isupper() and right.islower() and (left + right).isascii():
            left, right = left.lower(), right.upper()
        return [word[:position] + right + left + word[position + 2 :]]

    def spots(self, word: str) -> Spots:
        return characters.AdjacentSwap().spots_in(word, self.language)


@dataclass(frozen=True, kw_only=True)
class SubstituteLetter(LetterMoves):
    """Replace a letter with a random letter or an adjacent key. The case does not change.

    Args:
        letters: ``any``: a random letter of the alphabet; ``keyboard``: each adjacent key.

    Example:
        >>> SubstituteLetter(letters="keyboard", every=True, inside=True).of_letters("cat", RowRandom(1))
        ['cqt', 'cwt', 'cst', 'czt']
    """

    letters: str = "any"

    name = "substitute-letter"

    def __post_init__(self) -> None:
        if self.letters not in ("any", "keyboard"):
            raise UsageError(f"letters must be 'any' or 'keyboard'; found {self.letters!r}")

    def positions(self, word: str) -> Sequence[int]:
        return self.inner(word, (p for p in letter_places(word) if word[p].isascii()))

    def forms(self, word: str, position: int, rng: RowRandom) -> Iterable[str]:
        old = word[position]
        new = [other_letter(old, rng)] if self.letters == "any" else near_letters(old)
        return [word[:position] + letter + word[position + 1 :] for letter in new]

    def spots(self, word: str) -> Spots:
        if self.letters == "any":
            return noise.RandomCharacter().spots_in(word, self.language)
        return characters.neighboring_keys(word, self.language)

    def drawn(self, spot: Spot, rng: RowRandom) -> Sequence[str]:
        return [rng.choice(spot.choices)] if self.letters == "any" else spot.choices


def near_letters(letter: str) -> list[str]:
    """The letters beside one on the keyboard, in its case.

    Example:
        >>> near_letters("A")
        ['Q', 'W', 'S', 'Z']
    """
    near = [key for key in lexicon("keyboard")[LAYOUT].get(letter.lower(), "") if key.isalpha()]
    return [key.upper() for key in near] if letter.isupper() else near


@dataclass(frozen=True, kw_only=True)
class DeleteLetter(LetterMoves):
    """Delete a letter. Words of one or two letters do not change.

    Example:
        >>> DeleteLetter(every=True).of_letters("bad", RowRandom(1))
        ['ad', 'bd', 'ba']
    """

    name = "delete-letter"
    least = 3

    def positions(self, word: str) -> Sequence[int]:
        return self.inner(word, letter_places(word))

    def forms(self, word: str, position: int, rng: RowRandom) -> Iterable[str]:
        return [word[:position] + word[position + 1 :]]

    def spots(self, word: str) -> Spots:
        return characters.MissingCharacter().spots_in(word, self.language)


@dataclass(frozen=True, kw_only=True)
class InsertLetter(LetterMoves):
    """Insert a letter of the alphabet.

    Args:
        letters: ``drawn``: one random letter per position; ``all``: each letter of the alphabet.

    Example:
        >>> len(InsertLetter(inside=True, every=True, letters="all").of_letters("bad", RowRandom(1)))
        51
    """

    letters: str = "drawn"

    name = "insert-letter"

    def __post_init__(self) -> None:
        if self.letters not in ("drawn", "all"):
            raise UsageError(f"letters must be 'drawn' or 'all'; found {self.letters!r}")

    def positions(self, word: str) -> Sequence[int]:
        between = list(gaps(word))
        if self.inside:
            return between
        ends = [position for position in (0, len(word)) if word[max(0, position - 1)].isalpha()]
        return sorted({*between, *ends})

    def forms(self, word: str, position: int, rng: RowRandom) -> Iterable[str]:
        shouted = len(word) > 1 and word.isupper()
        letters = ALPHABET if self.letters == "all" else rng.choice(ALPHABET)
        for letter in letters:
            yield word[:position] + (letter.upper() if shouted else letter) + word[position:]

    def spots(self, word: str) -> Spots:
        return typos.inserted(word, self.language)

    def drawn(self, spot: Spot, rng: RowRandom) -> Sequence[str]:
        return spot.choices if self.letters == "all" else [rng.choice(spot.choices)]


@dataclass(frozen=True, kw_only=True)
class SplitWord(LetterMoves):
    """Insert a space into a word. In a token list, the word becomes two tokens that share its label.

    Example:
        >>> SplitWord(every=True).of_letters("bad", RowRandom(1))
        ['b ad', 'ba d']
    """

    name = "split-word"

    def positions(self, word: str) -> Sequence[int]:
        return list(gaps(word))

    def forms(self, word: str, position: int, rng: RowRandom) -> Iterable[str]:
        return [f"{word[:position]} {word[position:]}"]

    def spots(self, word: str) -> Spots:
        return noise.Whitespace().spots_in(word, self.language)


@dataclass(frozen=True, kw_only=True)
class SwapHomoglyph(LetterMoves):
    """Replace a letter or digit with a character of the same shape.

    Source: Unicode Technical Standard 39, for the shapes.

    Example:
        >>> ascii(SwapHomoglyph(every=True).of_letters("so", RowRandom(1)))
        "['\\\\u0455o', 's\\\\u043e', 's\\\\u03bf', 's\\\\u0585']"
    """

    name = "swap-homoglyph"
    least = 0

    def positions(self, word: str) -> Sequence[int]:
        alike = lexicon("homoglyphs")
        return self.inner(word, (p for p, char in enumerate(word) if char in alike and not is_marked(word, p)))

    def forms(self, word: str, position: int, rng: RowRandom) -> Iterable[str]:
        return [word[:position] + new + word[position + 1 :] for new in lexicon("homoglyphs")[word[position]]]

    def spots(self, word: str) -> Spots:
        return noise.Homoglyph().spots_in(word, self.language)


__all__ = [
    "DeleteLetter",
    "InsertLetter",
    "LetterMoves",
    "SplitWord",
    "SubstituteLetter",
    "SwapHomoglyph",
    "SwapLetters",
    "near_letters",
    "word_draws",
]
