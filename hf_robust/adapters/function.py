"""Plain functions as models."""

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np

from hf_robust.adapters.base import BatchedOutput, Prediction, input_of, row_of
from hf_robust.adapters.failed_inputs import raise_with_input
from hf_robust.adapters.kind_adapters import label_matcher
from hf_robust.adapters.label_notes import unseen_note
from hf_robust.adapters.label_vectors import are_vectors, is_vector
from hf_robust.adapters.probabilities import label_sets
from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.core.user_code import shown_name
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task


class FunctionPredictor(BatchedOutput):
    """A function from a list of inputs to a list of results.

    The inputs are strings for a task with one text, lists of tokens for tagging, and otherwise dicts by role:
    ``{"premise": ..., "hypothesis": ...}`` or ``{"context": ..., "question": ...}``. A result is one of the following:

    - for classification: a label, its index, or ``{"label", "score"}``; or, for all inputs, one array of probabilities
      of shape (inputs, labels),
    - for several labels per row: a list of labels, one probability (or 1 or 0) per label, or such an array,
    - for tagging: a list of tags,
    - for question answering: a string or ``{"answer", "score"}``.

    Args:
        function: The function. It is called with at most ``batch_size`` inputs of similar length.
        task: The task, or its id.
        label_map: Maps labels of the function to labels of the data, if their names do not match.
        cache_key: Identifies the version of the function in a prediction cache. Change it when you change the function.
        batch_size: Maximum number of inputs per call.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["negative", "positive"])
        >>> def model(texts):
        ...     return ["POS" if "good" in text else "NEG" for text in texts]
        >>> FunctionPredictor(model, task).predict([{"text": "good"}])
        [Prediction(value='positive', score=None)]
    """

    kind = "function"
    revision: str | None = None

    def __init__(
        self,
        function: Callable[[list], Any],
        task: Task | str,
        *,
        label_map: Mapping[str, str] | None = None,
        cache_key: str | None = None,
        batch_size: int = 32,
    ):
        task = as_task(task)
        whole_number(batch_size, "batch_size", 1)
        self.function = function
        self.name = shown_name(function, unnamed=self.kind)
        self.labels: tuple[str, ...] | None = task.scored_names or None
        self.roles = tuple(task.input_roles)
        self.task_name = task.name
        self.batch_size = batch_size
        self._kind = task.kind
        self._threshold = task.threshold
        self._cache_key = cache_key
        self._map = {str(key): str(value) for key, value in (label_map or {}).items()}
        matcher = label_matcher(task.kind)
        self._matcher = matcher and matcher(self.name, self.labels, self._map)
        self._told = 0
        self._vectors: bool | None = None  # whether lists of 0 and 1 have one number a label, where results told it
        _check_arguments(function, self.name, self.roles)

    def fingerprint(self) -> str | None:
        """The cache key with the label map, or None: a function does not tell when it changes."""
        if self._cache_key is None:
            return None
        many = f"|{self._threshold}" if self._kind.many_labels else ""
        return f"{self._cache_key}|{sorted(self._map.items())}|{self.labels}{many}"

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows of each call, and their predictions.

        Raises:
            UsageError: When the function returns another number or kind of results.
            LabelError: When it returns a label that the data does not have.
        """
        start = 0
        for batch in self._batches(rows):
            predictions = self._read(self._call(batch), batch)
            if self._matcher is not None:
                predictions = [self._finished(one) for one in predictions]
            yield list(range(start, start + len(batch))), predictions
            start += len(batch)
        if self._matcher is not None:
            self._matcher.check()
            self._tell_unseen()

    def _finished(self, prediction: Prediction) -> Prediction:
        """A prediction with the label of the data, once all labels of the batch are known."""
        if self._matcher is None or prediction.status != "ok":
            return prediction
        return prediction._replace(value=self._matcher.finish(prediction.value))

    @property
    def unseen_labels(self) -> list[str]:
        """Labels that it returned so far and that no row of the data has."""
        return [] if self._matcher is None else list(self._matcher.unseen)

    def _tell_unseen(self) -> None:
        """Warn of labels that no row has, once for each."""
        if len(self.unseen_labels) > self._told:
            self._told = len(self.unseen_labels)
            warnings.warn(str(unseen_note(self)), stacklevel=2)

    def probabilities(self, rows: list[dict[str, Any]]) -> np.ndarray | list[Prediction]:
        """The probability of each label for each row; predictions where the function returns no such array."""
        arrays: list[np.ndarray] = []
        predictions: list[Prediction] = []
        for batch in self._batches(rows):
            results = _as_array(self._call(batch))
            if self._is_table(results):
                arrays.append(self._checked(results, len(batch), gaps=True))
            else:
                predictions.extend(self._read(results, batch))
        if arrays and predictions:
            raise self._wrong("an array at one call and something else at another", "the same at each: ")
        return predictions if not arrays else np.concatenate(arrays)

    def _batches(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[list[dict[str, Any]]]:
        for start in range(0, len(rows), self.batch_size):
            yield [row_of(input_of(row, self.roles), self.roles) for row in rows[start : start + self.batch_size]]

    def _call(self, batch: list[dict[str, Any]]) -> Any:
        try:
            return self._asked(batch)
        except Exception as error:
            raise_with_input(error, self._asked, batch, self.roles)

    def _asked(self, batch: list[dict[str, Any]]) -> Any:
        return self.function([row[self.roles[0]] for row in batch] if len(self.roles) == 1 else batch)

    def _is_table(self, results: Any) -> bool:
        return isinstance(results, np.ndarray) and results.ndim == 2 and self._kind.scores_labels

    def _read(self, results: Any, rows: list[dict[str, Any]]) -> list[Prediction]:
        results = _as_array(results)
        if self._is_table(results):
            return self._from_probabilities(self._checked(results, len(rows)))
        if isinstance(results, np.ndarray) and results.ndim >= 1:
            results = results.tolist()
        if not isinstance(results, (list, tuple)):
            raise self._wrong(f"{type(results).__name__}: {quoted(results)}", "a list with, for each input, ")
        if len(results) != len(rows):
            raise self._wrong(f"{len(results)} results for {len(rows)} inputs", "one result an input: ")
        if self._kind.many_labels:
            told = are_vectors((self._scored(result)[0] for result in results), len(self.labels or ()))
            self._vectors = self._vectors if told is None else told
        return [self._prediction(result, row) for result, row in zip(results, rows)]

    def _checked(self, array: np.ndarray, rows: int, gaps: bool = False) -> np.ndarray:
        """Probabilities that are such; with ``gaps`` a row may be without numbers, NaN."""
        if self.labels is None or self._matcher is None or not self._matcher.ordered:
            raise UsageError(
                f"{self.name} returned one number a label, but the order of the labels is not known; return label "
                "names, or build the suite with hr.task(..., label_names=[...])"
            )
        if array.shape != (rows, len(self.labels)):
            names = named(self.labels)
            expected = f"shape ({rows}, {len(self.labels)}) for {rows} inputs and the labels {names}"
            raise UsageError(f"{self.name} returned an array of shape {array.shape}; expected {expected}")
        array = array.astype(np.float64)
        many = self._kind.many_labels
        right = (array <= 1 + 1e-3).all(axis=1) if many else np.isclose(array.sum(axis=1), 1.0, atol=1e-2)
        wrong = ~((array >= -1e-3).all(axis=1) & right)
        if gaps:
            wrong &= ~np.isnan(array).any(axis=1)
        if wrong.any():
            rule, apply = ("lie between 0 and 1", "a sigmoid") if many else ("add up to 1", "a softmax")
            raise UsageError(
                f"{self.name} returned an array whose rows are not probabilities (they must {rule}; "
                f"one row: {np.round(array[wrong][0], 3).tolist()}); apply {apply}, or return label names"
            )
        return array

    def _from_probabilities(self, array: np.ndarray) -> list[Prediction]:
        if self._kind.many_labels:
            return label_sets(array, self.labels or (), self._threshold)
        best = array.argmax(axis=1)
        scores = array[np.arange(len(array)), best]
        labels = self.labels or ()
        return [Prediction(labels[label], score) for label, score in zip(best.tolist(), scores.tolist())]

    def _prediction(self, result: Any, row: Mapping[str, Any]) -> Prediction:
        given, score = self._scored(result)
        if self._kind.many_labels and (_is_row(given) or self._is_vector(given)):
            return self._from_probabilities(self._checked(np.array([given]), 1))[0]
        name = self._matcher.name if self._matcher is not None else _no_name
        return Prediction(self._kind.read_value(given, row, name, self._wrong), score)

    def _is_vector(self, given: Any) -> bool:
        """Whether whole numbers are one a label; where nothing tells, the result is refused."""
        found = is_vector(given, len(self.labels or ()))
        if found is None and self._vectors is None:
            raise self._wrong(
                f"{quoted(given)}, which may be the numbers of two labels, or one number a label: return names of "
                "labels, or an array for all inputs"
            )
        return bool(self._vectors if found is None else found)

    def _scored(self, result: Any) -> tuple[Any, float | None]:
        """A result without its score, and the score."""
        if isinstance(result, Prediction):
            return result.value, result.score
        keys = self._kind.value_keys
        if not isinstance(result, Mapping) or not keys:
            return result, None
        key = next((key for key in keys if key in result), None)
        score = result.get("score")
        if key is None or not (score is None or isinstance(score, Real)):
            raise self._wrong(f"the dict {quoted(dict(result))}")
        return result[key], None if score is None else float(score)

    def _wrong(self, returned: str, expected: str = "for each input ") -> UsageError:
        return UsageError(f"{self.name} returned {returned}; expected {expected}{self._kind.wanted}")


def _no_name(value: Any) -> None:
    """What a kind of task without labels is given to name them."""


def _check_arguments(function: Callable[[list], Any], name: str, roles: Sequence[str]) -> None:
    """Refuse a function that cannot be called with one argument, before any work.

    Raises:
        UsageError: It says what the argument is, and how to wrap the function.
    """
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):  # some that are written in C do not tell
        return
    try:
        signature.bind([])
    except TypeError as error:
        needed = ", ".join(p.name for p in signature.parameters.values() if p.default is p.empty) or "none"
        rows = "a list of dicts" if len(roles) > 1 else "the list of inputs"
        inputs = f"{rows} with {', '.join(map(repr, roles))}" if len(roles) > 1 else rows
        call = ", ".join(f"[row[{role!r}] for row in rows]" for role in roles) if len(roles) > 1 else "rows, ..."
        raise UsageError(
            f"{name} is called with one argument, {inputs}, and takes others: {needed}. Say lambda rows: {name}({call})"
        ) from error


def _as_array(results: Any) -> Any:
    """A torch tensor, or rows of probabilities in lists, as an array; anything else as it is."""
    if hasattr(results, "detach"):  # without importing torch
        return results.detach().cpu().numpy()
    if isinstance(results, (list, tuple)) and results and all(map(_is_row, results)):
        return np.array(results) if len(set(map(len, results))) == 1 else results
    return results


def _is_row(result: Any) -> bool:
    """Whether a result is one number a label; whole numbers alone may be the numbers of labels."""
    numbers = isinstance(result, (list, tuple)) and len(result) > 1 and all(isinstance(one, Real) for one in result)
    return numbers and any(isinstance(one, (float, bool)) for one in result)
