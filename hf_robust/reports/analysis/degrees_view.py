"""Degree curves in a report: the score as a parameter of a transformation grows."""

from hf_robust.core.record_shape import INTERVAL, MAYBE_NUMBER, NUMBER
from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.charts import Line, LineCharts, LinePanel, Point
from hf_robust.reports.view import Block, Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import bounds, clip, count, inside, interval, points

SHAPE = {
    "least": int,
    "curves": [
        {
            "transformation": str,
            "parameter": str,
            "n": int,
            "original": NUMBER,
            "points": [{"value": NUMBER, "name": str, "score": NUMBER, "interval": INTERVAL}],
            "slope": MAYBE_NUMBER,
            "change": MAYBE_NUMBER,
            "change_interval": INTERVAL,
        }
    ],
    "few": [{"transformation": str, "parameter": str, "n": int}],
    "left_out": int,
}


def _sections(record: dict, found: dict) -> list[Section]:
    """Scores by value of a parameter."""
    label = record["metric"]["label"]
    intro = (
        f"{label} as one parameter of a transformation grows. All scores of a curve use the same originals, namely the "
        "rows that every value of the parameter changed."
    )
    blocks: tuple[Block, ...] = ()
    if found["curves"]:
        panels = tuple(_panel(curve, inside(label)) for curve in found["curves"])
        names = ("", "after, with 95% interval", "before")
        blocks = (LineCharts(panels, (), names, "value of the parameter"), _table(found, label))
    notes = _notes(found)
    return [Section("Score by strength of the change", (*blocks, *notes), intro)]


def _panel(curve: dict, metric: str) -> LinePanel:
    name = f"{clip(curve['transformation'], 40)}, {curve['parameter']}"
    said = ", ".join(f"{points(point['score'])} at {point['value']:g}" for point in curve["points"])
    line = Line(tuple(_point(point) for point in curve["points"]))
    says = f"{name}: {metric} {points(curve['original'])} before; {said}; {_change(curve)}"
    return LinePanel(name, (line,), ((curve["original"], 0),), says)


def _point(point: dict) -> Point:
    says = f"{point['value']:g}: {points(point['score'])} ({interval(point['interval'])})"
    return Point(point["value"], point["score"], bounds(point["interval"]), says)


def _change(curve: dict) -> str:
    return (
        f"{points(curve['change'])} over the whole range, by the straight line ({interval(curve['change_interval'])})"
    )


def _table(found: dict, label: str) -> Table:
    rows = tuple(
        Row(
            (
                Cell(clip(curve["transformation"], 40), curve["transformation"]),
                Cell(f"{curve['parameter']} {point['value']:g}", point["value"]),
                Cell(points(point["score"]), point["score"], strong=True),
                Cell(interval(point["interval"]), (point["interval"] or [None])[0]),
                Cell(points(curve["original"]), curve["original"]),
                Cell(count(curve["n"]), curve["n"]),
                Cell(points(curve["change"]), curve["change"]),
                Cell(interval(curve["change_interval"]), (curve["change_interval"] or [None])[0]),
            )
        )
        for curve in found["curves"]
        for point in curve["points"]
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


def _notes(found: dict) -> tuple[Words, ...]:
    said = [
        f"{one['transformation']}, {one['parameter']}: only {count(one['n'], 'original')} changed by every value, "
        f"too few for a curve (at least {found['least']})."
        for one in found["few"]
    ]
    if found["left_out"]:
        said.append(f"{count(found['left_out'], 'flatter curve')} left out.")
    return (Words(tuple(said), quiet=True),) if said else ()


DEGREES = ReportPart(SHAPE, _sections, ("Degree curve",))
