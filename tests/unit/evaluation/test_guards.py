"""Models without skill are named in the headline, whatever the task; sound models are not."""

from types import SimpleNamespace

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.baselines.baseline_table import advised_options
from hf_robust.evaluation.guards import (
    NO_MODEL,
    NO_MODEL_UNTRAINED,
    counted_labels,
    kappa,
    moved_labels,
    skill_warnings,
    still_warnings,
)
from hf_robust.evaluation.unknown_labels import absent_label_warnings, unknown_label_warnings
from hf_robust.reports.records.robustness_records import LabelShares

WORDS = {"positive": "good", "negative": "bad"}


def reviews(positive, negative):
    texts = [
        f"The {WORDS[label]} film number {n} was shown here."
        for label, m in (("positive", positive), ("negative", negative))
        for n in range(m)
    ]
    return Dataset.from_dict({"text": texts, "label": ["positive"] * positive + ["negative"] * negative})


def pairs(sizes):
    rows = [
        {"premise": f"Man {n} sleeps near the {label} house.", "hypothesis": "A man sleeps there.", "label": label}
        for label, m in sizes.items()
        for n in range(m)
    ]
    return Dataset.from_list(rows)


SENTIMENT = hr.task("sentiment-classification")
NLI = hr.task("natural-language-inference")
DATA = {
    "sentiment": (reviews(48, 12), SENTIMENT, "positive", lambda text: "negative" if "bad" in text else "positive"),
    "nli": (
        pairs({"entailment": 30, "neutral": 20, "contradiction": 10}),
        NLI,
        "entailment",
        lambda row: next(label for label in ("entailment", "neutral", "contradiction") if label in str(row).lower()),
    ),
}


@pytest.fixture(scope="module", params=DATA)
def case(request):
    data, task, majority, sound = DATA[request.param]
    return hr.Suite.build(data, task, [{"name": "word-case"}]), majority, sound


def codes(report):
    return {one["code"] for one in report.record["warnings"]}


def test_a_constant_model_is_named(case):
    suite, majority, _ = case
    report = hr.run(lambda rows: [majority] * len(rows), suite)
    assert {"constant-predictions", "not-above-majority"} <= codes(report)
    assert report.view.verdict == "These scores do not measure robustness."
    assert "the score of a constant answer cannot fall" in report.verdict
    assert report.record["results"][0]["kappa"] is None
    assert report.record["labels"]["predicted"] == {majority: 1.0}


def test_a_model_that_guesses_is_named(case):
    suite, _, _ = case
    names = suite.info["labels"]

    def model(rows):
        return [names[len(str(one)) % len(names)] for one in rows]

    assert codes(hr.run(model, suite)) & {"not-above-majority", "no-skill"}


def test_a_sound_model_gets_no_warning(case):
    suite, _, sound = case
    report = hr.run(lambda rows: [sound(one) for one in rows], suite)
    assert report.record["warnings"] == []
    assert "say nothing" not in report.verdict
    assert report.record["labels"]["majority_share"] < 0.9


def test_rows_of_one_class_are_named():
    suite = hr.Suite.build(reviews(95, 5), SENTIMENT, [{"name": "word-case"}])
    report = hr.run(lambda texts: ["negative" if "bad" in text else "positive" for text in texts], suite)
    assert codes(report) == {"one-class"} and report.verdict.startswith("95% of the 100 rows have the label 'positive'")


def test_each_model_of_a_comparison_is_guarded():
    suite = hr.Suite.build(reviews(48, 12), SENTIMENT, [{"name": "word-case"}])
    sound = DATA["sentiment"][3]
    report = hr.compare(
        {"fine": lambda texts: list(map(sound, texts)), "constant": lambda texts: ["positive"] * len(texts)}, suite
    )
    assert codes(report) == {"constant-predictions", "not-above-majority"}
    assert all(one["message"].startswith("constant: ") for one in report.record["warnings"])


