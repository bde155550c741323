"""Charts of a PDF document as vector drawings, with the scales that the page has too."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from reportlab.lib.colors import Color, HexColor, white
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

from hf_robust.reports.charts import Bar, DotRow, Line, LinePanel, Point, Radar, StepCurve
from hf_robust.reports.formats.pdf_pages.fonts import Fonts
from hf_robust.reports.formats.pdf_pages.texts import GAIN, INK, LINE, LOSS, SOFT, STRONG, cleaned
from hf_robust.reports.formats.scales import Axis, around, axis_for, count_axis, sides, wrapped
from hf_robust.reports.wording import count, points

SERIES = tuple(HexColor(color) for color in ("#b83a14", "#1f4e9e", "#0b6e5f", "#7a3e9d", "#8a5a00", "#a02560"))
DASHES: tuple[tuple[int, ...], ...] = ((), (5, 2), (1, 2), (6, 2, 1, 2))
BEFORE, JOIN = HexColor("#3f4a5f"), HexColor("#e9c9bd")
ROW = 17.0  # height of a row of points or bars
PANEL, FOOT, LEFT = 120.0, 16.0, 24.0  # of a line chart: height of the drawing, room below and left of it
RADIUS = 82.0
_SMALL = 7.0


class Drawing(Flowable):
    """A drawing that is as wide as the page.

    Args:
        height: Its height in points.
        paint: Draws it, given the pen and the width; down is positive.
        keep: Whether the next thing stays on the same page.
    """

    def __init__(self, height: float, paint: "Callable[[Pen, float], None]", fonts: Fonts, keep: bool = False) -> None:
        super().__init__()
        self._height, self._paint, self._fonts = height, paint, fonts
        self.keepWithNext = keep

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """How much room it takes."""
        self.width = width
        return width, self._height

    def draw(self) -> None:
        """Draw it."""
        self.canv.saveState()
        self.canv.translate(0, self._height)
        self._paint(Pen(self.canv, self._fonts), self.width)
        self.canv.restoreState()


class Pen:
    """Lines, marks and texts on a page, downward from the top.

    Args:
        canvas: The page.
        fonts: The fonts of the document.
    """

    def __init__(self, canvas: Canvas, fonts: Fonts) -> None:
        self._canvas, self._fonts = canvas, fonts

    def line(
        self, start: tuple[float, float], end: tuple[float, float], color: Color, thick: float, dash: Sequence[int] = ()
    ) -> None:
        """A line."""
        self._canvas.setStrokeColor(color)
        self._canvas.setLineWidth(thick)
        self._canvas.setDash(list(dash))
        self._canvas.line(start[0], -start[1], end[0], -end[1])

    def box(self, left: float, top: float, width: float, height: float, color: Color) -> None:
        """A filled rectangle."""
        self._canvas.setFillColor(color)
        self._canvas.rect(left, -top - height, width, height, stroke=0, fill=1)

    def dot(self, at: tuple[float, float], radius: float, color: Color, ring: bool = False) -> None:
        """A disc or a ring."""
        self._canvas.setDash([])
        self._canvas.setLineWidth(1.1)
        self._canvas.setStrokeColor(color)
        self._canvas.setFillColor(white if ring else color)
        self._canvas.circle(at[0], -at[1], radius, stroke=int(ring), fill=1)

    def cross(self, at: tuple[float, float], size: float, color: Color) -> None:
        """A cross."""
        for slope in (-1, 1):
            self.line((at[0] - size, at[1] - slope * size), (at[0] + size, at[1] + slope * size), color, 1.1)

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: float = _SMALL,
        color: Color = SOFT,
        anchor: str = "start",
        most: float = math.inf,
        bold: bool = False,
    ) -> float:
        """A text on one line.

        Args:
            at: Where its base line begins, ends (`anchor` is ``"end"``) or has its middle.
            size: Of its letters.
            color: Of its letters.
            anchor: ``"start"``, ``"middle"`` or ``"end"``.
            most: How wide it may be; what is wider is cut off.
            bold: Whether it is bold.

        Returns:
            How wide it is.
        """
        text = cleaned(text).replace("\n", " ")
        text = self._fonts.fitted(text, size, most, bold) if most < math.inf else text
        width = self._fonts.width(text, size, bold)
        x = at[0] - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self._canvas.setFillColor(color)
        for font, run in self._fonts.runs(text, bold):
            self._canvas.setFont(font, size)
            self._canvas.drawString(x, -at[1], run)
            x += self._canvas.stringWidth(run, font, size)
        return width


class Frame:
    """Where the parts of a row of points or bars stand.

    Args:
        width: Of the page.
        texts: How many texts stand to the right.
    """

    def __init__(self, width: float, texts: int) -> None:
        self.name = 0.3 * width
        self.text = 76.0 if texts > 1 else 60.0
        self.right = width
        self.start, self.end = self.name + 10, width - 10 - (self.text * texts if texts > 1 else self.text)

    def at(self, axis: Axis, value: float) -> float:
        """Where a value lies."""
        return self.start + axis.share(value) * (self.end - self.start)


def dot_row(pen: Pen, width: float, row: DotRow, axis: Axis, joined: bool) -> None:
    """One row of a dot plot."""
    frame, middle = Frame(width, len(row.texts)), ROW / 2
    pen.text((0, middle + 2.6), row.name, 8, INK, most=frame.name)
    for tick in axis.ticks:
        pen.line((frame.at(axis, tick), 0), (frame.at(axis, tick), ROW), LINE, 0.5)
    after_color = GAIN if row.gain else LOSS
    if joined and len(row.marks) == 2:
        ends = [frame.at(axis, mark.value) for mark in row.marks]
        pen.line((ends[0], middle), (ends[1], middle), JOIN, 2.4)
    for position, mark in enumerate(row.marks):
        height = middle if joined else middle - 3.4 + 6.8 * position
        color = BEFORE if mark.kind == "before" else after_color
        if mark.interval:
            low, high = (frame.at(axis, end) for end in mark.interval)
            pen.line((low, height), (high, height), color, 0.9)
            for end in (low, high):
                pen.line((end, height - 2), (end, height + 2), color, 0.9)
    for position, mark in enumerate(row.marks):
        height = middle if joined else middle - 3.4 + 6.8 * position
        before = mark.kind == "before"
        pen.dot((frame.at(axis, mark.value), height), 3.3 if before else 2.5, BEFORE if before else after_color, before)
    for position, text in enumerate(reversed(row.texts)):
        last = position == 0
        shown = text + (" *" if row.star and last else "")
        right = frame.right - frame.text * position
        pen.text((right, middle + 2.6), shown, 7.5, INK if last else SOFT, "end", frame.text, bold=last)


def row_scale(pen: Pen, width: float, axis: Axis, texts: int) -> None:
    """The numbers below rows of points."""
    frame = Frame(width, texts)
    digits = 0 if all(abs(100 * tick - round(100 * tick)) < 1e-6 for tick in axis.ticks) else 1
    for tick in axis.ticks:
        pen.text((frame.at(axis, tick), 9), points(tick, digits), _SMALL, SOFT, "middle")


def bar_row(pen: Pen, width: float, bar: Bar, axis: Axis) -> None:
    """One bar with its name, its number and what it rests on."""
    frame, middle = Frame(width, 1), ROW / 2
    used = pen.text((0, middle + 2.6), bar.name, 8, INK, most=frame.name * (0.62 if bar.note else 1))
    pen.text((used + 5, middle + 2.6), bar.note, _SMALL, SOFT, most=frame.name - used - 5)
    if bar.value is not None:
        left, right = sorted((frame.at(axis, 0.0), frame.at(axis, bar.value)))
        pen.box(left, 4, right - left, ROW - 8, GAIN if bar.value < 0 else LOSS)
    pen.line((frame.at(axis, 0.0), 1), (frame.at(axis, 0.0), ROW - 1), STRONG, 0.6)
    pen.text((frame.right, middle + 2.6), bar.text, 7.5, INK, "end", frame.text, bold=True)


def panels(pen: Pen, width: float, pair: Sequence[LinePanel], axis: Axis, across: str) -> None:
    """Two line charts side by side, or one."""
    half = (width - 16) / 2
    for position, one in enumerate(pair):
        _panel(pen, position * (half + 16), half, one, axis, across)


def _panel(pen: Pen, left: float, width: float, drawn: LinePanel, axis: Axis, across: str) -> None:
    """One line chart, its title above and what is counted below."""
    top, start, end = 16.0, left + LEFT, left + width - 6
    pen.text((left, 9), drawn.title, 8, INK, most=width, bold=True)
    _heights(pen, start, end, top, axis)
    xs = sorted({point.x for line in drawn.lines for point in line.points})
    room = 0.06 * (end - start)

    def position(point: Point, shift: float) -> tuple[float, float]:
        span = (point.x - xs[0]) / (xs[-1] - xs[0]) if xs[-1] > xs[0] else 0.5
        return start + room + span * (end - start - 2 * room) + shift, _down(point.y, top, axis)

    for x in xs:
        pen.text((position(Point(x, axis.low), 0)[0], top + PANEL + 10), str(x), _SMALL, SOFT, "middle")
    pen.text(((start + end) / 2, top + PANEL + 20), across, _SMALL, SOFT, "middle", width)
    for level, number in drawn.levels:
        down = _down(level, top, axis)
        pen.line((start, down), (end, down), SERIES[number % len(SERIES)], 0.8, (1, 2))
    for number, line in enumerate(drawn.lines):
        shift = 3.0 * (number - (len(drawn.lines) - 1) / 2)
        _path(pen, line, [position(point, shift) for point in line.points], top, axis)


def _path(pen: Pen, line: Line, positions: list[tuple[float, float]], top: float, axis: Axis) -> None:
    color = SERIES[line.color % len(SERIES)]
    for start, end in pairwise(positions):
        pen.line(start, end, color, 1.1, (4, 3) if line.dashed else ())
    for (x, y), point in zip(positions, line.points, strict=True):
        if point.interval:
            low, high = (_down(end, top, axis) for end in point.interval)
            pen.line((x, low), (x, high), color, 0.5)
        if line.dashed:
            pen.dot((x, y), 2.2, color, ring=True)
        else:
            pen.cross((x, y), 2.2, color)


def curve(pen: Pen, width: float, drawn: StepCurve) -> None:
    """A share that changes in steps, over numbers on a logarithmic axis."""
    across, upward = count_axis(max((point.x for point in drawn.points), default=1)), axis_for([0.0, 1.0])
    top, start, end = 4.0, LEFT, min(width, 380.0)
    _heights(pen, start, end, top, upward)

    def position(x: float, y: float) -> tuple[float, float]:
        return start + across.share(math.log10(max(x, 1))) * (end - start), _down(y, top, upward)

    for tick in across.ticks:
        pen.text((position(10**tick, 0)[0], top + PANEL + 10), count(round(10**tick)), _SMALL, SOFT, "middle")
    pen.text(((start + end) / 2, top + PANEL + 20), drawn.across, _SMALL, SOFT, "middle", width)
    if drawn.level:
        down = _down(drawn.level[0], top, upward)
        pen.line((start, down), (end, down), SERIES[0], 0.8, (1, 2))
    corners = [position(point.x, point.y) for point in drawn.points]
    for (x, y), (next_x, next_y) in pairwise(corners):
        pen.line((x, y), (next_x, y), SERIES[0], 1.1)
        pen.line((next_x, y), (next_x, next_y), SERIES[0], 1.1)
    if corners:
        pen.line(corners[-1], (end, corners[-1][1]), SERIES[0], 1.1)
    for mark in drawn.marks:
        pen.dot(position(mark.x, mark.y), 2.4, SERIES[0])


def _heights(pen: Pen, start: float, end: float, top: float, axis: Axis) -> None:
    for tick in axis.ticks:
        down = _down(tick, top, axis)
        pen.line((start, down), (end, down), LINE, 0.5)
        pen.text((start - 5, down + 2.5), points(tick, 0), _SMALL, SOFT, "end")


def _down(value: float, top: float, axis: Axis) -> float:
    return top + (1 - axis.share(value)) * PANEL


def radar(pen: Pen, width: float, chart: Radar) -> None:
    """Scores along axes around a middle, each axis with its name."""
    middle, across = RADIUS + 26, min(width / 2, 190.0)

    def at(corner: tuple[float, float]) -> tuple[float, float]:
        return across + RADIUS * corner[0], middle + RADIUS * corner[1]

    rim = [corner for corner in around([1.0] * len(chart.axes)) if corner]
    for ring in (0.25, 0.5, 0.75, 1.0):
        for start, end in sides([(ring * x, ring * y) for x, y in rim]):
            pen.line(at(start), at(end), LINE, 0.5)
        pen.text((across + 3, middle - RADIUS * ring + 7), points(ring, 0), 6, SOFT)
    for corner, name in zip(rim, chart.axes, strict=True):
        pen.line((across, middle), at(corner), LINE, 0.5)
        anchor = "middle" if abs(corner[0]) < 0.15 else "start" if corner[0] > 0 else "end"
        lines = wrapped(name, 18)
        x, y = across + (RADIUS + 8) * corner[0], middle + (RADIUS + 8) * corner[1]
        first = y + 2.5 + 8.5 * (corner[1] - 1) / 2 * (len(lines) - 1) + 3 * corner[1]
        for number, line in enumerate(lines):
            pen.text((x, first + 8.5 * number), line, 7, INK, anchor)
    for number, series in enumerate(chart.series):
        color, dash = SERIES[number % len(SERIES)], DASHES[number % len(DASHES)]
        corners = around(series.values)
        for start, end in sides(corners):
            pen.line(at(start), at(end), color, 1.1, dash)
        for corner in filter(None, corners):
            pen.dot(at(corner), 1.7, color)
