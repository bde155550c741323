"""Makes the table of keyboard layouts: which letters a language is typed with, and which keys stand next to each other.

The keys come from xkeyboard-config, which X11 and Wayland use, read through libxkbcommon. Korean syllables are composed
by an input method, so the letters of its two-set layout (KS X 5002) are listed here. Japanese is typed in Latin
letters; its kana have no neighbors.
"""

import ctypes
import json
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category, name, normalize

from hf_robust.core.errors import MissingResource
from hf_robust.core.scripts import script_name
from hf_robust.core.written_languages import WRITTEN

# code of the language: layout of xkeyboard-config, with its variant after a colon; the others have that of their code
LAYOUTS = {
    **dict.fromkeys(("id", "ms", "tl", "sw", "af", "nl", "cy"), "us"),
    **dict.fromkeys(("nb", "nn"), "no"),
    "am": "et", "ar": "ara", "be": "by", "bn": "bd", "ca": "es:cat", "cs": "cz", "da": "dk", "el": "gr", "et": "ee",
    "eu": "es", "fa": "ir", "ga": "ie", "gl": "es", "gu": "in:guj", "he": "il", "hi": "in:deva", "hy": "am",
    "ka": "ge", "kk": "kz", "km": "kh", "kn": "in:kan", "ky": "kg", "lo": "la", "ml": "in:mal", "mr": "in:deva",
    "my": "mm", "ne": "np", "pa": "in:guru", "sl": "si", "si": "lk", "sq": "al", "sr": "rs", "sv": "se", "ta": "in:tam",
    "uz": "uz:latin", "te": "in:tel", "tg": "tj", "uk": "ua", "ur": "pk", "vi": "vn", "yi": "il", "bs": "ba",
}  # fmt: skip
_OF_OTHER_LANGUAGES = {"tr": "qwx", "az": "w", "lt": "qwx", "lv": "qwx", "hi": "ऍऎऑऒऩऱऴळ", "ne": "ऍऎऑऒऩऱऴळ"}
"""Letters that a layout has for loans, transcriptions or other languages: no slip is made to them by chance."""
_ROWS = (("AE", 12, 0.0), ("AD", 12, 0.5), ("AC", 11, 0.75), ("AB", 10, 1.25))
"""Rows of keys, their number, and how far to the right a row begins, in keys."""
_HANGUL = (("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", 0.5, 1), ("ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", 0.75, 2), ("ㅋㅌㅊㅍㅠㅜㅡ", 1.25, 3))
_KANA = ("あ", "ん", "ア", "ン")
_REACH = 1.2
"""Farthest neighbor, in keys: the two keys of each row above and below that touch a key, and those beside it."""


@cache
def _library() -> Any:
    try:
        library = ctypes.CDLL("libxkbcommon.so.0")
    except OSError as error:
        raise MissingResource("libxkbcommon", "apt install libxkbcommon0 xkb-data") from error
    for function in ("xkb_context_new", "xkb_keymap_new_from_names"):
        getattr(library, function).restype = ctypes.c_void_p
    for function in ("xkb_keymap_key_by_name", "xkb_keysym_to_utf32"):
        getattr(library, function).restype = ctypes.c_uint32
    library.xkb_keymap_key_by_name.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    symbols = ctypes.POINTER(ctypes.POINTER(ctypes.c_uint32))
    library.xkb_keymap_key_get_syms_by_level.argtypes = [ctypes.c_void_p, *[ctypes.c_uint32] * 3, symbols]
    return library


def keys(layout: str, variant: str = "") -> list[tuple[float, int, tuple[str, str]]]:
    """The keys of a layout: place in the row, row, and the characters without and with shift."""
    library = _library()
    chosen = (ctypes.c_char_p * 5)(b"evdev", b"pc105", layout.encode(), variant.encode(), b"")
    context = ctypes.c_void_p(library.xkb_context_new(0))
    keymap = ctypes.c_void_p(library.xkb_keymap_new_from_names(context, chosen, 0))
    if not keymap:
        raise MissingResource(f"the layout {layout} {variant} of xkeyboard-config", "apt install xkb-data")
    found = []
    for row, (prefix, size, shift) in enumerate(_ROWS):
        for number in range(0 if row == 0 else 1, size + 1):
            label = f"{prefix}{number:02}" if number else "TLDE"  # the key before 1
            key = library.xkb_keymap_key_by_name(keymap, label.encode())
            found.append((number + shift, row, (_character(keymap, key, 0), _character(keymap, key, 1))))
    return found


def _character(keymap: Any, key: int, level: int) -> str:
    symbols = ctypes.POINTER(ctypes.c_uint32)()
    found = _library().xkb_keymap_key_get_syms_by_level(keymap, key, 0, level, ctypes.byref(symbols))
    code = _library().xkb_keysym_to_utf32(symbols[0]) if found else 0
    return chr(code) if code else ""


def is_letter_of(character: str, scripts: tuple[str, ...]) -> bool:
    """Whether a character is a letter of one of some scripts that may stand in any place of a word.

    Example:
        >>> [is_letter_of(letter, ("Hebrew",)) for letter in ("ש", "ם", "W")]
        [True, False, False]
    """
    if not character or category(character) not in ("Lu", "Ll", "Lo") or normalize("NFKC", character) != character:
        return False
    return script_name(character) in scripts and "FINAL" not in name(character)


def neighbors(layout: str, scripts: tuple[str, ...]) -> dict[str, str]:
    """The letters of a layout, in lower case where the script has cases, with those of the keys around each."""
    variant = layout.partition(":")
    placed = []
    for place, row, levels in keys(variant[0], variant[2]):
        small = [
            character for character in levels if is_letter_of(character, scripts) and character == character.lower()
        ]
        placed += [(place, row, level, character) for level, character in enumerate(small)]
    return _near(placed)


def _near(placed: list[tuple[float, int, int, str]]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for place, row, level, letter in placed:
        near = {
            other
            for there, line, shift, other in placed
            if other != letter and abs(row - line) <= 1 and abs(place - there) <= _REACH
            if shift == level or (there, line) == (place, row)
        }
        found.setdefault(letter, set()).update(near)
    return {letter: "".join(sorted(near)) for letter, near in sorted(found.items())}


def _of_the_alphabet(found: dict[str, str], others: str) -> dict[str, str]:
    """The letters of a language; Latin letters of other languages are still neighbors, for their keys lie there."""
    return {
        letter: "".join(one for one in near if one.isascii() or one not in others)
        for letter, near in found.items()
        if letter not in others
    }


def build(out: Path) -> dict[str, Any]:
    """Write ``layouts.json``: the letters of each language with their neighbors on the keyboard.

    Args:
        out: The folder of the tables.

    Returns:
        The number of languages and of letters.
    """
    made: dict[str, dict[str, str]] = {}
    for code, known in WRITTEN.items():
        if code == "ko":
            made[code] = _near([(n + shift, row, 0, key) for line, shift, row in _HANGUL for n, key in enumerate(line)])
        elif code == "ja":
            kana = [chr(n) for first, last in zip(_KANA[::2], _KANA[1::2]) for n in range(ord(first), ord(last) + 1)]
            made[code] = dict.fromkeys((one for one in kana if "SMALL" not in name(one)), "")
        else:
            found = neighbors(LAYOUTS.get(code, code), known.scripts[:1])
            made[code] = _of_the_alphabet(found, _OF_OTHER_LANGUAGES.get(code, ""))
    text = json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True)
    (out / "layouts.json").write_text(text + "\n", encoding="utf-8")
    return {"languages": len(made), "letters": sum(map(len, made.values()))}
