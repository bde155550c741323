"""Types of entities that a model can find: gold entities of other types are left out of every score."""

from dataclasses import replace

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.adapters import FunctionPredictor
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.scored_types import scored_task
from hf_robust.suites.manifest import describe_task

TAGS = ["O", "B-PER", "I-PER", "B-MISC"]
ROWS = [(["Ann", "won", "the", "Oscar"], [1, 0, 0, 3]), (["the", "Oscar", "went", "to", "Bo"], [0, 3, 0, 0, 1])]


class Persons(FunctionPredictor):
    """Finds persons, and is scored on them alone."""

    only = ("PER",)

    def __init__(self, task):
        super().__init__(lambda rows: [["B-PER" if one in ("Ann", "Bo") else "O" for one in row] for row in rows], task)


@pytest.fixture(scope="module")
def suite():
    features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=TAGS))})
    rows = Dataset.from_list([{"tokens": tokens, "ner_tags": tags} for tokens, tags in ROWS], features=features)
    return hr.Suite.build(rows, "ner", ["keyboard", "word-case"])


def test_gold_types_that_are_not_scored_are_left_out(suite):
    task = suite.task
    model = Persons(task)
    report = hr.run(model, suite)
    assert report["word-case"]["original"] == 1.0
    assert [one["code"] for one in report.record["warnings"]].count("types-not-scored") == 1
    model.only = ()
    assert hr.run(model, suite)["word-case"]["original"] < 1.0


def test_models_are_compared_on_the_same_types(suite):
    models = [Persons(suite.task), Persons(suite.task)]
    assert hr.compare(models, suite).record["models"][0]["results"][-1]["original"] == 1.0
    models[1].only = ()
    with pytest.raises(UsageError, match=r"on the same types of entities only, found function: PER; .*: all"):
        hr.compare(models, suite)


def test_the_task_names_only_the_tags_that_are_scored(suite):
    task = scored_task(suite.task, [Persons(suite.task)])
    assert task.scored_names == ("O", "B-PER", "I-PER")
    io = hr.task("ner", label_names=["O", "PER", "MISC"], scheme="IO")
    io = replace(io, only=("PER",))
    assert io.scored_names == ("O", "I-PER") and io.kind.references([["PER", "MISC", "O"]], io) == [["I-PER", "O", "O"]]
    assert describe_task(task) == describe_task(suite.task)  # a suite does not keep it
