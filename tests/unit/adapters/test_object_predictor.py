"""Predictor objects are checked in the same way as functions."""

import datasets
import numpy as np
import pytest
from tiny_models import CLASSIFICATION, PAIRS, TAGGING

import hf_robust as hr
from hf_robust.adapters import CachedPredictor, Prediction
from hf_robust.adapters.label_notes import unseen_note
from hf_robust.adapters.object_predictor import ObjectPredictor
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.tasks.labels import Seen


class Mine:
    name, kind, revision = "mine", "model", "7"

    def __init__(self, *values, labels=None):
        self.values, self.labels = values, labels

    def predict(self, rows):
        return [Prediction(self.values[number % len(self.values)], 0.5) for number in range(len(rows))]


TEXTS = [{"text": "a"}, {"text": "b"}]
PAIR_ROWS = [{"premise": "a", "hypothesis": "b"}, {"premise": "b", "hypothesis": "c"}]
TOKENS = [{"tokens": ["Anna", "left"]}, {"tokens": ["Bob", "left"]}]
SEEN = hr.task("text-classification").with_seen(["politics", "sports"])
CASES = {
    "unknown": (CLASSIFICATION, TEXTS, ["joy"]),
    "number": (CLASSIFICATION, TEXTS, [7]),
    "one": (CLASSIFICATION, TEXTS, ["pos", "anger"]),
    "pairs": (PAIRS, PAIR_ROWS, ["yes"]),
    "seen": (SEEN, TEXTS, ["business"]),
    "tags": (TAGGING, TOKENS, [["B-GENE", "O"]]),
    "none": (CLASSIFICATION, TEXTS, [None]),
    "list": (CLASSIFICATION, TEXTS, [["pos"]]),
    "tag count": (TAGGING, TOKENS, [["O"]]),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_refused_from_a_function_is_refused_from_an_object(case):
    task, rows, values = CASES[case]
    said = []
    for model in (lambda inputs: [values[n % len(values)] for n in range(len(inputs))], Mine(*values)):
        with pytest.raises((LabelError, UsageError)) as found:
            as_predictor(model, task).predict(rows)
        said.append((type(found.value), str(found.value).partition(" returned ")[2]))
    assert said[0] == said[1] and said[0][1]


@pytest.mark.parametrize(
    ("task", "rows", "values", "read"),
    [
        (CLASSIFICATION, TEXTS, ["NEG", "Positive"], ["neg", "pos"]),
        (CLASSIFICATION, TEXTS, [0, 2], ["neg", "pos"]),
        (SEEN, TEXTS, ["sports", "politics"], ["sports", "politics"]),
        (TAGGING, TOKENS, [["S-PER", "O"], ["O", "O"]], [["B-PER", "O"], ["O", "O"]]),
    ],
)
def test_labels_are_read_as_the_labels_of_the_data(task, rows, values, read):
    model = as_predictor(Mine(*values), task)
    assert [one.value for one in model.predict(rows)] == read
    assert [one.value for one in CachedPredictor(model, task=task).predict(rows)] == read
    assert (model.name, model.kind, model.revision) == ("mine", "model", "7") and model.fingerprint().startswith("7|")


def test_a_label_map_and_unseen_labels():
    names = {"joy": "pos", "anger": "neg"}
    model = as_predictor(Mine("joy", "anger"), CLASSIFICATION, label_map=names)
    assert [one.value for one in model.predict(TEXTS)] == ["pos", "neg"]
    assert as_predictor(Mine("joy"), CLASSIFICATION, label_map={"joy": "pos"}).fingerprint() != model.fingerprint()
    with pytest.raises(LabelError, match="label_map"):
        as_predictor(Mine("joy"), CLASSIFICATION, label_map={"joy": "glad"})
    model = as_predictor(Mine("sports", "business"), SEEN)
    with pytest.warns(UserWarning, match="no row of the data has: 'business'"):
        model.predict(TEXTS)
    assert "business" in unseen_note(model)


def test_probabilities_are_in_the_order_of_the_labels():
    class Scored(Mine):
        def probabilities(self, rows):
            return np.array([[0.1, 0.2, 0.7]] * len(rows))[:, : self.columns]

    mine = Scored("pos")
    mine.columns = 3
    model = as_predictor(mine, CLASSIFICATION)
    assert isinstance(model, ObjectPredictor) and model.probabilities(TEXTS).shape == (2, 3)
    mine.columns = 2
    with pytest.raises(UsageError, match=r"shape \(2, 2\)"):
        model.probabilities(TEXTS)
    assert as_predictor(Mine("POS"), CLASSIFICATION).probabilities(TEXTS)[0].value == "pos"
    with pytest.raises(LabelError):
        as_predictor(Mine("joy"), CLASSIFICATION).probabilities(TEXTS)
    assert not isinstance(CLASSIFICATION.label_names, Seen)


def test_wrong_results_of_an_object_are_named():
    class Short(Mine):
        def predict(self, rows):
            return super().predict(rows)[:-1]

    class Bare(Mine):
        def predict(self, rows):
            return ["pos"] * len(rows)

    with pytest.raises(UsageError, match="list of 2 predictions for 2 rows, found 1"):
        as_predictor(Short("pos"), CLASSIFICATION).predict(TEXTS)
    with pytest.raises(UsageError, match=r"Prediction\(value, score\).*str: 'pos'"):
        as_predictor(Bare("pos"), CLASSIFICATION).predict(TEXTS)


@pytest.mark.parametrize("said", ["joy", "NEUTRAL", 2, None])
def test_an_object_that_says_what_it_does_not_declare(said):
    for labels in (("neg", "neu", "pos"), ("Neg", "Neu", "Pos")):
        model = as_predictor(Mine(said, labels=labels), CLASSIFICATION)
        with pytest.raises(UsageError, match="none of its labels"):
            CachedPredictor(model, task=CLASSIFICATION).predict(TEXTS)


def test_a_run_refuses_it():
    data = datasets.Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
    suite = hr.Suite.build(data, hr.task("sentiment-classification"), ["word-case"])
    with pytest.raises(LabelError, match="mine returned"):
        hr.run(Mine("joy"), suite)
