"""Rows with equal texts are rows of their own, also where no id tells them apart."""

import numpy as np
from datasets import Dataset

import hf_robust as hr
from hf_robust.evaluation.outcomes import told_apart

TEXTS = ["A fine film.", "A dull film.", "So it goes."]


def model(texts):
    return ["neg" if "dull" in text.lower() else "pos" for text in texts]


def test_each_row_counts_once_and_in_its_own_slices():
    rows = {"text": TEXTS * 2, "label": ["pos", "neg", "pos", "neg", "neg", "pos"], "part": ["a"] * 3 + ["b"] * 3}
    suite = hr.Suite.build(
        Dataset.from_dict(rows), hr.task("sentiment-classification"), ["word-case", {"name": "punctuation"}]
    )
    report = hr.run(model, suite, slices=[{"name": "column", "column": "part"}], analysis=True)
    assert (report.record["originals"]["n"], report.record["originals"]["score"]) == (6, 5 / 6)
    assert report.record["worst_case"]["n"] == 6
    assert [result["sources"] for result in report.results] == [3, 3]
    small = {one["name"]: one["n"] for one in report.record["analysis"]["slices"]["small"]}
    assert small == {"part: a": 3, "part: b": 3}


def test_comparisons_count_them_too():
    rows = {"text": TEXTS * 4, "label": ["pos", "neg", "pos"] * 4}
    suite = hr.Suite.build(Dataset.from_dict(rows), hr.task("sentiment-classification"), ["word-case"])
    compared = hr.compare({"one": model, "two": lambda texts: ["pos"] * len(texts)}, suite)
    assert compared.record["n"] == 12


def test_variants_of_a_row_share_its_source():
    keys = np.array([7, 7, 5, 7, 7, 5], np.uint64)
    found = told_apart(keys, np.array([0, 1, 0, 0, 1, 0]))
    assert found[0] == found[1] == 7 and found[2] == 5
    assert found[3] == found[4] != 7 and found[5] not in (5, found[3])
    assert len(told_apart(np.empty(0, np.uint64), np.empty(0, np.int64))) == 0
