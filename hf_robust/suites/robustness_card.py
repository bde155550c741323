"""The card of a robustness suite: what each transformation did, how to load the pairs, how to build them again."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.core import registry
from hf_robust.core.errors import RobustError
from hf_robust.reports.audit_words import audited_in_words
from hf_robust.suites.card import (
    block,
    code,
    counted,
    filled,
    listed,
    load_section,
    resources_of,
    run_section,
    source_of,
    table,
    text,
)
from hf_robust.suites.filtering import left_out_in_words
from hf_robust.tasks import TASKS

_EFFECTS = {"preserves": "label stays", "changes": "label changes with the text"}
_PROVENANCE = """\
Both splits of a config have the columns of the source data and the same number of rows: row *i* of
`perturbed` was made from row *i* of `original`. The column `robust` says how:

| field | meaning |
|---|---|
| `source_id` | id of the source row, the same in both splits and over all configs |
| `transformation`, `version`, `params` | what changed the row; `params` is JSON |
| `seed`, `variant` | with `source_id`, transformation and field they determine the random draws |
| `status` | `original` in the one split, `changed` in the other |
| `effect` | what happens to the gold label: `preserves`, or `changes` when the row carries a new one |
| `edits` | what was replaced: `stage` of the chain, `field`, `start`, `end`, `before`, `after` |

Offsets count characters of the text that the stage received; token lists are joined by one space.

