"""Predictions that a model made elsewhere, as a model: each answer is looked up by its input."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import Input, Prediction, input_of, row_of
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.identity import settings_hash
from hf_robust.adapters.language_models.answer_formats import answer_format, has_answer_format
from hf_robust.adapters.prediction_rows import SplitRows, StoredAnswer, aligned, location_in_words
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.files import sha256
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted
from hf_robust.tasks import Task
from hf_robust.tasks.label_cells import separator_in, split_labels
from hf_robust.tasks.labels import whole
from hf_robust.tasks.layouts.load_rows import READERS, is_table, load_data

KIND = "predictions"


def is_prediction_file(model: Any) -> bool:
    """Whether a model is named by a file of rows.

    Example:
        >>> is_prediction_file("answers.jsonl"), is_prediction_file("me/my-model")
        (True, False)
    """
    return isinstance(model, (str, Path)) and Path(model).suffix.lower() in READERS and not Path(model).is_dir()


def are_predictions(model: Any) -> bool:
    """Whether predictions were given in place of a model: a file of rows, a dataset, rows or columns.

    Example:
        >>> are_predictions([{"transformation": "ocr"}]), are_predictions({"row": [0]}), are_predictions(len)
        (True, True, False)
    """
    rows = isinstance(model, (list, tuple)) and len(model) > 0 and all(isinstance(one, Mapping) for one in model)
    table = hasattr(model, "column_names") and hasattr(model, "with_format")
    return rows or table or isinstance(model, Mapping) or is_prediction_file(model)


def predictor_of_rows(
    predictions: Any,
    task: Task,
    suite: Mapping[tuple[str, str], SplitRows],
    ignored: Sequence[str] = (),
    label_map: Mapping[str, str] | None = None,
    threshold: float | None = None,
    **options: Any,
) -> "StoredPredictions":
    """A predictor from predictions that stand in a file or in memory.

    Args:
        predictions: A file (CSV, JSON Lines, Parquet), a dataset, a list of rows or a mapping of columns.
        task: The task, with the names of its labels.
        suite: The rows of the suite, by transformation and split.
        ignored: Transformations whose predictions are not read.
        label_map: Label of the predictions to label of the data.
        threshold: For several labels a row: probability from which a label is predicted, where probabilities are given.
        **options: Options of other models; of these only ``batch_size`` is accepted, and has no effect.

    Raises:
        UsageError: Columns are absent; or predictions are missing, duplicate, contradictory or of no row of the suite.
        LabelError: The data has no such label.
        DataFileError: The file cannot be read.
    """
    unfit = [name for name, value in options.items() if value is not None and name != "batch_size"]
    if unfit:
        raise UsageError(f"{', '.join(unfit)} cannot be given with predictions; leave it out")
    name, revision, rows = _read(predictions)
    task = task.with_threshold(threshold)
    if task.kind.many_labels and isinstance(predictions, (str, Path)) and is_table(str(predictions)):
        # an empty cell is an empty set of labels
        rows = [{**row, "prediction": []} if row.get("prediction", "") is None else row for row in rows]
    return StoredPredictions(name, revision, aligned(name, rows, suite, task, ignored), task, label_map)


def _read(predictions: Any) -> tuple[str, str, list[Mapping[str, Any]]]:
    """The name of predictions, a hash of their content, and their rows."""
    from datasets import Dataset

    if isinstance(predictions, (str, Path)):
        rows = load_data(str(predictions)).to_list()
        return Path(predictions).name, sha256(Path(predictions)), rows
    if isinstance(predictions, Mapping):
        columns = {name: list(values) for name, values in predictions.items()}
        if len({len(values) for values in columns.values()}) > 1:
            raise UsageError("the columns of the predictions have different lengths; give one value a row in each")
        rows = [dict(zip(columns, values)) for values in zip(*columns.values())]
    else:
        rows = predictions.with_format(None).to_list() if isinstance(predictions, Dataset) else list(predictions)
    return KIND, settings_hash(rows), rows


class StoredPredictions(FunctionPredictor):
    """Predictions by input. All of them are read when it is made, so faults show before any work.

    Args:
        name: What the predictions are called: the name of their file.
        revision: Hash of their content.
        answers: The answer to each input with its status, and where it stands.
        task: The task, with the names of its labels.
        label_map: Label of the predictions to label of the data.

    Raises:
        UsageError: A prediction is not of the kind that the task asks for.
        LabelError: The data has no such label.
    """

    kind = KIND

    def __init__(
        self,
        name: str,
        revision: str,
        answers: Mapping[Input, StoredAnswer],
        task: Task,
        label_map: Mapping[str, str] | None = None,
    ):
        super().__init__(self._call, task, label_map=label_map, cache_key=revision)
        self.name, self.revision = name, revision
        self._answers = answers
        self._location = name
        self._missing = _missing_values(name, task, answers)
        self.failures = Counter(f"status 'error' in {name}" for answer in answers.values() if answer.status == "error")
        if self._matcher is not None:
            self._matcher.owner = name
        self.predict([row_of(value, self.roles) for value in answers])

    def _call(self, batch: list[dict[str, Any]]) -> list[Prediction]:
        predictions = []
        for row in batch:
            answer = self._answers.get(input_of(row, self.roles))
            if answer is None:
                raise UsageError(
                    f"{self.name} has no prediction for the input {quoted(row)}; predictions are only good for the "
                    "suite that they were made for"
                )
            predictions.append(Prediction(answer.value, answer.score))
        return predictions

    def _prediction(self, result: Any, row: Mapping[str, Any]) -> Prediction:
        """A prediction; a text that the task does not take is read as JSON, or as a list."""
        answer = self._answers[input_of(row, self.roles)]
        if answer.status != "ok":
            assert self._missing is not None
            return Prediction(self._missing(row), None, answer.status)
        self._location = f"{self.name}, {location_in_words(answer.location)}"
        score = _score(result.score, self._location)
        try:
            for value in self._readings(result.value):
                with suppress(_NotTaken):
                    return super()._prediction(Prediction(value, score), row)
            return super()._prediction(Prediction(result.value, score), row)
        except LabelError as error:
            raise LabelError(f"{self._location}: {error}") from error
        except _NotTaken as error:
            raise UsageError(str(error)) from None

    def _readings(self, value: Any) -> Iterator[Any]:
        """What a value may stand for: itself; of a text also the JSON or the list that it spells."""
        yield value
        many = self._kind.many_labels
        if many and (value in (self.labels or ()) if isinstance(value, str) else whole(value) is not None):
            yield [value]
        if isinstance(value, str):
            with suppress(ValueError):
                yield parse_json(value)
            yield split_labels(value, separator_in([value]) if many else None)

    def _wrong(self, value: str, expected: str = "") -> UsageError:
        return _NotTaken(f"{self._location}: found {value}; expected {self._kind.wanted}")


def _missing_values(
    name: str, task: Task, answers: Mapping[Input, StoredAnswer]
) -> Callable[[Mapping[str, Any]], Any] | None:
    """What makes the value of a row without an answer; None where all rows have one.

    Raises:
        UsageError: The task is none of which answers can be missing.
    """
    missing = next((answer for answer in answers.values() if answer.status != "ok"), None)
    if missing is None:
        return None
    if not has_answer_format(task.kind):
        raise UsageError(
            f"{name}, {location_in_words(missing.location)}: found the status {missing.status!r}, expected a "
            f"prediction for each row of {task.name}; leave the column 'status' out"
        )
    return answer_format(task).missing


class _NotTaken(UsageError):
    """A value that is not of the kind that the task asks for."""


def _score(value: Any, location: str) -> float | None:
    if value is None or value == "":
        return None
    try:
        score = float(value)
    except (TypeError, ValueError):
        score = math.nan
    if not 0 <= score <= 1:
        raise UsageError(f"{location}: the score must be a probability from 0 to 1, found {quoted(value)}")
    return score
