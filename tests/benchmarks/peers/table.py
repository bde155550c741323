"""The tables in Markdown, and the block of the README that they are written to."""

import os
import statistics
import subprocess
from datetime import date
from pathlib import Path

from peers.rows import ROWS

START, END = "<!-- peers: written by compare.py -->", "<!-- peers: end -->"
TITLES = {
    "flint": "TextFlint",
    "nlpaug": "nlpaug",
    "textattack": "TextAttack",
    "checklist": "CheckList",
    "langtest": "LangTest",
}
LEAST = 0.5  # a peer that changes fewer than half as many rows is not compared
TEXT = ["flint", "nlpaug", "textattack", "checklist", "langtest", "langtest/samples"]


def rates(rounds: list[dict]) -> dict[tuple[str, str], dict]:
    """Of each cell the median over the rounds: rows a CPU second, share of changed rows, spread of the rate."""
    found: dict[tuple[str, str], list[dict]] = {}
    for answers in rounds:
        for package, answer in answers.items():
            for name, cell in answer["cells"].items():
                if cell.get("rows"):
                    found.setdefault((package, name), []).append(cell)
    return {key: _summary(cells) for key, cells in found.items()}


def _summary(cells: list[dict]) -> dict:
    each = [cell["rows"] / max(cell["cpu"], 1e-9) for cell in cells]
    middle = statistics.median(each)
    return {
        "rate": middle,
        "changed": statistics.median(cell["changed"] for cell in cells),
        "spread": (max(each) - min(each)) / middle,
        "label": cells[0]["label"],
    }


def tables(found: dict[tuple[str, str], dict]) -> str:
    """Both tables: without an annotation, and those that read one, here or in a peer."""
    return "\n\n".join(filter(None, [_plain(found), _annotated(found)]))


def _plain(found: dict) -> str:
    head = ["transformation", "hf_robust", *map(_title, TEXT), "over the fastest peer"]
    lines = []
    for key in (key for key, row in ROWS.items() if not row.annotated and ("hf_robust", key) in found):
        ours, peers = found["hf_robust", key], [_cell(found, column, key) for column in TEXT]
        lines.append(_line([ROWS[key].title, *map(_shown, [ours, *peers]), _ratio(ours, peers)]))
    return _table(head, lines)


def _annotated(found: dict) -> str:
    ours = ["hf_robust, from the text", "hf_robust, annotated rows"]
    theirs = [*map(_title, TEXT), "CheckList, parsed documents"]
    head = ["transformation", *ours, *theirs, "from the text", "on annotated rows"]
    lines = []
    for key in (key for key, row in ROWS.items() if row.annotated and ("hf_robust", key) in found):
        text, stored = found["hf_robust", key], found.get(("hf_robust", f"{key}/annotated"))
        peers = [_cell(found, column, key) for column in TEXT]
        parsed = found.get(("checklist", f"{key}/annotated"))
        cells = [text, stored, *peers, parsed]
        ratios = [_ratio(text, peers), _ratio(stored or text, [parsed])]
        lines.append(_line([ROWS[key].title, *map(_shown, cells), *ratios]))
    return _table(head, lines)


def _table(head: list[str], lines: list[str]) -> str:
    return "\n".join([_line(head), _line(["---"] + ["---:"] * (len(head) - 1)), *lines]) if lines else ""


def _title(column: str) -> str:
    package, _, variant = column.partition("/")
    return TITLES[package] + (f", {variant}" if variant else "")


def _cell(found: dict, column: str, key: str) -> dict | None:
    package, _, variant = column.partition("/")
    cell = found.get((package, f"{key}/{variant}" if variant else key))
    return cell and {**cell, "apart": package in ROWS[key].apart}


def _shown(cell: dict | None) -> str:
    if cell is None:
        return "-"
    changed = "" if cell["label"] in ("annotate", "nlp.pipe") else f" ({cell['changed']:.0%})"
    return f"{cell['rate']:,.0f}{changed}{'*' if cell.get('apart') else ''}"


def _ratio(ours: dict, peers: list[dict | None]) -> str:
    """How many times the rate of the fastest peer that does the work; one that leaves most rows alone is no measure."""
    theirs = [cell for cell in peers if cell and not cell.get("apart")]
    fair = [cell["rate"] for cell in theirs if cell["changed"] >= ours["changed"] * LEAST]
    if not fair:
        return "-"
    times = ours["rate"] / max(fair)
    return f"{times:,.0f} x" if times >= 10 else f"{times:.2g} x"


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def facts(rounds: list[dict], sets: dict[str, list[str]], found: dict) -> str:
    """What the numbers depend on: packages, machine, texts, rounds."""
    versions = [_versions(answer["versions"]) for answer in rounds[0].values()]
    sizes = "; ".join(
        f"{name} {len(texts):,} texts of {sum(len(text.split()) for text in texts) / len(texts):.1f} words"
        for name, texts in sets.items()
    )
    model = next((line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), "unknown")
    spread = statistics.median(cell["spread"] for cell in found.values())
    return (
        f"Packages: {', '.join(versions)}. "
        f"Machine: {os.cpu_count()} cores, {model}, mean load {os.getloadavg()[2]:.0f}. Texts: {sizes}. "
        f"Rounds: {len(rounds)}; median spread between them {spread:.0%}."
    )


def _versions(found: dict[str, str]) -> str:
    package, *others = (f"{name} {version}" for name, version in found.items())
    return f"{package} ({', '.join(others)})" if others else package


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text("utf-8").splitlines() if path.exists() else []


def labels(found: dict) -> str:
    """Which call of each peer stands in which line."""
    lines = []
    for package, title in TITLES.items():
        named = {found[place]["label"]: None for place in found if place[0] == package}
        if named:
            lines.append(f"- {title}: {', '.join(named)}")
    return "\n".join(lines)


def said_at(script: str) -> str:
    """The command that wrote a block, with commit and date."""
    shown = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=Path(__file__).parent, capture_output=True)
    commit = shown.stdout.decode().strip() or "?"
    return f"Written by `python tests/benchmarks/{script}`, commit {commit}, {date.today()}."


def write(block: str, path: Path, start: str = START, end: str = END) -> None:
    """Put the block between two marks of a file."""
    before, rest = path.read_text("utf-8").split(start, 1)
    path.write_text(f"{before}{start}\n{block}\n{end}{rest.split(end, 1)[1]}", "utf-8")
