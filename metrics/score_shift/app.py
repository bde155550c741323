"""Page of the Space: the shift of a small table of scores."""

from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import score_shift


def shift(before: list[str], after: list[str], right: list[str]) -> dict[str, Any]:
    """The shift of scores that are written as texts."""
    return dict(score_shift(*([float(cell) for cell in column] for column in (before, after, right))))


page = TablePage(
    title="Score shift",
    description="How far predicted scores move between originals and their perturbed versions.",
    columns=["prediction for the original", "prediction for the perturbed version", "right score"],
    example=[["4.1", "3.2", "4"], ["2.0", "2.1", "1.5"]],
    compute=shift,
)

if __name__ == "__main__":
    page.demo().launch()
