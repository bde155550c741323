"""Page of the Space: the gap of a small table of labels."""

from hf_robust.scoring import TablePage
from hf_robust.scoring import robustness_gap

page = TablePage(
    title="Robustness gap",
    description="How far accuracy falls between originals and their perturbed versions.",
    columns=["original prediction", "perturbed prediction", "reference"],
    example=[["pos", "pos", "pos"], ["neg", "pos", "neg"], ["pos", "neg", "pos"], ["neg", "neg", "pos"]],
    compute=robustness_gap,
)

if __name__ == "__main__":
    page.demo().launch()
