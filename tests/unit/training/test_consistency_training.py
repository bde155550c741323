"""Consistency training in a stock Trainer, with tiny models."""

import pytest
import torch
from training_parts import Encode, EncodeTags, arguments, entities, same, sentiment, tagger, tokenizer, trainer_of
from transformers import DataCollatorForTokenClassification, Trainer

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.training.consistency_dataset import ConsistencyDataset, PairedRow
from hf_robust.training.consistency_run import ConsistencyRun, symmetric_divergence

TASK = "sentiment-classification"


@pytest.fixture(scope="module")
def words():
    return tokenizer(sentiment(64)["text"][:])


def run(folder, words, callback=None, resume=None, **options):
    trainer = trainer_of(folder, words, sentiment(32).map(Encode(words), batched=True), **options)
    if callback is not None:
        callback.attach(trainer)
    trainer.train(resume_from_checkpoint=resume)
    return trainer


def consistency(words, transformations=("word-case",), **options):
    return hr.ConsistencyCallback(TASK, list(transformations), encode=Encode(words), **options)


def test_each_row_comes_with_its_perturbed_version(words):
    callback = consistency(words, ["keyboard", "word-case"])
    rows = callback.wrap(sentiment(32))
    rows.set_epoch(0)
    pair = rows[3]
    assert isinstance(rows, ConsistencyDataset) and isinstance(pair, PairedRow) and len(rows) == 32
    assert pair.clean["label"] == pair.perturbed["label"] and pair.clean["input_ids"] != pair.perturbed["input_ids"]
    assert sum(rows.counts.values()) == 32 and set(rows.counts) == {"keyboard", "word-case", "unchanged"}
    before = [rows[place].perturbed["input_ids"] for place in range(32)]
    rows.set_epoch(1)
    assert before != [rows[place].perturbed["input_ids"] for place in range(32)]
    rows.set_epoch(0)
    assert before == [rows[place].perturbed["input_ids"] for place in range(32)]


@pytest.mark.parametrize("divergence", ["kl", "js"])
def test_the_loss_has_the_divergence(tmp_path, words, divergence):
    callback = consistency(words, weight=2.0, divergence=divergence)
    trainer = trainer_of(tmp_path, words, sentiment(32).map(Encode(words), batched=True), max_steps=1)
    for module in trainer.model.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.0
    trainer.model.classifier.weight.data.mul_(100)  # the predictions of random weights hardly differ
    callback.attach(trainer)
    batch = trainer.data_collator([trainer.train_dataset[place] for place in range(8)])
    trainer.model.eval()
    with torch.no_grad():
        clean = trainer.model(**{k: v for k, v in batch.items() if not k.startswith("perturbed_")})
        other = trainer.model(
            **{k[10:]: v for k, v in batch.items() if k.startswith("perturbed_") and k != "perturbed_labels"}
        )
    consistency_run = ConsistencyRun(trainer.model, 2.0, divergence, 0.0)
    trainer.model.train()
    loss = trainer.model(**batch).loss
    consistency_run.remove()
    expected = clean.loss + 2.0 * symmetric_divergence(clean.logits, other.logits, divergence)
    assert loss.item() == pytest.approx(expected.item(), rel=1e-5)
    assert loss.item() > clean.loss.item()


def test_predictions_get_closer_than_without(tmp_path, words):
    """Word case makes all words unknown to the tokenizer of this test, so nothing else brings predictions closer."""
    options = {"num_train_epochs": 6, "learning_rate": 5e-3}
    callback = consistency(words, weight=5.0)
    with_it = run(tmp_path / "a", words, callback, **options)
    without = run(tmp_path / "b", words, **options)
    rows = callback.wrap(sentiment(32))
    rows.set_epoch(0)

    def distance(trainer):
        batch = with_it.data_collator([rows[place] for place in range(32)])
        trainer.model.eval()
        with torch.no_grad():
            sides = [
                trainer.model(**{k: batch[p + k] for k in ("input_ids", "attention_mask")}).logits
                for p in ("", "perturbed_")
            ]
        return symmetric_divergence(*sides, "js").item()

    assert distance(with_it) < distance(without) / 2
    logged = [entry for entry in with_it.state.log_history if "consistency/divergence" in entry]
    assert [entry["consistency/compared"] for entry in logged] == [32.0] * 6
    assert not with_it.model._forward_hooks and not with_it.model._forward_pre_hooks


@pytest.mark.parametrize("noise", [0.0, 1e-5])
def test_without_transformations_the_row_is_compared_with_itself(tmp_path, words, noise):
    callback = consistency(words, (), noise=noise)
    trainer = run(tmp_path, words, callback, max_steps=2)
    assert callback.history[0]["unchanged"] == 32
    assert trainer.state.log_history[-1]["train_loss"] > 0


def test_a_resumed_run_ends_with_the_same_weights(tmp_path, words):
    options = {"num_train_epochs": 2, "save_strategy": "steps", "save_steps": 3}
    whole = run(tmp_path / "whole", words, consistency(words, ["keyboard", "word-case"]), **options)
    again = run(
        tmp_path / "again",
        words,
        consistency(words, ["keyboard", "word-case"]),
        resume=str(tmp_path / "whole" / "checkpoint-3"),
        **options,
    )
    assert same(whole.model, again.model)


def test_wrong_use_is_refused(tmp_path, words):
    with pytest.raises(UsageError, match="weight must be a number above 0"):
        consistency(words, weight=0)
    with pytest.raises(UsageError, match="divergence must be one of"):
        consistency(words, divergence="euclid")
    with pytest.raises(UsageError, match="noise"):
        consistency(words, noise=-1)
    with pytest.raises(UnknownNameError):
        consistency(words, ["keybord"])
    with pytest.raises(UsageError, match="changes the label"):
        hr.ConsistencyCallback("natural-language-inference", ["swap-antonym"])
    trainer = trainer_of(tmp_path, words, sentiment(8).map(Encode(words), batched=True), label_smoothing_factor=0.1)
    with pytest.raises(UsageError, match="label_smoothing_factor"):
        consistency(words).attach(trainer)
    callback = consistency(words)
    trainer = trainer_of(tmp_path, words, callback.wrap(sentiment(8)), [callback])
    with pytest.raises(UsageError, match="attach"):
        trainer.train()


def test_tokens_are_compared_by_their_tags(tmp_path):
    rows = entities(16)
    words = tokenizer([" ".join(tokens) for tokens in rows["tokens"]])
    trainer = Trainer(
        model=tagger(len(words)),
        args=arguments(tmp_path, num_train_epochs=1),
        train_dataset=rows,
        processing_class=words,
        data_collator=DataCollatorForTokenClassification(words),
    )
    callback = hr.ConsistencyCallback("named-entity-recognition", ["word-case"], encode=EncodeTags(words))
    callback.attach(trainer)
    trainer.train()
    assert callback.history[0]["compared"] == 16 * 7
    assert callback.history[0]["divergence"] > 0
