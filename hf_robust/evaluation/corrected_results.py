"""The drop of a transformation, corrected by what raters said of its outputs."""

from collections.abc import Mapping
from typing import Any

from hf_robust.evaluation.guards import single_labels
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.reports.records.robustness_records import Corrected
from hf_robust.scoring import Measure
from hf_robust.scoring.corrected_drops import corrected_drop
from hf_robust.scoring.drops import summed


def corrected_result(outcomes: PairOutcomes, measure: Measure, audit: Mapping[str, Any] | None) -> Corrected | None:
    """The corrected drop; None where nobody rated, and for measures whose rows are not right or wrong.

    Args:
        outcomes: The pairs of a transformation.
        measure: The measure of the run.
        audit: What raters said of outputs of the transformation.
    """
    if audit is None or not measure.binary or not audit["n"]:
        return None
    before, after = summed(outcomes.stats, outcomes.stats_after, outcomes.groups)
    labels = len(set(map(str, outcomes.gold))) if single_labels(outcomes.gold) else None
    confirmed, rated = round(audit["value"] * audit["n"]), int(audit["n"])
    found = corrected_drop(before, after, measure.aggregate, confirmed, rated, labels)
    if found is None:
        return None
    by = str(audit.get("by") or "raters")
    return Corrected(
        drop=found.drop, interval=(found.interval.low, found.interval.high), confirmed=confirmed, rated=rated, by=by
    )
