"""The results of a suite as a view: scores before and after each transformation."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from hf_robust.reports import suite_words as words
from hf_robust.reports.analysis.analysis_sections import (
    analysis_brief,
    analysis_sections,
    analysis_terms,
    part_sections,
)
from hf_robust.reports.answers_view import TERMS as ANSWER_TERMS
from hf_robust.reports.answers_view import answer_sections, answer_tables, answer_tiles
from hf_robust.reports.audit_words import trust_line
from hf_robust.reports.calibration_view import calibration_tables, calibration_terms
from hf_robust.reports.chain_steps import chain_words
from hf_robust.reports.charts import Bar, BarCharts, DotPlot, DotRow, Mark
from hf_robust.reports.evidence import LEAST_ROWS, counted_in_mean, enough_rows, interval_words, left_out_words
from hf_robust.reports.generated_view import generated_brief, generated_checks, generated_sections
from hf_robust.reports.glossary import glossary
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.prompts_view import prompt_brief, prompt_sections, prompt_terms
from hf_robust.reports.question_scores import question_tables
from hf_robust.reports.record_facts import environment_facts, model_facts, notes_of, suite_facts, trust_facts, trust_run
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.score_changes_view import score_tables
from hf_robust.reports.suite_entry import suite_entry
from hf_robust.reports.suite_steps import next_steps
from hf_robust.reports.suite_tables import measures_table, suite_table, written_table
from hf_robust.reports.suite_top import basis, breaking, outcome
from hf_robust.reports.view import Check, Entries, Section, Table, Tile, View, Words
from hf_robust.reports.wording import (
    MEAN_OF_TRANSFORMATIONS,
    MISSING,
    ON_CHANGED,
    ON_ORIGINALS,
    bounds,
    clip,
    count,
    metric_word,
    percent,
    points,
    required,
    row_word,
    significant,
)
from hf_robust.scoring.limit_tests import POWER
from hf_robust.scoring.measures import measure_label
from hf_robust.transforms.base import LEVELS, LINGUISTICS

_NO_EVIDENCE = "These numbers are not evidence of robustness; see the warnings at the top."
_CHAINS = 5  # of which the steps are told below the table
_NAMED, _SHORT_REASON = 3, 80  # transformations without changed rows that are named, characters of their reason
LEGEND = (
    "Points out of 100. drop = original - perturbed, all three on the changed rows; a negative drop means that the "
    "score rose. interval: 95%, paired bootstrap. * = statistically significant (p < 0.05, Holm-corrected). "
    "coverage = n / all rows. kept: share of the changed texts for which raters confirmed the {gold}; - means not "
    "rated."
)
TERMS = (
    *("Transformation", "Original and perturbed", "Drop", "Relative drop", "Corrected drop"),
    *("Coverage", "Interval|drop"),
    *(
        "Statistically significant|drop",
        "Worst case",
        "Consistency",
        "Kappa",
        "Label kept",
        "Broken and fixed",
        "Level",
        "Category",
    ),
)


def suite_view(record: RobustnessRecord) -> View:
    """The view of a record of a suite.

    Args:
        record: A valid record whose texts can be shown.
    """
    suite, metric = record.suite, metric_word(record)
    places = {id(result): place for place, result in enumerate(record.results)}
    table = suite_table(record, places)
    unmeasured = _unmeasured(record)
    found = outcome(record)
    return View(
        kind="Robustness report",
        title=record.model.name,
        subject=" ".join(filter(None, [suite.name, suite.version])),
        details=(suite.task, count(suite.rows, "row"), f"seed {suite.seed}"),
        verdict=words.verdict(record),
        outcome=found,
        basis=basis(record),
        breaking=breaking(record),
        next_steps=next_steps(record, found),
        lede=words.lede(record),
        tiles=_tiles(record),
        sections=_sections(record, table, unmeasured, places),
        brief=(
            table,
            *question_tables(record),
            *answer_tables(record),
            *written_table(record, places),
            *score_tables(record, places),
            *unmeasured,
            *_trust(record),
            *generated_brief(record),
            *prompt_brief(record),
            *analysis_brief(record),
        ),
        notes=(*_attack_notes(record), *_chain_notes(record), *_fault_notes(record), *notes_of(record)),
        legend=LEGEND.format(gold=gold_word(record.suite.task)),
        skipped=tuple((item.name, item.reason) for item in record.skipped),
        nothing_skipped="Nothing was skipped: every transformation of the suite ran.",
        facts=(
            *model_facts(record.model),
            *suite_facts(record.suite),
            ("Rows", count(suite.rows)),
            ("Seed", str(suite.seed)),
            ("Metric", ", ".join([record.metric.label, *map(measure_label, record.metric.secondary)])),
            *trust_facts(record.options),
            *environment_facts(record),
        ),
        command=record.command,
        created_by="hf_robust.run(model, suite)",
        glossary=glossary(
            *TERMS,
            *_power_terms(record),
            *(["Transfer rate"] if record.transfer else []),
            *calibration_terms(record),
            *prompt_terms(record),
            *(ANSWER_TERMS if answer_tables(record) else ()),
            *analysis_terms(record),
            *(["Closeness", "Shift"] if record.metric.row_label else ()),
            metric=metric,
        ),
        checks=_checks(record),
        data_file="report.json",
        run=_run(record),
        task=suite.task,
        created=record.created,
        seconds=record.seconds,
    )


def _power_terms(record: RobustnessRecord) -> tuple[str, ...]:
    """The term of the glossary for the power, where the top of the page or the search for slices states one."""
    stated = " ".join([words.verdict(record), *(value for _, value in basis(record))])
    return ("80% power",) if f"{percent(POWER)} power" in stated or "Weakest slice" in analysis_terms(record) else ()


def _run(record: RobustnessRecord) -> dict[str, str]:
    values = {
        "model": record.model.name,
        "model_revision": record.model.revision,
        "suite": record.suite.name,
        "suite_version": record.suite.version,
        "content_hash": record.suite.content_hash,
        "metric": record.metric.name,
        "seed": str(record.suite.seed),
        **trust_run(record.options, {one.name: one.audit for one in record.results}),
    }
    return {name: value for name, value in values.items() if value is not None}


def _tiles(record: RobustnessRecord) -> tuple[Tile, ...]:
    results, metric = words.measured(record), metric_word(record)
    if not results:
        return ()
    counted = [results[index] for index in counted_in_mean(result.n for result in results)]
    before = fmean(required(result.original) for result in counted)
    after = fmean(required(result.perturbed) for result in counted)
    several = len(results) > 1
    change = f"{points(abs(before - after))} points {'lower' if after <= before else 'higher'}"
    tiles = [_original_tile(record, before, len(results))]
    if several:
        weighted = words.weighted_note(counted, gold_word(record.suite.task))
        # the reader sees two scores before the changes, and asks why they differ
        why = " (each transformation changes other rows)" if len({result.n for result in counted}) > 1 else ""
        few = left_out_words(len(results) - len(counted)).rstrip(".")
        note = (
            f"{MEAN_OF_TRANSFORMATIONS} ({count(len(counted))} scores, each {ON_CHANGED}){weighted}. The mean of "
            f"these scores before the changes is {points(before)}{why}{'. ' if few else ''}{few}"
        )
        tiles.append(Tile(f"Mean perturbed {metric}", points(after), note))
    else:
        tiles.append(Tile("Perturbed", points(after), f"{ON_CHANGED}, {change}"))
    worst = record.worst_case
    if worst and worst.worst is not None and several and not words.invalid(record):
        what = f"mean {row_word(record)} of a row" if words.is_mean_of_rows(record) else metric
        note = f"{what} if each row gets the lowest score of its original and perturbed versions"
        tiles.append(Tile("Worst case", points(worst.worst), note))
    tiles += [*_transfer_tile(record), *answer_tiles(record)]
    return (*tiles, *_weakest_tile(record, results))


def _weakest_tile(record: RobustnessRecord, results: Sequence[TransformationResult]) -> list[Tile]:
    """The transformation that a headline may name; of several none where chance explains every drop."""
    if words.says_nothing(record):
        return [Tile("Largest drop", MISSING, "these scores do not measure robustness")]
    weakest = words.weakest(record) or (results[0] if len(results) == 1 else None)
    if weakest is None:
        return [Tile("Significant drops", "0", f"of {count(len(results))} transformations; the chart shows all drops")]
    kind = "gain" if words.gained(weakest) else "drop"
    label = "Largest drop" if len(results) > 1 else "Transformation"
    note = f"a {kind} of {points(abs(required(weakest.drop)))} points"
    return [Tile(label, clip(weakest.name, 40), note, is_name=True)]


def _transfer_tile(record: RobustnessRecord) -> list[Tile]:
    """How far the rows of an attack reach this model."""
    transfer = record.transfer
    if not transfer:
        return []
    if words.is_source(record):
        return [Tile("Transfer rate", MISSING, "an attack on this model found the rows")]
    note = f"of the {count(transfer.right, 'row')} predicted correctly before the attack are wrong after it"
    return [Tile("Transfer rate", percent(transfer.rate), note)]


def _original_tile(record: RobustnessRecord, mean: float, results: int) -> Tile:
    """The score of the originals; of a record that lacks it, the mean that the transformations' rows have."""
    originals, label = record.originals, f"Original {metric_word(record)}"
    if originals and originals.score is not None:
        rows, n = record.suite.rows, originals.n
        whole = f"all {count(n, 'row')}" if n == rows else f"the {count(n, 'row')} of {count(rows)} that changed"
        return Tile(label, points(originals.score), f"{ON_ORIGINALS}, {whole}")
    if results == 1:
        return Tile(label, points(mean), "on the originals of the changed rows")
    note = f"{MEAN_OF_TRANSFORMATIONS} ({count(results)}), each on the originals of its changed rows"
    return Tile(f"{label}, mean", points(mean), note)


