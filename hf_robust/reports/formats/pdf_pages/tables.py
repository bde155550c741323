"""Tables and heat maps of a PDF document: as many columns as the page holds, heads on every page."""

from collections.abc import Iterator, Sequence

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable, LongTable, Paragraph

from hf_robust.reports.charts import HeatMap
from hf_robust.reports.formats.pdf_pages.texts import LINE, STRONG, Setter, cleaned
from hf_robust.reports.formats.scales import shade
from hf_robust.reports.view import Cell, Column, Room, Row, Table
from hf_robust.reports.wording import clip, count

ROWS = 200  # of a table; more of them are left to the page
HEAT_ROWS, HEAT_COLUMNS = 60, 12
_SIZE, _PAD = 7.5, 9.0
_NAME, _TEXT = (90.0, 150.0), (40.0, 160.0)  # least and most width of the first column, and of others that hold text
_CLIP = 240
_NAMES = 110.0  # width of the names of pairs
_LOSSES = tuple(HexColor(color) for color in ("#fdf0ea", "#fbddd0", "#f8c6b1", "#f4ae92", "#f09573", "#ea7b54"))
_GAINS = tuple(HexColor(color) for color in ("#e6f3f6", "#cfe7ee", "#b3d9e4", "#97cbda", "#79bbce", "#5aaac1"))


def table(block: Table, setter: Setter) -> Iterator[Flowable]:
    """A table with its title and what it leaves out.

    Args:
        setter: Sets its texts.
    """
    if block.title:
        yield setter.paragraph(block.title, "h4", spaceBefore=10)
    if block.caption:
        yield setter.paragraph(block.caption, "quiet", keepWithNext=1)
    shown = [(group, rows) for group, rows in _first_rows(block) if rows]
    if not shown and not block.totals:
        if block.empty:
            yield setter.paragraph(block.empty, "words")
        return
    places, widths = _layout(block, [row for _, rows in shown for row in rows], setter)
    yield _drawn(block, shown, places, widths, setter)
    notes = []
    if len(block.rows) > ROWS:
        notes.append(f"{count(len(block.rows) - ROWS, 'more row')}: see the page or the record.")
    if left_out := [column.name for place, column in enumerate(block.columns) if place not in places]:
        notes.append(f"Columns without room here: {', '.join(left_out)}.")
    if notes:
        yield setter.paragraph(" ".join(notes), "quiet")


def _first_rows(block: Table) -> list[tuple[str, list[Row]]]:
    left, shown = ROWS, []
    for group, rows in block.grouped(Room.PAGE):
        shown.append(("" if block.sortable else group, rows[:left]))
        left -= len(rows[:left])
    return shown


def _layout(block: Table, rows: Sequence[Row], setter: Setter) -> tuple[list[int], list[float]]:
    """The columns that fit on the page, those that matter less left out first, and their widths."""
    places = list(range(len(block.columns)))
    natural = [_natural(block, place, [*rows, *block.totals], setter) for place in places]
    least = [_least(block.columns[place], place, natural[place]) for place in places]
    kept: list[int] = []
    for place in sorted(places, key=lambda place: block.columns[place].room):
        if kept and sum(least[other] for other in (*kept, place)) > setter.width:
            break
        kept.append(place)
    kept.sort()
    low, high = sum(least[place] for place in kept), sum(natural[place] for place in kept)
    share = min(1.0, (setter.width - low) / (high - low)) if high > low else 1.0
    return kept, [least[place] + share * (natural[place] - least[place]) for place in kept]


def _least(column: Column, index: int, natural: float) -> float:
    """How narrow a column may become: numbers stay on a line, texts wrap."""
    if index == 0:
        return min(natural, _NAME[0])
    return natural if column.number else min(natural, 2 * _TEXT[0])


def _natural(block: Table, index: int, rows: Sequence[Row], setter: Setter) -> float:
    column = block.columns[index]
    head = max((setter.fonts.width(word, 7) for word in cleaned(column.name).split()), default=0)
    texts = (clip(_words(row.cells[index]), 60) for row in rows)
    body = max((setter.fonts.width(cleaned(text), _SIZE, bold=True) for text in texts), default=0.0)
    most = _NAME[1] if index == 0 else _TEXT[1]
    return min(max(head, body), most) + _PAD


def _words(cell: Cell) -> str:
    return " ".join(text for text in (cell.text, cell.detail) if text) + (" *" if cell.star else "")


