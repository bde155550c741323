"""The report in brief for a notebook cell: verdict, first charts and tables, with styles that notebooks let through."""

import re
from dataclasses import replace

from hf_robust.reports.charts import BarCharts, DotPlot, HeatMap, LineCharts, Radar, StepCurve
from hf_robust.reports.formats.html import environment, markup
from hf_robust.reports.view import Block, Entry, Examples, Room, Table, View, Words

ROWS = 12  # of a table or chart, before the rest is left to the page
CHARTS = 2  # of the page that are shown
EXAMPLES = 3
_DRAWN = (BarCharts, DotPlot, HeatMap, LineCharts, Radar, StepCurve)
# The classes of the page as styles of single elements, in colors that light and dark notebooks show alike.
_LOSS, _GAIN = "#d0562e", "#17907f"
_STYLES = {
    "after": f"fill: {_LOSS}",
    "bar": f"fill: {_LOSS}",
    "baseline": "stroke: currentColor; stroke-dasharray: 1 4; stroke-width: 1.5; stroke-linecap: round",
    "before": "fill: none; stroke: currentColor; stroke-width: 2; stroke-opacity: 0.7",
    "cross": "stroke: currentColor; stroke-width: 2; fill: none",
    "dash": "stroke: currentColor; stroke-dasharray: 5 4; stroke-width: 1.5",
    "dot": "fill: currentColor",
    "gain": f"fill: {_GAIN}; stroke: {_GAIN}",
    "grid": "stroke: currentColor; stroke-opacity: 0.2",
    "inside": "fill: currentColor; fill-opacity: 0.08",
    "join": f"stroke: {_LOSS}; stroke-opacity: 0.3; stroke-width: 4",
    "lines": "overflow: visible; display: block",
    "outline": "stroke: currentColor; stroke-width: 2",
    "radar": "width: 100%; max-width: 26em; overflow: visible; display: block; font-size: 12px",
    "ring": "fill: none; stroke: currentColor; stroke-width: 2",
    "ring-name": "font-size: 10px; fill-opacity: 0.7",
    "s1": f"color: {_LOSS}",
    "s2": "color: #4c82d9",
    "s3": f"color: {_GAIN}",
    "s4": "color: #a05cc7",
    "s5": "color: #b07a10",
    "s6": "color: #d14b86",
    "scale": "overflow: visible; display: block",
    "solid": "stroke: currentColor; stroke-width: 2",
    "span": "stroke: currentColor; stroke-opacity: 0.4; stroke-width: 1.5",
    "whisker": f"stroke: {_LOSS}; stroke-width: 1.5",
    "zero": "stroke: currentColor; stroke-opacity: 0.5",
}
_LOSSES = ("#fdf0ea", "#fbddd0", "#f8c6b1", "#f4ae92", "#f09573", "#ea7b54")
_GAINS = ("#e6f3f6", "#cfe7ee", "#b3d9e4", "#97cbda", "#79bbce", "#5aaac1")


def render(view: View) -> str:
    """A piece of HTML; whatever the view holds is escaped.

    Args:
        view: What the report says.
    """
    tables = [block for block in view.brief if isinstance(block, Table)]
    asides = [sentence for block in view.brief if isinstance(block, Words) for sentence in block.sentences]
    template = environment().get_template("notebook.html.j2")
    charts = [_with_styles(block) for block in first_charts(view)]
    examples = next(
        (block for section in view.sections for block in section.blocks if isinstance(block, Examples)), None
    )
    return template.render(
        view=view,
        tables=tables,
        charts=charts,
        examples=examples,
        asides=asides,
        most=ROWS,
        most_examples=EXAMPLES,
        room=Room.WIDE,
    )


def render_entry(entry: Entry) -> str:
    """One result as a piece of HTML.

    Args:
        entry: All about it.
    """
    return environment().get_template("notebook_entry.html.j2").render(entry=entry, most=EXAMPLES)


def first_charts(view: View) -> list[Block]:
    """The charts of the page that a notebook shows: the first few, with their first rows."""
    charts = [block for section in view.sections for block in section.blocks if isinstance(block, _DRAWN)]
    return [_shortened(chart) for chart in charts[:CHARTS]]


def _shortened(chart: Block) -> Block:
    if isinstance(chart, DotPlot):
        return replace(chart, rows=chart.rows[:ROWS])
    return replace(chart, rows=chart.rows[:ROWS]) if isinstance(chart, HeatMap) else chart


def _with_styles(chart: Block) -> str:
    """A chart as markup whose classes became styles; a notebook may hold several reports and no style sheet."""
    drawn = environment().get_template("notebook_charts.html.j2").module.draw(chart, _LOSSES, _GAINS)
    return markup(re.sub(r'(<(?:svg|g|line|circle|rect|path|polygon|text)) class="([^"<>]*)"', _styled, str(drawn)))


def _styled(match: re.Match[str]) -> str:
    styles = "; ".join(_STYLES[name] for name in match[2].split() if name in _STYLES)
    return f'{match[1]} style="{styles}"' if styles else match[1]
