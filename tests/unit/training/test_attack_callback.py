"""Adversarial rows found anew in each epoch."""

import pytest
import torch
from training_parts import TASK, Encode, arguments, classifier, sentiment, tokenizer
from transformers import Trainer, TrainerCallback

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.training.attacked_dataset import FILE


def made(folder, rows, words, callback, learned=None, callbacks=(), **options):
    model = classifier(len(words))
    if learned is not None:
        model.load_state_dict(learned)
    trainer = Trainer(model, arguments(folder, **options), train_dataset=rows, processing_class=words)
    callback.attach(trainer)
    for other in callbacks:
        trainer.add_callback(other)
    return trainer


def callback_for(words, **options):
    attack = {"share": 0.25, "labels_hold": True, "budget": 40, "seed": 3, **options}
    return hr.AttackCallback(TASK, "deepwordbug", encode=Encode(words), **attack)


@pytest.fixture(scope="module")
def rows():
    return sentiment(32)


@pytest.fixture(scope="module")
def words(rows):
    return tokenizer(rows["text"][:])


@pytest.fixture(scope="module")
def learned(rows, words):
    """The weights of a model that has most rows right, so that there is something to attack."""
    model = classifier(len(words))
    inputs = words(rows["text"][:], padding=True, return_tensors="pt")
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    for _ in range(15):
        optimizer.zero_grad()
        model(**inputs, labels=torch.tensor(rows["label"][:])).loss.backward()
        optimizer.step()
    return model.state_dict()


def test_rows_are_found_after_the_clean_epochs_and_the_length_stays(tmp_path, rows, words, learned):
    callback = callback_for(words)
    trainer = made(tmp_path, rows, words, callback, learned)
    trainer.train()
    assert len(trainer.train_dataset) == 40
    first, *later = callback.history
    assert (first["deepwordbug"], first["clean"], first["attacked"]) == (0, 8, 0)
    assert all(entry["deepwordbug"] + entry["clean"] == 8 and entry["attacked"] > 0 for entry in later)
    assert max(entry["deepwordbug"] for entry in later) > 0
    logged = [entry for entry in trainer.state.log_history if "attack/deepwordbug" in entry]
    assert [entry["attack/epoch"] for entry in logged] == [0, 1, 2]


def test_rows_stay_for_so_many_epochs(tmp_path, rows, words, learned):
    callback = callback_for(words, clean_epochs=0, every=2)
    made(tmp_path, rows, words, callback, learned, num_train_epochs=3).train()
    first, second, third = ({**entry, "epoch": 0} for entry in callback.history)
    assert first == second
    assert third["queries"] != first["queries"]


class StopAt(TrainerCallback):
    def __init__(self, step):
        self.step = step

    def on_step_end(self, args, state, control, **kwargs):
        control.should_training_stop = state.global_step == self.step
        control.should_save = control.should_save or control.should_training_stop


def test_a_run_that_was_stopped_within_an_epoch_ends_with_the_same_weights(tmp_path, rows, words, learned):
    how = {"save_strategy": "no", "seed": 5, "num_train_epochs": 3}
    whole = made(tmp_path / "whole", rows, words, callback_for(words), learned, **how)
    whole.train()
    stopped = made(tmp_path / "cut", rows, words, callback_for(words), learned, callbacks=[StopAt(7)], **how)
    stopped.train()
    checkpoint = tmp_path / "cut" / "checkpoint-7"
    assert (checkpoint / FILE).exists()
    resumed = made(tmp_path / "cut", rows, words, callback_for(words), learned, **how)
    resumed.train(resume_from_checkpoint=str(checkpoint))
    pairs = zip(whole.model.state_dict().values(), resumed.model.state_dict().values(), strict=True)
    assert all(torch.equal(one, other) for one, other in pairs)


def test_the_model_is_left_in_training_mode(tmp_path, rows, words):
    class Seen(TrainerCallback):
        modes: list[bool] = []

        def on_step_begin(self, args, state, control, **kwargs):
            self.modes.append(kwargs["model"].training)

    seen = Seen()
    made(tmp_path, rows, words, callback_for(words, clean_epochs=0), callbacks=[seen], num_train_epochs=1).train()
    assert len(seen.modes) == 5 and all(seen.modes[1:])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"share": 0}, "share must be a number above 0"),
        ({"clean_epochs": -1}, "clean_epochs must be"),
        ({"labels_hold": False}, "nothing in the attack 'pwws' stands for the gold labels"),
    ],
)
def test_what_does_not_fit_is_refused(options, says):
    with pytest.raises(UsageError, match=says):
        hr.AttackCallback(TASK, "pwws", **{"labels_hold": True, "like": "textattack", **options})


def test_a_data_set_of_another_callback_is_refused(tmp_path, rows, words):
    trainer = made(tmp_path, rows, words, callback_for(words))
    with pytest.raises(UsageError, match="made with another task"):
        callback_for(words).attach(trainer)


def test_without_a_tokenizer_nothing_can_be_attacked(tmp_path, rows, words):
    callback = callback_for(words, clean_epochs=0)
    trainer = Trainer(
        classifier(len(words)), arguments(tmp_path), train_dataset=callback.wrap(rows), callbacks=[callback]
    )
    with pytest.raises(UsageError, match="needs the tokenizer"):
        trainer.train()
