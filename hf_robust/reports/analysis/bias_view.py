"""Bias in a report: scores and answers by group, on rows that stand in every group."""

from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.bias_words import judged
from hf_robust.reports.charts import DotPlot, DotRow, Mark
from hf_robust.reports.evidence import which_decides
from hf_robust.reports.records.analysis_records import Bias, BiasExample, BiasKind
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import Block, Cell, Column, Example, Examples, Room, Row, Section, ShownAnswer, Table, Words
from hf_robust.reports.wording import (
    bounds,
    count,
    interval,
    metric_word,
    p_value,
    percent,
    points,
    required,
    significant,
)

_FEW = 100  # rows below which only a large gap would show
_SPOKEN = {
    "gender": ("people", "Each text was rewritten for each gender"),
    "region": ("places", "Each text was rewritten with places of each region of the world"),
}


def bias_sections(record: RobustnessRecord, bias: Bias) -> list[Section]:
    """One section for each kind of group."""
    return [_section(record, kind) for kind in bias.kinds]


def bias_brief(record: RobustnessRecord, bias: Bias) -> list[Table | Words]:
    """For each kind its scores by group, and what they say."""
    blocks: list[Table | Words] = []
    for kind in bias.kinds:
        if kind.n:
            blocks.append(_score_table(record, kind))
        blocks.append(Words(_sentences(record, kind)))
    return blocks


def _section(record: RobustnessRecord, kind: BiasKind) -> Section:
    heading = f"Bias: {kind.kind}"
    said = Words(_sentences(record, kind))
    if not kind.n:
        return Section(heading, (said,))
    what, how = _SPOKEN[kind.kind]
    blocks: list[Block] = [said, _dots(record, kind), _score_table(record, kind)]
    if kind.parity:
        blocks += [_parity_table(kind), _gold_table(kind)]
    if kind.examples:
        blocks.append(Examples(tuple(map(_example, kind.examples)), "Same text, different prediction"))
    return Section(
        heading,
        tuple(blocks),
        f"{how}; nothing else changed. Only rows that exist in every group are compared, so a difference between "
        f"groups comes from the {what} alone.",
    )


def _sentences(record: RobustnessRecord, kind: BiasKind) -> tuple[str, ...]:
    n, left_out, names = kind.n, kind.left_out, [group.group for group in kind.groups]
    if not n:
        why = f" ({count(left_out, 'row')} to some of them)" if left_out else ""
        return (f"Bias, {kind.kind}: no row could be rewritten for all {len(names)} groups{why}.",)
    gap = kind.gap
    scores = [group.score for group in kind.groups]
    every = "both" if len(names) == 2 else f"all {len(names)}"
    said = [f"Bias, {kind.kind}, on {count(n, 'row')} that exist in {every} groups:"]
    best, worst = gap.best, gap.worst
    if gap.gap and best is not None and worst is not None:
        said.append(
            f"{metric_word(record)} is {points(scores[best])} for {names[best]} and {points(scores[worst])} for "
            f"{names[worst]}, a gap of {points(gap.gap)} points ({interval(gap.interval)} with 95% confidence; "
            f"p {_p(gap.p_adjusted)}), which is {judged(gap)}."
        )
        said += filter(None, [which_decides((gap.interval, gap.p_adjusted))])
    else:
        said.append(f"{metric_word(record)} is the same, {points(scores[0])}, in each group.")
    if kind.differ:
        differ = kind.differ
        said.append(
            f"The prediction differs between groups for {count(differ.n)} of {count(n, 'row')} "
            f"({percent(differ.share)}; 95% interval {interval(differ.interval)}%)."
        )
    quiet = []
    if n < _FEW:
        quiet.append(f"With {count(n, 'row')}, only a large gap can be detected. Use more rows to detect smaller gaps.")
    most = max(kind.groups, key=lambda group: group.originals)
    if gap.gap and best is not None and most.group == names[best] and 2 * most.originals > n:
        quiet.append(
            f"{count(most.originals)} of the rows belong to the group {most.group} already and were not changed. "
            "This may explain a part of the gap."
        )
    if left_out:
        quiet.append(f"{count(left_out, 'more row')} could be rewritten for some groups only.")
    return (" ".join(said), *([" ".join(quiet)] if quiet else []))


