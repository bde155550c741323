"""Scores of all labels, kept beside the predictions."""

import sqlite3
from contextlib import closing

import numpy as np
import pytest

from hf_robust.adapters import Prediction, PredictionCache
from hf_robust.core.errors import DataFileError, UsageError

SCORES = np.array([0.1, 0.2, 0.7], np.float32)


def test_many_keys_come_back_as_they_were(tmp_path):
    rng = np.random.default_rng(0)
    cache = PredictionCache(tmp_path)
    given = {bytes([n % 256, n // 256]): rng.random(1 + n % 5, np.float32) for n in range(1300)}
    cache.put_scores(given)
    found = PredictionCache(tmp_path).get_scores([*given, b"absent"])
    assert found.keys() == given.keys()
    for key, scores in found.items():
        assert scores.dtype == np.float32 and scores.tobytes() == given[key].tobytes()
    assert cache.get_scores([]) == {}


def test_predictions_under_the_same_key_are_apart(tmp_path):
    cache = PredictionCache(tmp_path)
    cache.put_scores({b"k": SCORES})
    assert cache.get([b"k"]) == {}
    cache.put({b"k": Prediction("x", 0.5)})
    cache.put_scores({b"k": SCORES[:2].astype(np.float64)})
    assert cache.get([b"k"]) == {b"k": Prediction("x", 0.5)}
    assert cache.get_scores([b"k"])[b"k"].tolist() == SCORES[:2].tolist()


def test_a_file_from_before_there_were_scores(tmp_path):
    with closing(sqlite3.connect(tmp_path / "predictions.sqlite")) as connection, connection:
        connection.execute("CREATE TABLE predictions (key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
        connection.execute("INSERT INTO predictions VALUES (?, ?)", (b"k", '["x", 0.5]'))
    cache = PredictionCache(tmp_path)
    cache.put_scores({b"k": SCORES})
    assert cache.get([b"k"]) == {b"k": Prediction("x", 0.5)} and list(cache.get_scores([b"k"])) == [b"k"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"value": SCORES.tobytes()[:-1]},
        {"value": SCORES.tobytes()[:-4]},
        {"value": b"", "size": 0},
        {"value": "0.1 0.2 0.7"},
        {"value": np.array([0.1, np.nan, 0.7], np.float32).tobytes()},
        {"value": np.array([0.1, np.inf, 0.7], np.float32).tobytes()},
        {"size": 2},
        {"size": "three"},
    ],
    ids=str,
)
def test_damaged_values_say_what_to_type(tmp_path, wrong):
    cache = PredictionCache(tmp_path)
    cache.put_scores({b"k": SCORES, b"other": SCORES})
    with closing(sqlite3.connect(cache.path)) as connection, connection:
        for column, value in wrong.items():
            connection.execute(f"UPDATE scores SET {column} = ? WHERE key = ?", (value, b"k"))
    assert list(cache.get_scores([b"other"])) == [b"other"]
    with pytest.raises(DataFileError, match="damaged.*run: rm '.*predictions.sqlite'"):
        cache.get_scores([b"other", b"k"])


@pytest.mark.parametrize("wrong", [[], 0.5, [[0.5, 0.5]], [0.5, np.nan], [1e300]], ids=str)
def test_what_is_no_row_of_scores_is_not_kept(tmp_path, wrong):
    cache = PredictionCache(tmp_path)
    with np.errstate(over="ignore"), pytest.raises(UsageError, match="finite numbers, one a label"):
        cache.put_scores({b"good": SCORES, b"k": wrong})
    assert cache.get_scores([b"good", b"k"]) == {}
