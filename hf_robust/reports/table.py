"""The report as a table for the terminal, through rich."""

from io import StringIO
from typing import TYPE_CHECKING

from hf_robust.reports import wording
from hf_robust.reports.record import plain, printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.box import Box
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

WIDTH = 100
LEGEND = (
    "Points out of 100. drop = original - perturbed, on the rows that changed; a minus is a gain. "
    "interval: 95%, paired bootstrap. * = larger than chance explains (p < 0.05, Holm). "
    "coverage = n / all rows. human: how much of the originals' human ratings such texts keep (0 to 1)."
)
# Controls that turn the direction of all that follows on a terminal; a page isolates them instead.
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], "\ufffd")
# Only what every terminal can show: a table that fails to print helps nobody.
_BOX = "    \n    \n -- \n    \n    \n    \n    \n    \n"


def render(record: dict, width: int | None = None) -> "RenderableType":
    """The report as something a rich console prints.

    Args:
        record: A valid record.
        width: Characters a line; below 80 interval, coverage and human confidence are left out.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> from rich.console import Console
        >>> Console(width=80).print(render(sample_record()).renderables[0])
        me/reviews on reviews-robust 1.0.0 (sentiment-classification, 200 rows, seed 7)
    """
    from rich.console import Group
    from rich.text import Text

    record = plain(record, printable_line)
    parts: list = [Text(_heading(record), style="bold"), Text(ascii_text(wording.verdict(record))), Text("")]
    parts.append(_table(record, compact=width is not None and width < 80))
    parts += [Text(ascii_text(line)) for line in _below(record)]
    parts.append(Text(LEGEND, style="dim"))
    return Group(*parts)


def to_text(record: dict, width: int = WIDTH) -> str:
    """The report as plain text, no line longer than `width`."""
    return drawn_text(render(record, width), width)


def print_table(record: dict) -> None:
    """Print the report: in colour and to the width of a terminal, plain and 100 wide elsewhere."""
    print_drawn(lambda width: render(record, width))


def drawn_text(drawn: "RenderableType", width: int = WIDTH) -> str:
    """What a rich console would print, as plain text; the reports of every kind share this."""
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


def print_drawn(draw: "Callable[[int], RenderableType]") -> None:
    """Print what is drawn for a width: in colour and as wide as a terminal, plain and 100 wide elsewhere."""
    from rich.console import Console

    console = Console(highlight=False)
    if console.is_terminal or console.is_jupyter:
        console.print(draw(console.width))
    else:
        print(drawn_text(draw(WIDTH)))


def _heading(record: dict) -> str:
    suite = record["suite"]
    name = " ".join(filter(None, [suite["name"], suite["version"]]))
    rows = wording.count(suite["rows"], "row")
    return f"{record['model']['name']} on {name} ({suite['task']}, {rows}, seed {suite['seed']})"


def _table(record: dict, compact: bool) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box(), show_edge=False, pad_edge=False, header_style="bold")
    table.add_column("transformation", overflow="fold", max_width=36, min_width=14)
    for name in _columns(compact):
        table.add_column(name, justify="right", no_wrap=True)
    for group, members in wording.in_groups(record["results"]):
        table.add_row(Text(group, style="bold cyan"))
        for result in members:
            table.add_row(*_row(result, compact))
    if not record["results"]:
        table.add_row(Text("(no transformation ran)", style="dim"))
    worst = record["worst_case"]
    if worst and worst["worst"] is not None:
        row = {
            **worst,
            "perturbed": worst["worst"],
            "name": "worst case",
            "p_adjusted": None,
            "human": None,
            "coverage": worst["n"] / record["suite"]["rows"] if record["suite"]["rows"] else None,
        }
        table.add_section()
        table.add_row(*_row(row, compact, indent=""), style="bold")
    return table


def _columns(compact: bool) -> list[str]:
    if compact:
        return ["original", "perturbed", "drop", "n"]
    return ["original", "perturbed", "drop", "95% interval", "n", "coverage", "human"]


def _row(result: dict, compact: bool, indent: str = "  ") -> list["Text"]:
    from rich.text import Text

    sure = wording.significant(result)
    drop = wording.points(result["drop"]) + (" *" if sure else "  ")
    style = "" if not sure else "green" if wording.gained(result) else "red"
    cells = [wording.points(result["original"]), wording.points(result["perturbed"]), drop]
    cells += (
        [wording.count(result["n"])]
        if compact
        else [
            wording.interval(result["interval"]),
            wording.count(result["n"]),
            wording.percent(result["coverage"]),
            wording.share(result["human"]["confidence"] if result["human"] else None),
        ]
    )
    texts = [Text(ascii_text(cell)) for cell in cells]
    texts[2].stylize(style)
    return [Text(indent + " ".join(result["name"].split()), overflow="fold"), *texts]


def _below(record: dict) -> list[str]:
    lines = [""]
    for item in record["skipped"]:
        lines.append(f"skipped    {item['name']}: {' '.join(item['reason'].split())}")
    for resource in record["resources"]:
        lines.append(f"used       {resource['purpose']}: {wording.resource_words(resource)}")
    lines.append(f"predicted  {wording.prediction_words(record['predictions'])}")
    return [*lines, ""]


def box() -> "Box":
    """The frame of all tables: a line under the head, nothing else."""
    from rich.box import Box

    return Box(_BOX, ascii=True)


def printable_line(text: str) -> str:
    """A text that no control character in it can turn round or colour."""
    return printable(text).translate(_BIDI)


def ascii_text(text: str) -> str:
    """A text with our signs in ASCII; a terminal need not know others."""
    return text.replace(wording.MINUS, "-").replace(wording.MISSING, "-")