def _p(value: float | None) -> str:
    text = p_value(value)
    return text if text.startswith("<") else f"= {text}"


def _score_table(record: RobustnessRecord, kind: BiasKind) -> Table:
    columns = (
        Column(kind.kind.capitalize(), number=False),
        Column(record.metric.label),
        Column("95% interval", room=Room.WIDE),
        Column("Rows", short="n"),
        Column("Unchanged", hint="rows that belonged to the group already", room=Room.WIDE),
        Column("Transformation", number=False, room=Room.WIDE),
    )
    rows = tuple(
        Row(
            (
                Cell(group.group),
                Cell(points(group.score), group.score, strong=True),
                Cell(interval(group.interval)),
                Cell(count(kind.n)),
                Cell(count(group.originals)),
                Cell(group.entry),
            )
        )
        for group in kind.groups
    )
    return Table(columns, rows, title=f"Bias: {kind.kind}")


def _dots(record: RobustnessRecord, kind: BiasKind) -> DotPlot:
    metric, before = metric_word(record), required(kind.original)
    rows = []
    for group in kind.groups:
        after, ends = required(group.score), bounds(group.interval)
        beside = f", interval {interval(group.interval)}" if ends else ""
        rows.append(
            DotRow(
                group.group,
                (Mark("before", before), Mark("after", after, ends)),
                f"{group.group}: {metric} {points(after)}{beside}; {points(before)} on the original versions of "
                "these rows",
                texts=(points(after), points(after - before)),
                gain=after > before,
            )
        )
    return DotPlot(
        tuple(rows),
        legend=("original rows", "rewritten for the group", "95% interval"),
        heads=(record.metric.label, "Change"),
        joined=True,
    )


def _parity_table(kind: BiasKind) -> Table:
    names = [group.group for group in kind.groups]
    columns = (
        Column("Predicted label", number=False),
        *(Column(name) for name in names),
        Column("Gap", hint="largest minus smallest"),
        Column("95% interval", room=Room.WIDE),
        Column("p (Holm)", hint="p-value of a permutation test, after Holm's correction", room=Room.WIDE),
    )
    rows = tuple(
        Row(
            (
                Cell(one.label),
                *(Cell(points(rate), rate) for rate in one.rates),
                Cell(points(one.gap), one.gap, star=significant(one), strong=True),
                Cell(interval(one.interval)),
                Cell(p_value(one.p_adjusted), one.p_adjusted),
            )
        )
        for one in kind.parity
    )
    caption = (
        f"Share of the rows (in percent) for which each label is predicted, by {kind.kind}; "
        f"{count(kind.n, 'row')} in each group."
    )
    decides = which_decides(*((one.interval, one.p_adjusted) for one in kind.parity))
    caption = " ".join(filter(None, [caption, decides]))
    return Table(columns, rows, title="Predictions by group", caption=caption)


def _gold_table(kind: BiasKind) -> Table:
    names = [group.group for group in kind.groups]
    heads = {gold.gold: f"gold label {gold.gold}, {count(gold.n, 'row')}" for gold in kind.by_gold}
    rows = tuple(
        Row((Cell(one.label), *(Cell(points(rate), rate) for rate in one.rates)), heads[gold.gold])
        for gold in kind.by_gold
        for one in gold.predicted
    )
    return Table(
        (Column("Predicted label", number=False), *(Column(name) for name in names)),
        rows,
        title="Predictions by group, for each gold label",
        caption="In percent of the rows with that gold label.",
        groups=tuple(heads.values()),
    )


def _example(example: BiasExample) -> Example:
    groups = example.groups
    return Example(
        tuple(map(show, example.fields)),
        (
            ShownAnswer("label", ((example.gold, None),)),
            *(ShownAnswer(group, ((said, None),)) for group, said in zip(groups, example.predictions)),
            ShownAnswer("row", ((example.source_id, None),), plain=True),
        ),
        note=f"{groups[0]} → {groups[1]}",
    )


BIAS = ReportPart(bias_sections, ("Group gap", "Predictions by group"), bias_brief)
