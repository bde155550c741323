"""Translation: a text and what it is in another language."""

from typing import Any

from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.generating import WrittenText
from hf_robust.tasks.kind import TASKS

TRANSLATION = "translation"


class Translation(WrittenText):
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
