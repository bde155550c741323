"""The weakest slices in a report: what was found, how sure it is, and rows to look at."""

import re
from dataclasses import replace

from hf_robust.core.record_shape import INTERVAL, MAYBE_TEXT, NUMBER
from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.record import EXAMPLE
from hf_robust.reports.suite_entry import example_of
from hf_robust.reports.suite_words import is_mean_of_rows
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import Answer, Block, Cell, Column, Example, Examples, Room, Row, Section, Table, Words
from hf_robust.reports.wording import MISSING, clip, count, inside, interval, listed, metric_word, p_value, points

BRIEFLY = 5  # slices where there is little room
EXEMPLIFIED = 8  # slices whose rows are shown; the record has those of all
_NAME = 60
_INTERVAL = "95% interval"
_NO_DEVIATION = 10_000  # an effect size that only a deviation of zero gives
_FOUND = {
    **dict.fromkeys(("name", "family", "summary", "linguistics", "kind"), str),
    "params": dict,
    "transformation": MAYBE_TEXT,
    "n": int,
    **dict.fromkeys(("inside", "outside", "difference", "at_least", "effect", "p_adjusted"), NUMBER),
    "interval": INTERVAL,
    "also": [str],  # slices that are found because of this one
    "also_more": int,
    "mistakes": [{"source_id": str, "gold": str, "prediction": str, "fields": [{"field": str, "text": str}]}],
    "examples": [EXAMPLE],
}
_SEARCH = {
    "tests": int,
    "slices": int,
    "detectable": [{"n": int, "difference": NUMBER}],
    "more": int,
    "found": [_FOUND],
}
SHAPE = {
    **dict.fromkeys(("rows", "permutations", "seed"), int),
    **dict.fromkeys(("alpha", "least_difference"), NUMBER),
    "families": {"*": int},
    "skipped": {"*": str},
    "wrong": _SEARCH,
    "drops": _SEARCH,
}
_FAMILIES = {"word": "by a word", "cluster": "clusters of texts", "pair": "pairs of other slices"}
_KINDS = {"answer": "by the predicted label", "gold": "by the gold label"}


def weakness_sections(record: dict, found: dict) -> list[Section]:
    """The sections of the search for weak slices.

    Args:
        record: The whole record.
        found: Its ``weakest``.
    """
    return [
        Section(
            "Weakest slices",
            (*_blocks(record, found, "wrong"), *_skipped(found)),
            " ".join([_looked_at(found), *_of_rows(record)]),
        ),
        Section(
            "Where transformations lower the score most",
            _blocks(record, found, "drops"),
            "Slices with a larger drop than the other rows that the transformation changed. The correction covers all "
            "slices and transformations.",
        ),
    ]


def weakness_brief(record: dict, found: dict) -> list[Table | Words]:
    """The first slices of both searches, or that nothing was found.

    Args:
        record: The whole record.
        found: Its ``weakest``.
    """
    titles = {"wrong": "Weakest slices found", "drops": "Where transformations lower the score most"}
    blocks: list[Table | Words] = []
    for key, title in titles.items():
        search = found[key]
        if search["found"]:
            every = count(len(search["found"]) + search["more"])
            shown = search["found"][:BRIEFLY]
            blocks.append(replace(_short(_table(record, shown, key)), title=f"{title}: {len(shown)} of {every}"))
        else:
            blocks.append(Words((f"{title}: {_nothing(record, search, key)}",)))
    said = _of_rows(record) if found["wrong"]["found"] else []
    return [*blocks, *([Words(tuple(said), quiet=True)] if said else [])]


def _short(table: Table) -> Table:
    """A table with the columns that a narrow page has, and the interval."""
    kept = [place for place, one in enumerate(table.columns) if one.room == Room.NARROW or one.name == _INTERVAL]
    rows = tuple(Row(tuple(row.cells[place] for place in kept)) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in kept), rows=rows)


def _of_rows(record: dict) -> list[str]:
    """That scores are means over rows, where the score of the rows together is another number."""
    if not is_mean_of_rows(record):
        return []
    mean, together = points(record["worst_case"]["original"]), points(record["originals"]["score"])
    return [
        f"Scores in this section are means over separately scored rows ({mean} over all rows). They differ from the "
        f"{metric_word(record)} of all rows together ({together})."
    ]


def _looked_at(found: dict) -> str:
    families = [f"{count(number)} {_FAMILIES.get(name, f'by {name}')}" for name, number in found["families"].items()]
    among = f" ({listed(families)})" if families else ""
    tested, formed = found["wrong"]["slices"], sum(found["families"].values()) or found["wrong"]["slices"]
    some = "" if tested == formed else f" and tested {count(tested)} of them"
    return (
        f"The search formed {count(formed, 'slice')}{among} from {count(found['rows'], 'original row')}{some}. Each "
        f"listed slice scores at least {points(found['least_difference'], 0)} points lower than the other rows. The "
        f"family-wise error rate is {points(found['alpha'], 0)}%."
    )


