"""Rows of exported tasks: what each row tells of its place in the suite, so that logs lead back to it."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hf_robust.adapters.language_models.answers import AnswerFormat
from hf_robust.adapters.language_models.free_answers import SpanAnswers
from hf_robust.adapters.language_models.label_answers import LabelAnswers
from hf_robust.suites.questions import Question, SuiteQuestions

ROBUST = "robust"
"""Column of exported rows with the place of the row in the suite."""
CREATED_BY = "Made with hf_robust"
_LABEL, _SPAN, _LONG = 32, 64, 512  # tokens: a label with some words around it, a span of a context, a text


@dataclass(frozen=True)
class Export:
    """A suite that is written as a task of another harness.

    Args:
        name: Name of the task: letters, digits and underscores.
        source: Where the suite is: a folder, or a repository with its revision. Empty when it is not known.
        generate: Whether the model writes its answer where it could choose between labels.
    """

    questions: SuiteQuestions
    name: str
    source: str = ""
    generate: bool = False
    facts: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        words = self.questions.words
        found = {
            "suite": self.questions.suite.content_hash,
            "source": self.source,
            "labels": list(words),
            "words": list(words.values()),
        }
        object.__setattr__(self, "facts", found)

    def robust(self, question: Question) -> dict[str, Any]:
        """What a row tells of its place: the suite, the place in it, and the words of the answers."""
        return {**question.location._asdict(), "source_id": question.source_id, **self.facts}


def task_name(text: str) -> str:
    """Return a text as the name of a task: letters, digits and underscores.

    Example:
        >>> task_name("SST-2 keyboard@rate=0.1")
        'sst_2_keyboard_rate_0_1'
        >>> task_name("20 news")
        'suite_20_news'
    """
    found = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return found if found and not found[0].isdigit() else f"suite_{found}".strip("_")


def json_lines(rows: list[dict[str, Any]]) -> bytes:
    """Return rows as JSON Lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8", "backslashreplace")


def answer_tokens(form: AnswerFormat) -> int:
    """Return how many tokens an answer may have: few for a label, more for a list of entities or a text.

    Args:
        form: The format of the answers.
    """
    if isinstance(form, LabelAnswers):
        return _LABEL
    return _SPAN if isinstance(form, SpanAnswers) else _LONG
