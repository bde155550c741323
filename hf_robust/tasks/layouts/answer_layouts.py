"""Layouts of extractive question answering: one answer a row as a text, and SQuAD 2 with a mark for no answer."""

from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, is_struct
from hf_robust.tasks.question_answering import IMPOSSIBLE, QA

_NONE: dict[str, list] = {"text": [], "answer_start": []}
_OWN = ("context", "question")


def _features(features: Mapping[str, Any]) -> dict[str, Any]:
    from datasets import List, Value

    return {"answers": {"text": List(Value("string")), "answer_start": List(Value("int64"))}}


def _marked(row: Row) -> list[dict[str, Any]]:
    """Answers as a struct of lists; those of an impossible question only seem right."""
    answers = row["answers"] if "answers" in row else row["answer"]
    if row[IMPOSSIBLE] or not answers:
        return [{"answers": _NONE}]
    if isinstance(answers, Mapping):
        return [{"answers": {name: answers[name] or [] for name in _NONE}}]
    return [{"answers": {name: [one[name] for one in answers] for name in _NONE}}]


def _one_answer(row: Row) -> list[dict[str, Any]]:
    """An answer that is a text, at the place that the row says or at the only one where it stands."""
    answer, start = row["answer"], row.get("answer_start")
    if row.get(IMPOSSIBLE) or not answer:
        return [{"answers": _NONE}]
    if start is None:
        if row["context"].count(answer) != 1:
            raise NotApplicable(
                f"the answer {quoted(answer)} stands {row['context'].count(answer)} times in the context; name its "
                "place in a column 'answer_start'"
            )
        start = row["context"].index(answer)
    return [{"answers": {"text": [answer], "answer_start": [start]}}]


def _is_struct(features: Mapping[str, Any]) -> bool:
    feature = features["answers" if "answers" in features else "answer"]
    return is_struct(feature) or type(feature).__name__ == "Json"


def _is_text(features: Mapping[str, Any]) -> bool:
    return text_shape(features["answer"]) == "text"


LAYOUTS.register(
    Layout(
        "squad-2",
        QA,
        ((*_OWN, "answers", IMPOSSIBLE), (*_OWN, "answer", IMPOSSIBLE)),
        _features,
        _marked,
        _is_struct,
        kept=_OWN,
        prevails=True,
    )
)
LAYOUTS.register(
    Layout(
        "one-answer",
        QA,
        (
            *((*_OWN, "answer", "answer_start", IMPOSSIBLE), (*_OWN, "answer", "answer_start")),
            *((*_OWN, "answer", IMPOSSIBLE), (*_OWN, "answer")),
        ),
        _features,
        _one_answer,
        _is_text,
        kept=_OWN,
    )
)
