"""The answers of a log as a model: each answer is looked up by its input."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from hf_robust.adapters.base import BatchedOutput, Input, Prediction, Status, input_of
from hf_robust.adapters.identity import settings_hash
from hf_robust.adapters.language_models.answers import Answer, AnswerFormat, prediction_of
from hf_robust.adapters.stored_predictions import KIND
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.harnesses.logs import Log
from hf_robust.tasks.base import Task


class LoggedModel(BatchedOutput):
    """The answers of a log as a model: each answer is looked up by its input.

    Args:
        task: The task, with the names of its labels.
        answers: The answer to each input.
        form: The format of the answers.
    """

    kind = KIND
    gives_status = True

    def __init__(self, log: Log, task: Task, answers: Mapping[Input, Answer], form: AnswerFormat):
        self.name = log.name
        self.labels: tuple[str, ...] | None = task.scored_names or None
        self.roles = tuple(task.input_roles)
        self.task_name = task.name
        self._log, self._answers, self._form = log, answers, form
        said = [(one.text, one.status, one.value, one.scores) for one in answers.values()]
        self.revision = settings_hash(said)
        self.failures = Counter(one.reason for one in answers.values() if one.status == "error")
        self.unread: dict[tuple[Status, str], set[Input]] = {}
        for value, one in answers.items():
            if one.status not in ("ok", "error"):
                self.unread.setdefault((one.status, one.beginning), set()).add(value)

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """Yield the indices of the rows and their predictions.

        Raises:
            UsageError: The log has no answer to a row.
        """
        yield list(range(len(rows))), [self._prediction(row) for row in rows]

    def _prediction(self, row: dict[str, Any]) -> Prediction:
        answer = self._answers.get(input_of(row, self.roles))
        if answer is None:
            raise UsageError(
                f"{self._log.files} has no answer to the input {quoted(row)}; a log is only good for the suite that "
                "was exported"
            )
        return prediction_of(answer, self._form, row)
