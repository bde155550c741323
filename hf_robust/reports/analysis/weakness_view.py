"""The weakest slices in a report: what was found, how sure it is, and rows to look at."""

import re
from collections.abc import Sequence
from dataclasses import replace

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.records.analysis_records import Mistake, SliceSearch, Weakest, WeakSlice
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.records.shared_records import ChangedText
from hf_robust.reports.suite_entry import example_of
from hf_robust.reports.suite_words import is_mean_of_rows
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import Block, Cell, Column, Example, Examples, Room, Row, Section, ShownAnswer, Table, Words
from hf_robust.reports.wording import (
    MISSING,
    clip,
    count,
    inside,
    interval,
    listed,
    metric_word,
    p_value,
    points,
    row_word,
)

BRIEFLY = 5  # slices where there is little room
EXEMPLIFIED = 8  # slices whose rows are shown; the record has those of all
_NAME = 60
_INTERVAL = "95% interval"
_NO_DEVIATION = 10_000  # an effect size that only a deviation of zero gives
_FAMILIES = {"word": "by a word", "cluster": "clusters of texts", "pair": "pairs of other slices"}
_KINDS = {"answer": "by the predicted label", "gold": "by the label"}


def weakness_sections(record: RobustnessRecord, weakest: Weakest) -> list[Section]:
    """The sections of the search for weak slices.

    Args:
        record: The whole record.
        weakest: Its ``weakest``.
    """
    return [
        Section(
            "Weakest slices",
            (*_blocks(record, weakest, "wrong"), *_skipped(weakest)),
            " ".join([_looked_at(weakest), *_of_rows(record)]),
        ),
        Section(
            "Where transformations lower the score most",
            _blocks(record, weakest, "drops"),
            "Slices with a larger drop than the other rows that the transformation changed. The correction covers all "
            "slices and transformations.",
        ),
    ]


def weakness_brief(record: RobustnessRecord, weakest: Weakest) -> list[Table | Words]:
    """The first slices of both searches, or that nothing was found.

    Args:
        record: The whole record.
        weakest: Its ``weakest``.
    """
    titles = {"wrong": "Weakest slices found", "drops": "Where transformations lower the score most"}
    blocks: list[Table | Words] = []
    for key, title in titles.items():
        search: SliceSearch = getattr(weakest, key)
        if search.found:
            every = count(len(search.found) + search.more)
            shown = search.found[:BRIEFLY]
            blocks.append(replace(_short(_table(record, shown, key)), title=f"{title}: {len(shown)} of {every}"))
        else:
            blocks.append(Words((f"{title}: {_nothing(record, search, key)}",)))
    said = _of_rows(record) if weakest.wrong.found else []
    return [*blocks, *([Words(tuple(said), quiet=True)] if said else [])]


def _short(table: Table) -> Table:
    """A table with the columns that a narrow page has, and the interval."""
    kept = [place for place, one in enumerate(table.columns) if one.room == Room.NARROW or one.name == _INTERVAL]
    rows = tuple(Row(tuple(row.cells[place] for place in kept)) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in kept), rows=rows)


def _of_rows(record: RobustnessRecord) -> list[str]:
    """That scores are means over rows, where the score of the rows together is another number."""
    worst, originals = record.worst_case, record.originals
    if not worst or not originals or not is_mean_of_rows(record):
        return []
    mean, together = points(worst.original), points(originals.score)
    return [
        f"Scores in this section are means over separately scored rows ({mean} over all rows). They differ from the "
        f"{metric_word(record)} of all rows together ({together})."
    ]


def _looked_at(weakest: Weakest) -> str:
    families = [f"{count(n_slices)} {_FAMILIES.get(name, f'by {name}')}" for name, n_slices in weakest.families.items()]
    among = f" ({listed(families)})" if families else ""
    tested, formed = weakest.wrong.slices, sum(weakest.families.values()) or weakest.wrong.slices
    some = "" if tested == formed else f" and tested {count(tested)} of them"
    return (
        f"The search formed {count(formed, 'slice')}{among} from {count(weakest.rows, 'original row')}{some}. Each "
        f"listed slice scores at least {points(weakest.least_difference, 0)} points lower than the other rows. The "
        f"family-wise error rate is {points(weakest.alpha, 0)}%."
    )


def _skipped(weakest: Weakest) -> tuple[Block, ...]:
    said = tuple(f"Not searched: {name}. {reason}" for name, reason in weakest.skipped.items())
    return (Words(said, quiet=True),) if said else ()


def _blocks(record: RobustnessRecord, weakest: Weakest, key: str) -> tuple[Block, ...]:
    search: SliceSearch = getattr(weakest, key)
    if not search.found:
        return (Words((_nothing(record, search, key),)),)
    shown = search.found[:EXEMPLIFIED]
    examples = [block for weak_slice in shown for block in _examples(weak_slice)]
    more = search.more
    rest = (Words((f"{count(more, 'more slice')} with smaller test statistics not listed.",), quiet=True),)
    return (_table(record, search.found, key), *(rest if more else ()), *examples)


