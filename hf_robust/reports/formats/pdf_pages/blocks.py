"""The blocks of a view as parts of pages."""

from collections.abc import Callable, Iterator
from functools import partial

from reportlab.lib.colors import HexColor
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether

from hf_robust.reports.charts import BarCharts, DotPlot, HeatMap, LineCharts, Radar, StepCurve
from hf_robust.reports.formats.pdf_pages import drawings
from hf_robust.reports.formats.pdf_pages.drawings import Drawing
from hf_robust.reports.formats.pdf_pages.headings import Heading
from hf_robust.reports.formats.pdf_pages.keys import Keys, curve_keys, dot_keys, line_keys, radar_keys
from hf_robust.reports.formats.pdf_pages.tables import heat_map, table
from hf_robust.reports.formats.pdf_pages.texts import Setter
from hf_robust.reports.formats.scales import bar_axis, dot_axis, line_axis
from hf_robust.reports.root_cause_view import Cause
from hf_robust.reports.view import Block, Counts, Entries, Entry, Example, Examples, Facts, ShownAnswer, Table, Words
from hf_robust.reports.wording import clip, count, share

CHART_ROWS = 40  # of a dot plot or bar chart
ENTRIES = 25  # things measured that have a part of their own; tables hold the numbers of all
EXAMPLES = 3  # in a list
_RAISED = HexColor("#f5f6f8")


def flowables(block: Block, setter: Setter) -> Iterator[Flowable]:
    """A block as parts of pages.

    Args:
        setter: Sets its texts.
    """
    yield from _DRAW[type(block)](block, setter)


def _words(block: Words, setter: Setter) -> Iterator[Flowable]:
    for sentence in block.sentences:
        yield setter.paragraph(sentence, "quiet" if block.quiet else "words")


def _dots(plot: DotPlot, setter: Setter) -> Iterator[Flowable]:
    if not plot.rows:
        return
    axis, fonts = dot_axis(plot), setter.fonts
    rows = plot.rows[:CHART_ROWS]
    texts = max(len(row.texts) for row in rows)
    yield Keys(dot_keys(plot), fonts)
    for place, row in enumerate(rows):
        paint = partial(drawings.dot_row, row=row, axis=axis, joined=plot.joined)
        yield Drawing(drawings.ROW, paint, fonts, keep=place < 2 or place >= len(rows) - 2)
    yield Drawing(16, partial(drawings.row_scale, axis=axis, texts=texts), fonts)
    if len(plot.rows) > CHART_ROWS:
        yield setter.paragraph(f"{len(plot.rows) - CHART_ROWS} {plot.more}", "quiet")


def _bars(charts: BarCharts, setter: Setter) -> Iterator[Flowable]:
    axis = bar_axis(charts)
    for title, bars in charts.charts:
        yield setter.paragraph(title, "h4")
        for place, bar in enumerate(bars[:CHART_ROWS]):
            paint = partial(drawings.bar_row, bar=bar, axis=axis)
            yield Drawing(drawings.ROW, paint, setter.fonts, keep=place < 2 and place < len(bars) - 1)


def _lines(charts: LineCharts, setter: Setter) -> Iterator[Flowable]:
    axis = line_axis(charts)
    yield Keys(line_keys(charts), setter.fonts)
    for first in range(0, len(charts.panels), 2):
        pair = charts.panels[first : first + 2]
        paint = partial(drawings.panels, pair=pair, axis=axis, across=charts.across)
        yield Drawing(drawings.PANEL + 46, paint, setter.fonts)


def _curve(drawn: StepCurve, setter: Setter) -> Iterator[Flowable]:
    yield Keys(curve_keys(drawn), setter.fonts)
    yield Drawing(drawings.PANEL + 32, partial(drawings.curve, drawn=drawn), setter.fonts)


def _radar(chart: Radar, setter: Setter) -> Iterator[Flowable]:
    if chart.title:
        yield setter.paragraph(chart.title, "h4", spaceBefore=10)
    yield Keys(radar_keys(chart), setter.fonts)
    height = 2 * drawings.RADIUS + 54
    yield Drawing(height, partial(drawings.radar, chart=chart), setter.fonts)


