"""The table of a robustness suite's card: what each config does, its size, what raters say of it, what it costs."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.core.typed_json import as_json
from hf_robust.reports.audit_words import audited_in_words
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.prose import Prose
from hf_robust.reports.wording import interval, points
from hf_robust.suites.card import code, counted, listed, table, text
from hf_robust.suites.manifest_records import BaselineEntry, PairsEntryRecord, PairsInfo, PairsManifest
from hf_robust.suites.short_sections import few_rows, rated_by_models, some, unrated
from hf_robust.transforms.audited_versions import audit_of

_MOST = 12  # configs that stand before the details
_ENOUGH = 20  # pairs below which a drop says too little to rank by
_EFFECTS = {"preserves": "label stays", "changes": "label changes with the text"}
_RIGHT = 0.9  # below this the limits name a config

_RATED = "*Label right*: the share of changed texts whose label raters find right, of how many; who rated, and when. "
_STAR = "A star: rated not on this suite but on other texts; the details say which. "
_SCORES = (
    "The last column: the score of the first baseline on the originals of a config and on its changed rows, the "
    "drop with its 95% interval, and the pairs. "
)


def config_table(manifest: PairsManifest) -> str:
    """The configs; of many those that cost the first baseline most, or else the first."""
    entries = manifest.entries
    if len(entries) <= _MOST:
        return _whole(manifest, entries)
    scores = _first(manifest)
    ranked = sorted(entries, key=lambda entry: _rank(entry, scores.get(entry.name))) if scores else entries
    shown = [entry for entry in ranked if entry.files][:_MOST]
    why = f"those that cost the baseline most (fewer than {_ENOUGH} pairs rank last)" if scores else "the first"
    return f"{len(shown)} configs, {why}; the details have all.\n\n{_whole(manifest, shown)}"


def _rank(entry: PairsEntryRecord, result: BaselineEntry | None) -> tuple[bool, float, float]:
    """The largest drop first, by its lower end where two are alike; drops of few pairs come after all others."""
    drop, low = (result.drop, result.interval[0] if result.interval else None) if result else (None, None)
    return entry.n < _ENOUGH, _last(drop), _last(low)


def _last(number: float | None) -> float:
    """A key that sorts large numbers first, and unknown ones last."""
    return math.inf if number is None else -number


def all_configs(manifest: PairsManifest) -> list[str]:
    """The configs for the details, where the short table leaves some out."""
    entries = manifest.entries
    return [f"### All configs\n\n{_whole(manifest, entries)}"] if len(entries) > _MOST else []


def rated_limits(manifest: PairsManifest) -> list[str]:
    """What ratings and sizes say against trusting numbers."""
    entries = [entry for entry in manifest.entries if entry.files]
    gold = gold_word(manifest.task.name)
    audits = {entry.name: _audit(entry) for entry in entries}
    doubtful = [name for name, audit in audits.items() if audit and audit["value"] < _RIGHT]
    missing = [name for name, audit in audits.items() if not audit]
    return [
        *unrated(missing, list(audits), "transformations", gold),
        *rated_by_models(audits, "transformations", gold),
        *([f"Raters find fewer than {_RIGHT:.0%} of the {gold}s right: {some(doubtful)}."] if doubtful else []),
        *few_rows({entry.name: entry.n for entry in entries}),
    ]


def _whole(manifest: PairsManifest, entries: Sequence[PairsEntryRecord]) -> str:
    scores = _first(manifest)
    variants = manifest.info.variants
    times = f" × {variants}" if variants > 1 else ""
    cost = [_baseline_title(manifest)] if scores else []
    head = {
        **dict.fromkeys(("config", "what it does", "label", "pairs of source rows", "label right"), "---"),
        **dict.fromkeys(cost, "---:"),
    }
    rows = [
        [
            config_name(entry),
            text(Prose(entry.summary)),
            text(_EFFECTS.get(entry.effect, entry.effect)),
            f"{entry.n} of {entry.total}{times}",
            text(_rated(entry, manifest.info)),
            *(_change(scores.get(entry.name)) for _ in cost),
        ]
        for entry in entries
    ]
    audits = [audit for audit in map(_audit, entries) if audit]
    star = any(_borrowed(audit, manifest.info) for audit in audits)
    parts = ((_RATED, audits), (_STAR, star), (_SCORES, scores))
    return f"{table(head, rows)}\n\n{''.join(said for said, needed in parts if needed)}".rstrip()


def ratings_section(manifest: PairsManifest) -> list[str]:
    """What the ratings with a star were made on, for the details."""
    entries, info = manifest.entries, manifest.info
    audits = [audit for audit in map(_audit, entries) if audit and _borrowed(audit, info)]
    data = dict.fromkeys(one for audit in audits for one in re.split("[,;] ", audit["data"]) if one)
    lines = [f"*Label right*: texts of {text(', '.join(data))}."] if data else []
    return [f"### Ratings with a star\n\n{listed(lines)}"] if lines else []


def _borrowed(audit: Mapping[str, Any], info: PairsInfo) -> bool:
    """Whether other texts than those of this suite's source were rated."""
    own = " ".join(filter(None, (info.dataset, info.split)))
    return bool(audit.get("data")) and audit["data"] not in (own, info.name)


def config_name(entry: PairsEntryRecord) -> str:
    """What a config is called; an entry without rows is none."""
    return code(entry.config) if entry.files else f"{text(entry.name)} (no rows)"


def _first(manifest: PairsManifest) -> Mapping[str, BaselineEntry]:
    return manifest.info.baselines[0].entries if manifest.info.baselines else {}


def _baseline_title(manifest: PairsManifest) -> str:
    return f"{text(manifest.info.baselines[0].label)}, before → after; drop"


def _change(result: BaselineEntry | None) -> str:
    if not result or result.before is None:
        return "not measured"
    path = f"{points(result.before)} → {points(result.after)}"
    drop = f"; {points(result.drop)}" if result.drop is not None else ""
    ends = f" ({interval(result.interval)})" if drop and result.interval else ""
    return path + drop + ends + (f", n = {result.n}" if result.n is not None else "")


def _audit(entry: PairsEntryRecord) -> Mapping[str, Any] | None:
    return entry.audit or audit_of(as_json(entry.stages))


def _rated(entry: PairsEntryRecord, info: PairsInfo) -> str:
    audit = _audit(entry)
    return audited_in_words(audit) + (" *" if audit and _borrowed(audit, info) else "")


def pairs_in_words(manifest: PairsManifest) -> str:
    """How many pairs there are over all configs, of how many rows, and how many transformations made none."""
    entries = manifest.entries
    found = [entry for entry in entries if entry.files]
    pairs = f"{counted(sum(entry.n for entry in found), 'pair')} in {counted(len(found), 'config')}"
    empty = len(entries) - len(found)
    none = f"; {counted(empty, 'more transformation')} gave no pairs" if empty else ""
    return f"{pairs}, of {counted(manifest.info.rows, 'labeled row')}{none}"
