"""Labels of every type in data, predictions and names: what is read as what, and what a run says of it."""

import warnings

import numpy as np
import pytest
import torch
from datasets import ClassLabel, Dataset, Features, Value
from tiny_models import classifier, tokenizer

import hf_robust as hr
from hf_robust.adapters.label_matching import match_labels
from hf_robust.adapters.label_notes import label_notes
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.tasks.labels import Seen, as_names

TEXTS = ["A wonderful evening with brilliant acting", "Horrible plot and boring dialogue overall"]


def rows(labels, feature=None):
    data = {"text": [f"{TEXTS[place % 2]} number {place}" for place in range(len(labels))], "label": labels}
    features = None if feature is None else Features({"text": Value("string"), "label": feature})
    return Dataset.from_dict(data, features=features)


def accuracy(data, predictions, **named):
    """The share of the originals that a function with these predictions has right."""
    task = hr.task("text-classification", **named).bind(data)
    task.check_labels(data)
    task = task.with_seen(task.labels_in(data))
    predictor = hr.as_predictor(lambda texts: predictions, task)
    found = [one.value for one in predictor.predict(task.inputs(data))]
    gold = task.references(data)
    return sum(a == b for a, b in zip(gold, found)) / len(gold)


TWO = {
    "int": ([0, 1], None),
    "int8": ([0, 1], Value("int8")),
    "float": ([0.0, 1.0], None),
    "bool": ([False, True], None),
    "digits": (["0", "1"], None),
    "class": ([0, 1], ClassLabel(names=["neg", "pos"])),
}
SAID = {
    "int": [0, 1],
    "float": [0.0, 1.0],
    "bool": [False, True],
    "numpy int": np.array([0, 1]),
    "numpy bools": [np.bool_(False), np.bool_(True)],
    "numpy bool array": np.array([False, True]),
    "numpy floats": [np.float32(0), np.float32(1)],
    "torch": torch.tensor([0, 1]),
    "torch scalars": [torch.tensor(0), torch.tensor(1)],
    "torch bools": torch.tensor([False, True]),
    "digits": ["0", "1"],
    "generic": ["LABEL_0", "LABEL_1"],
}


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("held", TWO)
def test_two_labels_in_any_type_meet_predictions_in_any_type(held, said):
    assert accuracy(rows(*TWO[held]), SAID[said]) == 1.0
    assert (
        accuracy(rows(*TWO[held]), list(reversed(SAID[said])) if isinstance(SAID[said], list) else 1 - 1 * SAID[said])
        == 0
    )


@pytest.mark.parametrize("held", ["int", "float", "bool"])
@pytest.mark.parametrize("said", [["no", "yes"], [False, True], [0, 1], ["LABEL_0", "LABEL_1"]])
def test_names_that_the_user_states(held, said):
    assert accuracy(rows(*TWO[held]), said, label_names=["no", "yes"]) == 1.0


@pytest.mark.parametrize("said", [["False", "True"], ["false", "true"], [False, True], [np.bool_(0), np.bool_(1)]])
@pytest.mark.parametrize("held", [[False, True], ["False", "True"], ["no", "yes"]])
def test_booleans_by_name(held, said):
    assert accuracy(rows(held), said) == 1.0


@pytest.mark.parametrize("kind", [int, float, np.int64, str])
@pytest.mark.parametrize(
    "values", [[1, 2, 3, 4, 5], [5, 3, 1, 2, 4], [-1, 0, 1, -1, 0], [-1, 1, -1, 1, 1], [10, 9, 8, 10, 9]]
)
def test_names_that_are_numbers_are_the_values(values, kind):
    names = [str(value) for value in sorted(set(values))]
    for held in (values, list(map(float, values)), list(map(str, values))):
        task = hr.task("text-classification", label_names=names).bind(rows(held))
        assert task.references(rows(held)) == list(map(str, values))
        assert accuracy(rows(held), list(map(kind, values)), label_names=names) == 1.0
    with pytest.raises(LabelError, match="are not known"):
        task.check_labels(rows([*values, 77]))
    with pytest.raises(LabelError, match="returned the label"):
        accuracy(rows(values), [77] * 5, label_names=names)


def test_class_labels_that_are_called_like_numbers_stay_positions():
    data = rows([0, 4], ClassLabel(names=list("12345")))
    task = hr.task("text-classification").bind(data)
    assert task.references(data) == ["1", "5"]
    assert hr.task("text-classification", label_names=list("12345")).bind(data).references(data) == ["1", "5"]
    assert accuracy(data, ["1", "5"]) == 1.0
    with pytest.raises(LabelError, match="may be the label named '3' or the one at position 3, '4'; return the name"):
        accuracy(data, [3, 3])


def test_values_survive_a_suite_on_disk(tmp_path):
    for labels, feature, gold in (
        ([1, 5], None, ["1", "5"]),
        ([0, 4], ClassLabel(names=list("12345")), ["1", "5"]),
        ([-1, 1], None, ["-1", "1"]),
    ):
        names = list("12345") if 5 in labels or feature else ["-1", "1"]
        suite = hr.Suite.build(rows(labels, feature), hr.task("text-classification", label_names=names), ["keyboard"])
        suite.save(tmp_path / f"{labels}")
        again = hr.Suite.load(tmp_path / f"{labels}")
        assert again.task.references(again["keyboard"].original) == gold
        assert type(again.task.label_names) is type(suite.task.label_names)


