"""What the report of an attack says."""

from hf_robust.reports.charts import Line, LineCharts, LinePanel, Point
from hf_robust.reports.glossary import glossary
from hf_robust.reports.record_facts import data_fact, environment_facts, known, model_facts
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import (
    Answer,
    Cell,
    Check,
    Column,
    Counts,
    Example,
    Examples,
    Row,
    Section,
    Table,
    Tile,
    View,
)
from hf_robust.reports.wording import clip, count, interval, percent, points, resource_words

SERVICES = {
    "victim": "the attacked model",
    "encode": "sentence encoder",
    "fill": "masked language model: words for a place",
    "fit": "masked language model: how likely words are",
    "tags": "tagger",
    "gradient": "gradients of the attacked model",
    "grammar": "grammar checker",
    "gate": "gate",
}
TERMS = ("Attack success rate", "Accuracy under attack", "Queries", "Words changed", "Similarity", "Interval|success")


def attack_view(record: dict) -> View:
    """The view of a record of an attack.

    Args:
        record: A valid record whose texts can be shown.
    """
    data, attack, found = record["data"], record["attack"], record["summary"]
    table = _table(found)
    return View(
        kind="Attack report",
        title=clip(record["model"]["name"], 120),
        subject=", ".join(filter(None, [data["dataset"] or "your data", data["split"]])),
        details=(data["task"], count(data["rows"], "row"), f"recipe {attack['recipe']}"),
        verdict=_verdict(record),
        lede=_lede(record),
        tiles=_tiles(record),
        sections=_sections(record, table),
        brief=(table,),
        notes=tuple(("used", f"{one['purpose']}: {resource_words(one)}") for one in record["resources"]),
        legend="Success: the share of rows, right before, that the attack turned. Intervals: 95%, Wilson.",
        facts=_facts(record),
        command=record["command"],
        made_by="hf_robust.attack(model, rows, recipe, task)",
        glossary=glossary(*TERMS, metric="accuracy"),
        checks=(_check(record),),
        data_file="attack.json",
        run={"model": record["model"]["name"], "recipe": attack["recipe"]},
        task=data["task"],
        created=record["created"],
        seconds=record["seconds"],
    )


def _attacked(found: dict) -> int:
    counts = found["counts"]
    return sum(counts.get(status, 0) for status in ("successful", "failed", "maximized"))


def _verdict(record: dict) -> str:
    found, recipe = record["summary"], record["attack"]["recipe"]
    if found["success_rate"] is None:
        return f"{recipe} had no row to attack: the model is right about none of them."
    return (
        f"{recipe} turns {percent(found['success_rate'])} of the predictions that were right; accuracy falls from "
        f"{points(found['accuracy'])} to {points(found['accuracy_under_attack'])}."
    )


def _lede(record: dict) -> str:
    found = record["summary"]
    queries, counts = found["queries"], found["counts"]
    said = [f"{count(counts.get('skipped', 0), 'row')} skipped, since the model was wrong before."]
    if queries["median"] is not None:
        said.insert(0, f"Half of the rows took {count(round(queries['median']))} queries or fewer.")
    if counts.get("error"):
        said.append(f"{count(counts['error'], 'row')} could not be attacked.")
    if record["attack"]["effect"] != "preserves":
        said.append("Nothing in this attack stands for the labels: read the examples before you trust the rate.")
    else:
        said.append("No person has checked that the labels of the examples hold.")
    return " ".join(said)


def _tiles(record: dict) -> tuple[Tile, ...]:
    found = record["summary"]
    queries = found["queries"]
    return (
        Tile("Attack success", percent(found["success_rate"]), f"of {count(_attacked(found), 'row')} that were right"),
        Tile("Accuracy under attack", points(found["accuracy_under_attack"]), f"{points(found['accuracy'])} before"),
        Tile(
            "Queries",
            "–" if queries["median"] is None else count(round(queries["median"])),
            "–" if queries["p95"] is None else f"median; {count(round(queries['p95']))} at the 95th percentile",
        ),
        Tile("Words changed", percent(found["words_changed"]), "of a text, mean over successes"),
    )


def _sections(record: dict, table: Table) -> tuple[Section, ...]:
    found = record["summary"]
    sections = [Section("How often it succeeds", (table,))]
    if len(found["curve"]) > 1:
        sections.insert(0, Section("Accuracy by the number of queries allowed", (_curve(record),)))
    if record["examples"]:
        intro = "Right before, wrong after; those with the fewest changed words."
        sections.append(Section("Examples", (Examples(tuple(map(_example, record["examples"]))),), intro))
    blocks = []
    if found["rejected"]:
        blocks.append(Counts(_counts(found["rejected"]), "Candidates that constraints refused"))
    if found["reasons"]:
        blocks.append(Counts(_counts(found["reasons"]), "Rows that were not attacked, or not to an end"))
    if blocks:
        sections.append(Section("What fell out", tuple(blocks)))
    sections.append(Section("What was asked", (_work(record),)))
    return tuple(sections)


