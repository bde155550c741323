"""The card of a capability suite: front matter for the Hub and ``datasets``, and a text for people."""

from collections.abc import Mapping
from typing import Any

import yaml

from hf_robust.suites import card as cards

_CASES = """\
Every config has up to two splits: `seeds`, made of sentences that were searched for, and `expanded`, grown from them by
words that a grammar has room for. The texts have the names of the task's roles. `label` is the label that is right,
null where several are or where something else is expected. The column `case` says:

| field | meaning |
|---|---|
| `case_id`, `capability`, `kind` | a stable id, the capability, `seed`, `expanded` or `template` |
| `seed_id`, `source_ids` | the case it grew from (its own id for seeds), and the rows it was made of |
| `test`, `accepted`, `expectation` | `MFT`, `INV` or `DIR`; the right labels; what is expected of another case |
| `oracle_confidence` | how sure the labels are, from 0 to 1; null when nobody looked |
| `template` | the template or negation that made it |
| `production`, `symbol`, `word`, `position` | what was added, by which production of the grammar, where |
| `score`, `probability`, `rank` | of the language model, of the production, and the place among its seed's expansions |

A model fails a case when its prediction is not among the accepted labels."""


def capability_card(manifest: Mapping[str, Any], repo: str | None = None) -> str:
    """The README of a capability suite.

    Args:
        manifest: What ``suite.json`` holds.
        repo: The repository it is published in; None for a folder.
    """
    info = manifest["info"]
    front = yaml.safe_dump(front_matter(manifest), sort_keys=False, allow_unicode=True, width=1000)
    parts = [
        f"# {info['name']}" + (f" {info['version']}" if info.get("version") else ""),
        _what(manifest),
        "## Load\n\n" + _load(manifest, repo),
        "## Run a model on it\n\n" + _run(info, repo),
        "## Capabilities\n\n" + _table(manifest["entries"]),
        *_left_out(manifest),
        "## Cases\n\n" + _CASES,
        "## Where it comes from\n\n" + _origin(manifest),
    ]
    return f"---\n{front}---\n\n" + "\n\n".join(parts) + "\n"


