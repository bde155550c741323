"""Metrics of users as measures: a function of a prediction and a reference, or the name of an `evaluate` metric."""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from numbers import Real
from pathlib import Path
from typing import Any

from hf_robust.core.errors import RobustError, UnknownNameError, UsageError
from hf_robust.core.extras import need
from hf_robust.core.quoted import named, quoted
from hf_robust.core.user_code import shown_name
from hf_robust.scoring.measure_type import Floats, Measure, paired_rows, row_share, share, with_ones
from hf_robust.scoring.measures import MEASURES, measure_named

RowScore = Callable[[Any, Any], Any]


def chosen_measure(metric: str | RowScore | Measure | None, usual: Measure, language: str = "en") -> Measure:
    """Return the measure for a metric that a user asks for.

    Args:
        metric: A measure or its name; a function of a prediction and a reference that returns a number from 0 to 1; the
            name or the folder of an `evaluate` metric, with the key of its result where it has several
            (``"rouge:rougeL"``); or None for the usual measure.
        usual: The measure that the rows are scored with otherwise. It becomes a secondary measure.
        language: Code of the language of the texts.

    Raises:
        UsageError: The metric is none of these.
        UnknownNameError: There is no measure of this name, and no `evaluate` metric can be loaded.
        MissingExtra: `evaluate` is not installed.

    Example:
        >>> from hf_robust.scoring import ACCURACY
        >>> def same_start(prediction, reference):
        ...     return prediction[0] == reference[0]
        >>> measure = chosen_measure(same_start, ACCURACY)
        >>> measure.name, measure.score(["pos", "neg"], ["part", "pos"]), measure.secondary[0].name
        ('same_start', 0.5, 'accuracy')
    """
    if metric is None:
        return usual
    if isinstance(metric, str) and metric in MEASURES:
        metric = measure_named(metric, language)
    if isinstance(metric, Measure):
        if metric.name == usual.name:
            return usual
        others = tuple(one for one in _beside(usual) if one.name != metric.name)
        return replace(metric, secondary=others, against_original=usual.against_original)
    if isinstance(metric, str):
        name, score = metric, evaluate_score(metric)
    elif callable(metric):
        name, score = shown_name(metric, unnamed="metric"), metric
    else:
        raise UsageError(
            "metric must be the name of a metric or a function of (prediction, reference) that returns a number from 0 "
            f"to 1; found {type(metric).__name__}: {quoted(metric)}"
        )
    return Measure(
        name,
        name,
        partial(_stats, score=_CachedScores(score), name=name),
        share,
        row_share,
        normalize=usual.normalize,
        secondary=_beside(usual),
        against_original=usual.against_original,
    )


def check_metric(measure: Measure, references: Sequence[Any]) -> None:
    """Try a metric on a reference, before a model is asked: is it a function of two values that returns a number?

    Args:
        measure: From :func:`chosen_measure`.
        references: Gold values. Only a text can be tried, as its own prediction.

    Raises:
        UsageError: The metric raises an exception or returns no number from 0 to 1.
    """
    first = next(iter(references), None)
    text = first[0] if isinstance(first, list) and first else first
    if isinstance(text, str):
        measure.row_stats([text], [first])


def _beside(usual: Measure) -> tuple[Measure, ...]:
    return (replace(usual, secondary=()), *usual.secondary)


class _CachedScores:
    """The score of each pair of a prediction and a reference: originals are scored again with each transformation."""

    def __init__(self, score: RowScore):
        self._score = score
        self._known: dict[str, Any] = {}

    def __call__(self, prediction: Any, reference: Any) -> Any:
        key = json.dumps([prediction, reference], default=repr)
        if key not in self._known:
            self._known[key] = self._score(prediction, reference)
        return self._known[key]


def _stats(predictions: Sequence[Any], references: Sequence[Any], score: RowScore, name: str) -> Floats:
    rows = paired_rows(predictions, references)
    scores = []
    for row, (prediction, reference) in enumerate(rows):
        where = f"in row {row} (prediction {quoted(prediction)}, reference {quoted(reference)})"
        try:
            value = score(prediction, reference)
        except RobustError:
            raise
        except Exception as error:  # code of a user
            raise UsageError(f"the metric {name!r} raised {type(error).__name__} {where}: {error}") from error
        number = float(value) if isinstance(value, Real) else math.nan
        if math.isnan(number):
            raise UsageError(f"the metric {name!r} returned {quoted(value)} {where}; expected a number from 0 to 1")
        if not 0 <= number <= 1:
            raise UsageError(
                f"the metric {name!r} returned {number:g} {where}; expected a number from 0 to 1. Pass a function that "
                "divides it by its largest value"
            )
        scores.append(number)
    return with_ones(scores, len(scores))


def evaluate_score(metric: str) -> RowScore:
    """Return the score of one row by an `evaluate` metric.

    Args:
        metric: The name of the metric on the Hub or its folder, with ``:`` and the key of its result where it has
            several numbers.

    Raises:
        UnknownNameError: There is no such metric.
        MissingExtra: `evaluate` is not installed.
    """
    whole = Path(metric).exists()
    name, _, key = (metric, "", "") if whole else metric.partition(":")
    need("evaluate")
    import evaluate

    try:
        module = evaluate.load(name, keep_in_memory=True)
    except Exception as error:  # of the Hub, of the code of the metric, or of what it imports
        reason = f"evaluate.load({name!r}) raised {type(error).__name__}: {_first_line(error)}"
        raise UnknownNameError("metric", metric, MEASURES, reason) from error
    return partial(_computed, module, metric, key)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [""])[0]


def _computed(module: Any, metric: str, key: str, prediction: Any, reference: Any) -> Any:
    found = module.compute(predictions=[prediction], references=[reference])
    numbers = {name: number for name, value in found.items() if (number := _as_number(value)) is not None}
    if key:
        if key not in numbers:
            raise UnknownNameError(f"number in the result of {metric.partition(':')[0]}", key, numbers)
        return numbers[key]
    own = Path(metric).stem
    if own in numbers:
        return numbers[own]
    if len(numbers) != 1:
        raise UsageError(
            f"the metric {metric!r} returns {named(numbers) or 'no number'}; name one of them: "
            f"metric='{metric}:{next(iter(numbers), 'key')}'"
        )
    return next(iter(numbers.values()))


def _as_number(value: Any) -> float | None:
    """A number, or the only number of a list."""
    if isinstance(value, (list, tuple)) and len(value) == 1:
        value = value[0]
    return float(value) if isinstance(value, Real) else None
