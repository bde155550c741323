"""A model with several labels a text on a suite: its scores, its labels, and the reports."""

import json

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.adapters import as_predictor
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.slices.gold_label import GoldLabel

NAMES = ["money", "sport"]
WORDS = {"team": "sport", "bank": "money", "match": "sport"}


def model(texts):
    """Labels by their words, in small letters alone."""
    return [sorted({label for word, label in WORDS.items() if word in text}) for text in texts]


@pytest.fixture(scope="module")
def data():
    texts = ["the team won", "the bank lost money", "the bank pays the team", "it rains"]
    rows = [
        (f"{text} in {number}", labels) for number in range(12) for text, labels in zip(texts, ([1], [0], [0, 1], []))
    ]
    features = Features({"text": Value("string"), "labels": List(ClassLabel(names=NAMES))})
    return Dataset.from_list([{"text": text, "labels": labels} for text, labels in rows], features=features)


@pytest.fixture(scope="module")
def suite(data):
    return hr.Suite.build(data, "multi-label-classification", ["word-case"])


@pytest.fixture(scope="module")
def report(suite):
    return hr.run(model, suite)


def test_the_scores_are_those_of_the_sets(report):
    result, metric = report["word-case"], report.record["metric"]
    assert (metric["name"], metric["secondary"]) == ("label_micro_f1", ["label_macro_f1", "subset_accuracy"])
    assert (result["original"], result["perturbed"], result["n"]) == (1.0, 0.0, 48)
    assert result["secondary"] == {"label_macro_f1": [1.0, 0.0], "subset_accuracy": [1.0, 0.25]}
    assert (result["broken"], result["mended"], result["consistency"]) == (36, 0, 0.25)
    assert result["examples"][0]["gold"] in ("money", "sport", "money, sport")


def test_equal_rows_are_one_example_and_measures_have_their_names(tmp_path):
    rows = Dataset.from_dict({"text": ["the team won"] * 3 + ["the bank won"], "labels": [["sport"]] * 3 + [["money"]]})
    report = hr.run(model, rows, task="multi-label", transformations=["word-case"])
    assert [one["fields"][0]["before"] for one in report["word-case"]["examples"]] == ["the team won", "the bank won"]
    page = report.to_html(tmp_path / "report.html").read_text()
    assert "Subset accuracy" in page and "Macro F1" in page


def test_another_measure_may_lead(suite):
    report = hr.run(model, suite, metric="label_macro_f1")
    assert report.record["metric"]["secondary"] == ["label_micro_f1", "subset_accuracy"]
    assert (report["word-case"]["original"], report["word-case"]["perturbed"]) == (1.0, 0.0)


def test_each_label_has_its_drop(report):
    found = report.record["analysis"]["labels"]
    assert {one["name"]: (one["n"], one["score"]) for one in found["labels"]} == {
        "money": (24, 1.0),
        "sport": (24, 1.0),
    }
    assert [cell["drop"] for (cell,) in found["drops"]] == [1.0, 1.0]
    flow = report.record["analysis"]["error_flow"]
    assert (flow["unit"], flow["right"], flow["turned"]) == ("label", 48, 48)
    assert {one["said"] for one in flow["flows"]} == {"nothing"}


def test_the_report_is_written_in_words_of_the_task(report, tmp_path):
    report.save(tmp_path)
    page = (tmp_path / "report.html").read_text()
    for said in ("lowers micro F1 by 100.0 points", "Results by label", "label of a row is counted once"):
        assert said in page
    assert json.loads((tmp_path / "report.json").read_text())["metric"]["label"] == "Micro F1"


def test_a_suite_of_vectors_is_the_same_when_it_is_loaded(data, suite, tmp_path):
    features = Features({"text": Value("string"), "labels": List(Value("int64"))})
    vectors = [[int(0 in row), int(1 in row), 0] for row in data["labels"]]
    rows = Dataset.from_dict({"text": data["text"][:], "labels": vectors}, features=features)
    task = hr.task("multi-label-classification", label_names=[*NAMES, "art"])
    made = hr.Suite.build(rows, task, ["word-case"])
    loaded = hr.Suite.load(made.save(tmp_path / "suite"))
    assert loaded.task.scheme == "one-hot" and loaded["word-case"].perturbed[0]["labels"] == vectors[0]
    assert hr.run(model, loaded)["word-case"]["secondary"]["subset_accuracy"] == [1.0, 0.25]


def test_a_suite_keeps_a_column_for_each_label(data, tmp_path):
    ones = {name: [int(number in row) for row in data["labels"]] for number, name in enumerate(NAMES)}
    rows = Dataset.from_dict({"text": data["text"][:], **ones})
    task = hr.task("multi-label-classification", labels=NAMES)
    made = hr.Suite.build(rows, task, ["word-case"], slices=["label"])
    folder = made.save(tmp_path / "suite")
    loaded = hr.Suite.load(folder)
    assert loaded.task.columns == task.columns and loaded["word-case"].perturbed[0]["sport"] == 1
    assert f"labels={NAMES!r}" in (folder / "README.md").read_text()
    report = hr.run(model, loaded)
    assert report["word-case"]["secondary"]["subset_accuracy"] == [1.0, 0.25]
    assert loaded["word-case"].perturbed[0]["robust_slices"] == ["label: sport"]


