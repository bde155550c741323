"""What a suite of swaps to groups says of bias, in one sentence."""

from hf_robust.reports.evidence import LEAST_ROWS
from hf_robust.reports.records.analysis_records import BiasGap
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.wording import count, points, significant


def judged(gap: BiasGap) -> str:
    """Whether a gap between groups is larger than chance explains."""
    return "statistically significant" if significant(gap) else "not statistically significant"


def bias_verdict(record: RobustnessRecord) -> str:
    """The greatest gap between groups, one that chance does not explain before others.

    Empty for a suite that measured anything but swaps to groups, and where no row stands in every group.
    """
    kinds = record.analysis.bias.kinds if record.analysis and record.analysis.bias else ()
    entries = {group.entry for kind in kinds for group in kind.groups}
    names = {result.name for result in record.results if result.drop is not None}
    compared = [kind for kind in kinds if kind.n and kind.gap.gap is not None]
    if not compared or not names or names - entries:
        return ""
    kind = max(compared, key=lambda kind: (significant(kind.gap), kind.gap.gap))
    gap, groups, label = kind.gap, kind.groups, record.metric.label
    rows = count(kind.n, "row")
    if kind.n < LEAST_ROWS:
        return f"{rows} in each group ({kind.kind}) are too few to compare groups; at least {LEAST_ROWS} are needed."
    if not gap.gap:
        return f"{label} is the same, {points(groups[0].score)}, in each group ({kind.kind}, {rows})."
    worst, best = (
        f"{groups[place].group} ({points(groups[place].score)})" for place in (gap.worst, gap.best) if place is not None
    )
    return f"{label} differs by {points(gap.gap)} points between {worst} and {best} on {rows}: {judged(gap)}."
