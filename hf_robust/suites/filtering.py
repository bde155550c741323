"""Rows of a suite sieved by validators: which pairs stay, and what each validator left out."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.core.doc import plain_text
from hf_robust.core.errors import UsageError
from hf_robust.core.languages import Language
from hf_robust.perturb.changes import Change
from hf_robust.perturb.undo_edits import steps_of
from hf_robust.perturb.validators.base import Validator, measured_rows, validators_of
from hf_robust.perturb.validity_levels import LEVELS, least_score
from hf_robust.suites.rows import fields_of, pieces_of
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

Asked = float | str | Mapping[str, Any]
"""The least score: a number, ``"lenient"``, ``"strict"``, or ``{"least": ..., <parameters of the validator>}``."""


@dataclass(frozen=True)
class Sieve:
    """A validator, and the least score that passes it.

    Args:
        least: From 0 to 1.
        level: ``lenient`` or ``strict``, when the number comes from the table of levels; else empty.
    """

    validator: Validator
    least: float
    level: str = ""

    def describe(self, left_out: Mapping[str, int]) -> dict[str, Any]:
        """How the suite's manifest records it.

        Args:
            left_out: How many pairs each validator left out.
        """
        name = self.validator.name
        described = {
            "validator": name,
            "version": self.validator.version,
            "params": self.validator.params,
        }
        return {**described, "least": self.least, "level": self.level, "left_out": left_out[name]}


def sieves_of(limits: Mapping[str, Asked]) -> list[Sieve]:
    """The sieves that arguments of ``suite.filter`` name, in their order.

    Args:
        limits: What is asked by name of the validator; ``edit_distance`` and ``edit-distance`` are the same.

    Raises:
        UnknownNameError: When there is no such validator.
        UsageError: When nothing is given, or a least score is none.
        MissingResource: When a validator needs something that is not installed.

    Example:
        >>> [(sieve.validator.name, sieve.least) for sieve in sieves_of({"words_changed": "strict"})]
        [('words-changed', 0.9)]
    """
    if not limits:
        raise UsageError("name a validator and the least score: suite.filter(similarity=0.95)")
    asked = {name.replace("_", "-"): value for name, value in limits.items()}
    if len(asked) < len(limits):
        raise UsageError(f"a validator is named twice among {', '.join(limits)}; leave one out")
    params = {name: dict(value) if isinstance(value, Mapping) else {"least": value} for name, value in asked.items()}
    least: dict[str, Any] = {name: values.pop("least", None) for name, values in params.items()}
    validators = validators_of([{"name": name, **values} for name, values in params.items()])
    return [
        Sieve(
            limit, least_score(limit, least[limit.name]), str(least[limit.name]) if least[limit.name] in LEVELS else ""
        )
        for limit in validators
    ]


def sieved(
    original: "Dataset", perturbed: "Dataset", task: Task, sieves: Sequence[Sieve]
) -> tuple[np.ndarray, Counter[str]]:
    """Which pairs pass all sieves, and how many each leaves out; a pair is left out by the first that it does not pass.

    Args:
        original: The original rows.
        perturbed: The changed rows, in the same order.
        task: The task with the columns.
        sieves: The sieves; those that come first see more rows, so cheap ones go first.

    Returns:
        Numbers of the pairs that stay; how many were left out, by name of the validator.
    """
    kept: list[np.ndarray] = []
    left_out: Counter[str] = Counter({sieve.validator.name: 0 for sieve in sieves})
    start = 0
    for rows in _changes(original, perturbed, task):
        places = list(range(len(rows)))
        for sieve in sieves:
            found = measured_rows(sieve.validator, [rows[place] for place in places])
            passed = [place for place, measured in zip(places, found) if measured.score >= sieve.least]
            left_out[sieve.validator.name] += len(places) - len(passed)
            places = passed
        kept.append(np.array(places, np.int64) + start)
        start += len(rows)
    return np.concatenate(kept) if kept else np.empty(0, np.int64), left_out


def _changes(original: "Dataset", perturbed: "Dataset", task: Task) -> Iterator[list[list[Change]]]:
    """The changed texts of each pair, piece by piece."""
    columns = [task.column(role) for role in task.fields]
    pieces = (pieces_of(original, *columns), pieces_of(perturbed, *columns), fields_of(perturbed, "robust", "edits"))
    for old, new, (edits,) in zip(*pieces, strict=True):
        texts = [zip(old.column(name).to_pylist(), new.column(name).to_pylist()) for name in columns]
        yield [list(_row(columns, pairs, row, task.spoken)) for *pairs, row in zip(*texts, edits.to_pylist())]


def _row(
    columns: Sequence[str], pairs: Iterable[tuple[Any, Any]], edits: Sequence[Mapping], language: Language
) -> Iterator[Change]:
    for column, (before, after) in zip(columns, pairs):
        if before != after:
            yield Change(plain_text(before, language), plain_text(after, language), steps_of(edits, column), language)


def left_out_in_words(left_out: Mapping[str, int]) -> str:
    """How many pairs validators left out.

    Example:
        >>> left_out_in_words({"similarity": 3, "grammar": 0, "bleu": 1}), left_out_in_words({"grammar": 0})
        ('3 by similarity, 1 by bleu', '0')
    """
    return ", ".join(f"{count} by {name}" for name, count in left_out.items() if count) or "0"


def least_in_words(filters: Iterable[Mapping[str, Any]]) -> str:
    """The least scores that a suite was filtered by.

    Args:
        filters: As :meth:`Sieve.describe` gives them.

    Example:
        >>> least_in_words([{"validator": "similarity", "least": 0.95}, {"validator": "grammar", "least": 1.0}])
        'similarity 0.95, grammar 1'
    """
    return ", ".join(f"{one['validator']} {one['least']:g}" for one in filters)
