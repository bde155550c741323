"""A model on capabilities as a table for the terminal, through rich."""

from typing import TYPE_CHECKING

from hf_robust.reports import capability_words as words
from hf_robust.reports import wording
from hf_robust.reports.record import plain
from hf_robust.reports.table import WIDTH, ascii_text, box, drawn_text, print_drawn, printable_line

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

LEGEND = (
    "failed: percent of cases whose prediction is not among the right answers, with Wilson's 95% interval. "
    "p-to-f (pass-to-fail): expansions that fail although their seed passes. "
    "sure: oracle confidence, how sure the labels are."
)
DIVERSITY = "BLEU: Self-BLEU of a sample, lower is more diverse. rules: productions of grammar. Medians of 3 samples."


def render(record: dict) -> "RenderableType":
    """The report as something a rich console prints.

    Example:
        >>> from hf_robust.reports.capability_sample import sample_capabilities
        >>> from rich.console import Console
        >>> Console(width=100).print(render(sample_capabilities()).renderables[0])
        me/bert on reviews-capabilities 1.0.0 (sentiment-classification)
    """
    from rich.console import Group
    from rich.text import Text

    record = plain(record, printable_line)
    parts: list = [Text(_heading(record), style="bold"), Text(ascii_text(words.verdict(record)))]
    parts += [Text(ascii_text(words.lede(record))), Text(""), _table(record)]
    if words.diverse(record):
        parts += [Text(""), _diversity(record), Text(DIVERSITY, style="dim")]
    parts += [Text(ascii_text(line)) for line in _below(record)]
    return Group(*parts, Text(LEGEND, style="dim"))


def to_text(record: dict, width: int = WIDTH) -> str:
    """The report as plain text, no line longer than `width`."""
    return drawn_text(render(record), width)


def print_table(record: dict) -> None:
    """Print the table: in colour and to the width of a terminal, plain and 100 wide elsewhere."""
    print_drawn(lambda width: render(record))


def _heading(record: dict) -> str:
    suite = record["suite"]
    name = " ".join(filter(None, [suite["name"] or "your cases", suite["version"]]))
    return f"{record['model']['name']} on {name} ({suite['task']})"


def _table(record: dict) -> "Table":
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box(), show_edge=False, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("capability", overflow="fold", min_width=16)
    for name in ("seeds", "failed", "interval", "expanded", "failed", "interval", "p-to-f", "sure"):
        table.add_column(name, justify="right", no_wrap=True)
    for result in record["results"]:
        turned = result["pass_to_fail"]
        title = "" if result["name"] == result["id"] else f"  {wording.clip(result['name'], 60)}"
        cells = [
            *_cells(result["seeds"]),
            *_cells(result["expanded"]),
            wording.count(turned["pass_to_fail"] if turned else None),
            _sure(result),
        ]
        table.add_row(Text(f"{result['id']}{title}", overflow="fold"), *(Text(ascii_text(cell)) for cell in cells))
    overall = record["overall"]
    mean, weighted = ([overall[split][key] for split in ("seeds", "expanded")] for key in ("failure_rate", "weighted"))
    table.add_section()
    counts = [wording.count(overall[split]["n"]) for split in ("seeds", "expanded")]
    rows = (("mean", mean, counts), ("weighted by oracle confidence", weighted, ["", ""]))
    for name, (seeds, expanded), shown in rows:
        turned = wording.count(overall["pass_to_fail"]) if name == "mean" else ""
        cells = [name, shown[0], wording.points(seeds), "", shown[1], wording.points(expanded), "", turned, ""]
        table.add_row(*(Text(ascii_text(cell)) for cell in cells), style="bold")
    return table


def _cells(part: dict) -> list[str]:
    return [wording.count(part["n"]), wording.points(part["failure_rate"]), wording.interval(part["interval"])]


def _sure(result: dict) -> str:
    return wording.share(result["oracle_confidence"])


def _diversity(record: dict) -> "Table":
    from rich.table import Table

    table = Table(box=box(), show_edge=False, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("diversity")
    sizes = record["options"]["diversity"]
    for size in sizes:
        table.add_column(f"BLEU {size}", justify="right", no_wrap=True)
        table.add_column(f"rules {size}", justify="right", no_wrap=True)
    for result, split in words.diverse(record):
        cells = [text for one in result["diversity"][split] for text in diverse(one)]
        table.add_row(f"{result['id']} {split}", *(ascii_text(cell) for cell in cells))
    return table


def diverse(one: dict) -> tuple[str, str]:
    """Self-BLEU and number of productions of samples of one size."""
    productions = one["productions"]
    return wording.share(one["self_bleu"]), wording.MISSING if productions is None else f"{productions:,.0f}"


def _below(record: dict) -> list[str]:
    lines = [""]
    for item in record["skipped"]:
        lines.append(f"skipped    {item['name']}: {' '.join(item['reason'].split())}")
    for result in record["results"]:
        left = words.found_words({**result, "searched": {}})
        lines += [f"{result['id']:10} {left}"] if left else []
        if not words.both(result)["n"]:
            lines.append(f"{result['id']:10} no case: nothing in the data met the specification")
    for resource in record["resources"]:
        lines.append(f"used       {resource['purpose']}: {wording.resource_words(resource)}")
    lines.append(f"predicted  {wording.prediction_words(record['predictions'])}")
    return [*lines, ""]
