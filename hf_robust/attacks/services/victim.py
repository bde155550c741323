"""The model that is attacked: what it says of inputs, in full batches, remembered on disk where that is asked for."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from hf_robust.adapters.base import Input, Prediction, Predictor, gives_status, row_of, size
from hf_robust.adapters.cache import PredictionCache, identity, input_key
from hf_robust.adapters.huggingface.batching import even_rows, even_width
from hf_robust.adapters.huggingface.classifier import TextClassifier
from hf_robust.adapters.probabilities import LabelScores, score_rows
from hf_robust.adapters.request_failures import failure_reasons
from hf_robust.attacks.asking import Refused
from hf_robust.attacks.missing_answers import MissingAnswer, failed_request, spent
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import named
from hf_robust.reports.records.answer_records import NO_ANSWER
from hf_robust.tasks.base import Task

_DIGITS = 5
RETURNS_NAN = "the model returns NaN"
_ROWS = 16  # of a torch model on a processor: more of them take as long a row
_FINE = 64  # tokens up to which widths are two apart: many rows fill them all
_FLUSH = 512  # answers that are written to disk together


class Victim:
    """Answers what the attacked model says of an input.

    Of a classifier, also one that gives several labels, that is an array of one probability a label of the task,
    float32, rounded to 5 digits; of any other model its prediction.

    Args:
        task: The bound task, with its label names.
        cache: Keeps answers on disk.

    Attributes:
        computed: Inputs that the model was asked.
        limit: Inputs that it may be asked; None for any number.

    Raises:
        UsageError: When a cache is given and nothing tells when the model has changed; or a classifier's labels are not
            the task's.
    """

    def __init__(self, predictor: Predictor, task: Task, cache: PredictionCache | None = None):
        self.predictor = predictor
        self.task = task
        self.roles = task.input_roles
        self.computed = self.cached = 0
        self.limit: int | None = None
        self._classifies = task.kind.scores_labels
        self._torch = predictor if isinstance(predictor, TextClassifier) else None
        self._packs = self._torch is not None and self._torch.packed() is not None
        self._columns = self._label_columns() if self._classifies else None
        self._encoded: dict[Input, dict[str, list[int]]] = {}
        self._cache = cache if self._classifies else None
        self._identity = identity(predictor) if cache is not None else ""
        self._unwritten: dict[bytes, np.ndarray] = {}
        self._known: dict[Input, Any] = {}
        self._shrunk = 1

    def _label_columns(self) -> list[int | None]:
        """Which of the model's labels is each of the task's; None where it has none such."""
        names = self.task.label_names
        if not names:
            raise UsageError(f"{self.task.name} needs the names of its labels: hr.task(..., label_names=[...])")
        own = list(self.predictor.labels or names)
        if not set(own) & set(names):
            raise UsageError(
                f"none of the labels of {self.predictor.name} ({', '.join(own)}) is one of the data's "
                f"({named(names)}); use label_map={{...}}"
            )
        return [own.index(name) if name in own else None for name in names]

    def buckets(self, requests: Sequence[Input]) -> list[Hashable]:
        """The width of each input, for a torch classifier that needs it; one bucket for what is known on disk."""
        self._read_cache(requests)
        if self._torch is None:
            return ["known" if one in self._known else "any" for one in requests]
        new = [one for one in requests if one not in self._known]
        encoded = self._torch.encode_rows([row_of(one, self.roles) for one in new]) if new else {}
        for place, one in enumerate(new):
            self._encoded[one] = {name: values[place] for name, values in encoded.items()}
        return ["known" if one in self._known else self._width(self._encoded[one]) for one in requests]

    def _width(self, encoded: Mapping[str, list[int]]) -> Hashable:
        assert self._torch is not None
        return "any" if self._packs else even_width(len(encoded["input_ids"]), self._torch.max_length, fine=_FINE)

    def capacity(self, bucket: Hashable) -> int:
        """Rows of a full batch; what is known needs none."""
        if bucket == "known":
            return 1
        return even_rows(bucket, self._rows) if isinstance(bucket, int) else self._rows

    @property
    def _rows(self) -> int:
        rows = getattr(self.predictor, "batch_size", 32)
        if self._torch is not None and not self._packs and self._torch.model.device.type == "cpu":
            rows = min(rows, _ROWS)
        return max(1, rows // self._shrunk)

    def answer(self, bucket: Hashable, requests: Sequence[Input]) -> list[Any]:
        """What the model says of inputs; no more of them are asked than the limit allows."""
        if bucket == "known":
            self.cached += len(requests)
            return [self._known.pop(one) for one in requests]
        if self.limit is None:
            return self._asked(requests)
        allowed = requests[: max(0, self.limit - self.computed)]
        answers = self._asked(allowed) if allowed else []
        return [*answers, *(spent(self.limit) for _ in requests[len(allowed) :])]

    def _asked(self, requests: Sequence[Input]) -> list[Any]:
        self.computed += len(requests)
        if self._torch is not None:
            found = self._forward(requests)
        elif self._classifies and gives_status(self.predictor):
            return self._labeled(requests)
        elif self._classifies:
            found = self._scored(requests)
        else:
            return self._predicted(requests)
        answers: list[Any] = [self._usable(one) for one in found]
        self._keep(requests, answers)
        return answers

    def _forward(self, requests: Sequence[Input]) -> np.ndarray:
        """Probabilities from one batch of one width; where memory does not reach, from halves of it."""
        assert self._torch is not None and self._columns is not None
        columns = [self._encoded[one] for one in requests]
        encoded = {name: [one[name] for one in columns] for name in columns[0]}
        logits = np.empty((len(requests), len(self._torch.labels)), np.float64)
        try:
            for batch, output in self._torch.forward(encoded, even=True, rows=self._rows, fine=_FINE):
                logits[batch] = output.logits.float().cpu().numpy()
        except RuntimeError as error:
            if "out of memory" not in str(error).lower() or len(requests) == 1:
                raise
            self._shrunk *= 2
            half = len(requests) // 2
            return np.vstack([self._forward(requests[:half]), self._forward(requests[half:])])
        for one in requests:
            self._encoded.pop(one, None)
        with np.errstate(invalid="ignore"):
            powers = np.exp(logits - logits.max(axis=1, keepdims=True))
            return self._in_order(powers / powers.sum(axis=1, keepdims=True))

    def _scored(self, requests: Sequence[Input]) -> np.ndarray:
        """Probabilities of a model that is no torch classifier."""
        rows = [row_of(one, self.roles) for one in sorted(requests, key=size)]
        places = {one: place for place, one in enumerate(sorted(requests, key=size))}
        scores = score_rows(self.predictor, rows, self.task, fills=False)
        names = self.task.label_names or ()
        table = np.stack([scores.of(name, slice(0, len(rows))) for name in names], axis=1)
        return table[[places[one] for one in requests]]

    def _labeled(self, requests: Sequence[Input]) -> list[Any]:
        """Probabilities of a model that writes its answers, some of which may be no label."""
        found = self._from_model(requests)
        said = [Prediction(NO_ANSWER) if isinstance(one, Refused) else one for one in found]
        scores = LabelScores(said, self.predictor.labels, range(len(found)))
        names = self.task.label_names or ()
        table = np.stack([scores.of(name, slice(0, len(found))) for name in names], axis=1)
        answers: list[Any] = []
        for one, row in zip(found, table):
            if isinstance(one, Refused):
                answers.append(one)
            elif one.status != "ok":
                answers.append(MissingAnswer.of(one.status, len(names)))
            else:
                answers.append(self._usable(row))
        self._keep(requests, answers)
        return answers

    def _from_model(self, requests: Sequence[Input]) -> list[Any]:
        """Predictions; what stands in place of an answer where a request failed."""
        rows = [row_of(one, self.roles) for one in requests]
        before = failure_reasons(self.predictor)
        found = self.predictor.predict(rows)
        if len(found) != len(rows):
            raise UsageError(f"{self.predictor.name} returned {len(found)} predictions for {len(rows)} rows")
        reasons = (failure_reasons(self.predictor) - before).most_common(1)
        reason = reasons[0][0] if reasons else ""
        return [failed_request(reason) if one.status == "error" else one for one in found]

    def _predicted(self, requests: Sequence[Input]) -> list[Any]:
        """Predictions of a model that is no classifier."""
        return [one if isinstance(one, Refused) else _checked(one) for one in self._from_model(requests)]

    def _in_order(self, table: np.ndarray) -> np.ndarray:
        """The columns in the order of the task's labels; zeros for labels that the model does not have."""
        assert self._columns is not None
        empty = np.zeros(len(table))
        return np.stack([empty if place is None else table[:, place] for place in self._columns], axis=1)

    def _usable(self, probabilities: np.ndarray) -> Any:
        if not np.isfinite(probabilities).all():
            return Refused(RETURNS_NAN)
        return probabilities.round(_DIGITS).astype(np.float32)

    def _keys(self, requests: Sequence[Input]) -> list[bytes]:
        model = f"{self._identity}|{'|'.join(self.task.label_names or ())}"
        return [input_key(model, self.task.name, one) for one in requests]

    def _read_cache(self, requests: Sequence[Input]) -> None:
        if self._cache is None:
            return
        keys = self._keys(requests)
        hits: Mapping[bytes, np.ndarray] = self._cache.get_scores(keys)
        shape = (len(self.task.label_names or ()),)
        for one, key in zip(requests, keys):
            if key in hits and hits[key].shape == shape:  # scores of another shape are computed again
                self._known[one] = hits[key]

    def _keep(self, requests: Sequence[Input], answers: Sequence[Any]) -> None:
        if self._cache is None:
            return
        fresh = zip(self._keys(requests), answers)
        self._unwritten.update((key, one) for key, one in fresh if not isinstance(one, (Refused, MissingAnswer)))
        if len(self._unwritten) >= _FLUSH:
            self.flush()

    def flush(self) -> None:
        """Write to disk what is not there yet."""
        if self._cache is not None and self._unwritten:
            self._cache.put_scores(self._unwritten)
        self._unwritten = {}


def _checked(prediction: Prediction) -> Prediction | Refused:
    """A prediction, or why it cannot be used."""
    value = prediction.value
    if value is None:
        return Refused("the model returns nothing (None)")
    numbers = value if isinstance(value, (list, tuple)) else (value,)
    return Refused(RETURNS_NAN) if any(one != one for one in numbers) else prediction
