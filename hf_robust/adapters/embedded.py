"""The sentiment classifier that comes with the package: the model where none is named."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import hf_robust
from hf_robust.adapters.base import Prediction, Predictor, batches_of
from hf_robust.adapters.huggingface.task_adapter import model_adapter
from hf_robust.adapters.label_matching import match_name
from hf_robust.core.errors import UsageError
from hf_robust.language.embedded.chinese_sentiment import load_chinese_sentiment
from hf_robust.language.embedded.sentiment_model import load_sentiment_model, neutral_below
from hf_robust.language.resource_rows import UsedResource
from hf_robust.tasks import SENTIMENT, Task

EMBEDDED_MODEL = "bundled MiniLM sentiment classifier"
CHINESE_MODEL = "bundled Chinese E5 sentiment classifier"


def embedded_resource(name: str = EMBEDDED_MODEL) -> UsedResource:
    """How a classifier that comes with the package stands in reports, by its name."""
    return UsedResource("sentiment model", name, hf_robust.__version__, "bundled default")


_MODELS: dict[str, tuple[str, Callable[[], tuple[Any, Any]]]] = {
    "en": (EMBEDDED_MODEL, load_sentiment_model),
    "zh": (CHINESE_MODEL, partial(load_chinese_sentiment, shared=True)),
}
"""Name and loader by language; for others the English one serves."""


def embedded_predictor(task: Task, **options: Any) -> Predictor:
    """The sentiment classifier that comes with the package.

    It knows the labels negative and positive. For a task with a third one, neutral, it says that where it is sure of
    neither; see :class:`NeutralBand`. Where the dataset numbers its labels and does not name them, 0 is taken for
    negative and 1 for positive; a warning says so.

    Args:
        task: A bound sentiment task.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.

    Raises:
        UsageError: For another task, or an option that the bundled model does not take.
        MissingResource: When its encoder is not installed.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> embedded_predictor(task).predict([{"text": "A warm and clever film."}])[0].value
        'pos'
        >>> chinese = hr.task("sentiment-classification", label_names=["neg", "pos"], language="zh")
        >>> embedded_predictor(chinese).predict([{"text": "又慢又卡，后悔买了。"}])[0].value
        'neg'
    """
    if task.name != SENTIMENT:
        raise UsageError(
            f"this model classifies sentiment; for {task.name} there may be a baseline, see hf-robust doctor"
        )
    if options.get("tokenizer") is not None:
        raise UsageError("the bundled model has its own tokenizer; leave tokenizer out, or name a model")
    name, load = _MODELS.get(task.language) or _MODELS["en"]
    model, tokenizer = load()
    # where it begins is known of the English one alone
    neutral = None if options.get("label_map") or name != EMBEDDED_MODEL else _neutral_of(task.label_names)
    known = task if neutral is None else replace(task, label_names=_without(task.label_names, neutral))
    predictor = model_adapter(model, known, **{**options, "tokenizer": tokenizer})
    predictor.name, predictor.kind = name, "embedded"
    if neutral is not None:
        return NeutralBand(predictor, neutral, neutral_below())
    return predictor


class NeutralBand:
    """A classifier of two labels that says a third one where it is sure of neither.

    With p the probability of the likelier label and t the threshold, the third label gets p (1 - p) / (1 - t) parts
    beside the one part that the two share: most exactly where p is below t.

    Args:
        inner: The classifier of two labels.
        label: The third label.
        below: The threshold, between 0.5 and 1.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> scores = {"fine": 0.95, "so-so": 0.6}
        >>> model = hr.as_predictor(lambda texts: [{"label": "pos", "score": scores[text]} for text in texts], task)
        >>> [found.value for found in NeutralBand(model, "neu", 0.76).predict([{"text": "fine"}, {"text": "so-so"}])]
        ['pos', 'neu']
    """

    def __init__(self, inner: Predictor, label: str, below: float):
        self.inner, self.label, self.below = inner, label, below
        self.name, self.kind, self.revision = inner.name, inner.kind, inner.revision
        self.labels: tuple[str, ...] | None = (*(inner.labels or ()), label)

    def fingerprint(self) -> str | None:
        """The inner fingerprint with the threshold."""
        inner = getattr(self.inner, "fingerprint", lambda: self.inner.revision)()
        return None if inner is None else f"{inner}|{self.label} below {self.below}"

    def predict(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """The inner predictions, and the third label for those that are not sure enough."""
        return [self._judged(prediction) for prediction in self.inner.predict(rows)]

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The same, batch by batch where the inner predictor can say so."""
        for places, predictions in batches_of(self.inner, rows):
            yield places, [self._judged(prediction) for prediction in predictions]

    def probabilities(self, rows: list[dict[str, Any]], **how: Any) -> np.ndarray | list[Prediction]:
        """Probabilities in the order of ``labels``; predictions where the inner predictor has no such."""
        ask = getattr(self.inner, "probabilities", None)
        if ask is None:
            return self.predict(rows)
        two = ask(rows, **how)
        third = two.prod(axis=1, keepdims=True) / (1 - self.below)
        return np.hstack([two, third]) / (1 + third)

    def _judged(self, prediction: Prediction) -> Prediction:
        sure = 1.0 if prediction.score is None else prediction.score
        third = sure * (1 - sure) / (1 - self.below)
        value, part = (self.label, third) if sure < self.below else (prediction.value, sure)
        return Prediction(value, part / (1 + third))


def _neutral_of(labels: Sequence[str] | None) -> str | None:
    """The label for neutral among three of sentiment; None where they are others."""
    if labels is None or len(labels) != 3:
        return None
    neutral = match_name("neutral", labels)
    rest = [match_name(name, labels) for name in ("negative", "positive")]
    return neutral if neutral is not None and len({neutral, *rest} - {None}) == 3 else None


def _without(labels: Sequence[str] | None, label: str) -> tuple[str, ...]:
    return tuple(name for name in labels or () if name != label)
