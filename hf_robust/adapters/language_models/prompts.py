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
    """A prompt: a value of each axis of a prompt file. All are plain values; ``dataclasses.replace`` changes them.

    Args:
        instruction: What the model is told. ``{labels}`` stands for the words of the labels.
        format: How the inputs of a row are written: ``"Premise: {premise}{sep}Hypothesis: {hypothesis}"``.
        separator: What stands between instruction and inputs, and for ``{sep}``.
        words: Word by label. A label without one is shown by its name.
        word_order: ``given`` (the order of the task's labels) or ``reversed``.
        system: The system message; empty for none.
        shots: Number of examples.
        shot_draw: Number of the draw of the examples, see :func:`draw_shots`.
        shot_order: ``given`` (as drawn) or ``reversed``.
        values: Text by name for other names in braces, such as ``target_language``.
        label_joiner: What stands between the words of the labels.
        source: Name and version of the prompt file.
        choices: Number of the value of each axis in the file, from 1.

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
        """The file, and the axes whose value is not the first.

        Example:
            >>> Prompt("Rate it.", "{text}", source="mine@1", choices={"instruction": 2, "format": 1}).name
            'mine@1 instruction=2'
        """
        return " ".join([self.source, *(f"{axis}={number}" for axis, number in self.choices.items() if number > 1)])

    def label_words(self, task: Task | str) -> dict[str, str]:
        """Return the word of each label of a task, in the order in which the prompt shows them.

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
        """Return the format that reads the answers to this prompt.

        Args:
            task: The bound task, or its id.
        """
        task = as_task(task)
        return answer_format(task, self.label_words(task))

    def messages(self, task: Task | str, row: Mapping[str, Any], shots: Sequence[Shot] = ()) -> list[Message]:
        """Return the messages of a request, each with ``role`` and ``content``.

        The examples are turns of user and assistant. They do not depend on the row, so both sides of a pair have the
        same. Each template is filled once: braces in data stay as they are.

        Args:
            task: The bound task, or its id.
            row: The inputs by role, see :meth:`hf_robust.tasks.Task.inputs`.
            shots: As many examples as the prompt has, see :func:`draw_shots`.

        Raises:
            UsageError: The number of examples is not that of the prompt, or there is no value for a name in braces.
        """
        return self.asker(task, shots)(row)

    def asker(self, task: Task | str, shots: Sequence[Shot] = ()) -> Callable[[Mapping[str, Any]], list[Message]]:
        """Return the function from a row to its messages, see :meth:`messages`.

        What does not depend on the row, such as the examples, is made once.

        Args:
            task: The bound task, or its id.
            shots: As many examples as the prompt has, see :func:`draw_shots`.

        Raises:
            UsageError: The number of examples is not that of the prompt, or there is no value for a name in braces.

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
