"""Texts of a view as what reportlab sets: cleaned, escaped, with a font for every sign, in a few styles."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from hf_robust.reports.formats.pdf_pages.fonts import Fonts
from hf_robust.reports.text_segments import Segment
from hf_robust.reports.wording import clip

LONGEST = 4000  # characters of one text; the page or the record holds the rest
INK, SOFT, LINE, STRONG = (HexColor(color) for color in ("#171a21", "#5a6170", "#d9dde4", "#8a92a3"))
LOSS, GAIN, LINK = HexColor("#b83a14"), HexColor("#0b6e5f"), HexColor("#1f4e9e")
_MARKS = {
    "delete": ('<font color="#98290a" backColor="#fbe6df"><strike>', "</strike></font>"),
    "insert": ('<font color="#075a4c" backColor="#e3f3ee"><u>', "</u></font>"),
    "gap": ('<font color="#5a6170">', "</font>"),
}
_STYLES = {
    # name: size, leading, space before, space after, color, bold
    "title": (15, 19, 2, 2, INK, True),
    "verdict": (16, 21, 14, 6, INK, True),
    "h2": (13, 17, 20, 4, INK, True),
    "h3": (10, 13.5, 12, 3, INK, True),
    "h4": (8.5, 12, 8, 2, INK, True),
    "words": (9, 13, 3, 3, INK, False),
    "quiet": (8, 11, 2, 3, SOFT, False),
    "cell": (7.5, 9.5, 0, 0, INK, False),
    "number": (7.5, 9.5, 0, 0, INK, False),
    "head": (7, 9, 0, 0, SOFT, False),
    "head-number": (7, 9, 0, 0, SOFT, False),
    "example": (8.5, 12, 2, 2, INK, False),
    "figure": (18, 22, 1, 1, INK, True),
    "name": (11, 22, 1, 1, INK, True),
    "code": (8, 11, 3, 3, INK, False),
}


def cleaned(text: str) -> str:
    """A text without what cannot be drawn: controls, marks of direction, halves of signs.

    Example:
        >>> cleaned("a\\x00b\\u202ec\\ud800 e\\u0301")
        'a bc� é'
    """
    if text.isascii() and text.isprintable():
        return text
    kept = []
    for sign in unicodedata.normalize("NFC", clip(text, LONGEST)):
        kind = unicodedata.category(sign)
        if kind == "Cs":
            kept.append("\ufffd")
        elif kind in {"Cc", "Zl", "Zp"} and sign != "\n":
            kept.append(" ")
        elif kind != "Cf" and not 0xFE00 <= ord(sign) <= 0xFE0F:
            kept.append(sign)
    return "".join(kept)


@dataclass(frozen=True)
class Setter:
    """Sets texts with the fonts of a document.

    Args:
        width: Of the page between its margins, in points.
        entries: Results whose entry is in the document, which others may link to.
    """

    fonts: Fonts
    width: float
    entries: frozenset[int] = frozenset()

    def style(self, name: str, **changes: object) -> ParagraphStyle:
        """A style by its name."""
        size, leading, before, after, color, bold = _STYLES[name]
        look = {
            "fontName": self.fonts.bold if bold else self.fonts.regular,
            "fontSize": size,
            "leading": leading,
            "spaceBefore": before,
            "spaceAfter": after,
            "textColor": color,
            "alignment": TA_RIGHT if name in {"number", "head-number"} else 0,
            "splitLongWords": 1,
            "keepWithNext": name in {"h2", "h3", "h4"},
        }
        return ParagraphStyle(name, **(look | changes))

    def markup(self, text: str, bold: bool = False) -> str:
        """A text as the markup of a paragraph.

        Args:
            bold: Whether it stands in a bold style.
        """
        first = self.fonts.bold if bold else self.fonts.regular
        parts = []
        for font, run in self.fonts.runs(clip(cleaned(text), LONGEST), bold):
            shown = escape(run, quote=False)
            parts.append(shown if font == first else f'<font name="{font}">{shown}</font>')
        return "".join(parts)

    def paragraph(self, text: str, style: str = "words", **changes: object) -> Paragraph:
        """A text as a paragraph."""
        return Paragraph(self.markup(text.replace("\n", " "), bold=_STYLES[style][-1]), self.style(style, **changes))

    def marked_up(self, markup: str, style: str = "words", **changes: object) -> Paragraph:
        """A paragraph of parts that are markup already."""
        return Paragraph(markup, self.style(style, **changes))

    def strong(self, text: str) -> str:
        """Bold markup."""
        return f'<font name="{self.fonts.bold}">{self.markup(text, bold=True)}</font>'

    def soft(self, text: str) -> str:
        """Quiet markup."""
        return f'<font color="#5a6170">{self.markup(text)}</font>'

    def link(self, markup: str, index: int | None) -> str:
        """Markup that leads to an entry where the document has it."""
        return f'<a href="#r-{index}">{markup}</a>' if index in self.entries else markup

    def segments(self, segments: Iterable[Segment]) -> str:
        """A text with its edits: struck through and underlined, not only in colors."""
        parts = []
        for segment in segments:
            start, end = _MARKS.get(segment.kind, ("", ""))
            lines = [self.markup(line).replace("  ", "\u00a0 ") for line in segment.text.split("\n")]
            parts.append(start + "<br/>".join(lines) + end)
        return "".join(parts)
