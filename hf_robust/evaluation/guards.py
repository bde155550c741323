"""Guards of a run: what the labels and the predictions say about whether its scores mean anything.

All functions are pure: they read counts of labels, and return facts for the record or warnings for its headline.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import numpy as np

from hf_robust.reports.records.answer_records import NO_ANSWER
from hf_robust.reports.records.robustness_records import LabelShares, PredictedShares, TransformationResult
from hf_robust.reports.run_warnings import MIXED_UP, run_warning
from hf_robust.reports.wording import count, on_changed, percent, points
from hf_robust.scoring.assignment import best_total

PACKAGED = ("embedded",)  # kinds of models that come with the package
_NAME_ONE = (
    "No model that solves this task comes with the package: name a fine-tuned one with --model (a Hub id such as "
    "ORG/NAME, or a folder)"
)
NO_MODEL = f"{_NAME_ONE}, or rows to train the baseline on with --train (hf-robust docs adapters)."
NO_MODEL_UNTRAINED = f"{_NAME_ONE} (hf-robust docs adapters)."
ADVISED = ("train", "label_map")  # options that warnings advise, where the model takes them
LEAST_ROWS = 10  # with fewer rows no guard speaks
ONE_CLASS = 0.9  # share of a class from which the data counts as one class
CONSTANT = 0.95  # share of a predicted label from which the predictions count as constant
HALF = 0.5  # and other labels are predicted on less than this part of the rows that have them
LEAST_SKILL = 0.2  # share of the way from the majority share to a perfect score that a model should go
LEAST_SCORE = 0.25  # of a baseline whose task has no majority share
LEAST_FALL = 0.05  # of any other model: below five points no drop of five points can occur, the one that runs look for
STILL = 0.9  # share of transformations without any changed answer
LEAST_TRANSFORMATIONS, ROWS_EACH = 5, 20  # fewer transformations, or smaller ones, can keep all answers by chance
LEAST_COLLAPSED = 3  # transformations with which a model must become constant
MOST_EXCHANGED = 200  # labels of a task for which an exchange of labels is looked for
RECORDED = 20  # labels that a record names


class LabelCounts:
    """Counts of gold labels and predicted labels over the original rows of a run.

    Args:
        positions: Whether a label is the position of a candidate of its row. The most frequent position is then no
            answer that a model can learn, and a model without skill guesses among the candidates.
    """

    def __init__(self, positions: bool = False) -> None:
        self.gold: Counter[str] = Counter()
        self.predicted: Counter[str] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self._positions = positions
        self._known = True

    def add(self, gold: Sequence[Any], predicted: Sequence[Any]) -> None:
        """Count rows; rows that do not have one label each make all counts unknown."""
        if not self._known or not single_labels(gold):
            self._known = False
            return
        self.gold.update(map(str, gold))
        self.predicted.update(map(str, predicted))
        self.pairs.update((str(one), str(other)) for one, other in zip(gold, predicted))

    def describe(self) -> LabelShares | None:
        """The counts for a record, the most frequent labels first; None where rows do not have one label each."""
        if not self._known or not self.gold:
            return None
        majority, rows = self.gold.most_common(1)[0]
        share = rows / self.gold.total()
        accuracy = sum(times for (one, other), times in self.pairs.items() if one == other) / self.gold.total()
        return LabelShares(
            n=self.gold.total(),
            majority=majority,
            majority_share=share,
            accuracy=accuracy,
            gold=_shares(self.gold),
            predicted=_shares(self.predicted),
            candidates=self._candidates() if self._positions else None,
            exchanged=None if self._positions else self._exchanged(accuracy, share),
        )

    def _exchanged(self, accuracy: float, share: float) -> float | None:
        """The accuracy if labels were exchanged one by one, where that turns a model without skill into a good one."""
        if accuracy > share or len(self.gold) > MOST_EXCHANGED or len(self.predicted) > MOST_EXCHANGED:
            return None
        gold, predicted = list(self.gold), [label for label in self.predicted if label != NO_ANSWER]
        table = np.array([[float(self.pairs[one, other]) for other in predicted] for one in gold])
        best = best_total(table) / self.gold.total()
        return best if best > (1 + share) / 2 else None

    def _candidates(self) -> int:
        """The number of candidates of a row, by the largest position that occurs; at least two."""
        return max(2, *(1 + int(label) for label in {*self.gold, *self.predicted} if label.isdigit()))


def counted_labels(gold: Sequence[Any], predicted: Sequence[Any], positions: bool = False) -> LabelShares | None:
    """The counts of labels for a record, see :meth:`LabelCounts.describe`.

    Args:
        gold: Gold values of the original rows.
        predicted: Predictions on them.
        positions: Whether a label is the position of a candidate of its row.

    Example:
        >>> counted_labels(["a", "a", "a", "b"], ["a", "a", "b", "b"]).majority_share
        0.75
    """
    counts = LabelCounts(positions)
    counts.add(gold, predicted)
    return counts.describe()


def single_labels(values: Sequence[Any]) -> bool:
    """Whether each value is one label.

    Example:
        >>> single_labels(["pos", "neg"]), single_labels([["O", "B-PER"]])
        (True, False)
    """
    return all(isinstance(value, (str, int)) for value in values)


def _shares(counts: Counter[str]) -> dict[str, float]:
    total = counts.total()
    return {label: rows / total for label, rows in counts.most_common(RECORDED)}


def moved_labels(before: Sequence[Any], after: Sequence[Any]) -> dict[str, Any]:
    """The shares of predicted labels before and after a change, and the kappa between the two.

    Pairs without an answer on either side are no evidence of agreement, so kappa is computed without them.

    Args:
        before: Predictions on the originals; ``NO_ANSWER`` where there is none.
        after: Predictions on the perturbed rows.

    Example:
        >>> moved_labels(["a", "a", "b", "b"], ["a", "b", "b", "b"])["kappa"]
        0.5
    """
    old, new = list(map(str, before)), list(map(str, after))
    some = [pair for pair in zip(old, new) if pair != (NO_ANSWER, NO_ANSWER)]
    return {
        "kappa": kappa([one for one, _ in some], [other for _, other in some]),
        "predicted": {"before": _shares(Counter(old)), "after": _shares(Counter(new))} if old else None,
    }


def kappa(first: Sequence[str], second: Sequence[str]) -> float | None:
    """Cohen's kappa: agreement of two lists of labels beyond what their shares give; None where it is undefined.

    Example:
        >>> kappa(["a", "b"], ["a", "b"]), kappa(["a", "a"], ["a", "a"])
        (1.0, None)
    """
    n = len(first)
    if not n:
        return None
    counts_first, counts_second = Counter(first), Counter(second)
    expected = sum(counts_first[label] * counts_second[label] for label in counts_first) / n**2
    observed = sum(a == b for a, b in zip(first, second)) / n
    return None if expected >= 1 else (observed - expected) / (1 - expected)


def class_warnings(labels: LabelShares | None) -> list[dict[str, str]]:
    """A warning where nearly all rows have one label.

    Args:
        labels: From :meth:`LabelCounts.describe`.
    """
    if labels is None or labels.n < LEAST_ROWS or labels.majority_share < ONE_CLASS:
        return []
    share, rows = percent(labels.majority_share), count(labels.n, "row")
    if labels.candidates is not None:
        message = (
            f"The right candidate has position {labels.majority} in {share} of the {rows}, so a model that always "
            "takes this position would be right. Shuffle the order of the candidates."
        )
        return [run_warning("one-position", message)]
    message = (
        f"{share} of the {rows} have the label {labels.majority!r}, so the scores say little about other labels. "
        "Use rows of all classes (--limit keeps the class shares)."
    )
    return [run_warning("one-class", message)]


def no_model(takes: Collection[str]) -> str:
    """What to do for a model that solves the task.

    Args:
        takes: Options of the baseline that was used.
    """
    return NO_MODEL if "train" in takes else NO_MODEL_UNTRAINED


def skill_warnings(
    labels: LabelShares | None,
    score: float | None,
    metric: str,
    baseline: bool = False,
    rows: int = LEAST_ROWS,
    of_rows: int | None = None,
    better: str = "",
    takes: Collection[str] = ADVISED,
) -> list[dict[str, str]]:
    """Warnings where the model has no skill on the originals: a robust score of such a model means nothing.

    Args:
        labels: From :meth:`LabelCounts.describe`.
        score: The score of the originals, from 0 to 1; an accuracy where the labels are known.
        metric: Name of the score for readers.
        baseline: Whether the model is one that comes with the package.
        rows: Number of original rows that were predicted, where the labels do not tell it.
        of_rows: Rows of the data; None where all of them are predicted.
        better: What to do for a better model that comes with the package.
        takes: Which of the options that are advised the model takes.
    """
    if score is None or (labels.n if labels else rows) < LEAST_ROWS:
        return []
    advice = " ".join(["", *([f"{better}."] if better else ()), no_model(takes)]) if baseline else ""
    before = f"before any change{on_changed(labels.n if labels else rows, of_rows)}"
    if labels is None:
        weak = score < (LEAST_SCORE if baseline else LEAST_FALL)
        message = f"{metric} is only {points(score)} {before}, so drops say little.{advice}"
        return [run_warning("no-skill", message)] if weak else []
    warnings = _constant(labels)
    share, who = _without_skill(labels)
    if score <= share:
        message = f"{metric} is {points(score)} {before}, not above {points(share)}, which {who} would score."
        mixed_up = _mixed_up(labels, metric, takes)  # then the model solves the task
        return [*warnings, run_warning("not-above-majority", message + advice * (not mixed_up)), *mixed_up]
    if (score - share) / (1 - share) < LEAST_SKILL or not _above(score, share, labels.n):
        message = (
            f"{metric} is {points(score)} {before}, hardly above {points(share)}, which {who} would score, "
            "so drops say little."
        )
        warnings.append(run_warning("no-skill", message + advice))
    return warnings


def _without_skill(labels: LabelShares) -> tuple[float, str]:
    """The accuracy of a model without skill, and what such a model does."""
    if labels.candidates:
        return 1 / labels.candidates, f"a guess among {labels.candidates} candidates"
    return labels.majority_share, f"the answer {labels.majority!r} for every row"


def _constant(labels: LabelShares) -> list[dict[str, str]]:
    answer, share = next(iter(labels.predicted.items()))
    gold = labels.gold.get(answer, 0.0)
    expected = labels.candidates is None and (gold >= CONSTANT or 1 - share >= HALF * (1 - gold))
    if share < CONSTANT or expected or answer == NO_ANSWER:
        return []
    rows = count(labels.n, "row")
    said = f"all {rows}" if share == 1 else f"{percent(share)} of the {rows}"
    message = (
        f"The model predicts {answer!r} on {said}: the score of a constant answer cannot fall, so it is not evidence "
        "of robustness."
    )
    return [run_warning("constant-predictions", message)]


def _mixed_up(labels: LabelShares, metric: str, takes: Collection[str]) -> list[dict[str, str]]:
    best = labels.exchanged
    if best is None:
        return []
    message = (
        f"{metric} would be {points(best)} if the predicted labels were exchanged for each other: the labels of the "
        "model are probably mixed up."
    )
    if "label_map" in takes:
        message += " Say which is which with label_map (--label-map MODEL=DATA)."
    return [run_warning(MIXED_UP, message)]


def _above(score: float, share: float, n: int) -> bool:
    """Whether a score on n rows is above a share by more than chance explains (one-sided z-test, 5 %)."""
    return (score - share) / math.sqrt(share * (1 - share) / n) > 1.645 if 0 < share < 1 else score > share


def still_warnings(results: Iterable[TransformationResult]) -> list[dict[str, str]]:
    """A warning where nearly no transformation changes any answer: the model may not read what was changed.

    Args:
        results: The results of a run.
    """
    large = [one for one in results if one.n >= ROWS_EACH and one.consistency is not None]
    still = sum(one.consistency == 1 for one in large)
    if len(large) < LEAST_TRANSFORMATIONS or still < STILL * len(large):
        return []
    message = (
        f"No answer changed in {still} of {count(len(large), 'transformation')}: the model may ignore the text that "
        "was changed, for example if its answers depend only on given entity types or on lengths."
    )
    return [run_warning("answers-never-change", message)]


def collapse_warnings(results: Iterable[TransformationResult]) -> list[dict[str, str]]:
    """A warning where the model predicts one label after nearly all transformations, and several labels before them.

    After one transformation this is a finding about the transformation.

    Args:
        results: The results of a run.
    """
    large = [one.predicted for one in results if one.n >= ROWS_EACH and one.predicted]
    found = [collapse for shares in large if (collapse := _collapsed(shares))]
    if len(large) < LEAST_COLLAPSED or len(found) < STILL * len(large):
        return []
    label, share = found[0]
    message = (
        f"The model predicts {label!r} on {percent(share)} of the rows after a change, but not before it, with "
        f"{len(found)} of {count(len(large), 'transformation')}: it may not read texts that it does not know."
    )
    return [run_warning("constant-after-change", message)]


def _collapsed(shares: PredictedShares) -> tuple[str, float] | None:
    """The label that is predicted nearly always after a change and not before it, and its share."""
    answer, share = next(iter(shares.after.items()))
    before = shares.before.get(answer, 0.0)
    if answer == NO_ANSWER:  # which has a warning of its own
        return None
    return (answer, share) if share >= CONSTANT and 1 - share < HALF * (1 - before) and before < CONSTANT else None
