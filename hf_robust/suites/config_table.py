"""The table of a robustness suite's card: what each config does, its size, what raters say of it, what it costs."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.reports.audit_words import NOT_RATED, audited_in_words
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.prose import Prose
from hf_robust.reports.wording import interval, points
from hf_robust.suites.card import code, counted, listed, table, text
from hf_robust.suites.short_sections import few_rows, rated_by_models, some, unrated
from hf_robust.transforms.audited_versions import audit_of
from hf_robust.transforms.human_ratings import RATED_TEXTS, RATERS, SOURCE, human_score

_MOST = 12  # configs that stand before the details
_ENOUGH = 20  # pairs below which a drop says too little to rank by
_EFFECTS = {"preserves": "label stays", "changes": "label changes with the text"}
_RIGHT, _READS = 0.9, 0.7  # below these the limits name a config

_RATED = "*Label right*: the share of changed texts whose label raters find right, of how many; who rated, and when. "
_QUALITY = (
    "*Reads well*: how much of the originals' plausibility and grammaticality changed texts keep, from 0 to 1; of how "
    "many texts, and who rated. "
)
_STAR = "A star: rated not on this suite but on other texts; the details say which. "
_SCORES = (
    "The last column: the score of the first baseline on the originals of a config and on its changed rows, the "
    "drop with its 95% interval, and the pairs. "
)


def config_table(manifest: Mapping[str, Any]) -> str:
    """The configs; of many those that cost the first baseline most, or else the first."""
    entries = manifest["entries"]
    if len(entries) <= _MOST:
        return _whole(manifest, entries)
    scores = _first(manifest)
    ranked = sorted(entries, key=lambda entry: _rank(entry, scores.get(entry["name"]))) if scores else entries
    shown = [entry for entry in ranked if entry["files"]][:_MOST]
    why = f"those that cost the baseline most (fewer than {_ENOUGH} pairs rank last)" if scores else "the first"
    return f"{len(shown)} configs, {why}; the details have all.\n\n{_whole(manifest, shown)}"


def _rank(entry: Mapping[str, Any], result: Mapping[str, Any] | None) -> tuple[bool, float, float]:
    """The largest drop first, by its lower end where two are alike; drops of few pairs come after all others."""
    drop, low = (result or {}).get("drop"), ((result or {}).get("interval") or [None])[0]
    return entry["n"] < _ENOUGH, *(math.inf if value_read is None else -value_read for value_read in (drop, low))


def all_configs(manifest: Mapping[str, Any]) -> list[str]:
    """The configs for the details, where the short table leaves some out."""
    entries = manifest["entries"]
    return [f"### All configs\n\n{_whole(manifest, entries)}"] if len(entries) > _MOST else []


def rated_limits(manifest: Mapping[str, Any]) -> list[str]:
    """What ratings and sizes say against trusting numbers."""
    entries = [entry for entry in manifest["entries"] if entry["files"]]
    gold = gold_word(manifest["task"]["name"])
    audits = {entry["name"]: _audit(entry) for entry in entries}
    doubtful = [name for name, audit in audits.items() if audit and audit["value"] < _RIGHT]
    reads = {entry["name"]: _human(entry, manifest["task"]) for entry in entries}
    rough = [name for name, score in reads.items() if score and score["confidence"] < _READS]
    missing = [name for name, audit in audits.items() if not audit]
    return [
        *unrated(missing, list(audits), "transformations", gold),
        *rated_by_models(audits, "transformations", gold),
        *([f"Raters find fewer than {_RIGHT:.0%} of the {gold}s right: {some(doubtful)}."] if doubtful else []),
        *([f"Changed texts read much worse than originals (below {_READS}): {some(rough)}."] if rough else []),
        *few_rows({entry["name"]: entry["n"] for entry in entries}),
    ]


def _whole(manifest: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> str:
    task, scores = manifest["task"], _first(manifest)
    variants = manifest["info"].get("variants", 1)
    times = f" × {variants}" if variants > 1 else ""
    human = {entry["name"]: _human(entry, task) for entry in manifest["entries"]}
    reads = ["reads well *"] if any(human.values()) else []
    cost = [_baseline_title(manifest)] if scores else []
    head = {
        **dict.fromkeys(("config", "what it does", "label", "pairs of source rows", "label right", *reads), "---"),
        **dict.fromkeys(cost, "---:"),
    }
    rows = [
        [
            config_name(entry),
            text(Prose(entry["summary"])),
            text(_EFFECTS.get(entry["effect"], entry["effect"])),
            f"{entry['n']} of {entry['total']}{times}",
            text(_rated(entry, manifest["info"])),
            *(_reads(human[entry["name"]]) for _ in reads),
            *(_change(scores.get(entry["name"])) for _ in cost),
        ]
        for entry in entries
    ]
    audits = [audit for audit in map(_audit, entries) if audit]
    star = reads or any(_borrowed(audit, manifest["info"]) for audit in audits)
    parts = ((_RATED, audits), (_QUALITY, reads), (_STAR, star), (_SCORES, scores))
    return f"{table(head, rows)}\n\n{''.join(said for said, needed in parts if needed)}".rstrip()


def ratings_section(manifest: Mapping[str, Any]) -> list[str]:
    """What the ratings with a star were made on, for the details."""
    entries, info, task = manifest["entries"], manifest["info"], manifest["task"]
    audits = [audit for audit in map(_audit, entries) if audit and _borrowed(audit, info)]
    data = dict.fromkeys(one for audit in audits for one in re.split("[,;] ", audit["data"]) if one)
    human = {entry["name"]: score for entry in entries if (score := _human(entry, task))}
    lines = [f"*Label right*: texts of {text(', '.join(data))}."] if data else []
    if human:
        other = [name for name, score in human.items() if not score["own"]]
        tasks = f" For other tasks than this: {text(', '.join(other))}." if other else ""
        lines.append(
            f"*Reads well*: the marks of {RATERS} for {RATED_TEXTS} texts ({SOURCE}), of an implementation other "
            f"than this.{tasks}"
        )
    return [f"### Ratings with a star\n\n{listed(lines)}"] if lines else []


def _borrowed(audit: Mapping[str, Any], info: Mapping[str, Any]) -> bool:
    """Whether other texts than those of this suite's source were rated."""
    own = " ".join(str(info[name]) for name in ("dataset", "split") if info.get(name))
    return bool(audit.get("data")) and audit["data"] not in (own, info["name"])


