"""Tables whose cells hold lists as text, and tables with a token a row."""

import csv
import json

import pytest

import hf_robust as hr
from hf_robust.tasks.layouts.load_rows import load_data

TOKENS = [["It's", 'a "fine"', "day,", "中文"], ["No", "\\n", "[x]"]]
TAGS = [["O", "B-PER", "I-PER", "O"], ["O", "O", "B-LOC"]]


@pytest.fixture
def write(tmp_path):
    def make(header, rows, ending=".csv"):
        path = tmp_path / f"rows{ending}"
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([header, *rows])
        return str(path)

    return make


@pytest.mark.parametrize("said", [str, json.dumps, lambda one: json.dumps(one, ensure_ascii=False)])
def test_lists_as_text_are_lists(write, said):
    data = load_data(write(["tokens", "ner_tags"], [[said(a), said(b)] for a, b in zip(TOKENS, TAGS)]))
    assert data[:] == {"tokens": TOKENS, "ner_tags": TAGS}
    assert hr.task("ner").bind(data).label_names is None


@pytest.mark.parametrize(
    "other", ["plain", "['a' 'b']", "[a, b]", "[1, 'a']", "{'a': 1}", "['a'", "[['a']]", "[[" * 500]
)
def test_other_texts_stay_texts(write, other):
    cells = ["['a', 'b']", other]
    assert load_data(write(["tokens", "n"], [[cell, 1] for cell in cells]))["tokens"][:] == cells


@pytest.mark.parametrize("header", [("Sentence #", "Word", "POS", "Tag"), ("sentence #", "word", "pos", "tag")])
@pytest.mark.parametrize("numbered", ["first", "all"])
def test_a_token_a_row(write, header, numbered):
    rows = []
    for number, (tokens, tags) in enumerate(zip(TOKENS, TAGS), 1):
        for place, (token, tag) in enumerate(zip(tokens, tags)):
            rows.append([f"Sentence: {number}" if numbered == "all" or not place else "", token, "NN", tag])
    data = load_data(write(header, rows))
    assert data["tokens"][:] == TOKENS and data["ner_tags"][:] == TAGS
    assert data["pos_tags"][:] == [["NN"] * 4, ["NN"] * 3]
