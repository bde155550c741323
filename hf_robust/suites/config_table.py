"""The table of a robustness suite's card: what each config does, its size, what raters say of it, what it costs."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.reports.audit_words import NOT_RATED, audited_in_words
from hf_robust.reports.wording import points
from hf_robust.suites.card import code, counted, table, text
from hf_robust.suites.short_sections import few_rows, rated_by_models, some, unrated
from hf_robust.transforms.audited_versions import audit_of
from hf_robust.transforms.human_ratings import SOURCE, human_score

_MOST = 12  # configs that stand before the details
_EFFECTS = {"preserves": "label stays", "changes": "label changes with the text"}
_RIGHT, _READS = 0.9, 0.7  # below these the limits name a config

_RATED = "*Label right*: the share of changed texts whose label raters find right, of how many; who rated, and when. "
_QUALITY = (
    f"*Reads well*: how much of the originals' plausibility and grammaticality changed texts keep, from 0 to 1; from "
    f"the marks of three native speakers for 100 texts ({SOURCE}), of an implementation other than this. "
    "A star: rated for other tasks. "
)
_SCORES = "The last column is the score of the first baseline on the originals of these rows and on the changed ones. "


def config_table(manifest: Mapping[str, Any]) -> str:
    """The configs; of many those that cost the first baseline most, or else the first."""
    entries = manifest["entries"]
    if len(entries) <= _MOST:
        return _whole(manifest, entries)
    drops = _first(manifest)
    ranked = sorted(entries, key=lambda entry: -((drops.get(entry["name"]) or {}).get("drop") or 0.0))
    why = "those that cost the baseline most" if drops else "the first"
    note = f"{_MOST} of {len(entries)}, {why}; the details have all."
    return f"{note}\n\n{_whole(manifest, ranked[:_MOST])}"


def all_configs(manifest: Mapping[str, Any]) -> list[str]:
    """The configs for the details, where the short table leaves some out."""
    entries = manifest["entries"]
    return [f"### All configs\n\n{_whole(manifest, entries)}"] if len(entries) > _MOST else []


def rated_limits(manifest: Mapping[str, Any]) -> list[str]:
    """What ratings and sizes say against trusting numbers."""
    entries = [entry for entry in manifest["entries"] if entry["files"]]
    audits = {entry["name"]: _audit(entry) for entry in entries}
    doubtful = [name for name, audit in audits.items() if audit and audit["value"] < _RIGHT]
    reads = {entry["name"]: _human(entry, manifest["task"]) for entry in entries}
    rough = [name for name, score in reads.items() if score and score["confidence"] < _READS]
    missing = [name for name, audit in audits.items() if not audit]
    return [
        *unrated(missing, list(audits), "transformations"),
        *rated_by_models(audits, "transformations"),
        *([f"Raters find fewer than {_RIGHT:.0%} of the labels right: {some(doubtful)}."] if doubtful else []),
        *([f"Changed texts read much worse than originals (below {_READS}): {some(rough)}."] if rough else []),
        *few_rows({entry["name"]: entry["n"] for entry in entries}),
    ]


def _whole(manifest: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> str:
    task, scores = manifest["task"], _first(manifest)
    variants = manifest["info"].get("variants", 1)
    times = f" × {variants}" if variants > 1 else ""
    human = {entry["name"]: _human(entry, task) for entry in manifest["entries"]}
    reads = ["reads well"] if any(human.values()) else []
    cost = [_baseline_title(manifest)] if scores else []
    head = {
        **dict.fromkeys(("config", "what it does", "label", "pairs of source rows", "label right", *reads), "---"),
        **dict.fromkeys(cost, "---:"),
    }
    rows = [
        [
            config_name(entry),
            text(entry["summary"].replace("``", '"')),
            text(_EFFECTS.get(entry["effect"], entry["effect"])),
            f"{entry['n']} of {entry['total']}{times}",
            text(_rated(entry)),
            *(_reads(human[entry["name"]]) for _ in reads),
            *(_change(scores.get(entry["name"])) for _ in cost),
        ]
        for entry in entries
    ]
    note = _rated_note(entries) + (_QUALITY if reads else "") + (_SCORES if scores else "")
    return f"{table(head, rows)}\n\n{note}".rstrip()


def _rated_note(entries: Sequence[Mapping[str, Any]]) -> str:
    """What the ratings of labels are, where there are any."""
    audits = [audit for audit in map(_audit, entries) if audit]
    data = dict.fromkeys(one for audit in audits for one in re.split("[,;] ", audit.get("data") or "") if one)
    rated_on = f"The texts were of {text(', '.join(data))}. " if data else ""
    return _RATED + rated_on if audits else ""


def config_name(entry: Mapping[str, Any]) -> str:
    """What a config is called; an entry without rows is none."""
    return code(entry["config"]) if entry["files"] else f"{text(entry['name'])} (no rows)"


def _first(manifest: Mapping[str, Any]) -> Mapping[str, Any]:
    found = manifest["info"].get("baselines") or [{"entries": {}}]
    return found[0]["entries"]


def _baseline_title(manifest: Mapping[str, Any]) -> str:
    return f"{text(manifest['info']['baselines'][0]['label'])}, before → after"


def _change(numbers: Mapping[str, Any] | None) -> str:
    return f"{points(numbers.get('before'))} → {points(numbers.get('after'))}" if numbers else "not measured"


def _audit(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return entry.get("audit") or audit_of(entry["stages"])


def _rated(entry: Mapping[str, Any]) -> str:
    return audited_in_words(_audit(entry))


def _human(entry: Mapping[str, Any], task: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return human_score(entry["stages"], task["name"], task["language"])


def _reads(score: Mapping[str, Any] | None) -> str:
    return f"{score['confidence']:.2f}{'' if score['own'] else ' *'}" if score else NOT_RATED


def pairs_in_words(manifest: Mapping[str, Any]) -> str:
    """How many pairs there are over all configs."""
    filled = [entry for entry in manifest["entries"] if entry["files"]]
    return f"{counted(sum(entry['n'] for entry in filled), 'pair')} in {counted(len(filled), 'config')}"
