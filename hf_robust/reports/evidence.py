"""How much a result can show: rows enough to be named, and the smallest drop that such rows detect."""

from collections.abc import Sequence
from statistics import NormalDist

from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.reports.wording import ALPHA, bounds, clip, count, p_value, points, significant

LEAST_ROWS = 30  # a result on fewer rows is shown last; a headline names it only where its drop is significant
POWER = 0.8
P_DECIDES = "The interval is not corrected for multiple tests, so use the Holm-corrected p-value."
_NOTHING = 1e-9  # what float arithmetic leaves of a drop of zero


def independent_rows(result: TransformationResult) -> int:
    """How many independent rows a result rests on: rows with equal original inputs count as one.

    Example:
        >>> from types import SimpleNamespace
        >>> independent_rows(SimpleNamespace(n=80, sources=21)), independent_rows(SimpleNamespace(n=80, sources=None))
        (21, 80)
    """
    sources = result.sources
    return int(result.n if sources is None else min(result.n, sources))


def enough_rows(result: TransformationResult) -> bool:
    """Whether a result has enough rows to be named in a headline without a significance test.

    Example:
        >>> from types import SimpleNamespace
        >>> enough_rows(SimpleNamespace(n=29, sources=None)), enough_rows(SimpleNamespace(n=80, sources=21))
        (False, False)
    """
    return independent_rows(result) >= LEAST_ROWS


def sure_drop(result: TransformationResult) -> bool:
    """Whether a result is a drop that is significant after correction, on any number of rows."""
    return result.drop is not None and result.drop > _NOTHING and significant(result)


def detectable_drop(result: TransformationResult, tests: int) -> float | None:
    """The smallest drop that a test on the rows of a result finds with a power of 80 %.

    It is ``(z(1 - alpha / 2) + z(power)) * s``, where ``s`` is the standard error of the drop, a quarter of the width
    of its interval, and ``alpha`` is 0.05 over the number of tests. Where no answer changed, all that change must be
    losses, and it is the same sum squared, over the number of independent rows.

    Args:
        result: A result of a record.
        tests: How many results are tested together.

    Example:
        >>> from types import SimpleNamespace
        >>> result = SimpleNamespace(n=400, interval=[-0.02, 0.02], sources=None)
        >>> round(detectable_drop(result, 1), 3)
        0.029
    """
    ends = bounds(result.interval)
    if ends is None or not independent_rows(result):
        return None
    normal = NormalDist()
    factor = normal.inv_cdf(1 - ALPHA / (2 * max(tests, 1))) + normal.inv_cdf(POWER)
    error = (ends[1] - ends[0]) / (2 * normal.inv_cdf(0.975))
    return min(max(factor * error, factor**2 / independent_rows(result)), 1.0)


def disagree(ends: Sequence[float | None] | None, p_adjusted: float | None) -> bool:
    """Whether an interval excludes 0 and the test finds nothing, or the other way round.

    Args:
        ends: The interval of a difference; None where it is not known.
        p_adjusted: The corrected p-value of the same difference; None where nothing was tested.

    Example:
        >>> disagree([0.01, 0.1], 0.18), disagree([-0.01, 0.1], 0.18), disagree([0.01, 0.1], None)
        (True, False, False)
    """
    known = bounds(ends)
    if known is None or p_adjusted is None:
        return False
    return (known[0] > _NOTHING or known[1] < -_NOTHING) != (p_adjusted < ALPHA)


def which_decides(*tested: tuple[Sequence[float | None] | None, float | None]) -> str:
    """The sentence that the p-value decides, where an interval and its p-value disagree; else empty.

    Args:
        tested: Intervals, each with its corrected p-value, that are shown together.

    Example:
        >>> which_decides(([0.01, 0.1], 0.18))
        'The interval is not corrected for multiple tests, so use the Holm-corrected p-value.'
        >>> which_decides(([0.01, 0.1], 0.01))
        ''
    """
    return P_DECIDES if any(disagree(*one) for one in tested) else ""


def disagreement_words(results: Sequence[TransformationResult]) -> str:
    """That an interval excludes zero where the test finds nothing, or the other way round; empty where none does.

    The interval is of one drop and is not corrected; the test is exact and is corrected over all results.

    Args:
        results: Results that were measured.

    Example:
        >>> from types import SimpleNamespace
        >>> one = SimpleNamespace(name="ocr", interval=[0.01, 0.1], p_value=0.125, p_adjusted=0.125)
        >>> disagreement_words([one])
        'For ocr, the confidence interval excludes 0, but the corrected p-value is not significant (p = 0.125,
        corrected 0.125). The interval is not corrected for multiple tests, so use the Holm-corrected p-value.'
    """
    odd = [one for one in results if disagree(one.interval, one.p_adjusted)]
    if not odd:
        return ""
    first = odd[0]
    ends, found = ("includes", "is") if significant(first) else ("excludes", "is not")
    name = clip(first.name, 60)
    more = f" and {count(len(odd) - 1, 'other transformation')}" if len(odd) > 1 else ""
    whose = f"{name}: " if more else ""
    tests = f"{whose}p {_equals(first.p_value)}, corrected {p_value(first.p_adjusted)}"
    said = (
        f"For {name}{more}, the confidence interval {ends} 0, but the corrected p-value {found} significant ({tests})"
    )
    return f"{said}. {P_DECIDES}"


def _equals(value: float | None) -> str:
    text = p_value(value)
    return text if text.startswith("<") else f"= {text}"


def detectable_words(results: Sequence[TransformationResult]) -> str:
    """What drop could have been found, by the result with the most rows; empty where that is not known.

    Args:
        results: Results that were measured.
    """
    largest = max(results, key=independent_rows)
    if not enough_rows(largest):
        different = "different " if largest.n >= LEAST_ROWS else ""
        return f"No transformation changed {LEAST_ROWS} or more {different}rows. That is too few to detect a drop."
    drop = detectable_drop(largest, len(results))
    if drop is None:
        return ""
    independent = independent_rows(largest)
    rows = count(independent, "row" if independent == largest.n else "different row")
    return f"With {rows}, the significance test detects a drop of {points(drop)} points or more (80% power)."
