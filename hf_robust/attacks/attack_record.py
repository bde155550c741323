"""What the results of an attack come to: the record of its report."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.attacks.attacked_columns import rebuilt
from hf_robust.attacks.goals.base import WRONG
from hf_robust.attacks.results import ERROR, MAXIMIZED, SKIPPED, SUCCESSFUL, AttackResult, counted
from hf_robust.attacks.scheduler import Load
from hf_robust.evaluation.header import changed_role
from hf_robust.scoring.attack_scores import BUDGETS, accuracy_curve, attack_rates, success_by_budget
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

EXAMPLES = 20  # that a report shows
SCORE_DIGITS = 6
_ALWAYS = frozenset(("place", "row_id", "status", "queries", "words", "words_changed"))


def summary(
    results: Sequence[AttackResult], budget: int | None = None, clusters: np.ndarray | None = None
) -> dict[str, Any]:
    """Counts, rates with intervals, queries, what was changed, and why candidates and rows fell out.

    Args:
        results: One a row.
        budget: Queries that a row was allowed; None: any number.
        clusters: The cluster of each row of the dataset: rows with equal inputs are no independent rows. None: each
            row is a cluster of its own.

    Example:
        >>> found = summary([AttackResult(0, "a", "successful", queries=9), AttackResult(1, "b", "failed", queries=30)])
        >>> found["success_rate"], found["accuracy_under_attack"], found["by_budget"][0]["success_rate"]
        (0.5, 0.5, 0.5)
    """
    attacked = [result for result in results if result.status not in (SKIPPED, ERROR)]
    wrong = [result for result in results if result.status == SKIPPED and result.reason == WRONG]
    found = [result for result in attacked if result.status in (SUCCESSFUL, MAXIMIZED)]
    reached = [result.status == SUCCESSFUL for result in attacked]
    queries = [result.queries for result in attacked]
    of = (reached, queries, len(attacked), len(attacked) + len(wrong))
    allowed = [one for one in BUDGETS if budget is None or one < budget]
    groups = None if clusters is None else clusters[[result.index for result in (*attacked, *wrong)]].tolist()
    rates = {
        **attack_rates(*of, groups=groups),
        "by_budget": success_by_budget(*of, budgets=allowed, groups=groups),
        "curve": accuracy_curve(*of),
    }
    if any(result.status == MAXIMIZED for result in results):  # a goal without a yes or no
        none = dict.fromkeys(("success_rate", "interval", "accuracy_under_attack", "accuracy_interval"))
        rates |= {**none, "by_budget": [], "curve": []}
    rejected: Counter[str] = Counter()
    for result in results:
        rejected.update(result.rejected)
    reasons = Counter(result.reason for result in results if result.reason)
    by_status = {
        kind: Counter(result.answer for result in results if result.status == kind and result.answer)
        for kind in (SKIPPED, SUCCESSFUL, MAXIMIZED)
    }
    missing = {kind: dict(counts.most_common()) for kind, counts in by_status.items() if counts}
    return {
        "counts": counted(results),
        **({"missing_answers": missing} if missing else {}),
        **rates,
        "out_of_budget": sum(result.out_of_budget for result in results),
        "words_changed": _mean([result.words_changed / result.words for result in found if result.words]),
        "similarity": _median([result.similarity for result in found if result.similarity is not None]),
        "rejected": dict(rejected.most_common()),
        "reasons": dict(reasons.most_common()),
    }


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _median(values: Sequence[float]) -> float | None:
    return float(np.median(values)) if values else None


def work(loads: Mapping[str, Load]) -> list[dict[str, Any]]:
    """What each service had to do, for the record."""
    return [
        {
            "service": kind,
            "asked": load.asked,
            "computed": load.requests,
            "batches": load.batches,
            "full": load.requests / load.room if load.room else None,
            "seconds": round(load.seconds, 3),
        }
        for kind, load in loads.items()
    ]


def examples(dataset: "Dataset", task: Task, results: Sequence[AttackResult]) -> list[dict[str, Any]]:
    """Rows that were found, those with the fewest changed words first.

    Args:
        task: The bound task.
        results: One a row.
    """
    found = sorted((result for result in results if result.changed), key=lambda one: (one.words_changed, one.index))
    shown = []
    for result in found[:EXAMPLES]:
        before = dataset[result.index]
        after = rebuilt(task, before, result)
        shown.append(
            {
                "source_id": result.row_id,
                "gold": task.show(result.gold),
                "original_prediction": task.show(result.before),
                "perturbed_prediction": f"({result.answer})" if result.answer else task.show(result.after),
                "original_score": result.before_score,
                "perturbed_score": result.after_score,
                "queries": result.queries,
                "words_changed": result.words_changed,
                "similarity": result.similarity,
                "fields": [_text(task, role, before, after, result) for role in _roles(result)],
            }
        )
    return shown


def _roles(result: AttackResult) -> list[str]:
    return list(dict.fromkeys(move["role"] for move in result.moves))


def _text(task: Task, role: str, before: Any, after: Any, result: AttackResult) -> dict[str, Any]:
    column = task.column(role)
    steps = [[(move["start"], move["end"], move["after"]) for move in result.moves if move["role"] == role]]
    return {**changed_role(task, role, before[column], after[column], steps), "field": role}


def rows_of(task: Task, results: Sequence[AttackResult]) -> list[dict[str, Any]]:
    """The results for the record: values as they are shown.

    What a result says nothing of is left out, and the moves of rows that held (a journal has them): a record of ten
    thousand rows stays a file that opens.
    """
    shown = []
    for result in results:
        record = result.describe()
        del record["rejected"]  # the summary has them
        for name in ("gold", "before", "after"):
            record[name] = None if record[name] is None else task.show(record[name])
        for name in ("before_score", "after_score", "score", "similarity"):
            record[name] = None if record[name] is None else round(record[name], SCORE_DIGITS)
        moves = [{key: value for key, value in one.items() if value != ""} for one in record["moves"]]
        record["moves"] = [{"before": "", "after": "", **one} for one in moves] if result.changed else []
        shown.append({key: value for key, value in record.items() if key in _ALWAYS or _says(value)})
    return shown


def _says(value: Any) -> bool:
    """Whether a value says something: a score of 0 does."""
    return value is not None and value is not False and value not in ("", [])
