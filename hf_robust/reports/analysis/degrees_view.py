"""Degree curves in a report: the score as a parameter of a transformation grows."""

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.charts import Line, LineCharts, LinePanel, Point
from hf_robust.reports.records.analysis_records import Degree, DegreeCurve, Degrees
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Block, Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import bounds, clip, count, inside, interval, points


def _sections(record: RobustnessRecord, degrees: Degrees) -> list[Section]:
    """Scores by value of a parameter."""
    label = record.metric.label
    intro = (
        f"{label} as one parameter of a transformation grows. All scores of a curve use the same originals, namely the "
        "rows that every value of the parameter changed."
    )
    blocks: tuple[Block, ...] = ()
    if degrees.curves:
        panels = tuple(_panel(curve, inside(label)) for curve in degrees.curves)
        names = ("", "after, with 95% interval", "before")
        blocks = (LineCharts(panels, (), names, "value of the parameter"), _table(degrees, label))
    notes = _notes(degrees)
    return [Section("Score by strength of the change", (*blocks, *notes), intro)]


def _panel(curve: DegreeCurve, metric: str) -> LinePanel:
    name = f"{clip(curve.transformation, 40)}, {curve.parameter}"
    said = ", ".join(f"{points(point.score)} at {point.value:g}" for point in curve.points)
    line = Line(tuple(_point(point) for point in curve.points))
    says = f"{name}: {metric} {points(curve.original)} before; {said}; {_change(curve)}"
    return LinePanel(name, (line,), ((curve.original, 0),), says)


def _point(point: Degree) -> Point:
    says = f"{point.value:g}: {points(point.score)} ({interval(point.interval)})"
    return Point(point.value, point.score, bounds(point.interval), says)


def _change(curve: DegreeCurve) -> str:
    return f"{points(curve.change)} over the whole range, by the straight line ({interval(curve.change_interval)})"


def _table(degrees: Degrees, label: str) -> Table:
    rows = tuple(
        Row(
            (
                Cell(clip(curve.transformation, 40), curve.transformation),
                Cell(f"{curve.parameter} {point.value:g}", point.value),
                Cell(points(point.score), point.score, strong=True),
                Cell(interval(point.interval), (point.interval or [None])[0]),
                Cell(points(curve.original), curve.original),
                Cell(count(curve.n), curve.n),
                Cell(points(curve.change), curve.change),
                Cell(interval(curve.change_interval), (curve.change_interval or [None])[0]),
            )
        )
        for curve in degrees.curves
        for point in curve.points
    )
    return Table(
        columns=(
            Column("Transformation", number=False),
            Column("Parameter", number=False),
            Column("After"),
            Column("95% interval", room=Room.WIDE),
            Column("Before"),
            Column("Rows", short="n"),
            Column("End to end", hint="change over the whole range, along the best-fitting straight line"),
            Column("Its interval", room=Room.WIDE),
        ),
        rows=rows,
        caption=f"{label} in points out of 100; the steepest fall first.",
    )


def _notes(degrees: Degrees) -> tuple[Words, ...]:
    said = [
        f"{curve.transformation}, {curve.parameter}: only {count(curve.n, 'original')} changed by every value, "
        f"too few for a curve (at least {degrees.least})."
        for curve in degrees.few
    ]
    if degrees.left_out:
        said.append(f"{count(degrees.left_out, 'flatter curve')} left out.")
    return (Words(tuple(said), quiet=True),) if said else ()


DEGREES = ReportPart(_sections, ("Degree curve",))
