"""Slices in a report: scores of the originals, and what each transformation costs in each."""

import re
from collections.abc import Sequence
from statistics import fmean

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.charts import HeatCell, HeatMap
from hf_robust.reports.prose import Prose
from hf_robust.reports.records.analysis_records import Slice, SliceDrop, Slices, SmallSlice
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Block, Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import (
    ALPHA,
    MISSING,
    clip,
    count,
    inside,
    interval,
    listed,
    p_value,
    percent,
    points,
    required,
)

_SIDE = 12  # slices and transformations of the map
_BRIEFLY = 5  # slices where there is little room
_NAMED = 20  # small slices that are named
_LEAST_SCALE = 0.1
_CONSTANT = re.compile(r"(?P<name>.*): (?P<rows>no|every) row is in it, so it is left out")
_NOTHING = 1e-9  # what float arithmetic leaves of a drop of zero


def _sections(record: RobustnessRecord, found: Slices) -> list[Section]:
    """Scores by slice."""
    label = record.metric.label
    intro = (
        f"{label} of the originals by slice, and the drop under each transformation. The gap is the score in the slice "
        f"minus the score of all other rows. Slices with fewer than {found.least} rows{_or_things(found)} are not "
        "scored."
    )
    blocks: tuple[Block, ...] = (*_map(found, inside(label)), *_table(found, label), *_notes(found))
    return [Section("Slices", blocks, intro)] if blocks else []


def _brief(record: RobustnessRecord, found: Slices) -> list[Table | Words]:
    """The slices with the lowest scores against the rest, or that there is none."""
    weak = sorted((one for one in found.slices if (one.gap or 0.0) < -_NOTHING), key=lambda one: required(one.gap))
    if not weak:
        if not found.slices:
            return [Words(("Slices: no slice is scored. The section Slices of the report gives the reasons.",))]
        scored = count(len(found.slices), "slice")
        return [Words((f"Slices: none of the {scored} with enough rows scores lower than the other rows.",))]
    shown = weak[:_BRIEFLY]
    rows = tuple(
        Row(
            (
                Cell(clip(one.name, 60)),
                Cell(count(one.n)),
                Cell(points(one.score)),
                Cell(interval(one.interval)),
                Cell(points(one.gap), star=_is_sure(one), tone="loss" if _is_sure(one) else "", strong=True),
            )
        )
        for one in shown
    )
    columns = (
        Column("Slice", number=False),
        Column("Rows", short="n"),
        Column(record.metric.label, short="Score"),
        Column("95% interval", room=Room.WIDE),
        Column("Gap", hint="score in the slice minus score outside of it"),
    )
    title = f"Lowest slices: {len(shown)} of {count(len(found.slices))} with enough rows"
    return [Table(columns, rows, title=title)]


def _or_things(found: Slices) -> str:
    """What beside rows a score needs, where some slices do not have it."""
    return f" or {found.least} gold items" if any(_lacks_things(one, found) for one in found.small) else ""


def _lacks_things(one: SmallSlice, found: Slices) -> bool:
    """Whether a slice is not scored for want of things to find, though it has enough rows."""
    return one.n >= found.least


def _table(found: Slices, label: str) -> tuple[Table, ...]:
    if not found.slices:
        return ()
    rows = [_row(one, drops, found) for one, drops in zip(found.slices, found.drops, strict=True)]
    rows.sort(key=lambda row: (row.cells[4].value is None, row.cells[4].value or 0.0))
    return (
        Table(
            columns=(
                Column("Slice", number=False),
                Column("Rows", short="n"),
                Column("Score"),
                Column("95% interval", room=Room.WIDE),
                Column("Gap", hint="score in the slice minus score outside of it", sorted=True),
                Column("p (Holm)", hint="p-value of the gap after Holm's correction", room=Room.WIDE),
                Column("Mean drop", hint="over the transformations with enough rows"),
                Column("Greatest drop", number=False, room=Room.WIDE, hint="of a transformation that lowers the score"),
                Column("Interval of this drop", room=Room.PAGE),
                Column("Rows of this drop", room=Room.PAGE),
            ),
            rows=tuple(rows),
            title="By slice",
            caption=f"{label} of the originals in points out of 100, the weakest slice first; * = statistically "
            f"significant (p < {ALPHA}, random membership, Holm).",
            sortable=True,
        ),
    )


def _row(one: Slice, drops: Sequence[SliceDrop], found: Slices) -> Row:
    measured = [(cell, name) for cell, name in zip(drops, found.transformations, strict=True) if _is_known(cell)]
    mean = fmean(required(cell.drop) for cell, _ in measured) if measured else None
    lowered = [pair for pair in measured if required(pair[0].drop) > _NOTHING]
    worst, name = max(lowered, key=lambda pair: required(pair[0].drop), default=(None, ""))
    sure = one.p_adjusted is not None and one.p_adjusted < ALPHA
    tone = ("loss" if required(one.gap) < 0 else "gain") if sure else ""
    return Row(
        (
            Cell(one.name, one.name, detail=Prose(one.summary)),
            Cell(f"{count(one.n)} ({percent(one.n / found.n)})", one.n),
            Cell(points(one.score), one.score),
            Cell(interval(one.interval), (one.interval or [None])[0]),
            Cell(points(one.gap), one.gap, star=sure, tone=tone, strong=True),
            Cell(p_value(one.p_adjusted), one.p_adjusted),
            Cell(points(mean), mean),
            *(_greatest(worst, name) if worst else (Cell(MISSING), Cell(MISSING), Cell(MISSING))),
        )
    )


