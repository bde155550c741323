"""Scores on generated tests: new inputs made with words of a row, which are no versions of it and have no drop."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from hf_robust.adapters import CachedPredictor, PredictionColumn, RowSource
from hf_robust.adapters.base import gives_status
from hf_robust.core.doc import plain_text
from hf_robust.core.json_values import plain
from hf_robust.core.numbering import Numbering
from hf_robust.core.typed_json import read_json
from hf_robust.evaluation.answered_pairs import answers_of_tests
from hf_robust.evaluation.header import shown_prediction
from hf_robust.evaluation.outcomes import pair_sources
from hf_robust.evaluation.predicted_pairs import row_scores, stats_of
from hf_robust.evaluation.repeated_inputs import RepeatedInputs, input_keys
from hf_robust.evaluation.trust import audit_of_entry
from hf_robust.reports.records.robustness_records import GeneratedResult
from hf_robust.scoring import Measure
from hf_robust.scoring.clusters import sums_by_cluster
from hf_robust.scoring.statistics import bootstrap
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task

EXAMPLES = 5


def pairs_and_tests(suite: Suite) -> tuple[Suite, list[SuiteEntry]]:
    """The suite without its generated tests, and the entries that hold them."""
    pairs = {name: entry for name, entry in suite.entries.items() if not entry.generated}
    return replace(suite, entries=pairs), [entry for entry in suite.entries.values() if entry.generated]


def score_tests(
    runner: CachedPredictor, entries: Sequence[SuiteEntry], task: Task, measure: Measure
) -> list[GeneratedResult]:
    """The record's ``generated``: the score on each entry of generated tests.

    Args:
        runner: Predicts; inputs it has seen are not predicted again.
        task: The task, with the names of its labels.
        measure: What to score with.
    """
    sources = [RowSource(len(entry.perturbed), partial(task.inputs, entry.perturbed)) for entry in entries]
    columns = runner.predict_columns(sources)
    told = gives_status(runner.predictor)
    return [_scored(entry, next(columns), task, measure, told) for entry in entries]


def repeated_tests(entries: Sequence[SuiteEntry], task: Task) -> list[dict[str, str]]:
    """The warnings of :class:`RepeatedInputs` for the rows that tests were made of."""
    repeats, known = RepeatedInputs(), Numbering()
    for entry in entries:
        repeats.add(entry.original, input_keys(task, entry.original), known.add(pair_sources(entry)[0])[1])
    return repeats.warnings(task)


def _scored(entry: SuiteEntry, said: PredictionColumn, task: Task, measure: Measure, told: bool) -> GeneratedResult:
    failed = said.failed
    if failed.any():
        kept = np.flatnonzero(~failed)
        entry = replace(entry, **{split: rows.select(kept) for split, rows in entry.rows.items()})
        said = said.take(kept)
    described = entry.describe()
    gold = task.references(entry.perturbed)
    stats = stats_of(measure, said, gold)
    # tests made of one row, or of rows with equal inputs, are no independent tests
    rows = sums_by_cluster(stats, input_keys(task, entry.original))
    scored = {
        **{
            key: described[key]
            for key in ("name", "stages", "linguistics", "level", "summary", "n", "total", "reasons")
        },
        "score": float(measure.aggregate(stats.sum(axis=0))) if len(entry) else None,
        "interval": list(bootstrap(rows, measure.aggregate)) if len(entry) else None,
        "audit": audit_of_entry(entry),
        **answers_of_tests(said, stats, int(failed.sum()), measure, told),
        "examples": _examples(entry, said, gold, row_scores(measure, stats, said), task),
    }
    return read_json(GeneratedResult, plain(scored), "result of generated tests")


def _examples(
    entry: SuiteEntry, said: PredictionColumn, gold: Sequence[Any], scores: np.ndarray, task: Task
) -> list[dict[str, Any]]:
    """Tests that the model fails, the first ones first."""
    found = []
    for place in np.flatnonzero(scores < 1)[:EXAMPLES].tolist():
        row, prediction = entry.perturbed[place], said[place]
        found.append(
            {
                "source_id": row[RECORD]["source_id"],
                "gold": task.show(gold[place], row, with_question=True),
                "prediction": shown_prediction(task, prediction, row),
                "score": prediction.score,
                "texts": [{"field": role, "text": plain_text(row[task.column(role)])} for role in task.text_roles],
            }
        )
    return found
