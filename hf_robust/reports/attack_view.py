"""What the report of an attack says."""

from hf_robust.reports import attack_words as words
from hf_robust.reports.charts import Point, StepCurve
from hf_robust.reports.glossary import glossary
from hf_robust.reports.record_facts import data_fact, environment_facts, known, model_facts
from hf_robust.reports.records.attack_records import AttackExample, AttackRecord, AttackSummary
from hf_robust.reports.records.shared_records import Interval
from hf_robust.reports.suite_words import EFFECT_WORDS
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
from hf_robust.reports.wording import MISSING, clip, count, interval, percent, points, required, resource_words, share

SERVICES = {
    "victim": "the attacked model",
    "encode": "sentence encoder",
    "fill": "masked language model: proposed words",
    "fit": "masked language model: word probabilities",
    "tags": "tagger",
    "gradient": "gradients of the attacked model",
    "grammar": "grammar checker",
    "gate": "gate",
}
TERMS = ("Attack success rate", "Accuracy under attack", "Queries", "Words changed", "Similarity", "Interval|success")
LEGEND = "Success: share of correctly predicted rows that the attack made wrong. Intervals: 95%, Wilson."
_SCORE_LEGEND = (
    "Success: share of the rows whose score the attack moved as far as its goal asks. Intervals: 95%, Wilson."
)
LEFT_LEGEND = "Medians over the attacked rows. Words left: words that no edit changes."


def attack_view(record: AttackRecord) -> View:
    """The view of a record of an attack.

    Args:
        record: A valid record whose texts can be shown.
    """
    data, attack = record.data, record.attack
    left = words.maximizes(record)
    table = _left_table(record) if left else _table(record)
    return View(
        kind="Attack report",
        title=record.model.name,
        subject=", ".join(filter(None, [data.dataset or "your data", data.split])),
        details=(data.task, count(data.rows, "row"), f"recipe {clip(attack.recipe, 60)}"),
        verdict=words.verdict(record),
        lede=words.lede(record),
        tiles=_left_tiles(record) if left else _tiles(record),
        sections=_sections(record, table),
        brief=(table, _in_brief(record)),
        notes=tuple(("used", f"{one.purpose}: {resource_words(one)}") for one in record.resources),
        legend=LEFT_LEGEND if left else _SCORE_LEGEND if words.of_scores(record) else LEGEND,
        facts=_facts(record),
        command=record.command,
        created_by="hf_robust.attack(model, rows, recipe, task)",
        glossary=glossary(*(("Queries", "Words changed", "Similarity") if left else TERMS), metric="accuracy"),
        checks=(_check(record),),
        data_file="attack.json",
        run=_run(record),
        task=data.task,
        created=record.created,
        seconds=record.seconds,
    )


def _run(record: AttackRecord) -> dict[str, str]:
    attack, read = record.attack, record.read
    return {
        "model": record.model.name,
        **({"model_revision": record.model.revision} if record.model.revision else {}),
        "recipe": attack.recipe,
        "parameters": attack.like,
        "seed": str(attack.seed),
        **({} if attack.budget is None else {"budget": str(attack.budget)}),
        **({} if attack.max_queries is None else {"max_queries": str(attack.max_queries)}),
        **({"labels.kept": f"{read.kept} of {read.n}"} if read else {}),
    }


def _tiles(record: AttackRecord) -> tuple[Tile, ...]:
    found, read = record.summary, record.read
    succeeded = count(found.counts.get("successful", 0))
    right = "" if words.of_scores(record) else " with a correct prediction"
    of = f"{succeeded} of {count(words.attacked(record), 'row')}{right}"
    tiles = [
        Tile("Attack success", percent(found.success_rate), f"{of}{_between(found.interval)}"),
        Tile(
            f"{_kept(record)} under attack",
            points(found.accuracy_under_attack),
            f"{points(found.accuracy)} before{_between(found.accuracy_interval)}",
        ),
        _queries_tile(found),
    ]
    if found.words_changed is not None:
        near = "" if found.similarity is None else f"; similarity {share(found.similarity)}"
        tiles.append(Tile("Words changed", percent(found.words_changed), f"of a text, mean over successes{near}"))
    if read:
        note = f"{read.kept} of {count(read.n, 'example')} that were read{_between(read.interval)}"
        tiles.append(Tile("Labels kept", percent(read.kept / read.n), note))
    return tuple(tiles)


def _kept(record: AttackRecord) -> str:
    """What rows that no attack changed make up, at the beginning of a phrase."""
    word = words.kept_word(record)
    return word[0].upper() + word[1:]


