"""Slices with ``map`` and ``filter``: datasets, streams, other formats, and what must be fitted first."""

import pytest
from datasets import ClassLabel, Dataset, Features, Value
from datasets.fingerprint import Hasher

import hf_robust as hr
from hf_robust.core.errors import ColumnError, UsageError

TASK = hr.task("sentiment-classification")
ROWS = {"text": ["Not good.", "A very good film.", "So so."], "label": [0, 1, 0]}


def fitted():
    return hr.slice_rows(Dataset.from_dict(ROWS), TASK, ["phrase", {"name": "length", "quantiles": 2}])


def test_map_says_what_the_table_says():
    table = fitted()
    data = Dataset.from_dict(ROWS)
    for size in (1, 2, 1000):
        mapped = data.map(hr.SliceColumns(TASK, table.slices), batched=True, batch_size=size)
        assert mapped["slices"][:] == table.lists()
        assert mapped.features["slices"].feature.dtype == "string"


def test_map_of_a_stream_and_of_arrow():
    function = hr.SliceColumns(TASK, fitted().slices, column="groups")
    stream = Dataset.from_dict(ROWS).to_iterable_dataset().map(function, batched=True)
    assert [row["groups"] for row in stream] == fitted().lists()
    assert function(Dataset.from_dict(ROWS).data.table)["groups"].to_pylist() == fitted().lists()


def test_the_order_of_slices_stays_and_none_is_there_twice():
    halves = {"name": "length", "quantiles": 2}
    asked = [halves, "phrase", {"name": "length", "intervals": ["0%", "50%"]}, {"name": "length", "quantiles": 3}]
    data = Dataset.from_dict({"text": ["a", "a not", "a b c", "a b c d"], "label": [0, 1, 0, 1]})
    table = hr.slice_rows(data, TASK, asked)
    assert len(set(table.names)) == len(table.names) and table.names[0] == "length: up to 2 words"
    assert hr.SliceColumns(TASK, table.slices)(data[:])["slices"] == table.lists()


def test_slices_of_one_subpopulation_are_read_together():
    assert len(hr.SliceColumns(TASK, fitted().slices).fitted) == 2


def test_label_names_are_those_of_the_features():
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    data = Dataset.from_dict(ROWS, features=features)
    inside = hr.InSlice("label", TASK, kinds=["pos"])
    assert data.filter(inside, batched=True)["text"][:] == ["A very good film."]


def test_filter_of_data_and_streams():
    inside = hr.InSlice("length", TASK, bounds=[3, None])
    data = Dataset.from_dict(ROWS)
    assert data.filter(inside, batched=True)["text"][:] == ["A very good film."]
    assert len(list(data.to_iterable_dataset().filter(inside, batched=True))) == 1
    assert data.filter(hr.InSlice(fitted().slices[-1], TASK), batched=True)["label"][:] == [1]


def test_the_fingerprint_of_a_filter_follows_the_version(monkeypatch):
    def made():
        return Hasher.hash(hr.InSlice("phrase", TASK, kinds=["negation"]))

    before = made()
    assert before == made() != Hasher.hash(hr.InSlice("phrase", TASK, kinds=["question"]))
    from hf_robust.slices.phrase_kinds import PhraseKinds

    monkeypatch.setattr(PhraseKinds, "version", "999")
    assert made() != before


def test_what_finds_its_slices_on_data_must_be_fitted():
    for wrong in (lambda: hr.SliceColumns(TASK, ["length"]), lambda: hr.InSlice("label", TASK)):
        with pytest.raises(UsageError, match=r"finds its slices on data; fit it on some rows"):
            wrong()


def test_wrong_use_is_refused():
    inside = hr.InSlice("phrase", TASK)
    with pytest.raises(UsageError, match="batched=True"):
        inside({"text": "a", "label": 0})
    with pytest.raises(ColumnError, match="text"):
        inside({"words": ["a"]})
    with pytest.raises(UsageError, match="belong into"):
        hr.InSlice(fitted().slices[0], TASK, kinds=["negation"])
