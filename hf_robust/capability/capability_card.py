"""The card of a capability suite: its capabilities, how to load the cases, what their columns mean."""

from collections.abc import Mapping
from typing import Any

from hf_robust.reports.audit_words import audited_in_words
from hf_robust.suites.card import (
    code,
    counted,
    filled,
    listed,
    load_section,
    resources_of,
    run_section,
    source_of,
    split_of,
    table,
    text,
)

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


def capability_sections(manifest: Mapping[str, Any], repo: str | None) -> list[str]:
    """The card's texts.

    Args:
        manifest: What ``suite.json`` holds.
        repo: The repository it is published in; None for a folder.
    """
    load = "## Load\n\nNothing in the data set met the specification: there is nothing to load."
    if configs := filled(manifest):
        shown = f'rows["{split_of(next(iter(configs[0]["files"])))}"][0]'
        load = load_section(manifest, repo, "CapabilitySuite", "capability", shown)
    return [
        _what(manifest),
        load,
        run_section(manifest, repo, "hf-robust capabilities run"),
        "## Capabilities\n\n" + _table(manifest["entries"]),
        *_left_out(manifest),
        "## Cases\n\n" + _CASES,
        "## Where it comes from\n\n" + _origin(manifest),
    ]


def _what(manifest: Mapping[str, Any]) -> str:
    info, entries = manifest["info"], manifest["entries"]
    seeds, expanded = (sum(entry["n"][split] for entry in entries) for split in ("seeds", "expanded"))
    source = f", searched for in {info['rows']} rows of {source_of(info)}" if info.get("rows") else ""
    return (
        f"Tests of {counted(len(filled(manifest)), 'linguistic capability', 'linguistic capabilities')} for "
        f"**{manifest['task']['name']}**: {counted(seeds, 'seed')} and {counted(expanded, 'expansion')} of "
        f"them{source}. Made with `hf_robust`."
    )


def _table(entries: list[Mapping[str, Any]]) -> str:
    words, numbers = ("config", "capability", "rows found"), ("seeds", "expansions", "oracle confidence", "rated")
    rows = []
    for entry in entries:
        sure = entry["oracle_confidence"]
        rows.append(
            [
                code(entry["config"]) if entry["files"] else f"{text(entry['id'])} (no cases)",
                text(entry["name"]),
                text(", ".join(f"{count} {name}" for name, count in entry["searched"].items())),
                str(entry["n"]["seeds"]),
                str(entry["n"]["expanded"]),
                "not known" if sure is None else f"{sure:.2f}",
                text(audited_in_words(entry.get("audit"))),
            ]
        )
    about = listed(
        [f"**{text(entry['id'])}**: {text(entry['description'])}" for entry in entries if entry["description"]]
    )
    grid = table({**dict.fromkeys(words, "---"), **dict.fromkeys(numbers, "---:")}, rows)
    return f"{grid}\n\n{about}" if about else grid


def _left_out(manifest: Mapping[str, Any]) -> list[str]:
    texts = []
    if any(not entry["files"] for entry in manifest["entries"]):
        texts.append("For those marked *no cases* nothing was found; they are on record, but are no config.")
    if skipped := manifest["info"]["skipped"]:
        lines = listed([f"{text(one['name'])}: {text(one['reason'])}" for one in skipped])
        texts.append(f"Skipped:\n\n{lines}")
    return texts


def _origin(manifest: Mapping[str, Any]) -> str:
    info = manifest["info"]
    spec = info.get("specification")
    grown = "not expanded"
    if info.get("expand"):
        chosen = "all" if info["k"] is None else f"{info['k']} {text(info['selection'])}"
        most = "all" if info["per_seed"] is None else f"at most {info['per_seed']}"
        grown = f"{chosen} masked sentences a seed, {most} expansions kept"
    facts = [
        f"Specification: {text(spec['name'])}, version {text(spec['version'])}, SHA-256 {code(spec['sha256'])}. "
        f"{text(spec['source'])}"
        if spec
        else None,
        f"Searched: {source_of(info)}, {counted(info['rows'], 'row')}" if info.get("rows") else None,
        f"Seed {info.get('seed')}; {grown}; built {text(info.get('created'))} with hf_robust "
        f"{text(info['hf_robust_version'])}",
        f"Resources: {resources_of(info)}",
        f"Content hash: {code(manifest['content_hash'])}; SHA-256 of every file in `suite.json`",
        f"License of the source data: {code(info.get('license') or 'not given')}. The cases contain that data and "
        "inherit its license.",
    ]
    return listed([fact for fact in facts if fact])