def _between(ends: Interval) -> str:
    said = interval(ends)
    return "" if said == MISSING else f"; {said} with 95% confidence"


def _queries_tile(summary: AttackSummary) -> Tile:
    queries = summary.queries
    if queries.median is None:
        return Tile("Queries", MISSING, "no row was attacked")
    note = f"median of a row; {count(round(required(queries.p95)))} at the 95th percentile"
    return Tile("Queries", count(round(queries.median)), note)


def _left_tiles(record: AttackRecord) -> tuple[Tile, ...]:
    """Those of a goal without a yes or no."""
    before, left = words.words_left(record) or (None, None)
    found = record.summary
    near = "" if found.similarity is None else f"; similarity {share(found.similarity)}"
    return (
        Tile(
            "Words left", words.median_text(left), f"of {words.median_text(before)}, medians of the attacked rows{near}"
        ),
        Tile("Words changed", percent(found.words_changed), "of a text, mean over rows"),
        _queries_tile(found),
        Tile(_kept(record), points(found.accuracy), "before the attack; wrong rows are skipped"),
    )


def _sections(record: AttackRecord, table: Table) -> tuple[Section, ...]:
    found, heading = record.summary, "Success rate"
    if words.maximizes(record):
        sections = [Section("Words left", (table,))]
    else:
        said = words.read_words(record)
        sections = [Section(heading, (table, *((Words((said,)),) if said else ())))]
        if words.attacked(record) and len(found.curve) > 1:
            kept = _kept(record)
            intro = f"{kept} over all rows. Each step down is a row whose attack succeeds with that number of queries."
            sections.append(Section(f"{kept} by the number of queries allowed", (_curve(record),), intro))
    if record.examples:
        intro = "Changes are marked. Examples with the fewest changed words come first."
        sections.append(Section("Examples", (Examples(tuple(map(_example, record.examples))),), intro))
    rows: list[Counts] = [Counts(words.statuses(record), "By status")]
    if found.reasons:
        rows.append(Counts(_counts(found.reasons), "Why rows were not attacked, or not completely"))
    sections.append(Section("Rows by status", tuple(rows)))
    if found.rejected:
        refused = Counts(_counts(found.rejected), "Candidates, by the first constraint that rejected them")
        sections.append(Section("Candidates rejected by constraints", (refused,)))
    asked = words.asked_words(record)
    sections.append(Section("Model calls", (*((Words(asked),) if asked else ()), _work(record))))
    return tuple(sections)


def _in_brief(record: AttackRecord) -> Words:
    """What a format with little room says below the table."""
    statuses = ", ".join(f"{number} {what.split(':')[0]}" for number, what in words.statuses(record))
    refused = sum(record.summary.rejected.values())
    lines = [f"Rows: {statuses or 'none'}."]
    if refused:
        lines.append(f"Constraints refused {count(refused, 'candidate')}.")
    return Words((" ".join(lines), *words.asked_words(record)), quiet=True)


def _counts(counts: dict[str, int]) -> tuple[tuple[str, str], ...]:
    return tuple((count(n), clip(name, 300)) for name, n in counts.items())


def _curve(record: AttackRecord) -> StepCurve:
    found = record.summary
    steps = tuple(Point(int(x), y) for x, y in found.curve if y is not None)
    last = steps[-1].x
    marks = [
        Point(one.queries, one.accuracy, None, f"{_queries(one.queries)}: {points(one.accuracy)}")
        for one in found.by_budget
        if one.queries < last and one.accuracy is not None
    ]
    marks.append(Point(last, steps[-1].y, None, f"{_queries(last)}: {points(steps[-1].y)}"))
    says = f"{_kept(record)} by the number of queries allowed a row: {points(found.accuracy)} before, " + ", ".join(
        f"{points(mark.y)} at {_queries(mark.x)}" for mark in marks
    )
    return StepCurve(
        steps,
        f"{says}.",
        across="queries allowed a row, on a logarithmic scale",
        name=f"{words.kept_word(record)} under attack",
        level=None if found.accuracy is None else (found.accuracy, f"{words.kept_word(record)} before"),
        marks=tuple(marks),
    )


def _queries(median: float) -> str:
    return count(round(median), "query", "queries")


