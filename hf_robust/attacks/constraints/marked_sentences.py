"""Sentences in which a gold span stands are kept: what they say is what the gold value rests on."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hf_robust.attacks.constraints.base import Constraint
from hf_robust.attacks.states import State, Unit
from hf_robust.core.edits import Offsets
from hf_robust.language.translation import sentences
from hf_robust.tasks.base import Task
from hf_robust.tasks.question_answering import ExtractiveQA

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class KeepMarkedSentences(Constraint):
    """Words in sentences that contain a gold span, such as the answer of a question, are not edited.

    Source: Jia and Liang (2017), Adversarial Examples for Evaluating Reading Comprehension Systems, section 2.2, for
        the idea that the sentence with the answer must stay.
    """

    name = "marked-sentences"
    cost = 0

    def free(self, attempt: "Attempt", state: State, units: list[Unit]) -> list[Unit]:
        kept = {role: _marked(doc.text, tuple(doc.marks)) for role, doc in attempt.row.docs.items() if doc.marks}
        return [
            unit
            for unit in units
            if not any(start < unit.end and unit.start < end for start, end in kept.get(unit.role, ()))
        ]


@lru_cache(maxsize=1024)
def _marked(text: str, marks: Sequence[Sequence]) -> list[Offsets]:
    """The sentences that spans touch."""
    found, at = [], 0
    for sentence, blank in sentences(text):
        end = at + len(sentence)
        if any(mark[0] < end and at < mark[1] for mark in marks):
            found.append((at, end))
        at = end + len(blank)
    return found


def constraints_of_task(task: Task) -> tuple[Constraint, ...]:
    """What an attack on a task keeps beside what its recipe says: the sentences with the answers of a question.

    Args:
        task: The task, with the texts that are attacked as its fields.

    Example:
        >>> import hf_robust as hr
        >>> constraints_of_task(hr.task("squad")), constraints_of_task(hr.task("squad", fields="question"))
        ((KeepMarkedSentences(),), ())
    """
    mover = task.label_mover()
    answers = isinstance(task.kind, ExtractiveQA) and mover is not None and mover.role in task.fields
    return (KeepMarkedSentences(),) if answers else ()
