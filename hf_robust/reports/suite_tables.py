"""The tables of a report of a suite: the scores of each transformation in the measure of the report, and in others."""

from hf_robust.reports import suite_words as words
from hf_robust.reports.evidence import enough_rows, interval_words
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult, WorstCase
from hf_robust.reports.records.shared_records import Pair
from hf_robust.reports.view import Cell, Column, Room, Row, Table
from hf_robust.reports.wording import MISSING, count, interval, p_value, percent, points, row_word, share, significant
from hf_robust.scoring.measures import measure_label


def suite_table(record: RobustnessRecord, indices: dict[int, int]) -> Table:
    """The scores of all transformations in the measure of the report.

    Args:
        record: A valid record whose texts can be shown.
        indices: The place of each result by its id.
    """
    results = record.results
    worst = record.worst_case
    gold = gold_word(record.suite.task)
    return Table(
        columns=(
            Column("Transformation", number=False),
            Column("Original"),
            Column("Perturbed"),
            Column("Drop", sorted=True),
            Column("95% interval", room=Room.WIDE),
            Column("Rows", short="n"),
            Column("Coverage", room=Room.WIDE),
            Column("Relative drop", room=Room.PAGE),
            Column("p (Holm)", hint=f"p-value, {words.holm_words(results)}", room=Room.PAGE),
            Column("Consistency", room=Room.PAGE),
            Column("Kappa", hint="Cohen's kappa: 1: no prediction changed, 0: chance agreement", room=Room.PAGE),
            Column("Broken", hint="correct before, wrong after", room=Room.PAGE),
            Column("Fixed", hint="wrong before, correct after", room=Room.PAGE),
            Column(
                f"{gold.capitalize()} kept",
                short="kept",
                hint=f"share of the changed texts for which raters confirmed the {gold}",
                room=Room.WIDE,
            ),
        ),
        rows=tuple(
            _row(result, indices[id(result)], _room(record, result)) for result in sorted(results, key=words.by_drop)
        ),
        totals=(_worst_row(record, worst),) if worst and worst.worst is not None else (),
        caption=f"{record.metric.label} in points out of 100; * = statistically significant. Drop is original "
        "minus perturbed, on the rows that changed." + f" {words.TURNED}" * any(map(words.is_turned, results)),
        groups=tuple(map(words.group_label, words.groups(results))),
        sortable=True,
        empty="(no transformation ran)",
    )


def measures_table(record: RobustnessRecord, indices: dict[int, int]) -> tuple[Table, ...]:
    """The other measures before and after each transformation; none where the record has one measure."""
    names, results = record.metric.secondary, words.measured(record)
    if not names or not results:
        return ()
    rows = tuple(
        Row(
            (
                Cell(result.name, result.name, index=indices[id(result)]),
                *(_pair(result.secondary.get(name)) for name in names),
            ),
            quiet=not enough_rows(result),
        )
        for result in results
    )
    columns = (Column("Transformation", number=False), *(Column(measure_label(name)) for name in names))
    caption = "Before and after the change, in points out of 100."
    return (Table(columns, rows, title="Other measures", caption=caption, sortable=True),)


def written_table(record: RobustnessRecord, indices: dict[int, int]) -> tuple[Table, ...]:
    """How the answers of a model that writes texts change; none for other tasks."""
    known = [(result, result.written) for result in record.results if result.written]
    if not known:
        return ()
    unit = known[0][1].unit
    columns = (
        Column("Transformation", number=False),
        Column("Similarity", hint="of the two answers to a row: chrF, 100 for equal answers"),
        Column(f"Length ({unit})", hint=f"mean number of {unit} of an answer, before and after"),
        Column("Length ratio", hint="length after / length before"),
        Column("Refusals", hint="share of answers, before and after"),
        Column("Empty answers", hint="share of answers, before and after"),
    )
    rows = tuple(
        Row(
            (
                Cell(result.name, result.name, index=indices[id(result)]),
                Cell(points(answers.similarity), answers.similarity),
                Cell(" → ".join(f"{size:.1f}" for size in answers.length), answers.length[1]),
                Cell(share(answers.length_ratio), answers.length_ratio),
                Cell(_shares(answers.refused), answers.refused[1]),
                Cell(_shares(answers.empty), answers.empty[1]),
            ),
            quiet=not enough_rows(result),
        )
        for result, answers in known
    )
    caption = (
        "The answers to the perturbed rows compared with those to the originals. Similarity in points out of 100. A "
        "refusal is recognized by the first words of an answer."
    )
    return (Table(columns, rows, title="Written answers", caption=caption, sortable=True),)


def _shares(pair: tuple[float, float]) -> str:
    return " → ".join(map(percent, pair))


def _row(result: TransformationResult, index: int, room: Room) -> Row:
    sure, turned = significant(result), words.is_turned(result)
    return Row(
        (
            Cell(result.name, result.name, index=index),
            Cell(points(result.original), result.original),
            Cell(points(result.perturbed), result.perturbed),
            Cell(points(result.drop), result.drop, star=sure, tone=_tone(result), strong=True),
            Cell(interval_words(result), (result.interval or [None])[0]),
            Cell(count(result.n), result.n),
            Cell(percent(result.coverage), result.coverage),
            Cell(percent(result.relative_drop), result.relative_drop),
            Cell(p_value(result.p_adjusted), result.p_adjusted),
            # equal numbers say nothing of predicted scores, and equal labels are wrong where the gold label changes
            Cell(MISSING) if result.scores or turned else Cell(percent(result.consistency), result.consistency),
            Cell(MISSING) if turned else Cell(share(result.kappa), result.kappa),
            Cell(count(result.broken), result.broken),
            Cell(count(result.mended), result.mended),
            _kept(result),
        ),
        group=words.group_label(result.linguistics),
        room=room,
        quiet=not enough_rows(result),
    )


def _worst_row(record: RobustnessRecord, worst: WorstCase) -> Row:
    rows = record.suite.rows
    cells = [
        Cell(_worst_name(record)),
        Cell(points(worst.original)),
        Cell(points(worst.worst)),
        Cell(points(worst.drop), strong=True),
        Cell(interval(worst.interval)),
        Cell(count(worst.n)),
        Cell(percent(worst.n / rows if rows else None)),
    ]
    return Row((*cells, *[Cell(MISSING)] * 7))


def _worst_name(record: RobustnessRecord) -> str:
    if record.metric.row_label:
        return f"worst case, mean {row_word(record)}"
    return "worst case, mean of rows" if words.is_mean_of_rows(record) else "worst case"


def _room(record: RobustnessRecord, result: TransformationResult) -> Room:
    """A row of nothing but dashes takes no room where a sentence says the same."""
    return Room.PAGE if result.drop is None and words.measured(record) else Room.NARROW


def _kept(result: TransformationResult) -> Cell:
    value = result.audit["value"] if result.audit else None
    return Cell(percent(value), value)


def _tone(result: TransformationResult) -> str:
    if not significant(result):
        return ""
    return "gain" if words.gained(result) else "loss"


def _pair(pair: Pair) -> Cell:
    before, after = pair or (None, None)
    return Cell(MISSING if after is None else f"{points(before)} → {points(after)}", after)