@pytest.mark.parametrize("labels", [[1, -1, 0], [1.0, -1.0, 0.0], [-1, 1, 1]])
def test_minus_one_is_no_label_unless_it_is_named(labels):
    data = rows(labels)
    with pytest.raises(UsageError, match=r"-1 counts as no label; if it is a class, use .*label_names=\['-1',"):
        hr.task("text-classification").check_labels(data)
    names = ["-1", "0", "1"]
    assert accuracy(data, labels, label_names=names) == 1.0
    assert len(hr.task("text-classification", label_names=names).labeled(data)) == 3
    assert len(hr.task("text-classification").labeled(data)) == 3 - sum(label == -1 for label in labels)
    named = ClassLabel(names=["-1", "0", "1"])
    assert accuracy(rows([0, 1, 2], named), ["-1", "0", "1"]) == 1.0
    with pytest.raises(UsageError) as caught:
        hr.task("text-classification").check_labels(rows([0, -1, 2], named))
    assert "if it is a class" not in str(caught.value)


@pytest.mark.parametrize("labels", [[1.0, float("nan")], [None, 1], [1, -1], [None, True], ["a", None]])
def test_rows_without_a_label_can_be_left_out_as_the_message_says(labels):
    data = rows(labels)
    task = hr.task("text-classification")
    with pytest.raises(UsageError, match=r"1 of 2 rows have no gold label .*task\.labeled\(dataset\)"):
        task.check_labels(data)
    kept = task.labeled(data)
    task.check_labels(kept)
    assert len(kept) == 1


def test_a_label_that_no_row_has_counts_as_wrong_and_is_named():
    suite = hr.Suite.build(rows(["sports", "politics"]), hr.task("text-classification"), ["keyboard"])
    with pytest.warns(UserWarning, match="no row of the data has: 'business'"):
        report = hr.run(lambda texts: ["sports", "business"] * (len(texts) // 2), suite)
    (warning,) = report.record["warnings"]
    assert warning["code"] == "labels-not-in-data" and "'business'" in warning["message"]
    assert report.record["originals"]["score"] < 1
    for said in ("business", "weather"):
        with pytest.raises(LabelError, match=f"returned the labels '{said}'.*label_map=.*label_names="):
            hr.run(lambda texts, said=said: [said] * len(texts), suite)
    numbered = hr.Suite.build(rows([1, 2]), hr.task("text-classification"), ["keyboard"])
    with pytest.warns(UserWarning, match="no row of the data has: '7'"):
        assert hr.run(lambda texts: [1, 7] * (len(texts) // 2), numbered).record["warnings"]
    declared = hr.Suite.build(rows([0, 1], ClassLabel(names=["sports", "politics"])), hr.task("ut"), ["keyboard"])
    with pytest.raises(LabelError, match="'business'"):
        hr.run(lambda texts: ["business"] * len(texts), declared)


def test_names_of_a_model_that_numbers_were_read_as_are_said():
    suite = hr.Suite.build(rows([0, 1]), hr.task("sentiment"), ["keyboard"])
    model = classifier(("negative", "positive"))
    with pytest.warns(UserWarning, match="takes 0 for negative and 1 for positive"):
        report = hr.run(model, suite, tokenizer=tokenizer())
    (warning,) = report.record["warnings"]
    assert warning["code"] == "labels-by-position" and "0 for negative" in warning["message"]
    pipe = hr.Suite.build(rows([0, 1]), hr.task("sentiment", label_names=["negative", "positive"]), ["keyboard"])
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        assert hr.run(model, pipe, tokenizer=tokenizer()).record["warnings"] == []
        given = {"negative": "0", "positive": "1"}
        assert hr.run(model, suite, tokenizer=tokenizer(), label_map=given).record["warnings"] == []
        assert hr.run(classifier(("LABEL_0", "LABEL_1")), suite, tokenizer=tokenizer()).record["warnings"] == []


@pytest.mark.parametrize("data", [["0", "1", "2"], Seen(["0", "1", "2"]), Seen(["0", "2"])])
@pytest.mark.parametrize(
    "model",
    [
        ["contradiction", "entailment", "neutral"],
        ["ENTAILMENT", "NEUTRAL", "CONTRADICTION"],
        ["蕴含", "中立", "矛盾"],
        ["Neutral", "Positive", "Negative"],
        ["positive", "negative", "neutral"],
    ],
)
def test_orders_that_differ_between_data_sets_are_refused(model, data):
    with pytest.raises(LabelError, match=r"label_names=\[\.\.\.\].*label_map=\{"):
        match_labels(model, data)
    assert match_labels(model, data, dict(zip(model, "201"))) == dict(zip(model, "201"))
    assert match_labels(model, list(reversed(model))) == dict(zip(model, model))


@pytest.mark.parametrize(
    ("model", "refused"),
    [
        (["negative", "positive"], False),
        (["positive", "negative"], True),
        (["entailment", "not_entailment"], True),
        (["not_duplicate", "duplicate"], False),
        (["paraphrase", "not_paraphrase"], True),
        (["hate", "not-hate"], True),
        (["ham", "spam"], False),
    ],
)
def test_two_labels_in_another_than_the_usual_order(model, refused):
    if refused:
        with pytest.raises(LabelError, match="does not tell which is which"):
            match_labels(model, ["0", "1"])
        return
    mapping = match_labels(model, ["0", "1"])
    assert mapping.by_position and list(mapping.values()) == ["0", "1"]


def test_stars_are_read_by_value():
    mapping = match_labels(["1 star", "2 stars", "3 stars"], as_names(["1", "2", "3"]))
    assert mapping == {"1 star": "1", "2 stars": "2", "3 stars": "3"} and not mapping.by_position
    assert label_notes(object()) == []
