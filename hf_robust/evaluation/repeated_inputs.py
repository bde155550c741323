"""Rows of a data set that repeat an input: how many sources they are, and whether their gold labels agree."""

from typing import Any

import numpy as np

from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import clip, count
from hf_robust.suites.pairs import SuiteEntry
from hf_robust.tasks import Task

DUPLICATES, CONTRADICTIONS = "duplicate-rows", "contradictory-labels"
LEAST_SHARE = 0.05  # of rows that repeat an input, above which a run warns
_SHOWN = 60  # characters of an example


class RepeatedInputs:
    """The original rows of a run, with the cluster of each: rows of one cluster have equal inputs."""

    def __init__(self) -> None:
        self._entries: list[SuiteEntry] = []
        self._rows: list[np.ndarray] = []
        self._clusters: list[np.ndarray] = []

    def add(self, entry: SuiteEntry, clusters: np.ndarray, first: np.ndarray) -> None:
        """Add the originals of a transformation that no earlier one had.

        Args:
            entry: Its rows.
            clusters: The cluster of each row.
            first: Places of the rows to add.
        """
        self._entries.append(entry)
        self._rows.append(first)
        self._clusters.append(clusters[first])

    def warnings(self, task: Task) -> list[dict[str, str]]:
        """Warnings of rows that repeat an input, and of equal inputs with different gold labels.

        Args:
            task: The task.
        """
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
            message = (
                f"{rows} of {count(len(clusters), 'row')} repeat {what}: they count as {count(sources, 'source')}."
            )
            found.insert(0, run_warning(DUPLICATES, message))
        return [one for one in found if one]

    def _contradictions(self, task: Task, repeats: np.ndarray, clusters: np.ndarray) -> dict[str, str]:
        """The warning of equal inputs with different gold labels; empty where there are none."""
        labels: dict[int, dict[str, Any]] = {}  # by cluster each gold label as text, and how readers see it
        examples: dict[int, str] = {}
        start = 0
        for entry, rows in zip(self._entries, self._rows, strict=True):
            part = np.flatnonzero(repeats[start : start + len(rows)])
            if len(part):
                split = entry.original.select(rows[part])
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
        said = ", ".join(sorted(clip(str(one), _SHOWN) for one in labels[cluster].values()))
        which = "1 input has" if len(examples) == 1 else f"{count(len(examples))} inputs have"
        message = f"{which} rows with different gold labels, so no model has all of them right; for example"
        return run_warning(CONTRADICTIONS, f"{message} {text!r}: {said}.")


def _shown(task: Task, row: dict[str, Any]) -> str:
    """The beginning of the first text of a row."""
    value = row[task.column(task.fields[0])]
    return clip(" ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value), _SHOWN)
