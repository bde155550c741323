"""Results for a model's card: entries of its index, entries of ``.eval_results``, and a section in Markdown."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.reports.formats.markdown import brief
from hf_robust.reports.formats.markdown_text import code
from hf_robust.reports.records.attack_records import AttackRecord
from hf_robust.reports.records.capability_records import CapabilityRecord
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult, WorstCase
from hf_robust.reports.view import View
from hf_robust.reports.wording import bounds, interval, points
from hf_robust.tasks import TASKS

SOURCE = "hf_robust"
TAG = "hf_robust"
"""Tag of a model whose card has results; suites have it, too."""
PAGE = "https://pypi.org/project/hf-robust/"
_SECTION = 20_000  # characters


CardRecord = RobustnessRecord | CapabilityRecord | AttackRecord
"""Records of one model, whose results have a place in its card."""


def key_of(record: CardRecord) -> str:
    """What results of the same suite, or of the same attack, have in common: a push replaces those before it."""
    if isinstance(record, AttackRecord):
        return f"{record.attack.recipe} on {record.data.dataset or 'your data'}"
    return record.suite.repo or record.suite.name or "suite"


def is_of(key: str, entry: dict) -> bool:
    """Whether an entry of an index comes from an earlier push with that key."""
    source, dataset = entry.get("source"), entry.get("dataset")
    args = dataset.get("args") if isinstance(dataset, dict) else None
    return (
        isinstance(source, dict)
        and source.get("name") == SOURCE
        and isinstance(args, dict)
        and args.get("robustness") == key
    )


def suite_results(record: RobustnessRecord) -> list[dict]:
    """Entries of an index for a report of a suite.

    A suite on the Hub has one entry a config, with the score on its rows before and after; where there is no such
    dataset, all scores stand in one entry of the data that the suite was made of.

    Raises:
        UsageError: There is no score.
    """
    metric, label = record.metric.name, record.metric.label or record.metric.name
    parts: list[tuple[str | None, list[dict]]] = []
    for result in record.results:
        if result.original is not None and result.perturbed is not None:
            after = _metric(metric, f"{label} after {result.name}", result.perturbed, _beside(result))
            before = _metric(metric, f"{label} before {result.name}, same rows", result.original)
            parts.append((result.name, [after, before]))
    worst = record.worst_case
    if worst and worst.worst is not None and len(parts) > 1:
        parts.append((None, [_metric(metric, f"{label}, worst case of each row", worst.worst, _beside(worst))]))
    for test in record.generated:
        if test.score is not None:
            parts.append((test.name, [_metric(metric, f"{label} on generated tests, {test.name}", test.score)]))
    return _suite_entries(record, parts, "perturbed")


def capability_results(record: CapabilityRecord) -> list[dict]:
    """Entries of an index for a report of capabilities: the failure rate of each.

    Raises:
        UsageError: There is no rate.
    """
    parts: list[tuple[str | None, list[dict]]] = []
    for result in record.results:
        rates = {"seeds": result.seeds.failure_rate, "expanded": result.expanded.failure_rate}
        name = f"Failure rate, {result.name} ({result.id}"
        found = [_metric("failure_rate", f"{name}, {kind})", rate) for kind, rate in rates.items() if rate is not None]
        parts += [(result.id, found)] if found else []
    return _suite_entries(record, parts, None)


def attack_results(record: AttackRecord) -> list[dict]:
    """The entry of an index for a report of an attack: accuracy before and under it, and how often it succeeds.

    Raises:
        UsageError: No row was attacked.
    """
    data, found, recipe = record.data, record.summary, record.attack.recipe
    values = (
        ("accuracy", "Accuracy", found.accuracy),
        ("accuracy", f"Accuracy under attack ({recipe})", found.accuracy_under_attack),
        ("attack_success_rate", f"Attack success rate ({recipe})", found.success_rate),
    )
    metrics = [_metric(type, name, value) for type, name, value in values if value is not None]
    dataset = _source_data(data.dataset, "unknown", data.config, data.split)
    args = {"recipe": recipe, "seed": record.attack.seed}
    return [_entry(record, data.task, dataset, args, _some(metrics), PAGE)]


def _suite_entries(
    record: RobustnessRecord | CapabilityRecord, parts: list[tuple[str | None, list[dict]]], split: str | None
) -> list[dict]:
    """Entries for the metrics of each config: on the suite where it is on the Hub, else on its source data."""
    suite = record.suite
    _some(parts)
    facts = {
        "suite": suite.name,
        "suite_version": suite.version,
        "content_hash": suite.content_hash,
        "created": record.created,
    }
    if not suite.repo:
        dataset = _source_data(suite.dataset, suite.name or "unknown", None, suite.split)
        metrics = [one for _, metrics in parts for one in metrics]
        return [_entry(record, suite.task, dataset, {**facts, "seed": suite.seed}, metrics, PAGE)]
    url = f"https://huggingface.co/datasets/{suite.repo}"
    entries = []
    for config, metrics in parts:
        name = suite.name or suite.repo
        name = f"{name} ({config})" if config else name
        dataset = {"name": name, "type": suite.repo, "config": config, "split": split, "revision": suite.commit}
        entries.append(_entry(record, suite.task, dataset, facts, metrics, url))
    return entries


def _some(scores: list) -> list:
    if not scores:
        raise UsageError("the report holds no score, so there is nothing to push; see report.json for what was skipped")
    return scores


def _metric(type: str, name: str, value: float, args: dict | None = None) -> dict:
    return {"type": type, "value": round(value, 4), "name": name, "verified": False, **({"args": args} if args else {})}


def _beside(result: TransformationResult | WorstCase) -> dict:
    """What a leaderboard shows beside a score: the score of the originals, the drop with its interval, the rows."""
    shares = {"original": result.original, "drop": result.drop}
    ends = bounds(result.interval)
    known = {name: round(value, 4) for name, value in shares.items() if value is not None}
    return {**known, **({"interval": [round(end, 4) for end in ends]} if ends else {}), "n": result.n}


def _source_data(name: str | None, otherwise: str, config: str | None, split: str | None) -> dict[str, str | None]:
    """The dataset behind the rows; the index wants a name even where there is none."""
    known = name is not None and re.fullmatch(r"[\w-][\w.-]*(/[\w.-]+)?", name) is not None
    return {"name": name or otherwise, "type": name if known else "unknown", "config": config, "split": split}


def _entry(record: CardRecord, task: str, dataset: dict, args: dict, metrics: list[dict], url: str) -> dict:
    known = {name: value for name, value in args.items() if value is not None}
    return {
        "task": {"type": TASKS[task].hub_category if task in TASKS else task, "name": task},
        "dataset": {
            **{name: value for name, value in dataset.items() if value is not None},
            "args": {"robustness": key_of(record), **known},
        },
        "metrics": metrics,
        "source": {"name": SOURCE, "url": url},
    }


def eval_results(record: RobustnessRecord | CapabilityRecord, tasks: Collection[str]) -> list[dict[str, Any]]:
    """Entries of a file in ``.eval_results``, with scores out of 100, as leaderboards of benchmarks show them.

    Args:
        record: The record of a suite that is on the Hub.
        tasks: The tasks that the suite's ``eval.yaml`` names; others have no place there.
    """
    suite, source = record.suite, {"url": PAGE, "name": SOURCE}
    entries = []
    for task, score, notes in _pair_scores(record) if isinstance(record, RobustnessRecord) else _case_scores(record):
        if task in tasks and score is not None:
            dataset = {"id": suite.repo, "task_id": task, "revision": suite.commit}
            known = {name: value for name, value in dataset.items() if value is not None}
            value = round(100 * score, 2)
            entries.append({"dataset": known, "value": value, "date": record.created, "source": source, "notes": notes})
    return entries


def _pair_scores(record: RobustnessRecord) -> Iterator[tuple[str, float | None, str]]:
    """Task, score and what is said beside it, of perturbed rows."""
    for one in record.results:
        yield one.name, one.perturbed, _drop_in_words(one)
    if record.worst_case:
        yield "worst_case", record.worst_case.worst, _drop_in_words(record.worst_case)


def _drop_in_words(result: TransformationResult | WorstCase) -> str:
    return f"drop {points(result.drop)} ({interval(result.interval)}), {result.n} rows"


def _case_scores(record: CapabilityRecord) -> Iterator[tuple[str, float | None, str]]:
    """Task, share of cases that pass and what is said beside it, of capabilities."""
    for result in record.results:
        cases, rate = result.seeds, result.seeds.failure_rate
        notes = f"{cases.n_failed} of {cases.n} cases failed ({interval(cases.interval)} %)"
        yield result.id, None if rate is None else 1 - rate, notes


def section_of(view: View) -> str:
    """The section of a card: the report in brief.

    Args:
        view: What the report says.
    """
    created_by = code(view.command or view.created_by)
    made = f"Created by {created_by} with [hf_robust]({PAGE}); no one but its author verified it."
    return f"{brief(view, _SECTION)}\n{made}"
