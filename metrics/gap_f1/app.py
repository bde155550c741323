"""Page of the Space: GAP's scores of a small table of pronouns."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import gap_scores

LINKS = {"a": (True, False), "b": (False, True), "both": (True, True), "neither": (False, False)}


def compute(pronouns: list[str], found: list[str], gold: list[str]) -> Mapping[str, Any]:
    """Scores of a table of pronouns."""
    return gap_scores([links(cell) for cell in found], [links(cell) for cell in gold], pronouns)


def links(cell: str) -> dict[str, bool]:
    """Which names a cell links the pronoun to."""
    if cell.lower() not in LINKS:
        raise ValueError(f"write A, B, both or neither, not {cell!r}")
    return dict(zip("ab", LINKS[cell.lower()]))


page = TablePage(
    title="GAP F1",
    description="Does a pronoun go with name A or with name B? F1 by gender of the pronoun.",
    columns=["pronoun", "predicted name", "name"],
    example=[["he", "A", "A"], ["her", "B", "A"], ["his", "B", "B"], ["she", "neither", "neither"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
