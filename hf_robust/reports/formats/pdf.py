"""The report as a PDF document: A4, text that can be copied, charts as vectors, the same bytes for the same view.

It needs the extra ``pdf`` (reportlab) and nothing else. Signs beyond Latin are drawn with fonts of this computer, see
:mod:`hf_robust.reports.formats.pdf_pages.fonts`; what no font has is shown as a box or by its code.
"""

from collections.abc import Sequence
from pathlib import Path

from hf_robust.core.errors import MissingExtra
from hf_robust.reports.view import View

SUFFIX = ".pdf"


def check() -> None:
    """Refuse before any work starts where the library is absent.

    Raises:
        MissingExtra: It is.
    """
    try:
        import reportlab  # noqa: F401
    except ImportError as error:
        raise MissingExtra("reportlab", "pdf") from error


def render(view: View, fonts: Sequence[str | Path] = ()) -> bytes:
    """The document.

    Args:
        view: What the report says.
        fonts: TrueType files to take before those of this computer, the first one for all text that it has signs for.

    Raises:
        MissingExtra: reportlab is not installed.
        UsageError: One of the fonts cannot be read.
    """
    check()
    from hf_robust.reports.formats.pdf_pages.document import document

    return document(view, tuple(map(str, fonts)))
