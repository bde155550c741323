"""The record of a gate: the verdict on each value of a report, and on the whole report."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class GateResult:
    """The verdict on one value.

    Args:
        name: What was measured, for example a transformation.
        quantity: ``drop``, ``success`` or ``failure``.
        verdict: ``PASS``, ``WARN``, ``BLOCK`` or ``INCONCLUSIVE``.
        value: The value, from -1 to 1; None where nothing was measured.
        p_above: One-sided p-value of "the value is above the limit", after Holm's correction over all results.
        p_below: One-sided p-value of "the value is below the limit".
        n: Rows.
        detectable: The smallest true value that is found to be above the limit with a chance of 80%, at the level of
            the strictest step of Holm's correction.
        rows_needed: About how many rows decide, if the shares stay as they are; None where the verdict is decided, or
            where no number of rows decides.
        reason: Why there is no verdict.
    """

    name: str
    quantity: str
    verdict: str
    value: float | None
    limit: float
    p_above: float | None
    p_below: float | None
    n: int
    detectable: float | None = None
    rows_needed: int | None = None
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class GateRecord:
    """The verdict on a report.

    Args:
        conditions: The conditions, for example ``drop<=3``.
        level: Level of each one-sided test.
        power: Power of the detectable values and of the numbers of rows.
        verdict: The worst verdict of the results, in the order BLOCK, WARN, INCONCLUSIVE, PASS.
        reason: Why the report as a whole cannot pass; empty where it can.
        results: The verdict on each value.
    """

    conditions: tuple[str, ...]
    level: float
    power: float
    verdict: str
    reason: str = ""
    results: tuple[GateResult, ...]
