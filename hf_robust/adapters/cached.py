"""Predict many rows at little cost: identical inputs once, known ones not at all, long ones first."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from time import perf_counter
from typing import Any

import numpy as np

from hf_robust.adapters.base import (
    Input,
    Prediction,
    Predictor,
    Row,
    batches_of,
    listed_predictions,
    roles_of,
    row_of,
    size,
    unique_inputs,
)
from hf_robust.adapters.cache import PredictionCache, identity, input_key
from hf_robust.adapters.kind_adapters import label_matcher
from hf_robust.adapters.precision_errors import precision_error
from hf_robust.adapters.prediction_columns import DistinctInputs, PredictionColumn, RowSource
from hf_robust.adapters.request_failures import MAX_ERRORS, check_failures, check_max_errors
from hf_robust.adapters.tag_matching import OUTSIDE, split_tag
from hf_robust.adapters.truncation import SeenInput, limit_of, seen_by
from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.labels import Seen

Progress = Callable[[int, int], None]

CHUNK_ROWS = 2048  # inputs that are encoded and sorted by tokens together
COMPARED = 100  # inputs that are predicted in both types
FLUSH_SECONDS = 0.5  # a batch that takes longer is written at once


@dataclass
class Stats:
    """What a :class:`CachedPredictor` has done so far.

    Args:
        rows: Rows asked for.
        unique: Distinct inputs among them.
        cached: Distinct inputs that came from the cache on disk.
        seconds: Wall time.
        truncated: Distinct inputs that were cut at the model's limit.
        errors: Distinct inputs that have no answer, because their requests failed.
    """

    rows: int = 0
    unique: int = 0
    cached: int = 0
    seconds: float = 0.0
    truncated: int = 0
    errors: int = 0


class CachedPredictor:
    """Runs one predictor over any number of row lists and remembers every input it has seen.

    The originals shared by eighty transformations are predicted once.

    Args:
        predictor: The model.
        cache: Keeps predictions on disk over processes.
        progress: Called with (inputs done, inputs in all) after each batch.
        task: Gives the text roles and enters the cache key; the predictor's own when None.
        max_errors: Largest share of the inputs that may have no answer, see :meth:`check_errors`.

    Raises:
        UsageError: When a cache is given and the predictor has no stable identity, or ``max_errors`` is no share.

    Example:
        >>> import hf_robust as hr
        >>> from hf_robust.adapters.function import FunctionPredictor
        >>> task = hr.task("sentiment-classification", label_names=["a", "b"])
        >>> runner = CachedPredictor(FunctionPredictor(lambda texts: [text[0] for text in texts], task))
        >>> [p.value for p in runner.predict([{"text": "b c"}, {"text": "a"}, {"text": "b c"}])]
        ['b', 'a', 'b']
        >>> runner.stats.rows, runner.stats.unique
        (3, 2)
    """

    def __init__(
        self,
        predictor: Predictor,
        cache: PredictionCache | None = None,
        progress: Progress | None = None,
        *,
        task: Any = None,
        max_errors: float = MAX_ERRORS,
    ):
        self.predictor = predictor
        self._max_errors = check_max_errors(max_errors)
        self.stats = Stats()
        self._cache = cache
        self._progress = progress
        self._task = task
        self._known: dict[Input, Prediction] = {}
        self._compared: list[Input] = []
        self._roles: tuple[str, ...] = ()
        self._unwritten: dict[bytes, Prediction] = {}
        self._written = 0.0
        if cache is not None:
            identity(predictor)  # refuse before any work

    def predict(self, rows: Sequence[Row]) -> list[Prediction]:
        """One prediction a row, in the order of the rows.

        Raises:
            UsageError: When the predictor returns another number of predictions than rows.
        """
        if not rows:
            return []
        began = perf_counter()
        self._roles = roles_of(self.predictor, self._task, rows[0])
        inputs, index = unique_inputs(rows, self._roles)
        new = [value for value in inputs if value not in self._known]
        self.stats.rows += len(rows)
        self.stats.unique += len(new)
        self._look(new)
        for found in self._ask(new, 0, len(new)):
            self._known.update(found)
        self.stats.seconds += perf_counter() - began
        return [self._known[inputs[place]] for place in index]

    def predict_columns(self, sources: Sequence[RowSource]) -> Iterator[PredictionColumn]:
        """Predictions for rows that are too many to be Python objects at once.

        Args:
            sources: Rows, read twice and some at a time.

        Returns:
            One column a source, all predicted before the first is given. Inputs that several sources share are
            predicted once; they are not remembered for later calls.

        Raises:
            UsageError: As for :meth:`predict`.
        """
        some = next((source for source in sources if source.size), None)
        if some is None:
            return (PredictionColumn([], np.empty(0, np.int32), np.empty(0)) for _ in sources)
        began = perf_counter()
        self._roles = roles_of(self.predictor, self._task, some.read(0, 1)[0])
        inputs = DistinctInputs(sources, self._roles)
        self.stats.rows += sum(source.size for source in sources)
        self.stats.unique += len(inputs)
        start, step = 0, max(1, len(inputs) // COMPARED)
        for window in inputs.windows():
            inputs.keep_seen(start, self._look(window))
            places = {value: place for place, value in enumerate(window)}
            for found in self._ask(window, start, len(inputs)):
                inputs.keep(start, found, places)
            self._compared += window[-start % step :: step]
            start += len(window)
        self.stats.seconds += perf_counter() - began
        return inputs.columns()

    def record(self) -> dict[str, Any]:
        """What a report says of the predictions: the counts, and how far they are off where another type computed them.

        The distance is measured on a sample of the inputs that were asked for.
        """
        found = {**asdict(self.stats), "seconds": round(self.stats.seconds, 3), "limit": limit_of(self.predictor)}
        if not self.stats.errors:
            del found["errors"]
        model: Any = getattr(self.predictor, "inner", self.predictor)
        compared = self._compared or [*self._known]
        if getattr(model, "precision", None) is not None and compared:
            step = max(1, len(compared) // COMPARED)
            rows = [row_of(value, self._roles) for value in compared[: step * COMPARED : step]]
            found["precision"] = precision_error(model, rows)
        return found

    def check_errors(self) -> None:
        """Refuse to score predictions of which too many failed; an evaluation calls this after its predictions.

        Raises:
            UnansweredError: More than the share ``max_errors`` of the inputs have no answer. The others are stored.
        """
        check_failures(
            self.predictor, self.stats.errors, self.stats.unique, self._max_errors, cached=self._cache is not None
        )

    def _look(self, new: list[Input]) -> list[SeenInput | None]:
        """What the model sees of inputs that reach its limit; counts those that are cut.

        This is read from the inputs, so predictions of the cache on disk have it as well.
        """
        seen = seen_by(self.predictor, [row_of(value, self._roles) for value in new])
        self.stats.truncated += sum(one is not None and one.cut for one in seen)
        return seen

    def _ask(self, new: list[Input], before: int, total: int) -> Iterator[dict[Input, Prediction]]:
        """Predictions of different inputs: those of the cache on disk, then batch by batch those that are made."""
        keys, hits = self._from_cache(new)
        yield hits
        missing = sorted((value for value in new if value not in hits), key=size, reverse=True)
        done = before + len(hits)
        at_once = CHUNK_ROWS if self._cache is None else getattr(self.predictor, "batch_size", 32)
        self._written = perf_counter()
        try:
            for start in range(0, len(missing), CHUNK_ROWS):
                chunk = missing[start : start + CHUNK_ROWS]
                rows = [row_of(value, self._roles) for value in chunk]
                for places, predictions in batches_of(self.predictor, rows, at_once):
                    predictions = listed_predictions(predictions, len(places), self.predictor.name)
                    self._check_declared(predictions)
                    found = {chunk[place]: one for place, one in zip(places, predictions)}
                    self.stats.errors += sum(one.status == "error" for one in predictions)
                    self._keep(
                        {keys[value]: one for value, one in found.items() if value in keys and one.status != "error"}
                    )
                    yield found
                    done += len(found)
                    if self._progress is not None:
                        self._progress(done, total)
        finally:  # what was made before an error or Ctrl-C is kept
            self._write()

    def _keep(self, predictions: dict[bytes, Prediction]) -> None:
        """Write predictions to the cache, those of quick batches together."""
        self._unwritten.update(predictions)
        if perf_counter() - self._written >= FLUSH_SECONDS:
            self._write()

    def _write(self) -> None:
        if self._cache is not None and self._unwritten:
            self._cache.put(self._unwritten)
        self._unwritten = {}
        self._written = perf_counter()

    def _from_cache(self, new: list[Input]) -> tuple[dict[Input, bytes], dict[Input, Prediction]]:
        """The keys of inputs in the cache on disk, and the predictions that it has."""
        if self._cache is None or not new:
            return {}, {}
        model = identity(self.predictor)  # anew each time: a model in memory may have been trained since
        task = str(getattr(self._task, "name", None) or getattr(self.predictor, "task_name", ""))
        keys = {value: input_key(model, task, value) for value in new}
        found = self._cache.get(list(keys.values()))
        # a value that the model cannot have predicted is computed again, and replaced
        known = {value: found[key] for value, key in keys.items() if key in found}
        hits = {value: hit for value, hit in known.items() if self._can_say(hit, value)}
        self.stats.cached += len(hits)
        return keys, hits

    def _can_say(self, prediction: Prediction, value: Input) -> bool:
        """Whether a prediction from the cache is one that the model could have made of an input."""
        if prediction.status != "ok":
            return True
        labels, kind = self.predictor.labels, getattr(self._task, "kind", None)
        if kind is not None and kind.many_labels:
            return isinstance(prediction.value, list) and self._are_known(prediction.value)
        if kind is not None and not (kind.classifies or label_matcher(kind)):
            return self._has_shape(prediction.value)
        if isinstance(prediction.value, str):
            return self._are_known([prediction.value])
        if not isinstance(value[0], tuple) or not isinstance(prediction.value, list):
            return False
        if len(prediction.value) != len(value[0]) or not all(isinstance(tag, str) for tag in prediction.value):
            return False
        if labels is None or self.predictor.kind == "function":  # which may say tags that the data does not have
            return True
        kinds = {split_tag(label)[1] for label in labels} | {OUTSIDE}
        return all(split_tag(tag)[1] in kinds for tag in prediction.value)

    def _are_known(self, said: Sequence[Any]) -> bool:
        """Whether values are labels of the model; the rows of the data need not show all that a function returns."""
        labels = self.predictor.labels
        return all(isinstance(one, str) for one in said) and (
            labels is None or isinstance(labels, Seen) or set(said).issubset(labels)
        )

    def _has_shape(self, value: Any) -> bool:
        """Whether a value that is no label has the type of the task's values."""
        if self._task.kind.value_is_text:
            return isinstance(value, str)
        return is_number(value) or self._task.kind.value_keys != ("value",)

    def _check_declared(self, predictions: Sequence[Prediction]) -> None:
        """Refuse labels that the predictor does not declare; they would only count as wrong.

        Raises:
            UsageError: With the labels that it declares.
        """
        labels, kind = self.predictor.labels, getattr(self._task, "kind", None)
        if labels is None or isinstance(labels, Seen) or kind is None or not kind.scores_labels:
            return
        answers = (one.value for one in predictions if one.status == "ok")
        said = chain.from_iterable(answers) if kind.many_labels else answers
        wrong = [one for one in said if one not in labels]
        if wrong:
            raise UsageError(
                f"{self.predictor.name} predicted {quoted(wrong[0])}, which is none of its labels "
                f"({', '.join(map(quoted, labels))}); let predict return one of them, or set labels=None"
            )


def predict_all(
    predictor: Predictor,
    rows: Sequence[Row],
    cache: PredictionCache | None = None,
    progress: Progress | None = None,
    *,
    task: Any = None,
) -> list[Prediction]:
    """Predict rows with deduplication, cache and sorting; see :class:`CachedPredictor` for the arguments.

    Example:
        >>> import hf_robust as hr
        >>> from hf_robust.adapters.function import FunctionPredictor
        >>> task = hr.task("sentiment-classification", label_names=["a", "b"])
        >>> predict_all(FunctionPredictor(lambda texts: [0] * len(texts), task), [{"text": "x"}])
        [Prediction(value='a', score=None)]
    """
    return CachedPredictor(predictor, cache, progress, task=task).predict(rows)
