"""Models that learn from rows: none may predict a row of a suite that it has seen with its label."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.baselines.cross_fitting import Pairs, TrainedBaseline
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.suites.pairs import RECORD
from hf_robust.suites.robustness import Suite
from hf_robust.suites.rows import fields_of
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset


def train_on_originals(predictor: Any, suite: Suite, data: "Dataset | None" = None) -> None:
    """Train a baseline that needs it, by cross-fitting, and check the examples in the prompt of a language model.

    Any other model is left as it is.

    Args:
        suite: The suite that it will be scored on.
        data: All rows that the suite was made from, where they are at hand: those that did not change are learned
            from, too.

    Raises:
        UsageError: When the suite has too few rows for it, or a row is an example in a prompt.
    """
    if isinstance(predictor, LanguageModel):
        for pairs in _pairs(suite):
            predictor.check_examples(pairs.originals)
    if isinstance(predictor, TrainedBaseline) and not predictor.trained:
        predictor.cross_fit(chain(_pairs(suite), () if data is None else [_rest(data, suite.task)]))


def _rest(data: "Dataset", task: Task) -> Pairs:
    rows = task.inputs(data)
    return Pairs([f"row {number}" for number in range(len(rows))], rows, task.references(data), rows)


def _pairs(suite: Suite) -> Iterator[Pairs]:
    task = suite.task
    for entry in suite.entries.values():
        gold = task.references(entry.original)
        yield Pairs(source_ids(entry.perturbed), task.inputs(entry.original), gold, task.inputs(entry.perturbed))


def source_ids(perturbed: "Dataset") -> list[str]:
    """The id of the row that each changed row was made from."""
    return [one for (ids,) in fields_of(perturbed, RECORD, "source_id") for one in ids.to_pylist()]
