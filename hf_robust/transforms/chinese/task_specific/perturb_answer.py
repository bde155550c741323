"""Words beside the answers of a Chinese context become synonyms."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.protection import merged_spans
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.tasks import QA
from hf_robust.transforms.base import Batched, Transformation, preserves, register
from hf_robust.transforms.row_changes import BatchedRows, RowChange, TaskRow
from hf_robust.transforms.task_specific.reading import edited
from hf_robust.transforms.transformation_registry import transformations

_MADE_BY = "__synonym__"
_BREAK = "\n"  # between sentences that need not be neighbors
_END = "。"  # what is left of a sentence that is the answer
# the name of an offence is fixed by law
_CHARGE = re.compile("(?:被控|控以|指控|裁定|判定|涉嫌|认罪)[^。；;\n]*|[^，。；;\n]*罪(?:名|成|行)?(?=[，。；、成])")
_RATE = 0.5  # of the words beside the answers that have a synonym


@register
@dataclass(frozen=True, kw_only=True)
class PerturbAnswer(BatchedRows):
    """Replace words near the answers with synonyms. The answers do not change.

    The words are replaced as in ``synonym``. A word of an answer or of a criminal charge does not change. Where the
    sentences of the answers have no word that can change, the sentences right before and after them change instead.

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
    version = "zh.2"
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
        """Each row by itself; of a context, only the sentences of the answers are cut into words."""
        swap = self.swap
        return [edited(_near_answers(swap, row.docs["context"], rng)) for row, rng in zip(rows, rngs)]

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), _MADE_BY: self.swap.__getstate__()}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def _near_answers(swap: Transformation, doc: Doc, rng: RowRandom) -> Sequence[Edit] | NotApplicable | None:
    """The edits in the sentences of the answers, else in those beside them; None where there is no answer."""
    if not doc.marks:
        return None
    found = doc.language.sentences(doc.text)
    held = [
        number
        for number, (start, end) in enumerate(found)
        if any(mark.start < end and start < mark.end for mark in doc.marks)
    ]
    edits = _edits_in(swap, doc, [found[number] for number in held], rng)
    if edits and not isinstance(edits, NotApplicable):
        return edits
    beside = sorted({near for number in held for near in (number - 1, number + 1)} - set(held))
    others = _edits_in(swap, doc, [found[near] for near in beside if 0 <= near < len(found)], rng)
    return edits if isinstance(others, NotApplicable) else others or edits


def _edits_in(
    swap: Transformation, doc: Doc, sentences: Sequence[Offsets], rng: RowRandom
) -> Sequence[Edit] | NotApplicable:
    """The edits of some sentences of a context.

    Only they are read, without the rest of the context: to cut a long context into words takes most of the time.
    """
    charges = (found.span() for found in _CHARGE.finditer(to_simplified(doc.text)))
    held = merged_spans([*doc.kept, *((mark.start, mark.end) for mark in doc.marks), *charges])
    if doc.bounds is not None:
        gaps = zip([0, *(end for _, end in sentences)], [*(start for start, _ in sentences), len(doc.text)])
        return _edits(swap, doc.protecting(merged_spans([*held, *gaps])), rng)
    text, begins, starts, kept = "", [], [], []
    for start, end in sentences:
        inside = [(max(first, start), min(last, end)) for first, last in held if first < end and start < last]
        if sum(last - first for first, last in inside) + len(_END) < end - start:
            kept += [(first - start + len(text), last - start + len(text)) for first, last in inside]
            begins.append(len(text))
            starts.append(start)
            text += doc.text[start:end] + _BREAK
    found = _edits(swap, Doc(text, protected=kept, language=doc.language), rng) if text else ()
    if not found or isinstance(found, NotApplicable):
        return found
    full = is_traditional(doc.text)
    shifts = [starts[at] - begins[at] for at in (bisect_right(begins, edit.start) - 1 for edit in found)]
    return [
        Edit(edit.start + shift, edit.end + shift, to_traditional(edit.text) if full else edit.text)
        for edit, shift in zip(found, shifts)
    ]


def _edits(swap: Transformation, doc: Doc, rng: RowRandom) -> Sequence[Edit] | NotApplicable:
    if isinstance(swap, Batched):
        (edits,) = swap.edits_batch([doc], [rng])
        return edits
    try:
        return list(swap.edits(doc, rng))
    except NotApplicable as reason:
        return reason
