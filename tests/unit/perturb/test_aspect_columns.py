"""Aspects and opinions moved a column at a time: the same as row by row."""

import json
import os
from pathlib import Path

import pyarrow as pa
import pytest
from column_paths import assert_same
from datasets import Dataset

import hf_robust as hr

ABSA = hr.task("absa")
DATA = Path(os.environ.get("HF_ROBUST_TEST_DATA", "")) / "absa/semeval14_rest_train.jsonl"
TEXT = "The food is good, especially the dishes, and the drinks are very delicious indeed."


def part(name, word, text=TEXT, **more):
    start = text.index(word)
    return {name: word, "start": start, "end": start + len(word), **more}


def aspect(word, *opinions, text=TEXT, **more):
    found = {**part("term", word, text), "polarity": "positive"}
    return {**found, "opinions": [part("text", opinion, text) for opinion in opinions], **more}


WRONG = {**aspect("food"), "start": 5}
ASPECTS = [
    *([aspect("food", "good"), aspect("drinks", "delicious", "very")], [], None, [aspect("food", opinions=None)]),
    *([WRONG], [{**aspect("food"), "end": 9}], [{**aspect("food"), "start": None}], [{**aspect("food"), "term": None}]),
    *([aspect("food is good"), aspect("food", "food is")], [{**aspect("food"), "term": "", "end": 4}], [None]),
    *([aspect("drinks", "delicious"), WRONG], [{**aspect("food"), "start": -4}], [aspect("indeed.", "The")]),
    [{**aspect("food"), "opinions": [None]}],
]


def rows():
    columns = {"text": [TEXT] * len(ASPECTS), "aspects": ASPECTS}
    for text in ("naïve food", "", None, "the food"):
        columns["text"].append(text)
        columns["aspects"] = [*columns["aspects"], [aspect("food", text=text)] if text else []]
    return columns


@pytest.mark.parametrize(
    "entry", ["keyboard", "typos", "misspelling", "homoglyph", "invisible-character", ["typos", "homoglyph"]]
)
@pytest.mark.parametrize("keep", ["changed", "all"])
def test_aspects_move_with_the_edits(entry, keep, paths):
    entry = {"name": entry, "rate": 1.0} if isinstance(entry, str) else entry
    found = assert_same(Dataset.from_dict(rows()), paths, entry, task=ABSA, keep=keep, seed=4)
    status = [record["status"] for record in found["robust"].to_pylist()]
    assert "changed" in status and paths.rest < len(ASPECTS)
    for text, aspects in zip(found["text"].to_pylist()[:1], found["aspects"].to_pylist()[:1]):
        assert [text[one["start"] : one["end"]] for one in aspects] == ["food", "drinks"]


def test_without_opinions(paths):
    columns = {"text": [TEXT] * 4, "aspects": [[part("term", "food")], [part("term", "dishes")], [], None]}
    assert_same(Dataset.from_dict(columns), paths, "typos", task=ABSA, keep="all")
    columns["aspects"] = [[{**part("term", "food"), "opinions": None}]] * 4
    assert_same(Dataset.from_dict(columns), paths, "typos", task=ABSA, keep="all")


@pytest.mark.parametrize("variants", [1, 3])
def test_several_variants(variants, paths):
    assert_same(Dataset.from_dict(rows()), paths, "typos", task=ABSA, variants=variants, keep="all")


def test_sliced_and_chunked_columns(paths):
    first, second = (pa.Table.from_pydict(rows()) for _ in range(2))
    table = pa.concat_tables([first.slice(1, 5), second.slice(3)])
    found = []
    for on in (True, False):
        paths.on = on
        found.append(hr.Perturb("typos", ABSA, keep="all")(table))
    assert paths.columns == 1 and found[0].to_pylist() == found[1].to_pylist()


@pytest.mark.slow
@pytest.mark.parametrize("entry", ["keyboard", "misspelling"])
def test_real_aspects(entry, paths):
    if not DATA.is_file():
        pytest.skip("no datasets; HF_ROBUST_TEST_DATA names their folder")
    lines = [json.loads(line) for line in DATA.read_text(encoding="utf-8").splitlines()]
    columns = {"text": [line["sentence"] for line in lines], "aspects": [line["aspects"] for line in lines]}
    assert_same(Dataset.from_dict(columns), paths, entry, task=ABSA, keep="all")
    assert paths.rest < len(lines) // 50