def _nothing(record: RobustnessRecord, search: SliceSearch, key: str) -> str:
    metric = metric_word(record)
    if not search.tests:
        why = {"wrong": "All rows have the same score", "drops": "No transformation changed the score of any row"}[key]
        return f"{why}, or no slice has enough rows, so there is nothing to search."
    what = {"wrong": f"significantly lower {metric}", "drops": "a significantly greater drop"}[key]
    said = f"No slice has {what} than the other rows ({count(search.tests, 'test')})."
    needed = [f"{points(one.difference)} points if it has {count(one.n, 'row')}" for one in search.detectable]
    if needed:
        said += f" The search detects a slice that is worse by {', or by '.join(needed)} (80% power)."
    return said


def _table(record: RobustnessRecord, slices: Sequence[WeakSlice], key: str) -> Table:
    metric = record.metric.label
    wrong, of_rows = key == "wrong", is_mean_of_rows(record)
    said = f"Mean {row_word(record)} of a row" if of_rows else metric
    columns = (
        Column("Slice", number=False),
        *(() if wrong else (Column("Transformation", number=False),)),
        Column("Rows", short="n"),
        Column(f"{said} inside" if wrong else "Drop inside", short="Inside"),
        Column(_INTERVAL, hint="of the number inside", room=Room.WIDE),
        Column("Elsewhere"),
        Column("Worse by", sorted=False),
        Column("At least", hint="lower bound of the difference, for all slices at once", room=Room.WIDE),
        Column("Effect size", hint="Hedges' g", room=Room.PAGE),
        Column("p (corrected)", hint="corrected for all tests", room=Room.WIDE),
    )
    caption = (
        f"{said} in points out of 100, on the slice and on all other rows."
        if wrong
        else f"Drop of the {inside(said)} in points, on the rows of the slice that the transformation changed and on "
        "the other rows that it changed."
    )
    return Table(columns, tuple(_row(one, wrong) for one in slices), caption=caption, sortable=True)


def _row(weak_slice: WeakSlice, wrong: bool) -> Row:
    detail = _KINDS.get(weak_slice.kind, "")
    return Row(
        (
            Cell(clip(weak_slice.name, _NAME), weak_slice.name, detail=detail),
            *(() if wrong else (Cell(clip(weak_slice.transformation or "", _NAME), weak_slice.transformation),)),
            Cell(count(weak_slice.n), weak_slice.n),
            Cell(points(weak_slice.inside), weak_slice.inside),
            Cell(interval(weak_slice.interval), (weak_slice.interval or [None])[0]),
            Cell(points(weak_slice.outside), weak_slice.outside),
            Cell(points(weak_slice.difference), weak_slice.difference, star=True, tone="loss", strong=True),
            Cell(points(weak_slice.at_least), weak_slice.at_least),
            _effect(weak_slice.effect),
            Cell(p_value(weak_slice.p_adjusted), weak_slice.p_adjusted),
        )
    )


def _effect(size: float) -> Cell:
    """The effect size; none where all rows on each side have one score, so that there is no deviation to divide by."""
    return Cell(f"{size:.2f}", size) if abs(size) < _NO_DEVIATION else Cell(MISSING)


def _examples(weak_slice: WeakSlice) -> list[Block]:
    """What else was found because of a slice, and rows of it."""
    suffix = f", {weak_slice.transformation}" if weak_slice.transformation else ""
    title = clip(f"{weak_slice.name}{suffix}", 2 * _NAME)
    word = str(weak_slice.params.get("word", ""))
    items = tuple(_mistake(row, word) for row in weak_slice.mistakes) + tuple(map(example_of, weak_slice.examples))
    blocks: list[Block] = [Examples(items, title)] if items else []
    if weak_slice.also:
        names = [clip(name, _NAME) for name in weak_slice.also]
        more = [f"{count(weak_slice.also_more)} more"] if weak_slice.also_more else []
        blocks.append(Words((f"{title} is also found as {listed([*names, *more])}.",), quiet=True))
    return blocks


def _mistake(row: Mistake, word: str = "") -> Example:
    """A row that the model has wrong; of a long text the part around a word is shown."""
    texts = tuple(
        show(ChangedText(field=field.field, before=field.text, after=field.text, diff=_around(field.text, word)))
        for field in row.fields
    )
    answers = (
        ShownAnswer("label", ((row.gold, None),)),
        ShownAnswer("prediction", ((row.prediction, None),)),
        ShownAnswer("row", ((row.source_id, None),), plain=True),
    )
    return Example(texts, answers)


def _around(text: str, word: str) -> tuple[tuple[str, str], ...]:
    """A text as what stands before a word and what follows; empty where it is not there."""
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) if word else None
    return (("equal", text[: found.start()]), ("equal", text[found.start() :])) if found and found.start() else ()


WEAKEST = ReportPart(
    weakness_sections, ("Weakest slice", "At least", "Effect size", "p|slices", "Interval|slice"), weakness_brief
)
