import os
import sqlite3
import subprocess
import sys

import pytest
import torch
from tiny_models import CLASSIFICATION, classifier, count_calls, save, sentence, tokenizer

from hf_robust.adapters import CachedPredictor, FunctionPredictor, Prediction, PredictionCache, as_predictor
from hf_robust.adapters.cache import identity, input_key
from hf_robust.core.errors import DataFileError, UsageError

ROWS = [{"text": sentence(n % 30, 3 + n % 5)} for n in range(60)]


def run(model, cache, **options):
    runner = CachedPredictor(as_predictor(model, CLASSIFICATION, **options), cache)
    return runner.predict(ROWS), runner.stats


def test_many_keys_and_both_kinds_of_value(tmp_path):
    cache = PredictionCache(tmp_path / "made" / "here")
    values = {bytes([n % 256, n // 256]): Prediction(["O", f"B-{n}"], n / 7) for n in range(2000)}
    values[b"plain"] = Prediction("x\ud800", None)
    cache.put(values)
    assert PredictionCache(tmp_path / "made" / "here").get([*values, b"absent"]) == values
    assert cache.get([]) == {}


def test_second_run_asks_the_model_nothing(tmp_path):
    model = classifier()
    calls = count_calls(model)
    first, stats = run(model, PredictionCache(tmp_path), tokenizer=tokenizer())
    assert stats.cached == 0 and sum(calls) == stats.unique
    calls.clear()
    second, stats = run(model, PredictionCache(tmp_path), tokenizer=tokenizer())
    assert second == first
    assert (sum(calls), stats.cached) == (0, stats.unique)


def test_trained_weights_miss_the_cache(tmp_path):
    model = classifier()
    run(model, PredictionCache(tmp_path), tokenizer=tokenizer())
    with torch.no_grad():
        model.classifier.bias[0] += 0.25
    assert run(model, PredictionCache(tmp_path), tokenizer=tokenizer())[1].cached == 0


def test_retrained_folder_misses_and_unchanged_folder_hits(tmp_path):
    cache, folder = PredictionCache(tmp_path / "cache"), tmp_path / "model"
    save(folder, classifier(seed=0))
    before, _ = run(folder, cache)
    assert run(str(folder), cache)[1].cached == len({row["text"] for row in ROWS})
    save(folder, classifier(seed=1))
    after, stats = run(folder, cache)
    assert stats.cached == 0
    assert [p.score for p in before] != [p.score for p in after]


def test_other_settings_miss(tmp_path):
    cache = PredictionCache(tmp_path)
    run(classifier(), cache, tokenizer=tokenizer())
    swapped = {"neg": "pos", "neu": "neu", "pos": "neg"}
    for other in ({"max_length": 5}, {"label_map": swapped}):
        assert run(classifier(), cache, tokenizer=tokenizer(), **other)[1].cached == 0
    assert run(classifier(), cache, tokenizer=tokenizer(), batch_size=3)[1].cached > 0


def test_tokenizer_state_left_by_a_call_does_not_matter():
    predictor = as_predictor(classifier(), CLASSIFICATION, tokenizer=tokenizer())
    before = identity(predictor)
    predictor.tokenizer(["the cat"], truncation=True, max_length=4, padding="max_length")
    assert identity(predictor) == before


def test_functions_need_a_key(tmp_path):
    def always(texts):
        return ["pos"] * len(texts)

    cache = PredictionCache(tmp_path)
    with pytest.raises(UsageError, match="always.*cannot be cached.*cache_key"):
        CachedPredictor(FunctionPredictor(always, CLASSIFICATION), cache)
    assert run(always, cache, cache_key="v1")[1].cached == 0
    assert run(always, cache, cache_key="v1")[1].cached == 30
    assert run(always, cache, cache_key="v2")[1].cached == 0


def test_keys_differ_by_model_task_and_input():
    keys = {
        input_key(model, task, value)
        for model in ("a", "b")
        for task in ("s", "t")
        for value in (("x y",), ("x", "y"), (("x", "y"),), (("x y",),))
    }
    assert len(keys) == 16


def test_damaged_file_says_what_to_type(tmp_path):
    PredictionCache(tmp_path).put({b"k": Prediction("x")})
    for name in os.listdir(tmp_path):
        if name != "predictions.sqlite":
            os.remove(tmp_path / name)
    (tmp_path / "predictions.sqlite").write_bytes(b"this is no database" * 300)
    with pytest.raises(DataFileError, match="damaged.*type: rm '.*predictions.sqlite'"):
        PredictionCache(tmp_path)


def test_damaged_value_says_what_to_type(tmp_path):
    cache = PredictionCache(tmp_path)
    with sqlite3.connect(cache.path) as connection:
        connection.execute("INSERT INTO predictions VALUES (?, ?)", (b"k", "{"))
    connection.close()
    with pytest.raises(DataFileError, match="rm '"):
        cache.get([b"k"])


def test_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DataFileError, match="cannot be made"):
        PredictionCache(tmp_path / "file" / "cache")


WRITER = """
import sys
from hf_robust.adapters.base import Prediction
from hf_robust.adapters.cache import PredictionCache

cache = PredictionCache(sys.argv[1])
for part in range(20):
    cache.put({f"{sys.argv[2]}-{part}-{n}".encode(): Prediction(sys.argv[2]) for n in range(50)})
"""


def test_two_processes_write_at_once(tmp_path):
    workers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(n)]) for n in range(2)]
    assert [worker.wait(timeout=120) for worker in workers] == [0, 0]
    keys = [f"{number}-{part}-{n}".encode() for number in range(2) for part in range(20) for n in range(50)]
    assert len(PredictionCache(tmp_path).get(keys)) == 2000
