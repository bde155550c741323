"""Page of the Space: span F1 of one text, an entity a row."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import span_scores


def compute(predicted: list[str], right: list[str]) -> Mapping[str, Any]:
    """Scores of a table; an entity is written ``start end type``, and ``-`` is none."""
    return span_scores([entities(predicted)], [entities(right)])


def entities(cells: list[str]) -> list[list[str]]:
    """The entities of a column."""
    return [cell.split() for cell in cells if cell != "-"]


page = TablePage(
    title="Span F1",
    description="Micro F1 over the entities of one text, which may be nested. Write an entity as: start end type.",
    columns=["predicted entity", "right entity"],
    example=[["0 14 ORG", "0 14 ORG"], ["-", "0 8 LOC"], ["20 23 PER", "20 23 PER"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
