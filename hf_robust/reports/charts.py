"""What the charts of a report show: points, bars, lines and curves as data, which each format draws in its own way."""

from dataclasses import dataclass
from typing import ClassVar

Interval = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """A point of a dot plot.

    Args:
        kind: ``"before"`` (a ring) or ``"after"`` (a disc).
        value: Where it lies, from 0 to 1.
        interval: Where it could lie.
    """

    kind: str
    value: float
    interval: Interval | None = None


@dataclass(frozen=True)
class DotRow:
    """A row of a dot plot.

    Args:
        name: What it shows.
        marks: Its points.
        says: The row in words, for readers who do not see the drawing.
        texts: What stands to the right of the drawing.
        index: The result whose entry it leads to.
        star: Whether it is larger than chance explains.
        gain: Whether the second point is better than the first one.
        quiet: Whether it rests on few rows and is greyed.
    """

    name: str
    marks: tuple[Mark, ...]
    says: str
    texts: tuple[str, ...] = ()
    index: int | None = None
    star: bool = False
    gain: bool = False
    quiet: bool = False


@dataclass(frozen=True)
class DotPlot:
    """Scores or rates as points on a line, one row for each thing measured.

    Args:
        legend: What rings, discs and whiskers are, in this order.
        heads: Heads of the texts to the right.
        joined: Whether the points of a row are two states of one thing: they share a line and are joined.
        more: What the rows are that are folded away when there are many, for example ``"more, with smaller drops"``.
    """

    block: ClassVar[str] = "dots"

    rows: tuple[DotRow, ...]
    legend: tuple[str, str, str]
    heads: tuple[str, ...] = ()
    joined: bool = False
    more: str = "more"


@dataclass(frozen=True)
class Bar:
    """A bar from zero.

    Args:
        name: What it shows.
        value: Its length; below zero it is a gain.
        text: The value as text.
        note: How much it rests on.
        hint: What the name means.
    """

    name: str
    value: float | None
    text: str
    note: str = ""
    hint: str = ""


@dataclass(frozen=True)
class BarCharts:
    """Bar charts side by side, on one scale.

    Args:
        charts: Title and bars of each.
    """

    block: ClassVar[str] = "bars"

    charts: tuple[tuple[str, tuple[Bar, ...]], ...]


@dataclass(frozen=True)
class Point:
    """A point of a line.

    Args:
        x: Where it lies across.
        y: Where it lies upward, from 0 to 1.
        interval: Where it could lie.
        says: The point in words.
    """

    x: float
    y: float
    interval: Interval | None = None
    says: str = ""


@dataclass(frozen=True)
class Line:
    """A line of a line chart.

    Args:
        points: Its points, from left to right.
        color: The number of its color, from 0.
        dashed: Whether it is broken and its points are rings; otherwise they are crosses.
    """

    points: tuple[Point, ...]
    color: int = 0
    dashed: bool = False


@dataclass(frozen=True)
class LinePanel:
    """One line chart.

    Args:
        title: What it shows.
        levels: Heights that go across, each with the number of its color.
        says: The chart in words.
    """

    title: str
    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    says: str


@dataclass(frozen=True)
class LineCharts:
    """Line charts side by side, on one scale.

    Args:
        panels: The charts.
        colors: The name of each color.
        dashes: The names of broken lines, where there are any, of whole lines, where there are any, and of levels.
        across: What is counted across.
    """

    block: ClassVar[str] = "lines"

    panels: tuple[LinePanel, ...]
    colors: tuple[str, ...]
    dashes: tuple[str, str, str]
    across: str


@dataclass(frozen=True)
class StepCurve:
    """A share that changes in steps as a number grows, for example accuracy by the number of queries allowed.

    Args:
        points: Where it changes, from left to right; it keeps its height until the next one.
        says: The curve in words.
        across: What is counted across.
        name: What the curve is.
        level: A height that goes across, and what it is.
        marks: Points of the curve that stand out.
    """

    block: ClassVar[str] = "curve"

    points: tuple[Point, ...]
    says: str
    across: str
    name: str
    level: tuple[float, str] | None = None
    marks: tuple[Point, ...] = ()


@dataclass(frozen=True)
class HeatCell:
    """A cell of a heat map.

    Args:
        value: What its color shows; None for an empty cell.
        text: The value as text.
        says: The cell in words, for readers who do not see the color, and for a pointer that rests on it.
        star: Whether it is larger than chance explains.
    """

    value: float | None
    text: str
    says: str = ""
    star: bool = False


@dataclass(frozen=True)
class HeatMap:
    """Numbers in a grid, the larger the darker; never without rows or columns.

    Args:
        columns: Names of the columns.
        rows: Name and cells of each row.
        scale: The values of no color and of full color; values below the first one have the second color (gains).
        title: A heading.
        caption: What the numbers are.
        corner: What the rows are.
    """

    block: ClassVar[str] = "heat"

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[HeatCell, ...]], ...]
    scale: tuple[float, float]
    title: str = ""
    caption: str = ""
    corner: str = ""


@dataclass(frozen=True)
class RadarSeries:
    """One outline of a radar chart.

    Args:
        name: What it shows.
        values: Its height on each axis, from 0 (middle) to 1 (rim); None where there is none. Others are drawn at the
            nearer of the two, and named as they are.
    """

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Radar:
    """Scores along several axes around a middle; with fewer than three axes draw bars instead.

    Args:
        axes: Names of the axes, clockwise from the top.
        series: The outlines; at most ten.
        says: The chart in words.
        title: A heading.
    """

    block: ClassVar[str] = "radar"

    axes: tuple[str, ...]
    series: tuple[RadarSeries, ...]
    says: str
    title: str = ""
