"""Radar charts as inline SVG: a drawing of fixed shape that grows with the page, its texts less than its lines."""

from collections.abc import Sequence
from html import escape

from hf_robust.reports.charts import Radar, RadarSeries
from hf_robust.reports.formats.scales import around, sides, wrapped
from hf_robust.reports.formats.svg import color
from hf_robust.reports.wording import points

WIDTH, HEIGHT, RADIUS = 420, 310, 100
RINGS = (0.25, 0.5, 0.75, 1.0)
DASHES = ("", "7 3", "2 3", "9 3 2 3")  # outlines differ in more than their color
_LABEL = 13  # characters a line of the name of an axis
_FILLED = 2  # more outlines than these are drawn without a fill
_LINE = 15  # height of such a line
_GAP = 12  # between the rim and a name


def radar(chart: Radar) -> str:
    """The drawing: rings, axes with their names, one outline for each series."""
    rim = around([1.0] * len(chart.axes))
    parts = [_ring(share, len(chart.axes)) for share in RINGS]
    parts += [_line("grid", (0.0, 0.0), end) for end in rim if end]
    for ring in RINGS[1::2]:
        parts.append(f'<text class="ring-name" x="{_x(0) + 4:g}" y="{_y(-ring) + 12:g}">{points(ring, 0)}</text>')
    filled = len(chart.series) <= _FILLED
    parts += [_outline(series, number, filled) for number, series in enumerate(chart.series)]
    parts += [_name(name, end) for name, end in zip(chart.axes, rim, strict=True) if end]
    return (
        f'<svg class="radar" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(chart.says)}">'
        f"<title>{escape(chart.title or chart.says)}</title><desc>{escape(chart.says)}</desc>{''.join(parts)}</svg>"
    )


def key(index: int) -> str:
    """The drawing of one outline for the legend.

    Args:
        index: Its place among the outlines.
    """
    stroke = f'<line class="outline"{_dash(index)} x1="0" x2="30" y1="7" y2="7"/>'
    return (
        f'<svg width="30" height="14"><g class="{color(index)}">{stroke}'
        '<circle class="dot" cx="15" cy="7" r="3.5"/></g></svg>'
    )


def _outline(series: RadarSeries, index: int, filled: bool) -> str:
    corners = around(series.values)
    parts = []
    if filled and None not in corners:
        parts.append(f'<polygon class="inside" points="{_points([corner for corner in corners if corner])}"/>')
    parts += [_line("outline", start, end, _dash(index)) for start, end in sides(corners)]
    for value, corner in zip(series.values, corners):
        if corner:
            says = f"<title>{escape(series.name)}: {points(value)}</title>"
            dot = f'<circle class="dot" cx="{_x(corner[0]):g}" cy="{_y(corner[1]):g}" r="3"/>'
            parts.append(f"<g>{says}{dot}</g>")
    return f'<g class="{color(index)}">{"".join(parts)}</g>'


def _name(name: str, end: tuple[float, float]) -> str:
    """The name of an axis beyond the rim: beside it at the sides, above or below it else."""
    across, down = end
    anchor = "middle" if abs(across) < 0.15 else "start" if across > 0 else "end"
    lines = wrapped(name, _LABEL)
    x, y = _x(across) + _GAP * across, _y(down) + _GAP * down
    first = y + 4 + _LINE * (down - 1) / 2 * (len(lines) - 1) + 4 * down
    spans = "".join(
        f'<tspan x="{x:g}" y="{first + _LINE * n:g}">{escape(line)}</tspan>' for n, line in enumerate(lines)
    )
    return f'<text text-anchor="{anchor}"><title>{escape(name)}</title>{spans}</text>'


def _ring(share: float, count: int) -> str:
    corners = [corner for corner in around([share] * count) if corner]
    return f'<polygon class="grid" fill="none" points="{_points(corners)}"/>'


def _dash(index: int) -> str:
    dash = DASHES[index % len(DASHES)]
    return f' stroke-dasharray="{dash}"' if dash else ""


def _line(kind: str, start: tuple[float, float], end: tuple[float, float], more: str = "") -> str:
    places = f'x1="{_x(start[0]):g}" y1="{_y(start[1]):g}" x2="{_x(end[0]):g}" y2="{_y(end[1]):g}"'
    return f'<line class="{kind}"{more} {places}/>'


def _points(corners: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_x(across):g},{_y(down):g}" for across, down in corners)


def _x(across: float) -> float:
    return round(WIDTH / 2 + RADIUS * across, 2)


def _y(down: float) -> float:
    return round(HEIGHT / 2 + RADIUS * down, 2)
