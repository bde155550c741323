"""What a language model is asked about each row of a suite, and which answers are right."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from hf_robust.adapters.language_models.answer_formats import check_answers
from hf_robust.adapters.language_models.answers import AnswerFormat
from hf_robust.adapters.language_models.label_answers import LabelAnswers
from hf_robust.adapters.language_models.prompts import Message, Prompt
from hf_robust.core.errors import UsageError
from hf_robust.suites.model_inputs import rows_of
from hf_robust.suites.pairs import SuiteEntry
from hf_robust.tasks.base import Task

ORIGINALS = "originals"
"""The part of a suite that holds the original rows, each once."""
SPLITS = ("original", "perturbed")


class RowLocation(NamedTuple):
    """Where a row stands in a suite.

    Args:
        transformation: Name of the entry.
        split: ``original`` or ``perturbed``.
        row: Number of the row in the split, from 0.
    """

    transformation: str
    split: str
    row: int

    @property
    def part(self) -> str:
        """The part of the suite that the row is exported with: the transformation, or :data:`ORIGINALS`."""
        return self.transformation if self.split == "perturbed" else ORIGINALS

    def __str__(self) -> str:
        return f"{self.transformation}/{self.split}/{self.row}"


class AskedSuite(Protocol):
    """What is needed of a suite: :class:`hf_robust.Suite` has it."""

    @property
    def task(self) -> Task:
        """The bound task."""

    @property
    def entries(self) -> Mapping[str, SuiteEntry]:
        """Entry by name."""

    @property
    def info(self) -> Mapping[str, Any]:
        """Where it comes from."""

    @property
    def content_hash(self) -> str:
        """A hash of all rows."""


@dataclass(frozen=True)
class Question:
    """A row of a suite as a question to a language model.

    Args:
        location: Where the row stands in the suite.
        source_id: The id of its source row.
        messages: The messages of the request.
        answers: The right answers, as a model writes them. Tasks with labels have one.
    """

    location: RowLocation
    source_id: str
    messages: tuple[Message, ...]
    answers: tuple[str, ...]

    @property
    def prompt(self) -> str:
        """The text of the last message."""
        return self.messages[-1]["content"]


@dataclass(frozen=True)
class SuiteQuestions:
    """The questions of a suite with one prompt.

    Args:
        prompt: The prompt. It has no examples.

    Raises:
        UsageError: Language models cannot be asked for the answers of the task, or the prompt has examples.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> from hf_robust.adapters.language_models.language_model import chosen_prompt
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["positive", "negative"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
        >>> questions = SuiteQuestions(suite, chosen_prompt(suite.task))
        >>> [(str(one.location), one.answers) for one in questions][1:3]
        [('word-case/original/1', ('negative',)), ('word-case/perturbed/0', ('positive',))]
        >>> questions.choices
        {'negative': 'negative', 'positive': 'positive'}
    """

    suite: AskedSuite
    prompt: Prompt

    def __post_init__(self) -> None:
        check_answers(self.suite.task.kind)
        if self.prompt.shots:
            raise UsageError(
                f"an exported prompt has no examples, found {self.prompt.shots} in {self.prompt.name}; choose a prompt "
                "whose first value of shots is 0"
            )

    @cached_property
    def task(self) -> Task:
        """The task with the names of its labels."""
        return self.suite.task.with_seen(self.suite.info.get("labels"))

    @cached_property
    def form(self) -> AnswerFormat:
        """The format of the answers."""
        return self.prompt.answer_format(self.task)

    @cached_property
    def words(self) -> dict[str, str]:
        """The word of each name that occurs in answers: labels, types of entities, "no answer"."""
        return self.prompt.label_words(self.task)

    @property
    def choices(self) -> dict[str, str]:
        """The word of each label; empty for tasks whose answer is not one label."""
        return self.words if isinstance(self.form, LabelAnswers) else {}

    def __iter__(self) -> Iterator[Question]:
        """Yield the originals, each once, and then the perturbed rows of each transformation."""
        seen: set[tuple[Any, ...]] = set()
        for split in SPLITS:
            for name in self.suite.entries:
                for question in self.of(name, split):
                    key = (question.source_id, question.prompt, question.answers)
                    if split == "perturbed" or key not in seen:
                        seen.add(key)
                        yield question

    def of(self, name: str, split: str) -> Iterator[Question]:
        """Yield the questions of one split; of generated tests, the originals are not asked.

        Args:
            name: The transformation.
            split: ``original`` or ``perturbed``.
        """
        entry = self.suite.entries[name]
        rows, data = rows_of({name: entry}, self.task)[name, split], entry.rows[split]
        if not rows.asked:
            return
        values = zip(self.task.inputs(data), self.task.references(data), rows.ids, strict=True)
        for number, (row, gold, source) in enumerate(values):
            messages, answers = tuple(self.prompt.messages(self.task, row)), tuple(_right_answers(self.form, gold, row))
            yield Question(RowLocation(name, split, number), str(source), messages, answers)


def _right_answers(form: AnswerFormat, gold: Any, row: Mapping[str, Any]) -> list[str]:
    """The right answers to a row, each once: several for questions with several answers and for several references."""
    if form.free_text and isinstance(gold, Mapping) and any(gold.get("text") or ()):
        return list(dict.fromkeys(text for text in gold["text"] if text))
    if form.free_text and isinstance(gold, (list, tuple)) and gold:
        return list(dict.fromkeys(map(str, gold)))
    return [form.write(gold, row)]
