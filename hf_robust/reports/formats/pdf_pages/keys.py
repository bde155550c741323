"""The keys of charts: what each color, stroke and mark is."""

from collections.abc import Callable, Sequence

from reportlab.platypus import Flowable

from hf_robust.reports.charts import DotPlot, LineCharts, Radar, StepCurve
from hf_robust.reports.formats.pdf_pages.drawings import BEFORE, DASHES, SERIES, Pen
from hf_robust.reports.formats.pdf_pages.fonts import Fonts
from hf_robust.reports.formats.pdf_pages.texts import INK, LOSS, SOFT, cleaned

Draw = Callable[[Pen, float, float], None]
"""Draws a key whose left end lies there."""

_SIZE, _STEP, _MARK, _APART, _MOST = 7.5, 12.0, 21.0, 14.0, 220.0


class Keys(Flowable):
    """Keys from left to right, on as many lines as they need.

    Args:
        keys: What draws each, and its name; those without a name are left out.
        fonts: The fonts of the document.
    """

    keepWithNext = True  # noqa: N815

    def __init__(self, keys: Sequence[tuple[Draw, str]], fonts: Fonts) -> None:
        super().__init__()
        self._fonts = fonts
        fitted = ((draw, fonts.fitted(cleaned(name), _SIZE, _MOST)) for draw, name in keys if name)
        self._keys = [(draw, name, _MARK + fonts.width(name, _SIZE)) for draw, name in fitted]

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """How much room they take."""
        self.width = width
        self.height = (self._positions(width)[-1][1] if self._keys else 0) + 8
        return width, self.height

    def draw(self) -> None:
        """Draw them."""
        self.canv.saveState()
        self.canv.translate(0, self.height)
        pen = Pen(self.canv, self._fonts)
        for (draw, name, _), (x, y) in zip(self._keys, self._positions(self.width), strict=True):
            draw(pen, x, y - 2.6)
            pen.text((x + _MARK, y), name, _SIZE, SOFT)
        self.canv.restoreState()

    def _positions(self, width: float) -> list[tuple[float, float]]:
        positions: list[tuple[float, float]] = []
        x, y = 0.0, 8.0
        for _, _, size in self._keys:
            if x and x + size > width:
                x, y = 0.0, y + _STEP
            positions.append((x, y))
            x += size + _APART
        return positions


def dot_keys(plot: DotPlot) -> list[tuple[Draw, str]]:
    """The keys of a dot plot."""

    def whisker(pen: Pen, x: float, y: float) -> None:
        pen.line((x, y), (x + 16, y), LOSS, 0.9)
        for end in (x, x + 16):
            pen.line((end, y - 2), (end, y + 2), LOSS, 0.9)

    marks: list[Draw] = [
        lambda pen, x, y: pen.dot((x + 12, y), 3.3, BEFORE, ring=True),
        lambda pen, x, y: pen.dot((x + 12, y), 2.5, LOSS),
        whisker,
    ]
    return list(zip(marks, plot.legend))


def line_keys(charts: LineCharts) -> list[tuple[Draw, str]]:
    """The keys of line charts."""

    def color(index: int) -> Draw:
        return lambda pen, x, y: pen.dot((x + 12, y), 2.5, SERIES[index % len(SERIES)])

    def broken(pen: Pen, x: float, y: float) -> None:
        pen.line((x, y), (x + 16, y), INK, 1.1, (4, 3))
        pen.dot((x + 8, y), 2.2, INK, ring=True)

    def whole(pen: Pen, x: float, y: float) -> None:
        pen.line((x, y), (x + 16, y), INK, 1.1)
        pen.cross((x + 8, y), 2.2, INK)

    colors = [(color(number), name) for number, name in enumerate(charts.colors)]
    return [*colors, *zip((broken, whole, _level), charts.dashes)]


def curve_keys(drawn: StepCurve) -> list[tuple[Draw, str]]:
    """The keys of a step curve."""
    line: Draw = lambda pen, x, y: pen.line((x, y), (x + 16, y), SERIES[0], 1.1)  # noqa: E731
    return [(line, drawn.name), (_level, drawn.level[1] if drawn.level else "")]


def radar_keys(chart: Radar) -> list[tuple[Draw, str]]:
    """The keys of a radar chart."""

    def key(index: int) -> Draw:
        color, dash = SERIES[index % len(SERIES)], DASHES[index % len(DASHES)]

        def draw(pen: Pen, x: float, y: float) -> None:
            pen.line((x, y), (x + 16, y), color, 1.1, dash)
            pen.dot((x + 8, y), 1.7, color)

        return draw

    return [(key(number), series.name) for number, series in enumerate(chart.series)]


def _level(pen: Pen, x: float, y: float) -> None:
    pen.line((x, y), (x + 16, y), INK, 0.8, (1, 2))
