"""Spans of tokens, pronouns and candidates moved a column at a time: the same as row by row."""

import os
from pathlib import Path

import pytest
from column_paths import assert_same
from datasets import Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.core.reasons import reason_kind

RE, WSD, WSC = hr.task("re"), hr.task("wsd"), hr.task("wsc")
DATA = Path(os.environ.get("HF_ROBUST_TEST_DATA", ""))
TOKENS = "Northern miners are digging wonderful tunnels near Liverpool every Wednesday .".split()
ENTRIES = [{"name": "keyboard", "rate": 1.0}, {"name": "typos", "rate": 1.0}, "word-case", ["typos", "homoglyph"]]
SPANS = [[0, 1], [7, 7], [0, 10], [3, 2], [-1, 0], [5, 11], [4, 5]]
TEXT = "The painters thanked the teachers although they were completely exhausted yesterday."


def relations(pair=None):
    rows = {"tokens": [TOKENS] * len(SPANS), "subject": SPANS, "object": [[9, 9]] * len(SPANS)}
    features = None if pair is None else Features({"tokens": List(Value("string")), "subject": pair, "object": pair})
    return Dataset.from_dict(rows, features=features)


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
@pytest.mark.parametrize("pair", [None, List(Value("int32"), length=2)], ids=["list", "pair"])
def test_spans_as_lists(entry, pair, paths):
    found = assert_same(relations(pair), paths, entry, task=RE, keep="all", always=entry != "word-case")
    records = found["robust"].to_pylist()
    refused = [record for record in records if reason_kind(record["reason"]) == "refused" and record["reason"]]
    assert len(refused) == 3 and sum(record["status"] == "changed" for record in records) >= 3


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_spans_as_structs(entry, paths):
    said = ["wonderful tunnels", "wonderfultunnels", "tunnels", None]
    targets = [{"start": 4, "end": 5, "text": text, "type": "X"} for text in said]
    data = Dataset.from_dict({"tokens": [TOKENS] * 3, "target": targets[:3]})
    assert_same(data, paths, entry, task=WSD, keep="all", always=entry != "word-case")
    data = Dataset.from_dict({"tokens": [TOKENS] * 4, "target": targets})
    assert_same(data, paths, entry, task=WSD, keep="all", always=False)
    absent = [{"start": 4, "end": 5}, {"start": 4, "end": None}, None]
    data = Dataset.from_dict({"tokens": [TOKENS] * 3, "target": absent})
    assert_same(data, paths, entry, task=WSD, keep="all", always=False)


@pytest.mark.parametrize("name", ["contraction", "stop-word", "append-irrelevant"])
def test_tokens_that_come_and_go(name, paths):
    tokens = ["Northern", "miners", "are", "not", "digging", "tunnels", "near", "Liverpool", "today", "I", "hear", "."]
    data = Dataset.from_dict({"tokens": [tokens] * 2, "subject": [[0, 1], [5, 5]], "object": [[7, 7]] * 2})
    assert_same(data, paths, name, task=RE, keep="all", always=False)


def part(text, whole=TEXT):
    return {"text": text, "start": whole.find(text), "end": whole.find(text) + len(text)}


ABSENT = {"text": "the pupils", "start": -1, "end": -1}
GOOD = [part("The painters"), part("the teachers")]
SCHEMAS = [
    *[
        (part("they"), GOOD),
        (part("they"), [*GOOD, ABSENT]),
        (part("they"), [ABSENT, GOOD[0]]),
        (part("they"), GOOD[:1]),
    ],
    *[
        (part("they"), []),
        (part("pupil"), GOOD),
        ({**part("they"), "start": 2}, GOOD),
        (part("they"), [ABSENT, ABSENT]),
    ],
    *[(part("they"), [{**ABSENT, "text": ""}, *GOOD]), (part("they"), [{**GOOD[0], "end": 3}, GOOD[1]])],
]


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_schemas(entry, paths):
    pronouns, candidates = zip(*SCHEMAS)
    rows = {"text": [TEXT] * len(SCHEMAS), "pronoun": pronouns, "candidates": candidates}
    wide = "Zoë said: " + TEXT
    rows["text"].append(wide)
    rows["pronoun"] = [*pronouns, part("they", wide)]
    rows["candidates"] = [*candidates, [part("The painters", wide), ABSENT]]
    found = assert_same(Dataset.from_dict(rows), paths, entry, task=WSC, keep="all", always=entry != "word-case")
    status = [record["status"] for record in found["robust"].to_pylist()]
    assert status[:3] == ["changed"] * 3 and status[-1] == "changed" and status.count("not_applicable") == 6


def test_rows_with_something_absent_are_read_one_by_one(paths):
    data = Dataset.from_dict({"text": [TEXT] * 2, "pronoun": [part("they"), None], "candidates": [GOOD, None]})
    found = assert_same(data, paths, "keyboard", task=WSC, keep="all", always=False)
    assert [record["status"] for record in found["robust"].to_pylist()] == ["changed", "not_applicable"]
