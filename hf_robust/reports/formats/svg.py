"""Charts as inline SVG: places across are percentages, so that nothing is ever scaled.

Lines and marks keep their size from 400 pixels to 1280. Colors come from the classes of the page.
"""

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise

from hf_robust.reports.charts import Bar, DotRow, Interval, Line, LineCharts, LinePanel, Point, StepCurve
from hf_robust.reports.formats.scales import Axis, axis_for, count_axis
from hf_robust.reports.wording import count, points

ROW = 34  # height of a row in pixels
COLORS = 6  # classes s1 to s6 of the page; more of them start over
HEIGHT, TOP, BOTTOM = 250, 10, 30  # of a line chart
_MIDDLE = ROW / 2
_MARGIN = 0.06  # of the width, left of the first point and right of the last
_APART = 5  # pixels between the whiskers of neighboring lines
# height and size of the marks of a row whose points are two things, not two states of one
_MARKS = {"before": (11, 6.0, "zero"), "after": (24, 5.0, "whisker")}


def dots(row: DotRow, axis: Axis, joined: bool) -> str:
    """The points of a row: on one line when they are joined, one above the other when not."""
    parts = ["".join(_line("grid", axis.at(tick), axis.at(tick), 0, ROW) for tick in axis.ticks)]
    if joined:
        parts += _joined(row, axis)
    else:
        for mark in row.marks:
            height, size, whisker = _MARKS[mark.kind]
            if mark.interval:
                parts.append(_across(whisker, axis, mark.interval, height))
            parts.append(f'<circle class="{mark.kind}" cx="{axis.at(mark.value)}" cy="{height}" r="{size:g}"/>')
    return _row(parts, row.says)


def _joined(row: DotRow, axis: Axis) -> list[str]:
    """Whiskers below the discs, a ring around the first disc where both lie at one place."""
    before, after = row.marks
    gain = " gain" if row.gain else ""
    parts = [_across("join", axis, (before.value, after.value))]
    if after.interval:
        parts.append(_across("whisker" + gain, axis, after.interval))
        ends = (axis.at(end) for end in after.interval)
        parts += [_line("whisker" + gain, end, end, _MIDDLE - 4, _MIDDLE + 4) for end in ends]
    parts.append(f'<circle class="before" cx="{axis.at(before.value)}" cy="{_MIDDLE:g}" r="7"/>')
    parts.append(f'<circle class="after{gain}" cx="{axis.at(after.value)}" cy="{_MIDDLE:g}" r="5.25"/>')
    return parts


def scale(axis: Axis) -> str:
    """The numbers under a chart; screen readers skip them, every row says its own."""
    digits = 0 if all(abs(100 * tick - round(100 * tick)) < 1e-6 for tick in axis.ticks) else 1
    marks = [
        f'<text x="{axis.at(tick)}" y="16" text-anchor="middle">{points(tick, digits)}</text>' for tick in axis.ticks
    ]
    return f'<svg class="scale" width="100%" height="24" aria-hidden="true">{"".join(marks)}</svg>'


def bar(bar: Bar, axis: Axis) -> str:
    """A bar from zero."""
    value = bar.value or 0.0
    start, end = sorted((axis.share(0), axis.share(value)))
    gain = " gain" if value < 0 else ""
    rect = (
        f'<rect class="bar{gain}" x="{axis.at(min(0.0, value))}" y="9" width="{100 * (end - start):.2f}%" '
        f'height="{ROW - 18}" rx="2"/>'
    )
    zero = _line("zero", axis.at(0), axis.at(0), 2, ROW - 2)
    return _row([rect, zero], f"{bar.name}: {bar.text}")


def lines(panel: LinePanel, axis: Axis) -> str:
    """The drawing of one panel: its lines, and levels across."""
    xs = sorted({point.x for line in panel.lines for point in line.points})
    parts = _frame(xs, axis)
    parts += [_level("baseline", _y(level, axis), color(number)) for level, number in panel.levels]
    for place, line in enumerate(panel.lines):
        shift = _APART * (place - (len(panel.lines) - 1) / 2)  # so that marks do not cover each other
        parts.append(_drawn(line, xs, axis, shift))
    return (
        f'<svg class="lines" width="100%" height="{HEIGHT}" role="img" aria-label="{escape(panel.says)}">'
        f"{''.join(parts)}</svg>"
    )


def color(index: int) -> str:
    """The class of a color.

    Example:
        >>> color(0), color(6)
        ('s1', 's1')
    """
    return f"s{index % COLORS + 1}"


def legend(charts: LineCharts) -> list[tuple[str, str]]:
    """The keys of line charts: a drawing and a name each."""
    keys = [
        (f'<svg width="14" height="14"><g class="{color(n)}"><circle class="dot" cx="7" cy="7" r="5"/></g></svg>', name)
        for n, name in enumerate(charts.colors)
    ]
    for dashed, name in zip((True, False), charts.dashes):
        style = "dash" if dashed else "solid"
        stroke = f'<line class="{style}" x1="0" x2="30" y1="7" y2="7"/>'
        if name:
            keys.append((f'<svg width="30" height="14"><g>{stroke}{_mark(dashed, "15", 7)}</g></svg>', name))
    level = '<svg width="30" height="14"><line class="baseline" x1="0" x2="30" y1="7" y2="7"/></svg>'
    return [*keys, (level, charts.dashes[2])]


