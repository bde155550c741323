"""Guards of answers that are no single label: tags of tokens, answers to questions, other texts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.evaluation.guards import CONSTANT, LEAST_ROWS, moved_labels
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import clip, count, percent, points
from hf_robust.scoring import LABEL_MICRO_F1, SEQEVAL_F1, TOKEN_ACCURACY, Measure
from hf_robust.scoring.answer_measures import ANSWER_MEASURES, SQUAD_V2_F1, has_answer
from hf_robust.tasks import Task
from hf_robust.tasks.columns import text_shape
from hf_robust.tasks.nested_entities import NestedEntities, entities_of_row

if TYPE_CHECKING:
    from datasets import Dataset

LEAST_ANSWER_SCORE = 0.1  # answer F1 below which a model of questions has no skill
LEAST_CORRELATION = 0.2  # of predicted and right scores below which a model has no skill: less than a weak correlation
LEAST_SHARE_OFF = 0.2  # mean error as a share of the range of scores from which the scale is looked at
LEAST_ENTITY_SCORE = 0.25  # entity F1 below which a tagger has no skill, if it also has fewer tokens right than O has
RARE = 0.1  # part of the tokens with other tags on which a constant tagger predicts other tags
_MOST_CONTEXTS = 5_000  # contexts that are read
_OUTSIDE = "O"
_SAME_DIGITS = 6  # of scores: what differs beyond them is float arithmetic
_ANSWERS = frozenset(one.name for one in ANSWER_MEASURES)
_TAGS = frozenset({SEQEVAL_F1.name, TOKEN_ACCURACY.name})


class AnswersOfOriginals:
    """What a model says of the original rows of a run, where this is no single label.

    Args:
        measure: What rows are scored with.
    """

    def __init__(self, task: Task, measure: Measure) -> None:
        self._task, self._measure = task, measure
        self._tags = measure.name in _TAGS
        self._questions = measure.name in _ANSWERS and "context" in task.input_roles
        self._rows = 0
        self._gold: Counter[str] = Counter()  # of tokens, or of questions by whether they have an answer
        self._said: Counter[str] = Counter()  # of tokens, or of rows
        self._right = 0
        self._read = 0
        self._at_start: Counter[str] = Counter()  # contexts that begin with the answer, and with a gold answer
        self._scores: list[tuple[float, float]] = []  # right and predicted
        self._sets: Counter[tuple[str, ...]] = Counter()  # predicted sets of labels
        self._ends: Counter[int] = Counter()  # gold entities, by how far the end of the predicted one is from theirs
        self._over_tokens = False
        self._before = ""

    def add(self, rows: "Dataset", gold: Sequence[Any], predicted: Sequence[Any]) -> None:
        """Count rows.

        Args:
            rows: The rows, in the columns of the source.
            gold: References.
            predicted: What the model said, one value a row.
        """
        if self._tags:
            self._add_tags(gold, predicted)
        elif isinstance(self._task.kind, NestedEntities):
            self._rows += len(predicted)
            self._over_tokens = text_shape(rows.features[self._task.column("tokens")]) == "tokens"
            self._add_entities(gold, predicted)
        elif self._task.kind.many_labels:
            self._rows += len(predicted)
            self._gold.update(label for one in gold for label in one)
            self._sets.update(map(tuple, predicted))
        elif self._task.kind.scores:
            self._rows += len(predicted)
            self._scores += zip(gold, predicted, strict=True)
        elif not self._task.kind.classifies and all(isinstance(one, str) for one in predicted):
            self._rows += len(predicted)
            self._said.update(self._measure.normalize(one) for one in predicted)
            if self._questions:
                self._add_contexts(rows, gold, predicted)

    def _add_tags(self, gold: Sequence[Any], predicted: Sequence[Any]) -> None:
        for right, said in zip(gold, predicted):
            self._rows += 1
            self._gold.update(map(str, right))
            self._said.update(map(str, said))
            self._right += sum(str(one) == str(other) for one, other in zip(right, said))

    def _add_entities(self, gold: Sequence[Any], predicted: Sequence[Any]) -> None:
        for right, said in zip(map(entities_of_row, gold), map(entities_of_row, predicted)):
            self._gold["entity"] += len(right)
            for off in (-1, 0, 1):
                self._ends[off] += len(right & {(start, end - off, kind) for start, end, kind in said})

    def _add_contexts(self, rows: "Dataset", gold: Sequence[Any], predicted: Sequence[str]) -> None:
        self._gold.update("answer" if has_answer(one) else "" for one in gold)
        number = min(len(rows), _MOST_CONTEXTS - self._read)
        if number <= 0:
            return
        self._read += number
        for row, right, said in zip(self._task.inputs(rows.select(range(number))), gold, predicted):
            start = str(row["context"] or "").lstrip()
            answer = said.strip()
            texts = right.get("text") if isinstance(right, Mapping) else right
            known = [texts] if isinstance(texts, str) else list(texts or ())
            self._at_start["said"] += bool(answer) and start.startswith(answer)
            self._at_start["gold"] += any(one and start.startswith(one.strip()) for one in known)

    def warnings(self, score: float | None, where: str = "") -> list[dict[str, str]]:
        """Warnings where the answers need no reading of the texts.

        Args:
            score: The score of the originals, from 0 to 1.
            where: On which rows, from :func:`~hf_robust.reports.wording.on_changed`.
        """
        self._before = f"before any change{where}"
        if score is None or self._rows < LEAST_ROWS:
            return []
        if self._task.kind.scores:
            return self._score_warnings(score)
        if isinstance(self._task.kind, NestedEntities):
            return self._end_warnings()
        if self._task.kind.many_labels:
            return self._set_warnings(score)
        return self._tag_warnings(score) if self._tags else self._text_warnings(score)

    def _end_warnings(self) -> list[dict[str, str]]:
        """That the ends of predicted entities are counted in another way than those of the gold ones."""
        unit, rule, off = ("token", "inclusive", 1) if self._over_tokens else ("character", "exclusive", -1)
        found, total = self._ends[off], self._gold["entity"]
        if 2 * found < total or found <= self._ends[0]:
            return []
        message = (
            f"{count(found)} of {count(total, 'gold entity', 'gold entities')} are predicted with an end that is one "
            f"{unit} {'later' if off > 0 else 'earlier'}. Ends of {unit} spans are {rule}: correct the ends of the "
            "predictions."
        )
        return [run_warning("shifted-ends", message)]

    def _set_warnings(self, score: float) -> list[dict[str, str]]:
        """That predicted sets are all but one, or score no more than one set for every row."""
        answer, times = self._sets.most_common(1)[0]
        if times >= CONSTANT * self._rows and len(self._gold) > 1:
            message = (
                f"The model predicts {self._task.show(answer)} on {percent(times / self._rows)} of the "
                f"{count(self._rows, 'row')}: the score of a constant answer cannot fall, so it is not evidence of "
                "robustness."
            )
            return [run_warning("constant-predictions", message)]
        if self._measure.name != LABEL_MICRO_F1.name:
            return []
        frequent, found, right = self._gold.most_common(), [], 0
        for number, (_, rows) in enumerate(frequent, 1):
            right += rows
            found.append((2 * right / (number * self._rows + self._gold.total()), number))
        best, number = max(found, default=(0.0, 0))
        if score > best:
            return []
        labels = clip(self._task.show([label for label, _ in frequent[:number]]), 60)
        message = (
            f"{self._measure.label} is {points(score)} {self._before}, not above {points(best)}, which the answer "
            f"{labels!r} for every row would score."
        )
        return [run_warning("not-above-majority", message)]

    def _score_warnings(self, score: float) -> list[dict[str, str]]:
        """That predicted scores are all but one, or follow the right ones hardly."""
        gold, said = np.array(self._scores, np.float64).T
        rows, share = count(self._rows, "row"), Counter(said.round(_SAME_DIGITS).tolist()).most_common(1)[0][1]
        if share >= CONSTANT * self._rows and len(set(gold.tolist())) > 1:
            message = (
                f"The model predicts one score on {percent(share / self._rows)} of the {rows}: the score of a constant "
                "answer cannot fall, so it is not evidence of robustness."
            )
            return [run_warning("constant-predictions", message)]
        if score < LEAST_CORRELATION:
            message = f"{self._measure.label} is only {points(score)} {self._before}, so drops say little."
            if score < -LEAST_CORRELATION:
                message += " The predicted scores fall where the right ones rise: their sign may be wrong."
            return [run_warning("no-skill", message)]
        return self._scale_warnings(gold, said)

    def _scale_warnings(self, gold: np.ndarray, said: np.ndarray) -> list[dict[str, str]]:
        """That a straight line would bring the predicted scores much nearer to the right ones."""
        slope, start = np.polyfit(said, gold, 1)
        error, fitted = float(np.abs(said - gold).mean()), float(np.abs(slope * said + start - gold).mean())
        low, high = self._task.score_range or (gold.min(), gold.max())
        if error < LEAST_SHARE_OFF * (high - low) or fitted > error / 2:
            return []
        message = (
            f"The predicted scores lie between {said.min():.3g} and {said.max():.3g}, the right ones between "
            f"{gold.min():.3g} and {gold.max():.3g}: the model may answer on another scale. The mean absolute error is "
            f"{error:.3g}; after a linear rescaling of the predictions it would be {fitted:.3g}. The correlation does "
            "not depend on the scale."
        )
        return [run_warning("another-scale", message)]

    def _tag_warnings(self, score: float) -> list[dict[str, str]]:
        if not self._said or not self._gold:
            return []
        tag, times = self._said.most_common(1)[0]
        share, right = times / self._said.total(), self._gold[tag] / self._gold.total()
        found = []
        if right < 1 and share >= CONSTANT and 1 - share <= RARE * (1 - right):
            message = (
                f"The model predicts {tag!r} on {percent(share)} of the {count(self._said.total(), 'token')}: the "
                "score of a constant answer cannot fall, so it is not evidence of robustness."
            )
            found.append(run_warning("constant-predictions", message))
        return [*found, *self._no_better(score)]

    def _no_better(self, score: float) -> list[dict[str, str]]:
        """That a tagger scores no more than the most frequent tag for every token."""
        metric, tokens = self._measure.label, self._gold.total()
        majority, times = self._gold.most_common(1)[0]
        entities = self._measure.name == SEQEVAL_F1.name
        base = 0.0 if entities and majority == _OUTSIDE else times / tokens
        if score <= base and times < tokens:
            message = (
                f"{metric} is {points(score)} {self._before}, not above {points(base)}, which the tag "
                f"{majority!r} for every token would score."
            )
            return [run_warning("not-above-majority", message)]
        accuracy = self._right / tokens
        if entities and score < LEAST_ENTITY_SCORE and accuracy <= times / tokens:
            message = (
                f"{metric} is {points(score)} {self._before}, and the model has {points(accuracy)}% of the tokens "
                f"right, not above {points(times / tokens)}%, which the tag {majority!r} for every token would have "
                "right, so drops say little."
            )
            return [run_warning("no-skill", message)]
        return []

    def _text_warnings(self, score: float) -> list[dict[str, str]]:
        answer, times = self._said.most_common(1)[0] if self._said else ("", 0)
        without = self._gold[""] / self._gold.total() if self._gold else 0.0
        found = []
        if times >= CONSTANT * self._rows and not (answer == "" and without >= CONSTANT):
            said = "no answer" if answer == "" else f"the answer {clip(answer, 60)!r}"
            message = (
                f"The model gives {said} on {percent(times / self._rows)} of the {count(self._rows, 'row')}: the score "
                "of a constant answer cannot fall, so it is not evidence of robustness."
            )
            found.append(run_warning("constant-predictions", message))
        return [*found, *(self._question_warnings(score, without) if self._questions else [])]

    def _question_warnings(self, score: float, without: float) -> list[dict[str, str]]:
        metric, found = self._measure.label, []
        said, gold = (self._at_start[name] / self._read if self._read else 0.0 for name in ("said", "gold"))
        if said >= CONSTANT and gold < CONSTANT:
            message = (
                f"The answer is the beginning of the context in {percent(said)} of the {count(self._read, 'row')}, and "
                f"the right answer in {percent(gold)}: the model may not read the question."
            )
            found.append(run_warning("answers-by-position", message))
        if self._measure.name == SQUAD_V2_F1.name and 0 < without < 1 and score <= without:
            message = (
                f"{metric} is {points(score)} {self._before}, not above {points(without)}, which no answer for "
                "every question would score."
            )
            found.append(run_warning("not-above-majority", message))
        elif score < LEAST_ANSWER_SCORE:
            message = f"{metric} is only {points(score)} {self._before}, so drops say little."
            found.append(run_warning("no-skill", message))
        return found


def moved_answers(before: Sequence[Any], after: Sequence[Any], measure: Measure) -> dict[str, Any]:
    """The kappa between the answers before and after a change; for tags also the shares of predicted tags.

    Tags are compared token by token in rows with as many tokens as before. Texts are compared in the form in which the
    measure compares them.

    Args:
        before: Predictions on the originals.
        after: Predictions on the perturbed rows.
        measure: What rows are scored with.

    Example:
        >>> from hf_robust.scoring import SQUAD_F1
        >>> moved_answers([["O", "B-PER"]], [["O", "B-PER"]], SEQEVAL_F1)["kappa"]
        1.0
        >>> moved_answers(["Paris", "Rome"], ["paris", "Rome."], SQUAD_F1)
        {'kappa': 1.0}
    """
    if measure.name in _TAGS:
        rows = [(old, new) for old, new in zip(before, after) if len(old) == len(new)]
        return moved_labels([tag for old, _ in rows for tag in old], [tag for _, new in rows for tag in new])
    if measure.name in _ANSWERS:
        same_form = measure.normalize
        return {"kappa": moved_labels(list(map(same_form, before)), list(map(same_form, after)))["kappa"]}
    return {}
