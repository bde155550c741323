"""The script in which a text is written."""

import re
from collections import Counter
from functools import lru_cache
from typing import NamedTuple
from unicodedata import name


class WritingSystem(NamedTuple):
    """A script other than Latin.

    Args:
        name: Its English name.
        language: Code of the language that is most often written in it.
        weight: Of how many Latin letters one of its letters takes the place.
    """

    name: str
    language: str
    weight: int = 1


_WIDE, _LATIN = re.compile(r"[^\x00-\x7f]"), re.compile("[A-Za-z]")
_CHINESE, _JAPANESE, _KOREAN = (
    WritingSystem("Chinese", "zh", 3),
    WritingSystem("Japanese", "ja", 2),
    WritingSystem("Korean", "ko", 2),
)
# by the first word of the Unicode name of a letter
_SCRIPTS = {
    "CYRILLIC": WritingSystem("Cyrillic", "ru"),
    "GREEK": WritingSystem("Greek", "el"),
    "ARABIC": WritingSystem("Arabic", "ar"),
    "HEBREW": WritingSystem("Hebrew", "he"),
    "THAI": WritingSystem("Thai", "th"),
    "LAO": WritingSystem("Lao", "lo"),
    "KHMER": WritingSystem("Khmer", "km"),
    "MYANMAR": WritingSystem("Burmese", "my"),
    "DEVANAGARI": WritingSystem("Devanagari", "hi"),
    "BENGALI": WritingSystem("Bengali", "bn"),
    "GURMUKHI": WritingSystem("Gurmukhi", "pa"),
    "GUJARATI": WritingSystem("Gujarati", "gu"),
    "TAMIL": WritingSystem("Tamil", "ta"),
    "TELUGU": WritingSystem("Telugu", "te"),
    "KANNADA": WritingSystem("Kannada", "kn"),
    "MALAYALAM": WritingSystem("Malayalam", "ml"),
    "SINHALA": WritingSystem("Sinhala", "si"),
    "GEORGIAN": WritingSystem("Georgian", "ka"),
    "ARMENIAN": WritingSystem("Armenian", "hy"),
    "ETHIOPIC": WritingSystem("Ethiopic", "am"),
    "TIBETAN": WritingSystem("Tibetan", "bo"),
    "MONGOLIAN": WritingSystem("Mongolian", "mn"),
    "CJK": _CHINESE,
    "HIRAGANA": _JAPANESE,
    "KATAKANA": _JAPANESE,
    "HANGUL": _KOREAN,
}


def foreign_script(text: str) -> WritingSystem | None:
    """The script, other than Latin, of most letters of a text; None when Latin letters prevail or there are none.

    Args:
        text: Any text.

    Example:
        >>> foreign_script("Отличный фильм").name, foreign_script("A film by Андрей Тарковский, and a long one")
        ('Cyrillic', None)
    """
    if text.isascii():
        return None
    counts: Counter[WritingSystem | None] = Counter()
    for character, times in Counter(_WIDE.findall(text)).items():
        if character.isalpha():
            script = _script_of(character)
            counts[script] += times * (script.weight if script else 1)
    latin = counts.pop(None, 0)
    if not counts or counts.total() <= latin + len(_LATIN.findall(text)):
        return None
    # Japanese has Chinese characters beside its own
    return _JAPANESE if _JAPANESE in counts else max(counts, key=lambda script: (counts[script], script))


def script_name(character: str) -> str:
    """English name of the script of a letter; characters without one count as Latin.

    Example:
        >>> script_name("д"), script_name("か"), script_name("e")
        ('Cyrillic', 'Japanese', 'Latin')
    """
    script = _script_of(character)
    return "Latin" if script is None else script.name


@lru_cache(maxsize=4096)
def _script_of(character: str) -> WritingSystem | None:
    """The script of a letter; None for a Latin one, and for signs that stand for one."""
    return _SCRIPTS.get(name(character, "").partition(" ")[0])
