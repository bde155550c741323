"""Page of the Space: the consistency of a small table of predictions."""

from hf_robust.scoring import TablePage
from hf_robust.scoring import prediction_consistency

page = TablePage(
    title="Prediction consistency",
    description="Share of predictions that stay the same when their input is perturbed.",
    columns=["original prediction", "perturbed prediction"],
    example=[["pos", "pos"], ["neg", "pos"], ["pos", "pos"]],
    compute=prediction_consistency,
)

if __name__ == "__main__":
    page.demo().launch()
