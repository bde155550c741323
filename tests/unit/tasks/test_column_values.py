"""Columns are read as plain values and as they lie in Arrow, whatever the format and the selection of the rows."""

import pytest
from datasets import ClassLabel, Dataset, Features, Json, List, Value

from hf_robust.tasks.columns import column_values, pieces, pieces_of

ROWS = {
    "text": ["a", None, "ccc", "dd"],
    "label": [0, 1, 1, 0],
    "tokens": [["x"], [], ["y", "z"], ["w"]],
    "any": [{"a": 1}, {"b": "c"}, {"a": None}, {"b": [1]}],
}
FEATURES = Features(
    {
        "text": Value("string"),
        "label": ClassLabel(names=["no", "yes"]),
        "tokens": List(Value("string")),
        "any": Json(),
    }
)
CHOSEN = [3, 0, 2]


@pytest.fixture(scope="module", params=["whole", "selected"])
def case(request):
    data = Dataset.from_dict(ROWS, features=FEATURES)
    if request.param == "whole":
        return data, ROWS
    return data.select(CHOSEN), {name: [values[place] for place in CHOSEN] for name, values in ROWS.items()}


@pytest.mark.parametrize("column", ROWS)
@pytest.mark.parametrize("form", [None, "numpy", "pandas", "arrow"])
def test_values_are_those_of_the_rows(case, column, form):
    data, rows = case
    assert column_values(data.with_format(form), column) == rows[column]
    assert [value for piece in pieces(data.with_format(form), column) for value in piece] == rows[column]
    assert data.with_format(None)[column][:] == rows[column]


def test_a_part_of_the_rows(case):
    data, rows = case
    for start, stop in ((0, 2), (1, None), (2, 99), (3, 3)):
        assert column_values(data, "text", start, stop) == rows["text"][start:stop]


def test_arrow_columns_know_their_features(case):
    data, rows = case
    (found,) = pieces_of(data, ["label", "tokens"])
    assert (found["label"], found["tokens"]) == (rows["label"], rows["tokens"])
    assert found.features["label"].names == ["no", "yes"]


def test_no_rows_have_no_pieces():
    data = Dataset.from_dict({"text": []}, features=Features({"text": Value("string")}))
    assert list(pieces(data, "text")) == list(pieces_of(data, ["text"])) == [] == column_values(data, "text")
