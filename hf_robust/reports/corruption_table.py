"""The corruption benchmark as tables for the terminal, through rich: one a model."""

from typing import TYPE_CHECKING

from hf_robust.reports import corruption_words as words
from hf_robust.reports import wording
from hf_robust.reports.record import plain
from hf_robust.reports.table import WIDTH, ascii_text, box, drawn_text, print_drawn, printable_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

MOST_INTERVALS = 5  # columns; what is wider would not fit a line, and the page holds all intervals
LEGEND = (
    "Points out of 100, all on the same rows; n: corrupted words. difference = important - random: below zero, "
    "targeting the words that matter costs more. * = larger than chance explains (p < 0.05, Holm)."
)


def render(record: dict) -> "RenderableType":
    """The benchmark as something a rich console prints.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> from rich.console import Console
        >>> Console(width=80).print(render(sample_corruptions()).renderables[0])
        corruptions on me/reviews, test (sentiment-classification)
    """
    from rich.console import Group
    from rich.text import Text

    record = plain(record, printable_line)
    parts: list = [Text(_heading(record), style="bold"), Text(ascii_text(words.verdict(record)))]
    parts += [Text(ascii_text(line)) for line in (words.lede(record), *words.population_words(record)) if line]
    for model in record["models"]:
        baseline, all_rows = wording.points(model["baseline"]), wording.points(model["baseline_all"])
        head = f"{model['name']}: {words.metric_word(record)} {baseline} before, {all_rows} on all rows"
        parts += [Text(""), Text(ascii_text(head), style="bold cyan"), _table(record, model["name"])]
    parts.append(Text(""))
    parts += [Text(ascii_text(line)) for line in words.control_words(record)]
    parts += [Text(ascii_text(f"{words.strategy_words(record)}.")), Text(LEGEND, style="dim")]
    return Group(*parts)


def to_text(record: dict, width: int = WIDTH) -> str:
    """The benchmark as plain text, no line longer than `width`."""
    return drawn_text(render(record), width)


def print_table(record: dict) -> None:
    """Print the tables: in colour and to the width of a terminal, plain and 100 wide elsewhere."""
    print_drawn(lambda width: render(record))


def _heading(record: dict) -> str:
    data = record["data"]
    parts = [data["dataset"] or "your data", data["split"], "cleaned" if data["clean"] else None]
    name = ", ".join(filter(None, parts))
    return f"corruptions on {name} ({data['task']})"


def _table(record: dict, model: str) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box(), show_edge=False, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("words corrupted", overflow="fold", min_width=15, max_width=30)
    columns = words.columns(record)
    for count in columns:
        table.add_column(words.column_name(count), justify="right", no_wrap=True)
    family = None
    for row in words.by_row(record, model):
        if row["family"] != family:
            family = row["family"]
            table.add_row(Text(family, style="bold"))
        if row["row"] != "95% interval" or len(columns) <= MOST_INTERVALS:
            table.add_row(Text(f"  {row['row']}"), *(_number(row["row"], cell) for cell in row["cells"]))
    return table


def _number(row: str, cell: dict | None) -> "Text":
    from rich.text import Text

    if cell is None:
        return Text("-")
    if row == "95% interval":
        return Text(ascii_text(wording.interval(cell["interval"])), style="dim")
    if row != "difference":
        return Text(f"{ascii_text(wording.points(cell['score']))}  ")
    sure = wording.significant(cell)
    style = "" if not sure else "red" if cell["difference"] < 0 else "green"
    return Text(f"{ascii_text(wording.points(cell['difference']))}{' *' if sure else '  '}", style=style)
