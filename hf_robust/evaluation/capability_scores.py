"""Which cases of a suite a model fails: the numbers of a report on capabilities."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from hf_robust.adapters import CachedPredictor
from hf_robust.adapters.probabilities import score_rows
from hf_robust.capability.cases import column_of
from hf_robust.capability.suite import SPLITS, CapabilityEntry, CapabilitySuite
from hf_robust.core.errors import LabelError
from hf_robust.evaluation.capability_examples import worst_examples
from hf_robust.language.constituency import productions_of_texts
from hf_robust.scoring import failure_rate, failures, measure_for, of_samples, production_rule_coverage, self_bleu
from hf_robust.scoring.expectations import expectation_failures
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Prediction

MAY_LACK = "neutral"
UNSURE, UNSAID = "oracle confidence too low", "no right answer among the model's labels"


@dataclass
class Part:
    """The cases of one split of one capability that count.

    Args:
        table: They.
        total: How many there were.
        left_out: How many were left out, by reason.
        sure: Mean oracle confidence of those that count, where it is known.
        predictions: One a case.
        failed: Whether the model fails each; None where nothing is expected.
    """

    table: "Dataset"
    total: int
    left_out: dict[str, int]
    sure: float | None
    predictions: "Sequence[Prediction]" = ()
    failed: Sequence[bool | None] = ()

    def rate(self) -> dict[str, Any]:
        """Failure rate with Wilson's interval, and which cases counted."""
        said = ["fails" if failed else "passes" for failed in self.failed if failed is not None]
        rate = failure_rate(said, ["passes"] * len(said))
        return {**rate, "total": self.total, "left_out": dict(self.left_out), "oracle_confidence": self.sure}


def evaluate_capabilities(
    runner: CachedPredictor,
    suite: CapabilitySuite,
    *,
    labels: Sequence[str] | None = None,
    min_oracle_confidence: float | None = None,
    diversity: Sequence[int] = (),
) -> dict[str, Any]:
    """Predict and score every capability: the part of the record that depends on the model.

    Args:
        runner: Predicts; inputs it has seen are not predicted again.
        suite: The suite.
        labels: Labels that the model can say; None: all of the suite's, but ``neutral`` only if it does say it.
        min_oracle_confidence: Cases whose labels are less sure are left out.
        diversity: Sizes of samples.

    Returns:
        ``labels``, ``results``, ``overall``, ``skipped`` and ``predictions``.
    """
    parts = {
        id: {split: _part(getattr(entry, split), min_oracle_confidence, labels) for split in SPLITS}
        for id, entry in suite.entries.items()
    }
    flat = [part for found in parts.values() for part in found.values()]
    rows = [suite.task.inputs(part.table) for part in flat]
    try:
        predictions = iter(runner.predict([row for found in rows for row in found]))
    except LabelError as error:
        hint = "; here: run(model, suite, labels=[...]) with the names that it can say, in their order"
        raise LabelError(f"{error}{hint if labels is None else ''}") from error
    for part, found in zip(flat, rows):
        part.predictions = [next(predictions) for _ in found]
    silent = labels is None  # only its predictions tell what the model can say
    if silent and suite.task.kind.classifies:
        said = {one.value for part in flat for one in part.predictions}
        labels = tuple(name for name in suite.task.label_names or said if name != MAY_LACK or name in said)
        for found in parts.values():
            found.update({split: _sayable(part, labels) for split, part in found.items()})
    results, skipped = [], [*suite.info.get("skipped", [])]
    for id, found in parts.items():
        reason = _reason(found, labels, silent)
        if reason:
            skipped.append({"name": id, "reason": reason})
            continue
        _judge(found, runner, suite.task)
        results.append(_result(suite[id], suite.task, found, diversity, suite.info))
    return {
        "labels": list(labels) if labels is not None else None,
        "results": results,
        "overall": {split: _overall(results, split) for split in SPLITS}
        | {"pass_to_fail": sum((result["pass_to_fail"] or {}).get("pass_to_fail", 0) for result in results)},
        "skipped": skipped,
        "predictions": runner.record(),
    }


def _part(table: "Dataset", least: float | None, labels: Sequence[str] | None) -> Part:
    sure = column_of(table, "oracle_confidence")
    part = Part(table, len(table), {}, None)
    if least is not None:
        part = _only(part, [value is None or value >= least for value in sure], UNSURE)
    part = _sayable(part, labels)
    known = [value for value in column_of(part.table, "oracle_confidence") if value is not None]
    return replace(part, sure=fmean(known) if known else None)


def _sayable(part: Part, labels: Sequence[str] | None) -> Part:
    """The cases that a model with these labels can pass; those that ask for no label stay."""
    if labels is None:
        return part
    own = {None, *labels}
    asked = zip(column_of(part.table, "accepted"), column_of(part.table, "expectation"))
    kept = [not own.isdisjoint(accepted) if accepted else about["label"] in own for accepted, about in asked]
    return _only(part, kept, UNSAID)


def _only(part: Part, kept: Sequence[bool], reason: str) -> Part:
    if all(kept):
        return part
    places = [place for place, keep in enumerate(kept) if keep]
    left_out = part.left_out | {reason: part.left_out.get(reason, 0) + len(kept) - len(places)}
    predictions = [part.predictions[place] for place in places] if part.predictions else ()
    return replace(part, table=part.table.select(places), left_out=left_out, predictions=predictions)


