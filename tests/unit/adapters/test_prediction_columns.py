"""Predictions of many rows as columns: the same as row by row, each different input once."""

import random

import numpy as np
import pytest

from hf_robust.adapters import CachedPredictor, Prediction, PredictionCache, PredictionColumn, RowSource
from hf_robust.adapters.base import BatchedOutput


class Shout(BatchedOutput):
    """Says a text in capitals, or tags tokens; remembers what it was asked."""

    name, kind, revision, labels = "shout", "function", "1", None

    def __init__(self):
        self.asked = []

    def batches(self, rows):
        for place, row in enumerate(rows):
            self.asked.append(row)
            tags = [token.upper() for token in row["tokens"]] if "tokens" in row else row["text"].upper()
            yield [place], [Prediction(tags, None if place % 2 else len(tags) / 100)]


def sources(*tables):
    return [RowSource(len(rows), lambda start, stop, rows=rows: rows[start:stop]) for rows in tables]


@pytest.fixture
def small(monkeypatch):
    """Pieces and windows of a few rows."""
    monkeypatch.setattr("hf_robust.adapters.prediction_columns.PIECE", 7)
    monkeypatch.setattr("hf_robust.adapters.prediction_columns.WINDOW", 10)
    monkeypatch.setattr("hf_robust.adapters.cached.CHUNK_ROWS", 4)


def tables(role="text"):
    draw = random.Random(2)
    texts = [f"{'wort ' * draw.randrange(4)}{draw.randrange(40)}" for _ in range(120)]
    rows = [{role: text.split() if role == "tokens" else text} for text in texts]
    return rows[:50], [], rows[50:53], rows[30:]


@pytest.mark.parametrize("role", ["text", "tokens"])
def test_the_same_values_as_row_by_row_each_input_once(role, small):
    model, steps = Shout(), []
    runner = CachedPredictor(model, progress=lambda done, total: steps.append((done, total)))
    columns = list(runner.predict_columns(sources(*tables(role))))
    assert list(map(len, columns)) == [50, 0, 3, 90]
    for column, rows in zip(columns, tables(role), strict=True):
        assert column.values_of_rows() == [one.value for one in CachedPredictor(Shout()).predict(rows)]
        assert column.values_of_rows() == [column[place].value for place in range(len(rows))]
    different = {repr(row) for table in tables(role) for row in table}
    assert sorted(map(repr, model.asked)) == sorted(different)
    assert (runner.stats.rows, runner.stats.unique) == (143, len(different))
    assert steps[-1] == (len(different),) * 2 and [done for done, _ in steps] == sorted(done for done, _ in steps)


def test_nothing_to_predict():
    model = Shout()
    assert [list(column) for column in CachedPredictor(model).predict_columns(sources([], []))] == [[], []]
    assert not model.asked


def test_the_cache_on_disk_serves(small, tmp_path):
    first, second = Shout(), Shout()
    found = list(CachedPredictor(first, PredictionCache(tmp_path)).predict_columns(sources(*tables())))
    runner = CachedPredictor(second, PredictionCache(tmp_path))
    again = runner.predict_columns(sources(*tables()))
    assert not second.asked and runner.stats.cached == runner.stats.unique == len(first.asked)
    assert [list(column) for column in again] == [list(column) for column in found]


def test_what_was_made_before_an_error_is_kept(small, tmp_path):
    class Fails(Shout):
        def batches(self, rows):
            for places, found in super().batches(rows):
                if len(self.asked) == 9:
                    raise RuntimeError("out of memory")
                yield places, found

    with pytest.raises(RuntimeError, match="out of memory"):
        CachedPredictor(Fails(), PredictionCache(tmp_path)).predict_columns(sources(*tables()))
    runner = CachedPredictor(Shout(), PredictionCache(tmp_path))
    runner.predict_columns(sources(*tables()))
    assert runner.stats.cached == 8


def test_a_column_is_a_sequence():
    column = PredictionColumn(["neg", ["B", "O"]], np.array([1, 0, 0]), np.array([np.nan, 0.25, 1.0]))
    assert list(column) == [Prediction(["B", "O"]), Prediction("neg", 0.25), Prediction("neg", 1.0)]
    assert list(column[1:]) == list(column)[1:] and column[-1].score == 1.0