def curve(drawn: StepCurve) -> str:
    """The drawing of a step curve: a share upward, from 0 to 100, and a number across."""
    across, upward = count_axis(max((point.x for point in drawn.points), default=1)), axis_for([0.0, 1.0])
    parts = _shares(upward)
    for tick in across.ticks:
        parts.append(
            f'<text x="{across.at(tick)}" y="{HEIGHT - 8}" text-anchor="middle">{count(round(10**tick))}</text>'
        )
    if drawn.level:
        parts.append(_level("baseline", _y(drawn.level[0], upward), color(0)))
    corners = [(across.at(math.log10(max(point.x, 1))), _y(point.y, upward)) for point in drawn.points]
    steps = []
    for (x, y), (next_x, next_y) in pairwise(corners):
        steps += [_line("solid", x, next_x, y, y), _line("solid", next_x, next_x, y, next_y)]
    if corners:
        steps.append(_line("solid", corners[-1][0], "100%", corners[-1][1], corners[-1][1]))
    for mark in drawn.marks:
        x, y = across.at(math.log10(max(mark.x, 1))), _y(mark.y, upward)
        steps.append(_hinted(mark, f'<circle class="dot" cx="{x}" cy="{y:g}" r="4.5"/>'))
    parts.append(f'<g class="{color(0)}">{"".join(steps)}</g>')
    return (
        f'<svg class="lines" width="100%" height="{HEIGHT}" role="img" aria-label="{escape(drawn.says)}">'
        f"{''.join(parts)}</svg>"
    )


def _shares(axis: Axis) -> list[str]:
    """Lines across and their numbers at the left."""
    parts = []
    for tick in axis.ticks:
        y = _y(tick, axis)
        parts += [_level("grid", y), f'<text x="-8" y="{y + 4:g}" text-anchor="end">{points(tick, 0)}</text>']
    return parts


def _frame(xs: Sequence[float], axis: Axis) -> list[str]:
    return [*_shares(axis), *(f'<text x="{_x(x, xs)}" y="{HEIGHT - 8}" text-anchor="middle">{x:g}</text>' for x in xs)]


def _x(x: float, xs: Sequence[float]) -> str:
    first, last = xs[0], xs[-1]
    share = 0.5 if first == last else _MARGIN + (1 - 2 * _MARGIN) * (x - first) / (last - first)
    return f"{100 * share:.2f}%"


def _y(value: float, axis: Axis) -> float:
    return round(TOP + (1 - axis.share(value)) * (HEIGHT - TOP - BOTTOM), 2)


def _level(kind: str, y: float, color_class: str = "") -> str:
    inner = f'<line class="{kind}" x1="0" x2="100%" y1="{y:g}" y2="{y:g}"/>'
    return f'<g class="{color_class}">{inner}</g>' if color_class else inner


def _drawn(line: Line, xs: Sequence[float], axis: Axis, shift: float) -> str:
    places = [(_x(point.x, xs), _y(point.y, axis)) for point in line.points]
    style = "dash" if line.dashed else "solid"
    parts = [
        f'<line class="{style}" x1="{x}" x2="{next_x}" y1="{y:g}" y2="{next_y:g}"/>'
        for (x, y), (next_x, next_y) in pairwise(places)
    ]
    for (x, y), point in zip(places, line.points, strict=True):
        if point.interval:
            low, high = (_y(end, axis) for end in point.interval)
            parts.append(_line("span", x, x, low, high))
        parts.append(_hinted(point, _mark(line.dashed, x, y)))
    return f'<g class="{color(line.color)}" transform="translate({shift:g})">{"".join(parts)}</g>'


def _mark(dashed: bool, x: str, y: float) -> str:
    if dashed:
        return f'<circle class="ring" cx="{x}" cy="{y:g}" r="4.5"/>'
    cross = '<path class="cross" d="M-4.5-4.5L4.5 4.5M-4.5 4.5L4.5-4.5"/>'
    return f'<svg x="{x}" y="{y:g}" overflow="visible">{cross}</svg>'


def _hinted(point: Point, mark: str) -> str:
    return f"<g><title>{escape(point.says)}</title>{mark}</g>" if point.says else mark


def _across(kind: str, axis: Axis, ends: Interval, height: float = _MIDDLE) -> str:
    left, right = (axis.at(end) for end in ends)
    return _line(kind, left, right, height, height)


def _line(kind: str, left: str, right: str, top: float, bottom: float) -> str:
    return f'<line class="{kind}" x1="{left}" x2="{right}" y1="{top:g}" y2="{bottom:g}"/>'


def _row(parts: list[str], says: str) -> str:
    return (
        f'<svg width="100%" height="{ROW}" overflow="visible" role="img" aria-label="{escape(says)}">'
        f"{''.join(parts)}</svg>"
    )
