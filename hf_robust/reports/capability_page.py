"""A model on capabilities as one self-contained page, and as a small table for notebooks."""

from html import escape
from pathlib import Path

from hf_robust.reports import capability_words as words
from hf_robust.reports import charts, texts, wording
from hf_robust.reports import root_cause_text as root_causes
from hf_robust.reports.capability_table import diverse
from hf_robust.reports.html import environment, markup, moment, script_hash
from hf_robust.reports.record import plain, printable

HERE = Path(__file__).parent
_SPLITS = ("seeds", "expanded")
_MARKS = (("seeds", "before", 6, 11, "seeds"), ("expanded", "after", 5, 24, "expansions"))


def render_page(record: dict) -> str:
    """The page: no scripts, fonts or images from elsewhere; whatever the record holds is escaped.

    Args:
        record: A valid record.

    Example:
        >>> from hf_robust.reports.capability_sample import sample_capabilities
        >>> record = sample_capabilities()
        >>> record["results"][0]["examples"][0]["prediction"] = "<b>bold</b>"
        >>> page = render_page(record)
        >>> "<b>bold</b>" in page, "&lt;b&gt;bold&lt;/b&gt;" in page
        (False, True)
    """
    record = plain(record, printable)
    script = (HERE / "sort.js").read_text(encoding="utf-8").strip()
    return (
        environment()
        .get_template("capabilities.html.j2")
        .render(
            record=record,
            verdict=words.verdict(record),
            lede=words.lede(record),
            tiles=_tiles(record),
            **_chart(record),
            rows=_rows(record),
            diversity=_diversity(record),
            made=_made(record),
            glossary=_GLOSSARY,
            style=markup((HERE / "style.css").read_text(encoding="utf-8").strip()),
            rate=words.rate,
            script=markup(script),
            script_hash=script_hash(script),
        )
    )


def render_notebook(record: dict) -> str:
    """A compact table for notebooks.

    Example:
        >>> from hf_robust.reports.capability_sample import sample_capabilities
        >>> "fails LC6 most" in render_notebook(sample_capabilities())
        True
    """
    record = plain(record, printable)
    return (
        environment()
        .get_template("capabilities_notebook.html.j2")
        .render(record=record, verdict=words.verdict(record), rate=words.rate)
    )


def _tiles(record: dict) -> list[dict]:
    overall, tiles = record["overall"], []
    for split, label in (("seeds", "Seeds that fail"), ("expanded", "Expansions that fail")):
        part = overall[split]
        if part["n"]:
            note = f"mean over {words.many(part['capabilities'])}, {wording.count(part['n'], 'case')}"
            if part["weighted"] is not None and abs(part["weighted"] - part["failure_rate"]) >= 0.0005:
                note += f"; {words.rate(part['weighted'])} weighted by oracle confidence"
            tiles.append({"label": label, "value": words.rate(part["failure_rate"]), "note": note})
    if overall["expanded"]["n"]:
        tiles.append(
            {
                "label": "Pass-to-fail",
                "value": wording.count(overall["pass_to_fail"]),
                "note": "expansions that fail although their seed passes",
            }
        )
    return tiles


def _chart(record: dict) -> dict:
    results = words.measured(record)
    intervals = [wording.bounds(result[split]["interval"]) for result in results for split in _SPLITS]
    axis = charts.axis_for([end for ends in intervals for end in ends or ()])
    anchors = _anchors(record)
    rows = [
        {
            "result": result,
            "anchor": anchors[result["id"]],
            "svg": markup(_pair(result, axis)),
            "path": " · ".join(words.rate(result[split]["failure_rate"]) for split in _SPLITS if result[split]["n"]),
        }
        for result in results
    ]
    return {"chart": rows, "scale": markup(charts.scale(axis))}


def _pair(result: dict, axis: charts.Axis) -> str:
    """Failure rates of seeds (ring) and expansions (disc), one above the other, with their intervals."""
    places = [axis.at(tick) for tick in axis.ticks]
    parts = [f'<line class="grid" x1="{place}" x2="{place}" y1="0" y2="{charts.ROW}"/>' for place in places]
    said = []
    for split, kind, size, height, noun in _MARKS:
        part = result[split]
        ends = wording.bounds(part["interval"])
        if part["failure_rate"] is None or ends is None:
            continue
        left, right = (axis.at(end) for end in ends)
        whisker = "zero" if split == "seeds" else "whisker"
        parts.append(f'<line class="{whisker}" x1="{left}" x2="{right}" y1="{height}" y2="{height}"/>')
        parts.append(f'<circle class="{kind}" cx="{axis.at(part["failure_rate"])}" cy="{height}" r="{size}"/>')
        said.append(f"{words.rate(part['failure_rate'])} of {wording.count(part['n'])} {noun} fail")
    label = escape(f"{result['id']}: {', '.join(said)}")
    return f'<svg width="100%" height="{charts.ROW}" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _anchors(record: dict) -> dict[str, str]:
    return {result["id"]: f"c-{place}" for place, result in enumerate(record["results"])}