def test_attacks_and_corruptions_are_guarded():
    data = reviews(12, 4)
    model = lambda texts: ["positive"] * len(texts)  # noqa: E731
    assert "constant-predictions" in codes(
        hr.corruption_benchmark(data, SENTIMENT, model, ["delete"], (1,), ["random"], seeds=(0,))
    )
    assert "constant-predictions" in codes(hr.attack(model, data, "deepwordbug", SENTIMENT, budget=5))


def test_kappa_tells_stable_answers_from_constant_ones():
    assert kappa(["a", "b"] * 5, ["a", "b"] * 5) == 1 and kappa(["a", "b"] * 5, ["b", "a"] * 5) == -1
    assert kappa([], []) is None and moved_labels([], [])["predicted"] is None


def test_a_weak_baseline_says_what_to_name():
    shares = {"gold": {"a": 0.5}, "predicted": {"a": 0.6, "b": 0.4}}
    labels = LabelShares(n=150, majority="a", majority_share=0.5, **shares)
    (found,) = skill_warnings(labels, 0.55, "Accuracy", baseline=True)
    (other,) = skill_warnings(labels, 0.55, "Accuracy", baseline=True, better="x is better. To install it, run: y")
    assert f"run: y. {NO_MODEL}" in other["message"] and other["message"].endswith(NO_MODEL)
    assert found["code"] == "no-skill" and "--model" in found["message"]
    assert not skill_warnings(labels, 0.8, "Accuracy", baseline=True)
    assert skill_warnings(None, 0.1, "F1", baseline=True) and not skill_warnings(None, 0.1, "F1")
    assert [one["code"] for one in skill_warnings(None, 0.002, "BLEU")] == ["no-skill"]
    assert skill_warnings(None, 0.002, "BLEU", rows=9) == []


def test_answers_that_never_change_are_named():
    results = [SimpleNamespace(n=40, consistency=1.0)] * 31 + [SimpleNamespace(n=40, consistency=0.97)]
    assert [one["code"] for one in still_warnings(results)] == ["answers-never-change"]
    assert not still_warnings([SimpleNamespace(n=40, consistency=0.9)] * 32)


def schemas(first):
    rows = []
    for number in range(60):
        text = f"Ann paid Eve {number} times because she was rich."
        here = [{"text": name, "start": text.index(name), "end": text.index(name) + 3} for name in ("Ann", "Eve")]
        right = here[0] if first or number % 2 else here[1]
        pronoun = {"text": "she", "start": text.index("she"), "end": text.index("she") + 3}
        rows.append({"text": text, "pronoun": pronoun, "candidates": here, "label": here.index(right)})
    return hr.Suite.build(Dataset.from_list(rows), hr.task("winograd-schema"), [{"name": "word-case"}])


def test_positions_of_candidates_are_no_classes():
    """A guess among the candidates is what a model without skill does, wherever the right ones stand."""
    suite = schemas(first=True)
    half = hr.run(lambda rows: [number % 2 for number, _ in enumerate(rows)], suite)
    assert codes(half) >= {"one-position", "not-above-majority"} and "guess among 2 candidates" in half.verdict
    always = hr.run(lambda rows: [0] * len(rows), suite)
    assert codes(always) == {"one-position", "constant-predictions"}
    able = hr.run(lambda rows: [0 if number % 10 else 1 for number, _ in enumerate(rows)], suite)
    assert codes(able) == {"one-position"}
    assert codes(hr.run(lambda rows: [0] * len(rows), schemas(first=False))) >= {"constant-predictions"}


def test_a_label_that_the_task_does_not_know_is_named():
    data = pairs({"entailment": 15, "neutral": 14, "maybe": 1})
    suite = hr.Suite.build(data, NLI, [{"name": "word-case"}])
    report = hr.run(lambda rows: ["neutral"] * len(rows), suite)
    (said,) = [one["message"] for one in report.record["warnings"] if one["code"] == "unknown-label"]
    assert said.startswith("1 of 30 rows has a label that the task does not know, for example 'maybe'")
    assert "--label-names entailment,neutral,maybe" in said
    shares = LabelShares.__new__(LabelShares)
    shares.__dict__.update(n=30, gold={"entailment": 0.5, "maybe": 0.5})
    assert unknown_label_warnings(shares, NLI)
    assert not unknown_label_warnings(shares, hr.task("nli", label_names=["entailment", "maybe"]))


