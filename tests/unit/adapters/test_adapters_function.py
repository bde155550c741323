import numpy as np
import pytest
import torch
from tiny_models import CLASSIFICATION, PAIRS, SPAN, TAGGING

from hf_robust.adapters import FunctionPredictor, Prediction
from hf_robust.core.errors import LabelError, UsageError

TEXTS = [{"text": "one"}, {"text": "two"}]
TOKENS = [{"tokens": ["Anna", "left"]}, {"tokens": []}]
ASKED = [{"context": "Anna left.", "question": "Who?"}]


def values(function, task, rows, **options):
    return FunctionPredictor(function, task, **options).predict(rows)


@pytest.mark.parametrize(
    "returned",
    [
        ["neg", "pos"],
        ("NEG", "Positive"),
        [0, 2],
        np.array([0, 2]),
        torch.tensor([0, 2]),
        [np.int64(0), np.int32(2)],
        np.array(["neg", "pos"]),
        ["LABEL_0", "LABEL_2"],
        [{"label": "neg"}, {"label": 2}],
        [Prediction("neg"), Prediction("pos")],
    ],
)
def test_labels_of_any_shape(returned):
    assert values(lambda texts: returned, CLASSIFICATION, TEXTS) == [Prediction("neg"), Prediction("pos")]


@pytest.mark.parametrize("make", [np.array, torch.tensor])
def test_probabilities(make):
    found = values(lambda texts: make([[0.7, 0.2, 0.1], [0.1, 0.25, 0.65]]), CLASSIFICATION, TEXTS)
    assert [p.value for p in found] == ["neg", "pos"]
    assert [p.score for p in found] == pytest.approx([0.7, 0.65])


def test_scores_are_kept():
    found = values(lambda texts: [{"label": "pos", "score": np.float32(0.5)}] * 2, CLASSIFICATION, TEXTS)
    assert found == [Prediction("pos", 0.5)] * 2
    assert type(found[0].score) is float


def test_what_the_function_is_given():
    seen = []

    def record(inputs, result):
        seen.append(list(inputs))
        return [result] * len(inputs)

    values(lambda x: record(x, 0), CLASSIFICATION, TEXTS)
    values(lambda x: record(x, 0), PAIRS, [{"premise": "a", "hypothesis": "b", "id": 1}])
    values(lambda x: record(x, "Anna"), SPAN, ASKED)
    values(lambda x: record(x, ["O", "O"]), TAGGING, TOKENS[:1])
    assert seen == [["one", "two"], [{"premise": "a", "hypothesis": "b"}], ASKED, [["Anna", "left"]]]


def test_batches_are_bounded():
    sizes = []

    def fn(texts):
        sizes.append(len(texts))
        return ["pos"] * len(texts)

    found = values(fn, CLASSIFICATION, TEXTS * 5, batch_size=4)
    assert sizes == [4, 4, 2] and len(found) == 10


def test_tags():
    found = values(lambda x: [["B-PER", "O"], []], TAGGING, TOKENS)
    assert [p.value for p in found] == [["B-PER", "O"], []]
    assert values(lambda x: [(1, np.int64(0)), []], TAGGING, TOKENS)[0].value == ["B-PER", "O"]
    assert values(lambda x: [np.array([1, 0]), []], TAGGING, TOKENS)[0].value == ["B-PER", "O"]
    found = values(lambda x: [["PERS", "O"], []], TAGGING, TOKENS, label_map={"PERS": "B-PER"})
    assert found[0].value == ["B-PER", "O"]


def test_answers():
    assert values(lambda x: ["Anna"], SPAN, ASKED) == [Prediction("Anna")]
    assert values(lambda x: [{"answer": "Anna", "score": 1}], SPAN, ASKED) == [Prediction("Anna", 1.0)]


def test_label_map_and_unknown_labels():
    found = values(lambda x: ["thumbs up", "neg"], CLASSIFICATION, TEXTS, label_map={"thumbs up": "pos"})
    assert [p.value for p in found] == ["pos", "neg"]
    with pytest.raises(LabelError, match=r"'joy'; the data's labels are 'neg', 'neu', 'pos'.*label_map=\{'joy'"):
        values(lambda x: ["joy", "neg"], CLASSIFICATION, TEXTS)
    with pytest.raises(LabelError, match="label number 3; expected 0 to 2"):
        values(lambda x: [3, 0], CLASSIFICATION, TEXTS)
    with pytest.raises(LabelError, match="maps to 'good'"):
        FunctionPredictor(len, CLASSIFICATION, label_map={"a": "good"})


@pytest.mark.parametrize(
    ("returned", "task", "rows", "message"),
    [
        (["pos"], CLASSIFICATION, TEXTS, "returned 1 results for 2 inputs; expected one result an input"),
        (None, CLASSIFICATION, TEXTS, "returned NoneType: None; expected a list"),
        ("pos", CLASSIFICATION, TEXTS, "returned str: 'pos'"),
        ({"label": "pos"}, CLASSIFICATION, TEXTS, "returned dict"),
        ([None, "pos"], CLASSIFICATION, TEXTS, "returned NoneType: None; expected for each input a label"),
        ([0.3, 0.9], CLASSIFICATION, TEXTS, "returned float: 0.3"),
        ([True, False], CLASSIFICATION, TEXTS, "returned bool: True"),
        ([{"labels": "pos"}] * 2, CLASSIFICATION, TEXTS, "the dict {'labels': 'pos'}"),
        ([{"label": "pos", "score": "high"}] * 2, CLASSIFICATION, TEXTS, "'score': 'high'"),
        (np.zeros((2, 2)), CLASSIFICATION, TEXTS, r"array of shape \(2, 2\); expected shape \(2, 3\)"),
        (np.ones((2, 3)), CLASSIFICATION, TEXTS, "not probabilities"),
        ([["O"], []], TAGGING, TOKENS, r"1 tags for the 2 tokens \['Anna', 'left'\]"),
        (["O O", []], TAGGING, TOKENS, "returned str: 'O O'; expected for each input a list of tags"),
        ([["O", None], []], TAGGING, TOKENS, "the tag None"),
        ([3], SPAN, ASKED, "returned int: 3; expected for each input an answer string"),
    ],
)
def test_wrong_results_are_shown(returned, task, rows, message):
    with pytest.raises(UsageError, match=message) as caught:
        values(lambda inputs: returned, task, rows)
    assert "<lambda>" in str(caught.value)
    assert task.kind.wanted in str(caught.value) or "array" in str(caught.value)


def test_batch_size_is_checked():
    with pytest.raises(UsageError, match="batch_size"):
        FunctionPredictor(len, CLASSIFICATION, batch_size=0)


def test_errors_of_the_function_come_through():
    with pytest.raises(ZeroDivisionError):
        values(lambda texts: 1 / 0, CLASSIFICATION, TEXTS)
