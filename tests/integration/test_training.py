"""Training on augmented rows in a stock Trainer, with tiny models."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

os.environ.setdefault("HF_HUB_OFFLINE", "1")
PARTS = str(Path(__file__).parents[1] / "unit" / "training")
sys.path.insert(0, PARTS)

import torch
from training_parts import (
    BAD,
    GOOD,
    TASK,
    Encode,
    EncodeTags,
    arguments,
    augment,
    entities,
    same,
    sentiment,
    tagger,
    tokenizer,
    trainer_of,
)
from transformers import (
    DataCollatorForTokenClassification,
    DataCollatorWithPadding,
    Trainer,
    TrainerCallback,
)

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.language.lexicons import lexicon
from hf_robust.training.epoch_rows_callback import _dataset_of


@pytest.fixture(autouse=True, scope="module")
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def words():
    return tokenizer(sentiment(64)["text"][:])


class Recorder:
    """A collator that notes the labels and the tokens of each batch."""

    def __init__(self, inner: Any):
        self.inner = inner
        self.rows: list[tuple[int, tuple[int, ...]]] = []

    def __call__(self, features: list[dict]) -> dict:
        self.rows += [(int(f["label"]), tuple(f["input_ids"])) for f in features]
        return self.inner([dict(f) for f in features])


def test_every_epoch_sees_clean_rows_and_fresh_ones(tmp_path, words):
    data = sentiment(32)
    callback = augment(words)
    seen = Recorder(DataCollatorWithPadding(words))
    trainer = trainer_of(tmp_path, words, callback.wrap(data), [callback], data_collator=seen)
    trainer.train()
    assert trainer.state.global_step == 3 * 6  # 32 clean and 16 augmented rows in batches of 8
    epochs = [seen.rows[start : start + 48] for start in (0, 48, 96)]
    assert len(seen.rows) == 144
    clean = {(row["label"], tuple(words(row["text"])["input_ids"])) for row in data}
    fresh = []
    for number, rows in enumerate(epochs):
        assert clean <= set(rows)
        fresh.append(sorted(row for row in rows if row not in clean))
        expected = callback.wrap(data).augmented_rows(number)
        assert fresh[-1] == sorted((r["label"], tuple(words(r["text"])["input_ids"])) for r in expected)
    assert fresh[0] != fresh[1] != fresh[2] != fresh[0]


def test_attach_wraps_tokenised_rows_and_reports_what_was_drawn(tmp_path, words):
    data = sentiment(32).map(Encode(words), batched=True)
    trainer = trainer_of(tmp_path, words, data)
    callback = augment(words).attach(trainer)
    assert callback.attach(trainer) is callback
    assert trainer.callback_handler.callbacks.count(callback) == 1
    trainer.train()
    assert trainer.state.global_step == 3 * 6
    assert [entry["epoch"] for entry in callback.history] == [0, 1, 2]
    logged = [entry for entry in trainer.state.log_history if "augment/epoch" in entry]
    for entry, log in zip(callback.history, logged, strict=True):
        assert entry["keyboard"] + entry["ocr"] == 16 and entry["clean"] == 0
        assert {name: log[f"augment/{name}"] for name in ("epoch", "keyboard", "ocr", "clean")} == entry
    trainer.train()
    assert [entry["epoch"] for entry in callback.history] == [0, 1, 2]


def test_rows_without_encode_go_to_a_collator_that_tokenises(tmp_path, words):
    def collate(rows):
        batch = words([row["text"] for row in rows], padding=True, return_tensors="pt")
        return {**batch, "labels": torch.tensor([row["label"] for row in rows])}

    callback = hr.AugmentCallback(TASK, ["keyboard"])
    dataset = callback.wrap(sentiment(16))
    options = {"data_collator": collate, "remove_unused_columns": False, "num_train_epochs": 1}
    trainer = trainer_of(tmp_path, words, dataset, [callback], **options)
    assert trainer.train().global_step == 3


# without the seedable sampler a Trainer with plain data is not exact either within a later epoch
@pytest.mark.parametrize(("stop", "seedable"), [(4, 1), (6, 1), (9, 1), (12, 1), (4, 0), (6, 0), (12, 0)])
def test_resuming_gives_the_same_parameters(tmp_path, words, stop, seedable):
    data = sentiment(32)
    options = {
        "save_strategy": "steps",
        "save_steps": stop,
        "accelerator_config": {"use_seedable_sampler": bool(seedable)},
    }

    def made(folder):
        callback = augment(words)
        return trainer_of(tmp_path / folder, words, callback.wrap(data), [callback], **options)

    whole = made("whole")
    whole.train()
    assert whole.state.global_step == 18
    resumed = made("resumed")
    assert not same(whole.model, resumed.model)
    resumed.train(resume_from_checkpoint=str(tmp_path / "whole" / f"checkpoint-{stop}"))
    assert same(whole.model, resumed.model)
    drawn = [[entry for entry in t.state.log_history if "augment/epoch" in entry] for t in (whole, resumed)]
    assert [e["augment/epoch"] for e in drawn[0]] == [0, 1, 2] and drawn[0] == drawn[1]


def test_the_data_set_is_what_makes_resuming_exact(tmp_path, words):
    """The check above can fail: with the rows of another epoch the parameters differ."""
    data = sentiment(32)
    options = {"save_strategy": "steps", "save_steps": 9}
    callback = augment(words)
    whole = trainer_of(tmp_path / "whole", words, callback.wrap(data), [callback], **options)
    whole.train()
    alone = trainer_of(tmp_path / "alone", words, callback.wrap(data), **options)
    # accelerate gives a dataset its epoch, but not when it skips batches under the default sampler
    alone.train(resume_from_checkpoint=str(tmp_path / "whole" / "checkpoint-9"))
    assert not same(whole.model, alone.model)


def test_an_epoch_cut_short_does_not_shift_the_next(tmp_path, words):
    class Cut(TrainerCallback):
        def on_step_end(self, args, state, control, **kwargs):
            control.should_epoch_stop = state.global_step == 2

    callback = augment(words)
    drawn = []
    dataset = callback.wrap(sentiment(32))
    draw = dataset.set_epoch
    dataset.set_epoch = lambda epoch: (drawn.append(epoch), draw(epoch))
    trainer_of(tmp_path, words, dataset, [callback, Cut()]).train()
    assert drawn == sorted(drawn) and set(drawn) == {0, 1, 2}


def test_gradient_accumulation_and_max_steps(tmp_path, words):
    callback = augment(words)
    options = {"gradient_accumulation_steps": 4, "max_steps": 5}
    trainer = trainer_of(tmp_path, words, callback.wrap(sentiment(32)), [callback], **options)
    trainer.train()
    assert trainer.state.global_step == 5
    assert [entry["epoch"] for entry in callback.history] == [0, 1, 2]  # two updates an epoch


def test_workers_see_the_rows_of_their_epoch(tmp_path, words):
    data = sentiment(24)

    def losses(workers):
        callback = augment(words)
        options = {"dataloader_num_workers": workers, "logging_steps": 1, "num_train_epochs": 2}
        trainer = trainer_of(tmp_path, words, callback.wrap(data), [callback], **options)
        trainer.train()
        return [entry["loss"] for entry in trainer.state.log_history if "loss" in entry], trainer.model

    alone, with_workers = losses(0), losses(2)
    assert len(alone[0]) == 10 and alone[0] == with_workers[0] and same(alone[1], with_workers[1])


def test_the_data_set_is_found_behind_a_wrapped_loader(words):
    dataset = augment(words).wrap(sentiment(4))
    assert _dataset_of(SimpleNamespace(dataset=dataset)) is dataset
    assert _dataset_of(SimpleNamespace(base_dataloader=SimpleNamespace(dataset=dataset))) is dataset


def test_a_plain_data_set_is_refused_before_training(tmp_path, words):
    data = sentiment(16).map(Encode(words), batched=True)
    trainer = trainer_of(tmp_path, words, data, [augment(words)])
    with pytest.raises(UsageError, match=r"did not make \(datasets.Dataset\).*callback.attach\(trainer\)"):
        trainer.train()
    assert trainer.state.global_step == 0


def test_a_data_set_of_other_settings_is_refused(tmp_path, words):
    dataset = augment(words, seed=1).wrap(sentiment(16))
    trainer = trainer_of(tmp_path, words, dataset, [augment(words, seed=2)])
    with pytest.raises(UsageError, match="another task, transformations, budget or seed"):
        trainer.train()


def test_persistent_workers_are_refused(tmp_path, words):
    options = {"dataloader_num_workers": 1, "dataloader_persistent_workers": True}
    callback = augment(words)
    trainer = trainer_of(tmp_path, words, callback.wrap(sentiment(16)), [callback], **options)
    with pytest.raises(UsageError, match="dataloader_persistent_workers=True"):
        trainer.train()
    with pytest.raises(UsageError, match="dataloader_persistent_workers=True"):
        augment(words).attach(trainer_of(tmp_path, words, sentiment(16), **options))


def test_text_that_the_trainer_would_remove_is_refused(tmp_path, words):
    callback = hr.AugmentCallback(TASK, ["keyboard"])
    with pytest.raises(UsageError, match="remove_unused_columns=False"):
        callback.attach(trainer_of(tmp_path, words, sentiment(16)))
    with pytest.raises(UsageError, match="has no train_dataset"):
        callback.attach(trainer_of(tmp_path, words, None))


def test_named_entities(tmp_path):
    data = entities(24)
    tokens = tokenizer([" ".join(row) for row in data["tokens"][:]])
    task = hr.task("named-entity-recognition")
    names = ["entity-typos", "concat-sentences"]
    callback = hr.AugmentCallback(task, names, encode=EncodeTags(tokens), budget=1)
    suite = hr.Suite.build(data, task, ["entity-typos"])
    trainer = Trainer(
        model=tagger(len(tokens)),
        args=arguments(tmp_path, num_train_epochs=8, learning_rate=5e-3, eval_strategy="epoch"),
        train_dataset=callback.wrap(data),
        eval_dataset=data.map(EncodeTags(tokens), batched=True),
        data_collator=DataCollatorForTokenClassification(tokens),
        processing_class=tokens,
        callbacks=[callback, hr.RobustnessCallback(suite)],
    )
    trainer.train()
    assert trainer.state.global_step == 8 * 6
    scores = [entry for entry in trainer.state.log_history if "eval_robust/entity-typos" in entry]
    assert scores[-1]["eval_robust/original"] > 0.95 and scores[-1]["eval_robust/entity-typos"] > 0.8


def test_training_on_typos_helps_against_typos(tmp_path):
    near = lexicon("keyboard")["qwerty"]
    places = [(word, place) for word in GOOD + BAD for place in range(len(word))]
    slips = [word[:place] + key + word[place + 1 :] for word, place in places for key in near[word[place]]]
    train, test = sentiment(384), sentiment(200, start=1000)
    # a model that could know misspelled words, if it ever met them
    tokens = tokenizer(train["text"][:], slips)
    typos = {"name": "keyboard", "rate": 1.0}
    suite = hr.Suite.build(test, TASK, [typos], seed=11)
    options = {"num_train_epochs": 12, "learning_rate": 5e-3, "per_device_train_batch_size": 32}
    options["lr_scheduler_type"] = "constant"
    plain = trainer_of(tmp_path, tokens, train.map(Encode(tokens), batched=True), **options)
    robust = trainer_of(tmp_path, tokens, train, **options)
    augment(tokens, [typos], budget=1.0).attach(robust)
    results = []
    for trainer in (plain, robust):
        trainer.train()
        results.append(hr.run(trainer.model, suite, tokenizer=tokens).results[0])
    assert results[0]["original"] > 0.95 and results[1]["original"] > 0.95
    assert results[0]["perturbed"] < 0.65
    assert results[1]["perturbed"] > results[0]["perturbed"] + 0.2


# both processes are copies of one that has imported what they need
TWO_PROCESSES = """
import os
import sys
from pathlib import Path

