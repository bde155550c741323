"""Slices in a report: scores of the originals, and what each transformation costs in each."""

import re
from collections.abc import Sequence
from statistics import fmean

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.charts import HeatCell, HeatMap
from hf_robust.reports.evidence import which_decides
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


def _sections(record: RobustnessRecord, slices: Slices) -> list[Section]:
    """Scores by slice."""
    label = record.metric.row_label or record.metric.label
    intro = (
        f"{label} of the originals by slice, and the drop under each transformation. The gap is the score in the slice "
        f"minus the score of all other rows. Slices with fewer than {slices.least} rows{_or_things(slices)} are not "
        "scored."
    )
    blocks: tuple[Block, ...] = (*_map(slices, inside(label)), *_table(slices, label), *_notes(slices))
    return [Section("Slices", blocks, intro)] if blocks else []


def _brief(record: RobustnessRecord, slices: Slices) -> list[Table | Words]:
    """The slices with the lowest scores against the rest, or that there is none."""
    weak = sorted(
        (weak_slice for weak_slice in slices.slices if (weak_slice.gap or 0.0) < -_NOTHING),
        key=lambda weak_slice: required(weak_slice.gap),
    )
    if not weak:
        if not slices.slices:
            return [Words(("Slices: no slice is scored. The section Slices of the report gives the reasons.",))]
        scored = count(len(slices.slices), "slice")
        return [Words((f"Slices: none of the {scored} with enough rows scores lower than the other rows.",))]
    shown = weak[:_BRIEFLY]
    rows = tuple(
        Row(
            (
                Cell(clip(weak_slice.name, 60)),
                Cell(count(weak_slice.n)),
                Cell(points(weak_slice.score)),
                Cell(interval(weak_slice.interval)),
                Cell(
                    points(weak_slice.gap),
                    star=_is_sure(weak_slice),
                    tone="loss" if _is_sure(weak_slice) else "",
                    strong=True,
                ),
            )
        )
        for weak_slice in shown
    )
    columns = (
        Column("Slice", number=False),
        Column("Rows", short="n"),
        Column(record.metric.row_label or record.metric.label, short="Score"),
        Column("95% interval", room=Room.WIDE),
        Column("Gap", hint="score in the slice minus score outside of it"),
    )
    by = f" by {inside(record.metric.row_label)}" if record.metric.row_label else ""
    title = f"Lowest slices{by}: {len(shown)} of {count(len(slices.slices))} with enough rows"
    return [Table(columns, rows, title=title)]


def _or_things(slices: Slices) -> str:
    """What beside rows a score needs, where some slices do not have it."""
    return f" or {slices.least} gold items" if any(_lacks_things(small, slices) for small in slices.small) else ""


def _lacks_things(small: SmallSlice, slices: Slices) -> bool:
    """Whether a slice is not scored for want of things to find, though it has enough rows."""
    return small.n >= slices.least


def _table(slices: Slices, label: str) -> tuple[Table, ...]:
    if not slices.slices:
        return ()
    rows = [_row(row_slice, drops, slices) for row_slice, drops in zip(slices.slices, slices.drops, strict=True)]
    rows.sort(key=lambda row: (row.cells[4].value is None, row.cells[4].value or 0.0))
    decides = which_decides(*((cell.interval, cell.p_adjusted) for drops in slices.drops for cell in drops))
    caption = (
        f"{label} of the originals in points out of 100, the weakest slice first; * = statistically significant "
        f"(p < {ALPHA}, random membership, Holm)."
    )
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
            caption=" ".join(filter(None, [caption, decides])),
            sortable=True,
        ),
    )


