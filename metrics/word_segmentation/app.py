"""Page of the Space: word F1 of a small table of segmented texts."""

from hf_robust.scoring import TablePage
from hf_robust.scoring import segmentation_scores

page = TablePage(
    title="Word segmentation",
    description="Precision, recall and F1 of the words of a corpus; words have spaces between them.",
    columns=["predicted words", "right words"],
    example=[["他 在 清华 上学", "他 在 清华 上学"], ["今天天气 很 好", "今天 天气 很 好"]],
    compute=segmentation_scores,
)

if __name__ == "__main__":
    page.demo().launch()
