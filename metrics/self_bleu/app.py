"""Page of the Space: Self-BLEU of a few texts."""

from hf_robust.scoring import TablePage
from hf_robust.scoring import self_bleu

page = TablePage(
    title="Self-BLEU",
    description="Mean BLEU of each text against all the others; the lower, the more diverse.",
    columns=["text"],
    example=[["This is a good film ."], ["This is a bad film ."], ["Nobody laughed at the jokes ."]],
    compute=self_bleu,
)

if __name__ == "__main__":
    page.demo().launch()
