"""A PDF document: its first page, its sections, page numbers, outline and metadata."""

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from types import SimpleNamespace
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    LongTable,
    PageTemplate,
    TableStyle,
)
from reportlab.platypus import Table as Grid
from reportlab.platypus.tableofcontents import TableOfContents

from hf_robust.reports.formats.pdf_pages.blocks import ENTRIES, flowables
from hf_robust.reports.formats.pdf_pages.fonts import Fonts
from hf_robust.reports.formats.pdf_pages.headings import Heading
from hf_robust.reports.formats.pdf_pages.tables import pairs
from hf_robust.reports.formats.pdf_pages.texts import INK, SOFT, Setter, cleaned
from hf_robust.reports.view import Entries, Tile, View
from hf_robust.reports.wording import clip

MARGIN = 54.0
WIDTH = A4[0] - 2 * MARGIN
_TILES = 4  # in a line
_LEAST = 140.0  # room below a heading that a table begins in
_CLOSE = [(f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")]
_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


def document(view: View, fonts: tuple[str, ...] = ()) -> bytes:
    """The document.

    Args:
        view: What the report says.
        fonts: Font files to take first.
    """
    setter = Setter(Fonts(fonts), WIDTH, _linked_entries(view))
    stream = BytesIO()
    _Pages(stream, view, setter).multiBuild(_packed(list(_story(view, setter))))
    return stream.getvalue()


class _Pages(BaseDocTemplate):
    """A4 pages with a line at the foot of each; headings go into the outline and the table of contents."""

    def __init__(self, stream: BytesIO, view: View, setter: Setter) -> None:
        super().__init__(
            stream,
            pagesize=A4,
            title=clip(cleaned(f"{view.title}: {view.kind.lower()}"), 200),
            author=f"hf_robust {view.run.get('hf_robust_version', '')}".strip(),
            subject=clip(cleaned(view.headline), 400),
            creator="hf_robust",
            keywords=clip(cleaned(f"robustness, {view.task}"), 200),
            lang="en",
            invariant=1,
        )
        self._view, self._setter = view, setter
        frame = Frame(MARGIN, MARGIN, WIDTH, A4[1] - 2 * MARGIN, 0, 0, 0, 0)
        self.addPageTemplates(PageTemplate("page", [frame], onPage=self._foot))

    def beforeDocument(self) -> None:  # noqa: N802
        """Date the document as the report is."""
        self.canv._doc._timeStamp = _stamp(self._view.created)

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802
        """Note where a heading came to stand."""
        if isinstance(flowable, Heading):
            self.canv.bookmarkPage(flowable.key)
            self.canv.addOutlineEntry(cleaned(flowable.title), flowable.key, flowable.level, closed=1)
            if flowable.level == 0:
                entry = (0, self._setter.markup(flowable.title), self.page, flowable.key)
                self.notify("TOCEntry", entry)

    def _foot(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        fonts = self._setter.fonts
        text = fonts.fitted(cleaned(f"{self._view.kind}: {self._view.title}"), 7, WIDTH - 60)
        canvas.setFillColor(SOFT)
        x = MARGIN
        for font, run in fonts.runs(text):
            canvas.setFont(font, 7)
            canvas.drawString(x, MARGIN - 22, run)
            x += canvas.stringWidth(run, font, 7)
        canvas.setFont(fonts.regular, 7)
        canvas.drawRightString(MARGIN + WIDTH, MARGIN - 22, str(canvas.getPageNumber()))


def _stamp(created: str) -> Any:
    """What reportlab takes for the time of a document: that of the report, whatever the time of day is now."""
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        moment = _EPOCH
    moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    parts = tuple(moment.timetuple())[:6]
    return SimpleNamespace(t=moment.timestamp(), YMDhms=parts, dhh=0, dmm=0, tzname="UTC")


def _linked_entries(view: View) -> frozenset[int]:
    """The results whose entry the document holds."""
    blocks = (block for section in view.sections for block in section.blocks if isinstance(block, Entries))
    return frozenset(entry.index for block in blocks for entry in block.items[:ENTRIES])


def _story(view: View, setter: Setter) -> Iterator[Flowable]:
    yield from _front(view, setter)
    if len(view.sections) > 2:
        contents = TableOfContents(dotsMinLevel=-1, tableStyle=TableStyle(_CLOSE))
        contents.levelStyles = [setter.style("words", spaceBefore=1, spaceAfter=1, textColor=INK)]
        yield setter.paragraph("Contents", "h4", spaceBefore=16)
        yield contents
    for number, section in enumerate(view.sections):
        yield _heading(section.heading, f"s-{number}", setter)
        if section.intro:
            yield setter.paragraph(section.intro, "words", textColor=SOFT, spaceAfter=8, keepWithNext=1)
        for block in section.blocks:
            yield from flowables(block, setter)
    yield from _back(view, setter)


def _packed(story: list[Flowable]) -> list[Flowable]:
    """Tables begin below their heading, not on a page of their own: they may go on overleaf, drawings may not."""
    packed: list[Flowable] = []
    chain: list[Flowable] = []
    for part in story:
        if part.getKeepWithNext():
            chain.append(part)
            continue
        if chain and isinstance(part, LongTable):
            packed.append(CondPageBreak(_LEAST))
            for one in chain:
                one.keepWithNext = 0
        packed += [*chain, part]
        chain = []
    return packed + chain


def _heading(text: str, key: str, setter: Setter) -> Heading:
    return Heading(setter.markup(text, bold=True), setter.style("h2"), text, key)


def _front(view: View, setter: Setter) -> Iterator[Flowable]:
    yield setter.paragraph(view.kind, "quiet")
    yield setter.paragraph(clip(view.title, 400), "title")
    details = f", {', '.join(view.details)}" if view.details else ""
    on = f"{setter.soft('on')} {setter.strong(clip(view.subject, 160))}{setter.soft(details)}"
    yield setter.marked_up(on, "words")
    yield setter.paragraph(view.headline, "verdict")
    for _, message in view.warnings:
        yield setter.marked_up(f"{setter.strong('Warning:')} {setter.markup(message)}", "words")
    if view.basis:
        yield setter.paragraph(view.rests_on, "words")
    if view.lede:
        yield setter.paragraph(view.lede, "words", textColor=SOFT, fontSize=10, leading=14.5, spaceAfter=10)
    for first in range(0, len(view.tiles), _TILES):
        yield _tiles(view.tiles[first : first + _TILES], setter)


def _tiles(tiles: tuple[Tile, ...], setter: Setter) -> Grid:
    cells = []
    for tile in tiles:
        value = setter.paragraph(clip(tile.value, 60), "name" if tile.is_name else "figure")
        cells.append([setter.paragraph(tile.label, "quiet"), value, setter.paragraph(tile.note, "quiet")])
    look = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 10),
        ("LINEABOVE", (0, 0), (-1, 0), 1, INK),
    ]
    return Grid([cells], [WIDTH / _TILES] * len(cells), hAlign="LEFT", style=look, spaceBefore=8, spaceAfter=4)


def _back(view: View, setter: Setter) -> Iterator[Flowable]:
    """What was skipped, how the report was made, the glossary."""
    if view.skipped is not None:
        yield _heading("Skipped", "skipped", setter)
        yield from pairs(view.skipped, setter)
        if not view.skipped:
            yield setter.paragraph(view.nothing_skipped)
    yield _heading("How this report was created", "made", setter)
    yield from pairs(view.facts, setter)
    if view.signature:
        yield setter.paragraph(f"Signature, to quote in a paper: {view.signature}")
    if view.command:
        yield setter.paragraph("Command to reproduce this report", "h4")
        yield setter.paragraph(view.command, "code")
    else:
        yield setter.paragraph(f"It was made from Python, by {view.created_by} with the settings above.", "quiet")
    yield _heading("Glossary", "glossary", setter)
    for term, meaning in view.glossary:
        yield setter.marked_up(f"{setter.strong(term)}  {setter.markup(meaning)}", "words")
    if missing := sorted(setter.fonts.missing):
        text = (
            f"No font on the computer that made this document has signs for {len(missing)} of its characters "
            f"({' '.join(f'U+{ord(sign):04X}' for sign in missing[:12])}{' …' if len(missing) > 12 else ''}); "
            "boxes and codes stand in their place."
        )
        yield setter.paragraph(text, "quiet", spaceBefore=10)
