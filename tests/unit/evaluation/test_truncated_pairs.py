"""What a record says of inputs that were cut, and which pairs do not count."""

from types import SimpleNamespace

import pytest
from datasets import Dataset
from tiny_models import classifier, tokenizer

import hf_robust as hr
from hf_robust.evaluation.truncated_pairs import CODE, truncation_warnings
from hf_robust.reports import validate_record
from hf_robust.reports.records.robustness_records import TruncatedPairs

TASK = hr.task("sentiment-classification", label_names=["neg", "neu", "pos"])
APPEND = {"name": "append-irrelevant", "place": "end"}
LABELS = ["neg", "neu", "pos", "neg"]


def review(number, words):
    return "This film was good and the cat was bad. " * (words // 10) + f"In the end number {number} I liked it a lot."


def data(words):
    return Dataset.from_dict({"text": [review(n, size) for n, size in enumerate(words)], "label": LABELS})


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(data([90, 10, 120, 80]), TASK, [APPEND, "word-case", "keyboard"])


def warned(report):
    return [one["message"] for one in report.record["warnings"] if one["code"] == CODE]


def same_inputs(entry):
    ids = [
        tokenizer()(rows["text"][:], truncation=True, max_length=64)["input_ids"]
        for rows in (entry.original, entry.perturbed)
    ]
    raw = [tokenizer()(rows["text"][:])["input_ids"] for rows in (entry.original, entry.perturbed)]
    cut = [max(len(before), len(after)) > 64 for before, after in zip(*raw)]
    differ = [before != after for before, after in zip(*raw)]
    return sum(one == other and long and differs for one, other, long, differs in zip(*ids, cut, differ))


def test_pairs_that_the_model_cannot_tell_apart_are_left_out(suite):
    report = hr.run(classifier(), suite, tokenizer=tokenizer())
    validate_record(report.record)
    left_out = {result["name"]: result["truncated"]["identical"] for result in report.results}
    assert left_out == {name: same_inputs(entry) for name, entry in suite.entries.items()}
    assert left_out["word-case"] == 0, "this model has no case: the pair is the same input without the cut, too"
    append = report.results[0]
    assert append["truncated"] == {"inputs": 6, "of": 8, "identical": 3, "pairs": 4, "left_out": True}
    assert (append["n"], append["total"], append["coverage"]) == (1, 4, 0.25)
    (message,) = warned(report)
    assert "longer than the model's 64 tokens and were cut" in message
    assert f"3 of 4 pairs of {append['name']}" in message and message.endswith("and were left out.")
    assert report.record["predictions"]["truncated"] > 0
    assert len(suite[append["name"]]) == 4  # the suite itself stays as it is


def test_a_run_from_the_cache_of_predictions_says_the_same(suite, tmp_path):
    reports = [hr.run(classifier(), suite, tokenizer=tokenizer(), cache_dir=tmp_path) for _ in range(2)]
    assert reports[1].record["predictions"]["cached"] == reports[1].record["predictions"]["unique"]
    assert reports[0].results == reports[1].results
    assert reports[0].record["warnings"] == reports[1].record["warnings"]


def test_short_texts_and_functions_have_no_such_warning(suite):
    short = hr.Suite.build(data([9, 10, 12, 8]), TASK, ["word-case"])
    report = hr.run(classifier(), short, tokenizer=tokenizer())
    assert warned(report) == [] and "truncated" not in report.results[0] and report.results[0]["n"] == 4
    assert warned(hr.run(lambda texts: ["neg"] * len(texts), suite)) == []


def test_a_suite_of_nothing_but_such_pairs_has_no_score():
    long = hr.Suite.build(data([90, 100, 120, 80]), TASK, [APPEND])
    report = hr.run(classifier(), long, tokenizer=tokenizer())
    assert report.results[0]["n"] == 0 and report.results[0]["drop"] is None
    assert f"4 of 4 pairs of {report.results[0]['name']} are the same input" in warned(report)[0]
    str(report)


def test_comparisons_keep_the_rows_that_models_share_and_say_what_was_cut(suite):
    narrow = hr.as_predictor(classifier(seed=1), TASK, tokenizer=tokenizer(), max_length=20)
    report = hr.compare({"narrow": narrow, "function": lambda texts: ["neg"] * len(texts)}, suite)
    (message,) = warned(report)
    assert message.startswith("narrow: ") and "longer than the model's 20 tokens" in message
    assert "left out" not in message
    assert [result["n"] for result in report.record["models"][0]["results"]] == [4, 4, 4]


def test_corruptions_and_attacks_say_what_was_cut():
    rows = data([90, 30, 120, 80])
    found = hr.corruption_benchmark(
        rows, TASK, classifier(), ["delete"], (1,), ["random"], seeds=(0,), tokenizer=tokenizer()
    )
    assert "64 tokens" in warned(found)[0]
    attacked = hr.attack(classifier(), rows, "deepwordbug", TASK, budget=3, tokenizer=tokenizer())
    assert warned(attacked) == [
        "75% of the inputs (3 of 4) are longer than the model's 64 tokens and were cut; "
        "no edit behind the cut can succeed."
    ]


def test_many_transformations_are_counted_together():
    pairs = {"inputs": 2, "of": 8, "pairs": 4, "left_out": True}
    results = [SimpleNamespace(name=f"t{n}", truncated=TruncatedPairs(**pairs, identical=n)) for n in range(6)]
    (found,) = truncation_warnings({"unique": 1000, "truncated": 3, "limit": None}, results)
    assert found["message"] == (
        "less than 1% of the inputs (3 of 1000) are longer than the model's limit and were cut; 5 of 4 pairs of t5, "
        "4 of 4 pairs of t4, 3 of 4 pairs of t3 and 3 pairs of 2 other transformations are the same input for the "
        "model and were left out."
    )
