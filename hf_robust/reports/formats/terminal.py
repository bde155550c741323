"""The report in brief for a terminal: verdict and tables as plain text, in color where there is some."""

from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING

from hf_robust.reports import wording
from hf_robust.reports.root_cause_view import Cause, CauseToken
from hf_robust.reports.view import Column, Counts, Entry, Facts, Room, Row, Table, View, Words

if TYPE_CHECKING:
    from rich.box import Box
    from rich.console import RenderableType
    from rich.table import Table as RichTable
    from rich.text import Text

SUFFIX = ".txt"
WIDTH = 100
_FEW_COLUMNS = 8  # more of them stand closer
_NAME = 60  # characters a line of the first column, where there is room
_APART = 3  # blanks between columns that do not stand closer
_NARROW = 80  # below it, columns and rows that need room are left out
_STYLES = {"loss": "red", "gain": "green", "": ""}
# Controls that turn the direction of all that follows on a terminal; a page isolates them instead.
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\ufffd")
# Our own signs in ASCII: a terminal need not know others.
_ASCII = {ord(wording.MINUS): "-", ord(wording.MISSING): "-", ord("→"): "->"}
# A line under the head, nothing else, and only what every terminal can show: a table that fails to print helps nobody.
_BOX = "    \n    \n -- \n    \n    \n    \n    \n    \n"


def render(view: View, width: int = WIDTH) -> str:
    """The report as plain text.

    Args:
        view: What the report says.
        width: No line is longer.
    """
    return _plain(draw(view, width), width)


def print_view(view: View) -> None:
    """Print the report: in color and as wide as a terminal, plain and 100 wide elsewhere."""
    from rich.console import Console

    console = Console(highlight=False)
    if console.is_terminal or console.is_jupyter:
        console.print(draw(view, console.width))
    else:
        print(render(view))


def draw(view: View, width: int | None = None) -> "RenderableType":
    """The report as something a rich console prints.

    Args:
        view: What the report says.
        width: Characters a line; below 80, columns and rows that need room are left out.
    """
    from rich.console import Group
    from rich.text import Text

    room = Room.NARROW if width is not None and width < _NARROW else Room.WIDE
    parts: list = [Text(_line(f"{view.title} on {view.subject} ({', '.join(view.details)})"), style="bold")]
    parts += [Text(_line(f"Warning: {message}"), style="bold yellow") for _, message in view.warnings]
    parts += [Text(_line(text)) for text in (view.headline, view.rests_on, view.lede) if text]
    parts += [Text(_line(text)) for text in _next(view)]
    for block in view.brief:
        parts += [Text(""), *_block(block, room, width)]
    notes = [*(("skipped", f"{name}: {reason}") for name, reason in view.skipped or ()), *view.notes]
    notes += [("signature", view.signature)] if view.signature else []
    parts += [Text(""), *(Text(f"{_line(name):10} {_line(text)}") for name, text in notes)]
    return Group(*parts, *([Text("")] if notes else []), Text(_line(view.legend), style="dim"))


def _next(view: View) -> Iterator[str]:
    """What to do next, a line for each step."""
    for step in view.next_steps:
        more = "; ".join(filter(None, [step.command, step.hint]))
        yield f"Next: {step.text}{f' ({more})' if more else ''}"


def entry_text(entry: Entry) -> str:
    """One result as a few lines of plain text.

    Args:
        entry: All about it.
    """
    lines = [f"{entry.name}: {entry.figure}{' *' if entry.star else ''}", entry.gist]
    for block in entry.blocks:
        if isinstance(block, Words):
            lines += block.sentences
        elif isinstance(block, Facts):
            lines += [f"{name}: {value}" for name, value in block.items]
        elif isinstance(block, Counts):
            lines += [f"{block.title}: {number} {what}" for number, what in block.items]
    return "\n".join(_line(line) for line in lines if line)


