"""The card of a suite: front matter for the Hub and ``datasets``, and a text for people."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from hf_robust.core import registry
from hf_robust.core.errors import RobustError
from hf_robust.tasks.base import TASKS

_CATEGORIES = {
    "classification": "text-classification",
    "aspects": "text-classification",
    "tagging": "token-classification",
    "parsing": "token-classification",
    "span": "question-answering",
}
# tasks that have no id of their own on the Hub
_NO_TASK_ID = ("text-classification", "aspect-based-sentiment-analysis")
_SIZES = (
    (10**3, "n<1K"),
    (10**4, "1K<n<10K"),
    (10**5, "10K<n<100K"),
    (10**6, "100K<n<1M"),
    (10**7, "1M<n<10M"),
)
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


def card(manifest: Mapping[str, Any], repo: str | None = None) -> str:
    """The README of a suite.

    Args:
        manifest: What ``suite.json`` holds.
        repo: The repository it is published in; None for a folder.
    """
    info, entries = manifest["info"], manifest["entries"]
    front = yaml.safe_dump(front_matter(manifest), sort_keys=False, allow_unicode=True, width=1000)
    parts = [
        f"# {info['name']}" + (f" {info['version']}" if info["version"] else ""),
        _what(manifest),
        "## Load\n\n" + _load(manifest, repo),
        "## Run a model on it\n\n" + _run(info, repo),
        "## Configs\n\n" + _table(entries),
        *_left_out(manifest),
        "## Rows\n\n" + _PROVENANCE,
        "## Where it comes from\n\n" + _origin(manifest),
        "## Build it again\n\n" + _rebuild(manifest),
    ]
    return f"---\n{front}---\n\n" + "\n\n".join(parts) + "\n"


def front_matter(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The card's metadata; no config is the default, so that none is taken for the whole suite."""
    info, task = manifest["info"], manifest["task"]
    filled = [entry for entry in manifest["entries"] if entry["files"]]
    rows = 2 * sum(entry["n"] for entry in filled)
    front: dict[str, Any] = {
        "pretty_name": info["name"],
        "language": [task["language"]],
        "license": info.get("license") or "unknown",
        "task_categories": [_CATEGORIES[TASKS[task["name"]].kind]],
        "task_ids": [] if task["name"] in _NO_TASK_ID else [task["name"]],
        "tags": ["robustness", "hf_robust", "evaluation"],
        "size_categories": [next((name for limit, name in _SIZES if rows < limit), "n>10M")],
        "source_datasets": [info["dataset"]] if _is_repo(info["dataset"]) else [],
        "configs": [_config(entry, info["version"]) for entry in filled],
    }
    return {name: value for name, value in front.items() if value != []}


def _config(entry: Mapping[str, Any], version: str | None) -> dict[str, Any]:
    files = [{"split": path.rsplit("/", 1)[1].removesuffix(".parquet"), "path": path} for path in entry["files"]]
    return {"config_name": entry["config"], **({"version": version} if version else {}), "data_files": files}


def _is_repo(name: str | None) -> bool:
    return name is not None and re.fullmatch(r"[\w.-]+(/[\w.-]+)?", name) is not None and not name.startswith(".")


def _what(manifest: Mapping[str, Any]) -> str:
    info, task, entries = manifest["info"], manifest["task"], manifest["entries"]
    split = f", split `{info['split']}`" if info["split"] else ""
    source = f"`{info['dataset']}`{split}" if info["dataset"] else f"a data set that was not named{split}"
    filled = sum(bool(entry["files"]) for entry in entries)
    return (
        f"A robustness suite for **{task['name']}**: {info['rows']} labelled rows of {source}, changed by "
        f"{_count(filled, 'transformation')}, each changed row paired with its original. "
        "Made with `hf_robust`."
    )


def _load(manifest: Mapping[str, Any], repo: str | None) -> str:
    configs = [entry["config"] for entry in manifest["entries"] if entry["files"]]
    if not configs:
        return "No transformation changed any row: there is nothing to load."
    place = repo or "path/to/this/folder"
    release = f', revision="v{manifest["info"]["version"]}"' if repo else ""
    text = _code(
        "from datasets import load_dataset",
        "",
        f'pairs = load_dataset("{place}", "{configs[0]}"{release})',
        'pairs["original"], pairs["perturbed"]',
    )
    whole = _code("import hf_robust as hr", "", f'suite = hr.Suite.load("{place}"{release})')
    note = (
        "\n\nWhen the Hub is out of reach, `load_dataset` may serve another version from its cache; "
        "`Suite.load` checks version, files and rows, and fails instead."
    )
    both = f"One config:\n\n{text}\n\nThe whole suite, checked against its hashes:\n\n{whole}"
    return both + (note if repo else "")


def _run(info: Mapping[str, Any], repo: str | None) -> str:
    release = f" --revision v{info['version']}" if repo else ""
    command = f"hf-robust run --model <model id or folder> --suite {repo or 'path/to/this/folder'}{release}"
    calls = _code("report = hr.run(model, suite)", 'report.save("report/")')
    return f"{_code(command, language='bash')}\n\nor, with a model id, folder, pipeline or function:\n\n{calls}"


