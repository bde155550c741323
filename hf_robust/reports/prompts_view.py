"""Prompts and repeats in a report: what the choice of the prompt costs, and how much answers differ by themselves."""

from hf_robust.reports.records.prompt_records import (
    BesideNoise,
    OverPrompts,
    PromptScore,
    PromptsRecord,
    RepeatsRecord,
    ShareOfVariance,
    TransformationOverPrompts,
)
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Block, Cell, Column, Room, Row, Section, Table, Words
from hf_robust.reports.wording import MISSING, clip, count, interval, metric_word, percent, points

_SHOWN = 100  # prompts in the table; a page with more is slow


def prompt_sections(record: RobustnessRecord) -> list[Section]:
    """The sections on prompts and on repeats; none where the record has neither.

    Args:
        record: A valid record of a suite.
    """
    sections = []
    if record.prompts is not None:
        found = record.prompts
        blocks: list[Block] = [_over_table(record, found), _prompt_table(record, found)]
        blocks += [_transformation_table(found)] if found.transformations else []
        blocks += [_variance_table(found.variance)] if found.variance else []
        blocks += [Words(_variance_words(found), quiet=True)] if found.variance else []
        sections.append(Section("Prompts", tuple(blocks), prompt_words(record)))
    if record.repeats is not None:
        tables = (_noise_table(record.repeats),) if record.repeats.results else ()
        sections.append(
            Section("Repeats of unchanged rows", (*tables, *_servers(record.repeats)), repeat_words(record))
        )
    return sections


def prompt_brief(record: RobustnessRecord) -> list[Table | Words]:
    """What formats with little room show of prompts and repeats.

    Args:
        record: A valid record of a suite.
    """
    blocks: list[Table | Words] = []
    if record.prompts is not None:
        blocks += [Words((prompt_words(record),)), _over_table(record, record.prompts)]
        blocks += [_variance_table(record.prompts.variance)] if record.prompts.variance else []
    if record.repeats is not None:
        blocks.append(Words((repeat_words(record),)))
        blocks += [_noise_table(record.repeats)] if record.repeats.results else []
    return blocks


def prompt_terms(record: RobustnessRecord) -> list[str]:
    """The terms of the glossary that these sections use.

    Args:
        record: A valid record of a suite.
    """
    terms = []
    if record.prompts is not None:
        terms += ["Prompt"] + (["Share of the variance"] if record.prompts.variance else [])
    if record.repeats is not None:
        terms += ["Noise floor"] + (["pass^k"] if record.repeats.pass_k else [])
    return terms


def prompt_words(record: RobustnessRecord) -> str:
    """How far the prompt moves the score, beside the transformations; empty without prompts.

    Args:
        record: A valid record of a suite.
    """
    found = record.prompts
    if found is None:
        return ""
    metric, original = metric_word(record), found.original
    among = count(found.grid, "prompt")
    said = [
        f"Among {among}, {metric} of the originals is between {points(original.worst)} and {points(original.best)}: "
        f"{_cause(found)} moves it by {points(original.spread)} points."
    ]
    if found.drop is not None:
        said.append(
            f"The drop under the transformations is between {points(found.drop.best)} and {points(found.drop.worst)} "
            "points, depending on the prompt."
        )
    calls = f"{count(found.calls, 'answer')} of {count(found.all_calls)}"
    asked = f"{count(len(found.prompts))} of {among}" if len(found.prompts) < found.grid else among
    if found.estimated:
        said.append(f"The model gave {calls} to {asked}; the rest is estimated with a Rasch model.")
    else:
        said.append(f"All {count(found.calls, 'answer')} were asked for.")
    return " ".join(said)


def _cause(found: PromptsRecord) -> str:
    """What differs between the prompts."""
    if any(one.instruction for one in found.prompts):
        return "a perturbed instruction"
    changed_examples = any(" shots:" in one.name for one in found.prompts)
    return "a perturbation of the examples" if changed_examples else "the choice of the prompt"


def repeat_words(record: RobustnessRecord) -> str:
    """How much the answers to unchanged rows differ; empty without repeats.

    Args:
        record: A valid record of a suite.
    """
    found = record.repeats
    if found is None or found.noise_floor is None:
        return "" if found is None else "No row was repeated."
    said = [
        f"{count(found.rows, 'unchanged row')} {'was' if found.rows == 1 else 'were'} sent {found.repeats} times with "
        "the same prompt."
    ]
    if not found.any_flip:
        said.append("All answers to a row were equal.")
    else:
        said.append(
            f"Two answers to the same request differ with probability {points(found.noise_floor)}% "
            f"({interval(found.interval)}, 95% confidence interval): this is the noise floor. On "
            f"{percent(found.any_flip)} of the rows at least one answer differs."
        )
    if len(found.pass_k) > 1:
        most = str(found.repeats)
        said.append(
            f"One answer is correct with probability {points(found.pass_k['1'])}%, all of {most} with "
            f"{points(found.pass_k[most])}%."
        )
    within = [one.name for one in found.results if one.exceeds is False]
    if within:
        names = f"{clip(within[0], 60)}" if len(within) == 1 else f"{len(within)} transformations"
        said.append(f"The flip rate of {names} is not significantly above the noise floor.")
    return " ".join(said)


def _over_table(record: RobustnessRecord, found: PromptsRecord) -> Table:
    numbers = ((record.metric.label, found.original), ("Perturbed", found.perturbed), ("Drop", found.drop))
    shown = [(name, over) for name, over in numbers if over is not None]
    percents = list(dict.fromkeys(percent for _, over in shown for percent in over.quantiles))
    columns = (
        Column("Over all prompts", number=False),
        Column("Worst"),
        *(Column(f"{one}%", room=Room.NARROW if one == "50" else Room.WIDE) for one in percents),
        Column("Best"),
        Column("Spread"),
    )
    caption = (
        "Points out of 100, on the rows that changed. A column such as 5% is a quantile: 5% of the prompts have a "
        "lower number. The worst drop is the largest."
    )
    return Table(columns, tuple(_over_row(name, over, percents) for name, over in shown), caption=caption)


