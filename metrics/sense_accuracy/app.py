"""Page of the Space: sense accuracy of a small table of words."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import sense_scores


def compute(predicted: list[str], right: list[str]) -> Mapping[str, Any]:
    """Accuracy of a table; right senses stand between commas."""
    return sense_scores(predicted, [[key.strip() for key in cell.split(",")] for cell in right])


page = TablePage(
    title="Sense accuracy",
    description="Share of words whose predicted sense is one that people gave them.",
    columns=["predicted sense", "right senses"],
    example=[["bank%1:14:00::", "bank%1:14:00::, bank%1:06:00::"], ["run%2:38:00::", "run%2:38:04::"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
