"""Named entities as annotation tools export them, nested ones, and what a refusal says."""

import json

import pytest
from datasets import Dataset

from hf_robust.core.errors import LabelError
from hf_robust.tasks.layouts import outermost, with_layout
from hf_robust.tasks.layouts.load_rows import load_data

TEXT = "Ann Lee visited New York."
FOUND = [(0, 7, "PER"), (16, 24, "LOC")]
WANTED = ["B-PER", "I-PER", "O", "B-LOC", "I-LOC", "O"]


def mappings(start, end, kind, wrap=lambda kind: kind):
    return [{start: one[0], end: one[1], kind: wrap(one[2])} for one in FOUND]


ROWS = {
    "doccano": {"text": TEXT, "entities": mappings("start_offset", "end_offset", "label"), "relations": []},
    "doccano-lists": {"text": TEXT, "label": [list(one) for one in FOUND]},
    "prodigy": {"text": TEXT, "spans": [{**one, "token_start": 0} for one in mappings("start", "end", "label")]},
    "label-studio-min": {"text": TEXT, "label": mappings("start", "end", "labels", lambda kind: [kind])},
    "label-studio": {
        "id": 1,
        "data": {"text": TEXT},
        "annotations": [
            {
                "was_cancelled": False,
                "result": [
                    {"type": "labels", "value": value}
                    for value in mappings("start", "end", "labels", lambda kind: [kind])
                ],
            }
        ],
    },
}


@pytest.mark.parametrize("tool", ROWS)
def test_exports_of_tools_are_read(tool, tmp_path):
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(json.dumps(ROWS[tool]) for _ in range(2)))
    assert with_layout(load_data(str(file)), "ner")["ner_tags"][:] == [WANTED, WANTED]


def test_offsets_of_an_export_in_another_unit():
    row = {"text": "😀 " + TEXT, "entities": [{"start_offset": 3, "end_offset": 10, "label": "PER"}]}
    made = with_layout(Dataset.from_list([row]), "ner", offsets="utf-16")[0]
    assert made["ner_tags"][1:3] == ["B-PER", "I-PER"]


@pytest.mark.parametrize("keys", [("from", "till", "label"), ("start", "stop", "label"), ("a", "b", "c")])
def test_other_keys_are_named_with_those_expected(keys):
    rows = Dataset.from_list([{"text": TEXT, "entities": mappings(*keys)}])
    with pytest.raises(LabelError, match=f"start_offset.*found {', '.join(keys)}"):
        with_layout(rows, "ner")


NESTED = [[16, 24, "LOC"], [20, 24, "LOC"], [0, 7, "PER"]]


@pytest.mark.parametrize("column", ["entities", "spans"])
def test_the_advice_for_nested_entities_works(column):
    rows = [{"start": start, "end": end, "label": kind} for start, end, kind in NESTED]
    dataset = Dataset.from_list([{"text": TEXT, column: rows}])
    with pytest.raises(LabelError) as refused:
        with_layout(dataset, "ner")
    recipe = str(refused.value).partition("outermost; ")[2].partition("; correct it")[0]
    kept = eval(recipe, {"dataset": dataset, "outermost": outermost})
    assert with_layout(kept, "ner")[0]["ner_tags"] == WANTED


@pytest.mark.parametrize("ending", [".conll", ".txt", ".tsv"])
@pytest.mark.parametrize(
    "tags",
    [
        ["b-per", "i-per", "o"],
        ["b-per", "i-per", "b-loc"],
        ["B_PER", "I_PER", "O"],
        ["PER/B", "PER/I", "LOC/B"],
        ["b-PER", "i-PER", "O"],
    ],
)
def test_tags_of_any_spelling_are_found_in_column_files(tmp_path, ending, tags):
    file = tmp_path / f"rows{ending}"
    file.write_text("".join(f"{word}\t{tag}\n" for word, tag in zip(["Ann", "Lee", "Rome"], tags)) + "\n")
    assert load_data(str(file))[:] == {"tokens": [["Ann", "Lee", "Rome"]], "ner_tags": [tags]}


@pytest.mark.parametrize("tags", [["NN", "VB", "DT"], ["N", "V", "D"], ["b", "x-y", "q"]])
def test_other_tags_are_no_entities(tmp_path, tags):
    file = tmp_path / "rows.conll"
    file.write_text("".join(f"w {tag}\n" for tag in tags))
    assert "ner_tags" not in load_data(str(file)).column_names
