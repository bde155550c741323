import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
import torch
from tiny_models import CLASSIFICATION, classifier, count_calls, save, sentence, tokenizer

import hf_robust as hr
from hf_robust.adapters import CachedPredictor, FunctionPredictor, Prediction, PredictionCache, as_predictor
from hf_robust.adapters.cache import identity, input_key
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.tasks.gold_kinds import RecastTask
from hf_robust.tasks.label_sets import LabelSets
from hf_robust.tasks.scores import Scores

TWO = hr.task("text-classification", label_names=["a", "b"])
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
    with pytest.raises(DataFileError, match="damaged.*run: rm '.*predictions.sqlite'"):
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
from contextlib import closing
from hf_robust.adapters.base import Prediction
from hf_robust.adapters.cache import PredictionCache

cache = PredictionCache(sys.argv[1])
for part in range(20):
    cache.put({f"{sys.argv[2]}-{part}-{n}".encode(): Prediction(sys.argv[2]) for n in range(50)})
"""


def test_two_processes_write_at_once(tmp_path):
    workers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), str(n)]) for n in range(2)]
    assert [worker.wait(timeout=600) for worker in workers] == [0, 0]
    keys = [f"{number}-{part}-{n}".encode() for number in range(2) for part in range(20) for n in range(50)]
    assert len(PredictionCache(tmp_path).get(keys)) == 2000


SLOW = """
import sys, time
from hf_robust import task
from hf_robust.adapters import CachedPredictor, FunctionPredictor, PredictionCache

def slow(texts):
    time.sleep(0.55)
    print("batch", flush=True)
    return ["pos"] * len(texts)

known = task("sentiment-classification", label_names=["neg", "pos"])
predictor = FunctionPredictor(slow, known, cache_key="slow-v1", batch_size=4)
CachedPredictor(predictor, PredictionCache(sys.argv[1])).predict([{"text": f"{n:03}"} for n in range(400)])
"""


def test_a_killed_process_leaves_its_predictions(tmp_path):
    with subprocess.Popen([sys.executable, "-c", SLOW, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        for _ in range(3):
            assert process.stdout.readline() == "batch\n"
        process.kill()
    with closing(sqlite3.connect(tmp_path / "predictions.sqlite")) as connection:
        kept = connection.execute("SELECT count(*) FROM predictions").fetchone()[0]
    assert kept in (8, 12), "two batches were done and written before the third came back"


def test_what_was_made_before_an_error_is_kept(tmp_path):
    asked = []

    def interrupted(texts):
        asked.append(len(texts))
        if len(asked) == 3:
            raise KeyboardInterrupt
        return ["pos"] * len(texts)

    cache, options = PredictionCache(tmp_path), {"cache_key": "v1", "batch_size": 5}
    with pytest.raises(KeyboardInterrupt):
        run(interrupted, cache, **options)
    asked.append(0)
    assert run(interrupted, cache, **options)[1].cached == 10


@pytest.mark.parametrize("wrong", ["nonsense", ["pos"], 3, ["pos", 4], [0.1, 0.2, 0.7]])
def test_values_that_are_no_labels_are_computed_again(tmp_path, wrong):
    def model(texts):
        return ["pos"] * len(texts)

    cache = PredictionCache(tmp_path)
    run(model, cache, cache_key="v1")
    with closing(sqlite3.connect(cache.path)) as connection, connection:
        connection.execute("UPDATE predictions SET value = ?", (json.dumps([wrong, 0.5]),))
    predictions, stats = run(model, cache, cache_key="v1")
    assert {one.value for one in predictions} == {"pos"} and stats.cached == 0
    assert run(model, cache, cache_key="v1")[1].cached == stats.unique, "the new values replace the wrong ones"


@pytest.mark.parametrize(
    ("task", "result", "wrong"),
    [
        (RecastTask.over(TWO, LabelSets), ["a"], [["other"], [0.5], "a", 0.5]),
        (RecastTask.over(TWO, Scores), 0.5, [[0.5, 0.5], "0.5", True]),
        (hr.task("extractive-qa"), "Anna", [["Anna"], 3]),
    ],
    ids=["label set", "score", "answer"],
)
def test_values_of_another_shape_are_computed_again(tmp_path, task, result, wrong):
    row = dict.fromkeys(task.input_roles, "Anna left")
    for number, value in enumerate(wrong):
        cache = PredictionCache(tmp_path / str(number))
        model = as_predictor(lambda inputs: [result] * len(inputs), task, cache_key="v1")
        assert CachedPredictor(model, cache, task=task).predict([row])[0].value == result
        with closing(sqlite3.connect(cache.path)) as connection, connection:
            connection.execute("UPDATE predictions SET value = ?", (json.dumps([value, None]),))
        runner = CachedPredictor(model, cache, task=task)
        assert runner.predict([row])[0].value == result and runner.stats.cached == 0, value
        again = CachedPredictor(model, cache, task=task)
        assert again.predict([row])[0].value == result and again.stats.cached == 1


@pytest.mark.parametrize(
    ("tags", "sound"),
    [(["B-PER", "O"], True), (["B-PER"], False), (["B-PER", "B-MISC"], False)],
)
def test_tags_from_the_cache_are_those_of_the_tokens(tmp_path, tags, sound):
    class Tagger:
        name, kind, revision, labels, roles = "tags", "model", "1", ("O", "B-PER", "I-PER"), ("tokens",)

        def predict(self, rows):
            return [Prediction(["O"] * len(row["tokens"])) for row in rows]

    cache, row = PredictionCache(tmp_path), {"tokens": ["Anna", "left"]}
    cache.put({input_key(identity(Tagger()), "", (("Anna", "left"),)): Prediction(tags, 0.5)})
    runner = CachedPredictor(Tagger(), cache)
    assert runner.predict([row])[0].value == (tags if sound else ["O", "O"])
    assert runner.stats.cached == sound
