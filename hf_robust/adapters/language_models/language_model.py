"""Language models as predictors: a prompt makes messages of a row, and the answer is read as a prediction."""

import json
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import asdict
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self

from hf_robust.adapters.base import BatchedOutput, Input, Prediction, Status, input_of
from hf_robust.adapters.language_models.answer_formats import check_answers
from hf_robust.adapters.language_models.answers import Answer, prediction_of
from hf_robust.adapters.language_models.prompt_files import PromptFile, load_prompts
from hf_robust.adapters.language_models.prompts import Message, Prompt
from hf_robust.adapters.language_models.shots import Shot, draw_shots
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task


class LanguageModel(BatchedOutput):
    """Base of the predictors that ask a language model.

    A subclass implements :meth:`answers`.

    Attributes:
        failures: How often requests failed, by reason.

    Args:
        task: The task, bound to the data so that it knows the label names.
        prompt: The prompt; the default of the prompt file of the task when None.
        shots: As many examples as the prompt has.
        name: Name of the model in reports.
        kind: Name of the kind of model.
        revision: Commit or version of the weights, or None.
        prompts: The file that the prompt is from: the other prompts that the model can be asked with.
        pool: Rows that the examples of other prompts are drawn from.

    Attributes:
        repeated: The answers to repeats, see :meth:`repeat`, by input.
        unread: The inputs whose answer had no meaning, by status and the beginning of the answer.

    Raises:
        UsageError: Language models cannot be asked for the answers of the task, the task has no label names, or the
            number of examples is not that of the prompt.
    """

    gives_status = True

    def __init__(
        self,
        task: Task,
        prompt: Prompt | None = None,
        shots: Sequence[Shot] = (),
        *,
        name: str,
        kind: str,
        revision: str | None = None,
        prompts: PromptFile | None = None,
        pool: Sequence[Shot] = (),
    ):
        self.task = task
        self.name, self.kind, self.revision = name, kind, revision
        self.labels: tuple[str, ...] | None = task.scored_names or None
        self.roles = tuple(task.input_roles)
        self.task_name = task.name
        self.prompts, self.pool = prompts, tuple(pool)
        self.repeated: dict[Input, list[Prediction]] = {}
        self._times: Mapping[Input, int] = {}
        self.failures: Counter[str] = Counter()
        self.unread: dict[tuple[Status, str], set[Input]] = {}
        self._ask_with(chosen_prompt(task) if prompt is None else prompt, tuple(shots))

    def begin_run(self) -> None:
        """Forget what earlier runs counted: failures, answers to repeats, and answers without a meaning."""
        self.failures.clear()
        self.repeated, self._times, self.unread = {}, {}, {}

    @property
    def keeps_answers(self) -> bool:
        """Whether the model itself stores each answer on disk, so that a rerun asks only for the rest."""
        return False

    @abstractmethod
    def answers(
        self, rows: list[dict[str, Any]], repeats: Sequence[int] = ()
    ) -> Iterator[tuple[list[int], list[Answer]]]:
        """Yield the indices of some rows and their answers, as they arrive.

        Args:
            rows: Rows keyed by role.
            repeats: Number of the repeat of each row, from 0; none where no row is repeated. Each repeat of a row is
                asked anew.
        """

    def with_prompt(self, prompt: Prompt, shots: Sequence[Shot] | None = None) -> Self:
        """Return the same model with another prompt. Both share what sends requests or computes answers.

        Args:
            shots: Its examples; drawn from the pool when None.

        Raises:
            UsageError: The pool has too few rows, or the number of examples is not that of the prompt.
        """
        other = copy(self)
        drawn = draw_shots(self.pool, prompt.shots, (), prompt.shot_draw) if shots is None else shots
        other._ask_with(prompt, tuple(drawn))
        other.repeated, other._times, other.unread = {}, {}, {}
        return other

    def repeat(self, inputs: Iterable[Input], times: int) -> None:
        """Ask for each of some inputs several times, between the other requests; :attr:`repeated` has the answers.

        Args:
            inputs: The inputs, see :func:`hf_robust.adapters.base.input_of`.
            times: How often each is asked, the first time included.
        """
        self._times = dict.fromkeys(inputs, times)
        self.repeated = {}

    def _ask_with(self, prompt: Prompt, shots: tuple[Shot, ...]) -> None:
        """Use a prompt. A subclass that keeps what depends on the prompt forgets it here."""
        if len(shots) != prompt.shots:
            raise UsageError(f"expected {prompt.shots} examples for this prompt, found {len(shots)}")
        self.prompt, self.shots = prompt, shots
        vars(self).pop("_asker", None)
        self.expected = prompt.answer_format(self.task)

    def messages(self, row: dict[str, Any]) -> list[Message]:
        """Return the messages that ask for the answer of a row.

        Args:
            row: The inputs by role.
        """
        return self._asker(row)

    @cached_property
    def _asker(self) -> Callable[[Mapping[str, Any]], list[Message]]:
        """What makes the messages for a row."""
        return self.prompt.asker(self.task, self.shots)

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
        if not self._times:
            for places, answers in self.answers(rows):
                yield places, self._predictions(places, answers, rows)
            return
        keys = [input_of(row, self.roles) for row in rows]
        asked = [(place, number) for place, key in enumerate(keys) for number in range(self._times.get(key, 1))]
        copies = [rows[place] for place, _ in asked]
        for found, answers in self.answers(copies, [number for _, number in asked]):
            predictions = self._predictions(found, answers, copies)
            first = [(asked[one][0], made) for one, made in zip(found, predictions) if not asked[one][1]]
            for one, made in zip(found, predictions):
                if asked[one][1]:
                    self.repeated.setdefault(keys[asked[one][0]], []).append(made)
            yield [place for place, _ in first], [made for _, made in first]

    def _predictions(
        self, indices: Sequence[int], answers: Sequence[Answer], rows: Sequence[dict[str, Any]]
    ) -> list[Prediction]:
        return [self.prediction(answer, rows[index]) for index, answer in zip(indices, answers, strict=True)]

    def prediction(self, answer: Answer, row: dict[str, Any]) -> Prediction:
        """Return the prediction that an answer means; one that counts as wrong when it means nothing.

        Args:
            row: The inputs by role.
        """
        if answer.status == "error":
            self.failures[answer.reason] += 1
        elif answer.status != "ok":
            self.unread.setdefault((answer.status, answer.beginning), set()).add(input_of(row, self.roles))
        return prediction_of(answer, self.expected, row)

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
        prompt: A prompt, or the path of a prompt file for its default prompt; None for the default prompt of the task.

    Raises:
        SpecError: A mistake in the file.
        UsageError: The file is for another task, or there are no prompts for the task.

    Example:
        >>> from hf_robust.tasks import task
        >>> chosen_prompt(task("nli", label_names=["entailment", "neutral"])).source
        'natural-language-inference@1'
    """
    return prompt if isinstance(prompt, Prompt) else chosen_file(task, prompt).default


def chosen_file(task: Task, source: "str | Path | None" = None) -> PromptFile:
    """Return the prompts for a task.

    Args:
        source: The path of a prompt file; None for the file of the package.

    Raises:
        SpecError: A mistake in the file.
        UsageError: The file is for another task, or there are no prompts for the task.
    """
    check_answers(task.kind)
    if source is None:
        return load_prompts(task.name, task.language)
    file = load_prompts(source)
    if file.task != task.name:
        raise UsageError(f"the prompts of {quoted(str(source))} are for {file.task}, expected prompts for {task.name}")
    return file
