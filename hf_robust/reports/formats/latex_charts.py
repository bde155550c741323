"""Charts for LaTeX: pgfplots and TikZ, each picture whole in itself, without styles defined elsewhere."""

import math
from collections.abc import Iterable, Sequence

from hf_robust.reports.charts import (
    Bar,
    BarCharts,
    DotPlot,
    DotRow,
    Line,
    LineCharts,
    LinePanel,
    Radar,
    RadarSeries,
    StepCurve,
)
from hf_robust.reports.formats.latex_text import tex
from hf_robust.reports.formats.scales import Axis, bar_axis, count_axis, dot_axis, line_axis

ROWS = 40  # of a chart; the tables hold the rest
# the colors of Okabe and Ito, which most color-blind readers can tell apart
_COLORS = (
    *((0, 114, 178), (213, 94, 0), (0, 158, 115), (204, 121, 167), (86, 180, 233), (230, 159, 0)),
    *((0, 0, 0), (140, 86, 75), (127, 127, 127), (188, 189, 34)),
)
_LOSS, _GAIN, _QUIET = 1, 0, "black!45"
_APART = 0.17  # rows between two points of one row that are not joined
_TEXTS = 0.36  # of the line, for texts to the right of a drawing
_RIM = 2.6  # centimeters of a radar chart


def color(index: int) -> str:
    """A color by its number, as an option of TikZ.

    Example:
        >>> color(0) == color(10)
        True
    """
    red, green, blue = _COLORS[index % len(_COLORS)]
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def dots(plot: DotPlot) -> str:
    """Points on lines, one row for each thing measured; the first rows of many.

    Args:
        plot: The chart.
    """
    rows, axis = plot.rows[:ROWS], dot_axis(plot)
    columns = _text_columns(plot)
    drawn: list[str] = []
    for place, row in enumerate(rows, start=1):
        drawn += _dot_row(row, place, plot.joined)
        drawn += _texts([tex(text, 40) for text in row.texts], place, axis, columns)
    drawn += _texts([rf"\textit{{{tex(head, 30)}}}" for head in plot.heads], 0.2, axis, columns)
    options = [*_across(axis), *_names([row.name + (" *" if row.star else "") for row in rows])]
    return _axis(options, drawn, 0.36 if columns else 0.64, 0.5 * len(rows) + 0.3)


def _text_columns(plot: DotPlot) -> list[float]:
    """Where the columns of texts to the right of the drawing end, as shares of the line."""
    lines = [plot.heads, *(row.texts for row in plot.rows)]
    widths = [2 + max(len(line[n]) for line in lines if n < len(line)) for n in range(max(map(len, lines)))]
    return [_TEXTS * sum(widths[: n + 1]) / sum(widths) for n in range(len(widths))]


def _texts(texts: Sequence[str], y: float, axis: Axis, columns: Sequence[float]) -> list[str]:
    return [
        rf"\node[anchor=east, xshift={end:.3f}\linewidth, font=\scriptsize] at {_at(100 * axis.high, y)} {{{text}}};"
        for end, text in zip(columns, texts)
    ]


def _dot_row(row: DotRow, line: int, joined: bool) -> list[str]:
    ink = color(_GAIN if row.gain else _LOSS)
    drawn = []
    if joined and len(row.marks) == 2:
        ends = " -- ".join(_at(100 * mark.value, line) for mark in row.marks)
        drawn.append(rf"\draw[{_QUIET}] {ends};")
    for mark in row.marks:
        y = line if joined else line + (-_APART if mark.kind == "before" else _APART)
        if mark.interval:
            low, high = (100 * end for end in mark.interval)
            drawn.append(rf"\draw[color={ink}, thick, |-|] {_at(low, y)} -- {_at(high, y)};")
        look = f"draw={_QUIET}, fill=white, thick" if mark.kind == "before" else f"fill={ink}"
        drawn.append(rf"\path[{look}] {_at(100 * mark.value, y)} circle[radius=2.2pt];")
    return drawn


def bars(charts: BarCharts) -> list[str]:
    """Bars from zero on one scale, a picture for each chart, with its title."""
    axis = bar_axis(charts)
    return [_bars(title, shown, axis) for title, shown in charts.charts]