def front_matter(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The card's metadata: one config a capability that has cases."""
    filled = [entry for entry in manifest["entries"] if entry["files"]]
    rows = sum(sum(entry["n"].values()) for entry in filled)
    info = {"license": None, "dataset": None, **manifest["info"]}
    whole = cards.front_matter({**manifest, "info": info, "entries": [{**entry, "n": 0} for entry in filled]})
    size = next((name for limit, name in cards._SIZES if rows < limit), "n>10M")
    return {**whole, "tags": ["linguistic-capabilities", *whole["tags"]], "size_categories": [size]}


def _what(manifest: Mapping[str, Any]) -> str:
    info, entries = manifest["info"], manifest["entries"]
    seeds, expanded = (sum(entry["n"][kind] for entry in entries) for kind in ("seeds", "expanded"))
    filled = sum(bool(entry["files"]) for entry in entries)
    many = f"{filled} linguistic capabilit{'y' if filled == 1 else 'ies'}"
    source = f", searched for in {info['rows']} rows of {_source(info)}" if info.get("rows") else ""
    return (
        f"Tests of {many} for **{manifest['task']['name']}**: {cards._count(seeds, 'seed')} and "
        f"{cards._count(expanded, 'expansion')} of them{source}. Made with `hf_robust`."
    )


def _source(info: Mapping[str, Any]) -> str:
    split = f", split `{info['split']}`" if info.get("split") else ""
    return f"`{info['dataset']}`{split}" if info.get("dataset") else f"a data set that was not named{split}"


def _load(manifest: Mapping[str, Any], repo: str | None) -> str:
    filled = [entry for entry in manifest["entries"] if entry["files"]]
    if not filled:
        return "Nothing in the data set met the specification: there is nothing to load."
    place = repo or "path/to/this/folder"
    release = f', revision="v{manifest["info"]["version"]}"' if repo else ""
    split = next(iter(filled[0]["files"])).rsplit("/", 1)[1].removesuffix(".parquet")
    one = cards._code(
        "from datasets import load_dataset",
        "",
        f'cases = load_dataset("{place}", "{filled[0]["config"]}"{release})',
        f'cases["{split}"][0]',
    )
    load = f'suite = CapabilitySuite.load("{place}"{release})'
    whole = cards._code("from hf_robust.capability.suite import CapabilitySuite", "", load)
    return f"One capability:\n\n{one}\n\nThe whole suite, checked against its hashes:\n\n{whole}"


def _run(info: Mapping[str, Any], repo: str | None) -> str:
    release = f" --revision v{info['version']}" if repo else ""
    place = repo or "path/to/this/folder"
    command = f"hf-robust capabilities run --model <model id or folder> --suite {place}{release}"
    calls = cards._code("import hf_robust as hr", "", "report = hr.run(model, suite)", 'report.save("report/")')
    shell = cards._code(command, language="bash")
    return f"{shell}\n\nor, with a model id, folder, pipeline or function:\n\n{calls}"


def _table(entries: list[Mapping[str, Any]]) -> str:
    head = "| config | capability | rows found | seeds | expansions | oracle confidence |\n|---|---|---|---:|---:|---:|"
    lines = []
    for entry in entries:
        found = ", ".join(f"{count} {name}" for name, count in entry["searched"].items())
        sure = entry["oracle_confidence"]
        cells = [
            f"`{cards._cell(entry['config'])}`" if entry["files"] else f"{cards._cell(entry['id'])} (no cases)",
            cards._cell(entry["name"]),
            cards._cell(found),
            str(entry["n"]["seeds"]),
            str(entry["n"]["expanded"]),
            "not known" if sure is None else f"{sure:.2f}",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    about = "\n".join(
        f"- **{cards._cell(entry['id'])}**: {cards._cell(entry['description'])}"
        for entry in entries
        if entry["description"]
    )
    return "\n".join([head, *lines]) + (f"\n\n{about}" if about else "")


def _left_out(manifest: Mapping[str, Any]) -> list[str]:
    texts = []
    if any(not entry["files"] for entry in manifest["entries"]):
        texts.append("For those marked *no cases* nothing was found; they are on record, but are no config.")
    skipped = manifest["info"].get("skipped")
    if skipped:
        listed = "\n".join(f"- {cards._cell(one['name'])}: {cards._cell(one['reason'])}" for one in skipped)
        texts.append(f"Skipped:\n\n{listed}")
    return texts


def _origin(manifest: Mapping[str, Any]) -> str:
    info = manifest["info"]
    spec = info.get("specification")
    resources = [f"{one['purpose']}: {one['name']} {one['version']} ({one['origin']})" for one in info["resources"]]
    grown = "not expanded"
    if info.get("expand"):
        chosen = "all" if info["k"] is None else f"{info['k']} {info['selection']}"
        most = "all" if info["per_seed"] is None else f"at most {info['per_seed']}"
        grown = f"{chosen} masked sentences a seed, {most} expansions kept"
    facts = [
        f"Specification: {spec['name']}, version {spec['version']}, SHA-256 `{spec['sha256']}`. {spec['source']}"
        if spec
        else None,
        f"Searched: {_source(info)}, {cards._count(info['rows'], 'row')}" if info.get("rows") else None,
        f"Seed {info.get('seed')}; {grown}; built {info.get('created')} with hf_robust {info['hf_robust_version']}",
        f"Resources: {'; '.join(resources) or 'none'}",
        _audited(info.get("audit")),
        f"Content hash: `{manifest['content_hash']}`; SHA-256 of every file in `suite.json`",
        f"Licence of the source data: `{info.get('license') or 'not given'}`. The cases contain that data and inherit "
        "its licence.",
    ]
    return "\n".join(f"- {cards._line(fact)}" for fact in facts if fact)


def _audited(audit: Mapping[str, Any] | None) -> str | None:
    if not audit:
        return None
    return f"Audited: people labelled {sum(one['n'] for one in audit.values())} cases of {', '.join(audit)}"