def _unmeasured(record: RobustnessRecord) -> tuple[Words, ...]:
    without = [result for result in record.results if result.drop is None]
    if not without or len(without) == len(record.results):
        return ()
    said = f"{count(len(without), 'transformation')} changed no row"
    names = f": {', '.join(map(_with_reason, without))}" if len(without) <= _NAMED else ""
    return (Words((f"{said}{names}.",), quiet=True),)


def _with_reason(result: TransformationResult) -> str:
    """The name of a transformation, with the most frequent reason why rows stayed as they were, if it is short."""
    reason = max(result.reasons, key=lambda one: result.reasons[one], default="").rstrip(".")
    return clip(result.name, 60) + (f" ({reason})" if 0 < len(reason) <= _SHORT_REASON else "")


def _sections(
    record: RobustnessRecord, table: Table, unmeasured: tuple[Words, ...], indices: dict[int, int]
) -> tuple[Section, ...]:
    label, results = record.metric.label, words.measured(record)
    costs = Section(
        "Results by transformation",
        (_dots(record, results, indices), *unmeasured) if results else (),
        f"{label} before and after, on the rows that changed. The largest drop is first. Results on fewer than "
        f"{LEAST_ROWS} rows are last. * = statistically significant."
        if results
        else "There are no results to plot.",
    )
    valid = not words.invalid(record)
    if not valid and results:
        costs = replace(costs, intro=f"{_NO_EVIDENCE} {costs.intro}")
    sections = [costs]
    if valid:
        sections += part_sections(record, "profile") or _weak(record, results)
    if record.results:
        worst_first = sorted(record.results, key=words.by_drop)
        entries = tuple(suite_entry(record, result, indices[id(result)]) for result in worst_first)
        intro = (
            "For each transformation: its description, the number of changed rows, and rows on which the "
            "prediction became wrong. hf-robust show NAME explains the parameters of a transformation."
        )
        sections += [
            Section(
                "All numbers",
                (
                    table,
                    *measures_table(record, indices),
                    *question_tables(record),
                    *calibration_tables(record),
                    *written_table(record, indices),
                    *score_tables(record, indices),
                ),
                "" if valid else _NO_EVIDENCE,
            ),
            *answer_sections(record),
            Section(
                "Transformation by transformation",
                (Entries(entries, open=bool(words.weakest(record)) and valid),),
                intro,
            ),
        ]
    worst = words.worst_words(record) if valid else []
    ending = [Section("Worst case", (Words(tuple(worst)),))] if worst else []
    more = (*generated_sections(record), *prompt_sections(record), *analysis_sections(record))
    return (*sections, *more, *ending)


