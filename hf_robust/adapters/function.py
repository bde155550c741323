"""Plain functions as models."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from hf_robust.adapters.base import Batched, Prediction, input_of, row_of
from hf_robust.adapters.label_matching import Seen, match_name
from hf_robust.core.errors import LabelError, UsageError

_WANTED = {
    "classification": "a label, a label's number, {'label': ..., 'score': ...}, or an array of probabilities (n, k)",
    "tagging": "a list of tags as long as its tokens",
    "span": "an answer string or {'answer': ..., 'score': ...}",
}


class FunctionPredictor(Batched):
    """A function from a list of inputs to a list of results.

    The inputs are strings for a task with one text, lists of tokens for tagging, and dicts by role otherwise:
    ``{"premise": ..., "hypothesis": ...}`` or ``{"context": ..., "question": ...}``. A result is, for
    classification, a label, its number, or ``{"label", "score"}``, or all results are one array of
    probabilities of shape (inputs, labels); for tagging a list of tags; for question answering a string or
    ``{"answer", "score"}``.

    Args:
        function: The function; it is called with at most ``batch_size`` inputs of similar length.
        task: The task.
        label_map: The function's label to the data's, where the names do not match by themselves.
        cache_key: Stands for the state of the function in a prediction cache; change it with the function.
        batch_size: Most inputs a call.

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
        task: Any,
        *,
        label_map: Mapping[str, str] | None = None,
        cache_key: str | None = None,
        batch_size: int = 32,
    ):
        if not isinstance(batch_size, int) or batch_size < 1:
            raise UsageError(f"batch_size must be a whole number of at least 1, found {batch_size!r}")
        self.function = function
        self.name = getattr(function, "__qualname__", None) or type(function).__qualname__
        self.labels: tuple[str, ...] | None = tuple(task.label_names) if task.label_names else None
        self._seen = isinstance(task.label_names, Seen)
        self.roles = tuple(task.text_roles)
        self.task_name = task.name
        self.batch_size = batch_size
        self._task_kind = task.kind
        self._cache_key = cache_key
        self._map = {str(key): str(value) for key, value in (label_map or {}).items()}
        self._names = dict(self._map)
        self._check_map()

    def _check_map(self) -> None:
        unknown = [value for value in self._map.values() if self.labels and value not in self.labels]
        if unknown and self._task_kind == "classification":
            known = ", ".join(self.labels or ())
            raise LabelError(f"label_map maps to {', '.join(map(repr, unknown))}; the data's labels are {known}")

    def fingerprint(self) -> str | None:
        """The cache key with the label map, or None: a function does not tell when it changes."""
        return None if self._cache_key is None else f"{self._cache_key}|{sorted(self._map.items())}|{self.labels}"

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows of each call, and their predictions.

        Raises:
            UsageError: When the function returns another number or kind of results.
            LabelError: When it returns a label that the data does not have.
        """
        start = 0
        for batch in self._batches(rows):
            yield list(range(start, start + len(batch))), self._read(self._call(batch), batch)
            start += len(batch)

    def probabilities(self, rows: list[dict[str, Any]]) -> np.ndarray | list[Prediction]:
        """The probability of each label for each row; predictions where the function returns no such array."""
        arrays: list[np.ndarray] = []
        predictions: list[Prediction] = []
        for batch in self._batches(rows):
            results = _as_array(self._call(batch))
            if self._is_table(results):
                arrays.append(self._checked(results, len(batch)))
            else:
                predictions.extend(self._read(results, batch))
        if arrays and predictions:
            raise self._wrong("an array at one call and something else at another", "the same at each: ")
        return predictions if not arrays else np.concatenate(arrays)

    def _batches(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[list[dict[str, Any]]]:
        for start in range(0, len(rows), self.batch_size):
            yield [row_of(input_of(row, self.roles), self.roles) for row in rows[start : start + self.batch_size]]

    def _call(self, batch: list[dict[str, Any]]) -> Any:
        return self.function([row[self.roles[0]] for row in batch] if len(self.roles) == 1 else batch)

    def _is_table(self, results: Any) -> bool:
        return isinstance(results, np.ndarray) and results.ndim == 2 and self._task_kind == "classification"

    def _read(self, results: Any, rows: list[dict[str, Any]]) -> list[Prediction]:
        results = _as_array(results)
        if self._is_table(results):
            return self._from_probabilities(self._checked(results, len(rows)))
        if isinstance(results, np.ndarray) and results.ndim >= 1:
            results = results.tolist()
        if not isinstance(results, (list, tuple)):
            raise self._wrong(f"{type(results).__name__}: {results!r:.80}", "a list with, for each input, ")
        if len(results) != len(rows):
            raise self._wrong(f"{len(results)} results for {len(rows)} inputs", "one result an input: ")
        read = {"classification": self._label, "tagging": self._tags, "span": self._answer}[self._task_kind]
        return [read(result, row) for result, row in zip(results, rows)]

    def _checked(self, array: np.ndarray, rows: int) -> np.ndarray:
        if self.labels is None or (self._seen and not all(label.isdigit() for label in self.labels)):
            raise UsageError(
                f"{self.name} returned an array, but the order of the labels is not known; return label "
                "names, or say hr.task(..., label_names=[...])"
            )
        if array.shape != (rows, len(self.labels)):
            names = ", ".join(self.labels)
            expected = f"shape ({rows}, {len(self.labels)}) for {rows} inputs and the labels {names}"
            raise UsageError(f"{self.name} returned an array of shape {array.shape}; expected {expected}")
        array = array.astype(np.float64)
        if not (np.all(array >= -1e-3) and np.allclose(array.sum(axis=1), 1.0, atol=1e-2)):
            raise UsageError(
                f"{self.name} returned an array whose rows are not probabilities (they must add up to 1; "
                f"first row: {np.round(array[0], 3).tolist()}); apply a softmax, or return label names"
            )
        return array

    def _from_probabilities(self, array: np.ndarray) -> list[Prediction]:
        best = array.argmax(axis=1)
        scores = array[np.arange(len(array)), best]
        labels = self.labels or ()
        return [Prediction(labels[label], score) for label, score in zip(best.tolist(), scores.tolist())]

    def _label(self, result: Any, row: Mapping[str, Any]) -> Prediction:
        result, score = self._scored(result, ("label",))
        name = self._name(result)
        if name is None:
            raise self._wrong(f"{type(result).__name__}: {result!r:.80}", "for each input ")
        return Prediction(name, score)

    def _tags(self, result: Any, row: Mapping[str, Any]) -> Prediction:
        result, score = self._scored(result, ("tags", "labels"))
        if isinstance(result, np.ndarray) or hasattr(result, "detach"):
            result = result.tolist()
        if not isinstance(result, (list, tuple)):
            raise self._wrong(f"{type(result).__name__}: {result!r:.80}", "for each input ")
        tokens = row[self.roles[0]]
        if len(result) != len(tokens):
            raise self._wrong(f"{len(result)} tags for the {len(tokens)} tokens {tokens!r:.80}", "for each input ")
        names = [self._name(tag) for tag in result]
        if None in names:
            raise self._wrong(f"the tag {result[names.index(None)]!r:.80}", "for each input ")
        return Prediction([name for name in names if name is not None], score)

    def _answer(self, result: Any, row: Mapping[str, Any]) -> Prediction:
        result, score = self._scored(result, ("answer", "text"))
        if not isinstance(result, str):
            raise self._wrong(f"{type(result).__name__}: {result!r:.80}", "for each input ")
        return Prediction(result, score)

    def _scored(self, result: Any, keys: Sequence[str]) -> tuple[Any, float | None]:
        """A result without its score, and the score."""
        if isinstance(result, Prediction):
            result = {keys[0]: result.value, "score": result.score}
        if not isinstance(result, Mapping):
            return result, None
        key = next((key for key in keys if key in result), None)
        score = result.get("score")
        if key is None or not (score is None or isinstance(score, Real)):
            raise self._wrong(f"the dict {dict(result)!r:.80}", "for each input ")
        return result[key], None if score is None else float(score)

    def _name(self, value: Any) -> str | None:
        """The data's name for what the function called a label or tag; None for neither name nor number."""
        if isinstance(value, str):
            if value not in self._names:
                self._names[value] = self._matched(str(value))
            return self._names[value]
        if isinstance(value, bool) or not isinstance(value, Integral):
            return None
        if str(value) in self._map:
            return self._map[str(value)]
        labels = self.labels or ()
        if self._seen:
            if str(value) in labels:
                return str(value)
            if not all(label.isdigit() for label in labels):
                raise LabelError(
                    f"{self.name} returned the label number {value}, and the data does not say which of "
                    f"{', '.join(map(repr, labels))} that is; say label_names=[...] in the task, in their order"
                )
            return str(value)
        if not 0 <= int(value) < len(labels):
            known = f"0 to {len(labels) - 1}" if labels else "a label name, since the names are not known"
            raise LabelError(f"{self.name} returned the label number {value}; expected {known}")
        return labels[int(value)]

    def _matched(self, value: str) -> str:
        if self.labels is None:
            return value
        found = match_name(value, self.labels, kind=self._task_kind)
        if found is None and self._task_kind == "tagging":
            return value
        if found is None:
            known = ", ".join(map(repr, self.labels))
            raise LabelError(
                f"{self.name} returned the label {value!r}; the data's labels are {known}. "
                f"Say label_map={{{value!r}: '<data label>'}}"
            )
        return found

    def _wrong(self, found: str, expected: str) -> UsageError:
        return UsageError(f"{self.name} returned {found}; expected {expected}{_WANTED[self._task_kind]}")


def _as_array(results: Any) -> Any:
    """A torch tensor as an array, without importing torch; anything else as it is."""
    return results.detach().cpu().numpy() if hasattr(results, "detach") else results
