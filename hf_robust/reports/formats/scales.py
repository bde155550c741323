"""The scales and places that all formats draw charts with, in shares of the width, the height or the radius."""

import math
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.reports.charts import BarCharts, DotPlot, HeatMap, LineCharts

SHORTEST = 0.1  # what the axis of bars holds at least: a bar as long as the axis is a drop of ten points or more
SHADES = 6  # steps of color of a heat map
_STEPS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)


@dataclass(frozen=True)
class Axis:
    """A scale.

    Args:
        low: Value at the left end.
        high: Value at the right end.
        ticks: Values that get a line and a number.
    """

    low: float
    high: float
    ticks: tuple[float, ...] = ()

    def share(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def at(self, value: float) -> str:
        """Where a value lies, as a percentage of the width.

        Example:
            >>> Axis(0.5, 1.0, (0.5, 1.0)).at(0.75)
            '50%'
        """
        return f"{100 * self.share(value):.2f}".rstrip("0").rstrip(".") + "%"


def axis_for(values: Sequence[float], most_ticks: int = 6) -> Axis:
    """An axis from and to round numbers that holds all values.

    Args:
        values: Shares; may be empty.
        most_ticks: The finest step that needs no more ticks than this is taken.

    Example:
        >>> axis_for([0.62, 0.93])
        Axis(low=0.6, high=1.0, ticks=(0.6, 0.7, 0.8, 0.9, 1.0))
    """
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    for step in _STEPS:
        first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
        last = max(last, first + 1)
        if last - first < most_ticks:
            break
    ticks = tuple(round(number * step, 6) for number in range(first, last + 1))
    return Axis(ticks[0], ticks[-1], ticks)


def dot_axis(plot: DotPlot) -> Axis:
    """The axis that holds all points and intervals."""
    values = [value for row in plot.rows for mark in row.marks for value in (mark.value, *(mark.interval or ()))]
    return axis_for([min(max(value, 0.0), 1.0) for value in values])


def bar_axis(charts: BarCharts) -> Axis:
    """The axis that all bars share: it holds zero, and so much that small drops are short bars."""
    values = [bar.value for _, bars in charts.charts for bar in bars if bar.value is not None]
    low, high = min([0.0, *values]), max([0.0, *values])
    return Axis(low, max(high, low + SHORTEST))


def line_axis(charts: LineCharts) -> Axis:
    """The upright scale that all panels share: it holds every point, interval and level."""
    values = [level for panel in charts.panels for level, _ in panel.levels]
    for point in (point for panel in charts.panels for line in panel.lines for point in line.points):
        values += [point.y, *(point.interval or ())]
    return axis_for([min(max(value, 0.0), 1.0) for value in values])


def count_axis(last: float) -> Axis:
    """A logarithmic axis of numbers from 1: so that 20 queries and 20,000 both have room. Its values are logarithms.

    Args:
        last: The greatest number.

    Example:
        >>> [round(10**tick) for tick in count_axis(2400).ticks], [round(10**tick) for tick in count_axis(7).ticks]
        ([1, 10, 100, 1000], [1, 2, 5, 10])
    """
    high = math.log10(max(last, 10))
    places = (1,) if high > 2 else (1, 2, 5)
    ticks = [place * 10**power for power in range(int(high) + 1) for place in places]
    return Axis(0.0, high, tuple(math.log10(tick) for tick in ticks if tick <= max(last, 10)))


def shade(value: float | None, chart: HeatMap) -> int:
    """The color of a cell of a heat map: 0 for none, 1 to 6 the larger the darker, below zero the second color.

    Args:
        value: The value of the cell.
        chart: The heat map, whose scale says what no color and what full color is.

    Example:
        >>> drops = HeatMap(("short",), (), scale=(0.0, 0.3))
        >>> [shade(value, drops) for value in (None, 0.0, 0.01, 0.15, 0.9, -0.3)]
        [0, 0, 1, 3, 6, -6]
    """
    low, high = chart.scale
    if value is None or not math.isfinite(value) or value == low:
        return 0
    reach = abs(value - low) / (high - low) if high > low else 1.0
    steps = min(max(math.ceil(SHADES * reach - 1e-9), 1), SHADES)
    return steps if value > low else -steps


def around(values: Sequence[float | None]) -> list[tuple[float, float] | None]:
    """The corners of an outline of a radar chart, in radii from its middle: the first at the top, downward positive.

    Args:
        values: Heights from 0 to 1, clockwise; None where there is none.

    Example:
        >>> around([1.0, 0.5, None, 0.0])
        [(0.0, -1.0), (0.5, 0.0), None, (0.0, 0.0)]
    """
    corners: list[tuple[float, float] | None] = []
    for place, value in enumerate(values):
        turn = 2 * math.pi * place / len(values)
        if value is None or not math.isfinite(value):
            corners.append(None)
            continue
        height = min(max(value, 0.0), 1.0)
        corners.append((round(height * math.sin(turn), 4) + 0.0, round(-height * math.cos(turn), 4) + 0.0))
    return corners


def sides(corners: Sequence[tuple[float, float] | None]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """The lines between neighboring corners of an outline; a missing corner leaves a gap.

    Example:
        >>> sides([(0.0, -1.0), (0.5, 0.0), None])
        [((0.0, -1.0), (0.5, 0.0))]
    """
    pairs = zip(corners, [*corners[1:], *corners[:1]])
    return [(start, end) for start, end in pairs if start is not None and end is not None]


def wrapped(text: str, width: int, most: int = 2) -> list[str]:
    """A short name on a few short lines; what does not fit is cut off.

    Args:
        width: Characters a line.
        most: How many lines.

    Example:
        >>> wrapped("named-entity recognition of places", 13)
        ['named-entity', 'recognition…']
    """
    lines = textwrap.wrap(text, width) or [""]
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] = kept[-1][: width - 1] + "…"
    return kept
