"""How predicted scores change, in a report of a task of scores."""

from hf_robust.reports.evidence import SMALL, enough_rows
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.records.score_records import ScoreChange
from hf_robust.reports.records.shared_records import Interval
from hf_robust.reports.view import Cell, Column, Room, Row, Table
from hf_robust.reports.wording import ALPHA, MINUS, MISSING, bounds, clip


def score_words(result: TransformationResult) -> list[str]:
    """The change of the predicted scores in sentences; none for other tasks."""
    found = result.scores
    if not found:
        return []
    before, after = map(in_units, found.error)
    between = _interval(found.rise_interval)
    said = f" The difference is {in_units(found.rise)} (95% confidence interval {between})." if between else ""
    verb = "stays at" if before == after else f"{'rises' if found.rise > 0 else 'falls'} from {before} to"
    return [
        f"The mean absolute error {verb} {after}.{said}",
        f"The predicted scores shift by {in_units(found.shift)} on average"
        + (f" (95% confidence interval {between})." if (between := _interval(found.shift_interval)) else "."),
    ]


def greatest_rise(record: RobustnessRecord) -> str:
    """The transformation that raises the error most, in a sentence; empty for other tasks, and where none does."""
    rising = _greatest(record)
    if rising is None:
        return ""
    result, found = rising
    before, after = map(in_units, found.error)
    return (
        f"The mean absolute error rises most with '{clip(result.name, 60)}', from {before} to {after}. Its predicted "
        f"scores shift by {in_units(found.shift)} on average."
    )


def small_rise(record: RobustnessRecord) -> bool:
    """Whether the greatest rise of the error is below 5 % of the range of scores."""
    rising = _greatest(record)
    return rising is not None and rising[1].share is not None and rising[1].share < SMALL


def _greatest(record: RobustnessRecord) -> tuple[TransformationResult, ScoreChange] | None:
    """The result on enough rows whose error rises most beyond chance."""
    known = [(result, result.scores) for result in record.results if result.scores and enough_rows(result)]
    return max((pair for pair in known if _is_sure(pair[1])), key=lambda pair: pair[1].rise, default=None)


def _is_sure(found: ScoreChange) -> bool:
    """Whether the error rises beyond chance, after correction."""
    return found.rise > 0 and found.p_adjusted is not None and found.p_adjusted < ALPHA


def score_tables(record: RobustnessRecord, indices: dict[int, int] | None = None) -> tuple[Table, ...]:
    """How the predicted scores change; none for other tasks.

    Args:
        record: A valid record.
        indices: The place of each result by its id; None where nothing leads to its entry.
    """
    known = [(result, result.scores) for result in record.results if result.scores]
    if not known:
        return ()
    known.sort(key=lambda pair: (not enough_rows(pair[0]), -pair[1].rise))
    columns = (
        Column("Transformation", number=False),
        Column("Error", hint="mean absolute error, before and after"),
        Column("Rise", hint="of the mean absolute error", sorted=True),
        Column("95% interval", room=Room.WIDE),
        Column("Shift", hint="mean of the predicted scores after minus before"),
        Column("Interval of the shift", room=Room.WIDE),
        Column("Change", hint="mean absolute difference of the two predicted scores", room=Room.PAGE),
    )
    rows = tuple(
        Row(
            (
                Cell(result.name, result.name, index=None if indices is None else indices[id(result)]),
                Cell(" → ".join(map(in_units, found.error)), found.error[1]),
                Cell(in_units(found.rise), found.rise, star=_is_sure(found), strong=True),
                Cell(_interval(found.rise_interval) or MISSING, (found.rise_interval or [None])[0]),
                Cell(in_units(found.shift), found.shift),
                Cell(_interval(found.shift_interval) or MISSING, (found.shift_interval or [None])[0]),
                Cell(in_units(found.change), found.change),
            ),
            quiet=not enough_rows(result),
        )
        for result, found in known
    )
    caption = (
        "In the units of the scores, not in points. Error: mean absolute error, before and after. A correlation does "
        "not change if all scores shift by the same amount. * = statistically significant "
        f"(p < {ALPHA}, Holm-corrected)."
    )
    return (Table(columns, rows, title="Predicted scores", caption=caption, sortable=True),)


def in_units(value: float) -> str:
    """A number in the units of the scores, with three digits and at most three decimals.

    Example:
        >>> in_units(0.12345), in_units(-12.5), in_units(1.4), in_units(1234.5), in_units(0.00001)
        ('0.123', '−12.5', '1.40', '1234', '0')
    """
    text = f"{value:.0f}" if abs(value) >= 1000 else f"{value:#.3g}".rstrip(".") if abs(value) >= 1 else f"{value:.3f}"
    return ("0" if float(text) == 0 else text).replace("-", MINUS)


def _interval(value: Interval) -> str:
    """An interval in the units of the scores; empty where there is none."""
    ends = bounds(value)
    return "" if ends is None else f"{in_units(ends[0])} to {in_units(ends[1])}"
