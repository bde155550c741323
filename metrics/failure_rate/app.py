"""Page of the Space: the failure rate of a small table of test cases."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import failure_rate


def compute(predicted: list[str], accepted: list[str]) -> Mapping[str, Any]:
    """Failure rate of a table; accepted labels stand between commas."""
    return failure_rate(predicted, [[label.strip() for label in cell.split(",")] for cell in accepted])


page = TablePage(
    title="Failure rate",
    description="Share of test cases whose prediction is none of the labels that are right.",
    columns=["prediction", "accepted labels"],
    example=[["neg", "neg"], ["neutral", "neg, neutral"], ["pos", "neg"], ["neg", "neg"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
