"""Prompts: one choice of each axis, and the messages that it makes of a row."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hf_robust.adapters.language_models.answer_formats import answer_format, answer_names, spelled_out
from hf_robust.adapters.language_models.answers import AnswerFormat
from hf_robust.adapters.language_models.prompt_inputs import fill, input_texts
from hf_robust.adapters.language_models.shots import Shot
from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import Task
from hf_robust.tasks.label_spellings import canonical
from hf_robust.tasks.task_ids import as_task

Message = dict[str, str]
ORDERS = ("given", "reversed")


@dataclass(frozen=True)
class Prompt:
    """A prompt for a language model: one value for each axis of a prompt file.

    All attributes are plain values. Use ``dataclasses.replace`` to change them.

    Args:
        instruction: The instruction. ``{labels}`` is replaced by the words of the labels.
        format: Template of the inputs of a row, such as ``"Premise: {premise}{sep}Hypothesis: {hypothesis}"``.
        separator: Text between the instruction and the inputs. It also replaces ``{sep}``.
        words: Word by label. A label without a word is written as its name.
        word_order: ``given`` (the order of the labels of the task) or ``reversed``.
        system: The system message. Empty sends none.
        shots: Number of examples.
        shot_draw: Number of the draw of the examples, see :func:`draw_shots`.
        shot_order: ``given`` (in the order of the draw) or ``reversed``.
        values: Text by name, for other names in braces, such as ``target_language``.
        label_joiner: Text between the words of the labels.
        source: Name and version of the prompt file.
        choices: For each axis, the number of its value in the file, starting from 1.

    Example:
        >>> from hf_robust.tasks import task
        >>> prompt = Prompt("Is the review {labels}?", "Review: {text}", words={"pos": "good", "neg": "bad"})
        >>> reviews = task("sentiment-classification", label_names=["neg", "pos"])
        >>> prompt.messages(reviews, {"text": "I like {labels}."})
        [{'role': 'user', 'content': 'Is the review bad, good?\\nReview: I like {labels}.'}]
        >>> prompt.answer_format(reviews).parse("Good.", {}).value
        'pos'
    """

    instruction: str
    format: str
    separator: str = "\n"
    words: Mapping[str, str] = field(default_factory=dict, hash=False)
    word_order: str = "given"
    system: str = ""
    shots: int = 0
    shot_draw: int = 1
    shot_order: str = "given"
    values: Mapping[str, str] = field(default_factory=dict, hash=False)
    label_joiner: str = ", "
    source: str = ""
    choices: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """The prompt file, and the axes that do not use their first value.

        Example:
            >>> Prompt("Rate it.", "{text}", source="mine@1", choices={"instruction": 2, "format": 1}).name
            'mine@1 instruction=2'
        """
        return " ".join([self.source, *(f"{axis}={number}" for axis, number in self.choices.items() if number > 1)])

    def label_words(self, task: Task | str) -> dict[str, str]:
        """Return the word of each label of a task, in the order of the prompt.

        Args:
            task: The bound task, or its id.

        Example:
            >>> from hf_robust.tasks import task
            >>> two = task("nli", label_names=["entailment", "not_entailment"])
            >>> Prompt("Choose: {labels}", "{premise}", word_order="reversed").label_words(two)
            {'not_entailment': 'not entailment', 'entailment': 'entailment'}
        """
        task = as_task(task)
        by_meaning = {canonical(label): word for label, word in self.words.items()}
        found = {
            name: self.words.get(name, by_meaning.get(canonical(name), spelled_out(name)))
            for name in answer_names(task)
        }
        return dict(reversed(found.items())) if self.word_order == "reversed" else found

    def answer_format(self, task: Task | str) -> AnswerFormat:
        """Return the format that parses the answers to this prompt.

        Args:
            task: The bound task, or its id.
        """
        task = as_task(task)
        return answer_format(task, self.label_words(task))

    def messages(self, task: Task | str, row: Mapping[str, Any], shots: Sequence[Shot] = ()) -> list[Message]:
        """Return the messages of a request: dicts with ``role`` and ``content``.

        The examples are sent as turns of the user and the assistant. They do not depend on the row, so the original and
        the perturbed row have the same examples. Each template is filled once: braces in the data are kept.

        Args:
            task: The bound task, or its id.
            row: The inputs by role, see :meth:`hf_robust.tasks.Task.inputs`.
            shots: The examples, see :func:`draw_shots`. Their number is :attr:`shots`.

        Raises:
            UsageError: If the number of examples is wrong, or if a name in braces has no value.
        """
        return self.asker(task, shots)(row)

    def asker(self, task: Task | str, shots: Sequence[Shot] = ()) -> Callable[[Mapping[str, Any]], list[Message]]:
        """Return a function that converts a row to its messages, see :meth:`messages`.

        The parts that do not depend on the row, such as the examples, are created only once.

        Args:
            task: The bound task, or its id.
            shots: The examples, see :func:`draw_shots`. Their number is :attr:`shots`.

        Raises:
            UsageError: If the number of examples is wrong, or if a name in braces has no value.

        Example:
            >>> import hf_robust as hr
            >>> prompt = Prompt("Rate this.", "{text}")
            >>> ask = prompt.asker(hr.task("sentiment-classification", label_names=["neg", "pos"]))
            >>> [ask({"text": text})[0]["content"] for text in ("A fine film.", "A dull film.")]
            ['Rate this.\\nA fine film.', 'Rate this.\\nA dull film.']
        """
        task = as_task(task)
        if len(shots) != self.shots:
            raise UsageError(f"expected {self.shots} examples for this prompt, found {len(shots)}")
        shared = {
            **self.values,
            "labels": self.label_joiner.join(self.label_words(task).values()),
            "sep": self.separator,
        }
        shown = tuple(reversed(shots)) if self.shot_order == "reversed" else tuple(shots)
        instruction = fill(self.instruction, shared)
        head = f"{instruction}{self.separator}" if instruction else ""

        def asked(row: Mapping[str, Any]) -> str:
            return fill(self.format, {**shared, **input_texts(task, row)})

        opening = [_message("system", fill(self.system, shared))] if self.system else []
        form = self.answer_format(task)
        for shot in shown:
            opening += [
                _message("user", head + asked(shot.row)),
                _message("assistant", form.write(shot.gold, shot.row)),
            ]
            head = ""  # the instruction stands before the first input
        return lambda row: [*map(dict, opening), _message("user", head + asked(row))]


def _message(role: str, content: str) -> Message:
    return {"role": role, "content": content}
