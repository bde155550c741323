"""Tokens that hold a space of their own stay one token while edits only change what is inside."""

import pytest
from column_paths import assert_same
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import token_bounds
from hf_robust.core.edits import Edit, project_tokens
from hf_robust.core.errors import RobustError

ROWS = [
    (["About", "10 000", "people", "of", "New\u00a0York", "wrote", "good", "reports", "today", "."], "OONOLLOOOO"),
    (["Reports", "about\u00a0the", "Globex", "fund", "arrived", "e. g.", "from", "San Francisco"], "OOLOOOOL"),
    (["We", "can not", "go", "\u2003wide", "2 1/2", "miles"], "OOOOOO"),
]
TASK = hr.task("ner")


def rows():
    tags = [["B-LOC" if tag == "L" else "O" for tag in row[1]] for row in ROWS]
    tokens = [row[0] for row in ROWS]
    return Dataset.from_dict({"tokens": tokens, "ner_tags": [tag[: len(row)] for tag, row in zip(tags, tokens)]})


def stays_inside(edit, bounds):
    inside = any(start <= edit["start"] and edit["end"] <= end for start, end in bounds)
    at_edge = edit["start"] == edit["end"] and any(edit["start"] in bound for bound in bounds)
    counts = [sum(c.isspace() for c in edit[side]) for side in ("before", "after")]
    return inside and not at_edge and counts[1] <= counts[0] and edit["after"].strip()


NAMES = sorted(row["name"] for row in hr.transformations(task="ner", language="en") if not row["needs"])


@pytest.mark.parametrize("name", NAMES)
def test_edits_inside_of_tokens_leave_their_number(name, paths):
    data = rows()
    changed = 0
    for seed in range(4):
        try:
            perturb = hr.Perturb(name, TASK, seed=seed, keep="all")
        except RobustError as error:  # what it reads is not installed
            pytest.skip(str(error))
        for row, old in zip(data.map(perturb, batched=True), data):
            if row["robust"]["status"] != "changed":
                continue
            changed += 1
            if all(stays_inside(edit, token_bounds(old["tokens"])) for edit in row["robust"]["edits"]):
                assert len(row["tokens"]) == len(old["tokens"]), row["tokens"]
                assert row["ner_tags"] == old["ner_tags"]
    assert changed or name in {"append-irrelevant", "contraction", "homophone", "swap-entity-longer"}


@pytest.mark.parametrize("params", [{"case": "upper"}, {"case": "title"}])
def test_both_paths_agree(params, paths):
    found = assert_same(rows(), paths, {"name": "word-case", **params}, task=TASK, keep="all", always=False).to_pylist()
    assert [len(row["tokens"]) for row in found] == [len(row["tokens"]) for row in rows()]


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([Edit(0, 8, "NEW YORK")], ["NEW YORK", "won"]),
        ([Edit(4, 8, "Delhi")], ["New Delhi", "won"]),
        ([Edit(4, 8, "South Wales")], ["New South", "Wales", "won"]),
        ([Edit(0, 8, "The Big Apple")], ["The", "Big", "Apple", "won"]),
        ([Edit(3, 4, "")], ["NewYork", "won"]),
        ([Edit(0, 9, "")], ["won"]),
        ([Edit(3, 8, "")], ["New", "won"]),
    ],
)
def test_only_new_spaces_split(edits, expected):
    assert project_tokens("New York won", [(0, 8), (9, 12)], edits).tokens == expected


def test_chinese_tokens_with_a_space():
    task = hr.task("ner", language="zh")
    tokens = ["我", "在", "1 000", "天", "后", "去", "iPhone 12", "店", "买", "东", "西"]
    data = Dataset.from_dict({"tokens": [tokens], "ner_tags": [["O"] * len(tokens)]})
    for name in ("homophone", "ocr", "script", "fullwidth"):
        if name not in {row["name"] for row in hr.transformations(task="ner", language="zh")}:
            continue
        row = data.map(hr.Perturb(name, task, keep="all"), batched=True)[0]
        assert len(row["tokens"]) == len(tokens) and row["tokens"][2].count(" ") == 1
