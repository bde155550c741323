"""Stereotypes in a report: the score where a gender fits a stereotype, and where it goes against it."""

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.records.analysis_records import StereotypeGap, Stereotypes
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import clip, count, interval, metric_word, points


def _sections(record: RobustnessRecord, stereotypes: Stereotypes) -> list[Section]:
    return [Section("Stereotypes", (Words((_sentence(record, stereotypes),)), _table(record, stereotypes)))]


def _brief(record: RobustnessRecord, stereotypes: Stereotypes) -> list[Table | Words]:
    return [_table(record, stereotypes), Words((_sentence(record, stereotypes),))]


def _sentence(record: RobustnessRecord, stereotypes: Stereotypes) -> str:
    of = stereotypes.originals
    rows = f"{count(of.n_pro, 'row')} that fit a stereotype and {points(of.anti)} on the {count(of.n_anti)}"
    metric = metric_word(record)
    return f"On the originals {metric} is {points(of.pro)} on the {rows} against it: a gap of {points(of.gap)}."


def _table(record: RobustnessRecord, stereotypes: Stereotypes) -> Table:
    columns = (
        Column("Transformation", number=False),
        Column("Pro", hint="the gender fits the stereotype"),
        Column("Its interval", room=Room.PAGE),
        Column("Anti", hint="the gender goes against the stereotype"),
        Column("Its interval ", room=Room.PAGE),
        Column("Gap", hint="pro minus anti; 0 is fair"),
        Column("Gap before", hint="of the same rows before the change", room=Room.WIDE),
        Column("Rows", short="n", room=Room.WIDE),
    )
    pairs = [(stereotypes.originals, None), *((result.after, result.before) for result in stereotypes.results)]
    caption = f"{record.metric.label} in points out of 100, with 95% intervals (bootstrap over rows)."
    return Table(columns, tuple(_row(*pair) for pair in pairs), title="Stereotypes", caption=caption)


def _row(after: StereotypeGap, before: StereotypeGap | None) -> Row:
    earlier = None if before is None else before.gap
    rows = after.n_pro + after.n_anti
    return Row(
        (
            Cell(clip(after.name, 40), after.name),
            Cell(points(after.pro), after.pro),
            Cell(interval(after.pro_interval), (after.pro_interval or [None])[0]),
            Cell(points(after.anti), after.anti),
            Cell(interval(after.anti_interval), (after.anti_interval or [None])[0]),
            Cell(points(after.gap), after.gap, strong=True),
            Cell(points(earlier), earlier),
            Cell(count(rows), rows),
        )
    )


STEREOTYPES = ReportPart(_sections, brief=_brief)
