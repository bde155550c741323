"""A model on a suite of perturbed rows: what each transformation costs, on the rows that it changed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any

import numpy as np

from hf_robust.adapters import CachedPredictor, PredictionCache, Predictor
from hf_robust.adapters.baselines.baseline_table import advised_options, better_baseline
from hf_robust.adapters.label_notes import label_notes
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.adapters.request_failures import MAX_ERRORS, check_max_errors
from hf_robust.core.errors import UsageError
from hf_robust.core.json_values import plain
from hf_robust.core.typed_json import as_json, changed, read_json
from hf_robust.evaluation.aligned_answers import aligned_consistency, answered_consistency, labels_move
from hf_robust.evaluation.analysis.parts import analyzed
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.answer_guards import AnswersOfOriginals, moved_answers
from hf_robust.evaluation.answer_rows import answer_rows
from hf_robust.evaluation.answered_pairs import (
    AnswersOfRun,
    answer_warnings,
    answers_of_pairs,
    either_answered,
    said_of,
)
from hf_robust.evaluation.argument_order import argument_order_warnings
from hf_robust.evaluation.broken_rows import broken_row_warnings
from hf_robust.evaluation.calibrated_pairs import calibration_of_pairs
from hf_robust.evaluation.corrected_results import corrected_result
from hf_robust.evaluation.followed_predictions import followed_warnings
from hf_robust.evaluation.generated_tests import pairs_and_tests, repeated_tests, score_tests
from hf_robust.evaluation.guards import (
    PACKAGED,
    LabelCounts,
    class_warnings,
    collapse_warnings,
    moved_labels,
    single_labels,
    skill_warnings,
    still_warnings,
)
from hf_robust.evaluation.header import (
    creation_facts,
    describe_measure,
    describe_model,
    describe_suite,
    with_embedded,
)
from hf_robust.evaluation.language_warnings import language_warnings
from hf_robust.evaluation.outcomes import PairOutcomes, SuiteOutcomes, kept, outcomes_of
from hf_robust.evaluation.pair_examples import pair_examples, worst_pairs
from hf_robust.evaluation.predicted_pairs import PredictedPairs, scorable_pairs
from hf_robust.evaluation.prepared_run import measure_of, prepared_run
from hf_robust.evaluation.prompt_plan import PromptPlan
from hf_robust.evaluation.prompt_run import ask_repeatedly, grid_of, more_asked
from hf_robust.evaluation.repeated_inputs import RepeatedInputs, repeated
from hf_robust.evaluation.score_changes import score_change, with_corrected_rises
from hf_robust.evaluation.scored_suite import ScoredSuite
from hf_robust.evaluation.separated_labels import LEAST_ROWS, names_classes, suite_separation_warnings
from hf_robust.evaluation.sliced_outcomes import sliced
from hf_robust.evaluation.stale_warnings import stale_warnings
from hf_robust.evaluation.truncated_pairs import truncation_warnings
from hf_robust.evaluation.trust import Trust, audit_of_entry
from hf_robust.evaluation.unanswerable import for_questions, unanswerable_rows
from hf_robust.evaluation.unknown_labels import absent_label_warnings, labels_of_rows, unknown_label_warnings
from hf_robust.evaluation.written_answers import written_answers
from hf_robust.reports import Report
from hf_robust.reports.records.answer_records import RunAnswers
from hf_robust.reports.records.robustness_records import (
    GroupMean,
    Groups,
    Originals,
    Transfer,
    TransformationResult,
    WorstCase,
)
from hf_robust.reports.row_marks import MOST, marks_of
from hf_robust.reports.wording import on_changed
from hf_robust.scoring import Measure, holm, robustness_gap
from hf_robust.scoring.clusters import clustered_share, sums_by_cluster, ways_of
from hf_robust.scoring.measure_type import share
from hf_robust.scoring.statistics import Aggregate
from hf_robust.scoring.unpaired import jackknife_error
from hf_robust.scoring.user_metrics import RowScore
from hf_robust.scoring.worst_cases import JoinedRows
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task
from hf_robust.transforms.base import Effect

EXAMPLES = 5
RECORDED = ("name", "version", "repo", "revision", "commit", "dataset", "split", "seed", "rows")


def run_robustness(
    model: Any,
    suite: Suite,
    *,
    min_confidence: float | None = None,
    unrated: str = "keep",
    analysis: AnalysisOptions | bool = True,
    metric: str | Measure | RowScore | None = None,
    max_errors: float = MAX_ERRORS,
    cache_dir: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
    plan: PromptPlan | None = None,
    **options: Any,
) -> Report:
    """Evaluate a model on a suite; ``hf_robust.run(model, suite)`` calls this.

    Args:
        model: As for :func:`hf_robust.run`.
        min_confidence: Transformations of which raters would keep fewer labels are left out.
        unrated: ``"keep"`` or ``"skip"`` those that nobody rated in this version.
        analysis: What to find out beyond the scores, see
            :class:`hf_robust.evaluation.analysis.wanted.AnalysisOptions`; False for nothing.
        metric: What to score with, as for :func:`hf_robust.run`.
        max_errors: Largest share of the inputs whose requests may fail.
        cache_dir: Folder where predictions are kept.
        progress: Called with (inputs predicted, inputs in all).
        command: What was typed, for the record.
        plan: With which prompts, and how often, a language model is asked; None for its own prompt, once.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.

    Raises:
        UsageError: The suite has no rows, its task no measure, all is left out, or the model does not fit the task.
        LabelError: Labels of model and data do not match.
        UnansweredError: Requests failed for more inputs than ``max_errors`` allows.
    """
    began = perf_counter()
    check_max_errors(max_errors)
    if suite.task.kind.measure is None:
        raise UsageError(f"a suite for {suite.task.name} can be built and published, but there is no measure to run it")
    wanted = AnalysisOptions() if analysis is True else analysis
    cache = PredictionCache(cache_dir) if cache_dir is not None else None
    trust = Trust(min_confidence, unrated)
    begun = prepared_run(model, suite, trust, metric, cache_dir, wanted or None, **options)
    chosen, task, measure, predictor = begun.suite, begun.task, begun.measure, begun.predictor
    asked = plan or PromptPlan()
    asked.check(predictor)
    if asked.perturb is not None and isinstance(predictor, LanguageModel):
        grid_of(predictor, asked, chosen)  # a prompt that nothing changes is an error before any request
    ask_repeatedly(predictor, asked, chosen)
    seen: list[PairOutcomes] | None = [] if wanted or asked.asks_more else None
    kept_answers = None if asked.repeats > 1 else cache  # a cached prediction is one answer; repeats need all
    runner = CachedPredictor(predictor, kept_answers, progress, task=task, max_errors=max_errors)
    scored = evaluate_suite(runner, chosen, measure, seen)
    chosen = replace(chosen, entries={**chosen.entries, **{one.name: one.entry for one in seen or ()}})
    whole = SuiteOutcomes(task, measure, tuple(seen)) if seen and any(seen) else None
    outcomes = sliced(whole, chosen, wanted) if wanted and whole else None
    pairs = pairs_and_tests(chosen)[0]
    found = analyzed(outcomes, pairs, wanted) if wanted and outcomes else {}
    more = more_asked(predictor, asked, whole, pairs, scored.results, cache, progress)
    secondary = [other.name for other in measure.secondary]
    report = Report(
        {
            "model": describe_model(predictor),
            "suite": describe_suite(
                suite, (*RECORDED, *(one for one in ("attacked", "data_rows") if suite.info.get(one)))
            ),
            "metric": {
                **describe_measure(measure, task),
                "secondary": secondary,
                **({"against_original": True} if measure.against_original else {}),
                **({"row_label": measure.row_label} if measure.row_label else {}),
            },
            "options": trust.describe(),
            **scored.describe(),
            "warnings": [
                *warnings_of_run(scored, predictor, chosen, measure),
                *label_notes(predictor),
                *more.pop("warnings", []),
                *stale_warnings(suite),
            ],
            **({"analysis": found} if found else {}),
            **more,
            "resources": with_embedded(suite.info.get("resources", []), [predictor]),
            "skipped": [
                *suite.info.get("skipped", []),
                *({"name": name, "reason": reason} for name, reason in begun.skipped.items()),
            ],
            **creation_facts(began, command),
        }
    )
    return report if seen is None else report.with_answers(answer_rows(task, seen, predictor))


def warnings_of_run(scored: ScoredSuite, predictor: Predictor, suite: Suite, measure: Measure) -> list[dict[str, str]]:
    """What limits the meaning of the scores; each part of the run that knows of such a thing returns a list.

    Args:
        scored: From :func:`evaluate_suite`.
        measure: What the rows were scored with.
    """
    labels, baseline = scored.labels, predictor.kind in PACKAGED
    score, metric = scored.originals.score, measure.label
    if labels and not measure.binary:
        score, metric = labels.accuracy, "Accuracy"
    rows, better, takes = suite.info.get("rows"), better_baseline(predictor.name), advised_options(predictor.name)
    skill = skill_warnings(labels, score, metric, baseline, scored.originals.n, rows, better, takes)
    known = {one["code"] for one in scored.warnings}
    if labels is None and not baseline and known & {"no-skill", "not-above-majority"}:
        skill = []  # the answers say more about it
    told = {one["code"] for one in skill}
    return [
        *(one for one in scored.warnings if one["code"] not in told),
        *class_warnings(labels),
        *unknown_label_warnings(labels, suite.task),
        *absent_label_warnings(labels, getattr(predictor, "unseen_labels", ()), labels_of_rows(suite.info)),
        *suite_separation_warnings(suite),
        *argument_order_warnings(suite),
        *broken_row_warnings(scored.results),
        *language_warnings(scored.results, suite.task.language),
        *skill,
        *still_warnings(scored.results),
        *answer_warnings(scored.answers, scored.results),
        *collapse_warnings(scored.results),
        *truncation_warnings(scored.predictions, scored.results),
    ]


def evaluate_suite(
    runner: CachedPredictor,
    suite: Suite,
    measure: Measure | None = None,
    seen: list[PairOutcomes] | None = None,
    leave_out: bool = True,
    predicted: Iterable[PredictedPairs] | None = None,
) -> ScoredSuite:
    """Predict and score every entry of a suite: the part of the record that depends on the model.

    Args:
        runner: Predicts; inputs it has seen are not predicted again.
        measure: What to score with; that of the suite when None.
        seen: A list that is given the outcomes of each entry, for those who look closer at them.
        leave_out: Whether pairs that are identical for the model after its cut are left out.
        predicted: The pairs that are not generated tests with their predictions, where they are known.

    Raises:
        UnansweredError: Requests failed for too many inputs.
    """
    measure = measure or measure_of(suite)
    pairs, tests = pairs_and_tests(suite)
    runner.predictor = for_questions(runner.predictor, measure)
    generated = score_tests(runner, tests, suite.task, measure)
    attacked = bool(suite.info.get("attacked"))
    results, joined = [], _Joined(measure, suite.task, attacked)
    if predicted is None:
        predicted = scorable_pairs(runner, pairs)
    runner.check_errors()
    for outcomes in kept(outcomes_of(predicted, suite.task, measure, leave_out), seen):
        result = _result(outcomes, suite.task, measure)
        joined.add(result, outcomes)
        results.append(result)
    adjusted = holm([result.p_value for result in results])
    results = with_corrected_rises([changed(result, p_adjusted=p) for result, p in zip(results, adjusted)])
    originals, worst = joined.originals(), joined.worst_case(results)
    if sum(result.n for result in results) > MOST:
        results = [changed(result, rows=None) for result in results]
        originals, worst = changed(originals, rows=None), worst and changed(worst, rows=None)
    return ScoredSuite(
        predictions=runner.record(),
        originals=originals,
        labels=joined.labels.describe(),
        answers=joined.answers(runner.predictor),
        warnings=[
            *(joined.repeats.warnings(suite.task) or repeated_tests(tests, suite.task)),
            *joined.said.warnings(originals.score, on_changed(originals.n, suite.info.get("rows"))),
            *joined.followed,
        ],
        results=results,
        worst_case=worst,
        groups=Groups(linguistics=group_means(results, "linguistics"), level=group_means(results, "level")),
        generated=generated,
        transfer=joined.transfer() if attacked else None,
    )


def _compared(
    ids: np.ndarray, stats: np.ndarray, aggregate: Aggregate, binary: bool, groups: np.ndarray | None
) -> dict[str, Any]:
    """What a later report is compared with: which rows are right, or else the error of the score."""
    if binary:
        return {"rows": marks_of(ids, stats[:, 0] >= 1.0, groups)}
    return {"standard_error": jackknife_error(sums_by_cluster(stats, groups), aggregate)}


class _Joined:
    """The rows of all transformations, each original once; equal texts whose scores differ have different labels."""

    def __init__(self, measure: Measure, task: Task, attacked: bool):
        self._measure = measure
        self._attacked = attacked  # whether an attack found the rows
        self._counts_labels = measure.binary or names_classes(task)
        self._rows = JoinedRows()
        self._stats: np.ndarray | None = None
        self._ids, self._clusters = np.empty(0, np.uint64), np.empty(0, np.uint64)
        self.labels = LabelCounts(task.kind.positions)
        self.said = AnswersOfOriginals(task, measure)
        self.followed: list[dict[str, str]] = []  # by the originals of the first transformation with enough rows
        self._task = task
        self._looked = False
        self.repeats = RepeatedInputs()
        self._answers = AnswersOfRun(measure)
        self._wrong_after: list[bool] = []  # of the pairs that were right before: whether they are wrong after
        self._wrong_after_of: list[int] = []

    def add(self, result: TransformationResult, scored: PairOutcomes) -> None:
        """Add the rows of a transformation."""
        group = scored.ids, scored.before, scored.after
        numbers, first = self._rows.add(result.name, group, result.consistency)
        new = scored.stats[first]
        self._ids = np.concatenate([self._ids, scored.ids[first]])
        self._clusters = np.concatenate([self._clusters, scored.clusters[first].astype(np.uint64)])
        self.repeats.add(scored.entry.original, scored.clusters, first)
        self._answers.add(scored, first)
        if self._attacked:
            right = scored.before >= 1.0
            self._wrong_after += (scored.after < 1.0)[right].tolist()
            self._wrong_after_of += scored.clusters[right].tolist()
        self._stats = new if self._stats is None else np.concatenate([self._stats, new])
        self._stats[numbers] = scored.stats
        if self._counts_labels:
            gold, predicted = [scored.gold[place] for place in first.tolist()], said_of(scored.old.take(first))
            self.labels.add(gold, predicted)
            if not self._looked and len(first) >= LEAST_ROWS and names_classes(self._task):
                self._looked = True
                self.followed = followed_warnings(self._task, scored.entry.original.select(first), gold, predicted)
        else:
            answered = first[scored.old.answered[first]]
            gold = [scored.gold[place] for place in answered.tolist()]
            said = scored.old.take(answered).values_of_rows()
            self.said.add(scored.entry.original.select(answered), gold, said)

    def originals(self) -> Originals:
        """How many originals there are, and their score."""
        if self._stats is None or not len(self._stats):
            return Originals(n=0, score=None)
        aggregate, binary = self._measure.aggregate, self._measure.binary
        kept = _compared(self._ids, self._stats, aggregate, binary, self._groups)
        score = float(aggregate(self._stats.sum(axis=0)))
        return Originals(n=len(self._stats), sources=self._sources, score=score, **kept)

    def answers(self, predictor: Any) -> RunAnswers | None:
        """Which inputs have an answer, where that is told."""
        return self._answers.describe(predictor, self._stats)

    @cached_property
    def _sources(self) -> int:
        return len(np.unique(self._clusters))

    @property
    def _groups(self) -> np.ndarray | None:
        return repeated(self._clusters, self._sources)

    def transfer(self) -> Transfer:
        """How many pairs, that the model had right, it now has wrong."""
        right, wrong = len(self._wrong_after), sum(self._wrong_after)
        if not right:
            return Transfer(right=0, wrong=0, rate=None, interval=None)
        ends = clustered_share(self._wrong_after, ways_of(self._wrong_after_of))
        return Transfer(right=right, wrong=wrong, rate=wrong / right, interval=ends)

    def worst_case(self, results: Sequence[TransformationResult]) -> WorstCase | None:
        """The worst case over the transformations, where there are rows."""
        if not any(result.n for result in results):
            return None
        # where the right answer changes with the text, an answer that stays the same is no right one
        kept = self._measure.binary and all(result.effect == Effect.PRESERVES for result in results)
        lowest = np.column_stack([self._rows.lowest, np.ones(len(self._ids))])
        compared = _compared(self._ids, lowest, share, self._measure.binary, self._groups)
        told = {
            **self._rows.worst_case(groups=self._groups),
            "sources": self._sources,
            "random_flips": self._rows.random_flips() if kept else None,
            **as_json(compared),
        }
        return read_json(WorstCase, told, "worst case")


def _result(outcomes: PairOutcomes, task: Task, measure: Measure) -> TransformationResult:
    """What the record says of one transformation; its p-value is not corrected yet."""
    entry, ids = outcomes.entry, outcomes.ids
    # variants of a row and rows with equal inputs are no independent rows
    old, new, groups = outcomes.old.values_of_rows(), outcomes.new.values_of_rows(), outcomes.groups
    known = outcomes.stats, outcomes.stats_after
    gap = robustness_gap(old, new, outcomes.gold, outcomes.gold_after, measure, groups=groups, stats=known)
    moves, scores = labels_move(outcomes), score_change(outcomes, task)
    if moves:
        gap["consistency"] = aligned_consistency(outcomes, task)
    elif not outcomes.all_answered:
        gap["consistency"] = answered_consistency(outcomes.old, outcomes.new, measure)
    if not outcomes.all_answered:  # a row without an answer is wrong, also where there was nothing to find
        right, right_after = outcomes.before >= 1.0, outcomes.after >= 1.0
        gap["broken"], gap["mended"] = int((right & ~right_after).sum()), int((~right & right_after).sum())
    n_changed = entry.total - entry.unchanged - entry.not_applicable - entry.faults
    if entry.left_out or outcomes.truncated.left_out or outcomes.changes.removed:
        n_changed = len(np.unique(ids)) if outcomes.several else entry.n
    told = {
        **entry.describe(),
        **gap,
        "labels_move": moves,
        "total": entry.total,
        "coverage": n_changed / entry.total if entry.total else None,
        "audit": (audit := audit_of_entry(entry)),
        "corrected": as_json(corrected_result(outcomes, measure, audit)),
        "sources": outcomes.sources,
        **({"rows_by_step": steps} if (steps := entry.rows_by_step()) else {}),
        **(
            moved_labels(said_of(outcomes.old), said_of(outcomes.new))
            if measure.binary and single_labels(outcomes.gold)
            else moved_answers(*either_answered(outcomes.old, outcomes.new), measure)
        ),
        **calibration_of_pairs(outcomes, measure),
        **unanswerable_rows(measure, outcomes.gold, outcomes.gold_after),
        **({"written": as_json(written)} if (written := written_answers(outcomes, task)) else {}),
        **({"scores": as_json(scores), "broken": None, "mended": None} if scores else {}),
        **outcomes.truncated.describe(),
        **answers_of_pairs(outcomes, measure),
        **as_json(_compared(ids, outcomes.stats_after, measure.aggregate, measure.binary, groups)),
        "examples": pair_examples(outcomes, task, worst_pairs(outcomes, EXAMPLES)),
        "p_adjusted": None,
    }
    return read_json(TransformationResult, plain(told), "result of a transformation")


def group_means(results: Iterable[TransformationResult], kind: str) -> dict[str, GroupMean]:
    """The mean scores of the transformations of each group.

    Args:
        results: The results of a run.
        kind: What groups them: ``linguistics`` or ``level``.
    """
    groups: dict[str, list[TransformationResult]] = {}
    for result in results:
        if result.n:
            groups.setdefault(getattr(result, kind), []).append(result)
    return {name: _mean(members) for name, members in groups.items()}


def _mean(members: Sequence[TransformationResult]) -> GroupMean:
    """The mean scores of transformations."""
    original, perturbed, drop = (
        fmean(value for value in values if value is not None)
        for values in zip(*((one.original, one.perturbed, one.drop) for one in members), strict=True)
    )
    return GroupMean(n_results=len(members), original=original, perturbed=perturbed, drop=drop)
