"""The card of an edits suite: what it holds and does not, how to apply it, counts and hashes."""

import json
from collections.abc import Mapping, Sequence

from hf_robust.reports.prose import Prose
from hf_robust.suites.card import (
    block,
    code,
    counted,
    is_repo,
    listed,
    loading_code,
    resources_of,
    source_in_short,
    table,
    text,
    with_rows,
)
from hf_robust.suites.config_table import rated_limits
from hf_robust.suites.manifest_records import EditsEntryRecord, EditsInfo, EditsManifest
from hf_robust.suites.near_copies import WORDS
from hf_robust.suites.short_sections import baseline_section, cited, facts_section, folded, limits_section, titled

_ROWS = """\
| column | meaning |
|---|---|
| `source_id` | id of the source row |
| `source_hash` | hash of all columns of that row |
| `transformation`, `version`, `params`, `seed`, `variant`, `effect` | what made the edits |
| `edits` | `stage` of the chain, `field`, `start`, `end`, and what stands there `after` it |
| `labels` | gold columns that do not follow from edits, as JSON; empty where all do |

Offsets count characters of what a stage received; lists of tokens are joined as their language joins them."""


def edits_sections(manifest: EditsManifest, repo: str | None) -> list[str]:
    """The card's texts.

    Args:
        manifest: What ``suite.json`` holds.
        repo: The repository it is published in; None for a folder.
    """
    details = [
        *_stayed_out(manifest),
        "### Rows\n\n" + _ROWS,
        "### Where it comes from\n\n" + _origin(manifest),
        *cited(manifest),
    ]
    return [
        _introduction(manifest),
        "## Apply\n\n" + _apply(manifest, repo),
        facts_section(manifest, [("Hash after applying", code(manifest.info.applied_hash))]),
        "## Terms\n\n" + _terms(manifest),
        *baseline_section(manifest),
        "## Configs\n\n" + _table(manifest.entries),
        limits_section(manifest, rated_limits(manifest)),
        folded(details),
    ]


def _introduction(manifest: EditsManifest) -> str:
    info, sizes = manifest.info, [len(entry.files) for entry in manifest.entries]
    return (
        f"{titled(info)}Edits that make a robustness suite for **{manifest.task.name}** out of "
        f"{source_in_short(info.dataset)}: "
        f"{with_rows(('transformation', 'transformations'), sizes)}, "
        f"{counted(info.source_rows, 'source row')}. Made with `hf_robust`."
    )


def _terms(manifest: EditsManifest) -> str:
    license, shown = manifest.info.license, f" (of {manifest.info.words_shown:.0%} of the words of its rows)"
    said = f" License given for the source: {code(license)}." if license else ""
    return (
        "It holds ids, hashes, offsets, inserted strings and new labels. Single words of the source stand in it, "
        f"misspelled, in parts or in other letters{shown}; never {WORDS} in a row, over all configs together. You need "
        f"a copy of the source; its terms hold for that copy, and for the suite made from it.{said}"
    )


def _apply(manifest: EditsManifest, repo: str | None) -> str:
    place, release = loading_code(manifest, repo)
    info = manifest.info
    typed = block(f"hf-robust prebuilt apply {place} --data your-copy.jsonl --out whole/", language="bash")
    lines = block(
        "from datasets import Dataset",
        "import hf_robust as hr",
        "",
        'rows = Dataset.from_json("your-copy.jsonl")',
        f'suite = hr.EditsSuite.load("{place}"{release}).apply(rows)',
    )
    return (
        f"`your-copy.jsonl` is your copy of {source_in_short(info.dataset)}.\n\n{typed}\n\nor\n\n{lines}\n\n"
        f"{_from_hub(info)}Rows are found by `source_id`, in any order. Missing rows, other texts, or "
        f"another content hash than {code(info.applied_hash)} are an error, never a part of the suite."
    )


def _from_hub(info: EditsInfo) -> str:
    """Where the rows come from without a file; empty when the source is no repository on the Hub."""
    if info.dataset is None or not is_repo(info.dataset) or "/" not in info.dataset or not info.split:
        return ""
    named = [info.dataset, *([info.config] if info.config else [])]
    call = f"load_dataset({', '.join(map(json.dumps, named))}, split={json.dumps(info.split)})"
    return f"From the Hub: `rows = datasets.{call}`.\n\n"


def _table(entries: Sequence[EditsEntryRecord]) -> str:
    head = {
        **dict.fromkeys(("config", "what it does", "version"), "---"),
        **dict.fromkeys(("edited rows", "stayed out", "source rows"), "---:"),
        "content hash after applying": "---",
    }
    rows = [
        [
            code(entry.config) if entry.files else f"{text(entry.name)} (no rows)",
            text(Prose(entry.summary)),
            text(", ".join(f"{stage.name} {stage.version}" for stage in entry.stages)),
            str(entry.n),
            str(sum(entry.stayed_out.values())),
            str(entry.total),
            code(entry.applied_hash),
        ]
        for entry in entries
    ]
    return table(head, rows)


def _stayed_out(manifest: EditsManifest) -> list[str]:
    """What could not be published as edits."""
    lines = [
        f"{text(one.name)}: all of it ({one.kept} of {counted(one.pairs, 'pair')} could); {_reasons(one.reasons)}"
        for one in manifest.info.stayed_out
    ]
    lines += [f"{text(entry.name)}: {_reasons(entry.stayed_out)}" for entry in manifest.entries if entry.stayed_out]
    if not lines:
        return []
    return [
        "### Stayed out\n\nPairs that would give the source away, by themselves or with the edits of other configs, or "
        "that edits do not make again exactly; an entry with fewer than half of its pairs left by themselves is not "
        f"here.\n\n{listed(lines)}"
    ]


def _reasons(reasons: Mapping[str, int]) -> str:
    return text(", ".join(f"{count} because {reason}" for reason, count in reasons.items()))


def _origin(manifest: EditsManifest) -> str:
    info = manifest.info
    return listed(
        [
            f"Source: {source_in_short(info.dataset)}, {counted(info.rows, 'row')}",
            f"Seed {info.seed}, built {text(info.created)} with hf_robust {text(info.hf_robust_version)}",
            f"Resources: {resources_of(info)}",
            f"Content hash: {code(manifest.content_hash)} of the edits, {code(info.applied_hash)} of the suite",
        ]
    )
