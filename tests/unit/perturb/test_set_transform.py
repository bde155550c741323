"""Rows that are perturbed as they are read: ``set_transform`` and ``with_transform``."""

import warnings

import pytest
from datasets import Dataset

import hf_robust as hr

ROWS = {"text": ["Hi ok", "A wonderful evening with brilliant acting", None, ""], "label": ["a", "b", "a", "b"]}


@pytest.mark.parametrize("entry", ["keyboard", "word-case", ["keyboard", "word-case"], "synonym"])
def test_each_row_that_is_asked_for_comes(entry):
    task = hr.task("sentiment")
    data = Dataset.from_dict(ROWS)
    whole = data.map(hr.Perturb(entry, task, keep="all"), batched=True)
    read = data.with_transform(hr.Perturb(entry, task))
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        assert [read[place]["text"] for place in range(4)] == whole["text"][:]
        assert read[:]["text"] == read[[0, 1, 2, 3]]["text"] == whole["text"][:]
    assert [one["status"] for one in read[:]["robust"]] == [one["status"] for one in whole["robust"]]
    assert len(read.__getitems__([0, 2])) == 2
    assert [row["label"] for row in read] == ROWS["label"]


def test_map_leaves_rows_out_as_before():
    perturb = hr.Perturb("keyboard", hr.task("sentiment"))
    data = Dataset.from_dict(ROWS)
    data.set_transform(perturb)
    assert data[0]["text"] == "Hi ok"
    assert data.with_format(None).map(perturb, batched=True)["label"][:] == ["b"]
    assert perturb(ROWS)["label"] == ["b"]


def test_what_may_edit_protected_spans_takes_a_plain_text():
    assert hr.Perturb("word-case", case="upper")("Hello there world") == "HELLO THERE WORLD"
    assert hr.Perturb("word-case", case="lower")(["Hello", ""]) == ["hello", ""]
    assert hr.Perturb("word-case", case="upper", protect=["there"])("Hello there world") == "HELLO there WORLD"
