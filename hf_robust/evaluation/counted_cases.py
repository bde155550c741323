"""The cases of a capability suite that count for a model: those whose labels are sure and which it can pass."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import CASE, column_of, sources_of
from hf_robust.core.quoted import named
from hf_robust.evaluation.answer_counts import counted_predictions
from hf_robust.evaluation.trust import Trust
from hf_robust.reports.audit_words import NOT_RATED
from hf_robust.reports.records.answer_records import AnswerCounts
from hf_robust.reports.records.capability_records import CaseCounts, FailureRate
from hf_robust.scoring import failure_rate

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Prediction

MAY_LACK = "neutral"
"""The label that a model need not have."""
SURE = "oracle_confidence"
UNSURE, UNSAID = "oracle confidence too low", "no right answer among the model's labels"
UNANSWERED = "a request to the model failed"


@dataclass
class CountedCases:
    """The cases of one split of one capability that count.

    Args:
        table: The cases.
        total: How many there were.
        left_out: How many were left out, by reason.
        oracle_confidence: Mean of those that count, where it is known.
        predictions: One a case.
        failed: Whether the model fails each; None where nothing is expected.
        told: Whether the model is one whose answers have statuses.
    """

    table: "Dataset"
    total: int
    left_out: dict[str, int]
    oracle_confidence: float | None = None
    predictions: "Sequence[Prediction]" = ()
    failed: Sequence[bool | None] = ()
    told: bool = False

    @classmethod
    def of(cls, table: "Dataset", trust: Trust, labels: Sequence[str] | None) -> "CountedCases":
        """The cases of a table that count.

        Args:
            table: All cases.
            trust: What is asked of their oracle confidence.
            labels: Labels that the model can say; None when its predictions will tell.
        """
        cases = cls(table, len(table), {})
        cases = cases._only([trust.why_not(sure) is None or sure is None for sure in cases.column(SURE)], UNSURE)
        cases = cases._only([trust.why_not(sure) is None for sure in cases.column(SURE)], NOT_RATED)
        cases = cases.sayable(labels)
        known = [value for value in cases.column(SURE) if value is not None]
        return replace(cases, oracle_confidence=fmean(known) if known else None)

    def __len__(self) -> int:
        return len(self.table)

    def column(self, field: str) -> list[Any]:
        """A field of the records of all cases."""
        return column_of(self.table, field)

    def case(self, index: int) -> Mapping[str, Any]:
        """The record of one case."""
        return self.table[index][CASE]

    def sayable(self, labels: Sequence[str] | None) -> "CountedCases":
        """The cases that a model with these labels can pass; those that ask for no label stay."""
        if labels is None:
            return self
        known = {None, *labels}
        asked = zip(self.column("accepted"), self.column("expectation"))
        keep = [not known.isdisjoint(accepted) if accepted else about["label"] in known for accepted, about in asked]
        return self._only(keep, UNSAID)

    def answered(self) -> "CountedCases":
        """The cases whose requests, and those of the case that they are compared with, did not fail."""
        ids = self.column("case_id")
        lost = {id for id, one in zip(ids, self.predictions) if one.status == "error"}
        if not lost:
            return self
        others = [about["other"] for about in self.column("expectation")]
        return self._only([lost.isdisjoint(pair) for pair in zip(ids, others)], UNANSWERED)

    def _only(self, keep: Sequence[bool], reason: str) -> "CountedCases":
        if all(keep):
            return self
        places = [place for place, kept in enumerate(keep) if kept]
        left_out = self.left_out | {reason: self.left_out.get(reason, 0) + len(keep) - len(places)}
        predictions = [self.predictions[place] for place in places] if self.predictions else ()
        return replace(self, table=self.table.select(places), left_out=left_out, predictions=predictions)

    def rate(self) -> CaseCounts:
        """Failure rate with an interval that knows shared sources, and which cases counted."""
        judged = [(failed, of) for failed, of in zip(self.failed, self.sources) if failed is not None]
        distinct = {source for _, sources in judged for source in sources}
        return CaseCounts(
            **vars(rate_of(judged)),
            total=self.total,
            left_out=dict(self.left_out),
            oracle_confidence=self.oracle_confidence,
            sources=len(distinct),
            answers=self.answers(),
        )

    def answers(self) -> AnswerCounts | None:
        """The answers, where the model is one whose answers have statuses, or some case has no answer."""
        if not (self.told or any(one.status != "ok" for one in self.predictions)):
            return None
        return counted_predictions(self.predictions, self.failed)

    @property
    def sources(self) -> list[tuple[str, ...]]:
        """The sources of each case, see :func:`hf_robust.capability.cases.sources_of`."""
        return sources_of(self.table)


def rate_of(judged: Iterable[tuple[bool, Sequence[str]]]) -> FailureRate:
    """Failure rate with its interval, number of failures and of cases.

    Args:
        judged: For each case whether it fails, and its sources: cases that share one are no independent evidence.
    """
    pairs = list(judged)
    said = ["fails" if failed else "passes" for failed, _ in pairs]
    found = failure_rate(said, ["passes"] * len(said), groups=[sources for _, sources in pairs])
    interval = found["interval"]
    return FailureRate(
        failure_rate=found["failure_rate"],
        interval=None if interval is None else (interval[0], interval[1]),
        n_failed=found["n_failed"],
        n=found["n"],
    )


def why_none_count(splits: Iterable[CountedCases], labels: Sequence[str] | None, silent: bool) -> str | None:
    """Why a capability cannot be measured although it has cases; None when it can, or has none.

    Args:
        splits: Its seeds and expansions.
        labels: Labels that the model can say.
        silent: Whether its predictions alone tell what it can say.
    """
    splits = list(splits)
    if any(len(cases) for cases in splits):
        return None
    if any(cases.left_out.get(UNSAID) for cases in splits):
        if silent:
            return f"only {MAY_LACK} is right, which the model never says; use labels=[...] if it can"
        return f"no answer is right that the model can say; its labels are {named(labels) or 'none'}"
    if any(cases.left_out.get(UNANSWERED) for cases in splits):
        return "the requests for all its cases failed"
    if any(cases.left_out.get(UNSURE) for cases in splits):
        return "the oracle confidence of all its cases is too low"
    if any(cases.left_out.get(NOT_RATED) for cases in splits):
        return "nobody rated its cases"
    return None