def config_name(entry: Mapping[str, Any]) -> str:
    """What a config is called; an entry without rows is none."""
    return code(entry["config"]) if entry["files"] else f"{text(entry['name'])} (no rows)"


def _first(manifest: Mapping[str, Any]) -> Mapping[str, Any]:
    found = manifest["info"].get("baselines") or [{"entries": {}}]
    return found[0]["entries"]


def _baseline_title(manifest: Mapping[str, Any]) -> str:
    return f"{text(manifest['info']['baselines'][0]['label'])}, before → after; drop"


def _change(result: Mapping[str, Any] | None) -> str:
    if not result or result.get("before") is None:
        return "not measured"
    path = f"{points(result['before'])} → {points(result.get('after'))}"
    drop = f"; {points(result['drop'])}" if result.get("drop") is not None else ""
    ends = f" ({interval(result['interval'])})" if drop and result.get("interval") else ""
    return path + drop + ends + (f", n = {result['n']}" if result.get("n") is not None else "")


def _audit(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return entry.get("audit") or audit_of(entry["stages"])


def _rated(entry: Mapping[str, Any], info: Mapping[str, Any]) -> str:
    audit = _audit(entry)
    return audited_in_words(audit) + (" *" if audit and _borrowed(audit, info) else "")


def _human(entry: Mapping[str, Any], task: Mapping[str, Any]) -> Mapping[str, Any] | None:
    return human_score(entry["stages"], task["name"], task["language"])


def _reads(score: Mapping[str, Any] | None) -> str:
    """The number and who rated, in one line."""
    return f"{score['confidence']:.2f} of {RATED_TEXTS}, {RATERS}" if score else NOT_RATED


def pairs_in_words(manifest: Mapping[str, Any]) -> str:
    """How many pairs there are over all configs, of how many rows, and how many transformations made none."""
    entries = manifest["entries"]
    found = [entry for entry in entries if entry["files"]]
    pairs = f"{counted(sum(entry['n'] for entry in found), 'pair')} in {counted(len(found), 'config')}"
    empty = len(entries) - len(found)
    none = f"; {counted(empty, 'more transformation')} gave no pairs" if empty else ""
    return f"{pairs}, of {counted(manifest['info']['rows'], 'labeled row')}{none}"
