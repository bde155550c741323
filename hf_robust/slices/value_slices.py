"""Slices of rows by a number that each has, such as the confidence of a model, or by a label."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hf_robust.slices.slice_table import SliceInfo, SliceTable

SPANS = 5
_LABELS = 50  # beyond that they are no labels


def span_slices(name: str, values: NDArray[np.floating], spans: int = SPANS) -> SliceTable:
    """The rows in equally large parts by a number: the lowest fifth, the next, and so on.

    Args:
        name: What the number is; the family of the slices.
        values: One a row; NaN where a row has none, which is in no slice.
        spans: How many parts. Equal numbers stay together, so that there may be fewer.

    Example:
        >>> span_slices("confidence", np.array([0.5, 0.6, 0.7, 0.9]), spans=2).names
        ('confidence: 0.5 to 0.6', 'confidence: 0.7 to 0.9')
    """
    known = values[~np.isnan(values)]
    if not len(known) or known.min() == known.max():
        return SliceTable((), np.zeros((len(values), 0), np.bool_))
    bounds = np.unique(np.quantile(known, np.arange(1, spans) / spans, method="lower"))
    part = np.searchsorted(bounds, values, side="left")  # a bound belongs to the part below
    slices, columns = [], []
    for number in range(len(bounds) + 1):
        member = (part == number) & ~np.isnan(values)
        if member.any():
            low, high = float(values[member].min()), float(values[member].max())
            text = f"{low:.3g} to {high:.3g}"
            params = {"from": low, "to": high}
            slices.append(SliceInfo(f"{name}: {text}", name, f"rows with a {name} from {text}", params=params))
            columns.append(member)
    return _unique(slices, columns)


def label_slices(name: str, labels: Sequence[object]) -> SliceTable:
    """A slice for each label; none where the values are no labels, or are more than 50.

    Args:
        name: What kind of label it is; the family of the slices.
        labels: One a row.

    Example:
        >>> label_slices("gold label", ["pos", "neg", "pos"]).sizes.tolist()
        [1, 2]
    """
    texts = [label if isinstance(label, (str, int)) else None for label in labels]
    different = sorted({str(text) for text in texts if text is not None})
    if None in texts or not 1 < len(different) <= _LABELS:
        return SliceTable((), np.zeros((len(labels), 0), np.bool_))
    column = np.array([str(text) for text in texts], object)
    infos = [SliceInfo(f"{name}: {label}", name, f"rows with the {name} {label}") for label in different]
    return SliceTable(tuple(infos), column[:, None] == np.array(different, object)[None])


def _unique(slices: list[SliceInfo], columns: list[NDArray[np.bool_]]) -> SliceTable:
    """Spans that look alike when they are rounded are told apart by their exact bounds."""
    names = [one.name for one in slices]
    told = tuple(
        replace(one, name=f"{one.family}: {one.params['from']!r} to {one.params['to']!r}")
        if names.count(one.name) > 1
        else one
        for one in slices
    )
    return SliceTable(told, np.stack(columns, axis=1))
