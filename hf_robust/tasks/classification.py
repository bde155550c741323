"""Tasks with one label a text or a pair of texts: topics, sentiment, inference, similarity."""

from collections.abc import Callable, Mapping, Sequence
from sys import intern
from typing import TYPE_CHECKING, Any

from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import holds_labels
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.labels import label_name

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

TEXT_CLASSIFICATION = "text-classification"
SENTIMENT = "sentiment-classification"
HATE_SPEECH = "hate-speech-detection"
NLI = "natural-language-inference"
SIMILARITY = "semantic-similarity-classification"


class Classification(TaskKind):
    """One label a row."""

    hub_category = "text-classification"
    classifies = True
    value_is_text = True
    wanted = "a label, a label's number, {'label': ..., 'score': ...}, or an array of probabilities (n, k)"
    value_keys = ("label",)

    def expected(self, role: str, feature: Any) -> str | None:
        """One label: a name or a number."""
        return None if holds_labels(feature) else "one label a row (a name or a whole number)"

    def references(self, values: Sequence[Any], task: "Task") -> list[str]:
        """The name of each row's label."""
        return [intern(label_name(value, task.label_names)) for value in values]  # a million rows share their names

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> str:
        """The label's name."""
        label = name(value)
        if label is None:
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return label

    def labels_of(self, values: Sequence[Any]) -> Sequence[Any]:
        """The labels as they are."""
        return values


def _classification(name: str, *texts: str, aliases: tuple[str, ...], on_hub: bool = True) -> None:
    TASKS.register(Classification(name, texts, ("label",), aliases=aliases, measure="accuracy", on_hub=on_hub))


_classification(TEXT_CLASSIFICATION, "text", aliases=("topic-classification", "ut"), on_hub=False)
_classification(SENTIMENT, "text", aliases=("sentiment", "sentiment-analysis", "sa"))
_classification(HATE_SPEECH, "text", aliases=("hate-speech", "hate"))
_classification(NLI, "premise", "hypothesis", aliases=("nli", "textual-entailment", "entailment"))
_classification(
    SIMILARITY,
    "sentence1",
    "sentence2",
    aliases=("similarity", "semantic-similarity", "paraphrase", "sm", "sentence-similarity"),
)