def _dots(record: RobustnessRecord, results: Sequence[TransformationResult], indices: dict[int, int]) -> DotPlot:
    metric = metric_word(record)
    return DotPlot(
        tuple(_dot_row(result, metric, indices[id(result)]) for result in results),
        legend=("before", "after", "95% interval of the drop"),
        heads=(record.metric.label, "Drop"),
        joined=True,
        more=f"more transformations, with smaller drops or fewer than {LEAST_ROWS} changed rows",
    )


def _dot_row(result: TransformationResult, metric: str, index: int) -> DotRow:
    before, after = points(result.original), points(result.perturbed)
    says, ends = f"{result.name}: {metric} {before} before, {after} after", bounds(result.interval)
    where = None
    if ends is not None:  # the interval of the drop, around the score after: where that score could be
        where = (required(result.original) - ends[1], required(result.original) - ends[0])
        says += f"; drop {points(result.drop)}, interval {interval_words(result)}"
    return DotRow(
        result.name,
        (Mark("before", required(result.original)), Mark("after", required(result.perturbed), where)),
        says,
        texts=(f"{before} → {after}", points(result.drop)),
        index=index,
        star=significant(result),
        gain=words.gained(result),
        quiet=not enough_rows(result),
    )


def _weak(record: RobustnessRecord, results: Sequence[TransformationResult]) -> list[Section]:
    """The same for a record without a profile, whose transformations may all be of one kind."""
    charts = _bar_charts(record)
    if not charts or not results:
        return []
    intro = "Mean drop, in points, over the transformations of a category. A negative drop means that the score rose."
    return [Section("Drops by kind of change", (BarCharts(charts),), intro)]