def _over_row(name: str, over: OverPrompts, percents: list[str]) -> Row:
    quantiles = (over.quantiles.get(one) for one in percents)
    return Row(
        (
            Cell(name),
            Cell(points(over.worst), over.worst, strong=True),
            *(Cell(points(value), value) for value in quantiles),
            Cell(points(over.best), over.best),
            Cell(points(over.spread), over.spread),
        )
    )


def _prompt_table(record: RobustnessRecord, found: PromptsRecord) -> Table:
    ordered = sorted(found.prompts, key=lambda one: (one.original, one.name))
    shown = ordered if len(ordered) <= _SHOWN else [*ordered[: _SHOWN // 2], *ordered[-_SHOWN // 2 :]]
    columns = (
        Column("Prompt", number=False),
        Column(record.metric.label),
        Column("Perturbed"),
        Column("Drop"),
        Column("Standard error", room=Room.WIDE),
        Column("Answers", room=Room.WIDE),
    )
    caption = "Points out of 100; the lowest score first. Numbers in a name are numbers of the values of an axis."
    if len(shown) < len(ordered):
        caption += f" The lowest {_SHOWN // 2} and the highest {_SHOWN // 2} of {count(len(ordered), 'prompt')}."
    if found.estimated:
        caption += " Score, perturbed score and drop are estimated separately."
    return Table(columns, tuple(map(_prompt_row, shown)), title="By prompt", caption=caption, sortable=True)


def _prompt_row(one: PromptScore) -> Row:
    return Row(
        (
            Cell(clip(one.name, 80) + (f": {clip(one.instruction, 200)}" if one.instruction else ""), one.name),
            Cell(points(one.original), one.original, strong=True),
            Cell(points(one.perturbed), one.perturbed),
            Cell(points(one.drop), one.drop),
            Cell(points(one.standard_error), one.standard_error),
            Cell(count(one.calls), one.calls),
        )
    )


def _transformation_table(found: PromptsRecord) -> Table:
    columns = (
        Column("Transformation", number=False),
        Column("Mean drop", sorted=True),
        Column("Smallest drop"),
        Column("Largest drop"),
        Column("Prompts", short="n"),
    )
    rows = sorted(found.transformations, key=lambda one: (-one.drop, one.name))
    caption = "Points out of 100, over the prompts that were asked."
    title = "Drop of each transformation over the prompts"
    return Table(columns, tuple(map(_transformation_row, rows)), title=title, caption=caption, sortable=True)


def _transformation_row(one: TransformationOverPrompts) -> Row:
    return Row(
        (
            Cell(clip(one.name, 60), one.name),
            Cell(points(one.drop), one.drop, strong=True),
            Cell(points(one.least), one.least),
            Cell(points(one.most), one.most),
            Cell(count(one.prompts), one.prompts),
        )
    )


def _variance_table(found: ShareOfVariance) -> Table:
    shares = (
        ("Prompt", found.prompt),
        ("Transformation", found.transformation),
        ("Both together", found.both),
        ("Choice of rows", found.rest),
    )
    rows = tuple(Row((Cell(name), Cell(percent(share), share))) for name, share in shares if share is not None)
    columns = (Column("Source", number=False), Column("Share of the variance"))
    return Table(columns, rows, title="Variance of the score", empty="(the score is the same everywhere)")


def _variance_words(found: PromptsRecord) -> tuple[str, ...]:
    if found.variance_rows is None:
        return ("Computed from mean scores: the choice of rows is a part of the share of both together.",)
    return (f"Computed on {count(found.variance_rows, 'row')} that every prompt and transformation shares.",)


def _noise_table(found: RepeatsRecord) -> Table:
    columns = (
        Column("Transformation", number=False),
        Column("Flip rate"),
        Column("Noise floor"),
        Column("Above it by", hint="flip rate minus noise floor"),
        Column("95% interval", room=Room.WIDE),
        Column("Above noise", number=False),
        Column("Drop", room=Room.WIDE),
    )
    rows = sorted(found.results, key=lambda one: (one.excess is None, -(one.excess or 0), one.name))
    return Table(
        columns,
        tuple(_noise_row(one, found) for one in rows),
        title="Flips beside the noise floor",
        caption="Points out of 100. A flip is another answer after the change. Above noise: the interval excludes 0.",
        sortable=True,
    )


def _noise_row(one: BesideNoise, found: RepeatsRecord) -> Row:
    above = MISSING if one.exceeds is None else "yes" if one.exceeds else "no"
    return Row(
        (
            Cell(clip(one.name, 60), one.name),
            Cell(points(one.flip_rate), one.flip_rate, strong=True),
            Cell(points(found.noise_floor), found.noise_floor),
            Cell(points(one.excess), one.excess),
            Cell(interval(one.interval), (one.interval or [None])[0]),
            Cell(above, above),
            Cell(points(one.drop), one.drop),
        ),
        quiet=one.exceeds is False,
    )


def _servers(found: RepeatsRecord) -> tuple[Words, ...]:
    said = [
        *([f"Seed of the requests: {found.seed}."] if found.seed is not None else []),
        *([f"Server: {', '.join(found.servers)}."] if found.servers else []),
        *([f"System fingerprint: {', '.join(found.fingerprints)}."] if found.fingerprints else []),
    ]
    if len(found.fingerprints) > 1:
        said.append("The fingerprint changed during the run, so the answers come from different configurations.")
    return (Words(tuple(said), quiet=True),) if said else ()
