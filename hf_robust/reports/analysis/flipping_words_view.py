"""Words and edits that flip predictions, in a report."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.records.analysis_records import FlippingEdit, FlippingWord, FlippingWords, FlipRate
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import ALPHA, clip, count, interval, p_value, points

Rate = TypeVar("Rate", bound=FlipRate)
_NOTHING = "∅"


def _sections(record: RobustnessRecord, flipping: FlippingWords) -> list[Section]:
    """Words and edits that flip predictions most often."""
    intro = (
        "A flip is a prediction that differs before and after the change (details in the glossary). The flip rate of "
        "an edited word is compared with the flip rate of all rows that the same transformations "
        f"changed. Words and edits (a word with its replacement) are tested if they occur in at least {flipping.least} "
        "rows."
    )
    tables = (
        _table(flipping.words, flipping.tested.words, "Words", (Column("Word", number=False),), _word),
        _table(
            flipping.edits,
            flipping.tested.edits,
            "Edits",
            (Column("Before", number=False), Column("After", number=False)),
            _edit,
        ),
    )
    shown = tuple(table for table in tables if table.rows)
    others = Words((_others(flipping),))
    return [Section("Words that flip predictions", (*shown, others, Words(_notes(flipping), quiet=True)), intro)]


def _sure(rates: Sequence[Rate]) -> list[Rate]:
    return [one for one in rates if one.p_adjusted < ALPHA]


def _others(flipping: FlippingWords) -> str:
    """How many words and edits are not shown, since chance explains their flips."""
    words, edits = (
        flipping.tested.words - len(_sure(flipping.words)),
        flipping.tested.edits - len(_sure(flipping.edits)),
    )
    rest = f"{count(words, 'tested word')} and {count(edits, 'tested edit')}"
    often = "predictions significantly more often than the average edit of the same transformations"
    listed = "report.json lists all words and edits that flipped at least one prediction."
    if (words, edits) == (flipping.tested.words, flipping.tested.edits):
        return f"None of the {rest} flips {often}. {listed}"
    return f"{rest} are not shown, because they do not flip {often}. {listed}"


def _table(
    rates: Sequence[Rate], tested: int, title: str, names: tuple[Column, ...], cells: Callable[[Rate], tuple[Cell, ...]]
) -> Table:
    return Table(
        columns=(
            *names,
            Column("Flip rate", hint="in percent; a row with k edited words counts as 1/k for each of them"),
            Column("95% interval", room=Room.WIDE),
            Column("Overall flip rate", short="overall", hint="flip rate of all rows of the same transformations"),
            Column("Flips"),
            Column("Edits", hint="number of edits of this kind over all perturbed rows"),
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
    return every if shown == tested else f"{shown} of {count(tested, f'tested {noun}')}"


def _row(rate: FlipRate, names: tuple[Cell, ...]) -> Row:
    sure = rate.p_adjusted < ALPHA
    return Row(
        (
            *names,
            Cell(points(rate.rate), rate.rate, star=sure, tone="loss" if sure else "", strong=True),
            Cell(interval(rate.interval), (rate.interval or [None])[0]),
            Cell(points(rate.expected), rate.expected),
            Cell(count(rate.flips), rate.flips),
            Cell(count(rate.times), rate.times),
            Cell(count(rate.originals), rate.originals),
            Cell(p_value(rate.p_adjusted), rate.p_adjusted),
        )
    )


def _word(rate: FlippingWord) -> tuple[Cell, ...]:
    return (Cell(clip(rate.word, 40), rate.word),)


def _edit(rate: FlippingEdit) -> tuple[Cell, ...]:
    return tuple(Cell(clip(text, 40) or _NOTHING, text) for text in (rate.before, rate.after))


def _notes(flipping: FlippingWords) -> tuple[str, ...]:
    """How rates are made, and what they rest on."""
    said = [
        "If k words of a row were edited, the row counts as 1/k in the flip rate of each of these words.",
        f"Perturbed rows with more than {flipping.most_edits} edited words, or with an edit of more than "
        f"{flipping.most_words} words, are excluded, because they do not show which word caused the flip. "
        f"{count(flipping.used)} of {count(flipping.looked_at, 'perturbed row')} remain.",
    ]
    if flipping.looked_at < flipping.pairs:
        said.append(f"The analysis uses an evenly spaced sample of {count(flipping.pairs, 'perturbed row')}.")
    return tuple(said)


FLIPPING_WORDS = ReportPart(_sections, ("Flip",))
