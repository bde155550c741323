"""Page of the Space: production-rule coverage of a few bracketed trees."""

from collections.abc import Mapping
from typing import Any

from hf_robust.language.constituency import productions_of_trees
from hf_robust.scoring import TablePage
from hf_robust.scoring import production_rule_coverage


def compute(trees: list[str]) -> Mapping[str, Any]:
    """Coverage of a table of trees."""
    return {"production_rule_coverage": production_rule_coverage(productions_of_trees(trees)), "n": len(trees)}


page = TablePage(
    title="Production-rule coverage",
    description="Number of different grammar productions in some constituency trees.",
    columns=["bracketed tree"],
    example=[["(S (NP (DT Both)) (VP (VBP work)))"], ["(FRAG (CC Or) (NP (DT both)))"]],
    compute=compute,
)

if __name__ == "__main__":
    page.demo().launch()
