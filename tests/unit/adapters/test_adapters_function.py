import numpy as np
import pytest
import torch
from datasets import Dataset
from tiny_models import CLASSIFICATION, PAIRS, SPAN, TAGGING

import hf_robust as hr
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
        ([True, False], CLASSIFICATION, TEXTS, "returned bool: True"),  # of three labels
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
    assert "function" in str(caught.value) and "<lambda>" not in str(caught.value)
    assert task.kind.wanted in str(caught.value) or "array" in str(caught.value)


def test_batch_size_is_checked():
    with pytest.raises(UsageError, match="batch_size"):
        FunctionPredictor(len, CLASSIFICATION, batch_size=0)


def test_errors_of_the_function_come_through():
    with pytest.raises(ZeroDivisionError):
        values(lambda texts: 1 / 0, CLASSIFICATION, TEXTS)


def test_generic_labels_are_not_matched_to_the_alphabet():
    """Labels that are strings have no order: a folder and a pipeline with LABEL_k raise, so must a function."""
    data = Dataset.from_dict({"text": ["Bob won.", "Shares fell."], "label": ["sports", "business"]})
    suite = hr.Suite.build(data, hr.task("text-classification"), ["word-case"])
    perfect = {"sports": "LABEL_0", "business": "LABEL_1"}

    def model(texts):
        return [perfect["sports" if "bob" in text.lower() else "business"] for text in texts]

    with pytest.raises(LabelError, match=r"in no order that it states.*label_map=\{'LABEL_.': '<data label>'\}"):
        hr.run(model, suite)
    mapped = {said: label for label, said in perfect.items()}
    assert hr.run(model, suite, label_map=mapped).results[0]["original"] == 1.0
    ordered = hr.task("text-classification", label_names=["sports", "business"])
    assert values(model, ordered, [{"text": "Bob won."}])[0].value == "sports"


ENTITIES = [{"tokens": ["Anna", "left", "Oslo"]}]


def test_types_that_the_data_lacks_are_refused_with_the_map_to_type():
    with pytest.raises(LabelError, match=r"returned tags of 'PERSON'.*types are 'PER', 'LOC'.*'PERSON': 'PER'"):
        values(lambda rows: [["B-PERSON", "O", "B-LOC"] for _ in rows], TAGGING, ENTITIES)
    mapped = values(
        lambda rows: [["B-PERSON", "O", "S-LOC"] for _ in rows], TAGGING, ENTITIES, label_map={"PERSON": "PER"}
    )
    assert mapped[0].value == ["B-PER", "O", "B-LOC"]
    with pytest.raises(LabelError, match="'HUMAN' is not one of the data's"):
        values(len, TAGGING, ENTITIES, label_map={"PERSON": "HUMAN"})


def test_further_types_beside_all_of_the_data_stay_and_count_as_wrong():
    said = [["B-PER", "B-DATE", "B-LOC"]]
    assert values(lambda rows: said, TAGGING, ENTITIES)[0].value == said[0]


def test_types_without_prefix_begin_their_groups():
    assert values(lambda rows: [["PER", "O", "LOC"]], TAGGING, ENTITIES)[0].value == ["B-PER", "O", "B-LOC"]


def test_parts_of_speech_differ_at_the_edges():
    task = hr.task("part-of-speech", label_names=["NOUN", "VERB", "PROPN"])
    assert values(lambda rows: [["PROPN", "VERB", "X"]], task, ENTITIES)[0].value == ["PROPN", "VERB", "X"]
    with pytest.raises(LabelError, match=r"returned tags of 'NNP', 'VBD'.*label_map="):
        values(lambda rows: [["NNP", "VBD", "NNP"]], task, ENTITIES)


def test_a_run_of_a_function_with_other_types_ends_with_the_map_to_type():
    data = Dataset.from_dict({"tokens": [["Anna", "resigned"], ["Bob", "returned"]], "ner_tags": [["B-PER", "O"]] * 2})
    suite = hr.Suite.build(data, hr.task("ner"), ["keyboard"])
    with pytest.raises(LabelError, match=r"Use label_map=\{'PERSON': 'PER'\}"):
        hr.run(lambda rows: [["B-PERSON", *["O"] * (len(tokens) - 1)] for tokens in rows], suite)


def test_functions_of_another_shape_are_refused_before_any_work():
    def pairs(premises, hypotheses):
        return []

    def nothing():
        return []

    with pytest.raises(UsageError) as caught:
        FunctionPredictor(pairs, PAIRS)
    assert "is called with one argument, a list of dicts with 'premise', 'hypothesis'" in str(caught.value)
    assert "pairs([row['premise'] for row in rows], [row['hypothesis'] for row in rows])" in str(caught.value)
    with pytest.raises(UsageError, match="the list of inputs, and takes others: none"):
        FunctionPredictor(nothing, CLASSIFICATION)
    for fits in (lambda *texts: [], lambda texts, temperature=0: [], str.upper):
        FunctionPredictor(fits, CLASSIFICATION)


class Estimator:
    """As scikit-learn's: it cannot be called."""

    def predict(self, texts):
        return ["pos" if "good" in text else "neg" for text in texts]


def test_an_estimator_is_told_to_pass_its_method():
    with pytest.raises(
        UsageError, match=r"found Estimator, which cannot be called itself; pass its method: model.predict"
    ):
        hr.as_predictor(Estimator(), CLASSIFICATION)
    assert hr.as_predictor(Estimator().predict, CLASSIFICATION).predict([{"text": "good"}])[0].value == "pos"


def test_a_function_without_a_name_is_called_function():
    assert FunctionPredictor(lambda texts: texts, CLASSIFICATION).name == "function"
