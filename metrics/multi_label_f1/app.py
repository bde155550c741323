"""Page of the Space: F1 of a small table of sets of labels."""

from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import label_set_scores


def scores(predicted: list[str], right: list[str]) -> dict[str, Any]:
    """The scores, and the F1 of each label."""
    found = label_set_scores(*([cell.split() for cell in column] for column in (predicted, right)))
    by_label = {f"F1 of {name}": one["f1"] for name, one in found["labels"].items()}
    return {**{name: value for name, value in found.items() if name != "labels"}, **by_label}


page = TablePage(
    title="Multi-label F1",
    description="Micro F1, macro F1 and subset accuracy of sets of labels; labels have spaces between them.",
    columns=["predicted labels", "right labels"],
    example=[["joy", "joy"], ["joy anger", "anger"]],
    compute=scores,
)

if __name__ == "__main__":
    page.demo().launch()