def cause_text(cause: Cause, weights: bool = True) -> str:
    """A root cause as plain text: the tokens that keep each prediction, and what each token counts.

    Args:
        cause: The root cause.
        weights: Whether the table of all tokens follows.
    """
    lines = [line for side in cause.sides for line in (side.says, f"  kept by: {side.kept}")]
    if not weights:
        return "\n".join(lines)
    rows = [["", *cause.names], *([row.token, *map(_weight, row.cells)] for row in cause.rows)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines.append(f"contribution to {cause.label} ({cause.method}; * is kept)")
    for row in rows:
        lines.append("  " + "  ".join(f"{cell:<{size}}" for cell, size in zip(row, widths)).rstrip())
    return "\n".join(lines)


def _weight(token: CauseToken | None) -> str:
    if token is None:
        return f" {wording.MISSING}"
    sign = "" if token.number.startswith(wording.MINUS) else " "
    return f"{sign}{token.number}{'*' if token.kept else ''}"


def _block(block: Table | Words, room: Room, width: int | None) -> "Iterator[RenderableType]":
    from rich.text import Text

    if isinstance(block, Words):
        for sentence in block.sentences:
            yield Text(_line(sentence), style="dim" if block.quiet else "")
        return
    if block.title:
        yield Text(_line(block.title), style="bold cyan")
    yield _table(block, room, width)


def _table(table: Table, room: Room, width: int | None) -> "RichTable":
    from rich.table import Table as RichTable
    from rich.text import Text

    places = table.columns_in(room)
    starred = {place for place in places if any(row.cells[place].star for row in table.rows)}
    close = len(places) > _FEW_COLUMNS or (width is not None and _wide(table, room, starred) > width)
    padding = (0, 1, 0, 0) if close else (0, 1)
    drawn = RichTable(box=_box(), show_edge=False, pad_edge=False, header_style="bold", padding=padding)
    for place in places:
        _add_column(drawn, table.columns[place], first=place == places[0])
    for group, rows in table.grouped(room):
        if group:
            drawn.add_row(Text(_line(group), style="bold cyan"))
        for row in rows:
            drawn.add_row(*_cells(row, places, starred, "  " if group else ""), style="dim" if row.quiet else None)
    if not table.rows and table.empty:
        drawn.add_row(Text(table.empty, style="dim"))
    if table.totals:
        drawn.add_section()
    for row in table.totals:
        drawn.add_row(*_cells(row, places, starred, ""), style="bold")
    return drawn


def _wide(table: Table, room: Room, starred: set[int]) -> int:
    """How long a line would be that breaks no name and has its columns apart."""
    places = table.columns_in(room)
    rows = [row for _, members in table.grouped(room) for row in members]
    lines = [_cells(row, places, starred, "  " if table.groups else "") for row in (*rows, *table.totals)]
    heads = [len(table.columns[place].short or table.columns[place].name) for place in places]
    heads[0] = max([heads[0], *(len(group) for group, _ in table.grouped(room))])
    widths = [max([head, *(line[number].cell_len for line in lines)]) for number, head in enumerate(heads)]
    return min(widths[0], _NAME) + sum(widths[1:]) + _APART * (len(places) - 1)


def _add_column(drawn: "RichTable", column: Column, first: bool) -> None:
    name = _line(wording.inside(column.short or column.name))
    if first:
        drawn.add_column(name, overflow="fold", max_width=_NAME, min_width=16)
    else:
        drawn.add_column(name, justify="right" if column.number else "left", no_wrap=True)


def _cells(row: Row, columns: list[int], starred: set[int], indent: str) -> "list[Text]":
    from rich.text import Text

    texts = []
    for column in columns:
        cell = row.cells[column]
        words = "  ".join(_line(text) for text in (cell.text, cell.detail) if text)
        star = (" *" if cell.star else "  ") if column in starred else ""
        texts.append(Text(f"{words}{star}", style=_STYLES[cell.tone], overflow="fold"))
    texts[0] = Text(indent) + texts[0]
    return texts


def _plain(drawn: "RenderableType", width: int) -> str:
    from rich.console import Console

    stream = StringIO()
    console = Console(
        file=stream,
        width=width,
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
        force_jupyter=False,
    )
    console.print(drawn)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


def _line(text: str) -> str:
    """A text on one line that no control character in it can turn round, and with our signs in ASCII."""
    return " ".join(text.split()).translate(_BIDI).translate(_ASCII)


def _box() -> "Box":
    from rich.box import Box

    return Box(_BOX, ascii=True)
