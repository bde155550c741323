"""Whether a prediction meets what its test case expects: a label, the same as before, more or less of a label.

Source: Ribeiro, Wu, Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList,
section 3.2 (minimum functionality, invariance and directional expectation tests).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.inputs import check_lengths, comparable
from hf_robust.scoring.squad import normalize_answer

_ROUNDING = 1e-9  # differences below it are rounding
Probability = Callable[[str], float]


class Predicted(Protocol):
    """What a model says: :class:`hf_robust.adapters.base.Prediction`."""

    value: Any
    score: float | None


class LabelProbabilities(Protocol):
    """Probabilities of labels by row: :class:`hf_robust.adapters.probabilities.LabelScores`."""

    def of(self, label: str, rows: slice) -> Sequence[float] | np.ndarray:
        """The probability of a label for some rows."""


def equal_labels(first: Any, second: Any) -> bool:
    """Whether two labels are the same; numbers and numpy's numbers compare as plain ones."""
    return comparable(first) == comparable(second)


def equal_answers(first: Any, second: Any, language: str = "en") -> bool:
    """Whether two answers are the same for SQuAD: case, articles and punctuation do not count.

    Args:
        first: An answer.
        second: Another.
        language: Code of their language, which may compare answers in another way.

    Example:
        >>> equal_answers("the red bus", "Red bus.")
        True
    """
    return normalize_answer(str(first), language) == normalize_answer(str(second), language)


def expectation_failed(
    case: Mapping[str, Any],
    prediction: Any,
    other: Any = None,
    *,
    probability: Probability | None = None,
    other_probability: Probability | None = None,
    equal: Callable[[Any, Any], bool] = equal_labels,
) -> bool | None:
    """Whether a prediction is not what its case expects.

    - ``label`` (MFT): the prediction is none of the accepted ones.
    - ``same`` (INV): it differs from the prediction on the other case. With a tolerance, a label that turns while the
      probability of the former one moved by no more than that is let pass.
    - ``up``, ``down`` (DIR): the probability of the expectation's label (without one: of the label that was predicted
      for the other case) moved the wrong way by more than the tolerance. A model without probabilities has 1 for what
      it predicts and 0 for all else.

    Args:
        case: The record of the column ``case``.
        prediction: A label, an answer, or a prediction with ``value`` and ``score``.
        other: The prediction on the case that ``expectation["other"]`` names.
        probability: Probability of any label for this case; else the prediction's own score is used.
        other_probability: The same for the other case.
        equal: When two predictions are the same: :func:`equal_labels`, or :func:`equal_answers` for question answering.

    Returns:
        None where nothing is expected: the original that a variant is compared with.

    Raises:
        UsageError: The other prediction is missing, no label is accepted, or the expectation is of an unknown kind.

    Example:
        >>> mft = {"accepted": ["positive", "neutral"], "expectation": {"kind": "label"}}
        >>> expectation_failed(mft, "negative"), expectation_failed(mft, "neutral")
        (True, False)
        >>> less = {"accepted": [], "expectation": {"kind": "down", "label": "positive", "tolerance": 0.1}}
        >>> now, before = {"positive": 0.9}.get, {"positive": 0.7}.get
        >>> expectation_failed(less, "positive", "positive", probability=now, other_probability=before)
        True
    """
    expected = case["expectation"]
    kind = expected["kind"]
    if kind is None:
        return None
    if kind == "label":
        if not case["accepted"]:
            raise UsageError(f"case {case.get('case_id')} accepts no label; expected 'accepted' with one at least")
        return not any(equal(_value(prediction), label) for label in case["accepted"])
    if kind not in ("same", "up", "down"):
        raise UsageError(f"unknown expectation {quoted(kind)}; expected label, same, up or down")
    if other is None:
        raise UsageError(f"case {case.get('case_id')} is compared with {expected.get('other')}: give its prediction")
    tolerance = expected.get("tolerance") or 0.0
    now = probability or _own(prediction, equal)
    before = other_probability or _own(other, equal)
    if kind == "same":
        if equal(_value(prediction), _value(other)):
            return False
        former = _value(other)
        return not tolerance or abs(now(former) - before(former)) > tolerance + _ROUNDING
    label = _value(other) if expected.get("label") is None else expected["label"]
    moved = now(label) - before(label)
    return (-moved if kind == "up" else moved) > tolerance + _ROUNDING


def _value(prediction: Any) -> Any:
    return getattr(prediction, "value", prediction)


def _own(prediction: Any, equal: Callable[[Any, Any], bool]) -> Probability:
    """Probabilities out of one prediction: of its label; the others share the rest, as if there were two labels."""
    value, score = _value(prediction), getattr(prediction, "score", None)
    score = 1.0 if score is None else float(score)
    return lambda label: score if equal(value, label) else 1.0 - score


def expectation_failures(
    cases: Sequence[Mapping[str, Any]],
    predictions: Sequence[Any],
    scores: LabelProbabilities | None = None,
    *,
    equal: Callable[[Any, Any], bool] = equal_labels,
) -> list[bool | None]:
    """:func:`expectation_failed` for all cases of a table, which hold the cases that they are compared with.

    Args:
        cases: Records of the column ``case``.
        predictions: One a case.
        scores: Probabilities of labels by row; else the scores of the predictions are used.
        equal: As for :func:`expectation_failed`.

    Raises:
        UsageError: The two differ in length, or a case is compared with one that is not there.

    Example:
        >>> first = {"case_id": "a", "accepted": [], "expectation": {"kind": None}}
        >>> second = {"case_id": "b", "accepted": [], "expectation": {"kind": "same", "other": "a"}}
        >>> expectation_failures([first, second], ["positive", "negative"])
        [None, True]
    """
    check_lengths(predictions=predictions, references=cases)
    places = {case["case_id"]: place for place, case in enumerate(cases)}
    found = []
    for place, (case, prediction) in enumerate(zip(cases, predictions)):
        other = case["expectation"].get("other")
        if other is not None and other not in places:
            raise UsageError(f"case {case['case_id']} is compared with {other}, which is not among the cases")
        before = places.get(other)
        found.append(
            expectation_failed(
                case,
                prediction,
                None if before is None else predictions[before],
                probability=_of(scores, place),
                other_probability=_of(scores, before),
                equal=equal,
            )
        )
    return found


def _of(scores: LabelProbabilities | None, index: int | None) -> Probability | None:
    if scores is None or index is None:
        return None
    return lambda label: float(scores.of(label, slice(index, index + 1))[0])
