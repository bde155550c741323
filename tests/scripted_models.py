"""A language model that answers by a function of the text, for tests of what is done with the answers."""

from collections.abc import Callable, Iterator
from typing import Any

from hf_robust.adapters.language_models.answers import Answer, read_answer
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.tasks import Task

REFUSAL = "I'm sorry, but I cannot help with that."
ODD = "Blue."  # no label, and no refusal


class ScriptedModel(LanguageModel):
    """Answers by a function.

    Args:
        task: The task with its label names.
        says: From the text of a row to the answer; a tuple of one text is the reason of a failed request.
        name: Name of the model.
    """

    def __init__(self, task: Task, says: Callable[[str], str | tuple[str]], name: str = "scripted"):
        super().__init__(task, name=name, kind="scripted", revision="1")
        self.says = says
        self.asked: list[str] = []

    def answers(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Answer]]]:
        for place, row in enumerate(rows):
            value = next(iter(row.values()))
            text = value if isinstance(value, str) else " ".join(value)
            self.asked.append(text)
            said = self.says(text)
            read = Answer.failed(said[0]) if isinstance(said, tuple) else read_answer(said, self.expected, row)
            yield [place], [read]