def _table(entries: Sequence[Mapping[str, Any]]) -> str:
    head = (
        "| config | what it does | parameters | level | label | pairs | source rows | nothing to change "
        "| not applicable |\n"
        "|---|---|---|---|---|---:|---:|---:|---:|"
    )
    lines = [
        "| "
        + " | ".join(
            [
                f"`{_cell(entry['config'])}`" if entry["files"] else f"{_cell(entry['name'])} (no rows)",
                _cell(entry["summary"]),
                _cell("; ".join(_stage(stage) for stage in entry["stages"])),
                _cell(f"{entry['level']}, {entry['linguistics']}"),
                _EFFECTS.get(entry["effect"], entry["effect"]),
                *(str(entry[name]) for name in ("n", "total", "unchanged", "not_applicable")),
            ]
        )
        + " |"
        for entry in entries
    ]
    return "\n".join([head, *lines])


def _stage(stage: Mapping[str, Any]) -> str:
    params = ", ".join(f"{name}={json.dumps(value)}" for name, value in stage["params"].items())
    return f"{stage['name']} version {stage['version']}" + (f" ({params})" if params else "")


def _left_out(manifest: Mapping[str, Any]) -> list[str]:
    texts = []
    if any(not entry["files"] for entry in manifest["entries"]):
        texts.append("Entries marked *no rows* changed nothing in this data: they are on record, but are no config.")
    if manifest["info"]["skipped"]:
        skipped = "\n".join(f"- {_cell(one['name'])}: {_cell(one['reason'])}" for one in manifest["info"]["skipped"])
        texts.append(f"Left out because something they need was absent when the suite was built:\n\n{skipped}")
    return texts


def _origin(manifest: Mapping[str, Any]) -> str:
    info = manifest["info"]
    resources = [f"{one['purpose']}: {one['name']} {one['version']} ({one['origin']})" for one in info["resources"]]
    licence = (
        f"Licence given for the source data: `{info['license']}`."
        if info.get("license")
        else "The licence of the source data was not given when this was published."
    )
    facts = [
        f"Source: {info['dataset'] or 'not named'}, split {info['split'] or 'not named'}, "
        f"{_count(info['rows'], 'row')}",
        f"Seed {info['seed']}, {_count(info['variants'], 'variant')} a row, built {info['created']} "
        f"with hf_robust {info['hf_robust_version']}",
        f"Resources: {'; '.join(resources) or 'none'}",
        f"Content hash: `{manifest['content_hash']}`; SHA-256 of every file in `suite.json`",
        f"{licence} A suite contains that data and inherits its licence: its terms hold here too.",
    ]
    return "\n".join(f"- {_line(fact)}" for fact in facts)


def _rebuild(manifest: Mapping[str, Any]) -> str:
    info = manifest["info"]
    given = {"name": info["name"], "seed": info["seed"]}
    given |= {"variants": info["variants"]} if info["variants"] != 1 else {}
    given |= {key: info[key] for key in ("protect", "nlp") if info.get(key)}
    given |= {key: value for key, value in (("source", info["dataset"]), ("split", info["split"])) if value}
    options = ", ".join(f"{name}={value!r}" for name, value in given.items())
    source, split = info["dataset"] or "<the source data>", info["split"] or "<split>"
    entries = [_entry(entry["stages"]) for entry in manifest["entries"]]
    code = _code(
        "from datasets import load_dataset",
        "import hf_robust as hr",
        "",
        f"data = load_dataset({source!r}, split={split!r})  # {_count(info['rows'], 'row')}",
        f"task = {_task(manifest)}",
        "transformations = [",
        *(f"    {entry!r}," for entry in entries),
        "]",
        f"suite = hr.Suite.build(data, task, transformations, {options})",
        f"assert suite.content_hash == {manifest['content_hash']!r}",
    )
    return (
        f"With hf_robust {info['hf_robust_version']}, the resources named above and the same source rows "
        "this gives the same suite; the last line checks it. On record are the name and the split of the "
        "source only: if the rows came from one of its configs, a revision or a filter, repeat that."
        f"\n\n{code}"
    )


def _task(manifest: Mapping[str, Any]) -> str:
    task, features = manifest["task"], manifest["features"]
    given: dict[str, Any] = {role: column for role, column in task["columns"].items() if role != column}
    given |= {"id": task["id_column"]} if task["id_column"] else {}
    given |= {"fields": list(task["fields"])} if tuple(task["fields"]) != TASKS[task["name"]].edited else {}
    named = any("ClassLabel" in json.dumps(features.get(task["columns"][role])) for role in TASKS[task["name"]].labels)
    given |= {"label_names": list(task["label_names"])} if task["label_names"] and not named else {}
    given |= {"language": task["language"]} if task["language"] != "en" else {}
    return f"hr.task({', '.join([repr(task['name']), *(f'{name}={value!r}' for name, value in given.items())])})"


def _entry(stages: Sequence[Mapping[str, Any]]) -> Any:
    """What to hand to ``Suite.build``: only what differs from the defaults, which also makes the name."""
    described = []
    for stage in stages:
        params = _changed(stage)
        described.append({"name": stage["name"], **params} if params else stage["name"])
    return described[0] if len(described) == 1 else described


def _changed(stage: Mapping[str, Any]) -> dict[str, Any]:
    params = {name: tuple(value) if isinstance(value, list) else value for name, value in stage["params"].items()}
    try:
        return registry.transformations.get(stage["name"])(**params).changed_params
    except (RobustError, TypeError):  # of a package or version that is not installed here
        return params


def _code(*lines: str, language: str = "python") -> str:
    return "\n".join([f"```{language}", *lines, "```"])


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _line(text: Any) -> str:
    return " ".join(str(text).split())


def _cell(text: Any) -> str:
    return _line(text).replace("|", "\\|")
