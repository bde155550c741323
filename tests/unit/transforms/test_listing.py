"""The table of transformations, from Python."""

import json

import pytest

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError
from hf_robust.tasks import TASKS
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.chains import applicable


def names(table):
    return [row["name"] for row in table]


def test_every_transformation_is_listed_once():
    assert names(hr.transformations()) == list(transformation_registry.transformations.names())


def test_by_task():
    found = names(hr.transformations("natural-language-inference"))
    assert "keyboard" in found and not {"number", "named-entity", "entity-typos"} & set(found)
    assert found == names(hr.transformations(hr.task("natural-language-inference")))
    with pytest.raises(UnknownNameError, match="unknown task 'sentimental'"):
        hr.transformations("sentimental")


def test_by_language():
    assert all(row["languages"] == ["*"] for row in hr.transformations(hr.task("parsing", language="sv")))
    listed = hr.transformations(hr.task("sentiment-classification", language="de"))
    found = [row["name"] for row in listed if row["languages"] == ["de", "es", "fr", "it", "pt"]]
    assert found == ["contraction", "homophone", "misspelling", "number", "stop-word"]
    assert not hr.transformations(hr.task("word-segmentation", language="de"))
    assert names(hr.transformations(language="en")) == names(hr.transformations())


def test_a_row_says_what_there_is_to_know():
    row = next(row for row in hr.transformations() if row["name"] == "synonym")
    assert (row["level"], row["linguistics"], row["languages"]) == ("word", "paradigmatic", ["en"])
    assert (
        row["needs"] == ["ent", "lemma", "pos"]
        and row["resources"] == ["wordnet", "masked-lm"]
        and row["control"] is False
    )
    assert row["effects"]["sentiment-classification"] == "preserves" and set(row["params"]) == {
        "rate",
        "count",
        "choose",
        "gate",
    }
    assert json.loads(json.dumps(row)) == row


def test_it_prints_as_a_table():
    table = hr.transformations()
    lines = str(table).splitlines()
    assert len(lines) == len(table) + 1 and lines[0].split()[:3] == ["name", "level", "linguistics"]
    line = next(line for line in lines if line.startswith("keyboard "))
    assert line.split()[:3] == ["keyboard", "character", "morphology"] and "  preserves  " in line
    assert table._repr_html_().count("<tr>") == len(table) + 1


@pytest.mark.parametrize("language", [None, "en", "zh"])
@pytest.mark.parametrize("task", [None, *TASKS])
def test_the_names_are_those_of_the_table_and_of_what_applies(task, language):
    names = hr.list_transformations(task, language)
    assert names == [row["name"] for row in hr.transformations(task, language)] == sorted(set(names))
    if task is not None:
        given = hr.task(task)
        assert names == hr.list_transformations(given, language)
        assert set(applicable(given if language is None else hr.task(task, language=language))) <= set(names)


def test_a_misspelled_task_has_no_transformations():
    with pytest.raises(UnknownNameError, match="did you mean .*token-classification"):
        hr.list_transformations("token-clasification")
    assert hr.list_transformations("token-classification") == hr.list_transformations("ner")