def _rows(record: dict) -> list[dict]:
    anchors, worst = _anchors(record), [result["id"] for result in words.measured(record)]
    return [
        {
            "order": worst.index(result["id"]) if result["id"] in worst else len(worst),
            "result": result,
            "anchor": anchors[result["id"]],
            "both": words.both(result),
            "found": words.found_words(result),
            "turned": words.turned_words(result),
            "examples": [_example(example) for example in result["examples"]],
        }
        for result in record["results"]
    ]


def _example(example: dict) -> dict:
    cause = example["root_cause"]
    shown = {"expected": words.expected_words(example), "shown": [texts.show(field) for field in example["fields"]]}
    return {**example, **shown, "cause": None if cause is None else markup(root_causes.html(cause))}


def _diversity(record: dict) -> list[dict]:
    if not record["options"]["diversity"]:
        return []
    return [
        {"id": result["id"], "split": split, "cells": [diverse(one) for one in result["diversity"][split]]}
        for result, split in words.diverse(record)
    ]


def _made(record: dict) -> list[tuple[str, str]]:
    model, suite, least = record["model"], record["suite"], record["options"]["min_oracle_confidence"]
    spec = suite["specification"]
    k = None if suite["selection"] is None else f"{suite['k'] or 'all'}, {suite['selection']}"
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
        ("Specification", f"{spec['name']}, version {spec['version']}. {spec['source']}" if spec else None),
        ("Specification SHA-256", spec["sha256"] if spec else None),
        ("Task", suite["task"]),
        ("Data set", " / ".join(filter(None, [suite["dataset"], suite["split"]]))),
        ("Rows searched", wording.count(suite["rows"]) if suite["rows"] else None),
        ("Seed", None if suite["seed"] is None else str(suite["seed"])),
        ("Masked sentences a seed", k),
        ("Least oracle confidence", None if least is None else wording.share(least)),
        ("Audited", ", ".join(suite["audit"]) if suite["audit"] else None),
        ("Predictions", wording.prediction_words(record["predictions"])),
        ("Time", None if record["seconds"] is None else f"{record['seconds']:,.1f} seconds"),
        ("Made", f"{moment(record['created'])} with hf_robust {record['hf_robust_version']}"),
        ("Python", f"{record['environment']['python']} on {record['environment']['platform']}"),
    ]
    rows += [(one["purpose"].capitalize(), wording.resource_words(one)) for one in record["resources"]]
    packages = record["environment"]["packages"]
    rows.append(("Libraries", ", ".join(f"{name} {version}" for name, version in packages.items())))
    return [(name, value) for name, value in rows if value]


_GLOSSARY = [
    (
        "Capability",
        "Something that a model of the task must be able to do with language, for example to see that a "
        "judgement is negated.",
    ),
    ("Seed", "A case made of sentences that were searched for in labelled data, by the rules of a specification."),
    (
        "Expansion",
        "A seed with one or two more words, at places where a grammar of real sentences has room for them, "
        "chosen so that the right answer stays.",
    ),
    (
        "Failure rate",
        "The share of cases whose prediction is not among the right answers (or, where a case is compared "
        "with another one, is not what is expected). Lower is better.",
    ),
    (
        "Interval",
        "Where the rate would lie, with 95% confidence, if other cases of the kind had been drawn (Wilson). "
        "Cases made of one sentence are alike, so that it is rather too narrow.",
    ),
    ("Pass-to-fail", "Expansions that fail although the seed they grew from passes: faults that seeds do not show."),
    (
        "Oracle confidence",
        "How sure the right answers are: the share of cases for which people gave the label that "
        "the specification says, as published or by an audit. A model that answers as people do "
        "would fail about as many as the rest.",
    ),
    (
        "Weighted",
        "The mean over the capabilities, each counting as much as its labels are sure; where that is not "
        "known, as the mean of the known ones.",
    ),
    (
        "Self-BLEU",
        "How alike the cases are: mean BLEU of each against all others of a sample, median of three "
        "samples. Lower is more diverse.",
    ),
    ("Productions", "How many different rules of grammar the parses of a sample use. More is more diverse."),
]
