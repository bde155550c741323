"""How much better a model is where a gender fits a stereotype than where it goes against it, as in WinoBias."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.pronoun_links import stereotype_gap
from hf_robust.suites.robustness import Suite

if TYPE_CHECKING:
    from datasets import Dataset

COLUMN = "stereotype"
SIDES = frozenset({"pro", "anti"})


def stereotype_gaps(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """The score on rows that fit a stereotype and on those against it: of the originals, and after each transformation.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for; its seed.

    Returns:
        None where no column ``stereotype`` says of each row that it is ``pro`` or ``anti``.
    """
    sides = _sides(outcomes.originals.rows)
    if sides is None:
        return None

    originals = outcomes.originals
    sources = originals.sources

    def gap(
        name: str, predicted: Sequence[Any], gold: Sequence[Any], stats: Floats, rows: np.ndarray
    ) -> dict[str, Any]:
        mine = [sides[number] for number in rows.tolist()]
        clusters = None if originals.groups is None else sources[rows].tolist()
        how: dict[str, Any] = {"stats": stats, "clusters": clusters, "seed": wanted.seed}
        return {"name": name, **stereotype_gap(predicted, gold, mine, outcomes.measure, **how)}

    results = []
    for place, one in enumerate(outcomes.pairs):
        if len(one):
            rows = outcomes.original_of(place)
            before = gap(one.name, one.old, one.gold, one.stats, rows)
            results.append({"before": before, "after": gap(one.name, one.new, one.gold_after, one.stats_after, rows)})
    every = gap("originals", originals.predicted, originals.gold, originals.stats, np.arange(len(originals)))
    return {"originals": every, "results": results}


def _sides(rows: "Dataset") -> list[str] | None:
    if COLUMN not in rows.column_names:
        return None
    sides = [str(value).casefold() for value in rows[COLUMN]]
    return sides if set(sides) == SIDES else None