def _bars(title: str, shown: Sequence[Bar], axis: Axis) -> str:
    shown = shown[:ROWS]
    drawn = [rf"\draw[black!60] {_at(0, 0.4)} -- {_at(0, len(shown) + 0.6)};"]
    for place, bar in enumerate(shown, start=1):
        if bar.value is not None:
            ink, end = color(_GAIN if bar.value < 0 else _LOSS), 100 * bar.value
            drawn.append(rf"\path[fill={ink}] {_at(0, place - 0.28)} rectangle {_at(end, place + 0.28)};")
        beside = f"{tex(bar.text, 20)} {{\\color{{black!55}}({tex(bar.note, 40)})}}" if bar.note else tex(bar.text, 20)
        where = _at(100 * max(bar.value or 0.0, 0.0), place)
        drawn.append(rf"\node[anchor=west, font=\scriptsize] at {where} {{{beside}}};")
    options = [
        f"xmin={_number(100 * axis.low)}, xmax={_number(100 * axis.high)}",
        "xticklabel style={font=\\scriptsize}",
    ]
    options += [rf"title={{{tex(title, 60)}}}, title style={{font=\small\bfseries}}", *_names([b.name for b in shown])]
    return _axis(options, drawn, 0.36, 0.5 * len(shown) + 0.3)


def lines(charts: LineCharts) -> list[str]:
    """Lines on one scale, a picture for each panel."""
    axis = line_axis(charts)
    return [_panel(panel, axis, charts.across) for panel in charts.panels]


def line_keys(charts: LineCharts) -> str:
    """What colors and strokes of line charts mean, on one line."""
    keys = [_key(f"color={color(number)}", name) for number, name in enumerate(charts.colors)]
    strokes = zip(("dashed", "", "dotted"), charts.dashes)
    return keys_line([*keys, *(_key(f"black!70, {stroke}", name) for stroke, name in strokes if name)])


def _panel(panel: LinePanel, axis: Axis, across: str) -> str:
    xs = sorted({point.x for line in panel.lines for point in line.points})
    shown = xs if len(xs) <= 8 else xs[:: math.ceil(len(xs) / 8)]
    space = (xs[-1] - xs[0]) * 0.06 or 0.5 if xs else 0.5
    drawn = []
    for level, number in panel.levels:
        ends = f"{_at(xs[0] - space, 100 * level)} -- {_at(xs[-1] + space, 100 * level)}" if xs else ""
        drawn += [rf"\draw[color={color(number)}, dotted, thick] {ends};"] if ends else []
    for place, line in enumerate(panel.lines):
        drawn += _line(line, (place - (len(panel.lines) - 1) / 2) * space * 0.12)
    options = [
        f"xmin={_number(xs[0] - space)}, xmax={_number(xs[-1] + space)}" if xs else "xmin=0, xmax=1",
        f"xtick={{{','.join(map(str, shown))}}}, xlabel={{{tex(across, 40)}}}",
        *_upward(axis),
        rf"title={{{tex(panel.title, 60)}}}, title style={{font=\small\bfseries}}",
    ]
    return _axis(options, drawn, 0.36, 3.6)


def _line(line: Line, shift: float) -> list[str]:
    ink, stroke = color(line.color), ", dashed" if line.dashed else ""
    places = [(point.x + shift, 100 * point.y) for point in line.points]
    drawn = [rf"\draw[color={ink}, thick{stroke}] {' -- '.join(_at(*place) for place in places)};"] if places else []
    for place, point in zip(places, line.points, strict=True):
        if point.interval:
            low, high = (_at(place[0], 100 * end) for end in point.interval)
            drawn.append(rf"\draw[color={ink}] {low} -- {high};")
        fill = "white" if line.dashed else ink
        drawn.append(rf"\path[draw={ink}, fill={fill}] {_at(*place)} circle[radius=1.7pt];")
    return drawn


def curve(drawn: StepCurve) -> str:
    """A share that changes in steps, over numbers on a logarithmic axis.

    Args:
        drawn: The curve.
    """
    across = count_axis(max((point.x for point in drawn.points), default=1))
    ticks = ",".join(str(round(10**tick)) for tick in across.ticks)
    points = [(max(point.x, 1), 100 * point.y) for point in drawn.points]
    last = 10**across.high
    parts = []
    if drawn.level:
        level = 100 * drawn.level[0]
        parts.append(rf"\draw[black!60, dotted, thick] {_at(1, level)} -- {_at(last, level)};")
    if points:
        path = " ".join(f"({_number(x)},{_number(y)})" for x, y in [*points, (last, points[-1][1])])
        parts.append(rf"\addplot[const plot, no marks, thick, color={color(0)}] coordinates {{{path}}};")
    parts += [
        rf"\path[fill={color(0)}] {_at(max(mark.x, 1), 100 * mark.y)} circle[radius=2pt];" for mark in drawn.marks
    ]
    options = [
        f"xmode=log, log ticks with fixed point, xmin=1, xmax={_number(last)}, xtick={{{ticks}}}",
        "minor x tick num=0, xminorticks=false",
        "ymin=0, ymax=100, ytick={0,20,40,60,80,100}",
        f"xlabel={{{tex(drawn.across, 60)}}}, ylabel={{{tex(drawn.name, 60)}}}",
    ]
    return _axis(options, parts, 0.7, 4.5)


