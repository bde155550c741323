"""Predictions kept on disk, so that a model is asked once about an input, over runs and processes."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from hf_robust.adapters.base import STATUSES, Input, Prediction, Predictor
from hf_robust.adapters.database import Database
from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted

_FORMAT = 1
_FLOAT = np.dtype("<f4")  # as it stands in the file, on every machine
_TABLES = (
    "predictions (key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "scores (key BLOB PRIMARY KEY, size INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID",
)


class PredictionCache:
    """A folder with one SQLite file; several processes may use it at once.

    It keeps predictions, and apart from them the scores of all labels: under the same keys, see :func:`input_key`.

    Args:
        folder: Made when it does not exist.

    Raises:
        DataFileError: When the file is damaged or cannot be written; the message says what to type.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     cache = PredictionCache(folder)
        ...     cache.put({b"key": Prediction("positive", 0.9)})
        ...     cache.get([b"key", b"other"])
        {b'key': Prediction(value='positive', score=0.9)}
    """

    def __init__(self, folder: str | Path):
        path = Path(folder).expanduser() / "predictions.sqlite"
        self._database = Database(path, "the prediction cache", _TABLES)
        self.path = path

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Prediction]:
        """The predictions that are known among the keys."""
        return {key: self._read(value) for key, value in self._database.rows("key, value FROM predictions", keys)}

    def put(self, predictions: Mapping[bytes, Prediction]) -> None:
        """Store predictions; what another process stored meanwhile under a key is replaced."""
        pairs = [(key, json.dumps(_stored(p))) for key, p in predictions.items()]
        with self._database.open() as connection:
            connection.executemany("INSERT OR REPLACE INTO predictions VALUES (?, ?)", pairs)

    def get_scores(self, keys: Sequence[bytes]) -> dict[bytes, np.ndarray]:
        """The scores that are known among the keys.

        Returns:
            By key, ``float32`` of shape (labels,), as they were stored.

        Raises:
            DataFileError: When a value is not what was stored: cut off, or no finite numbers.

        Example:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     cache = PredictionCache(folder)
            ...     cache.put_scores({b"key": np.array([0.25, 0.75], np.float32)})
            ...     cache.get_scores([b"key", b"other"])
            {b'key': array([0.25, 0.75], dtype=float32)}
        """
        found = self._database.rows("key, size, value FROM scores", keys)
        return {key: self._read_scores(size, value) for key, size, value in found}

    def put_scores(self, scores: Mapping[bytes, np.ndarray]) -> None:
        """Store the scores of all labels of some inputs; what was stored under a key is replaced.

        Args:
            scores: By key, finite numbers of shape (labels,); they are kept as ``float32``.

        Raises:
            UsageError: When some are of another shape, or not finite; nothing is stored then.
        """
        rows = []
        for key, given in scores.items():
            values = np.asarray(given, _FLOAT)
            if values.ndim != 1 or not values.size or not np.isfinite(values).all():
                raise UsageError(f"scores to be kept must be finite numbers, one a label; found {quoted(given)}")
            rows.append((key, values.size, values.tobytes()))
        with self._database.open() as connection:
            connection.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?, ?)", rows)

    def _read_scores(self, size: Any, value: Any) -> np.ndarray:
        if not isinstance(value, bytes) or not value or len(value) != _FLOAT.itemsize * size:
            raise self._database.damaged(f"{size!r} scores were kept, found {quoted(value)}")
        scores = np.frombuffer(value, _FLOAT).astype(np.float32)
        if not np.isfinite(scores).all():
            raise self._database.damaged(f"{quoted(scores)} are no scores")
        return scores

    def _read(self, value: str) -> Prediction:
        try:
            prediction = Prediction(*parse_json(value))
        except (ValueError, TypeError) as error:
            raise self._database.damaged(error) from error
        known = prediction.score is None or is_number(prediction.score)
        if prediction.value is None or not known or prediction.status not in STATUSES:
            raise self._database.damaged(f"{quoted(value)} is no prediction")
        return prediction


def _stored(prediction: Prediction) -> list[Any]:
    """A prediction as JSON; status and unaligned entities only where they say something."""
    whole = prediction.status != "ok" or prediction.unaligned
    return list(prediction if whole else prediction[:2])


def identity(predictor: Predictor) -> str:
    """What tells one model from another in the cache: kind, name, revision and fingerprint.

    Raises:
        UsageError: When the predictor has neither a revision nor a fingerprint, as a plain function.
    """
    compute = getattr(predictor, "fingerprint", None)
    fingerprint = compute() if callable(compute) else None
    if fingerprint is None and predictor.revision is None:
        raise UsageError(
            f"predictions of {predictor.kind} {predictor.name!r} cannot be cached: nothing tells when it "
            "has changed. Give it a name of its own with as_predictor(..., cache_key='my-model-v1'), or "
            "run without cache"
        )
    return "|".join(str(part) for part in (predictor.kind, predictor.name, predictor.revision, fingerprint))


def input_key(model: str, task: str, value: Input) -> bytes:
    """Key of one input of one model.

    Args:
        model: From :func:`identity`.
        task: The task's name.
        value: From :func:`hf_robust.adapters.base.input_of`.

    Example:
        >>> input_key("hub|m|abc|", "t", ("a",)) == input_key("hub|m|abd|", "t", ("a",))
        False
    """
    return blake2b(json.dumps([_FORMAT, model, task, value]).encode(), digest_size=16).digest()