def _row(row_slice: Slice, drops: Sequence[SliceDrop], slices: Slices) -> Row:
    measured = [(cell, name) for cell, name in zip(drops, slices.transformations, strict=True) if _is_known(cell)]
    mean = fmean(required(cell.drop) for cell, _ in measured) if measured else None
    lowered = [pair for pair in measured if required(pair[0].drop) > _NOTHING]
    worst, name = max(lowered, key=lambda pair: required(pair[0].drop), default=(None, ""))
    sure = row_slice.p_adjusted is not None and row_slice.p_adjusted < ALPHA
    tone = ("loss" if required(row_slice.gap) < 0 else "gain") if sure else ""
    return Row(
        (
            Cell(row_slice.name, row_slice.name, detail=Prose(row_slice.summary)),
            Cell(f"{count(row_slice.n)} ({percent(row_slice.n / slices.n)})", row_slice.n),
            Cell(points(row_slice.score), row_slice.score),
            Cell(interval(row_slice.interval), (row_slice.interval or [None])[0]),
            Cell(points(row_slice.gap), row_slice.gap, star=sure, tone=tone, strong=True),
            Cell(p_value(row_slice.p_adjusted), row_slice.p_adjusted),
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


def _map(slices: Slices, metric: str) -> tuple[HeatMap, ...]:
    """The slices that suffer most and the transformations that cost most; nothing where no cell has enough rows."""
    chosen = sorted(range(len(slices.slices)), key=lambda column: _by_sensitivity(slices, column))[:_SIDE]
    costs = {}
    for column, name in enumerate(slices.transformations):
        known = [required(slices.drops[row][column].drop) for row in chosen if _is_known(slices.drops[row][column])]
        if known:
            costs[column] = (-fmean(known), name)
    shown = sorted(costs, key=costs.__getitem__)[:_SIDE]
    rows = tuple(
        (
            slices.slices[row].name,
            tuple(
                _cell(
                    slices.drops[row][column],
                    slices.slices[row].name,
                    slices.transformations[column],
                    slices.least,
                )
                for column in shown
            ),
        )
        for row in chosen
        if any(_is_known(slices.drops[row][column]) for column in shown)
    )
    if not rows:
        return ()
    greatest = max(abs(cell.value) for _, cells in rows for cell in cells if cell.value is not None)
    return (
        HeatMap(
            tuple(slices.transformations[column] for column in shown),
            rows,
            scale=(0.0, max(greatest, _LEAST_SCALE)),
            title="Sensitivity by slice",
            caption=f"Drop in {metric}, in points: "
            f"{_cut(len(rows), len(slices.slices), 'slice', 'most sensitive')} by "
            f"{_cut(len(shown), len(costs), 'transformation', 'costliest')}. Cells with fewer than {slices.least} "
            f"pairs{_or_things(slices)} are empty; * = statistically significant (p < {ALPHA}, Holm, over all "
            "cells).",
            corner="slice",
        ),
    )


def _by_sensitivity(slices: Slices, index: int) -> tuple:
    """Sort key: slices with a drop beyond chance first, then by the greatest drop, then the largest."""
    known = [cell for cell in slices.drops[index] if _is_known(cell)]
    greatest = max((required(cell.drop) for cell in known), default=0.0)
    sure = any(_is_sure(cell) and required(cell.drop) > _NOTHING for cell in known)
    return not known, not sure, -round(greatest, 9), -slices.slices[index].n


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


def _notes(slices: Slices) -> tuple[Words, ...]:
    said = []
    everything = [named.name for named in slices.slices if named.n == slices.n]
    if everything:
        said.append(f"{_names(everything)} {_holds(everything)} all rows, so there are no other rows to compare with.")
    alone = [named.name for named in slices.slices if named.gap is None and named.n < slices.n]
    if alone:
        said.append(f"All gold items are in {_names(alone)}, so there are no other rows to compare with.")
    empty = [named.name for named in slices.small if not named.n]
    if empty:
        said.append(f"No row is in {_names(empty)}.")
    nothing = [named.name for named in slices.small if _lacks_things(named, slices) and not named.to_find]
    if nothing:
        said.append(f"Without gold items, so not scored: {_names(nothing)}.")
    little = [
        f"{named.name} ({named.to_find} in {count(named.n, 'row')})"
        for named in slices.small
        if _lacks_things(named, slices) and named.to_find
    ]
    if little:
        said.append(f"Too few gold items for a score: {_names(little)}.")
    small = [f"{named.name} ({named.n})" for named in slices.small if 0 < named.n < slices.least]
    if small:
        said.append(f"Too few rows for a score: {_names(small)}.")
    if slices.left_out:
        said.append(f"{count(slices.left_out, 'more slice')} left out of this report.")
    said += _absent(slices.notes)
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