def _greatest(worst: SliceDrop, name: str) -> tuple[Cell, ...]:
    """The greatest drop, its interval and its rows."""
    return (
        Cell(f"{clip(name, 40)} {points(worst.drop)}", worst.drop, star=_is_sure(worst)),
        Cell(interval(worst.interval)),
        Cell(count(worst.n), worst.n),
    )


def _map(found: Slices, metric: str) -> tuple[HeatMap, ...]:
    """The slices that suffer most and the transformations that cost most; nothing where no cell has enough rows."""
    chosen = sorted(range(len(found.slices)), key=lambda place: _by_sensitivity(found, place))[:_SIDE]
    costs = {}
    for place, name in enumerate(found.transformations):
        known = [
            required(found.drops[number][place].drop) for number in chosen if _is_known(found.drops[number][place])
        ]
        if known:
            costs[place] = (-fmean(known), name)
    shown = sorted(costs, key=costs.__getitem__)[:_SIDE]
    rows = tuple(
        (
            found.slices[number].name,
            tuple(
                _cell(
                    found.drops[number][place],
                    found.slices[number].name,
                    found.transformations[place],
                    found.least,
                )
                for place in shown
            ),
        )
        for number in chosen
        if any(_is_known(found.drops[number][place]) for place in shown)
    )
    if not rows:
        return ()
    greatest = max(abs(cell.value) for _, cells in rows for cell in cells if cell.value is not None)
    return (
        HeatMap(
            tuple(found.transformations[place] for place in shown),
            rows,
            scale=(0.0, max(greatest, _LEAST_SCALE)),
            title="Sensitivity by slice",
            caption=f"Drop in {metric}, in points: "
            f"{_cut(len(rows), len(found.slices), 'slice', 'most sensitive')} by "
            f"{_cut(len(shown), len(costs), 'transformation', 'costliest')}. Cells with fewer than {found.least} "
            f"pairs{_or_things(found)} are empty; * = statistically significant (p < {ALPHA}, Holm, over all "
            "cells).",
            corner="slice",
        ),
    )


def _by_sensitivity(found: Slices, place: int) -> tuple:
    """Sort key: slices with a drop beyond chance first, then by the greatest drop, then the largest."""
    known = [cell for cell in found.drops[place] if _is_known(cell)]
    greatest = max((required(cell.drop) for cell in known), default=0.0)
    sure = any(_is_sure(cell) and required(cell.drop) > _NOTHING for cell in known)
    return not known, not sure, -round(greatest, 9), -found.slices[place].n


def _cut(shown: int, of: int, noun: str, which: str) -> str:
    """How many of how many are shown."""
    return count(shown, noun) if shown == of else f"the {shown} {which} of {count(of, noun)}"


def _cell(cell: SliceDrop, name: str, transformation: str, least: int) -> HeatCell:
    where = f"{name}, {transformation}"
    if not _is_known(cell):
        why = f"only {count(cell.n, 'pair')}" if cell.n < least else f"too few gold items in {cell.n} pairs"
        return HeatCell(None, "", f"{where}: {why}")
    says = (
        f"{where}: drop {points(cell.drop)} on {count(cell.n, 'pair')}, interval {interval(cell.interval)}, "
        f"p {p_value(cell.p_adjusted)}"
    )
    return HeatCell(cell.drop, points(cell.drop), says, star=_is_sure(cell))


def _is_known(cell: SliceDrop) -> bool:
    return cell.drop is not None


def _is_sure(cell: Slice | SliceDrop) -> bool:
    return cell.p_adjusted is not None and cell.p_adjusted < ALPHA


def _notes(found: Slices) -> tuple[Words, ...]:
    said = []
    everything = [one.name for one in found.slices if one.n == found.n]
    if everything:
        said.append(f"{_names(everything)} {_holds(everything)} all rows, so there are no other rows to compare with.")
    alone = [one.name for one in found.slices if one.gap is None and one.n < found.n]
    if alone:
        said.append(f"All gold items are in {_names(alone)}, so there are no other rows to compare with.")
    empty = [one.name for one in found.small if not one.n]
    if empty:
        said.append(f"No row is in {_names(empty)}.")
    nothing = [one.name for one in found.small if _lacks_things(one, found) and not one.to_find]
    if nothing:
        said.append(f"Without gold items, so not scored: {_names(nothing)}.")
    little = [
        f"{one.name} ({one.to_find} in {count(one.n, 'row')})"
        for one in found.small
        if _lacks_things(one, found) and one.to_find
    ]
    if little:
        said.append(f"Too few gold items for a score: {_names(little)}.")
    small = [f"{one.name} ({one.n})" for one in found.small if 0 < one.n < found.least]
    if small:
        said.append(f"Too few rows for a score: {_names(small)}.")
    if found.left_out:
        said.append(f"{count(found.left_out, 'more slice')} left out of this report.")
    said += _absent(found.notes)
    return (Words(tuple(said), quiet=True),) if said else ()


def _absent(notes: Sequence[str]) -> list[str]:
    """Why slices that were asked for are not there; those with no row, and with every row, in one sentence each."""
    constant: dict[str, list[str]] = {"no": [], "every": []}
    said = []
    for note in notes:
        found = _CONSTANT.fullmatch(note)
        if found:
            constant[found["rows"]].append(found["name"])
        else:
            said.append(f"{note.removesuffix('.')}.")
    for rows, names in constant.items():
        if names:
            said.append(f"Left out because they contain {rows} row: {_names(names)}.")
    return said


def _holds(names: list[str]) -> str:
    return "holds" if len(names) == 1 else "hold"


def _names(names: list[str]) -> str:
    rest = len(names) - _NAMED
    return f"{', '.join(names[:_NAMED])} and {count(rest)} more" if rest > 0 else listed(names)


SLICES = ReportPart(_sections, ("Slice", "Gap"), _brief)
