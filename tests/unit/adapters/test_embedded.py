"""The classifier that comes with the package."""

import warnings

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.embedded import NeutralBand, embedded_predictor
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.tasks.labels import Seen


@pytest.mark.parametrize("names", [("0", "1"), Seen(("0", "1")), ("LABEL_0", "LABEL_1")])
def test_labels_that_are_numbers_come_with_a_word_on_what_they_are_taken_for(names):
    task = hr.task("sentiment-classification", label_names=list(names))
    with pytest.warns(UserWarning, match=r"takes \w+ for negative and \w+ for positive.*label_names=\['negative'"):
        predictor = as_predictor(None, task)
    assert predictor.predict([{"text": "A wonderful, warm film."}])[0].value == names[1]


def test_named_labels_and_a_label_map_need_no_word():
    task = hr.task("sentiment-classification")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        embedded_predictor(hr.task("sentiment-classification", label_names=["neg", "pos"]))
        embedded_predictor(task)
        turned = hr.task("sentiment-classification", label_names=["0", "1"])
        model = embedded_predictor(turned, label_map={"negative": "1", "positive": "0"})
    assert model.predict([{"text": "A wonderful, warm film."}])[0].value == "0"


def test_a_run_on_numbers_says_it_too():
    data = Dataset.from_dict({"text": ["A wonderful film.", "A dull film."], "label": [1, 0]})
    suite = hr.Suite.build(data, hr.task("sentiment-classification"), ["word-case"])
    with pytest.warns(UserWarning, match="0 for negative and 1 for positive"):
        assert hr.run(None, suite).results[0]["original"] == 1.0


def test_other_tasks_are_refused():
    with pytest.raises(UsageError, match="classifies sentiment; for part-of-speech there may be a baseline"):
        embedded_predictor(hr.task("part-of-speech"))
    assert as_predictor(None, hr.task("part-of-speech")).name.startswith("spacy-tagger-baseline")


@pytest.mark.parametrize("names", [("neg", "neu", "pos"), Seen(("positive", "neutral", "negative"))])
def test_a_third_label_neutral_is_said_where_it_is_sure_of_neither(names):
    predictor = embedded_predictor(hr.task("sentiment-classification", label_names=names))
    rows = [{"text": text} for text in ("A wonderful, warm film.", "The film is two hours long.", "A dull film.")]
    values = [prediction.value for prediction in predictor.predict(rows)]
    assert [name[:3] for name in values] == ["pos", "neu", "neg"]
    assert set(predictor.labels) == set(names) and "neu" in predictor.fingerprint()


def test_other_third_labels_and_a_label_map_are_as_before():
    with pytest.raises(LabelError, match="no label of the model for 'mixed'"):
        embedded_predictor(hr.task("sentiment-classification", label_names=["negative", "mixed", "positive"]))
    three = hr.task("sentiment-classification", label_names=["negative", "neutral", "positive"])
    two = embedded_predictor(three, label_map={"negative": "negative", "positive": "positive"})
    assert two.labels == ("negative", "positive")


def test_the_band_gives_the_same_from_scores_and_from_probabilities():
    def scored(texts):
        return [{"label": "pos", "score": float(text)} for text in texts]

    def array(texts):
        positive = np.array([float(text) for text in texts])
        return np.stack([1 - positive, positive], axis=1)

    task = hr.task("sentiment-classification", label_names=["neg", "pos"])
    rows = [{"text": f"{number / 100}"} for number in range(50, 101)]
    bands = [NeutralBand(hr.as_predictor(model, task), "neutral", 0.76) for model in (scored, array)]
    first, second = (band.predict(rows) for band in bands)
    assert [found.value for found in first] == [found.value for found in second]
    assert [found.score for found in first] == pytest.approx([found.score for found in second])
    assert [found.value for found in first].count("neutral") == 26
    assert bands[0].predict([{"text": "0.76"}])[0].value == "pos"
