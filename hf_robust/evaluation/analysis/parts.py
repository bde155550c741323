"""The parts of an analysis: each looks at the rows behind a report and writes one key of the record."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.suites.robustness import Suite


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """What to find out about a model beyond its scores.

    Args:
        slices: Subpopulations by name, as objects or as mappings with parameters; None for those of the suite, if any.
        weakest: Whether to search for the slices where the model is weakest.
        seed: Seed of all draws.
    """

    slices: Sequence[Any] | None = None
    weakest: bool = False
    seed: int = 0


Part = Callable[[SuiteOutcomes, Suite, Analysis], dict[str, Any] | None]
# key of the record -> what writes it, in the order of the report; each returns None where there is nothing to say
PARTS: Mapping[str, Part] = {}


def analyzed(outcomes: SuiteOutcomes, suite: Suite, wanted: Analysis) -> dict[str, Any]:
    """What the record's ``analysis`` holds: one key for each part that has something to say.

    Args:
        outcomes: What the model did with each pair.
        suite: The suite.
        wanted: What was asked for.
    """
    found = {key: part(outcomes, suite, wanted) for key, part in PARTS.items()}
    return {key: value for key, value in found.items() if value is not None}
