"""Inline SVG of scores against the number of corrupted words: places across in percent, heights in pixels.

Nothing is ever scaled: lines and marks keep their size at any width. Colours come from the page's classes, one a model.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from hf_robust.reports import corruption_words as words
from hf_robust.reports import wording
from hf_robust.reports.charts import Axis, axis_for

HEIGHT, TOP, BOTTOM = 250, 10, 30
COLOURS = 6  # classes s1 to s6 of the page; more models start over
_MARGIN = 0.06  # of the width, left of the first number of words and right of the last
_APART = 5  # pixels between the whiskers of neighbouring lines


@dataclass(frozen=True)
class Line:
    """The scores of one model and strategy.

    Args:
        model: Name of the model.
        choose: ``random`` or ``important``.
        points: (number of words, score, interval of the score or None), by number of words.
        colour: Class of its colour.
        shift: Pixels by which marks and whiskers move aside, so that they do not cover each other.
    """

    model: str
    choose: str
    points: tuple[tuple[int, float, list | None], ...]
    colour: str
    shift: float = 0.0


def lines_of(record: dict, family: str) -> list[Line]:
    """The lines of one family, in the order of models and strategies."""
    models, strategies = [model["name"] for model in record["models"]], record["grid"]["choose"]
    keys = [(model, choose) for model in models for choose in strategies]
    found = []
    for place, (model, choose) in enumerate(keys):
        cells = [c for c in record["cells"] if (c["model"], c["family"], c["choose"]) == (model, family, choose)]
        cells = [cell for cell in cells if cell["count"] is not None]
        points = tuple((c["count"], c["score"], c["interval"]) for c in sorted(cells, key=lambda c: c["count"]))
        shift = _APART * (place - (len(keys) - 1) / 2)
        found.append(Line(model, choose, points, colour(models.index(model)), shift))
    return found


def colour(place: int) -> str:
    """The class of the colour of a model.

    Example:
        >>> colour(0), colour(6)
        ('s1', 's1')
    """
    return f"s{place % COLOURS + 1}"


def score_axis(record: dict) -> Axis:
    """The upright scale that all families share: it holds every score, interval and baseline."""
    values = [model["baseline"] for model in record["models"]]
    for cell in record["cells"]:
        values += [cell["score"], *(wording.bounds(cell["interval"]) or ())]
    return axis_for([min(max(value, 0.0), 1.0) for value in values])


def panel(record: dict, family: str, axis: Axis) -> str:
    """The drawing of one family: a line a model and strategy, baselines across.

    Args:
        record: A valid record.
        family: Name of the family.
        axis: See :func:`score_axis`.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> record = sample_corruptions()
        >>> drawing = panel(record, "delete", score_axis(record))
        >>> drawing.count('class="cross"'), drawing.count('class="ring"'), drawing.count('class="baseline"')
        (4, 4, 2)
    """
    counts, lines = record["grid"]["counts"], lines_of(record, family)
    parts = _frame(counts, axis)
    for place, model in enumerate(record["models"]):
        parts.append(_across("baseline", _y(model["baseline"], axis), colour(place)))
    for line in lines:
        parts.append(_drawn(line, counts, axis))
    said = "; ".join(_said(line) for line in lines)
    baselines = ", ".join(f"{m['name']} {wording.points(m['baseline'])}" for m in record["models"])
    metric = words.metric_word(record)
    label = f"{family}: {metric} against the number of corrupted words. Before: {baselines}. {said}"
    return (
        f'<svg class="lines" width="100%" height="{HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def key(choose: str, colour_class: str = "", size: int = 30) -> str:
    """A piece of a line with its mark, for the legend."""
    mark = _mark(choose, f"{size / 2:g}", 7)
    style = "dash" if choose == "random" else "solid"
    return (
        f'<svg width="{size}" height="14"><g class="{colour_class}">'
        f'<line class="{style}" x1="0" x2="{size}" y1="7" y2="7"/>{mark}</g></svg>'
    )


def _said(line: Line) -> str:
    scores = ", ".join(f"{wording.points(score)} at {count}" for count, score, _ in line.points)
    return f"{line.model}, {words.STRATEGIES[line.choose]}: {scores}"


def _x(count: int, counts: Sequence[int]) -> str:
    first, last = min(counts), max(counts)
    share = 0.5 if first == last else _MARGIN + (1 - 2 * _MARGIN) * (count - first) / (last - first)
    return f"{100 * share:.2f}%"


def _y(score: float, axis: Axis) -> float:
    share = (min(max(score, axis.low), axis.high) - axis.low) / (axis.high - axis.low)
    return round(TOP + (1 - share) * (HEIGHT - TOP - BOTTOM), 2)


def _across(kind: str, y: float, colour_class: str = "") -> str:
    inner = f'<line class="{kind}" x1="0" x2="100%" y1="{y:g}" y2="{y:g}"/>'
    return f'<g class="{colour_class}">{inner}</g>' if colour_class else inner


def _frame(counts: Sequence[int], axis: Axis) -> list[str]:
    parts = []
    for tick in axis.ticks:
        y = _y(tick, axis)
        parts += [_across("grid", y), f'<text x="-8" y="{y + 4:g}" text-anchor="end">{wording.points(tick, 0)}</text>']
    for count in counts:
        parts.append(f'<text x="{_x(count, counts)}" y="{HEIGHT - 8}" text-anchor="middle">{count}</text>')
    return parts


def _drawn(line: Line, counts: Sequence[int], axis: Axis) -> str:
    places = [(_x(count, counts), _y(score, axis)) for count, score, _ in line.points]
    style = "dash" if line.choose == "random" else "solid"
    parts = [
        f'<line class="{style}" x1="{x}" x2="{next_x}" y1="{y:g}" y2="{next_y:g}"/>'
        for (x, y), (next_x, next_y) in itertools.pairwise(places)
    ]
    for (x, y), (count, score, interval) in zip(places, line.points, strict=True):
        ends = wording.bounds(interval)
        if ends is not None:
            low, high = (_y(end, axis) for end in ends)
            parts.append(f'<line class="span" x1="{x}" x2="{x}" y1="{low:g}" y2="{high:g}"/>')
        parts.append(_mark(line.choose, x, y, _hint(line, count, score, interval)))
    return f'<g class="{line.colour}" transform="translate({line.shift:g})">{"".join(parts)}</g>'


def _hint(line: Line, count: int, score: float, interval: list | None) -> str:
    hint = f"{line.model}, {words.counted(count, line.choose)}: {wording.points(score)}"
    return hint if wording.bounds(interval) is None else f"{hint} ({wording.interval(interval)})"


def _mark(choose: str, x: str, y: float, hint: str = "") -> str:
    """A ring for random words and a cross for important ones, as in the paper's figure."""
    if choose == "random":
        mark = f'<circle class="ring" cx="{x}" cy="{y:g}" r="4.5"/>'
    else:
        cross = '<path class="cross" d="M-4.5-4.5L4.5 4.5M-4.5 4.5L4.5-4.5"/>'
        mark = f'<svg x="{x}" y="{y:g}" overflow="visible">{cross}</svg>'
    return f"<g><title>{escape(hint)}</title>{mark}</g>" if hint else mark