def _drawn(
    block: Table, shown: Sequence[tuple[str, list[Row]]], indices: list[int], widths: list[float], setter: Setter
) -> LongTable:
    columns = [block.columns[index] for index in indices]
    lines: list[list] = [
        [setter.paragraph(clip(column.name, 40), "head-number" if column.number else "head") for column in columns]
    ]
    look: list[tuple] = [*_LOOK, ("LINEBELOW", (0, 0), (-1, 0), 0.6, STRONG)]
    for group, rows in shown:
        if group:
            look += [("SPAN", (0, len(lines)), (-1, len(lines))), ("NOSPLIT", (0, len(lines)), (0, len(lines) + 1))]
            lines.append([setter.marked_up(setter.strong(clip(group, 120)), "cell"), *[""] * (len(indices) - 1)])
        lines += [_cells(row, indices, columns, setter) for row in rows]
    if block.totals:
        look.append(("LINEABOVE", (0, len(lines)), (-1, len(lines)), 0.6, STRONG))
        lines += [_cells(row, indices, columns, setter) for row in block.totals]
    return LongTable(lines, widths, repeatRows=1, hAlign="LEFT", style=look, spaceBefore=4, spaceAfter=6)


_LOOK: tuple[tuple, ...] = (
    ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
    ("VALIGN", (0, 1), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), _PAD - 1),
    ("TOPPADDING", (0, 0), (-1, -1), 2.2),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2.6),
    ("LINEBELOW", (0, 1), (-1, -1), 0.3, LINE),
)


def _cells(row: Row, indices: list[int], columns: Sequence[Column], setter: Setter) -> list[Paragraph]:
    cells = []
    for index, column in zip(indices, columns, strict=True):
        cell = row.cells[index]
        text = clip(cell.text, _CLIP)
        markup = setter.link(setter.strong(text) if cell.strong else setter.markup(text), cell.index)
        if cell.detail:
            markup += f" {setter.soft(clip(cell.detail, _CLIP))}"
        style = "number" if column.number else "cell"
        cells.append(setter.marked_up(markup + (" *" if cell.star else ""), style))
    return cells


def heat_map(chart: HeatMap, setter: Setter) -> Iterator[Flowable]:
    """A heat map; one with many columns is drawn in parts.

    Args:
        chart: The heat map.
        setter: Sets its texts.
    """
    if chart.title:
        yield setter.paragraph(chart.title, "h4", spaceBefore=10)
    if chart.caption:
        yield setter.paragraph(chart.caption, "quiet", keepWithNext=1)
    for first in range(0, len(chart.columns), HEAT_COLUMNS):
        yield _grid(chart, first, setter)
    if len(chart.rows) > HEAT_ROWS:
        left_out = count(len(chart.rows) - HEAT_ROWS, "more row")
        yield setter.paragraph(f"{left_out}: see the page or the record.", "quiet")


def _grid(chart: HeatMap, first: int, setter: Setter) -> LongTable:
    columns = slice(first, first + HEAT_COLUMNS)
    names = chart.columns[columns]
    name = 110.0
    size = min((setter.width - name) / len(names), 62.0)
    heads = (setter.paragraph(clip(text, 40), "head-number") for text in names)
    lines = [[setter.paragraph(clip(chart.corner, 40), "head"), *heads]]
    look: list[tuple] = [
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("VALIGN", (0, 1), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (0, -1), 0),
        ("LEFTPADDING", (1, 0), (-1, -1), 2),
        ("RIGHTPADDING", (0, 0), (-1, -1), 3),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("INNERGRID", (1, 1), (-1, -1), 1.2, HexColor("#ffffff")),
    ]
    for row, (text, cells) in enumerate(chart.rows[:HEAT_ROWS], start=1):
        line = [setter.paragraph(clip(text, 60), "cell")]
        for column, cell in enumerate(cells[columns], start=1):
            line.append(setter.paragraph(clip(cell.text, 40) + (" *" if cell.star else ""), "number"))
            tone = shade(cell.value, chart)
            if tone:
                color = _LOSSES[tone - 1] if tone > 0 else _GAINS[-tone - 1]
                look.append(("BACKGROUND", (column, row), (column, row), color))
        lines.append(line)
    widths = [name, *[size] * len(names)]
    return LongTable(lines, widths, repeatRows=1, hAlign="LEFT", style=look, spaceBefore=4, spaceAfter=8)


def pairs(items: Sequence[tuple[str, str]], setter: Setter) -> Iterator[Flowable]:
    """Names and values, one pair on a line.

    Args:
        items: The pairs.
        setter: Sets their texts.
    """
    if not items:
        return
    lines = [
        [setter.paragraph(clip(name, 120), "quiet"), setter.paragraph(clip(value, 1000), "words", spaceBefore=0)]
        for name, value in items
    ]
    look = [("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0)]
    look += [(side, (0, 0), (-1, -1), 1.5) for side in ("TOPPADDING", "BOTTOMPADDING")]
    yield LongTable(lines, [_NAMES, setter.width - _NAMES], hAlign="LEFT", style=look)
