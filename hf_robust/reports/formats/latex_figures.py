"""Figures for LaTeX: the pictures of a chart and what is said below them, none higher than a page."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from hf_robust.reports.charts import BarCharts, DotPlot, HeatMap, LineCharts, Radar, StepCurve
from hf_robust.reports.formats import latex_charts as charts
from hf_robust.reports.formats.latex_tables import heat
from hf_robust.reports.wording import count

CHARTS = (DotPlot, BarCharts, LineCharts, StepCurve, HeatMap, Radar)
Chart = DotPlot | BarCharts | LineCharts | StepCurve | HeatMap | Radar
PANELS = 8  # line charts of a figure, two beside each other
HEAT_ROWS, HEAT_COLUMNS = 40, 14  # cells of a heat map that one can still read
_Item = TypeVar("_Item")


def figures(chart: Chart) -> Iterator[tuple[str, str]]:
    """The pictures of a chart, a figure each, and what its caption says."""
    if isinstance(chart, DotPlot):
        yield charts.dots(chart), _dots_words(chart)
    elif isinstance(chart, BarCharts):
        for few in _within(chart):
            yield "\n\n\\medskip\n".join(charts.bars(few)), _bars_words(few)
    elif isinstance(chart, LineCharts):
        for panels in _cut(chart.panels, PANELS):
            pictures = "\\hfill\n".join(charts.lines(replace(chart, panels=tuple(panels))))
            yield f"{pictures}\n\n\\smallskip\n{charts.line_keys(chart)}", ""
    elif isinstance(chart, StepCurve):
        yield charts.curve(chart), chart.says
    elif isinstance(chart, HeatMap):
        for part in _cells(chart):
            yield heat(part), chart.caption
    else:
        yield f"{charts.radar(chart)}\n\n\\smallskip\n{charts.radar_keys(chart)}", chart.says


def _dots_words(plot: DotPlot) -> str:
    before, after, whiskers = plot.legend
    hidden = len(plot.rows) - charts.ROWS
    more = f" {count(hidden)} {plot.more} are not shown." if hidden > 0 else ""
    return f"Ring: {before}; disc: {after}; line: {whiskers}; points out of 100.{more}"


def _bars_words(bars: BarCharts) -> str:
    hidden = max(len(shown) for _, shown in bars.charts) - charts.ROWS
    more = f" {count(hidden)} more are not shown." if hidden > 0 else ""
    return f"In points; a bar to the left is a gain.{more}"


def _within(bars: BarCharts) -> Iterator[BarCharts]:
    """Charts that have room below each other."""
    few: list = []
    for one in bars.charts:
        if few and sum(len(shown) + 3 for _, shown in [*few, one]) > charts.ROWS:
            yield BarCharts(tuple(few))
            few = []
        few.append(one)
    if few:
        yield BarCharts(tuple(few))


def _cells(chart: HeatMap) -> Iterator[HeatMap]:
    for rows in _cut(chart.rows, HEAT_ROWS):
        for places in _cut(range(len(chart.columns)), HEAT_COLUMNS):
            columns = tuple(chart.columns[place] for place in places)
            cells = tuple((name, tuple(row[place] for place in places)) for name, row in rows)
            yield replace(chart, columns=columns, rows=cells)


def _cut(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
