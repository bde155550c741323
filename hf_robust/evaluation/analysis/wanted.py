"""What a user asks an analysis for, and the form of its parts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.suites.robustness import Suite


@dataclass(frozen=True, kw_only=True)
class AnalysisOptions:
    """What to find out about a model beyond its scores.

    Args:
        slices: Subpopulations by name, as objects or as mappings with parameters; None for those of the suite, if any.
        weakest: Whether to search for the slices where the model is weakest.
        seed: Random seed.
    """

    slices: Sequence[Any] | None = None
    weakest: bool = False
    seed: int = 0


Part = Callable[[SuiteOutcomes, Suite, AnalysisOptions], dict[str, Any] | None]
"""Writes one key of the record; None where there is nothing to say."""