def _reason(parts: Mapping[str, Part], labels: Sequence[str] | None, silent: bool) -> str | None:
    """Why a capability cannot be measured although it has cases."""
    if any(len(part.table) for part in parts.values()):
        return None
    if any(part.left_out.get(UNSAID) for part in parts.values()):
        if silent:
            return f"only {MAY_LACK} is right, which the model never says; say labels=[...] if it can"
        return f"no answer is right that the model can say; its labels are {', '.join(labels or ()) or 'none'}"
    if any(part.left_out.get(UNSURE) for part in parts.values()):
        return "the oracle confidence of all its cases is too low"
    return None


def _judge(parts: Mapping[str, Part], runner: CachedPredictor, task: Task) -> None:
    """Fill in which cases fail."""
    normalize = measure_for(task.name).normalize

    def equal(one: Any, other: Any) -> bool:
        return normalize(one) == normalize(other)

    for part in parts.values():
        values = [prediction.value for prediction in part.predictions]
        expected = column_of(part.table, "expectation")
        if task.kind.classifies and all(one["kind"] == "label" for one in expected):
            part.failed = failures(values, column_of(part.table, "accepted"))
            continue
        names = ("case_id", "accepted")
        columns = [column_of(part.table, name) for name in names]
        cases = [{**dict(zip(names, row)), "expectation": one} for *row, one in zip(*columns, expected)]
        moves = any(one["kind"] in ("up", "down") or one["tolerance"] for one in expected)
        asked = moves and task.kind.classifies
        scores = score_rows(runner.predictor, task.inputs(part.table), task) if asked else None
        part.failed = expectation_failures(cases, part.predictions, scores, equal=equal)


def _result(
    entry: CapabilityEntry, task: Task, parts: Mapping[str, Part], diversity: Sequence[int], info: Mapping[str, Any]
) -> dict[str, Any]:
    seeds, expanded = (parts[split] for split in SPLITS)
    described = entry.describe()
    return {
        **{name: described[name] for name in ("id", "name", "description", "oracle_confidence", "searched")},
        "tests": sorted({*column_of(seeds.table, "test"), *column_of(expanded.table, "test")}),
        "seeds": seeds.rate(),
        "expanded": expanded.rate(),
        "pass_to_fail": _turned(seeds, expanded),
        "templates": _by_template(parts.values()),
        "diversity": {
            split: _diversity(parts[split].table, task, diversity, info.get("seed") or 0, info.get("nlp"))
            for split in SPLITS
        },
        "examples": worst_examples(seeds, expanded, task),
    }


def _turned(seeds: Part, expanded: Part) -> dict[str, Any] | None:
    """Expansions that fail although their seed passes; None without expansions whose seed was measured."""
    judged = zip(column_of(seeds.table, "case_id"), seeds.failed)
    passes = {id: not failed for id, failed in judged if failed is not None}
    pairs = [
        (failed, passes[seed])
        for failed, seed in zip(expanded.failed, column_of(expanded.table, "seed_id"))
        if seed in passes and failed is not None
    ]
    if not pairs:
        return None
    said = ["fails" if failed else "passes" for failed, passed in pairs if passed]
    rate = failure_rate(said, ["passes"] * len(said))
    return {
        "pass_to_fail": rate["n_failed"],
        "pass_to_fail_rate": rate["failure_rate"],
        "interval": rate["interval"],
        "n_passed": rate["n"],
        "n": len(pairs),
    }


def _by_template(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """How often the cases of each template or negation fail, where there are several."""
    seen: Counter = Counter()
    wrong: Counter = Counter()
    for part in parts:
        for template, failed in zip(column_of(part.table, "template"), part.failed):
            if template is not None and failed is not None:
                seen[template] += 1
                wrong[template] += failed
    if len(seen) < 2:
        return []
    rows = []
    for template, n in seen.items():
        said = ["fails"] * wrong[template] + ["passes"] * (n - wrong[template])
        rows.append({"template": template, **failure_rate(said, ["passes"] * n)})
    return sorted(rows, key=lambda row: -row["failure_rate"])


def _diversity(
    table: "Dataset", task: Task, sizes: Sequence[int], seed: int, nlp: str | None
) -> list[dict[str, float | int | None]]:
    """Self-BLEU and production coverage of samples; without a number for those larger than the table."""
    texts = [" ".join(row[role] or "" for role in task.text_roles) for row in task.inputs(table)] if sizes else []
    found = []
    for size in sizes:
        bleu = of_samples(texts, lambda sample: self_bleu(sample)["self_bleu"] or 0.0, size, seed=seed)
        found.append(
            {
                "size": size,
                "self_bleu": bleu,
                "productions": of_samples(texts, partial(_coverage, nlp=nlp), size, seed=seed),
            }
        )
    return found


def _coverage(texts: list[str], nlp: str | None) -> int:
    return production_rule_coverage(productions_of_texts(texts, nlp=nlp))


def _overall(results: Sequence[Mapping[str, Any]], split: str) -> dict[str, Any]:
    """Means over the capabilities, each counting alike, or by how sure its labels are (unknown: as the known ones)."""
    measured = [result[split] for result in results if result[split]["n"]]
    if not measured:
        return {"failure_rate": None, "weighted": None, "capabilities": 0, "n": 0}
    known = [part["oracle_confidence"] for part in measured if part["oracle_confidence"] is not None]
    other = fmean(known) if known else 1.0
    weights = [other if part["oracle_confidence"] is None else part["oracle_confidence"] for part in measured]
    rates = [part["failure_rate"] for part in measured]
    weighted = sum(w * rate for w, rate in zip(weights, rates)) / sum(weights) if sum(weights) else None
    return {
        "failure_rate": fmean(rates),
        "weighted": weighted,
        "capabilities": len(measured),
        "n": sum(part["n"] for part in measured),
    }
