"""Winograd schemas: offsets of pronoun and candidates, and how a choice may be said."""

import re

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import ColumnError, NotApplicable, UsageError

TEXT = "The cup fell off the shelf since it was round."


def part(text):
    return {"text": text, "start": TEXT.find(text), "end": TEXT.find(text) + len(text)}


ROW = {
    "text": TEXT,
    "pronoun": part("it"),
    "candidates": [part("The cup"), part("the shelf"), {"text": "nothing", "start": -1, "end": -1}],
    "label": 0,
}


def test_parts_move_and_what_is_not_in_the_text_stays():
    mover = hr.task("wsc").label_mover()
    doc = Doc(TEXT, marks=mover.marks(ROW))
    assert [mark.label for mark in doc.marks] == ["pronoun", "candidate", "candidate"]
    edits = [Edit(8, 12, "has fallen"), Edit(27, 32, "as")]
    after = apply(TEXT, edits)
    new = mover.move(ROW, doc, edits, after)
    for moved in (new["pronoun"], *new["candidates"][:2]):
        assert after[moved["start"] : moved["end"]] == moved["text"]
    assert [moved["text"] for moved in (new["pronoun"], *new["candidates"])] == [
        "it",
        "The cup",
        "the shelf",
        "nothing",
    ]
    assert new["candidates"][2] == ROW["candidates"][2]
    with pytest.raises(NotApplicable, match="lies across an edit"):
        mover.move(ROW, doc, [Edit(4, 12, "x")], "")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pronoun": None}, "no pronoun"),
        ({"pronoun": {"text": "it", "start": 3, "end": 5}}, r"'it' does not stand at \[3, 5\], but ' c'"),
        ({"pronoun": {"text": "it", "start": -1, "end": -1}}, "does not stand"),
        ({"candidates": ROW["candidates"][:1]}, "two candidates, found 1"),
        ({"candidates": [{"text": "", "start": 4, "end": 4}] * 2}, "candidate 0 is empty"),
        ({"label": 3}, "the label 3 is the number of none of the 3 candidates"),
    ],
)
def test_wrong_rows_have_a_reason(change, words):
    assert hr.task("wsc").fault(ROW) is None
    assert re.search(words, hr.task("wsc").fault({**ROW, **change}))


def test_columns_are_checked():
    task = hr.task("wsc")
    with pytest.raises(ColumnError, match="'pronoun' must hold a struct"):
        task.bind(Dataset.from_list([{**ROW, "pronoun": "it"}]))
    with pytest.raises(ColumnError, match="'candidates' must hold a list of structs"):
        task.bind(Dataset.from_list([{**ROW, "candidates": ["a", "b"]}]))
    with pytest.raises(ColumnError, match="'label' must hold the number"):
        task.bind(Dataset.from_list([{**ROW, "label": "The cup"}]))


def test_a_choice_is_a_number_or_a_text():
    data = Dataset.from_list([ROW])
    task = hr.task("wsc").bind(data)
    for said, number in ((1, 1), ("the shelf", 1), ({"label": 0, "score": 0.5}, 0), (2.0, 2)):
        assert hr.as_predictor(lambda rows, said=said: [said], task).predict(task.inputs(data))[0].value == number
    for wrong in (3, "the floor", None, True):
        with pytest.raises(UsageError, match="the number of the candidate"):
            hr.as_predictor(lambda rows, wrong=wrong: [wrong], task).predict(task.inputs(data))
    assert task.references(data) == [0] and task.show(0) == "candidate 0"
