"""The part of the record of a run that depends on the model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.typed_json import as_json
from hf_robust.reports.records.answer_records import RunAnswers
from hf_robust.reports.records.robustness_records import (
    GeneratedResult,
    Groups,
    LabelShares,
    Originals,
    Transfer,
    TransformationResult,
    WorstCase,
)


@dataclass(frozen=True)
class ScoredSuite:
    """The scores of a model on a suite.

    Args:
        predictions: How much the model was asked, as JSON.
        labels: None where rows do not have one label each.
        answers: Which rows have an answer; None where all have one and the model does not write its answers.
        warnings: What limits the meaning of the scores, as far as the rows and their predictions tell.
        generated: The scores on generated tests, which are in none of the other parts.
        transfer: Of a suite whose rows an attack found.
    """

    predictions: Mapping[str, Any]
    originals: Originals
    labels: LabelShares | None
    answers: RunAnswers | None
    warnings: Sequence[dict[str, str]]
    results: Sequence[TransformationResult]
    worst_case: WorstCase | None
    groups: Groups
    generated: Sequence[GeneratedResult]
    transfer: Transfer | None

    def describe(self) -> dict[str, Any]:
        """The scores as the record holds them."""
        return {
            "predictions": self.predictions,
            "originals": as_json(self.originals),
            "labels": as_json(self.labels),
            **({"answers": as_json(self.answers)} if self.answers else {}),
            "warnings": self.warnings,
            "results": as_json(self.results),
            "worst_case": as_json(self.worst_case),
            "groups": as_json(self.groups),
            **({"generated": as_json(self.generated)} if self.generated else {}),
            **({"transfer": as_json(self.transfer)} if self.transfer else {}),
        }