def _table(record: AttackRecord) -> Table:
    found, budget = record.summary, record.attack.budget
    rows = [
        Row((Cell(_queries(one.queries)), *_rate(one.success_rate, one.interval, one.accuracy)))
        for one in found.by_budget
        if words.attacked(record) and (budget is None or one.queries < budget)
    ]
    whole = _rate(found.success_rate, found.interval, found.accuracy_under_attack)
    rows.append(Row((Cell("any number" if budget is None else _queries(budget)), *whole)))
    columns = (
        Column("Queries allowed", number=False),
        Column("Attack success", "Success"),
        Column("95% interval"),
        Column(_kept(record), hint="Under attack"),
    )
    right = "" if words.of_scores(record) else " that the model predicted correctly"
    caption = (
        f"Success: of {count(words.attacked(record), 'row')}{right}. {_kept(record)}: of all rows, "
        f"{points(found.accuracy)} before."
    )
    return Table(columns, tuple(rows), caption=caption)


def _rate(rate: float | None, ends: Interval, accuracy: float | None) -> tuple[Cell, Cell, Cell]:
    return Cell(percent(rate), rate, strong=True), Cell(interval(ends)), Cell(points(accuracy), accuracy)


def _left_table(record: AttackRecord) -> Table:
    """What a goal without a yes or no came to."""
    before, left = words.words_left(record) or (None, None)
    queries = record.summary.queries.median
    columns = (Column("Rows", number=False), Column("Words before"), Column("Words left"), Column("Queries"))
    cells = (
        Cell(count(words.attacked(record))),
        Cell(words.median_text(before), before),
        Cell(words.median_text(left), left, strong=True),
        Cell(words.median_text(queries), queries),
    )
    return Table(columns, (Row(cells),), caption="Medians over the attacked rows.")


def _example(example: AttackExample) -> Example:
    steps = (
        (example.original_prediction, example.original_score),
        (example.perturbed_prediction, example.perturbed_score),
    )
    note = [_queries(example.queries), count(example.words_changed, "changed word")]
    if example.similarity is not None:
        note.append(f"similarity {share(example.similarity)}")
    answers = (
        ShownAnswer("gold", ((example.gold, None),)),
        ShownAnswer("model", steps),
        ShownAnswer("row id", ((example.source_id, None),), plain=True),
    )
    return Example(tuple(show(field) for field in example.fields), answers, note=", ".join(note))


def _work(record: AttackRecord) -> Table:
    columns = (
        Column("Service", number=False),
        Column("Asked", hint="number of inputs sent by all rows"),
        Column("Computed", hint="number of inputs that were not cached"),
        Column("Batches", room=Room.WIDE),
        Column("Full", hint="How full the batches were", room=Room.WIDE),
        Column("Seconds"),
    )
    rows = tuple(
        Row(
            (
                Cell(SERVICES.get(one.service, one.service)),
                *(Cell(count(number), number) for number in (one.asked, one.computed, one.batches)),
                Cell(percent(one.full), one.full),
                Cell(MISSING if one.seconds is None else f"{one.seconds:,.1f}", one.seconds),
            )
        )
        for one in record.work
    )
    return Table(columns, rows, caption="All models and tools that the attack used.", empty="No calls.")


def _facts(record: AttackRecord) -> tuple[tuple[str, str], ...]:
    attack = record.attack
    facts = known(
        *model_facts(record.model),
        ("Task", record.data.task),
        data_fact(record.data),
        ("Recipe", f"{attack.recipe}, version {attack.version}, parameters of {attack.like}"),
        ("Source", attack.source or None),
        ("Goal", attack.goal),
        ("Search", attack.search),
        ("Moves", attack.moves),
        *(("Constraint", one) for one in attack.constraints or ["none"]),
        ("Label", EFFECT_WORDS.get(attack.effect, attack.effect)),
        (
            "Budget",
            "any number of queries" if attack.budget is None else f"{_queries(attack.budget)} a row",
        ),
        ("Seed", str(attack.seed)),
    )
    return (*facts, *environment_facts(record))


def _check(record: AttackRecord) -> Check:
    found, recipe = record.summary, record.attack.recipe
    name = f"{words.kept_word(record)} under {recipe}"
    if found.accuracy_under_attack is None:
        why = "its goal has no yes or no" if words.maximizes(record) else "no row could be asked about"
        return Check(name, None, skipped=why, id=recipe)
    message = (
        f"{recipe}: {words.kept_word(record)} under attack is ",
        ", below ",
        f" ({points(found.accuracy)} before)",
    )
    return Check(name, found.accuracy_under_attack, message, f"{words.verdict(record)} {words.lede(record)}", id=recipe)