def test_all_a_function_may_return_says_the_same(suite, data):
    task = suite.task
    rows = [{"text": text} for text in data["text"][:4]]
    wanted = [["sport"], ["money"], ["money", "sport"], []]
    numbers = [[0.1, 0.9], [0.8, 0.3], [0.6, 0.7], [0.2, 0.2]]
    answers = {
        "names": wanted,
        "numbers of labels": [[1], [0], [0, 1], []],
        "ones and zeros": [[0, 1], [1, 0], [1, 1], [0, 0]],
        "booleans": [[False, True], [True, False], [True, True], [False, False]],
        "probabilities": numbers,
        "dicts": [{"labels": one} for one in wanted],
        "dicts of probabilities": [{"probabilities": one} for one in numbers],
        "tuples": [tuple(one) for one in wanted],
    }
    for name, answer in answers.items():
        found = as_predictor(lambda texts, answer=answer: answer, task).predict(rows)
        assert [one.value for one in found] == wanted, name
    lower = as_predictor(lambda texts: numbers, task, threshold=0.25).predict(rows)
    assert [one.value for one in lower] == [["sport"], ["money", "sport"], ["money", "sport"], []]


@pytest.mark.parametrize(
    ("answer", "error", "said"),
    [
        ("sport", UsageError, "expected for each input a list of labels"),
        (["art"], LabelError, "returned the label 'art'"),
        ([0.5, 1.5], UsageError, "they must lie between 0 and 1"),
        ([0.5, 0.1, 0.2], UsageError, "array of shape"),
        (None, UsageError, "NoneType"),
        ([1, 0, 0], UsageError, "array of shape"),
        ([0, 1], UsageError, "numbers of two labels, or one number a label"),
    ],
)
def test_answers_that_are_no_sets_of_labels_are_refused(suite, answer, error, said):
    with pytest.raises(error, match=said):
        hr.run(lambda texts: [answer] * len(texts), suite)


@pytest.mark.parametrize("separator", [" ", ";", "|"])
def test_predictions_of_a_table_are_split_and_may_be_empty(suite, tmp_path, separator):
    rows = list(suite.inputs())
    file = tmp_path / "said.csv"
    lines = [
        ",".join((row["transformation"], row["split"], str(row["row"]), separator.join(model([row["text"]])[0])))
        for row in rows
    ]
    file.write_text("\n".join(["transformation,split,row,prediction", *lines]))
    result = hr.run(file, suite)["word-case"]
    assert (result["original"], result["perturbed"]) == (1.0, 0.0)


def test_a_prediction_that_is_null_is_missing(suite):
    rows = [{**row, "prediction": None if number == 0 else []} for number, row in enumerate(suite.inputs())]
    with pytest.raises(UsageError, match="rows without a prediction: 1"):
        hr.run(rows, suite)


@pytest.mark.parametrize(
    ("threshold", "f1"),
    [
        (0.5, 1 / 2),
        (0.4, 2 / 3),
        (0.95, 0.0),
    ],  # 24 of 48 sports are right, then 48 of 96 labels, then none is predicted
)
def test_probabilities_of_a_file_are_read_by_the_threshold(suite, threshold, f1):
    rows = [{**row, "prediction": [0.45, 0.9]} for row in suite.inputs()]
    assert hr.run(rows, suite, threshold=threshold)["word-case"]["original"] == pytest.approx(f1)


def test_rows_are_in_the_slice_of_each_of_their_labels(data):
    names = hr.slice_rows(data, "multi-label-classification", [GoldLabel()]).names
    assert set(names) == {"label: money", "label: sport", "label: none"}


@pytest.mark.parametrize(
    ("say", "code"),
    [
        (lambda text: ["sport"], "constant-predictions"),
        (lambda text: ["sport"] if "rains" in text else ["money"] if "1" in text else [], "not-above-majority"),
    ],
    ids=["one set", "less than one set"],
)
def test_a_model_without_skill_is_no_evidence(suite, say, code):
    report = hr.run(lambda texts: [say(text) for text in texts], suite)
    assert code in {one["code"] for one in report.record["warnings"]}
    assert "No valid result" in str(report)


@pytest.mark.slow
def test_a_baseline_learns_each_label(data):
    rows, task = [{"text": text} for text in data["text"][:]], hr.task("multi-label-classification").bind(data)
    found = as_predictor("linear-labels-baseline", task, train=data)
    assert [one.value for one in found.predict(rows[:4])] == [["sport"], ["money"], ["money", "sport"], []]
    assert found.probabilities(rows[:4]).shape == (4, 2)


def test_what_has_no_meaning_for_sets_of_labels_is_refused_with_the_reason(data):
    with pytest.raises(
        UsageError, match="language models cannot be asked for the answers of multi-label-classification"
    ):
        hr.run("causal:embedded", data, task="multi-label-classification", transformations=["word-case"])
    with pytest.raises(UsageError, match="no capability tests for multi-label-classification"):
        hr.capabilities("multi-label-classification")
