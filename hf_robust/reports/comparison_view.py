"""What the report of a comparison shows: models side by side, and what changes from one to another."""

from statistics import fmean

from hf_robust.reports import comparison_words as words
from hf_robust.reports.answers_view import TERMS as ANSWER_TERMS
from hf_robust.reports.answers_view import answered_table
from hf_robust.reports.charts import DotPlot, DotRow, HeatCell, HeatMap, Mark, Radar, RadarSeries
from hf_robust.reports.evidence import LEAST_ROWS, which_decides
from hf_robust.reports.generated_view import EXPLANATION, compared_checks, compared_tests
from hf_robust.reports.glossary import glossary
from hf_robust.reports.record_facts import environment_facts, known, notes_of, suite_facts
from hf_robust.reports.records.comparison_records import (
    ComparedModel,
    ComparedResult,
    ComparisonRecord,
    ModelChange,
    ModelChangeExample,
    ModelPair,
)
from hf_robust.reports.suite_words import group_name
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import (
    Block,
    Cell,
    Check,
    Column,
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
from hf_robust.reports.wording import (
    MEAN_OF_TRANSFORMATIONS,
    ON_CHANGED,
    ON_ORIGINALS,
    bounds,
    count,
    interval,
    metric_word,
    p_value,
    percent,
    points,
    prediction_words,
    required,
    significant,
)

TERMS = (
    *("Transformation", "Worst case", "Broken and fixed|models", "Churn"),
    *("Interval|drop", "Statistically significant|models"),
)
_MEAN_HINT = "the mean of the scores after each transformation, each on the rows that it changed"
_DROP_HINT = "the mean of the drops, each from the original to the perturbed version of the same rows"
_LEGEND = (
    f"Points out of 100, the same rows for all models. originals: score {ON_ORIGINALS}. mean: "
    f"{MEAN_OF_TRANSFORMATIONS}, each {ON_CHANGED}. drop: mean of the drops, each on the same rows, so it is not "
    "originals minus mean. difference: second minus first model. * = statistically significant (p < 0.05, Holm)."
)
_LEAST_SCALE = 0.1  # of the heat map, so that small drops are pale
_FEWEST_AXES = 3


def comparison_view(record: ComparisonRecord) -> View:
    """The view of a record of a comparison.

    Args:
        record: A valid record whose texts can be shown.
    """
    suite = record.suite
    tables = (_models_table(record), _scores_table(record))
    answers = _answer_tables(record)
    changed = tuple(_change_table(record, change) for change in record.changes)
    return View(
        kind="Comparison of models",
        title=" · ".join(words.model_name(record, place, 60) for place in range(len(record.models))),
        subject=" ".join(filter(None, [suite.name, suite.version])),
        details=(suite.task, count(suite.rows, "row"), count(len(record.transformations), "transformation")),
        verdict=words.verdict(record),
        lede=words.lede(record),
        tiles=_tiles(record),
        sections=_sections(record, tables),
        brief=(*tables, *answers, *changed, *compared_tests(record), *_slice_tables(record)),
        notes=tuple(notes_of(record)),
        legend=_LEGEND,
        skipped=tuple((item.name, item.reason) for item in record.skipped),
        nothing_skipped="Nothing was skipped: every transformation of the suite ran.",
        facts=(*_model_facts(record), *suite_facts(record.suite), *environment_facts(record)),
        command=record.command,
        created_by="hf_robust.compare(models, suite)",
        glossary=glossary(*TERMS, *(ANSWER_TERMS if answers else ()), metric=metric_word(record)),
        checks=_checks(record),
        data_file="comparison.json",
        run={"models": ", ".join(model.name for model in record.models), "content_hash": suite.content_hash},
        task=suite.task,
        created=record.created,
        seconds=record.seconds,
    )


def _ordered(record: ComparisonRecord) -> list[ComparedModel]:
    """The models in the order of all tables."""
    return [record.models[place] for place in words.model_order(record)]


def _names(record: ComparisonRecord, size: int) -> tuple[str, ...]:
    """Their names, none longer than that."""
    return tuple(words.model_name(record, place, size) for place in words.model_order(record))


def _answer_tables(record: ComparisonRecord) -> tuple[Table, ...]:
    rows = [(one.name, one.answers.before, one.answers.after) for one in _ordered(record) if one.answers]
    return answered_table("Model", rows, "Original → perturbed rows. Rows without an answer count as wrong.")


def _tiles(record: ComparisonRecord) -> tuple[Tile, ...]:
    rank = words.rank_by(record, "perturbed")
    if rank is None:
        return ()
    scores = {one.by: one.scores for one in record.ranks}
    tiles = []
    for place in rank.order[:4]:
        others = [f"mean drop {points(words.mean_drop(record, place))}"]
        others += [f"{points(scores[by][place])} {what}" for by, what in _BESIDE if by in scores]
        note = "; ".join([MEAN_OF_TRANSFORMATIONS, *others])
        tiles.append(Tile(words.model_name(record, place), points(rank.scores[place]), note))
    return tuple(tiles)


_BESIDE = (("original", ON_ORIGINALS), ("worst", "worst case"))


def _sections(record: ComparisonRecord, tables: tuple[Table, Table]) -> tuple[Section, ...]:
    label = record.metric.label
    notes = [words.rank_words(record)] if record.ranks else []
    if not record.rows_known:
        said = "This comparison uses saved reports. They hold scores but no rows, so the order is not tested."
        notes.append((said,))
    sections = [
        Section("Side by side", (tables[0], *_answer_tables(record), *(Words(one) for one in notes))),
        Section(
            "By transformation",
            (*_maps(record), tables[1]),
            f"{label} after each transformation, on the rows that it changed: the same rows for every model.",
        ),
    ]
    if radar := _radar(record):
        sections.append(
            Section(
                "By category",
                radar,
                f"{record.metric.label}, {MEAN_OF_TRANSFORMATIONS} that changed {LEAST_ROWS} rows or more.",
            )
        )
    if tests := compared_tests(record):
        sections.append(Section("Generated tests", tests, EXPLANATION))
    if slices := _slice_tables(record):
        sections.append(Section("Slices", slices, "Slices of fewer than 10 rows are left out."))
    start = 0
    for change in record.changes:
        sections.append(_change_section(record, change, start))
        start += len(change.results)
    return tuple(sections)


def _models_table(record: ComparisonRecord) -> Table:
    scores = {one.by: one.scores for one in record.ranks}
    columns = (
        Column("Model", number=False),
        Column("Originals", hint=f"score {ON_ORIGINALS}"),
        Column("Mean of the transformations", short="Mean", hint=_MEAN_HINT, sorted=True),
        Column("Mean drop", short="Drop", hint=_DROP_HINT),
        Column("Worst case", short="Worst"),
    )
    rows = []
    for place in words.model_order(record):
        values = [scores[by][place] if by in scores else None for by in ("original", "perturbed", "worst")]
        cells = [Cell(points(value), value, strong=by == 1) for by, value in enumerate(values)]
        drop = words.mean_drop(record, place)
        cells.insert(2, Cell(points(drop), drop))
        rows.append(Row((Cell(words.model_name(record, place, 60), record.models[place].name), *cells)))
    mean = f"{MEAN_OF_TRANSFORMATIONS.capitalize()}: {_MEAN_HINT}. Mean drop: {_DROP_HINT}."
    start = f"{record.metric.label} in points out of 100, the highest mean of the transformations first."
    caption = " ".join(filter(None, [start, mean, words.mean_words(record)]))
    return Table(columns, tuple(rows), title="Models", caption=caption, sortable=True)


def _scores_table(record: ComparisonRecord) -> Table:
    models = _ordered(record)
    columns = (
        Column("Transformation", number=False),
        *map(Column, _names(record, 24)),
        Column("Rows", short="n", room=Room.WIDE),
        Column("Spread", hint="best minus worst model", room=Room.WIDE, sorted=True),
    )
    rows = []
    for place, one in enumerate(record.transformations):
        scores = [model.results[place].perturbed for model in models]
        few = one.n < LEAST_ROWS
        measured = [score for score in scores if score is not None]
        spread = max(measured) - min(measured) if measured else None
        best = max(measured, default=None)
        cells = [Cell(points(score), score, strong=score == best and bool(spread)) for score in scores]
        cells += [Cell(count(one.n), one.n), Cell(points(spread), spread)]
        rows.append((spread is None, few, -(spread or 0.0), Row((Cell(one.name), *cells), quiet=few)))
    rows.sort(key=lambda row: row[:3])
    title = f"{record.metric.label} after each transformation, {ON_CHANGED}"
    return Table(columns, tuple(row for *_, row in rows), title=title, sortable=True)


def _maps(record: ComparisonRecord) -> tuple[HeatMap, ...]:
    """Transformations by models; the color is what is lost, the number what is left."""
    models = _ordered(record)
    rows = [
        (one.name, tuple(_cell(model.name, model.results[place]) for model in models))
        for place, one in enumerate(record.transformations)
        if one.n >= LEAST_ROWS
    ]
    if not rows:
        return ()
    rows.sort(key=lambda row: -max(cell.value or 0.0 for cell in row[1]))
    greatest = max(abs(cell.value or 0.0) for _, cells in rows for cell in cells)
    caption = (
        f"{record.metric.label} after the change, in points. Darker cells mark a greater loss relative to the "
        f"model's original score. * = statistically significant (p < 0.05, Holm, by model). Transformations that "
        f"changed fewer than {LEAST_ROWS} rows appear only in the table."
    )
    return (
        HeatMap(
            _names(record, 24),
            tuple(rows),
            scale=(0.0, max(greatest, _LEAST_SCALE)),
            title="Transformations and models",
            caption=caption,
            corner="transformation",
        ),
    )


def _cell(name: str, result: ComparedResult) -> HeatCell:
    if result.perturbed is None or result.drop is None:
        return HeatCell(None, "", f"{name}, {result.name}: not measured")
    says = (
        f"{name}, {result.name}: {points(result.original)} before, {points(result.perturbed)} after, drop "
        f"{points(result.drop)} on {count(result.n, 'row')}"
    )
    return HeatCell(result.drop, points(result.perturbed), says, star=significant(result))


def _radar(record: ComparisonRecord) -> tuple[Block, ...]:
    kinds: dict[str, list[int]] = {}
    for place, one in enumerate(record.transformations):
        if one.n >= LEAST_ROWS:
            kinds.setdefault(group_name(one.linguistics), []).append(place)
    axes = list(kinds)
    if len(axes) < _FEWEST_AXES:
        return ()
    series = tuple(
        RadarSeries(name, tuple(_mean(model, places) for places in kinds.values()))
        for name, model in zip(_names(record, 40), _ordered(record), strict=True)
    )
    says = "; ".join(
        f"{one.name}: " + ", ".join(f"{axis} {points(value)}" for axis, value in zip(axes, one.values))
        for one in series
    )
    return (Radar(tuple(axes), series, says),)


def _mean(model: ComparedModel, indices: list[int]) -> float | None:
    """The mean score of a model after some transformations."""
    scores = [model.results[index].perturbed for index in indices]
    known = [score for score in scores if score is not None]
    return fmean(known) if scores and len(known) == len(scores) else None


def _slice_tables(record: ComparisonRecord) -> tuple[Table, ...]:
    if not record.slices:
        return ()
    order = words.model_order(record)
    tables = []
    for by, title in (("original", ON_ORIGINALS), ("perturbed", MEAN_OF_TRANSFORMATIONS)):
        rows = tuple(
            Row(
                (
                    Cell(one.name),
                    *(Cell(points(score), score) for score in (getattr(one, by)[place] for place in order)),
                    Cell(count(one.n), one.n),
                )
            )
            for one in record.slices
        )
        columns = (Column("Slice", number=False), *map(Column, _names(record, 24)), Column("Rows", short="n"))
        tables.append(Table(columns, rows, title=f"By slice, {title}", sortable=True))
    return tuple(tables)


def _change_section(record: ComparisonRecord, change: ModelPair, start: int) -> Section:
    before, after = (words.model_name(record, place) for place in (change.before, change.after))
    results = [(start + place, one) for place, one in enumerate(change.results) if one.n]
    results.sort(key=lambda pair: _worst_first(pair[1]))
    entries = tuple(_entry(before, after, one, place) for place, one in results if one.examples)
    blocks: list[Block] = [
        Words(words.change_sentences(record, change)),
        _dots(record, (before, after), results, {entry.index for entry in entries}),
        _change_table(record, change),
    ]
    if entries:
        blocks.append(Entries(entries, open=entries[0].star and not entries[0].quiet))
    intro = (
        "Both models predict the same rows. Broke: correct with the first model, wrong with the second. Fixed: wrong "
        "with the first model, correct with the second. Churn: the share of predictions that differ, correct or not."
    )
    return Section(f"What broke and what was fixed: {before} → {after}", tuple(blocks), intro)


def _dots(
    record: ComparisonRecord, names: tuple[str, str], results: list[tuple[int, ModelChange]], linked: set[int]
) -> DotPlot:
    rows = []
    for place, one in results:
        ends, before, after = bounds(one.interval), required(one.before), required(one.after)
        where = None if ends is None else (before + ends[0], before + ends[1])
        rows.append(
            DotRow(
                one.name,
                (Mark("before", before), Mark("after", after, where)),
                f"{one.name}: {points(before)} with {names[0]}, {points(one.after)} with {names[1]}; difference "
                f"{points(one.difference)}, interval {interval(one.interval)}, p {p_value(one.p_adjusted)}",
                texts=(f"{points(before)} → {points(one.after)}", points(one.difference)),
                index=place if place in linked else None,
                star=significant(one),
                gain=after > before,
                quiet=one.n < LEAST_ROWS,
            )
        )
    return DotPlot(
        tuple(rows),
        legend=(names[0], names[1], "95% interval of the difference"),
        heads=(record.metric.label, "Change"),
        joined=True,
        more=f"more transformations, with smaller losses or fewer than {LEAST_ROWS} rows",
    )


def _change_table(record: ComparisonRecord, change: ModelPair) -> Table:
    before, after = (words.model_name(record, place, 24) for place in (change.before, change.after))
    columns = (
        Column("Rows of", number=False),
        Column(before, short="First"),
        Column(after, short="Second"),
        Column("Difference", short="Diff", sorted=True),
        Column("95% interval", room=Room.WIDE),
        Column("p (Holm)", hint="p-value after Holm's correction", room=Room.PAGE),
        Column("Broke", hint="correct with the first model, wrong with the second"),
        Column("Fixed", hint="wrong with the first model, correct with the second"),
        Column("Churn", hint="share of predictions that differ", room=Room.WIDE),
        Column("Rows", short="n", room=Room.WIDE),
    )
    rows = [_change_row(one) for one in sorted(change.results, key=_worst_first)]
    title = f"{before} → {after}"
    decides = which_decides(*((one.interval, one.p_adjusted) for one in change.results))
    caption = "* = statistically significant (McNemar's test; for graded scores a permutation test; Holm)."
    caption = " ".join(filter(None, [caption, decides]))
    return Table(columns, tuple(rows), title=title, caption=caption)


def _worst_first(change: ModelChange) -> tuple:
    """Sort key: the originals, then the greatest loss first, results on few rows last."""
    unknown = change.difference is None
    return (change.name != "originals", unknown, change.n < LEAST_ROWS, 0.0 if unknown else change.difference)


def _change_row(change: ModelChange) -> Row:
    sure = significant(change)
    tone = "" if not sure else "loss" if required(change.difference) < 0 else "gain"
    return Row(
        (
            Cell(change.name, change.name),
            Cell(points(change.before), change.before),
            Cell(points(change.after), change.after),
            Cell(points(change.difference), change.difference, star=sure, tone=tone, strong=True),
            Cell(interval(change.interval), (change.interval or [None])[0]),
            Cell(p_value(change.p_adjusted), change.p_adjusted),
            Cell(count(change.broken), change.broken),
            Cell(count(change.mended), change.mended),
            Cell(percent(change.churn), change.churn),
            Cell(count(change.n), change.n),
        ),
        quiet=change.n < LEAST_ROWS,
    )


def _entry(before: str, after: str, change: ModelChange, index: int) -> Entry:
    gist = f"{count(change.broken)} broke and {count(change.mended)} were fixed, of {count(change.n, 'row')}"
    blocks = tuple(
        Examples(tuple(_example(before, after, example) for example in chosen), title)
        for kind, title in (("broken", "Broke"), ("mended", "Fixed"))
        if (chosen := [example for example in change.examples if example.kind == kind])
    )
    figure = f"{points(change.before)} → {points(change.after)}"
    return Entry(change.name, index, gist, figure, blocks, star=significant(change), quiet=change.n < LEAST_ROWS)


def _example(before: str, after: str, example: ModelChangeExample) -> Example:
    return Example(
        tuple(map(show, example.fields)),
        (
            ShownAnswer("gold", ((example.gold, None),)),
            ShownAnswer(before, ((example.original_prediction, example.original_score),)),
            ShownAnswer(after, ((example.perturbed_prediction, example.perturbed_score),)),
            ShownAnswer("row id", ((example.source_id, None),), plain=True),
        ),
    )


def _model_facts(record: ComparisonRecord) -> list[tuple[str, str]]:
    facts = []
    for model in record.models:
        revision = f" ({model.revision})" if model.revision else ""
        asked = f"; {prediction_words(model.predictions)}" if model.predictions else ""
        facts.append(("Model", f"{model.name}, {model.kind}{revision}{asked}"))
    return [*facts, *known(("Metric", record.metric.name))]


def _checks(record: ComparisonRecord) -> tuple[Check, ...]:
    metric = metric_word(record)
    changed = tuple(
        Check(
            f"{model.name}: {result.name}",
            result.perturbed,
            (f"{model.name}, {result.name}: {metric} is ", " after the change, below ", ""),
            skipped="no row could be changed" if result.perturbed is None else "",
        )
        for model in record.models
        for result in model.results
    )
    return (*changed, *compared_checks(record))
