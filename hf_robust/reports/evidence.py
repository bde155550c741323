"""How much a result can show: rows enough to be named, and the smallest drop that such rows detect."""

from collections.abc import Iterable, Sequence
from statistics import NormalDist

from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.reports.wording import (
    ALPHA,
    bounds,
    clip,
    count,
    interval,
    listed,
    p_value,
    percent,
    points,
    significant,
)
from hf_robust.scoring.limit_tests import POWER, drop_decided_by, rows_to_decide

LEAST_ROWS = 30  # a result on fewer rows is shown last; a headline names it only where its drop is significant
SMALL = 0.05  # a significant drop below it is called small; a convention, for which a gate sets another number
P_DECIDES = (
    "The interval and the p-value are computed differently, and the interval is not corrected for multiple tests. If "
    "they disagree, use the Holm-corrected p-value."
)
_NOTHING = 1e-9  # what float arithmetic leaves of a drop of zero
_POWER = f"({percent(POWER)} power)"
_NAMED = 3  # transformations with too few rows that a sentence names


def independent_rows(result: TransformationResult) -> int:
    """How many independent rows a result rests on: rows with equal original inputs count as one.

    Example:
        >>> from types import SimpleNamespace
        >>> independent_rows(SimpleNamespace(n=80, sources=21)), independent_rows(SimpleNamespace(n=80, sources=None))
        (21, 80)
    """
    sources = result.sources
    return int(result.n if sources is None else min(result.n, sources))


def interval_words(result: TransformationResult) -> str:
    """The interval of a drop in points; none where it has no width because all rows are one source.

    Example:
        >>> from types import SimpleNamespace
        >>> one, two = (SimpleNamespace(n=60, sources=number, interval=[0.483, 0.483]) for number in (1, 2))
        >>> interval_words(one), interval_words(two)
        ('–', '48.3 to 48.3')
    """
    ends = bounds(result.interval)
    without_width = ends is not None and ends[0] == ends[1]
    return interval(None if without_width and independent_rows(result) == 1 else result.interval)


def enough_rows(result: TransformationResult) -> bool:
    """Whether a result has enough rows to be named in a headline without a significance test.

    Example:
        >>> from types import SimpleNamespace
        >>> enough_rows(SimpleNamespace(n=29, sources=None)), enough_rows(SimpleNamespace(n=80, sources=21))
        (False, False)
    """
    return independent_rows(result) >= LEAST_ROWS


def counted_in_mean(rows: Iterable[int]) -> list[int]:
    """Which transformations a mean over transformations counts: those that changed at least 30 rows.

    Each transformation has the same weight in the mean, so a few rows would weigh as much as many. If none changed 30
    rows, all that changed a row count.

    Args:
        rows: The number of changed rows of each transformation.

    Returns:
        The indices of the transformations, in order.

    Example:
        >>> counted_in_mean([200, 4, 30, 0]), counted_in_mean([4, 0])
        ([0, 2], [0])
    """
    sizes = list(rows)
    enough = [index for index, n in enumerate(sizes) if n >= LEAST_ROWS]
    return enough or [index for index, n in enumerate(sizes) if n]


def left_out_words(n: int) -> str:
    """That a mean leaves transformations out; empty if it counts all of them.

    Args:
        n: How many transformations are left out.

    Example:
        >>> left_out_words(1), left_out_words(0)
        ('The mean leaves out 1 transformation that changed fewer than 30 rows.', '')
    """
    return f"The mean leaves out {count(n, 'transformation')} that changed fewer than {LEAST_ROWS} rows." if n else ""


def sure_drop(result: TransformationResult) -> bool:
    """Whether a result is a drop that is significant after correction, on any number of rows."""
    return result.drop is not None and result.drop > _NOTHING and significant(result)


def changed_counts(result: TransformationResult) -> tuple[int, int] | None:
    """Rows that broke and rows that were fixed; None where they do not make up the drop, or rows are not independent.

    They make it up where each row is right or wrong, as in an accuracy.

    Example:
        >>> from types import SimpleNamespace
        >>> changed_counts(SimpleNamespace(n=100, sources=None, broken=5, mended=2, drop=0.03))
        (5, 2)
        >>> changed_counts(SimpleNamespace(n=100, sources=None, broken=5, mended=2, drop=0.01))  # an F1, for example
    """
    if not result.n or result.sources not in (None, result.n) or result.drop is None:
        return None
    if result.broken is None or result.mended is None:
        return None
    explained = abs((result.broken - result.mended) / result.n - result.drop) < _NOTHING
    return (result.broken, result.mended) if explained else None


def detectable_drop(result: TransformationResult, tests: int) -> float | None:
    """The smallest drop that a test on the rows of a result finds with a power of 80 %.

    Where each row is right or wrong, it follows from the number of rows and the observed share of fixed rows
    (:func:`hf_robust.scoring.limit_tests.drop_decided_by`). For other measures it is
    ``(z(1 - alpha / 2) + z(power)) * s``, where ``s`` is the standard error of the drop, a quarter of the width of its
    interval; where no answer changed, all that change must be losses, and it is the same sum squared, over the number
    of independent rows. ``alpha`` is 0.05 over the number of tests, the strictest step of Holm's correction.

    Args:
        result: A result of a record.
        tests: How many results are tested together.

    Example:
        >>> from types import SimpleNamespace
        >>> result = SimpleNamespace(n=400, sources=None, broken=15, mended=9, drop=0.015, interval=[-0.01, 0.04])
        >>> round(detectable_drop(result, 1), 3), round(detectable_drop(result, 12), 3)
        (0.041, 0.06)
    """
    level = _level(tests)
    changed = changed_counts(result)
    if changed is not None:
        return drop_decided_by(result.n, changed[1] / result.n, 0.0, level=level)
    ends = bounds(result.interval)
    if ends is None or not independent_rows(result):
        return None
    normal = NormalDist()
    factor = normal.inv_cdf(1 - level) + normal.inv_cdf(POWER)
    error = (ends[1] - ends[0]) / (2 * normal.inv_cdf(0.975))
    return min(max(factor * error, factor**2 / independent_rows(result)), 1.0)


