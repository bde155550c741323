"""Intervals beside corrected p-values: wherever the two disagree, the report says which one decides."""

import copy

import numpy as np
import pytest
from datasets import Dataset
from report_samples import sample_record

import hf_robust as hr
from hf_robust.reports import ComparisonReport, Report
from hf_robust.reports.evidence import P_DECIDES, disagree, which_decides
from hf_robust.reports.view import Table
from hf_robust.scoring import holm, robustness_gap


def simulated(seed: int, tests: int = 4) -> list[dict]:
    """Intervals and p-values of pairs of models that differ a little, so that many are near the limit."""
    draw = np.random.default_rng(seed)
    found = []
    for _ in range(tests):
        gold = ["a"] * int(draw.integers(30, 120))
        before = np.where(draw.random(len(gold)) < 0.8, "a", "b")
        after = np.where(draw.random(len(gold)) < draw.uniform(0.02, 0.2), np.where(before == "a", "b", "a"), before)
        gap = robustness_gap(before.tolist(), after.tolist(), gold, measure="accuracy", resamples=300)
        found.append({"interval": gap["interval"], "p_value": gap["p_value"]})
    for one, adjusted in zip(found, holm([one["p_value"] for one in found]), strict=True):
        one["p_adjusted"] = adjusted
    return found


@pytest.fixture(scope="module")
def pairs():
    return [simulated(seed) for seed in range(40)]


def odd(tested):
    return any(disagree(one["interval"], one["p_adjusted"]) for one in tested)


def test_simulated_pairs_hold_both_kinds(pairs):
    assert 4 < sum(map(odd, pairs)) < 36


def test_the_table_and_the_headline_of_a_comparison_name_what_decides(pairs):
    texts = [f"A fine film, number {number}." for number in range(40)]
    data = Dataset.from_dict({"text": texts, "label": ["pos", "neg"] * 20})
    suite = hr.Suite.build(data, "sentiment-classification", [{"name": "word-case", "case": "upper"}])
    models = {
        "old": lambda texts: ["pos"] * len(texts),
        "new": lambda texts: ["pos" if "fine" in text else "neg" for text in texts],
    }
    record = hr.compare(models, suite).record
    (originals, result) = record["changes"][0]["results"]
    record["changes"][0]["results"] = [originals, *({**result, "name": f"test {place}"} for place in range(3))]
    for tested in pairs:
        changed = copy.deepcopy(record)
        for result, one in zip(changed["changes"][0]["results"], tested, strict=True):
            result |= one
        changed["ranks"][0] |= tested[0]
        view = ComparisonReport(changed).view
        tables = [block for block in view.brief if isinstance(block, Table) and "→" in block.title]
        assert (P_DECIDES in tables[0].caption) == odd(tested)
        assert (P_DECIDES in view.lede) == odd(tested[:1])


def test_the_headline_of_a_run_names_what_decides(pairs):
    for tested in pairs:
        record = sample_record()
        measured = [result for result in record["results"] if result["drop"] is not None]
        for result, one in zip(measured, tested, strict=False):
            result |= one
        assert (P_DECIDES in Report(record).view.lede) == odd(tested[: len(measured)])


def test_nothing_is_said_where_interval_and_test_agree():
    assert which_decides(([0.01, 0.1], 0.01), ([-0.1, 0.1], 0.5), (None, 0.5), ([0.01, 0.1], None)) == ""
