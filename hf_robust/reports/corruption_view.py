"""The results of a corruption benchmark as a view: scores by family, number of words and how they were chosen."""

from hf_robust.reports import corruption_words as words
from hf_robust.reports.answers_view import TERMS as ANSWER_TERMS
from hf_robust.reports.answers_view import answered_table
from hf_robust.reports.charts import Line, LineCharts, LinePanel, Point
from hf_robust.reports.evidence import which_decides
from hf_robust.reports.glossary import glossary
from hf_robust.reports.prose import Prose
from hf_robust.reports.record_facts import data_fact, environment_facts, known
from hf_robust.reports.records.corruption_records import (
    Contrast,
    CorruptedModel,
    CorruptionCell,
    CorruptionExample,
    CorruptionFamily,
    CorruptionRecord,
)
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import (
    Cell,
    Check,
    Column,
    Counts,
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
    MISSING,
    bounds,
    clip,
    count,
    interval,
    metric_word,
    p_value,
    points,
    prediction_words,
    resource_words,
    significant,
)

MOST_INTERVALS = 5  # columns; a terminal has no room for the intervals of more
_CONTRASTED = "Important words compared with random words, on the same rows, in points out of 100."
LEGEND = (
    "Points out of 100, all on the same rows; n: corrupted words. difference = important - random: below zero, "
    "corrupting important words lowers the score more. * = statistically significant (p < 0.05, Holm)."
)
TERMS = (
    *("Family", "n", "Random words", "Important words", "Rows that count", "Difference", "Interval|number"),
    *("Statistically significant|difference", "Control"),
)


def corruption_view(record: CorruptionRecord) -> View:
    """The view of a record of a corruption benchmark.

    Args:
        record: A valid record whose texts can be shown.
    """
    data, models = record.data, record.models
    tables = tuple(_table(record, model) for model in models)
    control = tuple(words.control_words(record))
    population = Words(tuple(words.population_words(record)))
    how = Words((*control, f"{words.strategy_words(record)}."))
    return View(
        kind="Corruption benchmark",
        title=", ".join(clip(model.name, 120) for model in models),
        subject=", ".join(filter(None, [data.dataset or "your data", data.split])),
        details=(data.task, count(data.rows, "row"), *(["cleaned"] if data.clean else [])),
        verdict=words.verdict(record),
        lede=words.lede(record),
        tiles=_tiles(record),
        sections=_sections(record, tables, population, control),
        brief=(population, *tables, *_answers(record), how),
        notes=tuple(("used", f"{one.purpose}: {resource_words(one)}") for one in record.resources),
        legend=LEGEND,
        facts=_facts(record),
        command=record.command,
        created_by="hf_robust.corruption_benchmark(dataset, task, model)",
        glossary=glossary(*TERMS, *(ANSWER_TERMS if _answers(record) else ()), metric=metric_word(record)),
        checks=_checks(record),
        data_file="corruptions.json",
        run={"model": ", ".join(model.name for model in models), "metric": record.metric.name},
        task=data.task,
        created=record.created,
        seconds=record.seconds,
    )


def _answers(record: CorruptionRecord) -> tuple[Table, ...]:
    rows = [(one.name, one.answers.before, one.answers.after) for one in record.models if one.answers]
    return answered_table("Model", rows, "Original → corrupted rows. Rows without an answer count as wrong.")


def _tiles(record: CorruptionRecord) -> tuple[Tile, ...]:
    population, metric = record.population, metric_word(record)
    note = f"of {count(record.data.rows)}; the same for every number on this page"
    return (
        Tile("Rows that count", count(population.rows), note),
        *(
            Tile(
                f"{clip(model.name, 40)} before",
                points(model.baseline),
                f"{metric} on these rows; {points(model.baseline_all)} on all rows",
            )
            for model in record.models[:3]
        ),
    )


