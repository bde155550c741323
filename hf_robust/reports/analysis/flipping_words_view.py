"""Words and edits that flip predictions, in a report."""

from collections.abc import Callable

from hf_robust.core.record_shape import INTERVAL, NUMBER
from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.view import Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import ALPHA, clip, count, interval, p_value, points

_RATE = {
    "times": int,
    "originals": int,
    "flips": int,
    "rate": NUMBER,
    "interval": INTERVAL,
    "expected": NUMBER,
    "p_value": NUMBER,
    "p_adjusted": NUMBER,
}
SHAPE = {
    "least": int,
    "most_words": int,
    "most_edits": int,
    "pairs": int,
    "looked_at": int,
    "used": int,
    "words": [{"word": str, **_RATE}],
    "edits": [{"before": str, "after": str, **_RATE}],
    "tested": {"words": int, "edits": int},
}
_NOTHING = "∅"


def _sections(record: dict, found: dict) -> list[Section]:
    """Words and edits that flip predictions most often."""
    intro = (
        f"How often the prediction flips when a word is edited, compared with all rows of the same transformations. "
        f"The tables list words and edits with at least {found['least']} rows, the most significant first."
    )
    tables = (
        _table(found["words"], found["tested"]["words"], "Words", (Column("Word", number=False),), _word),
        _table(
            found["edits"],
            found["tested"]["edits"],
            "Edits",
            (Column("Before", number=False), Column("After", number=False)),
            _edit,
        ),
    )
    shown = tuple(table for table in tables if table.rows)
    others = Words((_others(found),))
    return [Section("Words that flip predictions", (*shown, others, Words(_notes(found), quiet=True)), intro)]


def _sure(rates: list[dict]) -> list[dict]:
    return [one for one in rates if one["p_adjusted"] < ALPHA]


def _others(found: dict) -> str:
    """How many words and edits are not shown, since chance explains their flips."""
    words, edits = (found["tested"][kind] - len(_sure(found[kind])) for kind in ("words", "edits"))
    return (
        f"For {count(words, 'word')} and {count(edits, 'edit')}, the flip rate is not significantly above the "
        "average of the same transformations. report.json lists all words and edits that flipped at least one "
        "prediction."
    )


def _table(
    rates: list[dict], tested: int, title: str, names: tuple[Column, ...], cells: Callable[[dict], tuple[Cell, ...]]
) -> Table:
    return Table(
        columns=(
            *names,
            Column("Flip rate", hint="in percent; a row with k edited words counts as 1/k for each of them"),
            Column("95% interval", room=Room.WIDE),
            Column("Average", hint="flip rate of the same transformations on all rows that they changed"),
            Column("Flips"),
            Column("Edited", hint="number of edits of this kind"),
            Column("Rows", short="n", hint="distinct originals; rate and interval use this number"),
            Column("p (corrected)", hint="p-value after Benjamini and Hochberg's correction", room=Room.WIDE),
        ),
        rows=tuple(_row(one, cells(one)) for one in _sure(rates)),
        title=title,
        caption=f"{_shown(len(_sure(rates)), tested, title.lower().removesuffix('s'))}; * flips significantly more "
        f"often (p < {ALPHA}, Benjamini-Hochberg).",
        sortable=True,
    )


def _shown(shown: int, tested: int, noun: str) -> str:
    """Which of those that were tested a table has; those without a flip are never in it."""
    every = count(tested, noun)
    return every if shown == tested else f"{shown} of {every}"


def _row(one: dict, names: tuple[Cell, ...]) -> Row:
    sure = one["p_adjusted"] < ALPHA
    return Row(
        (
            *names,
            Cell(points(one["rate"]), one["rate"], star=sure, tone="loss" if sure else "", strong=True),
            Cell(interval(one["interval"]), one["interval"][0]),
            Cell(points(one["expected"]), one["expected"]),
            Cell(count(one["flips"]), one["flips"]),
            Cell(count(one["times"]), one["times"]),
            Cell(count(one["originals"]), one["originals"]),
            Cell(p_value(one["p_adjusted"]), one["p_adjusted"]),
        )
    )


def _word(one: dict) -> tuple[Cell, ...]:
    return (Cell(clip(one["word"], 40), one["word"]),)


def _edit(one: dict) -> tuple[Cell, ...]:
    return tuple(Cell(clip(one[side], 40) or _NOTHING, one[side]) for side in ("before", "after"))


def _notes(found: dict) -> tuple[str, ...]:
    """How rates are made, and what they rest on."""
    said = [
        "If a row has k edited words, each of them counts as 1/k.",
        f"Rows with more than {found['most_edits']} edited words, or with an edit of more than {found['most_words']} "
        f"words, are not used, because they do not show which word caused the flip: {count(found['used'])} of "
        f"{count(found['looked_at'], 'pair')} are used.",
    ]
    if found["looked_at"] < found["pairs"]:
        said.append(f"The analysis uses an evenly spaced sample of {count(found['pairs'], 'pair')}.")
    return tuple(said)


FLIPPING_WORDS = ReportPart(SHAPE, _sections, ("Flip",))
