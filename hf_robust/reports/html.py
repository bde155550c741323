"""The report as one self-contained page, and as a small table for notebooks."""

import base64
import hashlib
import json
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.reports import charts, texts, wording
from hf_robust.reports.glossary import glossary
from hf_robust.reports.record import plain, printable
from hf_robust.transforms.base import LEVELS, LINGUISTICS

if TYPE_CHECKING:
    from jinja2 import Environment

HERE = Path(__file__).parent
CHART_ROWS = 20  # rows of the main chart before the rest folds away
NOTEBOOK_ROWS = 12


def render_page(record: dict) -> str:
    """The page: no scripts, fonts or images from elsewhere; whatever the record holds is escaped.

    Args:
        record: A valid record.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> record = sample_record()
        >>> record["model"]["name"] = "<b>bold</b>"
        >>> page = render_page(record)
        >>> "<b>bold</b>" in page, "&lt;b&gt;bold&lt;/b&gt;" in page
        (False, True)
    """
    record = plain(record, printable)
    script = (HERE / "sort.js").read_text(encoding="utf-8").strip()
    return (
        environment()
        .get_template("template.html.j2")
        .render(
            record=record,
            verdict=wording.verdict(record),
            lede=wording.lede(record),
            tiles=_tiles(record),
            scores=_scores(record),
            groups=_group_charts(record),
            rows=_rows(record),
            worst=wording.worst_words(record),
            made=_made(record),
            glossary=glossary(record),
            style=markup((HERE / "style.css").read_text(encoding="utf-8").strip()),
            script=markup(script),
            script_hash=script_hash(script),
        )
    )


def render_notebook(record: dict) -> str:
    """A compact table for notebooks: verdict, the greatest drops, worst case."""
    record = plain(record, printable)
    results = wording.measured(record)
    return (
        environment()
        .get_template("notebook.html.j2")
        .render(
            record=record,
            verdict=wording.verdict(record),
            results=results[:NOTEBOOK_ROWS],
            more=max(len(results) - NOTEBOOK_ROWS, 0),
            unmeasured=len(record["results"]) - len(results),
        )
    )


@cache
def environment() -> "Environment":
    """Jinja with our filters; whatever a record holds is escaped."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        points=wording.points,
        percent=wording.percent,
        interval=wording.interval,
        count=wording.count,
        p_value=wording.p_value,
        share=wording.share,
        value=_value,
        clip=wording.clip,
    )
    environment.tests["significant"] = wording.significant
    return environment


def markup(text: str) -> str:
    """A text that is markup already and is not escaped again."""
    from markupsafe import Markup

    return Markup(text)


def script_hash(script: str) -> str:
    """What the page's security policy calls its one script."""
    return base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii")