def _facts(record: CorruptionRecord) -> tuple[tuple[str, str], ...]:
    data, grid = record.data, record.grid
    facts = known(
        ("Task", data.task),
        data_fact(data),
        ("Texts", "without HTML tags and punctuation other than sentence ends" if data.clean else "as they are"),
        ("Words", words.strategy_words(record)),
        ("Seeds", ", ".join(map(str, grid.seeds))),
    )
    for family in grid.families:
        stage = f"{family.transformation}, version {family.version}: {family.summary}"
        facts.append((family.name, Prose(stage)))
    for model in record.models:
        revision = f" ({model.revision})" if model.revision else ""
        asked = prediction_words(model.predictions)
        facts.append(("Model", f"{model.name}, {model.kind}{revision}: {asked}"))
    return (*facts, *environment_facts(record))


def _sections(
    record: CorruptionRecord, tables: tuple[Table, ...], population: Words, control: tuple[str, ...]
) -> tuple[Section, ...]:
    sections = [
        Section(
            f"{record.metric.label} against the number of corrupted words",
            (_line_charts(record),),
            "All points on the same rows. Whiskers: 95% intervals.",
        ),
        Section("All scores", (*tables, *_answers(record))),
    ]
    if record.contrasts:
        blocks = (*((Words(control),) if control else ()), _contrast_table(record))
        sections.append(Section("Do the words that matter cost more?", blocks))
    left_out = tuple((count(rows), clip(reason, 300)) for reason, rows in record.population.left_out.items())
    counts = (Counts(left_out, "Rows left out, by the first reason that applied"),) if left_out else ()
    sections.append(Section("Rows that count", (population, *counts)))
    if record.examples:
        intro = (
            "Rows that are predicted correctly before and wrongly after the corruption. Rows with few corrupted "
            "words come first."
        )
        sections.append(Section("Examples that broke", (Examples(tuple(map(_example, record.examples))),), intro))
    return tuple(sections)


def _line_charts(record: CorruptionRecord) -> LineCharts:
    choose = record.grid.choose
    random, important = (words.STRATEGIES[one] if one in choose else "" for one in ("random", "important"))
    return LineCharts(
        tuple(_panel(record, family) for family in record.grid.families),
        colors=tuple(model.name for model in record.models),
        dashes=(random, important, "before corruption"),
        across="words corrupted",
    )


def _panel(record: CorruptionRecord, family: CorruptionFamily) -> LinePanel:
    name, metric = family.name, metric_word(record)
    lines, said = [], []
    for color, model in enumerate(record.models):
        for choose in record.grid.choose:
            cells = [
                cell
                for cell in record.cells
                if (cell.model, cell.family, cell.choose) == (model.name, name, choose) and cell.count is not None
            ]
            cells.sort(key=lambda cell: cell.count or 0)
            lines.append(Line(tuple(map(_point, cells)), color, dashed=choose == "random"))
            scores = ", ".join(f"{points(cell.score)} at {cell.count}" for cell in cells)
            said.append(f"{model.name}, {words.STRATEGIES[choose]}: {scores}")
    baselines = ", ".join(f"{model.name} {points(model.baseline)}" for model in record.models)
    says = f"{name}: {metric} against the number of corrupted words. Before: {baselines}. {'; '.join(said)}"
    levels = tuple((model.baseline, color) for color, model in enumerate(record.models))
    control = " (control)" if family.transformation == words.CONTROL else ""
    return LinePanel(f"{clip(name, 40)}{control}", tuple(lines), levels, says)


def _point(cell: CorruptionCell) -> Point:
    says = f"{cell.model}, {words.counted(cell.count, cell.choose)}: {points(cell.score)}"
    ends = bounds(cell.interval)
    return Point(cell.count or 0, cell.score, ends, says if ends is None else f"{says} ({interval(cell.interval)})")


