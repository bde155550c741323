"""Which originals of a run are in which slices: those that were asked for, else those of the suite."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.slices.fitting import slice_rows, subpopulations_of
from hf_robust.slices.slice_table import SliceTable
from hf_robust.suites.robustness import Suite
from hf_robust.suites.row_slices import slices_in
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset


def check_slices(suite: Suite, wanted: AnalysisOptions | None) -> None:
    """Refuse slices that are unknown or do not fit the suite, before anything is predicted.

    Args:
        wanted: What was asked for; None for nothing.

    Raises:
        UsageError: A slice is unknown, does not apply, or has wrong parameters.
        ColumnError: A column is absent.
    """
    if wanted is not None and wanted.slices is not None:
        entry = next(entry for entry in suite.entries.values() if len(entry))
        subpopulations_of(wanted.slices, suite.task, entry.original.column_names)


def sliced(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> SuiteOutcomes:
    """The outcomes with the slices of the originals.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for.
    """
    table = slices_of(outcomes.originals.rows, outcomes.task, suite, wanted.slices)
    found = replace(outcomes, slices=table)
    # the rows are the same: they are joined once
    found.__dict__.update({name: outcomes.__dict__[name] for name in ("_joined", "originals")})
    return found


def slices_of(rows: "Dataset", task: Task, suite: Suite, asked: Sequence[Any] | None) -> SliceTable | None:
    """Which original rows are in which slices; None where there are none.

    Args:
        rows: Original rows of the suite.
        asked: What was asked for; None for the slices of the suite.
    """
    if asked is None:
        return slices_in(suite.info, rows)
    return slice_rows(rows, task, asked, nlp=suite.info.get("nlp"))
