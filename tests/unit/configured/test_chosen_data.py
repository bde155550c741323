"""The rows and the task of a configuration."""

import json

import pytest

import hf_robust as hr
from hf_robust.configured.config_choices import DataChoice
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import chosen_data
from hf_robust.core.errors import UsageError


@pytest.fixture
def write(tmp_path):
    def make(row):
        path = tmp_path / "rows.jsonl"
        path.write_text(json.dumps(row), encoding="utf-8")
        return str(path)

    return make


def test_a_layout_is_read_and_reported(write):
    path, notes = write({"src": "A dog runs.", "tgt": "Ein Hund."}), []
    data, task = chosen_data(Configuration(task="translation", dataset=DataChoice(source=path)), notify=notes.append)
    assert data.column_names == ["source", "target"] and task.bind(data)
    assert notes == ["read as the layout src-tgt: 1 rows gave 1 of translation"]
    named = DataChoice(source=path, columns={"source": "src", "target": "tgt"})
    data, _ = chosen_data(Configuration(task="translation", dataset=named), notify=notes.append)
    assert data.column_names == ["src", "tgt"] and len(notes) == 1


@pytest.mark.parametrize(("limit", "rows"), [(2, 2), (None, 3)])
def test_the_limit_holds_for_the_rows_that_a_layout_gives(write, limit, rows):
    relation = {"subj": [0, 0], "obj": [2, 2], "relation": "sees"}
    path = write({"tokens": ["Ann", "sees", "Eve"], "entities": [], "relations": [relation] * 3})
    asked = Configuration(task="relation-extraction", dataset=DataChoice(source=path, limit=limit))
    assert len(chosen_data(asked)[0]) == rows


@pytest.mark.parametrize("sentences", [False, True])
def test_rows_of_demo_data_have_the_ids_of_an_unnamed_id_column(sentences):
    data, task = chosen_data(Configuration(), sentences=sentences)
    assert task == hr.task("sentiment-classification")
    assert data[:] == (hr.demo_sentences() if sentences else hr.demo_reviews())[:]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (Configuration(dataset=DataChoice(split="test")), "`dataset.split` describes data of yours; name it with"),
        (Configuration(dataset=DataChoice(columns={"text": "x"})), "`dataset.columns` describes data of yours"),
        (Configuration(dataset=DataChoice(source="rows.jsonl")), "say what the data is for with `task`, one of: "),
        (Configuration(task="translation"), "name the data for translation with `dataset.source`"),
        (Configuration(dataset=DataChoice(limit=1, first=1)), "`dataset.limit` draws a sample and `dataset.first`"),
    ],
)
def test_a_refusal_names_the_keys(asked, message):
    with pytest.raises(UsageError, match=message):
        chosen_data(asked)
