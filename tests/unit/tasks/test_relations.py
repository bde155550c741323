"""Relation extraction: spans over tokens and over a text, and what a model may say."""

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.adapters import Prediction
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import ColumnError, LabelError, NotApplicable, UsageError
from hf_robust.tasks import RELATION
from hf_robust.tasks.relations import SpanMover

TOKENS = ["New", "York", "is", "n't", "near", "Oslo", "."]
ROW = {"tokens": TOKENS, "subject": [0, 1], "object": [5, 5], "relation": "none"}


def moved(row, edits):
    mover = hr.task(RELATION).label_mover()
    doc = Doc.of_value(row["tokens"], marks=mover.marks(row))
    return mover.move(row, doc, edits, apply(doc.text, edits))


@pytest.mark.parametrize(
    ("edits", "tokens", "subject", "object_"),
    [
        ([Edit(0, 0, "In fact , ")], ["In", "fact", ",", *TOKENS], [3, 4], [8, 8]),
        ([Edit(9, 15, "is not")], ["New", "York", "is", "not", *TOKENS[4:]], [0, 1], [5, 5]),
        ([Edit(9, 15, "ain't")], ["New", "York", "ain't", *TOKENS[4:]], [0, 1], [4, 4]),
        ([Edit(0, 8, "Nassau")], ["Nassau", *TOKENS[2:]], [0, 0], [4, 4]),
        ([Edit(3, 3, "Old ")], ["New", "Old", *TOKENS[1:]], [0, 2], [6, 6]),
        ([Edit(8, 8, " City")], ["New", "York", "City", *TOKENS[2:]], [0, 1], [6, 6]),
        ([Edit(0, 4, "")], TOKENS[1:], [0, 0], [4, 4]),
    ],
)
def test_spans_of_tokens_move(edits, tokens, subject, object_):
    assert moved(ROW, edits) == {"tokens": tokens, "subject": subject, "object": object_}


def test_spans_that_are_lost_are_refused():
    with pytest.raises(NotApplicable, match="nothing of the object would be left"):
        moved(ROW, [Edit(20, 25, "")])
    with pytest.raises(NotApplicable, match="the subject lies across an edit"):
        moved(ROW, [Edit(4, 11, "Yorkis")])


def test_structs_and_plain_texts_are_written_back_as_they_came():
    row = {**ROW, "subject": {"start": 0, "end": 1, "type": "LOC", "text": "New York"}}
    new = moved(row, [Edit(0, 8, "Bad Ems"), Edit(16, 16, "very ")])
    assert new["subject"] == {"start": 0, "end": 1, "type": "LOC", "text": "Bad Ems"} and new["object"] == [6, 6]
    plain = {"tokens": "Oslo is in Norway.", "subject": [0, 4], "object": {"start": 11, "end": 17}}
    new = moved(plain, [Edit(5, 7, "lies")])
    assert new == {"tokens": "Oslo lies in Norway.", "subject": [0, 4], "object": {"start": 13, "end": 19}}
    assert new["tokens"][13:19] == "Norway"


def test_texts_and_tokens_of_fixed_length_spans_are_bound_and_perturbed():
    pair = List(Value("int64"), length=2)
    features = Features(
        {
            "tokens": List(Value("string")),
            "subject": pair,
            "object": pair,
            "relation": ClassLabel(names=["none", "near"]),
        }
    )
    row = {"tokens": ["Oslo", "lies", "close", "to", "Moss"], "subject": [0, 0], "object": [4, 4], "relation": 0}
    data = Dataset.from_list([row], features=features)
    task = hr.task("re").bind(data)
    assert task.label_names == ("none", "near") and task.references(data) == ["none"]
    out = data.map(hr.Perturb("stop-word", task), batched=True)
    assert out.features["subject"] == pair and out[0]["tokens"][out[0]["object"][0]] == "Moss"
    assert len(out[0]["tokens"]) > len(row["tokens"])
    texts = Dataset.from_dict(
        {"tokens": ["Oslo is not near Bergen."] * 3, "subject": [[0, 4]] * 3, "object": [[17, 23]] * 3}
    )
    out = texts.map(hr.Perturb("contraction", hr.task("re"), keep="all"), batched=True)
    assert out[0]["tokens"] == "Oslo isn't near Bergen."
    assert [out[0]["tokens"][slice(*out[0][role])] for role in ("subject", "object")] == ["Oslo", "Bergen"]


def test_columns_of_another_shape_are_refused():
    task = hr.task("re")
    with pytest.raises(ColumnError, match="'subject' must hold a span"):
        task.bind(Dataset.from_list([{**ROW, "subject": "New York"}]))
    with pytest.raises(ColumnError, match="'relation' must hold one relation a row"):
        task.bind(Dataset.from_list([{**ROW, "relation": ["a", "b"]}]))
    with pytest.raises(ColumnError, match="'tokens' must hold a list of tokens, or text"):
        task.bind(Dataset.from_list([{**ROW, "tokens": [["New", "York"]]}]))
    with pytest.raises(ColumnError, match="'subject_type' must hold one type"):
        task.bind(Dataset.from_list([{**ROW, "subject_type": ["LOC"]}]))


def test_a_model_is_given_spans_and_types_and_says_a_name():
    data = Dataset.from_list([{**ROW, "subject_type": "LOC"}])
    task = hr.task("re", label_names=["none", "near"]).bind(data)
    assert task.inputs(data) == [
        {"tokens": TOKENS, "subject": [0, 1], "object": [5, 5], "subject_type": "LOC", "object_type": None}
    ]
    seen = []

    def model(rows):
        seen.extend(rows)
        return [{"relation": "near", "score": 0.5}]

    assert hr.as_predictor(model, task).predict(task.inputs(data))[0] == Prediction("near", 0.5)
    assert seen[0]["tokens"] == TOKENS and seen[0]["subject"] == [0, 1]
    with pytest.raises((UsageError, LabelError)):
        hr.as_predictor(lambda rows: [["near"]], task).predict(task.inputs(data))


def test_the_mover_is_that_of_spans():
    assert isinstance(hr.task("wsd").label_mover(), SpanMover)
