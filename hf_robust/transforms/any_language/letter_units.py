"""What a reader takes for one letter, in any script; and the letters that may stand in its place."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import combining, name

import regex

from hf_robust.core.scripts import script_name
from hf_robust.language.lexicons import lexicon

_CLUSTER = regex.compile(r"\X")
_VIRAMA = 9  # canonical combining class of the signs that join two consonants to one letter
_LATIN = "id"  # a language that is typed with the 26 Latin letters alone
# a language whose layout has the letters of a script, for words in another script than that of the text
_TYPED = {"Latin": _LATIN, "Cyrillic": "ru", "Greek": "el", "Arabic": "ar", "Hebrew": "he", "Devanagari": "hi",
          "Bengali": "bn", "Gurmukhi": "pa", "Gujarati": "gu", "Tamil": "ta", "Telugu": "te", "Kannada": "kn",
          "Malayalam": "ml", "Sinhala": "si", "Georgian": "ka", "Armenian": "hy", "Ethiopic": "am", "Thai": "th",
          "Lao": "lo", "Khmer": "km", "Burmese": "my", "Korean": "ko", "Japanese": "ja"}  # fmt: skip
_JOINED = frozenset({"Arabic", "Mongolian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu",
                     "Kannada", "Malayalam", "Sinhala", "Khmer", "Burmese", "Tibetan"})  # fmt: skip
# last word of the Unicode names of letters of Indic scripts that stand for a vowel
_INDEPENDENT = frozenset({"A", "AA", "I", "II", "U", "UU", "E", "EE", "AI", "O", "OO", "AU", "R", "RR", "L", "LL"})
_SYLLABLES = range(0xAC00, 0xD7A4)
_INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"


class LetterUnit(NamedTuple):
    """One letter with the marks that belong to it.

    Args:
        start: Its first character in the word.
        end: The character after its last.
        text: The letter.
    """

    start: int
    end: int
    text: str


def letter_units(word: str) -> list[LetterUnit]:
    """The letters of a word: grapheme clusters that begin with a letter. Consonants joined by a virama are one.

    Example:
        >>> [unit.text for unit in letter_units("क्षमा")], len(letter_units("e\\u0301t-1a"))
        (['क्ष', 'मा'], 3)
    """
    if word.isascii():
        return [LetterUnit(n, n + 1, letter) for n, letter in enumerate(word) if letter.isalpha()]
    spans: list[tuple[int, int]] = []
    for match in _CLUSTER.finditer(word):
        if spans and spans[-1][1] == match.start() and combining(word[match.start() - 1]) == _VIRAMA:
            spans[-1] = (spans[-1][0], match.end())
        else:
            spans.append(match.span())
    return [LetterUnit(start, end, word[start:end]) for start, end in spans if word[start].isalpha()]


def adjacent_units(word: str) -> list[tuple[LetterUnit, LetterUnit]]:
    """Pairs of letters of which one follows the other."""
    units = letter_units(word)
    return [(left, right) for left, right in pairwise(units) if left.end == right.start]


def is_joined(unit: LetterUnit) -> bool:
    """Whether letters of its script change their shape beside others, so that a sign between two is seen."""
    return script_name(unit.text[0]) in _JOINED


@cache
def _keys(code: str, script: str) -> Mapping[str, str]:
    """The letters of a script with which a language is typed, with their neighbors on the keyboard."""
    table = lexicon("layouts")
    own: Mapping[str, str] = table.get(code, {})
    if own and script_name(next(iter(own))) == script:
        return own
    other: Mapping[str, str] = table.get(_TYPED.get(script, ""), {})
    return other


@lru_cache(1 << 12)
def letters_like(letter: str, code: str) -> Sequence[str]:
    """All letters that may be typed beside a letter: those of the layout of the language, in its case.

    Args:
        letter: A letter; its marks do not count.
        code: Code of the language of the text.

    Example:
        >>> "ß" in letters_like("a", "de"), "ß" in letters_like("a", "it"), letters_like("Ж", "ru")[0]
        (True, False, 'А')
    """
    return _in_case(letter[0], list(_keys(code, script_name(letter[0]))))


@lru_cache(1 << 14)
def replacements(unit: str, code: str) -> Sequence[str]:
    """The letter with another base: its marks stay. Of a Korean syllable one part changes.

    Example:
        >>> "पि" in replacements("कि", "hi"), "간" in replacements("난", "ko"), "क" in replacements("क", "hi")
        (True, True, False)
    """
    if is_syllable(unit):
        others = [_syllable(unit, 0, part) for part in _INITIALS] + [_syllable(unit, 1, part) for part in _VOWELS]
        return [one for one in others if one != unit]
    return [other + unit[1:] for other in letters_like(unit, code) if other != unit[0] and _carries(other, unit)]


@lru_cache(1 << 14)
def nearby(unit: str, code: str) -> Sequence[str]:
    """The letter that a slip to a neighboring key makes of a letter; empty where the keyboard is not known.

    Example:
        >>> nearby("g", "de"), "z" in nearby("t", "de"), nearby("あ", "ja")
        (('b', 'f', 'h', 't', 'v', 'z'), True, ())
    """
    if is_syllable(unit):
        return other_syllables(unit, _keys(code, "Korean"))
    keys = _keys(code, script_name(unit[0]))
    found = keys.get(unit[0].lower(), "")
    return tuple(other + unit[1:] for other in _in_case(unit[0], list(found)) if _carries(other, unit))


def _carries(other: str, unit: str) -> bool:
    """Whether another letter can carry the marks of a letter: an independent vowel of an Indic script carries none."""
    if len(unit) == 1 or script_name(other) not in _JOINED or script_name(other) == "Arabic":
        return True
    return name(other).rpartition(" ")[2] not in _INDEPENDENT


def _in_case(letter: str, others: Sequence[str]) -> tuple[str, ...]:
    if not letter.isupper():
        return tuple(others)
    return tuple(other.upper() for other in others if len(other.upper()) == 1)


def _parts(syllable: str) -> tuple[int, int, int]:
    number = ord(syllable) - _SYLLABLES.start
    return number // 588, number % 588 // 28, number % 28


def _syllable(old: str, place: int, part: str) -> str:
    parts = list(_parts(old))
    parts[place] = (_INITIALS, _VOWELS)[place].index(part)
    return chr(_SYLLABLES.start + (parts[0] * 21 + parts[1]) * 28 + parts[2])


def is_syllable(unit: str) -> bool:
    """Whether a letter is a Korean syllable, which is composed of two or three letters."""
    return len(unit) == 1 and ord(unit) in _SYLLABLES


def other_syllables(syllable: str, keys: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """A Korean syllable with another initial or vowel.

    Args:
        keys: What may stand in place of a letter.

    Example:
        >>> other_syllables("간", {"ㄱ": "ㅋ", "ㅏ": "ㅑ"})
        ('칸', '갼')
    """
    initial, vowel, _ = _parts(syllable)
    found = [_syllable(syllable, 0, key) for key in keys.get(_INITIALS[initial], "") if key in _INITIALS]
    found += [_syllable(syllable, 1, key) for key in keys.get(_VOWELS[vowel], "") if key in _VOWELS]
    return tuple(one for one in found if one != syllable)
