import itertools
import random

import numpy as np
import pytest

import hf_robust.adapters as adapters
from hf_robust.adapters import CachedPredictor, Prediction, Predictor, predict_all, unique_inputs
from hf_robust.adapters.base import input_of, tokens_of
from hf_robust.adapters.huggingface.batching import length_batches, pad, windows
from hf_robust.core.errors import ColumnError, UsageError


class Echo:
    """Says the text back and counts what it was asked."""

    name, kind, revision, labels = "echo", "function", None, None

    def __init__(self):
        self.asked = []

    def predict(self, rows):
        self.asked.append([row["text"] for row in rows])
        return [Prediction(row["text"].upper(), 0.5) for row in rows]


def test_echo_is_a_predictor():
    assert isinstance(Echo(), Predictor)
    assert not isinstance(len, Predictor)


def test_all_public_names_are_there():
    assert adapters.__all__ == sorted(adapters.__all__)
    assert all(hasattr(adapters, name) for name in adapters.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = adapters.nonsense


def test_order_is_restored_and_inputs_are_asked_once():
    texts = [f"{'x' * (n % 7)}{n % 50}" for n in range(500)]
    random.Random(3).shuffle(texts)
    echo = Echo()
    found = predict_all(echo, [{"text": text} for text in texts])
    assert [p.value for p in found] == [text.upper() for text in texts]
    asked = sum(echo.asked, [])
    assert sorted(asked) == sorted(set(texts))
    assert [len(text) for text in asked] == sorted(map(len, asked), reverse=True)


def test_runner_remembers_over_calls_and_counts():
    echo, steps = Echo(), []
    runner = CachedPredictor(echo, progress=lambda done, total: steps.append((done, total)))
    first = runner.predict([{"text": "a"}, {"text": "b"}, {"text": "a"}])
    second = runner.predict([{"text": "b"}, {"text": "c"}])
    assert [p.value for p in first + second] == ["A", "B", "A", "B", "C"]
    assert sorted(sum(echo.asked, [])) == ["a", "b", "c"]
    assert (runner.stats.rows, runner.stats.unique, runner.stats.cached) == (5, 3, 0)
    assert runner.stats.seconds > 0
    assert steps == [(2, 2), (1, 1)]
    assert runner.predict([]) == []


def test_big_inputs_go_in_chunks(monkeypatch):
    monkeypatch.setattr("hf_robust.adapters.cached.CHUNK_ROWS", 10)
    echo, steps = Echo(), []
    rows = [{"text": f"{n}"} for n in range(25)]
    found = predict_all(echo, rows, progress=lambda done, total: steps.append((done, total)))
    assert [len(chunk) for chunk in echo.asked] == [10, 10, 5]
    assert steps == [(10, 25), (20, 25), (25, 25)]
    assert [p.value for p in found] == [row["text"] for row in rows]


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ([Prediction("x")], "list of 2 predictions.*found 1"),
        (None, "found NoneType"),
        (["x", "y"], "found str: 'x'"),
    ],
)
def test_wrong_predictors_are_named(returned, message):
    class Wrong(Echo):
        def predict(self, rows):
            return returned

    with pytest.raises(UsageError, match=message):
        predict_all(Wrong(), [{"text": "a"}, {"text": "b"}])


def test_rows_are_read_by_role():
    assert input_of({"text": ["a", "b"]}, ("text",)) == ("a b",)
    assert input_of({"text": None}, ("text",)) == ("",)
    assert input_of({"tokens": None}, ("tokens",)) == ((),)
    assert input_of({"tokens": ["a", None]}, ("tokens",)) == (("a", ""),)
    assert input_of({"context": "c", "question": "q", "id": 3}, ("context", "question")) == ("c", "q")
    with pytest.raises(ColumnError, match="must hold text; found sentence"):
        input_of({"sentence": "a"}, ("text",))
    with pytest.raises(UsageError, match="'text' must hold a string, found int: 3"):
        input_of({"text": 3}, ("text",))
    with pytest.raises(UsageError, match="'tokens' must hold a list of strings, found str"):
        tokens_of({"tokens": "a b"})
    with pytest.raises(UsageError, match="tokens must be strings, found int"):
        input_of({"tokens": ["a", 2]}, ("tokens",))


def test_token_lists_and_their_joined_text_are_different_inputs():
    rows = [{"tokens": ["a b"]}, {"tokens": ["a", "b"]}, {"tokens": ["a b"]}]
    assert unique_inputs(rows, ("tokens",))[1] == [0, 1, 0]


def test_batches_hold_every_index_once_and_fall_in_length():
    lengths = [random.Random(1).randrange(1, 90) for _ in range(200)]
    batches = list(length_batches(lengths, 16))
    flat = sum(batches, [])
    assert sorted(flat) == list(range(200))
    assert [lengths[i] for i in flat] == sorted(lengths, reverse=True)
    assert max(map(len, batches)) == 16


def test_long_rows_make_smaller_batches():
    lengths = [4000] * 3 + [300] * 100 + [10] * 40
    for batch in length_batches(lengths, 8):
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= 8 * 256
    assert next(len(batch) for batch in length_batches([300] * 100, 32)) == 32 * 256 // 300


def test_pad_fills_the_right_side():
    rows = [[1], [2, 3, 4], []]
    assert pad(rows, 9, "right").tolist() == [[1, 9, 9], [2, 3, 4], [9, 9, 9]]
    assert pad(rows, 9, "left").tolist() == [[9, 9, 1], [2, 3, 4], [9, 9, 9]]
    assert pad([[]], 7, "right").tolist() == [[7]]


@pytest.mark.parametrize(("length", "room", "stride"), [(1, 5, 2), (5, 5, 2), (6, 5, 2), (97, 10, 3), (50, 7, 0)])
def test_windows_cover_each_position_once(length, room, stride):
    views = list(windows(4, 2, 2 + length, room, stride))
    owned = np.concatenate([np.arange(v.own_start, v.own_end) for v in views])
    assert owned.tolist() == list(range(2, 2 + length))
    assert all(v.row == 4 and v.start <= v.own_start <= v.own_end <= v.end for v in views)
    assert max(v.end - v.start for v in views) <= room
    assert all(b.start == a.start + room - stride for a, b in itertools.pairwise(views))
