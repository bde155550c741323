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


def _cause(prompts: PromptsRecord) -> str:
    """What differs between the prompts."""
    if any(prompt.instruction for prompt in prompts.prompts):
        return "a perturbed instruction"
    changed_examples = any(" shots:" in prompt.name for prompt in prompts.prompts)
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


def _over_table(record: RobustnessRecord, prompts: PromptsRecord) -> Table:
    numbers = ((record.metric.label, prompts.original), ("Perturbed", prompts.perturbed), ("Drop", prompts.drop))
    shown = [(name, over) for name, over in numbers if over is not None]
    percents = list(dict.fromkeys(percent for _, over in shown for percent in over.quantiles))
    columns = (
        Column("Over all prompts", number=False),
        Column("Worst"),
        *(Column(f"{part}%", room=Room.NARROW if part == "50" else Room.WIDE) for part in percents),
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


def _prompt_table(record: RobustnessRecord, prompts: PromptsRecord) -> Table:
    ordered = sorted(prompts.prompts, key=lambda prompt: (prompt.original, prompt.name))
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
    if prompts.estimated:
        caption += " Score, perturbed score and drop are estimated separately."
    return Table(columns, tuple(map(_prompt_row, shown)), title="By prompt", caption=caption, sortable=True)


def _prompt_row(prompt: PromptScore) -> Row:
    return Row(
        (
            Cell(
                clip(prompt.name, 80) + (f": {clip(prompt.instruction, 200)}" if prompt.instruction else ""),
                prompt.name,
            ),
            Cell(points(prompt.original), prompt.original, strong=True),
            Cell(points(prompt.perturbed), prompt.perturbed),
            Cell(points(prompt.drop), prompt.drop),
            Cell(points(prompt.standard_error), prompt.standard_error),
            Cell(count(prompt.calls), prompt.calls),
        )
    )


def _transformation_table(prompts: PromptsRecord) -> Table:
    columns = (
        Column("Transformation", number=False),
        Column("Mean drop", sorted=True),
        Column("Smallest drop"),
        Column("Largest drop"),
        Column("Prompts", short="n"),
    )
    rows = sorted(prompts.transformations, key=lambda result: (-result.drop, result.name))
    caption = "Points out of 100, over the prompts that were asked."
    title = "Drop of each transformation over the prompts"
    return Table(columns, tuple(map(_transformation_row, rows)), title=title, caption=caption, sortable=True)


def _transformation_row(result: TransformationOverPrompts) -> Row:
    return Row(
        (
            Cell(clip(result.name, 60), result.name),
            Cell(points(result.drop), result.drop, strong=True),
            Cell(points(result.least), result.least),
            Cell(points(result.most), result.most),
            Cell(count(result.prompts), result.prompts),
        )
    )


def _variance_table(variance: ShareOfVariance) -> Table:
    shares = (
        ("Prompt", variance.prompt),
        ("Transformation", variance.transformation),
        ("Both together", variance.both),
        ("Choice of rows", variance.rest),
    )
    rows = tuple(Row((Cell(name), Cell(percent(share), share))) for name, share in shares if share is not None)
    columns = (Column("Source", number=False), Column("Share of the variance"))
    return Table(columns, rows, title="Variance of the score", empty="(the score is the same everywhere)")


def _variance_words(prompts: PromptsRecord) -> tuple[str, ...]:
    if prompts.variance_rows is None:
        return ("Computed from mean scores: the choice of rows is a part of the share of both together.",)
    return (f"Computed on {count(prompts.variance_rows, 'row')} that every prompt and transformation shares.",)


def _noise_table(repeats: RepeatsRecord) -> Table:
    columns = (
        Column("Transformation", number=False),
        Column("Flip rate"),
        Column("Noise floor"),
        Column("Above it by", hint="flip rate minus noise floor"),
        Column("95% interval", room=Room.WIDE),
        Column("Above noise", number=False),
        Column("Drop", room=Room.WIDE),
    )
    rows = sorted(repeats.results, key=lambda result: (result.excess is None, -(result.excess or 0), result.name))
    return Table(
        columns,
        tuple(_noise_row(result, repeats) for result in rows),
        title="Flips beside the noise floor",
        caption="Points out of 100. A flip is another answer after the change. Above noise: the interval excludes 0.",
        sortable=True,
    )


def _noise_row(result: BesideNoise, repeats: RepeatsRecord) -> Row:
    above = MISSING if result.exceeds is None else "yes" if result.exceeds else "no"
    return Row(
        (
            Cell(clip(result.name, 60), result.name),
            Cell(points(result.flip_rate), result.flip_rate, strong=True),
            Cell(points(repeats.noise_floor), repeats.noise_floor),
            Cell(points(result.excess), result.excess),
            Cell(interval(result.interval), (result.interval or [None])[0]),
            Cell(above, above),
            Cell(points(result.drop), result.drop),
        ),
        quiet=result.exceeds is False,
    )


def _servers(repeats: RepeatsRecord) -> tuple[Words, ...]:
    said = [
        *([f"Seed of the requests: {repeats.seed}."] if repeats.seed is not None else []),
        *([f"Server: {', '.join(repeats.servers)}."] if repeats.servers else []),
        *([f"System fingerprint: {', '.join(repeats.fingerprints)}."] if repeats.fingerprints else []),
    ]
    if len(repeats.fingerprints) > 1:
        said.append("The fingerprint changed during the run, so the answers come from different configurations.")
    return (Words(tuple(said), quiet=True),) if said else ()
