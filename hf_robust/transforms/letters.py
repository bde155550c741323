"""Letters of a word: which may be touched (those that carry combining marks are left alone), and their case."""

from collections.abc import Sequence
from functools import cache

from hf_robust.core.randomness import RowRandom

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letter_places(word: str) -> Sequence[int]:
    """Places of the letters of a word; a letter with a combining mark stays as it is.

    Example:
        >>> list(letter_places("e\u0301t-1a"))
        [2, 5]
    """
    if word.isascii() and word.isalpha():
        return range(len(word))
    return [place for place, char in enumerate(word) if char.isalpha() and not is_marked(word, place)]


def gaps(word: str) -> Sequence[int]:
    """Places between two letters of a word.

    Example:
        >>> list(gaps("don't"))
        [1, 2]
    """
    if word.isascii() and word.isalpha():
        return range(1, len(word))
    return [place for place in range(1, len(word)) if word[place - 1].isalpha() and word[place].isalpha()]


def is_marked(word: str, place: int) -> bool:
    """Whether a combining mark follows the letter at a place."""
    following = word[place + 1 : place + 2]
    return bool(following) and not following.isascii() and not following.isalnum()


def alphabet_like(letter: str) -> str:
    """The alphabet in the case of a letter."""
    return ALPHABET.upper() if letter.isupper() else ALPHABET


@cache
def other_letters(letter: str) -> str:
    """The other letters of the alphabet, in the same case, from the one that follows it.

    Example:
        >>> other_letters("Y")[:3]
        'ZAB'
    """
    place = ALPHABET.find(letter.lower()) + 1
    others = (ALPHABET[place:] + ALPHABET[:place])[:25]
    return others.upper() if letter.isupper() else others


def other_letter(letter: str, rng: RowRandom) -> str:
    """Another letter of the alphabet, in the same case."""
    return rng.choice(other_letters(letter))


def match_case(source: str, replacement: str) -> str:
    """The replacement in the capitalization of the word it replaces.

    Example:
        >>> match_case("Good", "fine"), match_case("GOOD", "fine"), match_case("good", "Fine")
        ('Fine', 'FINE', 'Fine')
    """
    if source.islower():
        return replacement
    if len(source) > 1 and source.isupper():
        return replacement.upper()
    if source[:1].isupper():
        return replacement[:1].upper() + replacement[1:]
    return replacement