@pytest.mark.parametrize("labels", [True, False])
@pytest.mark.parametrize(("of_rows", "said"), [(None, "change,"), (12, "change,"), (90, "change on the 12 rows that")])
def test_a_score_without_skill_says_on_which_rows_it_rests(labels, of_rows, said):
    shares = counted_labels(["good"] * 8 + ["bad"] * 4, ["good", "bad"] * 6) if labels else None
    found = skill_warnings(shares, 0.04, "Accuracy", rows=12, of_rows=of_rows)
    assert f"Accuracy is {'' if labels else 'only '}4.0 before any {said}" in found[-1]["message"]


def test_exchanged_labels_of_the_baseline_are_no_missing_model():
    gold, said = ["good"] * 20 + ["bad"] * 20, ["bad"] * 20 + ["good"] * 19 + ["bad"]
    weak, mixed_up = skill_warnings(counted_labels(gold, said), 0.025, "Accuracy", baseline=True)
    assert weak["message"].endswith("which the answer 'good' for every row would score.")
    assert mixed_up["code"] == "labels-mixed-up" and "--label-map MODEL=DATA" in mixed_up["message"]


def test_a_baseline_that_is_not_trained_gets_no_advice_that_it_refuses():
    takes = advised_options("smollm2-pronoun-baseline (SmolLM2)")
    labels = counted_labels([0, 1] * 20, [0, 1, 1, 0] * 10, positions=True)
    (found,) = skill_warnings(labels, 0.5, "Accuracy", baseline=True, takes=takes)
    assert found["message"].endswith(NO_MODEL_UNTRAINED) and "--train" not in found["message"]
    (found,) = skill_warnings(labels, 0.5, "Accuracy", baseline=True, takes=advised_options("linear-text-baseline"))
    assert found["message"].endswith(NO_MODEL)


def test_a_label_name_that_no_row_has_is_told():
    task = hr.task("sentiment-classification", label_names=["negative", "positive", "neutral"])
    suite = hr.Suite.build(reviews(30, 30), task, [{"name": "word-case"}])
    sound = DATA["sentiment"][3]
    labels = iter(range(1000))

    def model(texts):
        return ["neutral" if next(labels) % 4 == 0 else sound(text) for text in texts]

    (said,) = [one for one in hr.run(model, suite).record["warnings"] if one["code"] == "labels-not-in-data"]
    assert said["message"].startswith("The model predicts 'neutral' on 27% of the 60 rows, but no row has this label")
    assert "--label-names" in said["message"]
    seen = hr.Suite.build(reviews(30, 30), SENTIMENT, [{"name": "word-case"}])  # the predictor has a note of its own
    found = [one["code"] for one in hr.run(model, seen).record["warnings"]]
    assert found.count("labels-not-in-data") == 1
    few = counted_labels(["good", "bad"] * 50, ["good", "bad"] * 49 + ["good", "fair"])
    assert absent_label_warnings(few) == []


@pytest.mark.parametrize("label_names", [None, ["negative", "positive", "neutral"]])
def test_a_label_of_rows_that_were_not_changed_is_in_the_data(label_names):
    texts = [f"The {WORDS[label]} film did not end." for label in WORDS for _ in range(20)]
    data = {"text": [*texts, "A film."], "label": [label for label in WORDS for _ in range(20)] + ["neutral"]}
    task = hr.task("sentiment-classification", label_names=label_names)
    suite = hr.Suite.build(Dataset.from_dict(data), task, [{"name": "contraction"}])
    count = iter(range(1000))
    report = hr.run(lambda texts: [("neutral", "positive", "negative")[next(count) % 3] for _ in texts], suite)
    assert report.record["originals"]["n"] == 40 and "labels-not-in-data" not in codes(report)
