"""Layouts of summaries, and of prompts with their answers, under English and Chinese column names."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.generating import SUMMARIZATION, TEXT_GENERATION
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, text_feature

Shape = tuple[str, ...]

_SUMMARIES = (
    *((text, "summary") for text in ("document", "article", "dialogue", "content", "source", "passage", "report")),
    *(("article", summary) for summary in ("highlights", "abstract")),
    ("text", "abstract"),
    ("text", "highlights"),
    ("content", "title"),
    *((text, "摘要") for text in ("正文", "原文", "文章", "内容", "文本")),
)
_INSTRUCTIONS = (
    ("instruction", "input", "output"),
    ("instruction", "context", "response"),
    ("instruction", "output"),
    ("instruction", "response"),
    ("指令", "输入", "输出"),
    ("指令", "输出"),
    ("instruction",),
    ("指令",),
)
_PROMPTS = (
    *(("prompt", answer) for answer in ("completion", "response", "answer", "reference")),
    *(("question", answer) for answer in ("answer", "response")),
    ("input", "output"),
    ("input", "target"),
    ("提示", "回答"),
    ("问题", "回答"),
    ("问题", "答案"),
    ("输入", "输出"),
    ("prompt",),
    ("提示",),
)


def _features(features: Mapping[str, Any], label: str, shapes: Sequence[Shape]) -> dict[str, Any]:
    shape = _shape(features, shapes)
    gold = {} if len(shape) == 1 else {label: features[shape[-1]]}
    return {"text": features[shape[0]] if len(shape) < 3 else text_feature(), **gold}


def _shape(row: Mapping[str, Any], shapes: Sequence[Shape]) -> Shape:
    return next(shape for shape in shapes if set(shape) <= row.keys())


def _rows(row: Row, label: str, shapes: Sequence[Shape]) -> list[dict[str, Any]]:
    """The text, all but the last column of the shape joined by an empty line; and the gold value of the last."""
    shape = _shape(row, shapes)
    if len(shape) == 1:
        return [{"text": row[shape[0]]}]
    first, *more, gold = shape
    if more and row[first] is None:
        raise NotApplicable(f"the column {first!r} is empty")
    added = [row[name] for name in more if row[name]]
    return [{"text": "\n\n".join([row[first], *added]) if added else row[first], label: row[gold]}]


def _holds_texts(features: Mapping[str, Any], label: str, shapes: Sequence[Shape]) -> bool:
    """Whether the columns hold texts, and the data lacks one of the columns of the task."""
    return not {"text", label} <= features.keys() and all(
        text_shape(features[name]) for name in _shape(features, shapes)
    )


def _layout(name: str, task: str, label: str, shapes: tuple[Shape, ...]) -> Layout:
    return Layout(
        name,
        task,
        shapes,
        partial(_features, label=label, shapes=shapes),
        partial(_rows, label=label, shapes=shapes),
        partial(_holds_texts, label=label, shapes=shapes),
        # a column "text" alone fits text generation, and holds other things beside a prompt
        prevails=task == TEXT_GENERATION,
    )


LAYOUTS.register(_layout("document-summary", SUMMARIZATION, "summary", _SUMMARIES))
LAYOUTS.register(_layout("instruction-output", TEXT_GENERATION, "reference", _INSTRUCTIONS))
LAYOUTS.register(_layout("prompt-completion", TEXT_GENERATION, "reference", _PROMPTS))
