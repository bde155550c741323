"""The table in the README, and the record of the run that it shows.

After a transformation or the bundled model has changed, run the README's first command and
``python tests/readme_table.py report``: it writes the rows of the new report into the README and the record.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
RECORD = ROOT / "tests" / "data" / "readme_table.json"
ROW = re.compile(r"^ *(?P<name>[a-z][a-z-]*(?: case)?) {2,}(?P<cells>-?\d+\.\d .*)$", re.MULTILINE)


def rows_of(text: str) -> dict[str, str]:
    """The rows of a table that the terminal shows, by name; cells are separated by one space."""
    return {found["name"]: " ".join(found["cells"].split()) for found in ROW.finditer(text)}


def shown() -> dict[str, str]:
    """The rows in the README."""
    return rows_of(README.read_text(encoding="utf-8"))


def versions(record: dict) -> dict[str, str]:
    """The version of each transformation in the record of a report."""
    return {one["name"]: one["stages"][0]["version"] for one in record["results"]}


def write(folder: Path) -> None:
    """Show the report in a folder: the rows that are shown now, as it has them. Sentences are left as they are."""
    from hf_robust.reports.any_report import load_report

    report = load_report(folder)
    printed, text = str(report), README.read_text(encoding="utf-8")
    lines = {one["name"]: one[0].rstrip() for one in ROW.finditer(printed)}
    for match in [*ROW.finditer(text)]:
        text = text.replace(match[0], lines[match["name"]])
    head = re.compile("^transformation .*", re.MULTILINE)
    README.write_text(head.sub(head.search(printed)[0].rstrip(), text, count=1), encoding="utf-8")
    recorded = {
        "versions": versions(report.record),
        "skipped": sorted(one["name"] for one in report.record["skipped"]),
        "rows": shown(),
    }
    RECORD.write_text(json.dumps(recorded, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
