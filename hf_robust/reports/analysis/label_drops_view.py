"""The drops of single labels in a report of a task with several labels a row."""

from collections.abc import Sequence
from statistics import fmean

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.charts import HeatCell, HeatMap
from hf_robust.reports.records.label_records import LabelDrop, LabelDrops, LabelScore
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Block, Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import MISSING, clip, count, interval, points, required

_SIDE = 15  # labels and transformations of the map
_LEAST_SCALE = 0.1


def _sections(record: RobustnessRecord, found: LabelDrops) -> list[Section]:
    """The F1 of each label and its drop under each transformation."""
    intro = (
        "F1 of each label on the originals, and its drop under each transformation. A negative drop means that the F1 "
        "rose. The intervals are from a bootstrap that resamples rows, and they are not corrected for the number of "
        "labels and transformations."
    )
    blocks: tuple[Block, ...] = (_table(found), *_map(found), *_notes(found))
    return [Section("Results by label", blocks, intro)]


def _brief(record: RobustnessRecord, found: LabelDrops) -> list[Table | Words]:
    return [_table(found)]


def _table(found: LabelDrops) -> Table:
    pairs = sorted(zip(found.labels, found.drops, strict=True), key=lambda pair: -(_mean(pair[1]) or 0.0))
    return Table(
        columns=(
            Column("Label", number=False),
            Column("Rows", short="n"),
            Column("F1"),
            Column("95% interval", room=Room.WIDE),
            Column("Mean drop", hint="over the transformations with enough rows", sorted=True),
            Column("Greatest drop", number=False, hint="of a transformation that lowers the F1 of the label"),
            Column("Interval of this drop", room=Room.PAGE),
            Column("Rows of this drop", room=Room.PAGE),
        ),
        rows=tuple(_row(label, drops, found) for label, drops in pairs),
        title="By label",
        caption="F1 in points out of 100. Rows: originals that have the label. Labels of fewer than "
        f"{found.least} rows are left out.",
        sortable=True,
    )


def _mean(drops: Sequence[LabelDrop]) -> float | None:
    """The mean of the drops that are known."""
    known = [one.drop for one in drops if one.drop is not None]
    return fmean(known) if known else None


def _row(label: LabelScore, drops: tuple[LabelDrop, ...], found: LabelDrops) -> Row:
    measured = [pair for pair in zip(drops, found.transformations, strict=True) if pair[0].drop is not None]
    mean = _mean(drops)
    worst, name = max(measured, key=lambda pair: required(pair[0].drop), default=(None, ""))
    falls = worst is not None and required(worst.drop) > 0
    greatest = (
        (
            Cell(f"{clip(name, 40)} {points(worst.drop)}", worst.drop),
            Cell(interval(worst.interval)),
            Cell(count(worst.n), worst.n),
        )
        if worst is not None and falls
        else (Cell(MISSING), Cell(MISSING), Cell(MISSING))
    )
    return Row(
        (
            Cell(label.name, label.name),
            Cell(count(label.n), label.n),
            Cell(points(label.score), label.score),
            Cell(interval(label.interval), (label.interval or [None])[0]),
            Cell(points(mean), mean, strong=True),
            *greatest,
        )
    )


def _map(found: LabelDrops) -> tuple[HeatMap, ...]:
    """The labels and transformations with the largest mean drops; nothing where there is one transformation."""
    known = {
        place: fmean(drops)
        for place in range(len(found.transformations))
        if (drops := [required(row[place].drop) for row in found.drops if row[place].drop is not None])
    }
    if len(known) < 2:
        return ()
    shown = sorted(known, key=lambda place: -known[place])[:_SIDE]
    rows = tuple(
        (label.name, tuple(_cell(label.name, drops[place], found.transformations[place]) for place in shown))
        for label, drops in list(zip(found.labels, found.drops, strict=True))[:_SIDE]
    )
    greatest = max((abs(cell.value) for _, cells in rows for cell in cells if cell.value is not None), default=0.0)
    labels = "the labels" if len(rows) == len(found.labels) else f"the {len(rows)} most frequent labels"
    return (
        HeatMap(
            tuple(found.transformations[place] for place in shown),
            rows,
            scale=(0.0, max(greatest, _LEAST_SCALE)),
            title="Drop by label and transformation",
            caption=f"Drop in the F1 of {labels}, in points. Cells with fewer than {found.least} rows of the label are "
            "empty.",
            corner="label",
        ),
    )


def _cell(label: str, one: LabelDrop, transformation: str) -> HeatCell:
    where = f"{label}, {transformation}"
    if one.drop is None:
        return HeatCell(None, "", f"{where}: only {count(one.n, 'row')}")
    says = f"{where}: drop {points(one.drop)} on {count(one.n, 'row')}, interval {interval(one.interval)}"
    return HeatCell(one.drop, points(one.drop), says)


def _notes(found: LabelDrops) -> tuple[Words, ...]:
    cut, said = found.left_out, []
    if cut.rare:
        said.append(f"{count(cut.rare, 'label')} with fewer than {found.least} rows left out.")
    if cut.others:
        said.append(f"{count(cut.others, 'less frequent label')} left out.")
    return (Words(tuple(said), quiet=True),) if said else ()


LABEL_DROPS = ReportPart(_sections, (), _brief)
