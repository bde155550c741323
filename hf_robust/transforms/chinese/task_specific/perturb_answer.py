"""Words beside the answers of a Chinese context become synonyms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.tasks import QA
from hf_robust.transforms.base import Batched, Transformation, preserves, register
from hf_robust.transforms.row_changes import BatchedRows, RowChange, TaskRow
from hf_robust.transforms.task_specific.reading import beside_answers, edited
from hf_robust.transforms.transformation_registry import transformations

_MADE_BY = "__synonym__"
_RATE = 0.5  # of the words beside the answers that have a synonym


@register
@dataclass(frozen=True, kw_only=True)
class PerturbAnswer(BatchedRows):
    """Replace words near the answers with synonyms. The answers do not change.

    The words are replaced as in ``synonym``. A word that overlaps with an answer does not change.

    Args:
        rate: Share of the words next to the answers that have a synonym and are replaced, above 0 and up to 1 (0.5
            unless ``count`` is given). At least one is replaced.
        count: Exact number of words instead of a share. Rows with fewer such words do not change.

    Source: TextFlint (Wang et al. 2021), section 3, "PerturbAnswer".

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {"context": "她是一名普通的护士，喜欢在晚上写日记。", "question": "她的职业是什么？"}
        >>> row["answers"] = {"text": ["护士"], "answer_start": [7]}
        >>> PerturbAnswer().preview_row(row, task("extractive-qa", language="zh"))["context"]
        '她是一名普通的护士，喜爱在晚上写日记。'
    """

    rate: float | None = None
    count: int | None = None

    name = "perturb-answer"
    version = "zh.1"
    level = "word"
    linguistics = "paradigmatic"
    languages = ("zh",)
    seed_name = "PerturbAnswer"
    choice = "words near the answers that have a synonym"
    annotated = ("context",)
    effects = preserves(QA)

    def __post_init__(self) -> None:
        object.__setattr__(self, "resources", self.swap.resources)
        object.__setattr__(self, "needs", self.swap.needs)

    @property
    def swap(self) -> Transformation:
        """What replaces the words."""
        made: Any = transformations.get("synonym", "zh")
        rate = _RATE if self.rate is None and self.count is None else self.rate
        swap: Transformation = made(rate=rate, count=self.count)
        return swap

    def changes_batch(self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]) -> list[RowChange | NotApplicable]:
        """The words of all rows are looked up together."""
        swap, found = self.swap, []
        for row, rng in zip(rows, rngs):
            doc = row.docs["context"]
            near = beside_answers(doc, doc.language.sentences(doc.text)) if doc.marks else None
            found.append(edited(None if near is None else _edits(swap, near, rng)))
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), _MADE_BY: self.swap.__getstate__()}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def _edits(swap: Transformation, doc: Doc, rng: RowRandom) -> Sequence[Edit] | NotApplicable:
    if isinstance(swap, Batched):
        (edits,) = swap.edits_batch([doc], [rng])
        return edits
    try:
        return list(swap.edits(doc, rng))
    except NotApplicable as reason:
        return reason