def _counts(block: Counts, setter: Setter) -> Iterator[Flowable]:
    if block.title:
        yield setter.paragraph(block.title, "h4")
    for number, what in block.items:
        text = f"{setter.strong(number)}  {setter.markup(clip(what, 300))}"
        yield setter.marked_up(text, "words", leftIndent=10, spaceBefore=0, spaceAfter=1)


def _facts(block: Facts, setter: Setter) -> Iterator[Flowable]:
    facts = (f"{setter.soft(clip(name, 120))} {setter.markup(clip(value, 400))}" for name, value in block.items)
    yield setter.marked_up(setter.soft(" · ").join(facts), "words")


def _examples(block: Examples, setter: Setter) -> Iterator[Flowable]:
    if block.title and block.items:
        yield setter.paragraph(block.title, "h4")
    for example in block.items[:EXAMPLES]:
        yield KeepTogether(list(_example(example, setter)))
    if len(block.items) > EXAMPLES:
        yield setter.paragraph(f"{count(len(block.items) - EXAMPLES, 'more example')}: see the page.", "quiet")


def _example(example: Example, setter: Setter) -> Iterator[Flowable]:
    box = {"backColor": _RAISED, "borderPadding": (2, 5, 3, 5), "leftIndent": 6, "rightIndent": 6}
    if example.note:
        yield setter.paragraph(clip(example.note, 120), "quiet", leftIndent=6)
    for shown in example.texts:
        field = f"{setter.soft(shown.field)} " if len(example.texts) > 1 else ""
        yield setter.marked_up(field + setter.segments(shown.segments), "example", spaceBefore=6, **box)
    answers = "    ".join(_answer(answer, setter) for answer in example.answers)
    yield setter.marked_up(answers, "words", leftIndent=6, spaceBefore=5, spaceAfter=8)
    if example.cause:
        yield from _cause(example.cause, setter)


def _answer(answer: ShownAnswer, setter: Setter) -> str:
    steps = []
    for text, score in answer.steps:
        shown = setter.markup(clip(text, 40)) if answer.plain else setter.strong(clip(text, 160))
        steps.append(shown + (f" {setter.soft(share(score))}" if score is not None else ""))
    return f"{setter.soft(clip(answer.role, 60))} {setter.markup(' → ').join(steps)}"


def _cause(cause: Cause, setter: Setter) -> Iterator[Flowable]:
    yield setter.paragraph("Root cause: the words that keep the wrong answer are bold", "quiet", leftIndent=6)
    for side in cause.sides:
        tokens = (setter.strong(token.text) if token.kept else setter.markup(token.text) for token in side.tokens)
        spaces = ("" if token.glued or place == 0 else " " for place, token in enumerate(side.tokens))
        text = "".join(space + token for space, token in zip(spaces, tokens))
        yield setter.paragraph(clip(side.says, 400), "words", leftIndent=6)
        yield setter.marked_up(text, "example", leftIndent=12)
        yield setter.paragraph(f"Kept by: {side.kept}", "quiet", leftIndent=12)


def _entries(block: Entries, setter: Setter) -> Iterator[Flowable]:
    for entry in block.items[:ENTRIES]:
        yield from _entry(entry, setter)
    if len(block.items) > ENTRIES:
        left_out = len(block.items) - ENTRIES
        text = f"{left_out} more are left out here to keep this document short; the page report shows them all."
        yield setter.paragraph(text, "quiet", spaceBefore=10)


def _entry(entry: Entry, setter: Setter) -> Iterator[Flowable]:
    name = f"{setter.markup(clip(entry.name, 160), bold=True)}  {setter.soft(entry.figure)}{' *' if entry.star else ''}"
    look = {"borderWidth": 0, "spaceBefore": 14}
    yield CondPageBreak(90)
    yield Heading(name, setter.style("h3", **look), clip(entry.name, 80), f"r-{entry.index}", level=1)
    yield setter.paragraph(clip(entry.gist, 400), "quiet", keepWithNext=1)
    for inner in entry.blocks:
        yield from flowables(inner, setter)


_DRAW: dict[type, Callable[..., Iterator[Flowable]]] = {
    Words: _words,
    Table: table,
    HeatMap: heat_map,
    DotPlot: _dots,
    BarCharts: _bars,
    LineCharts: _lines,
    StepCurve: _curve,
    Radar: _radar,
    Counts: _counts,
    Facts: _facts,
    Examples: _examples,
    Entries: _entries,
}