def radar(drawn: Radar) -> str:
    """Scores along axes around a middle.

    Args:
        drawn: The chart.
    """
    angles = [90 - 360 * place / len(drawn.axes) for place in range(len(drawn.axes))]
    parts = [r"\begin{tikzpicture}[font=\scriptsize]"]
    for ring in (0.25, 0.5, 0.75, 1.0):
        corners = " -- ".join(f"({_number(angle)}:{ring * _RIM:g}cm)" for angle in angles)
        parts.append(rf"\draw[black!20] {corners} -- cycle;")
        parts.append(rf"\node[anchor=east, text=black!50] at (90:{ring * _RIM:g}cm) {{{100 * ring:g}}};")
    for angle, name in zip(angles, drawn.axes, strict=True):
        parts.append(rf"\draw[black!30] (0,0) -- ({_number(angle)}:{_RIM}cm);")
        anchor = "south" if angle == 90 else "west" if -90 < angle < 90 else "north" if angle == -90 else "east"
        parts.append(rf"\node[anchor={anchor}] at ({_number(angle)}:{_RIM + 0.12:g}cm) {{{tex(name, 40)}}};")
    for number, series in enumerate(drawn.series):
        parts += _outline(series, number, angles)
    return "\n".join([*parts, r"\end{tikzpicture}"])


def radar_keys(drawn: Radar) -> str:
    """What the outlines of a radar chart are, on one line."""
    return keys_line([_key(_stroke(number), series.name) for number, series in enumerate(drawn.series)])


def _stroke(index: int) -> str:
    return f"color={color(index)}, {('solid', 'dashed', 'dotted')[index % 3]}, thick"


def _outline(series: RadarSeries, index: int, angles: Sequence[float]) -> Iterable[str]:
    """Lines between neighbors that both have a value, and a point for each value."""
    points = [
        None if value is None else f"({_number(angle)}:{min(max(value, 0.0), 1.0) * _RIM:.3f}cm)"
        for angle, value in zip(angles, series.values, strict=True)
    ]
    for start, end in zip(points, [*points[1:], points[0]], strict=True):
        if start and end:
            yield rf"\draw[{_stroke(index)}] {start} -- {end};"
    for point in filter(None, points):
        yield rf"\path[fill={color(index)}] {point} circle[radius=1.5pt];"


def keys_line(keys: Sequence[str]) -> str:
    """Keys of a chart on one line."""
    return r"{\footnotesize " + r"\quad ".join(keys) + "}" if keys else ""


def _key(look: str, name: str) -> str:
    return rf"\mbox{{\tikz[baseline=-0.6ex]{{\draw[{look}, thick] (0,0) -- (0.5,0);}}~{tex(name, 60)}}}"


def _axis(options: Iterable[str], drawn: Iterable[str], width: float, height: float) -> str:
    """An axis of pgfplots; its width is a share of the line without the names of its ticks."""
    look = [
        rf"scale only axis, width={width}\linewidth, height={height:g}cm, clip=false",
        r"axis lines=left, axis line style={black!50, -}, tick style={black!50}",
        r"tick label style={font=\scriptsize}, label style={font=\scriptsize}",
    ]
    inside = ",\n  ".join([*look, *options])
    return "\n".join(
        [r"\begin{tikzpicture}", rf"\begin{{axis}}[{inside}]", *drawn, r"\end{axis}", r"\end{tikzpicture}"]
    )


def _across(axis: Axis) -> list[str]:
    ticks = ",".join(_number(100 * tick) for tick in axis.ticks)
    return [f"xmin={_number(100 * axis.low)}, xmax={_number(100 * axis.high)}, xtick={{{ticks}}}, xmajorgrids"]


def _upward(axis: Axis) -> list[str]:
    ticks = ",".join(_number(100 * tick) for tick in axis.ticks)
    return [f"ymin={_number(100 * axis.low)}, ymax={_number(100 * axis.high)}, ytick={{{ticks}}}, ymajorgrids"]


def _names(names: Sequence[str]) -> list[str]:
    """The names of rows, the first one at the top."""
    shown = ",".join(f"{{{tex(name, 34)}}}" for name in names)
    return [
        f"ymin=0.4, ymax={len(names) + 0.6:g}, y dir=reverse, ytick={{{','.join(map(str, range(1, len(names) + 1)))}}}",
        f"yticklabels={{{shown}}}, major y tick style={{draw=none}}",
        r"yticklabel style={text width=0.24\linewidth, align=right}",
    ]


def _at(x: float, y: float) -> str:
    return f"(axis cs:{_number(x)},{_number(y)})"


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
