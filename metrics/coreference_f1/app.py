"""Page of the Space: coreference scores of one document, a mention a row."""

from collections.abc import Mapping
from typing import Any

from hf_robust.scoring import TablePage
from hf_robust.scoring import coreference_scores


def compute(mentions: list[str], found: list[str], gold: list[str]) -> Mapping[str, Any]:
    """Scores of a table; mentions with the same number are one cluster, ``-`` is in none."""
    return coreference_scores([clusters(found)], [clusters(gold)])


def clusters(numbers: list[str]) -> list[list[list[int]]]:
    """Mentions by cluster; the place of a mention is its row."""
    places = [[[row, row] for row, other in enumerate(numbers) if other == number] for number in dict.fromkeys(numbers)]
    return [mentions for mentions in places if numbers[mentions[0][0]] != "-"]


page = TablePage(
    title="Coreference F1",
    description="The CoNLL score and its parts for one document. Mentions with the same number are one entity.",
    columns=["mention", "predicted cluster", "cluster"],
    example=[["Ann", "1", "1"], ["she", "1", "1"], ["her dog", "2", "2"], ["it", "-", "2"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
