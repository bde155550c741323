"""Numbers as texts: points, percent, counts, intervals and times as all reports write them."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Protocol

from hf_robust.reports.records.shared_records import Metric, Precision, Predictions, Resource

ALPHA = 0.05
ON_ORIGINALS = "on the originals"
ON_CHANGED = "on the changed rows"
MEAN_OF_TRANSFORMATIONS = "mean of the transformations"
"""The names of the three averages: over the originals, over the changed rows, and the mean of the scores of the
transformations, each on its own changed rows."""
MISSING = "–"
MINUS = "−"


class HasPValue(Protocol):
    """A result with a corrected p-value."""

    @property
    def p_adjusted(self) -> float | None:
        """The p-value after correction; None where nothing was tested."""


class HasMetric(Protocol):
    """A record with a metric."""

    @property
    def metric(self) -> Metric:
        """The measure of its scores."""


def points(value: float | None, digits: int = 1) -> str:
    """A share as a number of points out of 100.

    Example:
        >>> points(0.8012), points(-0.0001), points(-0.02), points(None)
        ('80.1', '0.0', '−2.0', '–')
    """
    if value is None:
        return MISSING
    number = round(100 * value, digits) + 0.0  # + 0.0 turns -0.0 into 0.0
    return f"{number:.{digits}f}".replace("-", MINUS)


def percent(value: float | None) -> str:
    """A share in whole percent; what is not quite all or nothing is not rounded to it.

    Example:
        >>> percent(0.334), percent(0.0004), percent(0.999), percent(1), percent(None)
        ('33%', '<1%', '>99%', '100%', '–')
    """
    if value is None:
        return MISSING
    if 0 < value < 0.005:
        return "<1%"
    if 0.995 <= value < 1:
        return ">99%"
    return f"{100 * value + 0.0:.0f}%".replace("-0%", "0%").replace("-", MINUS)


def count(number: int | None, noun: str = "", many: str = "") -> str:
    """A number of things.

    Args:
        number: How many; None where that is not known.
        noun: What they are; nothing for the number alone.
        many: What more than one are called, where that is not the noun with an s.

    Example:
        >>> count(1, "row"), count(1234, "row"), count(2, "query", "queries"), count(None)
        ('1 row', '1,234 rows', '2 queries', '–')
    """
    if number is None:
        return MISSING
    text = f"{number:,}"
    return f"{text} {noun if number == 1 else many or f'{noun}s'}" if noun else text


def on_changed(n: int, rows: int | None) -> str:
    """On how many rows a score of the originals rests: only rows that some transformation changed are predicted.

    Args:
        n: Rows that changed.
        rows: Rows of the data; None where that is not known.

    Example:
        >>> on_changed(200, 200), on_changed(6, 200)
        ('', ' on the 6 rows that changed')
    """
    return "" if rows is None or n >= rows else f" on the {count(n, 'row')} that changed"


def clip(text: str, size: int = 160) -> str:
    """A plain text that is not longer than `size`.

    Example:
        >>> clip("keyboard", 5)
        'keyb…'
    """
    return str(text) if len(text) <= size else text[: size - 1] + "…"


def clipped_apart(names: Sequence[str], size: int) -> tuple[str, ...]:
    """Names that are not longer than `size`; different names stay different.

    The end is cut where that is enough, else the middle, else the start. Where no cut is enough, names get a number.

    Example:
        >>> clipped_apart(["small-model", "large-model"], 6)
        ('small…', 'large…')
        >>> clipped_apart(["sentiment 1", "sentiment 2"], 9)
        ('sent…nt 1', 'sent…nt 2')
    """
    half = size // 2
    for cut in (
        lambda name: clip(name, size),
        lambda name: name if len(name) <= size else f"{name[:half]}…{name[half + 1 - size :]}",
        lambda name: name if len(name) <= size else f"…{name[1 - size :]}",
    ):
        short = tuple(map(cut, names))
        if len(set(short)) == len(set(names)):
            return short
    numbers = {name: f" ({number})" for number, name in enumerate(dict.fromkeys(names), 1)}
    return tuple(clip(name, size - len(number)) + number for name, number in ((one, numbers[one]) for one in names))


def p_value(value: float | None) -> str:
    """A p-value with three decimals.

    Example:
        >>> p_value(0.0001), p_value(0.0412), p_value(None)
        ('<0.001', '0.041', '–')
    """
    if value is None:
        return MISSING
    return "<0.001" if value < 0.001 else f"{value:.3f}"


def required(value: float | None) -> float:
    """A number that a sound record holds at this place.

    Raises:
        ValueError: It is missing, so that the record contradicts itself.
    """
    if value is None:
        raise ValueError("a number is missing where others depend on it")
    return value


def bounds(interval: Sequence[float | None] | None) -> tuple[float, float] | None:
    """The two ends of an interval, or None when there is none."""
    if not interval or len(interval) != 2:
        return None
    low, high = interval
    return None if low is None or high is None else (low, high)


def interval(value: Sequence[float | None] | None) -> str:
    """An interval in points.

    Example:
        >>> interval([0.079, 0.146]), interval([None, None])
        ('7.9 to 14.6', '–')
    """
    ends = bounds(value)
    return MISSING if ends is None else f"{points(ends[0])} to {points(ends[1])}"


def significant(result: HasPValue) -> bool:
    """Whether the drop (or gain) of a result is larger than chance explains, after correction."""
    return result.p_adjusted is not None and result.p_adjusted < ALPHA


def inside(label: str) -> str:
    """A label as it is written inside a sentence.

    Example:
        >>> inside("Exact match"), inside("F1")
        ('exact match', 'F1')
    """
    return label[:1].lower() + label[1:] if label[1:2].islower() else label


def metric_word(record: HasMetric) -> str:
    """The metric of a record as it is written inside a sentence."""
    return inside(record.metric.label or record.metric.name)


def row_word(record: HasMetric) -> str:
    """The score of one row as it is written inside a sentence: the metric, or what stands for it."""
    label = getattr(record.metric, "row_label", None)
    return inside(label) if label else metric_word(record)


def share(value: float | None) -> str:
    """A number from 0 to 1 with two decimals.

    Example:
        >>> share(0.9098), share(None)
        ('0.91', '–')
    """
    return MISSING if value is None else f"{value:.2f}"


def listed(names: list[str]) -> str:
    """Names in a sentence.

    Example:
        >>> listed(["a"]), listed(["a", "b", "c"])
        ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def moment(created: str) -> str:
    """A time for a reader; a text that is no time is shown as it is.

    Example:
        >>> moment("2026-01-02T03:04:05+01:00"), moment("yesterday")
        ('2026-01-02 02:04 UTC', 'yesterday')
    """
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return created
    if moment.tzinfo is None:
        return f"{moment:%Y-%m-%d %H:%M}"
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def parameter(value: object) -> str:
    """A parameter as text: a string as it is, anything else as JSON.

    Example:
        >>> parameter("qwerty"), parameter(None), parameter([0.5])
        ('qwerty', 'null', '[0.5]')
    """
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def resource_words(resource: Resource) -> str:
    """One resource on one line, for example ``en_robust_sm 1.0.0 (bundled default)``."""
    return f"{' '.join(filter(None, [resource.name, resource.version]))} ({resource.origin})"


def prediction_words(predictions: Predictions) -> str:
    """Number of predictions: ``548 distinct texts among 750 inputs; 0 predictions came from the prediction cache``."""
    asked, rows = count(predictions.unique, "distinct text"), count(predictions.rows, "input")
    words = f"{asked} among {rows}; {count(predictions.cached, 'prediction')} came from the prediction cache"
    return f"{words}; {precision_words(predictions.precision)}" if predictions.precision else words


def precision_words(precision: Precision) -> str:
    """How far predictions in another type are off.

    Example:
        >>> precision_words(Precision(type="bfloat16", compared=100, largest_difference=0.0273, changed=0))
        'in bfloat16: on 100 texts, probabilities differ from float32 by up to 0.027, and 0 predictions change'
    """
    off = precision.largest_difference
    near = "" if off is None else f"probabilities differ from float32 by up to {off:.2g}, and "
    changed = count(precision.changed, "prediction")
    return (
        f"in {precision.type}: on {count(precision.compared, 'text')}, {near}{changed} "
        f"change{'s' if precision.changed == 1 else ''}"
    )
