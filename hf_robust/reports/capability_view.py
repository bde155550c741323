"""The results of a capability suite as a view: how many cases of each capability fail."""

from collections.abc import Sequence

from hf_robust.reports import capability_words as words
from hf_robust.reports.answers_view import TERMS as ANSWER_TERMS
from hf_robust.reports.answers_view import answered_table
from hf_robust.reports.audit_words import audited_in_words, trust_line
from hf_robust.reports.charts import DotPlot, DotRow, Mark
from hf_robust.reports.glossary import glossary
from hf_robust.reports.prose import Prose
from hf_robust.reports.record_facts import (
    environment_facts,
    known,
    model_facts,
    notes_of,
    suite_facts,
    trust_facts,
    trust_run,
)
from hf_robust.reports.records.capability_records import (
    CapabilityRecord,
    CapabilityResult,
    CaseCounts,
    CaseExample,
    Overall,
    OverallSets,
)
from hf_robust.reports.root_cause_view import cause_view
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import (
    Block,
    Cell,
    Check,
    Column,
    Counts,
    Entries,
    Entry,
    Example,
    Examples,
    Room,
    Row,
    Section,
    ShownAnswer,
    Table,
    Tile,
    View,
    Words,
)
from hf_robust.reports.wording import MISSING, bounds, clip, count, interval, points, share

SPLITS = ("seeds", "expanded")
LEGEND = (
    "failed: percent of cases whose prediction is not an accepted label. "
    "interval: 95%, Wilson, corrected for cases made from the same sentence. "
    "p-to-f (pass-to-fail): expansions that fail although their seed passes. "
    "confidence: oracle confidence, the share of correct labels."
)
DIVERSITY = "BLEU: Self-BLEU of a sample, lower is more diverse. rules: productions of grammar. Medians of 3 samples."
TERMS = (
    *("Capability", "Seed", "Expansion", "Failure rate", "Interval|rate", "Pass-to-fail", "Oracle confidence"),
    *("Weighted", "Self-BLEU", "Productions"),
)


def capability_view(record: CapabilityRecord) -> View:
    """The view of a record of a capability suite.

    Args:
        record: A valid record whose texts can be shown.
    """
    suite = record.suite
    places = {result.id: place for place, result in enumerate(record.results)}
    table, diversity = _table(record, places), _diversity(record)
    return View(
        kind="Linguistic capabilities",
        title=record.model.name,
        subject=" ".join(filter(None, [suite.name or "your cases", suite.version])),
        details=(suite.task,),
        verdict=words.verdict(record),
        lede=words.lede(record),
        tiles=_tiles(record),
        sections=_sections(record, table, diversity, places),
        brief=(
            table,
            *_answers(record),
            *((diversity, Words((DIVERSITY,), quiet=True)) if diversity else ()),
            *_trust(record),
        ),
        notes=(*_left_out_notes(record), *notes_of(record)),
        legend=LEGEND,
        skipped=tuple((item.name, item.reason) for item in record.skipped),
        nothing_skipped="Nothing was skipped: every capability of the suite was measured.",
        facts=(*model_facts(record.model), *suite_facts(record.suite), *_facts(record), *environment_facts(record)),
        command=record.command,
        created_by="hf_robust.run(model, suite)",
        glossary=glossary(*TERMS, *(ANSWER_TERMS if _answers(record) else ())),
        checks=_checks(record),
        data_file="capabilities.json",
        run=_run(record),
        task=suite.task,
        created=record.created,
        seconds=record.seconds,
    )


def _run(record: CapabilityRecord) -> dict[str, str]:
    suite, model = record.suite, record.model
    return dict(
        known(
            ("model", model.name),
            ("model_revision", model.revision),
            ("suite", suite.name or "capabilities"),
            ("suite_version", suite.version),
            ("content_hash", suite.content_hash),
            ("seed", None if suite.seed is None else str(suite.seed)),
            *trust_run(record.options, {one.id: one.audit for one in record.results}).items(),
        )
    )


def _facts(record: CapabilityRecord) -> list[tuple[str, str]]:
    suite = record.suite
    spec = suite.specification
    return known(
        ("Specification", f"{spec.name}, version {spec.version}. {spec.source}" if spec else None),
        ("Specification SHA-256", spec.sha256 if spec else None),
        ("Rows searched", count(suite.rows) if suite.rows else None),
        ("Seed", None if suite.seed is None else str(suite.seed)),
        (
            "Masked sentences a seed",
            None if suite.selection is None else f"{suite.k or 'all'}, {suite.selection}",
        ),
        *trust_facts(record.options),
    )


def _trust(record: CapabilityRecord) -> tuple[Words, ...]:
    asked = record.options.min_confidence is not None
    line = trust_line({result.id: words.rated(result) for result in record.results}, asked, "test")
    return (Words(line, quiet=True),) if line else ()


