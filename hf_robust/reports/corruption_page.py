"""The corruption benchmark as one self-contained page."""

from pathlib import Path

from hf_robust.reports import corruption_words as words
from hf_robust.reports import line_charts, texts, wording
from hf_robust.reports.html import environment, markup, moment, script_hash
from hf_robust.reports.record import plain, printable

HERE = Path(__file__).parent


def render_page(record: dict) -> str:
    """The page: no scripts, fonts or images from elsewhere; whatever the record holds is escaped.

    Args:
        record: A valid record.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> record = sample_corruptions()
        >>> record["data"]["dataset"] = "<b>bold</b>"
        >>> page = render_page(record)
        >>> "<b>bold</b>" in page, "&lt;b&gt;bold&lt;/b&gt;" in page
        (False, True)
    """
    record = plain(record, printable)
    script = (HERE / "sort.js").read_text(encoding="utf-8").strip()
    axis = line_charts.score_axis(record)
    return (
        environment()
        .get_template("corruptions.html.j2")
        .render(
            record=record,
            verdict=words.verdict(record),
            lede=words.lede(record),
            tiles=_tiles(record),
            panels=[
                {
                    **family,
                    "control": family["transformation"] == words.CONTROL,
                    "svg": markup(line_charts.panel(record, family["name"], axis)),
                }
                for family in record["grid"]["families"]
            ],
            keys=_keys(record),
            columns=[words.column_name(count) for count in words.columns(record)],
            tables=_tables(record),
            contrasts=_contrasts(record),
            control=words.control_words(record),
            population=words.population_words(record),
            strategies=words.strategy_words(record),
            made=_made(record),
            examples=[
                {
                    **example,
                    "words": words.counted(example["count"], example["choose"]),
                    "shown": [texts.show(field) for field in example["fields"]],
                }
                for example in record["examples"]
            ],
            glossary=_glossary(record),
            metric=words.metric_word(record),
            style=markup((HERE / "style.css").read_text(encoding="utf-8").strip()),
            script=markup(script),
            script_hash=script_hash(script),
        )
    )


def _tiles(record: dict) -> list[dict]:
    population, metric = record["population"], words.metric_word(record)
    tiles = [
        {
            "label": "Rows that count",
            "value": wording.count(population["rows"]),
            "note": f"of {wording.count(record['data']['rows'])}; the same for every number on this page",
        }
    ]
    for model in record["models"][:3]:
        tiles.append(
            {
                "label": f"{wording.clip(model['name'], 40)} before",
                "value": wording.points(model["baseline"]),
                "note": f"{metric} on these rows; {wording.points(model['baseline_all'])} on all rows",
            }
        )
    return tiles


def _keys(record: dict) -> list[dict]:
    """The legend: one colour a model, one mark a strategy."""
    models = [
        {"text": model["name"], "svg": markup(_swatch(line_charts.colour(place)))}
        for place, model in enumerate(record["models"])
    ]
    strategies = [
        {"text": words.STRATEGIES[choose], "svg": markup(line_charts.key(choose))}
        for choose in record["grid"]["choose"]
    ]
    baseline = '<svg width="30" height="14"><line class="baseline" x1="0" x2="30" y1="7" y2="7"/></svg>'
    return [*models, *strategies, {"text": "before corruption", "svg": markup(baseline)}]


def _swatch(colour: str) -> str:
    return f'<svg width="14" height="14"><g class="{colour}"><circle class="dot" cx="7" cy="7" r="5"/></g></svg>'


def _tables(record: dict) -> list[dict]:
    """One table a model, as Tables 6 and 7 of the paper, for every family."""
    tables = []
    for model in record["models"]:
        rows = [row for row in words.by_row(record, model["name"]) if row["row"] != "95% interval"]
        tables.append({"model": model, "rows": rows})
    return tables


def _contrasts(record: dict) -> list[dict]:
    scores = {(c["model"], c["family"], c["choose"], c["count"]): c["score"] for c in record["cells"]}
    return [
        {
            **contrast,
            "conclusion": words.conclusion(contrast),
            "random": scores[contrast["model"], contrast["family"], "random", contrast["count"]],
            "important": scores[contrast["model"], contrast["family"], "important", contrast["count"]],
        }
        for contrast in record["contrasts"]
    ]


def _made(record: dict) -> list[tuple[str, str]]:
    data, grid, environment_ = record["data"], record["grid"], record["environment"]
    rows = [
        ("Task", data["task"]),
        ("Data set", " / ".join(filter(None, [data["dataset"], data["split"]]))),
        ("Texts", "without HTML tags and punctuation other than sentence ends" if data["clean"] else "as they are"),
        ("Words", words.strategy_words(record)),
        ("Seeds", ", ".join(map(str, grid["seeds"]))),
    ]
    for family in grid["families"]:
        stage = f"{family['transformation']}, version {family['version']}: {family['summary']}"
        rows.append((family["name"], stage))
    for model in record["models"]:
        revision = f" ({model['revision']})" if model["revision"] else ""
        asked = wording.prediction_words(model["predictions"])
        rows.append(("Model", f"{model['name']}, {model['kind']}{revision}: {asked}"))
    for resource in record["resources"]:
        rows.append((resource["purpose"].capitalize(), wording.resource_words(resource)))
    libraries = ", ".join(f"{name} {version}" for name, version in environment_["packages"].items())
    time = None if record["seconds"] is None else f"{record['seconds']:,.1f} seconds"
    rows += [
        ("Time", time),
        ("Made", f"{moment(record['created'])} with hf_robust {record['hf_robust_version']}"),
        ("Python", f"{environment_['python']} on {environment_['platform']}"),
        ("Libraries", libraries),
    ]
    return [(name, value) for name, value in rows if value]


def _glossary(record: dict) -> list[tuple[str, str]]:
    metric = words.metric_word(record)
    return [
        (
            "Family",
            "A kind of corruption: each chosen word gets one random member of it, for example one of the "
            "spelling errors. Stop words are never chosen.",
        ),
        ("n", "How many words of each text are corrupted: exactly so many, never fewer."),
        ("Random words", f"Drawn at random; the {metric} is the mean over the seeds."),
        ("Important words", "Those that matter most to the model on that text, by a ranking of the model itself."),
        (
            "Rows that count",
            "The rows that every number of words, family, strategy and model can use. So all scores "
            "compare the same rows, and a fall with n is not one of other texts.",
        ),
        ("Difference", "Important minus random on the same rows, in points: below zero, targeting costs more."),
        (
            "Interval",
            "Where the number would lie, with 95% confidence, if other rows of the same kind had been drawn "
            "(bootstrap; paired for differences).",
        ),
        (
            "Larger than chance",
            "Marked *. The p-value (paired permutation test), corrected for all comparisons of this "
            "page, those with the control and those of means apart (Holm), is below 0.05.",
        ),
        (
            "Control",
            "Deleting words is no corruption that occurs. It shows whether the ranking finds words that matter.",
        ),
    ]
