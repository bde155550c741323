"""The parts of an analysis: each looks at the rows behind a report and writes one key of the record."""

from collections.abc import Mapping
from typing import Any

from hf_robust.evaluation.analysis.bias_gaps import bias_gaps
from hf_robust.evaluation.analysis.degree_curves import degree_curves
from hf_robust.evaluation.analysis.error_flow import error_flow
from hf_robust.evaluation.analysis.flipping_words import flipping_words
from hf_robust.evaluation.analysis.label_drops import label_drops
from hf_robust.evaluation.analysis.linguistic_profile import profile
from hf_robust.evaluation.analysis.slice_scores import slice_scores
from hf_robust.evaluation.analysis.stereotype_gaps import stereotype_gaps
from hf_robust.evaluation.analysis.wanted import AnalysisOptions, Part
from hf_robust.evaluation.analysis.weak_slices import weak_slices
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.suites.robustness import Suite

# key of the record -> what writes it, in the order of the report
PARTS: Mapping[str, Part] = {
    "profile": profile,
    "slices": slice_scores,
    "weakest": weak_slices,
    "labels": label_drops,
    "error_flow": error_flow,
    "flipping_words": flipping_words,
    "bias": bias_gaps,
    "stereotypes": stereotype_gaps,
    "degrees": degree_curves,
}


def analyzed(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any]:
    """What the record's ``analysis`` holds: one key for each part that has something to say.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for.
    """
    found = {key: part(outcomes, suite, wanted) for key, part in PARTS.items()}
    return {key: value for key, value in found.items() if value is not None}
