"""Page of the Space: worst-case accuracy of a small table of labels."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import ACCURACY, worst_case_by_id


def compute(ids: list[str], predicted: list[str], gold: list[str]) -> Mapping[str, Any]:
    """Worst case of a table."""
    return worst_case_by_id(ACCURACY.row_score(ACCURACY.row_stats(predicted, gold)), ids)


page = TablePage(
    title="Worst-case accuracy",
    description="Share of source rows that are right in every version.",
    columns=["source id", "prediction", "reference"],
    example=[["a", "pos", "pos"], ["a", "neg", "pos"], ["b", "neg", "neg"], ["b", "neg", "neg"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
