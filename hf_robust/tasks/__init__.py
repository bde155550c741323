"""Tasks: which columns a data set has, by role, what their labels are, and how labels move with edits."""

from hf_robust.tasks.base import (
    ABSA,
    HATE_SPEECH,
    NER,
    NLI,
    PARSING,
    POS,
    QA,
    SENTIMENT,
    SIMILARITY,
    TASKS,
    TEXT_CLASSIFICATION,
    Task,
    task,
)

__all__ = [
    "ABSA",
    "HATE_SPEECH",
    "NER",
    "NLI",
    "PARSING",
    "POS",
    "QA",
    "SENTIMENT",
    "SIMILARITY",
    "TASKS",
    "TEXT_CLASSIFICATION",
    "Task",
    "task",
]
