"""Exceptions on a column of texts that a single text does not raise: the rows are right, and the fault is told."""

import warnings

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.tasks.tag_mover import TagMover
from hf_robust.transforms.base import Transformation, preserves

TASK = hr.task("sentiment-classification")
ON_COLUMNS = "fails on a column of texts, but not on a single text"


class Signed(Transformation):
    """Writes a sign after each text; raises for some, in a column only or always."""

    name = "signed"
    level = "word"
    linguistics = "syntax"
    effects = preserves(TASK.name)

    def edits(self, doc, rng):
        in_column = type(doc) is not Doc
        if doc.text == "always" or (doc.text == "columns" and in_column):
            raise KeyError(doc.text)
        if doc.text == "refused" and in_column:
            raise NotApplicable("not here")
        return [Edit(len(doc.text), len(doc.text), "!")]


def reviews(*texts):
    return Dataset.from_dict({"text": texts, "label": [0] * len(texts)})


def test_a_fault_of_the_column_path_is_told_and_its_rows_are_right():
    perturb = hr.Perturb(Signed(), TASK, keep="all")
    with pytest.warns(RuntimeWarning, match=f"signed {ON_COLUMNS}: KeyError: 'columns'.*test_column_faults") as told:
        rows = reviews("good", "columns", "columns", "bad").map(perturb, batched=True, batch_size=3)
    assert rows["text"][:] == ["good!", "columns!", "columns!", "bad!"]
    assert len(told) == 1 and all(record["status"] == "changed" for record in rows["robust"])


def test_a_transformation_that_fails_on_a_single_text_too_is_told_as_ever():
    with pytest.warns(RuntimeWarning) as told:
        rows = reviews("good", "always").map(hr.Perturb(Signed(), TASK, keep="all"), batched=True)
    assert [record["status"] for record in rows["robust"]] == ["changed", "fault"]
    assert [ON_COLUMNS in str(one.message) for one in told] == [False]


def test_a_refusal_is_no_fault():
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        rows = reviews("good", "refused").map(hr.Perturb(Signed(), TASK, keep="all"), batched=True)
    assert rows["text"][:] == ["good!", "refused!"]


def test_labels_that_fail_in_a_column_alone_are_told(monkeypatch):
    marks, calls = TagMover.marks, []

    def once(mover, row):
        calls.append(row)
        if len(calls) == 1:
            raise TypeError("no tags")
        return marks(mover, row)

    monkeypatch.setattr(TagMover, "marks", once)
    tokens = [["The", "big", "house", "stood", "here"]] * 2
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["O"] * 5] * 2})
    with pytest.warns(RuntimeWarning, match=f"keyboard {ON_COLUMNS}: TypeError: no tags"):
        rows = data.map(hr.Perturb("keyboard", hr.task("ner"), keep="all"), batched=True)
    assert [record["status"] for record in rows["robust"]] == ["changed", "changed"]
