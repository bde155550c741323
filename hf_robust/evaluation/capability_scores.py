"""Which cases of a capability suite a model fails, and the worst of them: the numbers of a report on capabilities."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from hf_robust.adapters import CachedPredictor
from hf_robust.adapters.base import Prediction, gives_status
from hf_robust.adapters.baselines.baseline_table import advised_options
from hf_robust.adapters.probabilities import LabelScores, score_rows
from hf_robust.capability.cases import SPLITS, CapabilityEntry
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import LabelError
from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.answer_counts import counted_predictions, few_answers, said_label
from hf_robust.evaluation.capability_guards import capability_warnings
from hf_robust.evaluation.counted_cases import MAY_LACK, CountedCases, rate_of, why_none_count
from hf_robust.evaluation.guards import PACKAGED
from hf_robust.evaluation.header import changed_text
from hf_robust.evaluation.truncated_pairs import truncation_warnings
from hf_robust.evaluation.trust import Trust
from hf_robust.language.constituency import productions_of_texts
from hf_robust.reports.records.answer_records import NO_ANSWER, AnswerCounts
from hf_robust.reports.records.capability_records import (
    CapabilityResult,
    CaseCounts,
    CaseExample,
    CaseSets,
    Diversity,
    Overall,
    OverallSets,
    PassToFail,
    TemplateRate,
)
from hf_robust.reports.records.shared_records import ChangedText
from hf_robust.reports.wording import required
from hf_robust.scoring import failures, measure_for, of_samples, production_rule_coverage, self_bleu
from hf_robust.scoring.expectations import expectation_failures
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset

EXAMPLES, PASS_TO_FAIL_EXAMPLES = 5, 3  # a capability shows so many, of these so many expansions
Splits = Mapping[str, CountedCases]


def evaluate_capabilities(
    runner: CachedPredictor,
    suite: CapabilitySuite,
    *,
    labels: Sequence[str] | None = None,
    trust: Trust | None = None,
    diversity: Sequence[int] = (),
) -> dict[str, Any]:
    """Predict and score every capability: the part of the record that depends on the model.

    Args:
        runner: Predicts; inputs it has seen are not predicted again.
        labels: Labels that the model can say; None: all of the suite's, but ``neutral`` only if it does say it.
        trust: What is asked of cases; others are left out.
        diversity: Sizes of samples.

    Returns:
        ``labels``, ``results``, ``overall``, ``skipped``, ``predictions`` and ``warnings``.
    """
    counted = counted_cases(suite, labels, trust or Trust())
    _predict(runner, suite.task, [cases for splits in counted.values() for cases in splits.values()], labels)
    told = gives_status(runner.predictor)
    for splits in counted.values():
        splits.update({split: replace(cases.answered(), told=told) for split, cases in splits.items()})
    silent = labels is None  # only its predictions tell what the model can say
    if silent and suite.task.kind.classifies:
        labels = _labels_said(counted.values(), suite.task)
        for splits in counted.values():
            splits.update({split: cases.sayable(labels) for split, cases in splits.items()})
    results: list[CapabilityResult] = []
    skipped = [*suite.info.get("skipped", [])]
    for id, splits in counted.items():
        reason = why_none_count(splits.values(), labels, silent)
        if reason:
            skipped.append({"name": id, "reason": reason})
            continue
        for cases in splits.values():
            cases.failed = _failed(cases, runner, suite.task)
        results.append(_result(suite[id], suite.task, splits, diversity, suite.info))
    measured = [counted[result.id] for result in results]
    answers = _answers(measured, told)
    overall = OverallSets(
        seeds=_overall([result.seeds for result in results]),
        expanded=_overall([result.expanded for result in results]),
        pass_to_fail=sum(result.pass_to_fail.pass_to_fail for result in results if result.pass_to_fail),
    )
    return {
        "labels": list(labels) if labels is not None else None,
        "results": [{**as_json(result), "audit": result.audit} for result in results],
        "overall": as_json(overall),
        "skipped": skipped,
        "predictions": runner.record(),
        **({"answers": as_json(answers)} if answers else {}),
        "warnings": [
            *_warnings(measured, runner, suite.task),
            *(few_answers(answers, "cases") if answers else ()),
        ],
    }


def counted_cases(
    suite: CapabilitySuite, labels: Sequence[str] | None, trust: Trust
) -> dict[str, dict[str, CountedCases]]:
    """The cases that count, by capability and split.

    Args:
        labels: Labels that the model can say; None when its predictions will tell.
        trust: What is asked of cases.
    """
    return {
        id: {split: CountedCases.of(getattr(entry, split), trust, labels) for split in SPLITS}
        for id, entry in suite.entries.items()
    }


def _answers(measured: Sequence[Splits], told: bool) -> AnswerCounts | None:
    """The answers to all cases that count; None for a model with labels that answers all."""
    counted = [cases for one in measured for cases in one.values()]
    predictions = [one for cases in counted for one in cases.predictions]
    if not (told or any(one.status != "ok" for one in predictions)):
        return None
    failed = [one for cases in counted for one in cases.failed]
    return counted_predictions(predictions, failed)


def _shown(prediction: Prediction) -> str:
    return str(prediction.value) if prediction.status == "ok" else f"({prediction.status})"


def _warnings(measured: Sequence[Splits], runner: CachedPredictor, task: Task) -> list[dict[str, str]]:
    """What limits the meaning of the failure rates."""
    splits = [cases for one in measured for cases in one.values()] if task.kind.classifies else []
    guarded = capability_warnings(splits, runner.predictor.kind in PACKAGED, advised_options(runner.predictor.name))
    return [*guarded, *truncation_warnings(runner.record())]


def _predict(runner: CachedPredictor, task: Task, splits: Sequence[CountedCases], labels: Sequence[str] | None) -> None:
    """Fill in the predictions, all at once."""
    rows = [task.inputs(cases.table) for cases in splits]
    try:
        predictions = iter(runner.predict([row for table in rows for row in table]))
    except LabelError as error:
        hint = "; here: run(model, suite, labels=[...]) with the names that it can say, in their order"
        raise LabelError(f"{error}{hint if labels is None else ''}") from error
    runner.check_errors()
    for cases, table in zip(splits, rows):
        cases.predictions = [next(predictions) for _ in table]


def _labels_said(counted: Iterable[Splits], task: Task) -> tuple[str, ...]:
    """The labels of a model that does not name them: those of the task, but ``neutral`` only if it ever says it."""
    said = {said_label(one) for splits in counted for cases in splits.values() for one in cases.predictions}
    said.discard(NO_ANSWER)
    return tuple(name for name in task.label_names or said if name != MAY_LACK or name in said)


def _failed(cases: CountedCases, runner: CachedPredictor, task: Task) -> Sequence[bool | None]:
    """Which cases fail; one without an answer does, and one that is compared with such a case."""
    failed = _unexpected(cases, runner, task)
    missing = {id for id, one in zip(cases.column("case_id"), cases.predictions) if one.status != "ok"}
    if not missing:
        return failed
    others = (about["other"] for about in cases.column("expectation"))
    lost = [not missing.isdisjoint(pair) for pair in zip(cases.column("case_id"), others)]
    return [None if one is None else one or is_lost for one, is_lost in zip(failed, lost, strict=True)]


def _unexpected(cases: CountedCases, runner: CachedPredictor, task: Task) -> Sequence[bool | None]:
    """Which predictions are not what their cases expect."""
    values = [prediction.value for prediction in cases.predictions]
    expected = cases.column("expectation")
    if task.kind.classifies and all(one["kind"] == "label" for one in expected):
        return failures(values, cases.column("accepted"))
    normalize = measure_for(task.name, task.language).normalize

    def equal(first: Any, second: Any) -> bool:
        return normalize(first) == normalize(second)

    columns = zip(cases.column("case_id"), cases.column("accepted"), expected)
    compared = [{"case_id": id, "accepted": accepted, "expectation": one} for id, accepted, one in columns]
    moves = any(one["kind"] in ("up", "down") or one["tolerance"] for one in expected)
    asked = moves and task.kind.classifies
    scores = _scores(cases, runner, task) if asked else None
    return expectation_failures(compared, cases.predictions, scores, equal=equal)


def _scores(cases: CountedCases, runner: CachedPredictor, task: Task) -> LabelScores:
    """The probabilities of labels; a model that has no more than its predictions is not asked again."""
    if hasattr(runner.predictor, "probabilities"):
        return score_rows(runner.predictor, task.inputs(cases.table), task)
    return LabelScores(list(cases.predictions), runner.predictor.labels, range(len(cases)))


def _result(
    entry: CapabilityEntry, task: Task, splits: Splits, diversity: Sequence[int], info: Mapping[str, Any]
) -> CapabilityResult:
    seeds, expanded = (splits[split] for split in SPLITS)
    described = entry.describe()
    varied = partial(_diversity, task=task, sizes=diversity, seed=info.get("seed") or 0, nlp=info.get("nlp"))
    return CapabilityResult(
        **{name: described[name] for name in ("id", "name", "description", "oracle_confidence", "searched")},
        audit=None if entry.audit is None else dict(entry.audit),
        tests=tuple(sorted({*seeds.column("test"), *expanded.column("test")})),
        seeds=seeds.rate(),
        expanded=expanded.rate(),
        pass_to_fail=_pass_to_fail(seeds, expanded),
        templates=_by_template(splits.values()),
        diversity=CaseSets(seeds=varied(seeds.table), expanded=varied(expanded.table)),
        examples=_worst_examples(seeds, expanded, task),
    )


def _pass_to_fail(seeds: CountedCases, expanded: CountedCases) -> PassToFail | None:
    """Expansions that fail although their seed passes; None without expansions whose seed was measured."""
    judged = zip(seeds.column("case_id"), seeds.failed)
    passes = {id: not failed for id, failed in judged if failed is not None}
    grown = zip(expanded.failed, expanded.column("seed_id"), expanded.sources)
    pairs = [
        ((failed, sources), passes[seed]) for failed, seed, sources in grown if seed in passes and failed is not None
    ]
    if not pairs:
        return None
    rate = rate_of(judged for judged, passed in pairs if passed)
    return PassToFail(
        pass_to_fail=rate.n_failed,
        pass_to_fail_rate=rate.failure_rate,
        interval=rate.interval,
        n_passed=rate.n,
        n=len(pairs),
    )


def _by_template(splits: Iterable[CountedCases]) -> tuple[TemplateRate, ...]:
    """How often the cases of each template or negation fail, where there are several."""
    by_template: dict[str, list[tuple[bool, Sequence[str]]]] = {}
    for cases in splits:
        for template, failed, sources in zip(cases.column("template"), cases.failed, cases.sources):
            if template is not None and failed is not None:
                by_template.setdefault(template, []).append((failed, sources))
    if len(by_template) < 2:
        return ()
    rates = [TemplateRate(template=name, **vars(rate_of(judged))) for name, judged in by_template.items()]
    return tuple(sorted(rates, key=lambda one: -required(one.failure_rate)))


def _diversity(table: "Dataset", task: Task, sizes: Sequence[int], seed: int, nlp: str | None) -> tuple[Diversity, ...]:
    """Self-BLEU and production coverage of samples; without a number for those larger than the table."""
    texts = [" ".join(row[role] or "" for role in task.text_roles) for row in task.inputs(table)] if sizes else []
    return tuple(
        Diversity(
            size=size,
            self_bleu=of_samples(texts, lambda sample: self_bleu(sample)["self_bleu"] or 0.0, size, seed=seed),
            productions=of_samples(texts, partial(_coverage, nlp=nlp), size, seed=seed),
        )
        for size in sizes
    )


def _coverage(texts: list[str], nlp: str | None) -> int:
    return production_rule_coverage(productions_of_texts(texts, nlp=nlp))


def _overall(counts: Sequence[CaseCounts]) -> Overall:
    """Means over the capabilities, each counting alike, or by how sure its labels are (unknown: as the known ones)."""
    measured = [part for part in counts if part.n]
    if not measured:
        return Overall(failure_rate=None, weighted=None, capabilities=0, n=0)
    known = [part.oracle_confidence for part in measured if part.oracle_confidence is not None]
    other = fmean(known) if known else 1.0
    weights = [other if part.oracle_confidence is None else part.oracle_confidence for part in measured]
    rates = [required(part.failure_rate) for part in measured]
    weighted = sum(w * rate for w, rate in zip(weights, rates)) / sum(weights) if sum(weights) else None
    return Overall(
        failure_rate=fmean(rates),
        weighted=weighted,
        capabilities=len(measured),
        n=sum(part.n for part in measured),
    )


def _worst_examples(seeds: CountedCases, expanded: CountedCases, task: Task) -> tuple[CaseExample, ...]:
    """Expansions that fail although their seed passes, then seeds or pairs that fail; the surest predictions first."""
    places = {id: place for place, id in enumerate(seeds.column("case_id"))}
    examples = []
    for place in _distinct(expanded, _broken_expansions(seeds, expanded, places), "seed_id", PASS_TO_FAIL_EXAMPLES):
        examples.append(_example(expanded, place, task, seeds, places[expanded.case(place)["seed_id"]]))
    failing = (place for place, failed in enumerate(seeds.failed) if failed)
    for place in _distinct(seeds, failing, "template", EXAMPLES - len(examples)):
        other = places.get(seeds.case(place)["expectation"]["other"])
        examples.append(_example(seeds, place, task, seeds, other))
    return tuple(examples)


def _broken_expansions(seeds: CountedCases, expanded: CountedCases, indices: Mapping[str, int]) -> Iterator[int]:
    for place, (failed, seed) in enumerate(zip(expanded.failed, expanded.column("seed_id"))):
        if failed and seed in indices and seeds.failed[indices[seed]] is False:
            yield place


def _distinct(cases: CountedCases, indices: Iterable[int], by: str, most: int) -> list[int]:
    """The surest, first one for each value of a field of the record, then the rest."""
    order = sorted(indices, key=lambda index: (-(cases.predictions[index].score or 0.0), index))[:500]
    seen: set[Any] = set()
    first: list[int] = []
    rest: list[int] = []
    for index in order:
        value = cases.case(index)[by]
        (rest if value in seen else first).append(index)
        seen.add(value)
        if len(first) == most:
            break
    return [*first, *rest][:most]


def _example(cases: CountedCases, index: int, task: Task, others: CountedCases, other: int | None) -> CaseExample:
    row, prediction = cases.table[index], cases.predictions[index]
    case = cases.case(index)
    before = row if other is None else others.table[other]
    compared = None if other is None else others.predictions[other]
    texts = [
        ChangedText(**changed_text(role, str(before[role] or ""), str(row[role] or ""))) for role in task.text_roles
    ]
    first = task.text_roles[0]
    return CaseExample(
        **{name: case[name] for name in ("case_id", "kind", "test", "template")},
        accepted=tuple(case["accepted"]),
        expectation=case["expectation"]["kind"],
        expected_label=case["expectation"]["label"],
        prediction=_shown(prediction),
        score=prediction.score,
        compared_prediction=None if compared is None else _shown(compared),
        compared_score=None if compared is None else compared.score,
        fields=tuple(one for one in texts if other is None or one.before != one.after or one.field == first),
        root_cause=None,
    )
