"""A configuration that is made in Python: checked by the readers of the file, changed by key."""

from pathlib import Path

import pytest

import hf_robust as hr
from hf_robust.configured import DataChoice, ModelChoice, SuiteChoice
from hf_robust.configured.configuration import load, written
from hf_robust.core.errors import HubError, SpecError


def test_a_dictionary_is_read_as_the_file_with_the_same_keys(tmp_path):
    text = (
        "task: sa\ndataset: {source: rows.csv, columns: {text: x}}\nmodels: [me/a, {model: me/b, batch_size: 4}]\n"
        "transformations: [keyboard, {name: ocr, rate: 0.3}, [typos, twitter]]\nattacks: pwws\nbias: true\n"
        "thresholds: {fail_under: 0.5}\n"
    )
    file = tmp_path / "robust.yaml"
    file.write_text(text)
    values = {
        "task": "sa",
        "dataset": {"source": Path("rows.csv"), "columns": {"text": "x"}},
        "models": ["me/a", {"model": "me/b", "batch_size": 4}],
        "transformations": ("keyboard", {"name": "ocr", "rate": 0.3}, ["typos", "twitter"]),
        "attacks": "pwws",
        "bias": True,
        "thresholds": {"fail_under": 0.5},
    }
    assert hr.Configuration.from_dict(values) == load(file)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"modles": "me/x"}, "configuration: modles: unknown key 'modles'; did you mean models?"),
        ({"seed": "x"}, "configuration: seed: expected a whole number, found 'x'"),
        ({"dataset": {"sourse": "x"}}, "configuration: dataset.sourse: unknown key 'sourse'; did you mean source?"),
        ({"models": [len]}, "expected texts, numbers, lists and mappings, found builtin_function_or_method"),
        ({"models": ["a", "b"], "baseline": "c"}, "configuration: baseline: unknown model 'c'"),
        ({"suite": "saved", "attacks": "pwws"}, "configuration: attacks: has no meaning with the suite"),
    ],
)
def test_a_mistake_is_reported_with_its_key(values, message):
    with pytest.raises(SpecError) as error:
        hr.Configuration.from_dict(values)
    assert message in str(error.value) and error.value.line is None


def test_validate_returns_full_names():
    short = hr.Configuration(task="sa", dataset="rows.csv", models="me/x", transformations=["keyboard"])
    found = short.validate()
    assert found.task == "sentiment-classification" and found.transformations == ("keyboard",)
    assert found.dataset == DataChoice(source="rows.csv") and found.models == (ModelChoice(model="me/x"),)
    assert found.validate() == found


@pytest.mark.parametrize(
    "wrong",
    [
        {"seed": 1.5},
        {"variants": 0},
        {"models": ()},
        {"dataset": DataChoice(limit=0)},
        {"slices": ("lenght",)},
        {"thresholds": 1},
    ],
)
def test_validate_refuses_a_wrong_value(wrong):
    with pytest.raises(SpecError, match=f"configuration: {next(iter(wrong))}"):
        hr.Configuration(**wrong).validate()


def test_a_change_replaces_the_value_of_a_key():
    base = hr.Configuration.from_dict({"dataset": {"first": 5}, "models": ["a", "b"], "seed": 3})
    found = base.changed(dataset={"limit": 7}, models=ModelChoice(model="c"), out=Path("here"), seed=None)
    assert found.dataset == DataChoice(limit=7) and [one.called for one in found.models] == ["c"]
    assert found.out == "here" and found.seed == 0 and base.seed == 3
    with pytest.raises(SpecError, match="unknown key 'sed'; did you mean seed"):
        base.changed(sed=4)
    with pytest.raises(SpecError, match="baseline: unknown model 'a'"):
        base.changed(baseline="a").changed(models="c")


@pytest.mark.parametrize(
    ("change", "kept"),
    [({"models": "b"}, True), ({"out": "x"}, True), ({"attacks": "pwws"}, True), ({"seed": 1}, False)],
)
def test_the_hash_of_the_rows_is_kept_where_a_change_leaves_them(change, kept):
    base = hr.Configuration(suite=SuiteChoice(content_hash="0123"))
    assert (base.changed(**change).suite.content_hash is not None) == kept


def test_a_file_of_a_changed_configuration_reads_as_the_same(tmp_path):
    found = hr.Configuration().changed(models=["a", "b"], slices="length", bias=["gender"])
    (tmp_path / "robust.yaml").write_text(written(found))
    assert hr.Configuration.load(tmp_path / "robust.yaml") == found


@pytest.mark.parametrize(("models", "key"), [([len], "models.1"), ({"model": len}, "models.model")])
def test_a_function_is_refused_with_its_key_and_the_call_that_takes_it(models, key):
    with pytest.raises(SpecError, match=rf"{key}: .*found .*function.*; .*hf_robust.run\(function, data\)"):
        hr.Configuration.from_dict({"models": models})


def test_the_name_of_a_python_function_is_no_model(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(HubError, match=r"models: 'models.rule' is no model; .*hf_robust.run\(function, data\)"):
        hr.run_config({"models": ["models.rule"], "dataset": {"first": 2}, "transformations": ["word-case"]})
