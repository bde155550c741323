"""Page of the Space: the success rate of an attack on a small table of labels."""

from hf_robust.scoring import TablePage
from hf_robust.scoring import attack_success_rate

page = TablePage(
    title="Attack success rate",
    description="Share of rows that were right before an attack and wrong after it.",
    columns=["original prediction", "attacked prediction", "reference"],
    example=[["pos", "pos", "pos"], ["neg", "pos", "neg"], ["pos", "neg", "pos"], ["neg", "neg", "pos"]],
    compute=attack_success_rate,
)

if __name__ == "__main__":
    page.demo().launch()
