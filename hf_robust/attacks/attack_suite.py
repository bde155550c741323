"""Adversarial examples as a suite."""

from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from hf_robust.attacks.attacked_columns import attacked_columns
from hf_robust.attacks.results import ERROR, FAILED, SKIPPED, SUCCESSFUL
from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.core.protection import recorded_protection
from hf_robust.perturb.provenance import original_column, record_type
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.gold_kinds import RecastTask
from hf_robust.transforms.base import Effect

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.attacks.attack_run import AttackRun


def suite_of(run: "AttackRun", name: str | None, effect: str | None) -> Suite:
    """The successes of a run as a suite with one entry.

    Args:
        run: The run.
        name: Name of the suite.
        effect: ``"preserves"`` where the user stands for the labels.

    Raises:
        EmptyDataError: When no attack succeeded.
        UsageError: When nothing stands for the labels, or they are none that a suite is scored against.
    """
    attack, task = run.attack, run.task
    if isinstance(task, RecastTask):
        raise UsageError(
            f"a suite of {task.name} is scored against one label a row, and the goal {attack.parts.goal} reads other "
            "gold values; save what was found: run.rows"
        )
    if effect not in (None, str(Effect.PRESERVES)):
        raise UsageError(f"effect must be 'preserves' or None, found {effect!r}")
    stands = effect or str(attack.effect)
    if stands != Effect.PRESERVES:
        raise UsageError(
            f"nothing in the attack {attack.name!r} ({attack.like}) stands for the gold labels of its examples, so "
            "they cannot be scored against them; read them, and say suite(effect='preserves') where the labels hold"
        )
    kept = [result for result in run.results if result.status == SUCCESSFUL]
    if not kept:
        raise EmptyDataError(f"none of the {len(run.results)} attacks succeeded, so there is no suite")
    original, perturbed = _pairs(run, kept, stands)
    statuses = Counter(result.status for result in run.results)
    reasons = Counter(result.reason for result in run.results if result.reason)
    recorded = attack.record(attack.predictor(task))
    described = attack.describe()
    model = run.record["model"]
    entry = SuiteEntry(
        name=f"attack-{attack.name}",
        stages=(
            {
                "name": recorded["transformation"],
                "version": recorded["version"],
                "params": {**described, "model": model["name"], "revision": model["revision"]},
            },
        ),
        level="word",
        linguistics="model",
        effect=stands,
        summary=described["summary"] or f"An attack by {described['moves']}.",
        total=len(run.results),
        unchanged=statuses[FAILED],
        not_applicable=statuses[SKIPPED] + statuses[ERROR],
        reasons=dict(reasons.most_common()),
        original=original,
        perturbed=perturbed,
    )
    data = run.record["data"]
    default = f"{(data['dataset'] or 'rows').rsplit('/', 1)[-1]}-{attack.name}"
    info = {
        "name": name or default,
        "version": None,
        **{key: data[key] for key in data if key not in ("task", "rows")},
        "seed": attack.seed,
        **recorded_protection(attack.protect),
        "nlp": attack.nlp,
        "rows": len(run.results),
        "labels": task.labels_in(run.dataset),
        "skipped": [],
        "resources": run.record["resources"],
        "attacked": {"name": model["name"], "revision": model["revision"]},
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return Suite(task, {entry.name: entry}, info)


def _pairs(run: "AttackRun", kept: list, effect: str) -> "tuple[Dataset, Dataset]":
    """The rows that were attacked successfully, before and after, with their records."""
    from datasets import Features

    source = run.dataset.remove_columns([name for name in run.dataset.column_names if name == RECORD])
    features = Features({**source.features, RECORD: Features.from_arrow_schema(_schema())[RECORD]})
    rows = source.select([result.place for result in kept])
    new = attacked_columns(run.dataset, run.task, kept, run.attack, effect)
    before = {**rows.to_dict(), RECORD: original_column([result.row_id for result in kept]).to_pylist()}
    after = {**rows.to_dict(), **{name: values for name, values in new.items() if name not in (RECORD, "attack")}}
    after[RECORD] = new[RECORD].to_pylist()
    make = type(rows).from_dict
    return make(before, features=features), make(after, features=features)


def _schema() -> "object":
    import pyarrow as pa

    return pa.schema([(RECORD, record_type())])
