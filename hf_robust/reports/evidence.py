"""How much a result can show: rows enough to be named, and the smallest drop that such rows detect."""

from statistics import NormalDist

from hf_robust.reports.wording import ALPHA, bounds, count, points, significant

LEAST_ROWS = 30  # a result on fewer rows is shown last and never in a headline
POWER = 0.8
_NOTHING = 1e-9  # what float arithmetic leaves of a drop of zero


def enough_rows(result: dict) -> bool:
    """Whether a result rests on rows enough to be named in a headline.

    Example:
        >>> enough_rows({"n": 29}), enough_rows({"n": 30})
        (False, True)
    """
    return result["n"] >= LEAST_ROWS


def sure_drop(result: dict) -> bool:
    """Whether a result is a drop that may stand in a headline: significant after correction, on rows enough."""
    fell = result["drop"] is not None and result["drop"] > _NOTHING
    return fell and enough_rows(result) and significant(result)


def detectable_drop(result: dict, tests: int) -> float | None:
    """The smallest drop that a test on the rows of a result finds with a power of 80 %.

    It is ``(z(1 - alpha / 2) + z(power)) * s``, where ``s`` is the standard error of the drop, a quarter of the width
    of its interval, and ``alpha`` is 0.05 over the number of tests. Where no answer changed, all that change must be
    losses, and it is the same sum squared, over the number of rows.

    Args:
        result: A result of a record.
        tests: How many results are tested together.

    Example:
        >>> result = {"n": 400, "interval": [-0.02, 0.02]}
        >>> round(detectable_drop(result, 1), 3)
        0.029
    """
    ends = bounds(result["interval"])
    if ends is None or not result["n"]:
        return None
    normal = NormalDist()
    factor = normal.inv_cdf(1 - ALPHA / (2 * max(tests, 1))) + normal.inv_cdf(POWER)
    error = (ends[1] - ends[0]) / (2 * normal.inv_cdf(0.975))
    return min(max(factor * error, factor**2 / result["n"]), 1.0)


def detectable_words(results: list[dict]) -> str:
    """What drop could have been found, by the result with the most rows; empty where that is not known.

    Args:
        results: Results that were measured.
    """
    largest = max(results, key=lambda result: result["n"])
    if not enough_rows(largest):
        return f"No transformation changed {LEAST_ROWS} rows or more, which is too few to name a drop."
    drop = detectable_drop(largest, len(results))
    if drop is None:
        return ""
    rows = count(largest["n"], "row")
    return f"On {rows} a drop of {points(drop)} points or more would have been found (80% power)."
