"""Language models as predictors: a prompt makes messages of a row, and the answer is read as a prediction."""

import json
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import BatchedOutput, Prediction, input_of
from hf_robust.adapters.language_models.answers import Answer
from hf_robust.adapters.language_models.prompt_files import load_prompts
from hf_robust.adapters.language_models.prompts import Message, Prompt
from hf_robust.adapters.language_models.shots import Shot
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task


class LanguageModel(BatchedOutput):
    """Base of the predictors that ask a language model.

    A subclass implements :meth:`answers`.

    Args:
        task: The task, bound to the data so that it knows the label names.
        prompt: The prompt; the default of the prompt file of the task when None.
        shots: As many examples as the prompt has.
        name: Name of the model in reports.
        kind: Name of the kind of model.
        revision: Commit or version of the weights, or None.

    Raises:
        UsageError: Language models cannot be asked for the answers of the task, the task has no label names, or the
            number of examples is not that of the prompt.
    """

    def __init__(
        self,
        task: Task,
        prompt: Prompt | None = None,
        shots: Sequence[Shot] = (),
        *,
        name: str,
        kind: str,
        revision: str | None = None,
    ):
        self.task = task
        self.prompt = chosen_prompt(task) if prompt is None else prompt
        self.shots = tuple(shots)
        self.name, self.kind, self.revision = name, kind, revision
        self.labels: tuple[str, ...] | None = task.scored_names or None
        self.roles = tuple(task.input_roles)
        self.task_name = task.name
        self.expected = self.prompt.answer_format(task)
        if len(self.shots) != self.prompt.shots:
            raise UsageError(f"expected {self.prompt.shots} examples for this prompt, found {len(self.shots)}")

    @abstractmethod
    def answers(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Answer]]]:
        """Yield the indices of some rows and their answers, as they arrive.

        Args:
            rows: Rows keyed by role.
        """

    def messages(self, row: dict[str, Any]) -> list[Message]:
        """Return the messages that ask for the answer of a row.

        Args:
            row: The inputs by role.
        """
        return self.prompt.messages(self.task, row, self.shots)

    def check_examples(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Check that no row is an example of the prompt, whose answer the prompt states.

        Args:
            rows: Rows keyed by role, to be predicted.

        Raises:
            UsageError: A row is an example.
        """
        shown = {input_of(shot.row, self.roles) for shot in self.shots}
        if not shown:
            return
        found = {given for row in rows if (given := input_of(row, self.roles)) in shown}
        if found:
            raise UsageError(
                f"{len(found)} of {len(self.shots)} examples in the prompt are rows of the suite, for example "
                f"{quoted(next(iter(found)))}; take the examples from a train split, or leave these rows out of them"
            )

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """Yield the indices of some rows and their predictions, as they arrive."""
        self.check_examples(rows)
        for places, answers in self.answers(rows):
            yield places, [self.prediction(answer, rows[place]) for place, answer in zip(places, answers, strict=True)]

    def prediction(self, answer: Answer, row: dict[str, Any]) -> Prediction:
        """Return the prediction that an answer means; one that counts as wrong when it means nothing.

        Args:
            answer: The answer.
            row: The inputs by role.
        """
        if answer.status != "ok":
            return Prediction(self.expected.missing(row), None, answer.status)
        score = None if answer.scores is None else answer.scores.get(answer.value)
        return Prediction(answer.value, score, unaligned=answer.unaligned)

    def describe(self) -> dict[str, Any]:
        """Return what a record says of the prompt and the answers: the keys of ``model.language_model``."""
        return {"prompt": self.prompt.name, "examples": len(self.shots)}

    def notes(self) -> list[dict[str, str]]:
        """Return facts that limit the meaning of the answers, as ``record["warnings"]`` holds them."""
        return []

    def settings(self) -> dict[str, Any]:
        """Return what the answers depend on besides the model and the prompt, as JSON values."""
        return {}

    def fingerprint(self) -> str:
        """Return what tells the predictions of one model, prompt and setting from those of another."""
        parts = [asdict(self.prompt), [asdict(shot) for shot in self.shots], self.labels, self.settings()]
        text = json.dumps(parts, sort_keys=True, default=str)
        return blake2b(text.encode(), digest_size=16).hexdigest()


def chosen_prompt(task: Task, prompt: "Prompt | str | Path | None" = None) -> Prompt:
    """Return the prompt for a task.

    Args:
        task: The task.
        prompt: A prompt, or the path of a prompt file for its default prompt; None for the default prompt of the task.

    Raises:
        SpecError: A mistake in the file.
        UsageError: The file is for another task, or there are no prompts for the task.

    Example:
        >>> from hf_robust.tasks import task
        >>> chosen_prompt(task("nli", label_names=["entailment", "neutral"])).source
        'natural-language-inference@1'
    """
    if isinstance(prompt, Prompt):
        return prompt
    if prompt is None:
        return load_prompts(task.name, task.language).default
    file = load_prompts(prompt)
    if file.task != task.name:
        raise UsageError(f"the prompts of {quoted(str(prompt))} are for {file.task}, expected prompts for {task.name}")
    return file.default
