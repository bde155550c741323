"""Baselines that are trained on the originals of a suite, each row predicted by a model that has not seen it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.baselines.cross_fitting import Pairs, TrainedBaseline
from hf_robust.suites.pairs import RECORD
from hf_robust.suites.robustness import Suite
from hf_robust.suites.rows import fields_of

if TYPE_CHECKING:
    from datasets import Dataset


def train_on_originals(predictor: Any, suite: Suite) -> None:
    """Train a baseline that needs it, by cross-fitting; any other model is left as it is.

    Args:
        predictor: The model.
        suite: The suite that it will be scored on.

    Raises:
        UsageError: When the suite has too few rows for it.
    """
    if isinstance(predictor, TrainedBaseline) and not predictor.trained:
        predictor.cross_fit(_pairs(suite))


def _pairs(suite: Suite) -> Iterator[Pairs]:
    task = suite.task
    for entry in suite.entries.values():
        gold = task.references(entry.original)
        yield Pairs(source_ids(entry.perturbed), task.inputs(entry.original), gold, task.inputs(entry.perturbed))


def source_ids(perturbed: "Dataset") -> list[str]:
    """The id of the row that each changed row was made from."""
    return [one for (ids,) in fields_of(perturbed, RECORD, "source_id") for one in ids.to_pylist()]
