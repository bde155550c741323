"""The order of models on a suite, and how sure it is that the first is better than the second."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hf_robust.evaluation.shared_originals import Outcomes, SharedOriginals, mean_of_transformations
from hf_robust.scoring import Measure, holm, paired_permutation_p
from hf_robust.scoring.drops import drop_interval, summed
from hf_robust.scoring.measure_type import Floats, share
from hf_robust.scoring.paired import listed

PERMUTATIONS = 2000
BY = ("perturbed", "original", "worst")
"""What models are ordered by: the mean over the transformations, the originals, the worst case of each row."""


def ranks(models: Sequence[Outcomes], shared: SharedOriginals, measure: Measure, seed: int) -> list[dict[str, Any]]:
    """The order of the models by each score, the best one first.

    Args:
        models: The outcomes of each model.
        shared: Their originals.
        measure: What rows are scored with.
        seed: Random seed.

    Returns:
        One mapping for each of :data:`BY`: ``scores`` by model, ``intervals`` of them, ``order`` (numbers of the
        models), and of the difference between the first and the second ``difference``, ``interval`` (paired bootstrap
        over originals, those with equal inputs together), ``p_value`` (paired permutation) and
        ``p_adjusted`` (Holm, over the three).

    Source: Koehn 2004 (paired bootstrap); Noreen 1989 (approximate randomization).
    """
    k = shared.stats(models[0]).shape[1]
    tables: dict[str, tuple[Callable[[Outcomes], Floats], Any]] = {
        "perturbed": (shared.after, mean_of_transformations(measure, k)),
        "original": (shared.stats, measure.aggregate),
        "worst": (lambda outcomes: shared.worst(outcomes), share),
    }
    groups = shared.groups(models[0])
    found = [
        _ranked(by, [read(one) for one in models], aggregate, groups, seed) for by, (read, aggregate) in tables.items()
    ]
    for one, p_value in zip(found, holm([one["p_value"] for one in found]), strict=True):
        one["p_adjusted"] = p_value
    return found


def _ranked(by: str, stats: Sequence[Floats], aggregate: Any, groups: np.ndarray | None, seed: int) -> dict[str, Any]:
    scores = [float(aggregate(one.sum(axis=0))) for one in stats]
    order = sorted(range(len(scores)), key=lambda place: -np.nan_to_num(scores[place], nan=-1.0))
    first, second = (stats[place] for place in order[:2])
    if groups is not None:
        first, second = summed(first, second, groups)
    return {
        "by": by,
        "scores": scores,
        "order": order,
        "difference": scores[order[0]] - scores[order[1]],
        "interval": listed(drop_interval(first, second, aggregate, seed=seed)),
        "p_value": paired_permutation_p(first, second, aggregate, PERMUTATIONS, seed),
    }