def _counts(found: dict) -> tuple[tuple[str, str], ...]:
    return tuple((count(number), clip(name, 300)) for name, number in found.items())


def _curve(record: dict) -> LineCharts:
    found = record["summary"]
    marks = tuple(
        Point(int(x), y, None, f"{count(int(x), 'query')}: {points(y)}") for x, y in found["curve"] if y is not None
    )
    says = (
        f"Accuracy against the number of queries allowed a row: {points(found['accuracy'])} before, "
        f"{points(found['accuracy_under_attack'])} in the end."
    )
    levels = () if found["accuracy"] is None else ((found["accuracy"], 0),)
    panel = LinePanel(record["attack"]["recipe"], (Line(marks),), levels, says)
    return LineCharts((panel,), (clip(record["model"]["name"], 60),), ("", "", "before the attack"), "queries a row")


def _table(found: dict) -> Table:
    rows = [
        Row((_named(f"{count(one['queries'])} queries"), *_rate(one["success_rate"], one["interval"], one["accuracy"])))
        for one in found["by_budget"]
    ]
    whole = _rate(found["success_rate"], found["interval"], found["accuracy_under_attack"])
    rows.append(Row((_named("all"), *whole)))
    columns = (
        Column("Allowed", number=False),
        Column("Attack success", "Success"),
        Column("95% interval"),
        Column("Accuracy under attack", "Accuracy"),
    )
    return Table(columns, tuple(rows), caption=f"Of {count(_attacked(found), 'row')} that the model had right.")


def _named(text: str) -> Cell:
    return Cell(text, text)


def _rate(rate: float | None, ends: list | None, accuracy: float | None) -> tuple[Cell, Cell, Cell]:
    return Cell(percent(rate), rate, strong=True), Cell(interval(ends)), Cell(points(accuracy), accuracy)


def _example(example: dict) -> Example:
    steps = (
        (example["original_prediction"], example["original_score"]),
        (example["perturbed_prediction"], example["perturbed_score"]),
    )
    note = [count(example["queries"], "query"), count(example["words_changed"], "changed word")]
    if example["similarity"] is not None:
        note.append(f"similarity {example['similarity']:.2f}")
    answers = (Answer("gold", ((example["gold"], None),)), Answer("model", steps))
    return Example(tuple(show(field) for field in example["fields"]), answers, note=", ".join(note))


def _work(record: dict) -> Table:
    columns = (
        Column("Service", number=False),
        Column("Asked"),
        Column("Computed"),
        Column("Batches"),
        Column("Full", hint="How full the batches were"),
        Column("Seconds"),
    )
    rows = tuple(
        Row(
            (
                _named(SERVICES.get(one["service"], one["service"])),
                *(Cell(count(one[key]), one[key]) for key in ("asked", "computed", "batches")),
                Cell(percent(one["full"]), one["full"]),
                Cell("–" if one["seconds"] is None else f"{one['seconds']:,.1f}", one["seconds"]),
            )
        )
        for one in record["work"]
    )
    return Table(columns, rows, caption="Equal questions of all rows are asked once.", empty="Nothing was asked.")


def _facts(record: dict) -> tuple[tuple[str, str], ...]:
    attack = record["attack"]
    facts = known(
        *model_facts(record),
        ("Task", record["data"]["task"]),
        data_fact(record["data"]),
        ("Recipe", f"{attack['recipe']}, version {attack['version']}, parameters of {attack['like']}"),
        ("Source", attack["source"] or None),
        ("Goal", attack["goal"]),
        ("Search", attack["search"]),
        ("Moves", attack["moves"]),
        ("Constraints", "; ".join(attack["constraints"]) or "none"),
        ("Label", attack["effect"]),
        ("Budget", "any number of queries" if attack["budget"] is None else f"{attack['budget']} queries a row"),
        ("Seed", str(attack["seed"])),
    )
    return (*facts, *environment_facts(record))


def _check(record: dict) -> Check:
    found, recipe = record["summary"], record["attack"]["recipe"]
    if found["accuracy_under_attack"] is None:
        return Check(recipe, None, skipped="no row could be asked about", id=recipe)
    before = f" ({points(found['accuracy'])} before)"
    message = (f"{recipe}: accuracy under attack is ", ", below ", before)
    return Check(f"accuracy under {recipe}", found["accuracy_under_attack"], message, id=recipe)
