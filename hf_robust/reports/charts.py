"""Inline SVG for the page: one small drawing a row, in percent of its width, so that nothing is ever
scaled: lines and dots keep their size from 400 pixels to 1280. Colours come from the page's classes."""

import math
from dataclasses import dataclass
from html import escape

from hf_robust.reports import wording

ROW = 34  # height of a row in pixels
_MIDDLE = ROW / 2
_STEPS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)


@dataclass(frozen=True)
class Axis:
    """A horizontal scale.

    Args:
        low: Value at the left end.
        high: Value at the right end.
        ticks: Values that get a line and a number.
    """

    low: float
    high: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> str:
        """Where a value lies, as a percentage of the width.

        Example:
            >>> Axis(0.5, 1.0, (0.5, 1.0)).at(0.75)
            '50%'
        """
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return f"{100 * share:.2f}".rstrip("0").rstrip(".") + "%"


def axis_for(values: list[float], most_ticks: int = 6) -> Axis:
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


def dumbbell_axis(results: list[dict]) -> Axis:
    """The axis that holds scores before and after, and the whiskers."""
    values: list[float] = []
    for result in results:
        values += [result["original"], result["perturbed"], *_whisker(result)]
    return axis_for([min(max(value, 0.0), 1.0) for value in values])


def _whisker(result: dict) -> tuple[float, ...]:
    """The interval of the drop, drawn around the score after: where that score could be."""
    ends = wording.bounds(result["interval"])
    return () if ends is None else (result["original"] - ends[1], result["original"] - ends[0])


def dumbbell(result: dict, axis: Axis, metric: str) -> str:
    """Score before (ring) and after (disc) of one result, with the interval of the drop as a whisker."""
    before, after = axis.at(result["original"]), axis.at(result["perturbed"])
    gain = " gain" if wording.gained(result) else ""
    parts = [_grid(axis), _line("join", before, after)]
    label = (
        f"{result['name']}: {metric} {wording.points(result['original'])} before, "
        f"{wording.points(result['perturbed'])} after"
    )
    whisker = _whisker(result)
    if whisker:
        left, right = (axis.at(value) for value in whisker)
        parts += [_line("whisker" + gain, left, right), _cap(left, gain), _cap(right, gain)]
        label += f"; drop {wording.points(result['drop'])}, interval {wording.interval(result['interval'])}"
    parts.append(f'<circle class="before" cx="{before}" cy="{_MIDDLE:g}" r="7"/>')
    parts.append(f'<circle class="after{gain}" cx="{after}" cy="{_MIDDLE:g}" r="5.25"/>')
    return _svg(parts, label)


def bar(name: str, value: float, axis: Axis) -> str:
    """A drop as a bar from zero."""
    left, right = sorted((0.0, value))
    start, end = axis.at(left), axis.at(right)
    width = float(end[:-1]) - float(start[:-1])
    gain = " gain" if value < 0 else ""
    rect = f'<rect class="bar{gain}" x="{start}" y="9" width="{width:.2f}%" height="{ROW - 18}" rx="2"/>'
    zero = f'<line class="zero" x1="{axis.at(0)}" x2="{axis.at(0)}" y1="2" y2="{ROW - 2}"/>'
    return _svg([rect, zero], f"{name}: mean drop {wording.points(value)} points")


def bar_axis(values: list[float]) -> Axis:
    """The axis of the bars: it always holds zero."""
    low, high = min([0.0, *values]), max([0.0, *values])
    return Axis(low, high if high > low else low + 0.01, ())


def scale(axis: Axis) -> str:
    """The numbers under a chart; screen readers skip them, every row says its own."""
    digits = _digits(axis)
    marks = [
        f'<text x="{axis.at(tick)}" y="16" text-anchor="middle">{wording.points(tick, digits)}</text>'
        for tick in axis.ticks
    ]
    return f'<svg class="scale" width="100%" height="24" aria-hidden="true">{"".join(marks)}</svg>'


def _digits(axis: Axis) -> int:
    return 0 if all(abs(100 * tick - round(100 * tick)) < 1e-6 for tick in axis.ticks) else 1


def _grid(axis: Axis) -> str:
    return "".join(
        f'<line class="grid" x1="{axis.at(tick)}" x2="{axis.at(tick)}" y1="0" y2="{ROW}"/>' for tick in axis.ticks
    )


def _line(kind: str, left: str, right: str) -> str:
    return f'<line class="{kind}" x1="{left}" x2="{right}" y1="{_MIDDLE:g}" y2="{_MIDDLE:g}"/>'


def _cap(place: str, gain: str) -> str:
    top, bottom = f"{_MIDDLE - 4:g}", f"{_MIDDLE + 4:g}"
    return f'<line class="whisker{gain}" x1="{place}" x2="{place}" y1="{top}" y2="{bottom}"/>'


def _svg(parts: list[str], label: str) -> str:
    return f'<svg width="100%" height="{ROW}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
