"""Headings of a PDF document, which readers list beside its pages."""

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph


class Heading(Paragraph):
    """A heading.

    Args:
        markup: Its text as markup.
        title: Its text for the outline.
        key: What links lead to.
        level: 0 for a section, 1 for a part of one.
    """

    def __init__(self, markup: str, style: ParagraphStyle, title: str, key: str, level: int = 0) -> None:
        super().__init__(markup, style)
        self.title, self.key, self.level = title, key, level