def _skipped(found: dict) -> tuple[Block, ...]:
    said = tuple(f"Not searched: {name}. {reason}" for name, reason in found["skipped"].items())
    return (Words(said, quiet=True),) if said else ()


def _blocks(record: dict, found: dict, key: str) -> tuple[Block, ...]:
    search = found[key]
    if not search["found"]:
        return (Words((_nothing(record, search, key),)),)
    shown = search["found"][:EXEMPLIFIED]
    examples = [block for one in shown for block in _examples(one)]
    more = search["more"]
    rest = (Words((f"{count(more, 'more slice')} with smaller test statistics not listed.",), quiet=True),)
    return (_table(record, search["found"], key), *(rest if more else ()), *examples)


def _nothing(record: dict, search: dict, key: str) -> str:
    metric = metric_word(record)
    if not search["tests"]:
        why = {"wrong": "All rows have the same score", "drops": "No transformation changed the score of any row"}[key]
        return f"{why}, or no slice has enough rows, so there is nothing to search."
    what = {"wrong": f"significantly lower {metric}", "drops": "a significantly greater drop"}[key]
    said = f"No slice has {what} than the other rows ({count(search['tests'], 'test')})."
    needed = [f"{points(one['difference'])} points if it has {count(one['n'], 'row')}" for one in search["detectable"]]
    if needed:
        said += f" The search detects a slice that is worse by {', or by '.join(needed)} (80% power)."
    return said


def _table(record: dict, slices: list[dict], key: str) -> Table:
    metric = record["metric"]["label"]
    wrong, of_rows = key == "wrong", is_mean_of_rows(record)
    said = f"Mean {inside(metric)} of a row" if of_rows else metric
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


def _row(one: dict, wrong: bool) -> Row:
    detail = _KINDS.get(one["kind"], "")
    return Row(
        (
            Cell(clip(one["name"], _NAME), one["name"], detail=detail),
            *(() if wrong else (Cell(clip(one["transformation"], _NAME), one["transformation"]),)),
            Cell(count(one["n"]), one["n"]),
            Cell(points(one["inside"]), one["inside"]),
            Cell(interval(one["interval"]), (one["interval"] or [None])[0]),
            Cell(points(one["outside"]), one["outside"]),
            Cell(points(one["difference"]), one["difference"], star=True, tone="loss", strong=True),
            Cell(points(one["at_least"]), one["at_least"]),
            _effect(one["effect"]),
            Cell(p_value(one["p_adjusted"]), one["p_adjusted"]),
        )
    )


def _effect(size: float) -> Cell:
    """The effect size; none where all rows on each side have one score, so that there is no deviation to divide by."""
    return Cell(f"{size:.2f}", size) if abs(size) < _NO_DEVIATION else Cell(MISSING)


def _examples(one: dict) -> list[Block]:
    """What else was found because of a slice, and rows of it."""
    place = f", {one['transformation']}" if one["transformation"] else ""
    title = clip(f"{one['name']}{place}", 2 * _NAME)
    word = str(one["params"].get("word", ""))
    items = tuple(_mistake(row, word) for row in one["mistakes"]) + tuple(map(example_of, one["examples"]))
    blocks: list[Block] = [Examples(items, title)] if items else []
    if one["also"]:
        names = [clip(name, _NAME) for name in one["also"]]
        more = [f"{count(one['also_more'])} more"] if one["also_more"] else []
        blocks.append(Words((f"{title} is also found as {listed([*names, *more])}.",), quiet=True))
    return blocks


def _mistake(row: dict, word: str = "") -> Example:
    """A row that the model has wrong; of a long text the part around a word is shown."""
    texts = tuple(
        show({"field": field["field"], "before": field["text"], "after": field["text"], "diff": _around(field, word)})
        for field in row["fields"]
    )
    answers = (
        Answer("gold", ((row["gold"], None),)),
        Answer("model", ((row["prediction"], None),)),
        Answer("row", ((row["source_id"], None),), plain=True),
    )
    return Example(texts, answers)


def _around(field: dict, word: str) -> list[list[str]]:
    """A text as what stands before a word and what follows; empty where it is not there."""
    text = field["text"]
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) if word else None
    return [["equal", text[: found.start()]], ["equal", text[found.start() :]]] if found and found.start() else []


WEAKEST = ReportPart(
    SHAPE, weakness_sections, ("Weakest slice", "At least", "Effect size", "p|slices", "Interval|slice"), weakness_brief
)
