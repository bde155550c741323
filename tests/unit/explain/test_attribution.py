"""One engine for all methods: what it asks, and that word importance and root causes show its numbers."""

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.adapters import as_predictor
from hf_robust.core.errors import UnknownNameError
from hf_robust.explain.attribution import attribute
from hf_robust.explain.tokens import ExplainedTokens

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
TEXT = "good film but so dull dull dull"


def model(texts):
    negative = np.array([0.4 + 0.1 * text.count("dull") for text in texts])
    return np.stack([negative, 1 - negative], axis=1)


PREDICTOR = as_predictor(model, TASK)


def test_without_labels_it_weighs_for_the_predicted_one():
    texts = [ExplainedTokens.of({"text": text}, TASK) for text in (TEXT, "so good")]
    weights = attribute(PREDICTOR, TASK, texts)
    assert [list(by_label) for by_label in weights] == [["neg"], ["pos"]]
    assert weights[0]["neg"] == pytest.approx([0, 0, 0, 0, 0.1, 0.1, 0.1])


def test_word_importance_and_root_causes_show_the_same_weights():
    (weights,) = attribute(PREDICTOR, TASK, [ExplainedTokens.of({"text": TEXT}, TASK)])
    importance = hr.WordImportance(model, TASK, "leave-one-out")({"text": [TEXT]})["text__importance"][0]
    cause = hr.root_cause(model, {"text": TEXT}, TASK, accepted="pos")
    by_start = dict(zip(importance["start"], importance["weight"]))
    assert [by_start[token.start] for token in cause.case.tokens] == weights["neg"].tolist()
    assert [token.weight for token in cause.case.tokens] == weights["neg"].tolist()


def test_lime_leaves_weights_open_where_few_are_asked_for():
    texts = [ExplainedTokens.of({"text": TEXT}, TASK)]
    (few,) = attribute(PREDICTOR, TASK, texts, "lime", num_features=1, bow=True)
    assert np.flatnonzero(np.isfinite(few["neg"])).tolist() == [4, 5, 6] and len(set(few["neg"][4:])) == 1
    (every,) = attribute(PREDICTOR, TASK, texts, "lime")
    assert np.isfinite(every["neg"]).all()


def test_lime_asks_for_each_distinct_sample_of_all_texts_once():
    asked = []
    predictor = as_predictor(lambda texts: asked.extend(texts) or model(texts), TASK)
    texts = [ExplainedTokens.of({"text": text}, TASK) for text in (TEXT, "good film")]
    attribute(predictor, TASK, texts, "lime", bow=True)
    assert len(asked) == len(set(asked)) == 2**5  # of 1,500 samples; those of the second text are among the first's


def test_an_unknown_method_is_refused():
    with pytest.raises(UnknownNameError, match="attribution method 'shap'.*leave-one-out"):
        attribute(PREDICTOR, TASK, [], "shap")
