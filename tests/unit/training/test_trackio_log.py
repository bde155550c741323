"""Scores and worst pairs in a real local Trackio: no network, a database in a temporary folder."""

import importlib.util
import json
import sqlite3
from types import SimpleNamespace

import pytest
from training_parts import TASK, Encode, sentiment, tokenizer, trainer_of

import hf_robust as hr
from hf_robust.core.errors import MissingExtra, UsageError
from hf_robust.training.trackio_log import worst_traces

INSTALLED = importlib.util.find_spec("trackio") is not None
EXAMPLE = SimpleNamespace(
    source_id="7",
    gold="pos",
    original_prediction="pos",
    perturbed_prediction="neg",
    fields=[SimpleNamespace(before="a good film", after="a godo film"), SimpleNamespace(before="so", after="os")],
)


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(sentiment(20, start=500), TASK, [{"name": "keyboard", "rate": 0.7}, "ocr"], seed=2)


def test_a_trace_holds_texts_label_and_predictions():
    (trace,) = worst_traces([SimpleNamespace(name="typos", examples=[EXAMPLE])], 5)
    assert [one["content"] for one in trace["messages"]] == ["a good film\nso", "pos", "a godo film\nos", "neg"]
    assert [one["role"] for one in trace["messages"]] == ["user", "assistant"] * 2
    assert trace["metadata"] == {
        "transformation": "typos",
        "source_id": "7",
        "label": "pos",
        "prediction_before": "pos",
        "prediction_after": "neg",
    }


def test_each_transformation_has_its_worst_pair_first():
    results = [SimpleNamespace(name=name, examples=[EXAMPLE] * 3) for name in ("a", "b")]
    assert [one["metadata"]["transformation"] for one in worst_traces(results, 3)] == ["a", "b", "a"]
    assert worst_traces(results, 0) == []


def test_wrong_arguments_and_a_missing_package_are_one_message(suite, monkeypatch):
    with pytest.raises(UsageError, match="report_to must be 'trackio' or None, found 'wandb'"):
        hr.RobustnessCallback(suite, report_to="wandb")
    monkeypatch.setattr("hf_robust.core.extras.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'hf-robust\[trackio\]'"):
        hr.RobustnessCallback(suite, report_to="trackio")


def trained(folder, suite, trainer_reports, attached, monkeypatch):
    """What the database holds after a training of eight epochs: runs, metrics, traces."""
    place = folder / "trackio"
    monkeypatch.setenv("TRACKIO_DIR", str(place))
    for name in ("trackio.sqlite_storage", "trackio.utils", "trackio.run", "trackio"):
        module = importlib.import_module(name)
        if hasattr(module, "TRACKIO_DIR"):
            monkeypatch.setattr(module, "TRACKIO_DIR", place)  # it was read when the module was imported
    words = tokenizer(sentiment(64)["text"][:])
    data = sentiment(24).map(Encode(words), batched=True)
    callback = hr.RobustnessCallback(suite, report_to="trackio", traces=3)
    options = {"report_to": "trackio" if trainer_reports else "none", "project": "films", "run_name": "first"}
    options |= {"eval_strategy": "epoch", "num_train_epochs": 8, "learning_rate": 5e-3}
    given = [] if attached else [callback]
    trainer = trainer_of(folder, words, data, given, eval_dataset=data, **options)
    if attached:
        callback.attach(trainer)
    trainer.train()
    (file,) = place.glob("*.db")
    with sqlite3.connect(file) as database:
        metrics = [json.loads(one) for (one,) in database.execute("select metrics from metrics order by id")]
        runs = [one for (one,) in database.execute("select distinct run_name from metrics")]
        rows = database.execute("select messages, metadata from traces").fetchall()
    return trainer, runs, metrics, [(json.loads(messages), json.loads(facts)) for messages, facts in rows]


@pytest.mark.slow
@pytest.mark.skipif(not INSTALLED, reason="trackio is not installed: pip install 'hf-robust[trackio]'")
@pytest.mark.parametrize(("trainer_reports", "attached"), [(True, True), (True, False), (False, True), (False, False)])
def test_values_and_worst_pairs_stand_in_one_run(tmp_path, suite, trainer_reports, attached, monkeypatch):
    trainer, runs, metrics, traces = trained(tmp_path, suite, trainer_reports, attached, monkeypatch)
    assert runs == ["first"]
    values = [one["eval/robust/worst_case"] for one in metrics if "eval/robust/worst_case" in one]
    logged = [one["eval_robust/worst_case"] for one in trainer.state.log_history if "eval_loss" in one]
    assert values == logged and len(values) == 8
    texts = {text for entry in suite.entries.values() for rows in entry.rows.values() for text in rows["text"]}
    assert 0 < len(traces) <= 3 * 8
    for messages, facts in traces:
        before, old, after, new = (one["content"] for one in messages)
        assert {before, after} <= texts and old == facts["label"] != new and facts["transformation"] in suite
    assert ("train/loss" in str(metrics) or "eval/loss" in str(metrics)) is trainer_reports
