"""Where a model is weakest: slices on which it is wrong more often, and on which transformations cost more."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hf_robust.core.doc import plain_text
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import PairOutcomes, SuiteOutcomes
from hf_robust.evaluation.pair_examples import pair_examples, worst_pairs
from hf_robust.scoring import bootstrap
from hf_robust.scoring.distinct_slices import DistinctSlice, distinct_slices
from hf_robust.scoring.paired import listed
from hf_robust.scoring.slice_search import MOST_SHARE, Losses, SliceTests, least_rows, search_slices
from hf_robust.scoring.statistics import wilson_of_share
from hf_robust.slices.candidates import Candidates, RowFacts, candidates
from hf_robust.slices.fitting import slice_rows
from hf_robust.slices.slice_pairs import FAMILY as PAIR
from hf_robust.suites.pairs import RECORD
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task

SHOWN, EXAMPLES, ALSO = 20, 3, 5  # slices of a report; rows shown of each; similar slices named beside it
LEAST_DIFFERENCE = 0.02  # of two points and less nobody would act
PERMUTATIONS = 1000  # smallest possible p-value 0.001
_SHARES = (0.01, 0.05, 0.2)  # sizes of slices for which the report says what could have been found


def weak_slices(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """The record's ``weakest``; None where it was not asked for.

    Two families of tests: is the model wrong more often on the original rows of a slice; and does a transformation cost
    more on the rows of a slice than on the others that it changed. In the second, what the model said is no slice (an
    unsure answer falls first), and neither are pairs of slices. Where no slices were asked for, those that cost little
    to find are looked at. Rows with equal inputs count as one, with the mean of their losses and the slices of the
    first of them.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for.
    """
    if not wanted.weakest:
        return None
    sources = outcomes.originals.sources
    firsts = np.unique(sources, return_index=True)[1]
    found = _candidates(outcomes, firsts, wanted.seed)
    wrong = [Losses(sources, 1 - outcomes.originals.scores)]
    drops = [Losses(outcomes.source_of(n), one.before - one.after) for n, one in enumerate(outcomes.pairs)]
    plain = [kind != "answer" and one.family != PAIR for kind, one in zip(found.kinds, found.table.slices)]
    every, some = np.arange(len(plain)), np.flatnonzero(plain)
    return {
        "rows": len(firsts),
        "alpha": 0.05,
        "permutations": PERMUTATIONS,
        "least_difference": LEAST_DIFFERENCE,
        "seed": wanted.seed,
        "families": found.families,
        "skipped": dict(found.skipped),
        "wrong": _Search(outcomes, found, wrong, every, wanted.seed, of_originals=True).record(),
        "drops": _Search(outcomes, found, drops, some, wanted.seed, of_originals=False).record(),
    }


def _candidates(outcomes: SuiteOutcomes, firsts: np.ndarray, seed: int) -> Candidates:
    """All slices of the original rows, of those with equal inputs the first one."""
    task, originals = outcomes.task, outcomes.originals
    confidence = np.full(len(originals), np.nan)
    for place, one in enumerate(outcomes.pairs):
        here = originals.pairs[:, 0] == place
        confidence[here] = one.old.scores[originals.pairs[here, 1]]
    kept = originals.rows if len(firsts) == len(originals) else originals.rows.select(firsts)
    asked = outcomes.slices.take(firsts) if outcomes.slices and outcomes.slices.slices else None
    rows = RowFacts(
        texts={role: [plain_text(value, task.spoken) for value in kept[column]] for role, column in _texts(outcomes)},
        declared=slice_rows(kept, task) if asked is None else asked,
        gold=[originals.gold[row] for row in firsts.tolist()] if task.label_names else (),
        predicted=[originals.predicted[row] for row in firsts.tolist()] if task.label_names else (),
        confidence=confidence[firsts],
    )
    count = len(firsts)
    return candidates(rows, least_rows(count), int(MOST_SHARE * count), seed=seed)


def _texts(outcomes: SuiteOutcomes) -> list[tuple[str, str]]:
    task, columns = outcomes.task, outcomes.originals.rows.column_names
    return [(role, task.column(role)) for role in task.text_roles if task.column(role) in columns]


class _Search:
    """One family of tests and what a record says of it.

    Args:
        outcomes: What the model did.
        found: The candidates.
        losses: The losses; several are those of the transformations.
        columns: Which candidates are looked at.
        seed: Seed of the permutations.
        of_originals: Whether the loss is how wrong the model is on the original rows.
    """

    def __init__(
        self,
        outcomes: SuiteOutcomes,
        candidates: Candidates,
        losses: Sequence[Losses],
        columns: np.ndarray,
        seed: int,
        *,
        of_originals: bool,
    ):
        self._outcomes, self._losses = outcomes, [loss.by_row() for loss in losses]
        self._slices = [candidates.table.slices[index] for index in columns.tolist()]
        self._kinds = [candidates.kinds[index] for index in columns.tolist()]
        self._members = candidates.table.members[:, columns]
        self._wrong = of_originals
        self._tests: SliceTests = search_slices(self._losses, self._members, permutations=PERMUTATIONS, seed=seed)

    def record(self) -> dict[str, Any]:
        """What the record says of the search."""
        tests = self._tests
        ranked = self._distinct()
        return {
            "tests": len(tests),
            "slices": len(np.unique(tests.slice)),
            "detectable": self._detectable(),
            "more": max(0, len(ranked) - SHOWN),
            "found": [self._slice_record(test, one) for test, one in ranked[:SHOWN]],
        }

    def _distinct(self) -> list[tuple[int, DistinctSlice]]:
        """The tests that stand for themselves, the largest statistic first, with what is folded under each."""
        tests, ranked = self._tests, []
        found = tests.significant(LEAST_DIFFERENCE)
        for place in np.unique(tests.loss[found]).tolist():
            own = [test for test in found.tolist() if tests.loss[test] == place]
            number = {int(tests.slice[test]): test for test in own}
            distinct = distinct_slices(list(number), self._members, self._losses[place], tests.critical, self._kinds)
            ranked += [(number[one.slice], one) for one in distinct]
        return sorted(ranked, key=lambda pair: -tests.statistic[pair[0]])

    def _detectable(self) -> list[dict[str, Any]]:
        """What slices of some sizes would have needed to be found, where the loss spreads most."""
        tests = self._tests
        if not len(tests):
            return []
        place = max(np.unique(tests.loss).tolist(), key=lambda loss: tests.spread[loss])
        sizes = sorted({max(tests.least[place], int(share * tests.rows[place])) for share in _SHARES})
        needed = [(size, tests.detectable(place, size)) for size in sizes]
        return [{"n": size, "difference": float(least)} for size, least in needed if least < 1]

    def _slice_record(self, test: int, weak_slice: DistinctSlice) -> dict[str, Any]:
        """One slice of the record."""
        tests, index, info = self._tests, int(self._tests.loss[test]), self._slices[weak_slice.slice]
        losses = self._losses[index]
        member = self._members[losses.rows, weak_slice.slice]
        values = 1 - losses.values if self._wrong else losses.values
        return {
            **info.describe(),
            "kind": self._kinds[weak_slice.slice],
            "transformation": None if self._wrong else self._outcomes.pairs[index].name,
            "n": int(tests.n[test]),
            "inside": float(values[member].mean()),
            "outside": float(values[~member].mean()),
            "interval": _interval(values[member], self._wrong and self._outcomes.measure.binary),
            "difference": float(tests.difference[test]),
            "at_least": float(tests.at_least[test]),
            "effect": float(tests.effect[test]),
            "p_adjusted": float(tests.p_adjusted[test]),
            "also": [self._slices[other].name for other in weak_slice.also[:ALSO]],
            "also_more": max(0, len(weak_slice.also) - ALSO),
            "mistakes": self._mistakes(weak_slice.slice) if self._wrong else [],
            "examples": [] if self._wrong else self._examples(index, weak_slice.slice),
        }

    def _mistakes(self, column: int) -> list[dict[str, Any]]:
        """The rows of a slice that the model has most wrong, each input once."""
        originals = self._outcomes.originals
        rows = np.flatnonzero(self._members[originals.sources, column] & (originals.scores < 1))
        rows = rows[np.argsort(originals.scores[rows], kind="stable")]
        once = np.sort(np.unique(originals.sources[rows], return_index=True)[1])
        return [_mistake(self._outcomes, row) for row in rows[once][:EXAMPLES].tolist()]

    def _examples(self, index: int, column: int) -> list[dict[str, Any]]:
        """The pairs of a slice that lost most."""
        pairs: PairOutcomes = self._outcomes.pairs[index]
        among = np.flatnonzero(self._members[self._outcomes.source_of(index), column])
        return pair_examples(pairs, self._outcomes.task, worst_pairs(pairs, EXAMPLES, among))


def _mistake(outcomes: SuiteOutcomes, index: int) -> dict[str, Any]:
    """An original row that the model has wrong."""
    task: Task = outcomes.task
    originals = outcomes.originals
    row = originals.rows[index]
    return {
        "source_id": row[RECORD]["source_id"],
        "gold": task.show(originals.gold[index], row, with_question=True),
        "prediction": task.show(originals.predicted[index], row),
        "fields": [{"field": column, "text": plain_text(row[column], task.spoken)} for _, column in _texts(outcomes)],
    }


def _interval(values: np.ndarray, binary: bool) -> list[float] | None:
    """Where the mean of the values would lie with other rows of the kind."""
    if binary:
        return listed(wilson_of_share(values.sum() / len(values), len(values)))
    return listed(bootstrap(np.column_stack([values, np.ones(len(values))]), lambda sums: sums[..., 0] / sums[..., 1]))
