"""A report beside an earlier one, its baseline: which scores fell by more than chance explains.

Where both records mark which rows are right, and the rows come from the same sources in the same order, the scores are
compared row by row, by McNemar's exact test; where inputs repeat, by the exact sign-flip test over different inputs.
Elsewhere (a measure that is not right or wrong, several variants of a
row, records of an older version, other rows) the test takes both scores for scores of independent rows. Of the same
rows they are not, so that it finds less, and raises no more false alarms. Holm's correction is over all that is tested.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.reports.comparison_words import p_words
from hf_robust.reports.records.robustness_records import (
    Originals,
    RobustnessRecord,
    RowMarks,
    TransformationResult,
    WorstCase,
)
from hf_robust.reports.row_marks import right_rows, row_groups, same_rows
from hf_robust.reports.wording import ALPHA, count, listed, metric_word, points
from hf_robust.scoring.drops import sign_flip_p
from hf_robust.scoring.statistics import holm
from hf_robust.scoring.unpaired import difference_p, fisher_exact, share_error

ORIGINALS, WORST = "originals", "worst case"
_NAMED = 5


@dataclass(frozen=True)
class BaselineChange:
    """One score in both reports.

    Args:
        name: Of the transformation; or ``originals``, ``worst case``.
        n: Rows behind the score in the new report.
        before: The score in the baseline, from 0 to 1.
        after: The score in the new report.
        p_value: Two-sided, that nothing but chance changed it.
        p_adjusted: The same, corrected for all scores that were tested.
        broken: Rows that were right and are wrong; None where the rows are not known side by side.
        fixed: Rows that were wrong and are right.
        sources: Different inputs among the rows; None where the rows are not known side by side.
    """

    name: str
    n: int
    before: float
    after: float
    p_value: float
    p_adjusted: float = 1.0
    broken: int | None = None
    fixed: int | None = None
    sources: int | None = None

    @property
    def paired(self) -> bool:
        """Whether it was compared row by row."""
        return self.broken is not None

    @property
    def fell(self) -> bool:
        """Whether the score fell by more than chance explains."""
        return self.after < self.before and self.p_adjusted < ALPHA

    @property
    def test(self) -> str:
        """How it was tested, in words."""
        if not self.paired:
            return "unpaired"
        return f"paired: {count(self.broken)} broke, {count(self.fixed)} fixed"


@dataclass(frozen=True)
class SinceBaseline:
    """What changed since the baseline; made by :meth:`hf_robust.Report.since`.

    Args:
        changes: The scores that were compared.
        left_out: What was not, and why.
        notes: How the runs differ, and how they were compared.
        metric: The metric, as it is called inside a sentence.
    """

    changes: tuple[BaselineChange, ...]
    left_out: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]
    metric: str

    @property
    def falls(self) -> list[str]:
        """One message for each score that fell by more than chance explains."""
        return [self.words(one) for one in self.changes if one.fell]

    def words(self, change: BaselineChange) -> str:
        """One change in a sentence."""
        moved = "fell" if change.after < change.before else "went"
        return (
            f"{change.name}: {self.metric} {moved} from {points(change.before)} to {points(change.after)} since the "
            f"baseline ({count(change.n, 'row')}, {change.test}, p {p_words(change.p_adjusted)} corrected)"
        )

    @property
    def verdict(self) -> str:
        """What came of it, in one sentence."""
        fallen = [one.name for one in self.changes if one.fell]
        compared = count(len(self.changes), "score")
        if not fallen:
            return f"None of {compared} fell significantly since the baseline."
        return f"{len(fallen)} of {compared} fell significantly since the baseline: {_few(fallen)}."


def since(baseline: RobustnessRecord, record: RobustnessRecord) -> SinceBaseline:
    """Compare the record of a suite's report with an earlier one.

    Args:
        baseline: The earlier record.
        record: The new one.

    Raises:
        UsageError: They share nothing that could be compared.
        DataFileError: Marks of rows are damaged.
    """
    names = [one.name for one in record.results]
    check_record(baseline, record.suite.task, [record.metric.name], names)
    found, left_out = [], []
    for name, old, new, reason in _pairs(baseline, record):
        change = None if reason or old is None or new is None else _change(name, old, new)
        if change is None:
            left_out.append((name, reason or "no score"))
        else:
            found.append(change)
    if not found:
        why = "; ".join(f"{name}: {reason}" for name, reason in left_out[:_NAMED])
        raise UsageError(f"the baseline shares nothing with this run that could be compared ({why})")
    adjusted = holm([one.p_value for one in found])
    changes = tuple(replace(one, p_adjusted=p) for one, p in zip(found, adjusted, strict=True) if p is not None)
    return SinceBaseline(changes, tuple(left_out), tuple(_notes(baseline, record, changes)), metric_word(record))


def check_record(baseline: RobustnessRecord, task: str, metrics: Sequence[str], names: Collection[str]) -> None:
    """Refuse an earlier record that shares nothing with a run, which can be said before it.

    Args:
        baseline: The earlier record.
        task: The task of the run, by its id.
        metrics: What it may be scored with, by name; the usual one first.
        names: Its transformations.

    Raises:
        UsageError: Another task or metric, or no transformation in common.
        DataFileError: Marks of rows are damaged.
    """
    found = (("task", baseline.suite.task, [task]), ("metric", baseline.metric.name, metrics))
    for what, old, new in found:
        if old not in new:
            raise UsageError(
                f"the baseline is of another {what}, {old} and not {new[0]}, so there is nothing to compare"
            )
    known = [one.name for one in baseline.results]
    if not set(known) & set(names):
        raise UsageError(f"the baseline has {_few(known) if known else 'no transformations'}, and none of this run")
    for one in (*baseline.results, baseline.originals, baseline.worst_case):
        if one:
            right_rows(one.rows, one.n)
            row_groups(one.rows, one.n)


@dataclass(frozen=True)
class _Score:
    """A score in one record."""

    value: float
    n: int
    sources: int
    rows: RowMarks | None
    standard_error: float | None

    @property
    def error(self) -> float:
        """Its standard error; the largest that it can be where the record does not say it."""
        said = self.standard_error
        return share_error(self.value, self.sources) if said is None else said


def _score(part: Originals | TransformationResult | WorstCase | None, value: float | None) -> _Score | None:
    if part is None or value is None or not part.n:
        return None
    return _Score(value, part.n, part.n if part.sources is None else part.sources, part.rows, part.standard_error)


def _originals(record: RobustnessRecord) -> _Score | None:
    return _score(record.originals, record.originals.score if record.originals else None)


def _worst(record: RobustnessRecord) -> _Score | None:
    return _score(record.worst_case, record.worst_case.worst if record.worst_case else None)


_Pair = tuple[str, _Score | None, _Score | None, str]


def _pairs(baseline: RobustnessRecord, record: RobustnessRecord) -> Iterator[_Pair]:
    """Each score in both records, and why it is not compared where it is not."""
    old, new = ({one.name: one for one in each.results} for each in (baseline, record))
    same = set(old) == set(new) and all(_same_entry(old[name], new[name]) for name in new)
    before, after = (_originals(each) for each in (baseline, record))
    alike = same or (before is not None and after is not None and same_rows(before.rows, after.rows))
    other = "" if alike else "other transformations, so these are other rows"
    yield ORIGINALS, before, after, other
    for name in dict.fromkeys([*new, *old]):
        if name not in old or name not in new:
            yield name, None, None, "not in this run" if name in old else "not in the baseline"
            continue
        other = "" if _same_entry(old[name], new[name]) else "another version or other parameters"
        yield name, _score(old[name], old[name].perturbed), _score(new[name], new[name].perturbed), other
    yield WORST, _worst(baseline), _worst(record), "" if same else "other transformations"


def _same_entry(first: TransformationResult, second: TransformationResult) -> bool:
    return [first.stages, first.effect] == [second.stages, second.effect]


def _change(name: str, old: _Score, new: _Score) -> BaselineChange:
    marks, other = old.rows, new.rows
    if old.n == new.n and same_rows(marks, other):
        was, is_now = right_rows(marks, old.n), right_rows(other, new.n)
        assert was is not None and is_now is not None
        broken, mended = int((was & ~is_now).sum()), int((~was & is_now).sum())
        groups = row_groups(other, new.n)
        moved = was.astype(np.int64) - is_now
        differences = moved if groups is None else np.bincount(groups, weights=moved)
        p_value = sign_flip_p(differences)
        sources = new.n if groups is None else len(np.unique(groups))
        return BaselineChange(name, new.n, old.value, new.value, p_value, broken=broken, fixed=mended, sources=sources)
    return BaselineChange(name, new.n, old.value, new.value, _unpaired(old, new))


def _unpaired(old: _Score, new: _Score) -> float:
    """The test for rows that are not known side by side: of shares where neither record says an error of its own."""
    if old.standard_error is None and new.standard_error is None:
        right = (round(one.value * one.sources) for one in (old, new))
        return fisher_exact(next(right), old.sources, next(right), new.sources)
    return difference_p(old.value, new.value, old.error, new.error)


_ABOUT: tuple[tuple[str, Callable[[RobustnessRecord], str]], ...] = (
    ("suite", lambda record: " ".join(filter(None, [record.suite.name, record.suite.version]))),
    ("dataset", lambda record: " / ".join(filter(None, [record.suite.dataset, record.suite.split]))),
    ("seed", lambda record: str(record.suite.seed)),
    ("content hash", lambda record: record.suite.content_hash),
    ("hf_robust", lambda record: record.hf_robust_version),
)


def _notes(baseline: RobustnessRecord, record: RobustnessRecord, changes: tuple[BaselineChange, ...]) -> Iterator[str]:
    """How the runs differ, and how they were compared."""
    for what, of in _ABOUT:
        old, new = of(baseline), of(record)
        if old != new:
            yield f"another {what}: {old or 'none'} in the baseline, {new or 'none'} now"
    paired = [one.name for one in changes if one.paired]
    if len(paired) == len(changes):
        clustered = any(one.sources != one.n for one in changes)
        test = "exact sign-flip test, rows with equal inputs count as one" if clustered else "McNemar's exact test"
        yield f"compared row by row ({test}, Holm's correction)"
        return
    rest = [one.name for one in changes if not one.paired]
    some = f"; row by row: {_few(paired)}" if paired else ""
    yield f"compared by score and number of rows, not row by row, which finds less: {_few(rest)}{some}"


def _few(names: list[str]) -> str:
    return listed(names) if len(names) <= _NAMED else f"{', '.join(names[:_NAMED])} and {len(names) - _NAMED} more"