def _table(record: CorruptionRecord, model: CorruptedModel) -> Table:
    """The scores of one model, as Tables 6 and 7 of the paper, for every family."""
    counts, rows = words.columns(record), []
    scores = {(c.family, c.choose, c.count): c for c in record.cells if c.model == model.name}
    contrasts = {(c.family, c.count): c for c in record.contrasts if c.model == model.name}
    families = [family.name for family in record.grid.families]
    for family in families:
        for choose in record.grid.choose:
            cells = [_score(scores.get((family, choose, number))) for number in counts]
            rows.append(Row((Cell(choose), *cells), family))
        differences = [contrasts.get((family, number)) for number in counts]
        if any(differences):
            room = Room.WIDE if len(counts) <= MOST_INTERVALS else Room.PAGE
            intervals = [Cell(MISSING if c is None else interval(c.interval)) for c in differences]
            rows.append(Row((Cell("difference"), *map(_difference, differences)), family))
            rows.append(Row((Cell("95% interval"), *intervals), family, room))
    metric = metric_word(record)
    return Table(
        (Column("Words corrupted", number=False), *(Column(words.column_name(number)) for number in counts)),
        tuple(rows),
        title=f"{clip(model.name, 80)}: {metric} {points(model.baseline)} before, "
        f"{points(model.baseline_all)} on all rows",
        caption=f"{record.metric.label} in points out of 100; before corruption "
        f"{interval(model.baseline_interval)} with 95% confidence. The difference is important minus random.",
        groups=tuple(families),
    )


def _score(cell: CorruptionCell | None) -> Cell:
    return Cell(MISSING) if cell is None else Cell(points(cell.score), cell.score)


def _difference(contrast: Contrast | None) -> Cell:
    if contrast is None:
        return Cell(MISSING)
    sure = significant(contrast)
    tone = "" if not sure else "loss" if contrast.difference < 0 else "gain"
    return Cell(points(contrast.difference), contrast.difference, star=sure, tone=tone, strong=True)


def _contrast_table(record: CorruptionRecord) -> Table:
    scores = {(c.model, c.family, c.choose, c.count): c.score for c in record.cells}
    rows = []
    for contrast in record.contrasts:
        model, family, number = contrast.model, contrast.family, contrast.count
        random, important = (scores[model, family, choose, number] for choose in ("random", "important"))
        cells = (
            Cell(clip(model, 60), model),
            Cell(clip(family, 40), family),
            Cell("all" if number is None else count(number), number),
            Cell(points(random), random),
            Cell(points(important), important),
            _difference(contrast),
            Cell(interval(contrast.interval), (contrast.interval or [None])[0]),
            Cell(p_value(contrast.p_adjusted), contrast.p_adjusted),
            Cell(words.conclusion(contrast), words.conclusion(contrast)),
        )
        rows.append(Row(cells))
    decides = which_decides(*((one.interval, one.p_adjusted) for one in record.contrasts))
    return Table(
        (
            Column("Model", number=False),
            Column("Family", number=False),
            Column("n"),
            Column("Random"),
            Column("Important"),
            Column("Difference"),
            Column("95% interval"),
            Column("p (Holm)", hint="p-value after Holm's correction"),
            Column("Conclusion", number=False),
        ),
        tuple(rows),
        caption=" ".join(filter(None, [_CONTRASTED, decides])),
        sortable=True,
    )


def _example(example: CorruptionExample) -> Example:
    steps = (
        (example.original_prediction, example.original_score),
        (example.perturbed_prediction, example.perturbed_score),
    )
    return Example(
        tuple(show(field) for field in example.fields),
        (ShownAnswer("gold", ((example.gold, None),)), ShownAnswer(clip(example.model, 60), steps)),
        note=f"{clip(example.family, 40)}, {words.counted(example.count, example.choose)}",
    )


def _checks(record: CorruptionRecord) -> tuple[Check, ...]:
    """One test a model, family, strategy and number of words; the controls show nothing of the model."""
    metric, without = metric_word(record), words.controls(record)
    checks = []
    for cell in record.cells:
        if cell.count is None or cell.family in without:
            continue
        name = f"{cell.model}: {cell.family}, {words.counted(cell.count, cell.choose)}"
        message = (f"{name}: {metric} is ", ", below ", f" ({points(cell.score + cell.drop)} before)")
        checks.append(Check(name, cell.score, message))
    return tuple(checks)
