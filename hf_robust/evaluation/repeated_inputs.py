"""Rows of a dataset that repeat an input: how many sources they are, and whether their gold labels agree."""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters import RowSource
from hf_robust.core.randomness import row_key
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import clip, count
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset

DUPLICATES, CONTRADICTIONS = "duplicate-rows", "contradictory-labels"
LEAST_SHARE = 0.05  # of rows that repeat an input, above which a run warns
_SHOWN = 60  # characters of an example


def input_keys(task: Task, rows: "Dataset") -> np.ndarray:
    """A hash of what a model is given of each row: rows with equal inputs are one cluster.

    Args:
        task: The task over the columns of the rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"text": ["A film.", "A play.", "A film."], "label": [1, 0, 1]})
        >>> one, other, again = input_keys(hr.task("sentiment-classification"), rows).tolist()
        >>> one == again != other
        True
    """
    pieces = RowSource(len(rows), partial(task.inputs, rows)).pieces(task.input_roles)
    return np.fromiter((row_key(repr(value)) for piece in pieces for value in piece), np.uint64, len(rows))


def repeated(clusters: np.ndarray, sources: int | None = None) -> np.ndarray | None:
    """The clusters of rows, None where no cluster has two rows.

    Args:
        clusters: The cluster of each row.
        sources: How many different ones there are, where that is known.

    Example:
        >>> repeated(np.array([4, 7, 4])).tolist(), repeated(np.array([4, 7]))
        ([4, 7, 4], None)
    """
    different = len(np.unique(clusters)) if sources is None else sources
    return clusters if different < len(clusters) else None


def repeat_warnings(task: Task, rows: "Dataset", clusters: np.ndarray) -> list[dict[str, str]]:
    """The warnings of :class:`RepeatedInputs` for rows that a run is measured on.

    Args:
        task: The task over the columns of the rows.
        clusters: The cluster of each row, see :func:`input_keys`.
    """
    repeats = RepeatedInputs()
    repeats.add(rows, clusters, np.arange(len(rows)))
    return repeats.warnings(task)


class RepeatedInputs:
    """The original rows of a run, with the cluster of each: rows of one cluster have equal inputs."""

    def __init__(self) -> None:
        self._originals: list[Dataset] = []
        self._rows: list[np.ndarray] = []
        self._clusters: list[np.ndarray] = []

    def add(self, originals: "Dataset", clusters: np.ndarray, first: np.ndarray) -> None:
        """Add the originals of a transformation that no earlier one had.

        Args:
            originals: Its original rows.
            clusters: The cluster of each row.
            first: Places of the rows to add.
        """
        self._originals.append(originals)
        self._rows.append(first)
        self._clusters.append(clusters[first])

    def warnings(self, task: Task) -> list[dict[str, str]]:
        """Warnings of rows that repeat an input, and of equal inputs with different gold labels."""
        if not self._clusters:
            return []
        clusters = np.concatenate(self._clusters)
        _, inverse, sizes = np.unique(clusters, return_inverse=True, return_counts=True)
        repeats = sizes[inverse.ravel()] > 1
        if not repeats.any():
            return []
        found = [self._contradictions(task, repeats, clusters)]
        rows, sources = int(repeats.sum()), int((sizes > 1).sum())
        if rows > LEAST_SHARE * len(clusters):
            what = "a text" if len(task.input_roles) == 1 else "an input"
            message = f"{rows} of {count(len(clusters), 'row')} repeat {what} and count as {count(sources, 'source')}."
            found.insert(0, run_warning(DUPLICATES, message))
        return [one for one in found if one]

    def _contradictions(self, task: Task, repeats: np.ndarray, clusters: np.ndarray) -> dict[str, str]:
        """The warning of equal inputs with different gold labels; empty where there are none.

        Several answers to one text may be right where a model writes them.
        """
        if task.kind.open_ended:
            return {}
        labels: dict[int, dict[str, Any]] = {}  # by cluster each gold label as text, and how readers see it
        examples: dict[int, str] = {}
        start = 0
        for originals, rows in zip(self._originals, self._rows, strict=True):
            part = np.flatnonzero(repeats[start : start + len(rows)])
            if len(part):
                split = originals.select(rows[part])
                for cluster, gold, row in zip(clusters[start + part].tolist(), task.references(split), split):
                    known = labels.setdefault(cluster, {})
                    if repr(gold) in known:
                        continue
                    known[repr(gold)] = task.show(gold, row)
                    if len(known) == 2:
                        examples[cluster] = _shown(task, row)
            start += len(rows)
        if not examples:
            return {}
        cluster, text = next(iter(examples.items()))
        shown = sorted(clip(str(one), _SHOWN) for one in labels[cluster].values())
        said = " and ".join(map(repr, shown)) if task.kind.many_labels else ", ".join(shown)
        which = "1 input has" if len(examples) == 1 else f"{count(len(examples))} inputs have"
        message = f"{which} rows with different gold labels, so no model can predict all of them correctly; for example"
        return run_warning(CONTRADICTIONS, f"{message} {text!r}: {said}.")


def _shown(task: Task, row: dict[str, Any]) -> str:
    """The beginning of the first text of a row."""
    value = row[task.column(task.fields[0])]
    return clip(" ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value), _SHOWN)
