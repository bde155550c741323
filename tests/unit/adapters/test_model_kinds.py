"""The registry of kinds of models: what accepts which model, and how a package adds a kind."""

import inspect
import subprocess
import sys

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters import FunctionPredictor
from hf_robust.adapters.model_kind import ModelKind, kind_of, model_kinds, prefixes
from hf_robust.cli.app import main
from hf_robust.core.errors import DataFileError, UnknownNameError, UsageError

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])


class Constant(ModelKind):
    name = "constant"
    description = "a constant answer (constant:LABEL)"

    @classmethod
    def accepts(cls, model):
        return isinstance(model, str) and model.startswith("constant:")

    @classmethod
    def predictor(cls, model, task, options):
        label = model.removeprefix("constant:")
        return FunctionPredictor(lambda texts: [label] * len(texts), task, cache_key=model)

    @classmethod
    def check(cls, model, given):
        if model == "constant:":
            raise UsageError("constant: needs a label")


@pytest.fixture
def added(monkeypatch):
    """A kind of another package, as its entry point registers it."""
    known = {name: model_kinds[name] for name in model_kinds}
    monkeypatch.setattr(model_kinds, "_entries", {**known, "constant": Constant})


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (None, "packaged"),
        ("default", "packaged"),
        ("linear-text-baseline", "packaged"),
        ("me/my-model", "hub"),
        ("answers.jsonl", "predictions"),
        ([{"prediction": "pos"}], "predictions"),
        (len, "function"),
        (hr.as_predictor(lambda texts: ["pos"] * len(texts), TASK), "predictor"),
    ],
)
def test_each_model_has_a_kind(model, name):
    assert kind_of(model).name == name


def test_each_kind_says_what_a_user_passes_and_takes_known_options():
    options = set(inspect.signature(hr.as_predictor).parameters) - {"model", "task", "own"}
    kinds = model_kinds.values()
    assert len({kind.description for kind in kinds}) == len(kinds) >= 7
    assert all(kind.__doc__ and kind.takes <= options for kind in kinds)


def test_a_kind_of_another_package_runs(added):
    data = Dataset.from_dict({"text": ["Good.", "Bad."], "label": ["pos", "neg"]})
    suite = hr.Suite.build(data, TASK, ["word-case"])
    assert hr.run("constant:pos", suite).results[0]["original"] == 0.5
    with pytest.raises(UsageError, match=r"revision cannot be given with a constant answer"):
        hr.as_predictor("constant:pos", TASK, revision="v1")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--model", "constant:"], "needs a label"),
        (["--model", "constant:pos", "--model-revision", "v1"], "on the Hub"),
    ],
)
def test_the_command_line_checks_it_before_the_data_is_read(added, options, said):
    found = CliRunner().invoke(main, ["run", *options, "--dataset", "absent.csv", "--out", "nowhere"])
    assert found.exit_code != 0 and said in str(found.exception or "") + found.output


def test_predictions_alone_are_no_model():
    with pytest.raises(UsageError, match=r"belong to the rows of a suite; pass both"):
        hr.as_predictor([{"prediction": "pos"}], TASK)
    with pytest.raises(DataFileError, match="there is no file"):
        kind_of("absent.jsonl").check("absent.jsonl", {})


@pytest.mark.parametrize("first", ["huggingface.task_adapter", "embedded", "kinds.saved_model", "model_kind"])
def test_the_adapters_load_in_any_order(first):
    code = f"import hf_robust.adapters.{first}, hf_robust; hf_robust.as_predictor"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_kind_with_the_old_name_of_its_description_works_and_warns():
    with pytest.warns(DeprecationWarning, match="Old.what is deprecated .* use description"):

        class Old(Constant):
            what = "an old kind"

    assert Old.description == "an old kind"


def misspellings(prefix):
    """A kind with one letter left out, doubled, exchanged with the next or replaced, and in capitals."""
    word = prefix.removesuffix(":")
    for place in range(len(word)):
        before, letter, after = word[:place], word[place], word[place + 1 :]
        yield from (f"{before}{after}:", f"{before}{letter}{letter}{after}:", f"{before}q{after}:")
        if after:
            yield f"{before}{after[0]}{letter}{after[1:]}:"
    yield f"{word.capitalize()}:"


def test_every_misspelled_kind_names_the_one_that_was_meant(added):
    assert {"causal:", "chat:", "constant:", "endpoint:", "inference:"} <= set(prefixes())
    for prefix in prefixes():
        for typed in set(misspellings(prefix)) - set(prefixes()):
            with pytest.raises(UnknownNameError, match=f"unknown kind of model '{typed}'; did you mean .*{prefix}"):
                kind_of(f"{typed}org/name")


def test_an_unknown_kind_lists_all_kinds():
    with pytest.raises(UnknownNameError, match="Known: causal:, chat:, endpoint:, inference:"):
        kind_of("xyz:org/name")


def test_paths_with_a_colon_are_no_kinds(tmp_path, monkeypatch):
    folder = tmp_path / "run:7"
    folder.mkdir()
    monkeypatch.chdir(tmp_path)
    for path in ("run:7", str(folder), "C:/models/mine", r"C:\models\mine", "./run:8"):
        assert kind_of(path).name == "hub"
