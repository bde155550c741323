"""What the report of a training says."""

from hf_robust.reports.charts import DotPlot, DotRow, Mark
from hf_robust.reports.evidence import LEAST_ROWS
from hf_robust.reports.glossary import glossary
from hf_robust.reports.record_facts import data_fact, environment_facts, known
from hf_robust.reports.records.training_records import TrainedModel, TrainingRecord
from hf_robust.reports.view import Cell, Check, Column, Row, Section, Table, Tile, View
from hf_robust.reports.wording import clip, count, interval, metric_word, percent, points, resource_words

_CLEAN = "clean rows"
TERMS = ("Attack success rate", "Accuracy under attack", "Queries", "Worst case", "Interval|success")


def training_view(record: TrainingRecord) -> View:
    """The view of a record of a training.

    Args:
        record: A valid record whose texts can be shown.
    """
    data = record.data
    tables = tuple(filter(None, (_clean_table(record), _attack_table(record), _suite_table(record))))
    return View(
        kind="Training report",
        title=", ".join(clip(model.name, 80) for model in record.models),
        subject=", ".join(filter(None, [data.dataset or "your data", data.split])),
        details=(data.task, count(data.rows, "row")),
        verdict=_verdict(record),
        lede=_lede(record),
        tiles=_tiles(record),
        sections=(Section("Before and after", (*_plots(record), *tables)),),
        brief=tables,
        notes=tuple(("used", f"{one.purpose}: {resource_words(one)}") for one in record.resources),
        legend="Points out of 100. Attack success: on the rows that all models predict correctly before the attack. "
        "Intervals: 95%, Wilson.",
        facts=_facts(record),
        command=record.command,
        created_by="hf_robust.before_after(models, rows, task)",
        glossary=glossary(*TERMS, metric=metric_word(record)),
        checks=tuple(_check(record, model) for model in record.models),
        data_file="training.json",
        run={"models": ", ".join(model.name for model in record.models)},
        task=data.task,
        created=record.created,
        seconds=record.seconds,
    )


def _verdict(record: TrainingRecord) -> str:
    first, *_, last = record.models
    metric = metric_word(record)
    said = [f"{metric[:1].upper()}{metric[1:]} {points(first.clean)} before, {points(last.clean)} after"]
    for attack, before, after in zip(record.attacks, first.attacks, last.attacks):
        what = f"{attack.recipe}{' (held out)' if attack.held_out else ''}"
        said.append(f"{what} succeeds on {percent(before.success_rate)}, then {percent(after.success_rate)}")
    return f"{'; '.join(said)}."


def _lede(record: TrainingRecord) -> str:
    rows = [attack.rows for attack in record.attacks]
    if not rows:
        return "No attack was asked for."
    few = f", too few to tell the models apart: {LEAST_ROWS} or more can" if min(rows) < LEAST_ROWS else ""
    return f"Attacks are compared on the {count(min(rows), 'row')} that all models predict correctly{few}."


def _tiles(record: TrainingRecord) -> tuple[Tile, ...]:
    metric = record.metric.label
    return tuple(
        Tile(
            clip(model.name, 40),
            points(model.clean),
            f"{metric} on clean rows; {interval(model.interval)} with 95% confidence",
        )
        for model in record.models[:4]
    )


def _plots(record: TrainingRecord) -> tuple[DotPlot, ...]:
    """Each later model beside the first one."""
    first, *others = record.models
    return tuple(_plot(record, first, model) for model in others)


def _plot(record: TrainingRecord, first: TrainedModel, model: TrainedModel) -> DotPlot:
    known, rows = _scores(record, first), []
    for name, after in _scores(record, model).items():
        before = known[name]
        if before is None or after is None:
            continue
        marks = (Mark("before", before), Mark("after", after, _ends(model) if name == _CLEAN else None))
        says = f"{name}: {points(before)} with {first.name}, {points(after)} with {model.name}"
        rows.append(DotRow(name, marks, says, (f"{points(before)} → {points(after)}",), gain=after > before))
    legend = (clip(first.name, 40), clip(model.name, 40), "95% interval, on clean rows")
    return DotPlot(tuple(rows), legend, (record.metric.label,), joined=True)


