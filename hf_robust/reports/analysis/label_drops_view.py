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
    one = _one(found)
    intro = (
        f"F1 of each {one} on the originals, and its drop under each transformation. A negative drop means that the F1 "
        "rose. The intervals are from a bootstrap that resamples rows, and they are not corrected for the number of "
        f"{one}s and transformations."
    )
    blocks: tuple[Block, ...] = (_table(found), *_map(found), *_notes(found))
    return [Section(f"Results by {one}", blocks, intro)]


def _one(found: LabelDrops) -> str:
    """What has an F1: a label, or a type of entities."""
    return "type" if found.of == "entity" else "label"


def _brief(record: RobustnessRecord, found: LabelDrops) -> list[Table | Words]:
    return [_table(found)]


def _table(found: LabelDrops) -> Table:
    one, many = _one(found), "Entities" if found.of == "entity" else "Rows"
    pairs = sorted(zip(found.labels, found.drops, strict=True), key=lambda pair: -(_mean(pair[1]) or 0.0))
    return Table(
        columns=(
            Column(one.capitalize(), number=False),
            Column(many, short="n"),
            Column("F1"),
            Column("95% interval", room=Room.WIDE),
            Column("Mean drop", hint="over the transformations with enough rows", sorted=True),
            Column("Greatest drop", number=False, hint=f"of a transformation that lowers the F1 of the {one}"),
            Column("Interval of this drop", room=Room.PAGE),
            Column(f"{many} of this drop", room=Room.PAGE),
        ),
        rows=tuple(_row(label, drops, found) for label, drops in pairs),
        title=f"By {one}",
        caption=f"F1 in points out of 100. {_counted(found)}",
        sortable=True,
    )


def _counted(found: LabelDrops) -> str:
    if found.of == "entity":
        return (
            "Entities: those of the originals. An entity is nested if it lies in another one, or another one lies in "
            f"it. Types with fewer than {found.least} entities are left out."
        )
    return f"Rows: originals that have the label. Labels of fewer than {found.least} rows are left out."


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
        (label.name, tuple(_cell(label.name, drops[place], found.transformations[place], found.of) for place in shown))
        for label, drops in list(zip(found.labels, found.drops, strict=True))[:_SIDE]
    )
    greatest = max((abs(cell.value) for _, cells in rows for cell in cells if cell.value is not None), default=0.0)
    one, counted = _one(found), "entities" if found.of == "entity" else "rows"
    labels = f"the {one}s" if len(rows) == len(found.labels) else f"the {len(rows)} most frequent {one}s"
    return (
        HeatMap(
            tuple(found.transformations[place] for place in shown),
            rows,
            scale=(0.0, max(greatest, _LEAST_SCALE)),
            title=f"Drop by {one} and transformation",
            caption=f"Drop in the F1 of {labels}, in points. Cells with fewer than {found.least} {counted} of the "
            f"{one} are empty.",
            corner=one,
        ),
    )


def _cell(label: str, one: LabelDrop, transformation: str, counted: str) -> HeatCell:
    where = f"{label}, {transformation}"
    if one.drop is None:
        return HeatCell(None, "", f"{where}: only {_number(one.n, counted)}")
    says = f"{where}: drop {points(one.drop)} on {_number(one.n, counted)}, interval {interval(one.interval)}"
    return HeatCell(one.drop, points(one.drop), says)


def _number(n: int, counted: str) -> str:
    return f"{n:,} {'entity' if n == 1 else 'entities'}" if counted == "entity" else count(n, "row")


def _notes(found: LabelDrops) -> tuple[Words, ...]:
    cut, said, one = found.left_out, [], _one(found)
    if cut.rare:
        counted = "entities" if found.of == "entity" else "rows"
        said.append(f"{count(cut.rare, one)} with fewer than {found.least} {counted} left out.")
    if cut.others:
        said.append(f"{count(cut.others, f'less frequent {one}')} left out.")
    return (Words(tuple(said), quiet=True),) if said else ()


LABEL_DROPS = ReportPart(_sections, (), _brief)
