"""Labels of a dataset, read as the labels that a specification of capabilities names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.tasks.labels import label_name

if TYPE_CHECKING:
    from datasets import Features

    from hf_robust.capability.spec import Specification

_RANGE = re.compile(r"\s*([\[(])\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*([\])])\s*")

LabelSource = str | Mapping[str, Any] | None


@dataclass(frozen=True)
class Range:
    """Numbers between two.

    Args:
        low: The smallest.
        high: The largest.
        above: Whether the smallest itself is outside.
        below: Whether the largest itself is outside.
    """

    low: float
    high: float
    above: bool = False
    below: bool = False

    def __contains__(self, value: float) -> bool:
        if not self.low <= value <= self.high:
            return False
        return not ((self.above and value == self.low) or (self.below and value == self.high))


def read_range(value: Any) -> Range:
    """A range as it is written.

    Args:
        value: ``[0, 0.4]`` with both ends, or text, ``"(0.4, 0.6]"``: a round bracket leaves its end out.

    Raises:
        ValueError: It is no range.

    Example:
        >>> 0.4 in read_range([0, 0.4]), 0.4 in read_range("(0.4, 0.6]")
        (True, False)
    """
    match = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if match:
        read = Range(float(match[2]), float(match[3]), match[1] == "(", match[4] == ")")
    elif isinstance(value, Sequence) and len(value) == 2 and all(isinstance(end, Real) for end in value):
        read = Range(float(value[0]), float(value[1]))
    else:
        raise ValueError(f"expected a range such as [0, 0.4] or '(0.4, 0.6]', found {value!r}")
    if read.low > read.high:
        raise ValueError(f"expected a range from the smaller to the larger number, found {value!r}")
    return read


@dataclass(frozen=True)
class LabelReader:
    """Gives the labels of a column the names of a specification. It pickles.

    Args:
        names: Specification's name by that of the dataset; None for rows that are left out.
        ranges: Range by the specification's name, for a column of numbers; the first that fits counts.
        data_names: Names of the labels that the column holds as numbers.
    """

    column: str
    names: Mapping[str, str | None]
    ranges: Mapping[str, Range]
    data_names: tuple[str, ...] | None = None

    def __call__(self, values: Sequence[Any]) -> list[str | None]:
        """The names of a column's values; None for an empty one, and for one that fits nothing."""
        return [None if value is None else self._name(value) for value in values]

    def margins(self, values: Sequence[Any]) -> list[float | None]:
        """How far each score is from where the next label begins; None where the labels are no scores."""
        if not self.ranges:
            return [None] * len(values)
        return [None if value is None else self._margin(value) for value in values]

    def _margin(self, value: float) -> float | None:
        """Ends beyond which no label begins are no edges."""
        name = self._name(value)
        if name is None:
            return None
        own = self.ranges[name]
        others = [numbers for other, numbers in self.ranges.items() if other != name]
        edges = [own.low] * any(other.low < own.low for other in others)
        edges += [own.high] * any(other.high > own.high for other in others)
        return min((abs(value - edge) for edge in edges), default=None)

    def _name(self, value: Any) -> str | None:
        if self.ranges:
            return next((name for name, numbers in self.ranges.items() if value in numbers), None)
        found = label_name(value, self.data_names)
        return self.names.get(found)


def label_reader(
    specification: "Specification",
    features: "Features",
    column: str,
    source: LabelSource,
    values: Sequence[Any],
    data_names: Sequence[str] | None = None,
) -> LabelReader:
    """How the labels of a column are read.

    Args:
        specification: Its labels are the names.
        features: Columns of the dataset.
        column: The column with the labels.
        source: None: the names are the specification's, or others that it knows; a column of fractions is read with its
            ranges. A mapping from the dataset's labels to the specification's (or None: left out), or from the
            specification's to ranges of numbers.
        values: The column's values, of which the names are taken where the dataset declares none.
        data_names: Names of labels that are numbers, where the user says them.

    Raises:
        LabelError: Labels of the dataset, or in the mapping, that are not known.
        UsageError: The mapping is none.

    Example:
        >>> from datasets import Features, Value
        >>> from hf_robust.capability import capabilities
        >>> spec = capabilities("sentiment-classification")
        >>> label_reader(spec, Features({"score": Value("float64")}), "score", None, [])([0.4, 0.41, 0.7, None])
        ['negative', 'neutral', 'positive', None]
    """
    if source is not None and not isinstance(source, Mapping):
        raise UsageError(f"label must be a column or a mapping, found {source!r}")
    feature = features[column]
    names = getattr(feature, "names", None) or data_names
    fractions = str(getattr(feature, "dtype", "")).startswith("float") and not names
    if source and all(
        (not isinstance(value, str) and value is not None) or _is_range(value) for value in source.values()
    ):
        if not str(getattr(feature, "dtype", "")).startswith(("float", "int", "uint")):
            raise LabelError(f"ranges are for a column of numbers; {column!r} holds {feature}")
        return LabelReader(column, {}, _ranges(specification, source))
    if fractions and source is None and specification.scores:
        return LabelReader(column, {}, dict(specification.scores))
    if fractions and any(isinstance(value, float) and value % 1 for value in values):
        raise LabelError(
            f"column {column!r} holds fractions; give the range of each label: "
            f"label={{'{specification.labels[0]}': [0, 0.5], ...}}"
        )
    known = sorted(names if names else {label_name(value, None) for value in values if value is not None})
    if source is not None:
        mapped = _mapped(specification, source, known, column)
    else:
        mapped = _recognized(specification, known, column)
    return LabelReader(column, mapped, {}, tuple(names) if names else None)


def _is_range(value: Any) -> bool:
    return isinstance(value, str) and _RANGE.fullmatch(value) is not None


def _ranges(specification: "Specification", label: Mapping[str, Any]) -> dict[str, Range]:
    for name in label:
        if name not in specification.labels:
            raise LabelError(f"{quoted(name)} is no label of the specification; expected {named(specification.labels)}")
    try:
        return {name: read_range(value) for name, value in label.items()}
    except ValueError as error:
        raise LabelError(f"label: {error}") from error


def _mapped(
    specification: "Specification", label: Mapping[Any, Any], known: Sequence[str], column: str
) -> dict[str, str | None]:
    mapped = {str(name): value for name, value in label.items()}
    for value in mapped.values():
        if value is not None and value not in specification.labels:
            raise LabelError(
                f"{quoted(value)} is no label of the specification; expected {named(specification.labels)}"
            )
    missing = [name for name in known if name not in mapped]
    if missing:
        raise LabelError(
            f"column {column!r} has the labels {named(known)}, and the mapping says nothing of "
            f"{named(missing)}; add them, with None for rows to leave out"
        )
    return mapped


def _recognized(specification: "Specification", known: Sequence[str], column: str) -> dict[str, str | None]:
    by_name = {label.lower(): label for label in specification.labels}
    for label, others in specification.aliases.items():
        by_name |= dict.fromkeys(others, label)
    missing = [name for name in known if name.lower() not in by_name]
    if missing:
        shown = ", ".join(f"{name!r}: '...'" for name in known[:6])
        raise LabelError(
            f"column {column!r} has the labels {', '.join(known[:20])}; {', '.join(missing[:20])} cannot be told; "
            f"use label={{{shown}}} with {named(specification.labels)}, or None for rows to leave out"
        )
    return {name: by_name[name.lower()] for name in known}