def _scores(record: TrainingRecord, model: TrainedModel) -> dict[str, float | None]:
    """What a model scores, by what it scores it on; the names of transformations and attacks differ."""
    worst = {} if record.suite is None else {"worst case": model.worst_case}
    return {
        _CLEAN: model.clean,
        **{entry.name: entry.perturbed for entry in model.suite},
        **worst,
        **{f"under {one.recipe}": one.accuracy for one in model.attacks},
    }


def _ends(model: TrainedModel) -> tuple[float, float] | None:
    low, high = model.interval or (None, None)
    return None if low is None or high is None else (low, high)


def _named(text: str) -> Cell:
    return Cell(clip(text, 60), text)


def _clean_table(record: TrainingRecord) -> Table:
    columns = (
        Column("Model", number=False),
        Column(record.metric.label),
        Column("95% interval"),
        Column("Macro F1"),
        Column("Seconds"),
    )
    rows = tuple(
        Row(
            (
                _named(model.name),
                Cell(points(model.clean), model.clean, strong=True),
                Cell(interval(model.interval)),
                Cell(points(model.macro_f1), model.macro_f1),
                Cell("–" if model.seconds is None else f"{model.seconds:,.0f}", model.seconds),
            )
        )
        for model in record.models
    )
    return Table(columns, rows, title="Clean rows", caption="Seconds: those of the training, where they were given.")


def _attack_table(record: TrainingRecord) -> Table | None:
    if not record.attacks:
        return None
    columns = (
        Column("Model", number=False),
        Column("Attack success", "Success"),
        Column("95% interval"),
        Column("Queries", hint="Median"),
        Column("Accuracy", hint="Under attack, on all rows"),
    )
    rows, groups = [], []
    for place, attack in enumerate(record.attacks):
        group = f"{attack.recipe}{', not trained against' if attack.held_out else ''}"
        groups.append(group)
        for model in record.models:
            found = model.attacks[place]
            cells = (
                _named(model.name),
                Cell(percent(found.success_rate), found.success_rate, strong=True),
                Cell(interval(found.interval)),
                Cell("–" if found.queries is None else count(round(found.queries)), found.queries),
                Cell(points(found.accuracy), found.accuracy),
            )
            rows.append(Row(cells, group))
    caption = "On the rows that all models predict correctly."
    return Table(columns, tuple(rows), title="Attacks", caption=caption, groups=tuple(groups))


def _suite_table(record: TrainingRecord) -> Table | None:
    if record.suite is None:
        return None
    names = [entry.name for entry in record.models[0].suite]
    columns = (Column("Transformation", number=False), *(Column(clip(m.name, 40)) for m in record.models))
    rows = [
        Row((_named(name), *(Cell(points(m.suite[place].perturbed)) for m in record.models)))
        for place, name in enumerate(names)
    ]
    rows.append(Row((_named("worst case"), *(Cell(points(m.worst_case)) for m in record.models))))
    caption = f"{record.metric.label} on the changed rows, in points out of 100."
    return Table(columns, tuple(rows), title=f"On {clip(record.suite.name, 60)}", caption=caption)


def _facts(record: TrainingRecord) -> tuple[tuple[str, str], ...]:
    facts = known(("Task", record.data.task), data_fact(record.data))
    for model in record.models:
        revision = f" ({model.revision})" if model.revision else ""
        facts.append(("Model", f"{model.name}, {model.kind}{revision}"))
    for attack in record.attacks:
        budget = "any number of queries" if attack.budget is None else f"{attack.budget} queries a row"
        facts.append(("Attack", f"{attack.recipe}, version {attack.version}: {budget}"))
    return (*facts, *environment_facts(record))


def _check(record: TrainingRecord, model: TrainedModel) -> Check:
    metric = metric_word(record)
    return Check(f"{metric} of {model.name}", model.clean, (f"{model.name}: {metric} is ", ", below ", ""))
