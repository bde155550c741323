"""Robustness beside the metrics of a stock Trainer, with a tiny model."""

import json

import pytest
from scripted_models import REFUSAL, ScriptedModel
from training_parts import TASK, Encode, same, sentiment, tokenizer, trainer_of
from transformers import EarlyStoppingCallback, TrainerCallback

import hf_robust as hr
from hf_robust.core.errors import LabelError, UsageError


@pytest.fixture(scope="module")
def words():
    return tokenizer(sentiment(64)["text"][:])


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(sentiment(20, start=500), TASK, [{"name": "keyboard", "rate": 0.7}, "ocr"], seed=2)


CONFIGS = ("keyboard-rate-0.7", "keyboard-rate-0.7_drop", "ocr", "ocr_drop")
KEYS = {f"eval_robust/{name}" for name in (*CONFIGS, "original", "perturbed", "worst_case", "worst_case_original")}


def evaluated(tmp_path, words, callbacks, **options):
    data = sentiment(24).map(Encode(words), batched=True)
    given = {"eval_dataset": data, "eval_strategy": "epoch", **options}
    return trainer_of(tmp_path, words, data, callbacks, **given)


def test_values_stand_beside_the_metrics_and_equal_a_separate_run(tmp_path, words, suite):
    callback = hr.RobustnessCallback(suite)
    trainer = evaluated(tmp_path, words, [callback], learning_rate=5e-3, num_train_epochs=8)
    trainer.train()
    logged = [entry for entry in trainer.state.log_history if "eval_loss" in entry]
    assert len(logged) == 8 and all(entry.keys() >= KEYS for entry in logged)
    assert len([entry for entry in trainer.state.log_history if "eval_robust/original" in entry]) == 8
    metrics = trainer.evaluate()
    report = hr.run(trainer.model, suite, tokenizer=words)
    for result in report.results:
        assert metrics[f"eval_robust/{result['name']}"] == result["perturbed"]
        assert metrics[f"eval_robust/{result['name']}_drop"] == result["drop"]
    assert metrics["eval_robust/original"] == sum(r["original"] for r in report.results) / 2
    assert metrics["eval_robust/perturbed"] == sum(r["perturbed"] for r in report.results) / 2
    assert metrics["eval_robust/worst_case"] == report.record["worst_case"]["worst"]
    assert metrics["eval_robust/worst_case_original"] == report.record["worst_case"]["original"]
    # the model has learned something, and typos hurt it
    assert logged[0]["eval_robust/worst_case"] < metrics["eval_robust/worst_case"]
    names = ("worst_case", "perturbed", "original")
    worst, perturbed, original = (metrics[f"eval_robust/{name}"] for name in names)
    assert worst < perturbed < original
    assert {key: logged[-1][key] for key in KEYS} == {key: metrics[key] for key in KEYS}


def test_training_is_not_disturbed(tmp_path, words, suite):
    trainers = []
    for callbacks in ([], [hr.RobustnessCallback(suite)]):
        trainer = evaluated(tmp_path, words, callbacks, eval_strategy="steps", eval_steps=2)
        trainer.train()
        trainers.append(trainer)
    assert same(trainers[0].model, trainers[1].model)
    trainers[1].model.train()
    trainers[1].model.classifier.eval()
    modes = [module.training for module in trainers[1].model.modules()]
    callback = hr.RobustnessCallback(suite)
    state, control = trainers[1].state, trainers[1].control
    given = {"model": trainers[1].model, "processing_class": words, "metrics": {}}
    callback.on_evaluate(trainers[1].args, state, control, **given)
    assert given["metrics"].keys() == KEYS
    assert [module.training for module in trainers[1].model.modules()] == modes
    assert all(weight.grad is None for weight in trainers[1].model.parameters())


def test_it_chooses_the_best_checkpoint_and_stops_early(tmp_path, words, suite):
    metric = "eval_robust/worst_case"
    options = {"save_strategy": "epoch", "load_best_model_at_end": True, "metric_for_best_model": metric}
    stopping = EarlyStoppingCallback(early_stopping_patience=8)
    callbacks = [hr.RobustnessCallback(suite), stopping]
    trainer = evaluated(tmp_path, words, callbacks, num_train_epochs=24, learning_rate=5e-3, **options)
    trainer.train()
    scores = [entry[metric] for entry in trainer.state.log_history if metric in entry]
    assert trainer.state.best_metric == max(scores) > scores[0]
    assert trainer.state.best_global_step == 3 * (scores.index(max(scores)) + 1)
    assert len(scores) == min(24, scores.index(max(scores)) + 9)
    # the weights are others now, the step is the same: nothing stale is given
    assert trainer.evaluate()[metric] == max(scores)


def test_several_evaluation_sets_run_the_suite_once(tmp_path, words, suite, monkeypatch):
    from hf_robust.training import robustness_callback as robustness

    runs = []
    original = robustness.evaluate_suite
    monkeypatch.setattr(robustness, "evaluate_suite", lambda *given: (runs.append(1), original(*given))[1])
    data = sentiment(8).map(Encode(words), batched=True)
    options = {"eval_dataset": {"a": data, "b": data}, "num_train_epochs": 2}
    trainer = evaluated(tmp_path, words, [hr.RobustnessCallback(suite)], **options)
    trainer.train()
    assert len(runs) == 2
    assert sum("eval_robust/original" in entry for entry in trainer.state.log_history) == 4
    assert trainer.evaluate().keys() >= KEYS and len(runs) == 2


