"""How much better a model is where a gender fits a stereotype than where it goes against it, as in WinoBias."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hf_robust.evaluation.analysis.wanted import Analysis
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.pronoun_links import stereotype_gap_of
from hf_robust.suites.robustness import Suite

if TYPE_CHECKING:
    from datasets import Dataset

COLUMN = "stereotype"
SIDES = frozenset({"pro", "anti"})


def stereotype_gaps(outcomes: SuiteOutcomes, suite: Suite, wanted: Analysis) -> dict[str, Any] | None:
    """The score on rows that fit a stereotype and on those against it: of the originals, and after each transformation.

    Args:
        outcomes: What the model did with each pair.
        suite: The suite.
        wanted: What was asked for; its seed.

    Returns:
        None where no column ``stereotype`` says of each row that it is ``pro`` or ``anti``.
    """
    sides = _sides(outcomes.originals.rows)
    if sides is None:
        return None

    def gap(name: str, stats: Floats, of: Iterable[str]) -> dict[str, Any]:
        return {"name": name, **stereotype_gap_of(stats, list(of), outcomes.measure, seed=wanted.seed)}

    results = []
    for place, one in enumerate(outcomes.pairs):
        if len(one):
            mine = [sides[number] for number in outcomes.original_of(place)]
            results.append({"before": gap(one.name, one.stats, mine), "after": gap(one.name, one.stats_after, mine)})
    return {"originals": gap("originals", outcomes.originals.stats, sides), "results": results}


def _sides(rows: "Dataset") -> list[str] | None:
    if COLUMN not in rows.column_names:
        return None
    sides = [str(value).casefold() for value in rows[COLUMN]]
    return sides if set(sides) == SIDES else None
