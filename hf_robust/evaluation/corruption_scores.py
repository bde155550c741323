"""What the copies of a corruption benchmark cost: one score a cell, and targeted against random words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters.base import gives_status
from hf_robust.evaluation.answer_counts import counted_predictions, said_label
from hf_robust.evaluation.guards import counted_labels
from hf_robust.evaluation.header import changed_text
from hf_robust.reports.records.answer_records import AnswerSides
from hf_robust.scoring import bootstrap, holm, paired_permutation_p
from hf_robust.scoring.clusters import sums_by_cluster
from hf_robust.scoring.drops import drop_interval
from hf_robust.scoring.paired import listed

if TYPE_CHECKING:
    from hf_robust.adapters import CachedPredictor, Prediction
    from hf_robust.evaluation.corruption_grid import GridCell
    from hf_robust.scoring import Measure
    from hf_robust.scoring.clusters import Groups

EXAMPLES = 2  # a family and model


@dataclass
class Scored:
    """The part of the record that depends on predictions; see ``hf_robust.reports.corruption_report`` for the keys.

    Args:
        failed: Rows that are not scored, because a request of some model failed for a copy.
    """

    models: dict[str, dict[str, Any]] = field(default_factory=dict)
    cells: list[dict[str, Any]] = field(default_factory=list)
    contrasts: list[dict[str, Any]] = field(default_factory=list)
    examples: list[dict[str, Any]] = field(default_factory=list)
    failed: int = 0


@dataclass
class _Predicted:
    """What a model predicts, by places of the originals.

    Args:
        corrupted: By cell, the corrupted rows that count.
        original: Predictions on all originals.
        before: Those on the originals that count.
        after: By cell, predictions on the corrupted rows.
    """

    corrupted: "dict[GridCell, list[Any]]"
    original: "list[Prediction]"
    before: "list[Prediction]"
    after: "dict[GridCell, list[Prediction]]"

    def failed(self) -> np.ndarray:
        """Whether a request failed for each row that counts."""
        sides = np.array([[one.status == "error" for one in side] for side in (self.before, *self.after.values())])
        return np.logical_or.reduce(sides, axis=0)

    def select(self, kept: Sequence[int]) -> "_Predicted":
        """The same for some of the rows that count, and without the originals that failed."""
        corrupted, after = (
            {cell: [values[place] for place in kept] for cell, values in table.items()}
            for table in (self.corrupted, self.after)
        )
        return _Predicted(corrupted, self.original, [self.before[place] for place in kept], after)


def score_models(
    runners: "Mapping[str, CachedPredictor]",
    rows: Sequence[Mapping[str, Any]],
    gold: Sequence[Any],
    copies: "Mapping[GridCell, Sequence[Any]]",
    kept: Sequence[int],
    measure: "Measure",
    controls: Collection[str] = (),
    groups: "Groups | None" = None,
) -> Scored:
    """Predict originals and copies with each model, all at once, and score them on the rows that count.

    Args:
        runners: By the name of the model.
        rows: The originals by role.
        copies: By cell the corrupted rows by role; what stands for rows that do not count is not read.
        kept: Places of the rows that count.
        measure: What to score with.
        controls: Families that only check the ranking.
        groups: The cluster of each row that counts: rows with equal inputs are drawn and swapped together. None: each
            is a cluster of its own.

    Returns:
        The scores, for each number of words and (None) for their mean. P-values of the contrasts are corrected over
        all models, families and numbers of words. Those of the controls are corrected apart from the others, since
        they answer another question, and so are those of the means.
    """
    scored = Scored()
    predicted = {name: _predicted(name, runner, rows, copies, kept) for name, runner in runners.items()}
    failed = np.logical_or.reduce([one.failed() for one in predicted.values()])
    if failed.any():  # all models are scored on the same rows
        answered = np.flatnonzero(~failed).tolist()
        predicted = {name: one.select(answered) for name, one in predicted.items()}
        kept = [kept[place] for place in answered]
        groups = None if groups is None else np.asarray(groups)[answered]
        scored.failed = int(failed.sum())
    labels = [gold[place] for place in kept]
    for name, runner in runners.items():
        corrupted, before, after = predicted[name].corrupted, predicted[name].before, predicted[name].after
        asked = [(one, right) for one, right in zip(predicted[name].original, gold) if one.status != "error"]
        stats = sums_by_cluster(_stats(measure, before, labels), groups)
        scored.models[name] = {
            "baseline": _score(measure, stats),
            "baseline_interval": listed(bootstrap(stats, measure.aggregate)),
            "baseline_all": _score(measure, _stats(measure, [one for one, _ in asked], [right for _, right in asked])),
            "predictions": runner.record(),
            "label_shares": counted_labels(labels, [said_label(one) for one in before]),
            **_answers(runner, before, after.values(), labels),
        }
        by_key = _by_key(
            {cell: sums_by_cluster(_stats(measure, values, labels), groups) for cell, values in after.items()}
        )
        scored.cells += [_cell(name, key, stats, seeds, measure, len(kept)) for key, seeds in by_key.items()]
        scored.contrasts += _contrasts(name, by_key, measure)
        originals = [rows[place] for place in kept]
        scored.examples += _examples(name, originals, corrupted, labels, before, after)
    for question in product((False, True), repeat=2):
        tested = [c for c in scored.contrasts if (c["family"] in controls, c["count"] is None) == question]
        for contrast, adjusted in zip(tested, holm([contrast["p_value"] for contrast in tested]), strict=True):
            contrast["p_adjusted"] = adjusted
    return scored


def _predicted(
    name: str,
    runner: "CachedPredictor",
    rows: Sequence[Mapping[str, Any]],
    copies: "Mapping[GridCell, Sequence[Any]]",
    kept: Sequence[int],
) -> _Predicted:
    """The predictions of one model on originals and copies, all at once."""
    corrupted = {cell: [found[place] for place in kept] for cell, found in copies.items() if cell.model in (None, name)}
    predictions = iter(runner.predict([*rows, *(row for found in corrupted.values() for row in found)]))
    runner.check_errors()
    original = [next(predictions) for _ in rows]
    after = {cell: [next(predictions) for _ in kept] for cell in corrupted}
    return _Predicted(corrupted, original, [original[place] for place in kept], after)


def _answers(
    runner: "CachedPredictor",
    before: "Sequence[Prediction]",
    copies: "Iterable[Sequence[Prediction]]",
    gold: Sequence[Any],
) -> dict[str, Any]:
    """The answers of one model, where some are missing or it is one that writes its answers."""
    after = [(one, right) for copy in copies for one, right in zip(copy, gold, strict=True)]
    sides = list(zip(before, gold, strict=True)), after
    if not (gives_status(runner.predictor) or any(one.status != "ok" for side in sides for one, _ in side)):
        return {}
    counts = [
        counted_predictions([one for one, _ in side], [one.value != right for one, right in side]) for side in sides
    ]
    return {"answers": AnswerSides(before=counts[0], after=counts[1])}


Key = tuple[str, str, int | None]  # family, strategy, number of words; None: the mean over all numbers


def _stats(measure: "Measure", predictions: "Sequence[Prediction]", gold: Sequence[Any]) -> np.ndarray:
    return measure.row_stats([prediction.value for prediction in predictions], gold)


def _score(measure: "Measure", stats: np.ndarray) -> float:
    return float(measure.aggregate(stats.sum(axis=0)))


def _by_key(stats: "Mapping[GridCell, np.ndarray]") -> dict[Key, list[np.ndarray]]:
    """The statistics of each seed, the smallest number of words first and the mean over the numbers last."""
    by_key: dict[Key, list[np.ndarray]] = {}
    for cell, rows in sorted(stats.items(), key=lambda item: item[0].count):  # stable: families keep their order
        by_key.setdefault((cell.family, cell.choose, cell.count), []).append(rows)
    counts = sorted({cell.count for cell in stats})
    if len(counts) > 1:
        for family, choose in dict.fromkeys((family, choose) for family, choose, _ in by_key):
            seeds = zip(*(by_key[family, choose, count] for count in counts), strict=True)
            by_key[family, choose, None] = [np.mean(same, axis=0) for same in seeds]
    return by_key


def _cell(
    model: str, key: Key, before: np.ndarray, seeds: list[np.ndarray], measure: "Measure", rows: int
) -> dict[str, Any]:
    stats = np.mean(seeds, axis=0)
    score, baseline = _score(measure, stats), _score(measure, before)
    return {
        "model": model,
        "family": key[0],
        "choose": key[1],
        "count": key[2],
        "n": rows,
        "score": score,
        "interval": listed(bootstrap(stats, measure.aggregate)),
        "drop": baseline - score,
        "drop_interval": listed(drop_interval(before, stats, measure.aggregate)),
        "by_seed": [_score(measure, rows) for rows in seeds],
    }


def _contrasts(model: str, stats: Mapping[Key, list[np.ndarray]], measure: "Measure") -> list[dict[str, Any]]:
    """Targeted minus random, on the same rows; below zero where targeting costs more."""
    contrasts = []
    for (family, choose, count), rows in stats.items():
        drawn = stats.get((family, "random", count))
        if choose != "important" or drawn is None:
            continue
        targeted, random = np.mean(rows, axis=0), np.mean(drawn, axis=0)
        contrasts.append(
            {
                "model": model,
                "family": family,
                "count": count,
                "difference": _score(measure, targeted) - _score(measure, random),
                "interval": listed(drop_interval(targeted, random, measure.aggregate)),
                "p_value": paired_permutation_p(targeted, random, measure.aggregate),
            }
        )
    return contrasts


def _examples(
    model: str,
    originals: Sequence[Mapping],
    corrupted: "Mapping[GridCell, Sequence[Mapping]]",
    gold: Sequence[Any],
    before: "Sequence[Prediction]",
    after: "Mapping[GridCell, Sequence[Prediction]]",
) -> list[dict[str, Any]]:
    """Rows that few corrupted words turned from right to wrong, the surest first; targeted ones where there are any."""
    by_family: dict[str, list[dict[str, Any]]] = {}
    for cell in sorted(corrupted, key=lambda cell: (cell.choose != "important", cell.count, cell.seed)):
        shown = by_family.setdefault(cell.family, [])
        new = after[cell]
        broken = [n for n, label in enumerate(gold) if before[n].value == label != new[n].value]
        for place in sorted(broken, key=lambda n: (-(before[n].score or 0.0), n)):
            if len(shown) == EXAMPLES:
                break
            answers = (gold[place], before[place], new[place])
            shown.append(_example(model, cell, originals[place], corrupted[cell][place], *answers))
    return [example for examples in by_family.values() for example in examples]


def _example(
    model: str,
    cell: "GridCell",
    original: Mapping,
    corrupted: Mapping,
    gold: str,
    before: "Prediction",
    after: "Prediction",
) -> dict[str, Any]:
    return {
        "model": model,
        "family": cell.family,
        "choose": cell.choose,
        "count": cell.count,
        "gold": gold,
        "original_prediction": before.value,
        "perturbed_prediction": after.value if after.status == "ok" else f"({after.status})",
        "original_score": before.score,
        "perturbed_score": after.score,
        "fields": [
            changed_text(role, original[role], corrupted[role])
            for role in original
            if original[role] != corrupted[role]
        ],
    }
