"""Translation: a text and what it is in another language."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

TRANSLATION = "translation"


class Translation(TaskKind):
    """A source, and a target that is the gold label and a text at once: some edit both alike."""

    hub_category = "translation"
    wanted = "the translation, a string"
    value_keys = ("translation_text", "translation", "text")

    @property
    def input_roles(self) -> tuple[str, ...]:
        """The source alone."""
        return ("source",)

    def expected_text(self, role: str, feature: Any) -> str | None:
        """Two strings."""
        return None if text_shape(feature) == "text" else "text"

    def expected(self, role: str, feature: Any) -> str | None:
        """Nothing more: the label is a text."""
        return None

    def references(self, values: Sequence[Any], task: "Task") -> list[str]:
        """The translations."""
        return list(values)

    def read_value(self, given: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> str:
        """The translation."""
        if not isinstance(given, str):
            raise wrong(f"{type(given).__name__}: {quoted(given)}")
        return given


TASKS.register(
    Translation(
        TRANSLATION,
        ("source", "target"),
        ("target",),
        edited=("source",),
        aliases=("mt", "nmt", "machine-translation"),
        measure="bleu",
        on_hub=False,
    )
)
