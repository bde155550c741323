"""Page of the Space: attachment scores of one tree, a token a row."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import dependency_scores


def compute(heads: list[str], relations: list[str], gold_heads: list[str], gold: list[str]) -> Mapping[str, Any]:
    """Scores of one tree."""
    found, right = {"heads": heads, "deprels": relations}, {"heads": gold_heads, "deprels": gold}
    return dependency_scores([found], [right])


page = TablePage(
    title="Dependency scores",
    description="Labelled and unlabelled attachment score of one sentence, a token a row; the root has head 0.",
    columns=["predicted head", "predicted relation", "head", "relation"],
    example=[
        ["2", "obj", "2", "nsubj"],
        ["0", "root", "0", "root"],
        ["2", "obj", "2", "obj"],
        ["3", "punct", "2", "punct"],
    ],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
