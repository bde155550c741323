"""Page of the Space: pass-to-fail of a small table of seeds and expanded cases."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import pass_to_fail


def compute(seeds: list[str], expanded: list[str], accepted: list[str]) -> Mapping[str, Any]:
    """Pass-to-fail of a table; accepted labels stand between commas and hold for seed and expansion."""
    right = [[label.strip() for label in cell.split(",")] for cell in accepted]
    return pass_to_fail(expanded, right, seeds, right)


page = TablePage(
    title="Pass to fail",
    description="Expanded test cases that fail although their seed passes.",
    columns=["prediction on the seed", "prediction on the expansion", "accepted labels"],
    example=[["neg", "neg", "neg"], ["neg", "pos", "neg"], ["pos", "pos", "neg, neutral"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
