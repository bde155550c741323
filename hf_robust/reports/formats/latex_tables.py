"""Tables for LaTeX: booktabs, narrow enough for a paper."""

from hf_robust.reports.charts import HeatCell, HeatMap
from hf_robust.reports.formats.latex_text import tex
from hf_robust.reports.view import Cell, Column, Room, Row, Table

LONG = 40  # lines; a table with more of them goes over several pages
_WIDE = 34  # characters; a column with longer texts has lines of its own
_IN_LINE = 28  # characters in a line of such a column
_STAR = "0.5em"  # room for a star beside a number
_MANY = 6  # columns; more of them stand closer where a table goes over several pages
_LINE = r" \\"
_LOSS, _GAIN = (178, 24, 43), (33, 102, 172)  # full color of a drop and of a gain


def tabular(table: Table, room: Room) -> str:
    """A table that fits on a page, at most as wide as a line.

    Args:
        room: Columns and rows that need more are left out.
    """
    lines = [r"\hfrfit{%", rf"\begin{{tabular}}{{{_layout(table, room)}}}", r"\toprule", _head(table, room)]
    return "\n".join([*lines, r"\midrule", *_body(table, room), r"\bottomrule", r"\end{tabular}}"])


def longtable(table: Table, room: Room, caption: str, label: str) -> str:
    """A table over several pages.

    Args:
        room: Columns and rows that need more are left out.
        caption: Its caption in LaTeX.
    """
    head = [r"\toprule", _head(table, room), r"\midrule"]
    many = len(table.columns_in(room)) > _MANY
    size = r"\scriptsize\setlength{\tabcolsep}{4pt}" if many else r"\footnotesize"
    lines = [
        rf"{{{size}\renewcommand{{\arraystretch}}{{1.1}}\begin{{longtable}}{{{_layout(table, room)}}}",
        rf"\caption{{{caption}}}\label{{{label}}}{_LINE}",
        *head,
        r"\endfirsthead",
        *head,
        r"\endhead",
        *_body(table, room),
        r"\bottomrule",
    ]
    return "\n".join([*lines, r"\end{longtable}}"])


def length(table: Table, room: Room) -> int:
    """How many lines are shown, those that name a group included.

    Args:
        room: Columns and rows that need more are left out.
    """
    places = [place for place in table.columns_in(room) if not table.columns[place].number]
    groups = table.grouped(room)
    rows = [*(row for _, members in groups for row in members), *table.totals]
    lines = (max((-(-len(_words(row.cells[place])) // _IN_LINE) for place in places), default=1) for row in rows)
    return sum(max(number, 1) for number in lines) + sum(bool(group) for group, _ in groups)


def _layout(table: Table, room: Room) -> str:
    places = table.columns_in(room)
    return f"@{{}}{''.join(_column(table, place) for place in places)}@{{}}"


def _column(table: Table, index: int) -> str:
    if table.columns[index].number:
        starred = any(row.cells[index].star for row in (*table.rows, *table.totals))
        return rf"r<{{\hspace{{{_STAR}}}}}" if starred else "r"  # a star hangs over the end of its column
    widest = max((len(_words(row.cells[index])) for row in (*table.rows, *table.totals)), default=0)
    return r">{\raggedright\arraybackslash}p{4.4cm}" if widest > _WIDE else "l"


def _head(table: Table, room: Room) -> str:
    return " & ".join(_name(table.columns[place]) for place in table.columns_in(room)) + _LINE


def _name(column: Column) -> str:
    return tex(column.short or column.name, 40)


def _body(table: Table, room: Room) -> list[str]:
    places = table.columns_in(room)
    lines = []
    for number, (group, rows) in enumerate(table.grouped(room)):
        if group:
            space = r"\addlinespace " if number else ""
            lines.append(rf"{space}\multicolumn{{{len(places)}}}{{@{{}}l}}{{\textit{{{tex(group, 60)}}}}}{_LINE}")
        lines += [_row(row, places, r"\hspace{0.8em}" if group else "") for row in rows]
    if table.totals:
        lines += [r"\midrule", *(_row(row, places, "") for row in table.totals)]
    return lines


def _row(row: Row, columns: list[int], indent: str) -> str:
    return indent + " & ".join(_cell(row.cells[column]) for column in columns) + _LINE


def _words(cell: Cell) -> str:
    return "  ".join(filter(None, [cell.text, cell.detail]))


def _cell(cell: Cell) -> str:
    shown = tex(cell.text, 160)
    if cell.detail:
        shown += rf" \textcolor{{black!60}}{{{tex(cell.detail, 120)}}}"
    return rf"\textbf{{{shown}}}\rlap{{*}}" if cell.star else shown


def heat(drawn: HeatMap) -> str:
    """A heat map as a table with colored cells: it can be read without color, too.

    Args:
        drawn: The heat map.
    """
    upright = max(map(len, drawn.columns)) * len(drawn.columns) > 60
    names = [rf"\rotatebox{{60}}{{{tex(name, 30)}}}" if upright else tex(name, 30) for name in drawn.columns]
    lines = [r"\hfrfit{%", rf"\begin{{tabular}}{{@{{}}l{'r' * len(names)}@{{}}}}", r"\toprule"]
    lines += [" & ".join([tex(drawn.corner, 40), *names]) + _LINE, r"\midrule"]
    for name, cells in drawn.rows:
        lines.append(" & ".join([tex(name, 40), *(_heat_cell(cell, drawn.scale) for cell in cells)]) + _LINE)
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}}"])


def _heat_cell(cell: HeatCell, scale: tuple[float, float]) -> str:
    shown = tex(cell.text, 20) + (r"\rlap{*}" if cell.star else "")
    if cell.value is None:
        return shown
    low, high = scale
    share = (cell.value - low) / (high - low) if high > low else 0.0
    full, share = (_LOSS if share >= 0 else _GAIN), min(abs(share), 1.0)
    color = "".join(f"{round(255 + (part - 255) * share):02X}" for part in full)
    ink = r"\color{white}" if share > 0.75 else ""
    return rf"\cellcolor[HTML]{{{color}}}{ink}{shown}"
