"""What a model did with small suites, written down by hand, for the tests of the parts of an analysis."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters import PredictionColumn
from hf_robust.core.randomness import row_key
from hf_robust.evaluation.outcomes import PairOutcomes, SuiteOutcomes
from hf_robust.scoring import measure_for
from hf_robust.slices.slice_table import SliceInfo, SliceTable
from hf_robust.suites.pairs import RECORD, SuiteEntry

LABELS = ("neg", "pos")


def column(values: Sequence[Any]) -> PredictionColumn:
    """Predictions without scores."""
    return PredictionColumn(list(values), np.arange(len(values)), np.full(len(values), np.nan))


def pairs_of(
    name: str,
    gold: Sequence[Any],
    old: Sequence[Any],
    new: Sequence[Any],
    *,
    task: str = "sentiment-classification",
    ids: Sequence[str] | None = None,
    gold_after: Sequence[Any] | None = None,
    edits: Sequence[Sequence[dict]] | None = None,
    variants: Sequence[int] | None = None,
    linguistics: str = "morphology",
    level: str = "character",
    params: dict[str, Any] | None = None,
) -> PairOutcomes:
    """The outcomes of one transformation; rows with one id are variants of one original.

    Args:
        name: Its name.
        gold: Right answers.
        old: Answers before.
        new: Answers after.
        task: The task.
        ids: Id of each original; its number when None.
        gold_after: Right answers after, where they differ.
        edits: The edits of each row, as its record has them.
        variants: Number of the variant of each row.
        linguistics: What is changed.
        level: How much is changed.
        params: Parameters of the transformation.
    """
    measure, gold_after = measure_for(task), list(gold if gold_after is None else gold_after)
    names = [str(number) for number in range(len(gold))] if ids is None else list(ids)
    records = [
        {"source_id": one, "variant": variant, "edits": edit}
        for one, variant, edit in zip(names, variants or [0] * len(names), edits or [[] for _ in names], strict=True)
    ]
    rows = {"text": [f"text {one}" for one in names], RECORD: records}
    entry = SuiteEntry(
        name=name,
        stages=({"name": name.split("-rate")[0], "version": "1", "params": params or {}},),
        level=level,
        linguistics=linguistics,
        effect="preserves",
        summary="",
        total=len(names),
        unchanged=0,
        not_applicable=0,
        reasons={},
        original=Dataset.from_dict(rows),
        perturbed=Dataset.from_dict(rows),
    )
    stats, after = measure.row_stats(list(old), list(gold)), measure.row_stats(list(new), gold_after)
    keys = np.array([row_key(one) for one in names], np.uint64)
    several = len(set(names)) < len(names)
    scores = measure.row_score(stats), measure.row_score(after)
    return PairOutcomes(entry, keys, several, column(old), column(new), list(gold), gold_after, stats, after, *scores)


def outcomes_with(
    *pairs: PairOutcomes, task: str = "sentiment-classification", slices: dict[str, Sequence[bool]] | None = None
) -> SuiteOutcomes:
    """All outcomes of a suite.

    Args:
        *pairs: Those of each transformation.
        task: The task.
        slices: For each slice whether each original is in it.
    """
    names = LABELS if task == "sentiment-classification" else None
    table = None
    if slices is not None:
        infos = tuple(SliceInfo(name, name.split(":")[0], f"rows of {name}") for name in slices)
        table = SliceTable(infos, np.array(list(slices.values()), np.bool_).T)
    return SuiteOutcomes(hr.task(task, label_names=names), measure_for(task), tuple(pairs), table)