def _answers(record: CapabilityRecord) -> tuple[Table, ...]:
    rows = [(one.id, one.seeds.answers, one.expanded.answers if one.expanded.n else None) for one in record.results]
    caption = "Seeds → expansions. Cases without an answer fail. Wrong: cases with an answer that fail."
    return answered_table("Capability", rows, caption)


def _tiles(record: CapabilityRecord) -> tuple[Tile, ...]:
    overall, tiles = record.overall, []
    for split, label in zip(SPLITS, ("Seeds that fail", "Expansions that fail")):
        part: Overall = getattr(overall, split)
        if part.n:
            note = f"mean over {words.many(part.capabilities)}, {count(part.n, 'case')}"
            if part.weighted is not None and abs(part.weighted - (part.failure_rate or 0.0)) >= 0.0005:
                note += f"; {words.rate(part.weighted)} weighted by oracle confidence"
            tiles.append(Tile(label, words.rate(part.failure_rate), note))
    if overall.expanded.n:
        note = "expansions that fail although their seed passes"
        tiles.append(Tile("Pass-to-fail", count(overall.pass_to_fail), note))
    return tuple(tiles)


def _sections(
    record: CapabilityRecord, table: Table, diversity: Table | None, indices: dict[str, int]
) -> tuple[Section, ...]:
    results = words.measured(record)
    intro = "There are no results to plot."
    if results:
        few = f"Capabilities with fewer than {words.FEW} independent cases come last."
        intro = f"Failure rates in percent of the cases, the highest first. {few}"
    sections = [Section("What the model fails", (_dots(results, indices),) if results else (), intro)]
    if record.results:
        sections.append(Section("All numbers", (table, *_answers(record))))
        if diversity:
            intro = "Medians of three samples of each size. A low Self-BLEU and many productions mean diverse cases."
            sections.append(Section("How diverse the cases are", (diversity,), intro))
        order = [*results, *(result for result in record.results if result not in results)]
        intro = (
            "What each capability tests, and the failing cases with the most confident predictions. The highest "
            f"failure rate comes first; capabilities with fewer than {words.FEW} cases come last."
        )
        entries = Entries(
            tuple(_entry(result, indices[result.id]) for result in order),
            open=any(words.failed(result) and not words.on_few_cases(result) for result in results[:1]),
        )
        sections.append(Section("Capability by capability", (entries,), intro))
    return tuple(sections)


def _dots(results: Sequence[CapabilityResult], indices: dict[str, int]) -> DotPlot:
    return DotPlot(
        tuple(_dot_row(result, indices[result.id]) for result in results),
        legend=("seeds", "expansions", "95% interval"),
        heads=("Seeds · expansions",),
        more="more capabilities, with lower failure rates",
    )


def _dot_row(result: CapabilityResult, index: int) -> DotRow:
    marks, said = [], []
    for split, kind, noun in zip(SPLITS, ("before", "after"), ("seeds", "expansions")):
        part: CaseCounts = getattr(result, split)
        if part.failure_rate is not None:
            marks.append(Mark(kind, part.failure_rate, bounds(part.interval)))
            said.append(f"{words.rate(part.failure_rate)} of {count(part.n)} {noun} fail")
    path = " · ".join(words.rate(part.failure_rate) for part in (result.seeds, result.expanded) if part.n)
    says = f"{result.id}: {', '.join(said)}"
    return DotRow(
        words.full_name(result.id, result.name), tuple(marks), says, (path,), index, quiet=words.on_few_cases(result)
    )


def _table(record: CapabilityRecord, indices: dict[str, int]) -> Table:
    overall = record.overall
    return Table(
        columns=(
            Column("Capability", number=False),
            Column("Seeds"),
            Column("Failed", hint="percent of the seeds"),
            Column("95% interval", short="interval", room=Room.WIDE),
            Column("Expansions", short="expanded"),
            Column("Failed", hint="percent of the expansions"),
            Column("95% interval", short="interval", room=Room.WIDE),
            Column("Pass-to-fail", short="p-to-f"),
            Column("of passed", hint="of the expansions of seeds that pass", room=Room.PAGE),
            Column("Confidence", hint="oracle confidence, 0 to 1", room=Room.WIDE),
            Column(
                "Rated", hint="share of rated cases for which raters confirmed the label, and who rated", room=Room.PAGE
            ),
            Column("Sources", hint="distinct rows behind the seeds", room=Room.PAGE),
        ),
        rows=tuple(_row(result, indices[result.id]) for result in record.results),
        totals=tuple(
            Row(tuple(Cell(text) for text in texts))
            for texts in (
                _total("mean", overall, "failure_rate", [count(overall.seeds.n), count(overall.expanded.n)]),
                _total("weighted by oracle confidence", overall, "weighted", ["", ""]),
            )
        ),
        caption="Failure rates in percent of the counted cases.",
        sortable=True,
        empty="(no capability was measured)",
    )


