"""The card of a capability suite: its capabilities, how to load the cases, what their columns mean."""

from collections.abc import Sequence

from hf_robust.capability.capability_manifest import CapabilityEntryRecord, CapabilityManifest
from hf_robust.reports.audit_words import audited_in_words
from hf_robust.reports.wording import points
from hf_robust.suites.card import code, counted, filled, listed, resources_of, source_in_short, split_of, table, text
from hf_robust.suites.manifest_records import BaselineEntry, FailedShare
from hf_robust.suites.short_sections import (
    baseline_section,
    cited,
    facts_section,
    few_rows,
    folded,
    limits_section,
    rated_by_models,
    some,
    titled,
    unrated,
    use_section,
)

_RIGHT = 0.9  # below this the limits name a capability
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


def capability_sections(manifest: CapabilityManifest, repo: str | None) -> list[str]:
    """The card's texts.

    Args:
        manifest: What ``suite.json`` holds.
        repo: The repository it is published in; None for a folder.
    """
    shown = ""
    if configs := filled(manifest.entries):
        shown = ", ".join(f'rows["{split_of(path)}"]' for path in configs[0].files)
    return [
        _introduction(manifest),
        use_section(manifest, repo, "CapabilitySuite", shown, "hf-robust capabilities run"),
        facts_section(manifest, _facts(manifest)),
        *baseline_section(manifest),
        "## Capabilities\n\n" + _table(manifest),
        limits_section(manifest, _limits(configs)),
        folded(_details(manifest)),
    ]


def _details(manifest: CapabilityManifest) -> list[str]:
    about = [entry for entry in manifest.entries if entry.description]
    lines = listed(f"**{text(entry.id)}**: {text(entry.description)}" for entry in about)
    return [
        *([f"### What a model shows\n\n{lines}"] if about else []),
        *_left_out(manifest),
        "### Rows that were found\n\n" + _searched(manifest.entries),
        "### Cases\n\n" + _CASES,
        "### Where it comes from\n\n" + _origin(manifest),
        *cited(manifest),
    ]


def _introduction(manifest: CapabilityManifest) -> str:
    info = manifest.info
    source = f", searched for in {counted(info.rows, 'row')} of {source_in_short(info.dataset)}" if info.rows else ""
    return (
        f"{titled(info)}What does a model for **{manifest.task.name}** understand? Tests of "
        f"{counted(len(filled(manifest.entries)), 'linguistic capability', 'linguistic capabilities')}: sentences with "
        f"a label that is known{source}, and what a grammar grew from them. Run a model on them to see which share of "
        "each capability it fails."
    )


def _facts(manifest: CapabilityManifest) -> list[tuple[str, str]]:
    seeds, expanded = (sum(getattr(entry.n, split) for entry in manifest.entries) for split in ("seeds", "expanded"))
    capabilities = counted(len(filled(manifest.entries)), "capability", "capabilities")
    facts = [("Cases", f"{counted(seeds, 'seed')}, {counted(expanded, 'expansion')} of them; {capabilities}")]
    if spec := manifest.info.specification:
        facts.append(("Specification", f"{text(spec.name)}, version {text(spec.version)}"))
    return facts


def _table(manifest: CapabilityManifest) -> str:
    rates = manifest.info.baselines[0].entries if manifest.info.baselines else {}
    cost = ["baseline fails, seeds", "baseline fails, expansions"] if rates else []
    words, numbers = ("config", "capability"), ("seeds", "expansions")
    rows = [
        [
            code(entry.config) if entry.files else f"{text(entry.id)} (no cases)",
            text(entry.name),
            str(entry.n.seeds),
            str(entry.n.expanded),
            text(_sure(entry)),
            *(_failed(rates.get(entry.id), split) for _, split in zip(cost, ("seeds", "expanded"))),
        ]
        for entry in manifest.entries
    ]
    head = {
        **dict.fromkeys(words, "---"),
        **dict.fromkeys(numbers, "---:"),
        "label right": "---",
        **dict.fromkeys(cost, "---:"),
    }
    return (
        f"{table(head, rows)}\n\n*Label right* (oracle confidence): the share of cases whose label raters find "
        "right, of how many; who rated, and when. Or as the specification gives it."
    )


def _sure(entry: CapabilityEntryRecord) -> str:
    if entry.audit or entry.oracle_confidence is None:
        return audited_in_words(entry.audit)
    return f"{entry.oracle_confidence:.2f}, as specified"


def _failed(rates: BaselineEntry | None, split: str) -> str:
    found: FailedShare | None = getattr(rates, split, None)
    return f"{points(found.failure_rate)} of {found.n}" if found and found.n else "not measured"


def _limits(entries: Sequence[CapabilityEntryRecord]) -> list[str]:
    """What sizes and confidence say against trusting numbers."""
    audits = {one.id: None if one.oracle_confidence is None else one.audit for one in entries}
    unsure = [one.id for one in entries if one.oracle_confidence is None]
    doubtful = [one.id for one in entries if one.oracle_confidence is not None and one.oracle_confidence < _RIGHT]
    return [
        *unrated(unsure, [one.id for one in entries], "capabilities"),
        *rated_by_models(audits, "capabilities"),
        *([f"Fewer than {_RIGHT:.0%} of the labels are right: {some(doubtful)}."] if doubtful else []),
        *few_rows({one.id: one.n.seeds for one in entries}),
    ]


def _searched(entries: Sequence[CapabilityEntryRecord]) -> str:
    rows = [
        [text(entry.id), text(", ".join(f"{count} {name}" for name, count in entry.searched.items())) or "none"]
        for entry in entries
    ]
    return table({"capability": "---", "rows by search": "---"}, rows)


def _left_out(manifest: CapabilityManifest) -> list[str]:
    texts = []
    if any(not entry.files for entry in manifest.entries):
        texts.append("For those marked *no cases* nothing was found; they are on record, but are no config.")
    if skipped := manifest.info.skipped:
        lines = listed([f"{text(one.name)}: {text(one.reason)}" for one in skipped])
        texts.append(f"Skipped:\n\n{lines}")
    return texts


def _origin(manifest: CapabilityManifest) -> str:
    info = manifest.info
    spec = info.specification
    grown = "not expanded"
    if info.expand:
        chosen = "all" if info.k is None else f"{info.k} {text(info.selection)}"
        most = "all" if info.per_seed is None else f"at most {info.per_seed}"
        grown = f"{chosen} masked sentences a seed, {most} expansions kept"
    facts = [
        f"Specification: {text(spec.name)}, version {text(spec.version)}, SHA-256 {code(spec.sha256)}. "
        f"{text(spec.source)}"
        if spec
        else None,
        f"Searched: {source_in_short(info.dataset)}, {counted(info.rows, 'row')}" if info.rows else None,
        f"Seed {info.seed}; {grown}; built {text(info.created)} with hf_robust {text(info.hf_robust_version)}",
        f"Resources: {resources_of(info)}",
        f"Content hash: {code(manifest.content_hash)}; SHA-256 of every file in `suite.json`",
        f"License of the source data: {code(info.license or 'not given')}. The cases contain that data and "
        "inherit its license.",
    ]
    return listed([fact for fact in facts if fact])
