"""Page of the Space: label consistency and relevancy of a small table of ratings."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import label_consistency


def compute(given: list[str], accepted: list[str], ratings: list[str]) -> Mapping[str, Any]:
    """Label consistency of a table; accepted labels stand between commas."""
    right = [[label.strip() for label in cell.split(",")] for cell in accepted]
    return label_consistency(given, right, [float(cell) for cell in ratings])


page = TablePage(
    title="Label consistency",
    description="Share of test cases whose label a person confirms, and the mean relevancy.",
    columns=["label a person gave", "accepted labels", "relevancy from 1 to 5"],
    example=[["pos", "pos", "5"], ["neg", "pos, neutral", "4"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