sys.path[:0] = [{tests!r}]
import torch
from training_parts import TASK, Encode, augment, sentiment, tokenizer, trainer_of

import hf_robust as hr

rank = 0 if os.fork() else 1
os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE="2", MASTER_ADDR="127.0.0.1", MASTER_PORT={port!r})
torch.set_num_threads(1)
words = tokenizer(sentiment(64)["text"][:])
suite = hr.Suite.build(sentiment(20, start=500), TASK, ["keyboard"], seed=2)
folder, data = Path({folder!r}), sentiment(16).map(Encode(words), batched=True)
options = {{
    "eval_dataset": data, "eval_strategy": "steps", "eval_steps": 4,
    "save_strategy": "steps", "save_steps": 4,
    "metric_for_best_model": "eval_robust/worst_case",
}}
for stop in (None, str(folder / "checkpoint-4")):
    callback = augment(words)
    callbacks = [callback, hr.RobustnessCallback(suite)]
    trainer = trainer_of(folder, words, callback.wrap(sentiment(32)), callbacks, **options)
    trainer.train(resume_from_checkpoint=stop)
    total = sum(weight.double().sum().item() for weight in trainer.model.parameters())
    print(f"\\nRESULT {{trainer.state.global_step}} {{trainer.state.best_metric}} {{total!r}}\\n", flush=True)
if rank == 0:
    sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""


@pytest.mark.slow
def test_two_processes_agree_and_resume(tmp_path):
    """Three steps an epoch on each process; the checkpoint of step 4 lies within the second epoch."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    code = TWO_PROCESSES.format(tests=PARTS, folder=str(tmp_path / "out"), port=port)
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr[-2000:]
    results = re.findall(r"RESULT (\d+) (\S+) (\S+)", done.stdout)
    assert len(results) == 4 and len(set(results)) == 1 and results[0][0] == "9"
