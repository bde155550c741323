"""Lists are typed with commas or by typing an option again, and ``default`` is a model, wherever they may stand."""

import pytest

from hf_robust.cli.attack_command import attack_command
from hf_robust.cli.chains_command import chains_command
from hf_robust.cli.compare_command import compare_command
from hf_robust.cli.config_options import with_options
from hf_robust.cli.option_values import asked_slices, thresholds
from hf_robust.cli.run_command import run_command
from hf_robust.cli.suite_command import suite_command
from hf_robust.configured.config_choices import ModelChoice
from hf_robust.configured.configuration import Configuration, load, written
from hf_robust.core.errors import UsageError

REQUIRED = {"suite": ["--out", "s"]}


@pytest.mark.parametrize("command", [run_command, compare_command, suite_command, chains_command, attack_command])
@pytest.mark.parametrize("typed", [["-t", "keyboard,word-case"], ["-t", "keyboard", "-t", "word-case"]])
def test_transformations_are_typed_in_both_styles(command, typed):
    context = command.make_context(command.name, [*typed, *REQUIRED.get(command.name, [])])
    assert context.params["transformations"] == "keyboard,word-case"


def test_slices_are_typed_in_both_styles():
    assert asked_slices(["length, label"]) == asked_slices(["length", "label"]) == ["length", "label"]
    assert asked_slices(['phrase.kinds=["negation", "question"]']) == [
        {"name": "phrase", "kinds": ["negation", "question"]}
    ]


def test_thresholds_are_typed_in_both_styles():
    assert thresholds(["0.9,keyboard=0.5"]) == thresholds(["0.9", "keyboard=0.5"]) == {"*": 0.9, "keyboard": 0.5}
    assert thresholds(["overall=0.5"]) == thresholds(["0.5"])
    assert thresholds(["add-a,b=0.5"]) == {"add-a,b": 0.5}
    with pytest.raises(UsageError, match="twice for all"):
        thresholds(["0.5,overall=0.6"])


def test_default_is_the_model_that_comes_with_the_package(tmp_path):
    file = tmp_path / "robust.yaml"
    file.write_text("models: [default, {model: me/mine, name: mine}, {model: default, name: again}]\n")
    found = load(file)
    assert found.models == (ModelChoice(), ModelChoice(model="me/mine", name="mine"), ModelChoice(name="again"))
    file.write_text(written(found))
    assert "- default\n" in file.read_text() and load(file).models == found.models
    context = run_command.make_context("run", ["--model", "default"])
    assert context.params["model"] is None
    assert with_options(found, context.params, ["model"]).models == (ModelChoice(),)
    assert with_options(Configuration(models=(ModelChoice(model="b"),)), context.params, ["model"]).models == (
        ModelChoice(),
    )