def _level(tests: int) -> float:
    """The level of one side of a two-sided test, divided among the tests."""
    return ALPHA / (2 * max(tests, 1))


def known_detectable(result: TransformationResult, tests: int) -> float | None:
    """The detectable drop of a result that was tested on at least 30 rows; None for others.

    Args:
        result: A result of a record.
        tests: How many results are tested together.
    """
    tested = result.p_adjusted is not None and enough_rows(result)
    return detectable_drop(result, tests) if tested else None


def too_few(results: Sequence[TransformationResult]) -> list[tuple[TransformationResult, float | None]]:
    """The results whose rows do not detect a drop of 5 points, with the drop that they detect; unknown ones last.

    A significant result needs no more rows.

    Args:
        results: All results that were measured, which are tested together.
    """
    found = [(one, known_detectable(one, len(results))) for one in results if not significant(one)]
    few = [(one, drop) for one, drop in found if drop is None or drop > SMALL]
    return sorted(few, key=lambda pair: (pair[1] is None, -(pair[1] or 0.0), pair[0].name))


def rows_needed(result: TransformationResult, results: Sequence[TransformationResult]) -> int | None:
    """About how many changed rows of a transformation detect a drop of 5 points, as :func:`detectable_drop` does.

    The share of fixed rows is that of the result, or that of all results where this is larger: a few rows without a
    fixed one do not show that there are none. Of less than 30 rows, the share of all results is used.

    Args:
        results: All results that were measured, which are tested together.

    Returns:
        A number of rows; None where it is not known.
    """
    changed = changed_counts(result)
    if changed is None:
        least = detectable_drop(result, len(results))
        return None if least is None else round(independent_rows(result) * (least / SMALL) ** 2)
    known = [(one.n, counts[1]) for one in results if (counts := changed_counts(one))]
    together = sum(fixed for _, fixed in known) / sum(n for n, _ in known)
    own = changed[1] / result.n if enough_rows(result) else 0.0
    fixed = max(own, together)
    return rows_to_decide(fixed + SMALL, fixed, 0.0, level=_level(len(results)))


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
        'The interval and the p-value are computed differently, and the interval is not corrected for multiple tests. If
        they disagree, use the Holm-corrected p-value.'
        >>> which_decides(([0.01, 0.1], 0.01))
        ''
    """
    return P_DECIDES if any(disagree(*one) for one in tested) else ""


def disagreement_words(results: Sequence[TransformationResult]) -> str:
    """That an interval excludes zero where the test finds nothing, or the other way round; empty where none does.

    The interval is of one drop and is not corrected; the test is exact and is corrected over all results. Results on
    fewer than 30 rows are listed last and are not mentioned, unless they are significant.

    Args:
        results: Results that were measured.

    Example:
        >>> from types import SimpleNamespace
        >>> one = SimpleNamespace(name="ocr", n=90, sources=None, interval=[0.01, 0.1], p_value=0.125, p_adjusted=0.125)
        >>> disagreement_words([one])
        'For ocr, the confidence interval excludes 0, but the corrected p-value is not significant (p = 0.125,
        corrected 0.125). The interval and the p-value are computed differently, and the interval is not corrected
        for multiple tests. If they disagree, use the Holm-corrected p-value.'
    """
    shown = [one for one in results if enough_rows(one) or significant(one)]
    odd = [one for one in shown if disagree(one.interval, one.p_adjusted)]
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
    """For which transformations the rows are enough to detect a drop of 5 points; empty where that is not known.

    Args:
        results: Results that were measured.
    """
    largest = max(results, key=independent_rows)
    if not enough_rows(largest):
        different = "different " if largest.n >= LEAST_ROWS else ""
        return f"No transformation changed {LEAST_ROWS} or more {different}rows. That is too few to detect a drop."
    known = [drop for one in results if (drop := known_detectable(one, len(results))) is not None]
    if not known:
        return ""
    if len(results) == 1:
        independent = independent_rows(largest)
        rows = count(independent, "row" if independent == largest.n else "different row")
        return f"With {rows}, the significance test detects a drop of {points(known[0])} points or more {_POWER}."
    few = too_few(results)
    wanted = f"a drop of {points(SMALL)} points {_POWER}"
    if not few:
        return f"For each transformation, the rows are enough to detect {wanted}."
    if len(few) == len(results):
        return (
            f"The rows are too few to detect {wanted} for any transformation. "
            f"Only a drop of {points(min(known))} points or more would have been detected."
        )
    enough = len(results) - len(few)
    named = [f"'{clip(one.name, 60)}' ({_detects(least)})" for one, least in few[:_NAMED]]
    if len(few) > _NAMED:
        named.append(f"{count(len(few) - _NAMED)} more")
    return (
        f"For {count(enough)} of {count(len(results), 'transformation')}, the rows are enough to detect {wanted}. "
        f"For {count(len(few))}, they are too few: {listed(named)}."
    )


def _detects(least: float | None) -> str:
    return f"fewer than {LEAST_ROWS} rows" if least is None else f"smallest detectable drop {points(least)}"