def _value(value: object) -> str:
    """A parameter as text: a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def moment(created: str) -> str:
    """The time of the run for a reader; a text that is no time is shown as it is."""
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return created
    if moment.tzinfo is None:
        return f"{moment:%Y-%m-%d %H:%M}"
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _tiles(record: dict) -> list[dict]:
    results, metric = wording.measured(record), wording.metric_word(record)
    if not results:
        return []
    before = sum(result["original"] for result in results) / len(results)
    after = sum(result["perturbed"] for result in results) / len(results)
    many = wording.count(len(results), "transformation")
    change = f"{wording.points(abs(before - after))} points {'lower' if after <= before else 'higher'}"
    several = len(results) > 1
    tiles = [
        {
            "name": False,
            "label": f"Original {metric}",
            "value": wording.points(before),
            "note": f"mean over {many}" if several else "on the rows that changed",
        },
        {
            "name": False,
            "label": "Mean perturbed" if several else "Perturbed",
            "value": wording.points(after),
            "note": f"the same rows, {change}",
        },
    ]
    worst = record["worst_case"]
    if worst and worst["worst"] is not None and several:
        tiles.append(
            {
                "name": False,
                "label": "Worst case",
                "value": wording.points(worst["worst"]),
                "note": f"{metric} if every row meets what harms it most",
            }
        )
    weakest = wording.weakest(record)
    kind = "gain" if wording.gained(weakest) else "drop"
    tiles.append(
        {
            "name": True,
            "label": "Weakest against" if several else "Transformation",
            "value": wording.clip(weakest["name"], 40),
            "note": f"a {kind} of {wording.points(abs(weakest['drop']))} points",
        }
    )
    return tiles


def _scores(record: dict) -> dict:
    """The first chart: rows by drop, those beyond the first few folded."""
    results, metric = wording.measured(record), wording.metric_word(record)
    axis = charts.dumbbell_axis(results)
    anchors = {id(result): index for index, result in enumerate(record["results"])}
    rows = [
        {"result": result, "anchor": f"t-{anchors[id(result)]}", "svg": markup(charts.dumbbell(result, axis, metric))}
        for result in results
    ]
    cut = CHART_ROWS if len(rows) > CHART_ROWS + 4 else len(rows)
    return {
        "rows": rows[:cut],
        "more": rows[cut:],
        "scale": markup(charts.scale(axis)),
        "unmeasured": len(record["results"]) - len(results),
    }


def _group_charts(record: dict) -> list[dict]:
    """The second chart: mean drop by linguistics group and by level."""
    panels = [
        ("What is changed", "linguistics", LINGUISTICS),
        ("How much is changed", "level", LEVELS),
    ]
    groups = record["groups"]
    axis = charts.bar_axis(
        [group["drop"] for panel in groups.values() for group in panel.values() if group["drop"] is not None]
    )
    return [{"title": title, "rows": _bars(groups[key], order, axis)} for title, key, order in panels if groups[key]]


def _bars(groups: dict, order: tuple[str, ...], axis: charts.Axis) -> list[dict]:
    names = [name for name in order if name in groups] + sorted(set(groups) - set(order))
    rows = []
    for name in names:
        drop = groups[name]["drop"]
        svg = "" if drop is None else markup(charts.bar(name, drop, axis))
        rows.append({**groups[name], "name": name, "hint": wording.GROUP_WORDS.get(name, ""), "svg": svg})
    return rows


def _rows(record: dict) -> list[dict]:
    """What the table and the sections show of each result, the greatest drop first."""
    results = list(enumerate(record["results"]))
    results.sort(key=lambda pair: (pair[1]["drop"] is None, -(pair[1]["drop"] or 0)))
    return [
        {
            "anchor": f"t-{index}",
            "result": result,
            "significant": wording.significant(result),
            "words": wording.result_words(record, result),
            "human": wording.human_words(record, result),
            "effect": wording.EFFECT_WORDS.get(result["effect"], result["effect"]),
            "reasons": sorted(result["reasons"].items(), key=lambda pair: -pair[1]),
            "examples": [
                {**example, "shown": [texts.show(field) for field in example["fields"]]}
                for example in result["examples"]
            ],
        }
        for index, result in results
    ]


def _made(record: dict) -> list[tuple[str, str]]:
    """The facts that are needed to repeat the run."""
    model, suite = record["model"], record["suite"]
    rows = [
        ("Model", model["name"]),
        ("Model kind", model["kind"]),
        ("Model revision", model["revision"]),
        ("Labels", ", ".join(model["labels"]) if model["labels"] else None),
        ("Suite", " ".join(filter(None, [suite["name"], suite["version"]]))),
        ("Suite repository", suite["repo"]),
        ("Suite revision", suite["revision"]),
        ("Suite commit", suite["commit"]),
        ("Content hash", suite["content_hash"]),
        ("Task", suite["task"]),
        ("Data set", " / ".join(filter(None, [suite["dataset"], suite["split"]]))),
        ("Rows", wording.count(suite["rows"])),
        ("Seed", str(suite["seed"])),
        ("Metric", ", ".join([record["metric"]["name"], *record["metric"]["secondary"]])),
        ("Predictions", wording.prediction_words(record["predictions"])),
        ("Time", None if record["seconds"] is None else f"{record['seconds']:,.1f} seconds"),
        ("Made", f"{moment(record['created'])} with hf_robust {record['hf_robust_version']}"),
        ("Python", f"{record['environment']['python']} on {record['environment']['platform']}"),
    ]
    for resource in record["resources"]:
        rows.append((resource["purpose"].capitalize(), wording.resource_words(resource)))
    packages = record["environment"]["packages"]
    rows.append(("Libraries", ", ".join(f"{name} {version}" for name, version in packages.items())))
    return [(name, value) for name, value in rows if value]
