"""An annotation column describes the texts beside it, or is not read."""

import pyarrow as pa
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import LabelError
from hf_robust.core.mapping import Columns
from hf_robust.language.annotation_column import annotation_rows

TASK = hr.task("text-classification")
TAGGING = hr.task("named-entity-recognition")
TEXTS = ["The film is great and she plays it well.", "Ä film — “is” great.\n\nTwo ", "", " It is.\u00a0"]


def is_read(data: Dataset, column: str) -> set[bool]:
    """Whether the annotation is read: from a table and from a mapping."""
    table = data.with_format("arrow")[:]
    return {
        annotation_rows(Columns(table), column, {"pos"}) is not None,
        annotation_rows(Columns(data[:]), column, {"pos"}) is not None,
    }


@pytest.fixture(scope="module")
def texts() -> Dataset:
    return hr.annotate(Dataset.from_dict({"text": TEXTS, "label": [0, 1, 0, 1]}), TASK, {"pos"})


@pytest.mark.parametrize(
    "edit",
    [
        lambda text: "Well, " + text,
        lambda text: " " + text,
        lambda text: text + "!",
        lambda text: text[:-5],
        lambda text: text.replace("film", "firm"),
        lambda text: text.replace("a", "ä"),
    ],
)
def test_texts_that_were_edited(texts, edit):
    assert is_read(texts, "text") == {True}
    assert is_read(texts.map(lambda row: {"text": edit(row["text"])}), "text") == {False}


def test_tokens_that_were_edited():
    data = Dataset.from_dict(
        {"tokens": [["The", "film", "is", "old"], ["It", "is"]], "ner_tags": [["O"] * 4, ["O"] * 2]}
    )
    data = hr.annotate(data, TAGGING, {"pos"})
    assert is_read(data, "tokens") == {True}
    assert is_read(data.map(lambda row: {"tokens": ["Oh", *row["tokens"][1:]]}), "tokens") == {False}
    assert is_read(data.map(lambda row: {"tokens": row["tokens"][:-1]}), "tokens") == {False}


def test_a_list_with_an_empty_token_is_refused():
    data = Dataset.from_dict({"tokens": [["The", "", "film"], ["It", "is"]], "ner_tags": [["O"] * 3, ["O"] * 2]})
    with pytest.raises(LabelError, match="row 0, place 1 of column 'tokens' is an empty text"):
        hr.annotate(data, TAGGING, {"pos"})


@pytest.mark.parametrize("kind", [None, "arrow", "stream"])
def test_edited_texts_are_annotated_anew(texts, kind):
    edited = texts.map(lambda row: {"text": "Well, " + row["text"]})
    plain = edited.remove_columns(["text__ann"])
    perturb = hr.Perturb("tense", TASK, seed=1)
    if kind == "stream":
        found = [row["text"] for row in edited.to_iterable_dataset().map(perturb, batched=True)]
    else:
        found = list(edited.with_format(kind).map(perturb, batched=True).with_format(None)["text"])
    assert found == list(plain.map(perturb, batched=True)["text"]) and found[0].startswith("Well, The film was great")


def with_annotation(data: Dataset, annotation) -> Dataset:
    return Dataset(data.data.table.combine_chunks().set_column(2, "text__ann", annotation))


def test_other_arrow_types_and_chunks_are_read(texts):
    annotation = texts.data.table.column("text__ann").combine_chunks()
    large = [
        (field.name, pa.large_list(pa.large_string() if pa.types.is_string(field.type.value_type) else pa.int64()))
        for field in annotation.type
        if field.name != "layers"
    ]
    found = annotation.cast(pa.struct([("layers", pa.large_string()), *large]))
    halves = pa.chunked_array([annotation.slice(0, 1), annotation.slice(1)])
    perturb = hr.Perturb("tense", TASK, seed=1, keep="all")
    expected = texts.map(perturb, batched=True)[:]
    assert "changed" in {record["status"] for record in expected["robust"]}
    for form in (found, halves):
        data = with_annotation(texts, form)
        assert is_read(data, "text") == {True}
        assert data.map(perturb, batched=True)[:] == expected


@pytest.mark.parametrize(
    ("spoil", "read"),
    [({"pos": []}, True), ({"lemma": None}, True), ({"ent_label": []}, True), ({"start": [0]}, False)],
)
def test_lists_that_are_not_whole(spoil, read, texts):
    rows = texts.to_list()
    rows[0]["text__ann"].update(spoil)
    data = Dataset.from_list(rows)
    assert is_read(data, "text") == {read}
    perturb = hr.Perturb("named-entity", TASK, keep="all")
    out = data.map(perturb, batched=True)[:]
    assert [record["status"] for record in perturb(data[:])["robust"]] == [one["status"] for one in out["robust"]]