def _total(name: str, overall: OverallSets, key: str, numbers: list[str]) -> tuple[str, ...]:
    seeds, expanded = (points(getattr(part, key)) for part in (overall.seeds, overall.expanded))
    pass_to_fail = count(overall.pass_to_fail) if key == "failure_rate" else ""
    return (name, numbers[0], seeds, "", numbers[1], expanded, "", pass_to_fail, "", "", "", "")


def _row(result: CapabilityResult, index: int) -> Row:
    pass_to_fail, confidence = result.pass_to_fail, result.oracle_confidence
    name = "" if result.name == result.id else clip(result.name, 60)
    cells = [Cell(result.id, result.id, detail=name, index=index)]
    for split in SPLITS:
        part: CaseCounts = getattr(result, split)
        cells += [
            Cell(count(part.n), part.n),
            Cell(points(part.failure_rate), part.failure_rate, strong=True),
            Cell(interval(part.interval), (part.interval or [None])[0]),
        ]
    if pass_to_fail:
        number, rate = pass_to_fail.pass_to_fail, pass_to_fail.pass_to_fail_rate
        cells += [Cell(count(number), number), Cell(words.rate(rate), rate)]
    else:
        cells += [Cell(MISSING), Cell(MISSING)]
    rated, sources = words.rated(result), result.seeds.sources
    return Row(
        (
            *cells,
            Cell(share(confidence), confidence),
            Cell(audited_in_words(rated), rated["n"] if rated else None),
            Cell(MISSING if sources is None else count(sources), sources),
        )
    )


def _diversity(record: CapabilityRecord) -> Table | None:
    sizes, measured = record.options.diversity, words.diverse(record)
    if not sizes or not measured:
        return None
    columns = [Column("Cases", short="diversity", number=False)]
    for size in sizes:
        columns.append(Column(f"Self-BLEU of {size}", short=f"BLEU {size}"))
        columns.append(Column(f"Productions of {size}", short=f"rules {size}"))
    rows = []
    for result, split in measured:
        cells = [Cell(f"{result.id} {split}")]
        for one in getattr(result.diversity, split):
            productions = MISSING if one.productions is None else f"{one.productions:,.0f}"
            cells += [Cell(share(one.self_bleu)), Cell(productions)]
        rows.append(Row(tuple(cells)))
    return Table(tuple(columns), tuple(rows))


def _entry(result: CapabilityResult, index: int) -> Entry:
    cases = words.cases(result)
    figure = words.rate(words.failed(result) / cases) if cases else "no case"
    return Entry(result.id, index, result.name, figure, tuple(_blocks(result)), quiet=words.on_few_cases(result))


def _blocks(result: CapabilityResult) -> list[Block]:
    nothing = "No case counts: nothing in the data met the specification, or all were left out."
    sentences = (
        Prose(clip(result.description, 2000)),
        "" if words.cases(result) else nothing,
        words.rests_on(result),
        " ".join(filter(None, [words.result_words(result), words.pass_to_fail_words(result)])),
    )
    blocks: list[Block] = [Words(tuple(filter(None, sentences)))]
    if result.templates:
        items = [
            (words.rate(one.failure_rate), f"{clip(one.template, 120)}, {count(one.n, 'case')}")
            for one in result.templates
        ]
        blocks.append(Counts(tuple(items), "By template"))
    if result.examples:
        title = "Worst example" if len(result.examples) == 1 else "Worst examples"
        blocks.append(Examples(tuple(map(_example, result.examples)), title))
    return blocks


def _example(example: CaseExample) -> Example:
    steps = [(example.prediction, example.score)]
    if example.compared_prediction is not None:
        steps.insert(0, (example.compared_prediction, example.compared_score))
    cause = example.root_cause
    expected = words.expected_words(example.accepted, example.expectation, example.expected_label)
    return Example(
        tuple(show(field) for field in example.fields),
        (
            ShownAnswer("expected", ((expected, None),)),
            ShownAnswer("model", tuple(steps)),
            ShownAnswer(example.kind, ((example.case_id, None),), plain=True),
        ),
        cause=None if cause is None else cause_view(cause),
    )


def _left_out_notes(record: CapabilityRecord) -> list[tuple[str, str]]:
    notes = []
    for result in record.results:
        left = words.left_out_words(result)
        notes += [(result.id, left)] if left else []
        if not words.cases(result):
            notes.append((result.id, "no case: nothing in the data met the specification"))
    return notes


def _checks(record: CapabilityRecord) -> tuple[Check, ...]:
    checks = []
    for result in record.results:
        cases, name = words.cases(result), words.full_name(result.id, result.name)
        message = (f"{result.id} ({result.name}): ", f"% of {count(cases, 'case')} pass, below ", "%")
        passing = 1 - words.failed(result) / cases if cases else None
        skipped = "nothing in the data met the specification"
        rests = words.rests_on(result)
        checks.append(Check(name, passing, message, rests, skipped=skipped, id=result.id))
    return (*checks, *(Check(item.name, skipped=item.reason) for item in record.skipped))