class Tracker(TrainerCallback):
    def __init__(self):
        self.seen: list[dict] = []

    def on_log(self, args, state, control, logs=None, **kwargs):
        self.seen.append(dict(logs))


def test_trackers_get_the_values_when_attached(tmp_path, words, suite):
    tracker, stopping = Tracker(), EarlyStoppingCallback(2)
    best = {"metric_for_best_model": "eval_robust/perturbed", "load_best_model_at_end": True}
    options = {"save_strategy": "epoch", "num_train_epochs": 2, **best}
    trainer = evaluated(tmp_path, words, [tracker, stopping], **options)
    callback = hr.RobustnessCallback(suite).attach(trainer)
    assert callback.attach(trainer) is callback
    order = trainer.callback_handler.callbacks
    assert order.index(callback) < order.index(stopping) and order.count(callback) == 1
    trainer.train()
    found = [logs for logs in tracker.seen if "eval_robust/original" in logs]
    assert len(found) == 2 and all(logs.keys() == KEYS | {"epoch"} for logs in found)
    entries = [entry for entry in trainer.state.log_history if "eval_robust/original" in entry]
    assert len(entries) == 2 and all("eval_loss" in entry for entry in entries)
    json.dumps(trainer.state.log_history)


def test_at_the_end_of_epochs_without_evaluation(tmp_path, words, suite):
    callback = hr.RobustnessCallback(suite, every="epoch", limit=4)
    trainer = evaluated(tmp_path, words, [callback], eval_strategy="no")
    trainer.train()
    entries = [entry for entry in trainer.state.log_history if "eval_robust/original" in entry]
    assert [entry["step"] for entry in entries] == [3, 6, 9] and all("eval_loss" not in e for e in entries)


def test_limit_draws_a_sample_of_each_config(tmp_path, words, suite):
    callback = hr.RobustnessCallback(suite, limit=5)
    assert [len(entry) for entry in callback.suite.entries.values()] == [5, 5]
    short, whole = callback.suite["ocr"], suite["ocr"]
    chosen = [whole.original["text"][:].index(text) for text in short.original["text"]]
    assert chosen == sorted(set(chosen))
    assert short.perturbed[:] == whole.perturbed.select(chosen)[:]
    assert hr.RobustnessCallback(suite, limit=5).suite["ocr"].original[:] == short.original[:]


def test_what_cannot_work_is_refused_before_training(tmp_path, words, suite):
    for options in ({"limit": 0}, {"limit": True}, {"every": "step"}):
        with pytest.raises(UsageError, match=next(iter(options))):
            hr.RobustnessCallback(suite, **options)
    with pytest.raises(UsageError, match="expected a suite"):
        hr.RobustnessCallback("suite")
    mixed = hr.Suite.build(sentiment(4), TASK, [{"name": "keyboard", "min_length": 60}, "word-case"])
    unchanged = hr.Suite(mixed.task, {"keyboard": mixed["keyboard-min_length-60"]}, mixed.info)
    with pytest.raises(UsageError, match="no perturbed rows"):
        hr.RobustnessCallback(unchanged)
    trainer = evaluated(tmp_path, words, [hr.RobustnessCallback(suite)])
    trainer.model.config.id2label = {0: "left", 1: "right"}
    with pytest.raises(LabelError, match="label_map="):
        trainer.train()
    trainer = evaluated(tmp_path, words, [hr.RobustnessCallback(suite)])
    trainer.callback_handler.processing_class = None
    with pytest.raises(UsageError, match="processing_class"):
        trainer.train()
    trainer = evaluated(tmp_path, words, [hr.RobustnessCallback(suite)])
    trainer.args.fsdp = "full_shard"
    state, control = trainer.state, trainer.control
    with pytest.raises(UsageError, match="FSDP"):
        hr.RobustnessCallback(suite).on_train_begin(
            trainer.args, state, control, model=trainer.model, processing_class=words
        )


def test_waiting_for_evaluations_that_never_come_is_told(tmp_path, words, suite):
    options = {"eval_strategy": "no", "num_train_epochs": 1}
    trainer = evaluated(tmp_path, words, [hr.RobustnessCallback(suite)], **options)
    with pytest.warns(UserWarning, match="every='epoch'"):
        trainer.train()


def test_a_model_that_writes_its_answers_reports_the_share_of_answers(suite, monkeypatch):
    model = ScriptedModel(suite.task, lambda text: "positive" if text == text.lower() else REFUSAL)
    monkeypatch.setattr(hr.RobustnessCallback, "_predictor", lambda *given: model)
    values = hr.RobustnessCallback(suite)._measured(None, None)
    for result in hr.run(model, suite).results:
        assert values[f"eval_robust/{result['name']}_answered"] == result["answers"]["after"]["answered"]


def test_a_model_that_gives_one_answer_is_told(suite, monkeypatch):
    model = ScriptedModel(suite.task, lambda text: "pos")
    monkeypatch.setattr(hr.RobustnessCallback, "_predictor", lambda *given: model)
    with pytest.warns(RuntimeWarning, match=r"RobustnessCallback: The model predicts 'pos' on all \d+ rows"):
        values = hr.RobustnessCallback(suite)._measured(None, None)
    assert values["eval_robust/worst_case"] == values["eval_robust/worst_case_original"]
