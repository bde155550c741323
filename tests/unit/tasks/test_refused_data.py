"""What a refusal of data says: the line of broken JSON, and only columns that fit."""

import json

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import ColumnError, DataFileError
from hf_robust.tasks.layouts.load_rows import load_data


@pytest.mark.parametrize("line", [1, 2, 5])
@pytest.mark.parametrize("broken", ['{"text": "a"', "text", '{"text": }', '{"text": "a"} {', "{'text': 1}"])
def test_broken_json_names_its_line(tmp_path, line, broken):
    lines = [json.dumps({"text": "fine", "label": "a"})] * 5
    lines[line - 1] = broken
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(lines))
    with pytest.raises(DataFileError, match=f"rows.jsonl:{line}: this line is no JSON"):
        load_data(str(file))


def test_broken_json_in_one_list_names_its_line(tmp_path):
    file = tmp_path / "rows.json"
    file.write_text('[{"text": "a"},\n{"text": "b"},\n{"text" "c"}]')
    with pytest.raises(DataFileError, match="rows.json:3: this line is no JSON"):
        load_data(str(file))


@pytest.mark.parametrize(
    ("row", "fits"),
    [
        ({"text": "a b", "ents": [{"start": 0}]}, "tokens='<column>', ner_tags='<column>'"),
        ({"text": "a b", "number": 1}, "tokens='<column>', ner_tags='<column>'"),
        ({"words": ["a"], "ids": [0.5]}, "tokens='words', ner_tags='<column>'"),
        ({"pieces": ["a"]}, "tokens='pieces', ner_tags='<column>'"),
    ],
)
def test_advice_names_only_columns_that_fit(row, fits):
    with pytest.raises(ColumnError) as refused:
        hr.task("ner").bind(Dataset.from_list([row]))
    assert fits in str(refused.value)
