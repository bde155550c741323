"""Page of the Space: relation F1 of a small table of relations."""

from hf_robust.scoring import TablePage
from hf_robust.scoring import relation_scores

page = TablePage(
    title="Relation F1",
    description="Micro F1 over relations; no_relation, Other, NA and none are no relation.",
    columns=["prediction", "reference"],
    example=[["founded", "founded"], ["none", "founded"], ["born in", "none"], ["none", "none"]],
    compute=relation_scores,
)

if __name__ == "__main__":
    page.demo().launch()
