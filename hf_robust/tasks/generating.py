"""Tasks whose model writes a text: summarization, and free text generation."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

SUMMARIZATION = "summarization"
TEXT_GENERATION = "text-generation"


class WrittenText(TaskKind):
    """Base of kinds whose model writes a text."""

    wanted = "the text, a string"
    value_keys: ClassVar[tuple[str, ...]] = ("generated_text", "text")

    def expected(self, role: str, feature: Any) -> str | None:
        """Anything."""
        return None

    def references(self, values: Sequence[Any], task: "Task") -> list[Any]:
        """The values as they are."""
        return list(values)

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> str:
        """The text."""
        if not isinstance(value, str):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return value


class Generation(WrittenText):
    """A text, and what a model should write about it.

    A row has one reference, or a list of references that are all right. Many other answers may be right too, so the
    answers before and after an edit are also compared with each other.
    """

    value_is_text = True
    open_ended = True

    def expected(self, role: str, feature: Any) -> str | None:
        """A text or a list of texts."""
        return None if text_shape(feature) else "text or a list of texts"

    def measure_on(self, dataset: "Dataset", task: "Task") -> str | None:
        """The measure of the task; without references the similarity of the answers before and after."""
        return self.measure if task.has(task.label_role, dataset.column_names) else "answer_similarity"

    def show(self, value: Any) -> str:
        """A text; several references with a bar between them."""
        return value if isinstance(value, str) else " | ".join(value or ())


class Summarization(Generation):
    """A text and its summary."""

    hub_category = "summarization"
    wanted = "the summary, a string"
    value_keys = ("summary_text", "summary", *WrittenText.value_keys)


class TextGeneration(Generation):
    """A prompt, and a reference answer where the data has one."""

    hub_category = "text-generation"
    wanted = "the answer, a string"
    value_keys = (*WrittenText.value_keys, "answer")


TASKS.register(
    Summarization(
        SUMMARIZATION,
        ("text",),
        ("summary",),
        aliases=("summarisation", "text-summarization"),
        measure="rouge_l",
        on_hub=False,
    )
)
TASKS.register(
    TextGeneration(
        TEXT_GENERATION,
        ("text",),
        ("reference",),
        optional=frozenset({"reference"}),
        aliases=("generation", "text2text-generation"),
        measure="rouge_l",
        on_hub=False,
    )
)