Compare on these rows only: the score on `original` against the score on `perturbed`. Source rows that
could not be changed are in neither split; the table above counts them."""


def robustness_sections(manifest: Mapping[str, Any], repo: str | None) -> list[str]:
    """The card's texts.

    Args:
        manifest: What ``suite.json`` holds.
        repo: The repository it is published in; None for a folder.
    """
    empty = "## Load\n\nNo transformation changed any row: there is nothing to load."
    shown = 'rows["original"], rows["perturbed"]'
    return [
        _what(manifest),
        load_section(manifest, repo, "Suite", "config", shown) if filled(manifest) else empty,
        run_section(manifest, repo, "hf-robust run"),
        "## Configs\n\n" + _table(manifest["entries"]),
        *_left_out(manifest),
        *_filtered(manifest),
        *_sliced(manifest),
        *_attacked(manifest),
        "## Rows\n\n" + _PROVENANCE,
        "## Where it comes from\n\n" + _origin(manifest),
        "## Build it again\n\n" + _rebuild(manifest),
    ]


def _attacked(manifest: Mapping[str, Any]) -> list[str]:
    """By which attack on which model the rows were found, and how numbers on them are to be read."""
    model = manifest["info"].get("attacked")
    if not model:
        return []
    named = code(model["name"]) + (f" at revision {code(model['revision'])}" if model["revision"] else "")
    recipes = ", ".join(code(entry["name"].removeprefix("attack-")) for entry in manifest["entries"])
    return [
        f"## Found by an attack\n\nThe rows were found by an attack on {named} with the recipe {recipes}: that model "
        "has every original right and every changed row wrong, by construction.\n\n"
        + listed(
            [
                "No person checked the labels when the suite was made; `hf-robust audit draw` begins that. Until then "
                "say so beside every number.",
                "On the attacked model the score is 0 and no result: do not cite it, and rank no models in which it "
                "takes part.",
                "On another model cite the *transfer rate*, the share of the rows that it had right that it now has "
                "wrong, with its interval, the attacked model, the recipe and the content hash. It is no attack "
                "success rate: an attack on that model itself would find more.",
            ]
        )
    ]


def _what(manifest: Mapping[str, Any]) -> str:
    info = manifest["info"]
    return (
        f"A robustness suite for **{manifest['task']['name']}**: {counted(info['rows'], 'labeled row')} of "
        f"{source_of(info)}, changed by {counted(len(filled(manifest)), 'transformation')}, each changed row paired "
        "with its original. Made with `hf_robust`."
    )


def _table(entries: Sequence[Mapping[str, Any]]) -> str:
    words = ("config", "what it does", "parameters", "level", "label")
    people = ["people keep the label"] if any(entry.get("audit") for entry in entries) else []
    numbers = ("pairs", "source rows", "nothing to change", "not applicable")
    faulty = ["faults"] if any(entry.get("faults") for entry in entries) else []
    head = {**dict.fromkeys((*words, *people), "---"), **dict.fromkeys((*numbers, *faulty), "---:")}
    rows = [
        [
            code(entry["config"]) if entry["files"] else f"{text(entry['name'])} (no rows)",
            text(entry["summary"].replace("``", '"')),
            text("; ".join(_stage(stage) for stage in entry["stages"])),
            text(f"{entry['level']}, {entry['linguistics']}"),
            text(_EFFECTS.get(entry["effect"], entry["effect"])),
            *(text(audited_in_words(entry.get("audit"))) for _ in people),
            *(str(entry[name]) for name in ("n", "total", "unchanged", "not_applicable", *faulty)),
        ]
        for entry in entries
    ]
    return table(head, rows)


def _stage(stage: Mapping[str, Any]) -> str:
    params = ", ".join(f"{name}={json.dumps(value)}" for name, value in stage["params"].items())
    return f"{stage['name']} version {stage['version']}" + (f" ({params})" if params else "")


def _left_out(manifest: Mapping[str, Any]) -> list[str]:
    texts = []
    if any(not entry["files"] for entry in manifest["entries"]):
        sieved = ", or all of it was left out" if manifest["info"].get("filters") else ""
        texts.append(
            f"Entries marked *no rows* changed nothing in this data{sieved}: they are on record, but are no config."
        )
    if manifest["info"]["skipped"]:
        skipped = listed([f"{text(one['name'])}: {text(one['reason'])}" for one in manifest["info"]["skipped"]])
        texts.append(f"Left out when the suite was built:\n\n{skipped}")
    return texts


def _filtered(manifest: Mapping[str, Any]) -> list[str]:
    """What validators left out, where the suite was filtered."""
    filters = manifest["info"].get("filters")
    if not filters:
        return []
    shown = ("version", "params", "least", "level")
    head = {"validator": "---", **dict.fromkeys(shown, "---"), "pairs left out": "---:"}
    rows = [
        [code(one["validator"]), *(text(_param(one[key])) for key in shown), str(one["left_out"])] for one in filters
    ]
    by_config = listed(
        f"{text(entry['name'])}: {text(left_out_in_words(entry['left_out']))}"
        for entry in manifest["entries"]
        if any(entry.get("left_out", {}).values())
    )
    levels = " The levels lenient and strict are starting values, not calibrated yet by people's ratings."
    note = levels if any(one["level"] for one in filters) else ""
    return [
        "## Left out by validators\n\nA validator scores how near a changed text is to its original, from 0 to 1. "
        "Pairs below the least score were left out, each counted for the first validator that it did not pass."
        f"{note}\n\n{table(head, rows)}\n\n{by_config}".rstrip()
    ]


def _sliced(manifest: Mapping[str, Any]) -> list[str]:
    """The slices of the rows, where the suite was built with some."""
    info = manifest["info"]
    if "slices" not in info:
        return []
    head = {"slice": "---", "what it holds": "---", "source rows": "---:"}
    rows = [[text(one["name"]), text(one["summary"]), str(one["rows"])] for one in info["slices"]]
    return [
        "## Slices\n\nThe column `robust_slices` names the slices that a row is in, by its original; a row may be in "
        "several or in none. They were found on all source rows, those that could not be changed included."
        + (f"\n\n{table(head, rows)}" if rows else "")
        + (f"\n\nNot among them:\n\n{listed(map(text, info['slice_notes']))}" if info.get("slice_notes") else "")
    ]


def _param(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return f"{value:g}" if isinstance(value, float) else value
    return ", ".join(f"{name}={json.dumps(given)}" for name, given in value.items() if given is not None)


def _origin(manifest: Mapping[str, Any]) -> str:
    info = manifest["info"]
    license = (
        f"License given for the source data: {code(info['license'])}."
        if info.get("license")
        else "The license of the source data was not given when this was published."
    )
    return listed(
        [
            f"Source: {source_of(info)}, {counted(info['rows'], 'row')}",
            f"Seed {info['seed']}, {counted(info['variants'], 'variant')} a row, built {text(info['created'])} "
            f"with hf_robust {text(info['hf_robust_version'])}",
            f"Resources: {resources_of(info)}",
            f"Content hash: {code(manifest['content_hash'])}; SHA-256 of every file in `suite.json`",
            f"{license} A suite contains that data and inherits its license: its terms hold here too.",
        ]
    )


def _attack_again(manifest: Mapping[str, Any]) -> str:
    """How to run an attack again whose successes the suite holds."""
    info, stage = manifest["info"], manifest["entries"][0]["stages"][0]
    params = stage["params"]
    options = ", ".join(
        f"{name}={value!r}"
        for name, value in (
            ("like", params["like"]),
            ("budget", params["budget"]),
            ("seed", info["seed"]),
            ("protect", info.get("protect") or None),
            ("nlp", info.get("nlp")),
        )
        if value is not None
    )
    recipe = params["recipe"]
    chosen = repr(recipe) if recipe != "custom" else "<your hr.Attack(...)>"
    named = [info["dataset"] or "<the source data>", *([info["config"]] if info.get("config") else [])]
    lines = block(
        "from datasets import load_dataset",
        "import hf_robust as hr",
        "",
        f"data = load_dataset({', '.join(map(repr, named))}, split={info['split'] or '<split>'!r})"
        f"  # {counted(info['rows'], 'row')}",
        f"task = {_task(manifest)}",
        f"run = hr.attack({info['attacked']['name']!r}, data, {chosen}, task, {options})",
        f"suite = run.suite({info['name']!r})",
    )
    return (
        f"With hf_robust {text(info['hf_robust_version'])}, the same model, the resources named above and the same "
        f"source rows this gives the same rows.\n\n{lines}"
    )


def _rebuild(manifest: Mapping[str, Any]) -> str:
    info = manifest["info"]
    if info.get("attacked"):
        return _attack_again(manifest)
    given = {"name": info["name"], "seed": info["seed"]}
    given |= {"variants": info["variants"]} if info["variants"] != 1 else {}
    given |= {key: info[key] for key in ("protect", "nlp") if info.get(key)}
    given |= {key: value for key, value in (("source", info["dataset"]), ("split", info["split"])) if value}
    options = ", ".join(f"{name}={value!r}" for name, value in given.items())
    slices = [f"    { ({'name': one['family'], **one['params']})!r}," for one in info.get("slices", ())]
    options += ", slices=slices" if slices else ""
    named = [info["dataset"] or "<the source data>", *([info["config"]] if info.get("config") else [])]
    language = manifest["task"]["language"]
    entries = [_entry(entry["stages"], language) for entry in manifest["entries"]]
    lines = block(
        "from datasets import load_dataset",
        "import hf_robust as hr",
        "",
        f"data = load_dataset({', '.join(map(repr, named))}, split={info['split'] or '<split>'!r})"
        f"  # {counted(info['rows'], 'row')}",
        f"task = {_task(manifest)}",
        "transformations = [",
        *(f"    {entry!r}," for entry in entries),
        "]",
        *(["slices = [", *slices, "]"] if slices else []),
        f"suite = hr.Suite.build(data, task, transformations, {options})",
        *_filter_calls(info.get("filters", ())),
        f"assert suite.content_hash == {manifest['content_hash']!r}",
    )
    return (
        f"With hf_robust {text(info['hf_robust_version'])}, the resources named above and the same source rows "
        "this gives the same suite; the last line checks it. On record are the name and the split of the "
        "source only: if the rows came from a revision or a filter, repeat that."
        f"\n\n{lines}"
    )


def _filter_calls(filters: Sequence[Mapping[str, Any]]) -> list[str]:
    """What sieves the suite again, in the order in which it was sieved."""
    lines = []
    for one in filters:
        params = {name: value for name, value in one["params"].items() if value is not None}
        asked = {"least": one["least"], **params} if params else one["least"]
        lines.append(f"suite = suite.filter({one['validator'].replace('-', '_')}={asked!r})")
    return lines


def _task(manifest: Mapping[str, Any]) -> str:
    task, features = manifest["task"], manifest["features"]
    given: dict[str, Any] = {role: column for role, column in task["columns"].items() if role != column}
    given |= {"id": task["id_column"]} if task["id_column"] else {}
    given |= {"fields": list(task["fields"])} if tuple(task["fields"]) != TASKS[task["name"]].edited else {}
    named = any("ClassLabel" in json.dumps(features.get(task["columns"][role])) for role in TASKS[task["name"]].labels)
    given |= {"label_names": list(task["label_names"])} if task["label_names"] and not named else {}
    given |= {"language": task["language"]} if task["language"] != "en" else {}
    return f"hr.task({', '.join([repr(task['name']), *(f'{name}={value!r}' for name, value in given.items())])})"


def _entry(stages: Sequence[Mapping[str, Any]], language: str) -> Any:
    """What to hand to ``Suite.build``: only what differs from the defaults, which also makes the name."""
    described = []
    for stage in stages:
        params = _changed(stage, language)
        described.append({"name": stage["name"], **params} if params else stage["name"])
    return described[0] if len(described) == 1 else described


def _changed(stage: Mapping[str, Any], language: str) -> dict[str, Any]:
    params = {name: tuple(value) if isinstance(value, list) else value for name, value in stage["params"].items()}
    try:
        return registry.transformations.get(stage["name"], language)(**params).changed_params
    except (RobustError, TypeError):  # of a package or version that is not installed here
        return params