def _bar_charts(record: RobustnessRecord) -> tuple[tuple[str, tuple[Bar, ...]], ...]:
    charts = []
    panels = (("Category", "linguistics", LINGUISTICS), ("Level", "level", LEVELS))
    for title, kind, order in panels:
        means = getattr(record.groups, kind)
        names = [name for name in order if name in means] + sorted(set(means) - set(order))
        bars = tuple(
            Bar(
                words.group_name(name),
                means[name].drop,
                points(means[name].drop),
                count(means[name].n_results, "transformation"),
                words.GROUP_WORDS.get(name, ""),
            )
            for name in names
        )
        if bars:
            charts.append((title, bars))
    return tuple(charts)


def _trust(record: RobustnessRecord) -> tuple[Words, ...]:
    asked = record.options is not None and record.options.min_confidence is not None
    line = trust_line(
        {result.name: result.audit for result in record.results}, asked, gold=gold_word(record.suite.task)
    )
    return (Words(line, quiet=True),) if line else ()


def _attack_notes(record: RobustnessRecord) -> list[tuple[str, str]]:
    said = words.attacked_words(record)
    return [("transfer", said)] if said and words.fails_originals(record) else []


def _chain_notes(record: RobustnessRecord) -> list[tuple[str, str]]:
    """The rows that each transformation of a chain changed, where some of them changed fewer rows than the chain."""
    uneven = [one for one in record.results if one.rows_by_step and min(one.rows_by_step) < max(one.n, 1)]
    said = [("chain", f"{one.name}: {chain_words(one)}") for one in uneven[:_CHAINS]]
    more = count(len(uneven) - _CHAINS, "more chain")
    return [*said, ("chain", f"{more} in the report")] if len(uneven) > _CHAINS else said


def _fault_notes(record: RobustnessRecord) -> list[tuple[str, str]]:
    said = ((result.name, words.fault_words(result)) for result in record.results)
    return [("fault", f"{name}: {' '.join(sentences)}") for name, sentences in said if sentences]


def _checks(record: RobustnessRecord) -> tuple[Check, ...]:
    metric = metric_word(record)
    checks = [
        Check(
            result.name,
            result.perturbed,
            (
                f"{result.name}: {metric} is ",
                " after the change, below ",
                f" ({points(result.original)} before, {count(result.n, 'row')})",
            ),
            " ".join([*words.result_words(record, result), *words.audit_words(result, gold_word(record.suite.task))]),
            "no row could be changed",
        )
        for result in record.results
    ]
    checks += generated_checks(record)
    return (*checks, *(Check(item.name, skipped=item.reason) for item in record.skipped))
