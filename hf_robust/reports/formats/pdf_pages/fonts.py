"""Fonts of a PDF document: those that pip brings or that lie on this computer, so that every sign finds one.

Looked through in this order: files that were named; the usual folders of the system (on Linux ``fonts-dejavu-core`` or
``fonts-noto-core`` put what is needed there, Windows and macOS come with it); the files of matplotlib where it is
installed; Vera, which reportlab brings (Latin letters alone). Chinese, Japanese and Korean fall back on fonts that
readers of PDF have or fetch.
"""

import os
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFError, TTFont

from hf_robust.core.errors import UsageError

# Regular and bold files of fonts for all text, the first that is there is taken.
_BASES = (
    ("NotoSans-Regular", "NotoSans-Bold"),
    ("DejaVuSansCondensed", "DejaVuSansCondensed-Bold"),
    ("DejaVuSans", "DejaVuSans-Bold"),
    ("LiberationSans-Regular", "LiberationSans-Bold"),
    ("arial", "arialbd"),
    ("Arial", "Arial Bold"),
    ("Vera", "VeraBd"),
)
# Files for signs that those lack.
_OTHERS = (
    *("DejaVuSans", "NotoSansSymbols-Regular", "NotoSansSymbols2-Regular", "NotoSansMath-Regular"),
    *("NotoSansArabic-Regular", "NotoSansHebrew-Regular", "NotoSansDevanagari-Regular", "NotoSansBengali-Regular"),
    *("NotoSansThai-Regular", "NotoSansTamil-Regular", "NotoEmoji-Regular", "Arial Unicode", "arialuni", "arial"),
    *("seguisym", "seguiemj", "Nirmala", "tahoma", "FreeSans", "Symbola", "unifont", "wqy-zenhei", "wqy-microhei"),
    *("DroidSansFallbackFull", "msyh", "malgun"),
)
# Ranges of signs, and the font that readers of PDF have for them.
_CID = (
    (0x1100, 0x11FF, "HYGothic-Medium"),
    (0xAC00, 0xD7A3, "HYGothic-Medium"),
    (0x3040, 0x30FF, "HeiseiKakuGo-W5"),
    (0x3000, 0x303F, "STSong-Light"),
    (0x3400, 0x4DBF, "STSong-Light"),
    (0x4E00, 0x9FFF, "STSong-Light"),
    (0xFF01, 0xFFEF, "STSong-Light"),
)
# Our own signs where no font has them, as terminals show them.
_PLAIN = {"→": "->", "−": "-", "␣": "_", "↵": "/", "⇥": ">", "…": "...", "–": "-", "·": "-", "□": "?"}


class Fonts:
    """The fonts of one document.

    Args:
        given: Files to take first.

    Raises:
        UsageError: One of them cannot be read.
    """

    def __init__(self, paths: tuple[str, ...] = ()) -> None:
        named = [_named(path) for path in paths]
        base = next((regular, bold) for regular, bold in _BASES if regular in _files() and bold in _files())
        self.regular = named[0] if named else _registered(base[0])
        self.bold = self.regular if named else _registered(base[1])
        self._first = [*named, _registered(base[0])]
        self.missing: set[str] = set()

    def runs(self, text: str, bold: bool = False) -> list[tuple[str, str]]:
        """A text as stretches with the font of each.

        Args:
            text: A text without control characters, see :func:`hf_robust.reports.formats.pdf_pages.texts.cleaned`.
            bold: Whether letters are bold where there is a font that is.
        """
        signs = [self._sign(sign, bold) for sign in text]
        return [
            (font, "".join(shown for _, shown in group)) for font, group in groupby(signs, key=lambda pair: pair[0])
        ]

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is, in points."""
        return sum(pdfmetrics.stringWidth(part, font, size) for font, part in self.runs(text, bold))

    def fitted(self, text: str, size: float, most: float, bold: bool = False) -> str:
        """A text cut off where it is wider than `most` points."""
        if self.width(text, size, bold) <= most:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.width(text[:middle] + "…", size, bold) <= most else (low, middle - 1)
        return text[:low] + "…"

    def _sign(self, sign: str, bold: bool) -> tuple[str, str]:
        """The font of a sign, and what is shown for it."""
        first = self.bold if bold else self.regular
        for font in (first, *self._first):
            if _has(font, sign):
                return font, sign
        other = _other(sign)
        if other:
            return other, sign
        if sign in _PLAIN:
            return first, _PLAIN[sign]
        self.missing.add(sign)
        if unicodedata.category(sign)[0] in "LM":
            return (first, "□") if _has(first, "□") else (first, "?")
        return first, f"[U+{ord(sign):04X}]"


@cache
def _other(sign: str) -> str | None:
    """The first other font of this computer that has a sign, else one that readers have."""
    for stem in _OTHERS:
        if stem in _files() and (font := _readable(stem)) and _has(font, sign):
            return font
    for first, last, name in _CID:
        if first <= ord(sign) <= last:
            if name not in pdfmetrics.getRegisteredFontNames():
                pdfmetrics.registerFont(UnicodeCIDFont(name))
            return name
    return None


def _has(font: str, sign: str) -> bool:
    return ord(sign) in pdfmetrics.getFont(font).face.charToGlyph


@cache
def _files() -> dict[str, Path]:
    """The font files of this computer, by name without ending; in the same order on every run."""
    found: dict[str, Path] = {}
    for folder in _folders():
        for root, folders, files in os.walk(folder):
            folders.sort()
            for name in sorted(files):
                path = Path(root, name)
                if path.suffix.lower() in {".ttf", ".ttc"}:
                    found.setdefault(path.stem, path)
    return found


def _folders() -> Iterator[Path]:
    home = Path.home()
    if sys.platform == "win32":
        yield Path(os.environ.get("WINDIR", r"C:\Windows"), "Fonts")
        yield home / "AppData/Local/Microsoft/Windows/Fonts"
    elif sys.platform == "darwin":
        yield from (Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts")
    else:
        yield from (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"))
        yield from (home / ".local/share/fonts", home / ".fonts")
    for package, inside in (("matplotlib", "mpl-data/fonts/ttf"), ("reportlab", "fonts")):
        place = find_spec(package)
        if place and place.origin:
            yield Path(place.origin).parent / inside


def _named(path: str) -> str:
    """A font that was asked for.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        return _register(f"hf-robust:{path}", Path(path))
    except (TTFError, OSError) as error:
        raise UsageError(f"{path} is no TrueType font that can be read ({error}); name a .ttf file") from error


@cache
def _readable(stem: str) -> str | None:
    try:
        return _registered(stem)
    except (TTFError, OSError):
        return None  # outlines of another kind, or no right to embed it


@cache
def _registered(stem: str) -> str:
    return _register(f"hf-robust:{stem}", _files()[stem])


def _register(name: str, path: Path) -> str:
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(name, str(path)))
    return name
