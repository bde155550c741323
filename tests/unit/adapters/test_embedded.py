"""The classifier that comes with the package."""

import warnings

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.embedded import embedded_predictor, predictor_or_embedded
from hf_robust.adapters.label_matching import Seen
from hf_robust.core.errors import UsageError


@pytest.mark.parametrize("names", [("0", "1"), Seen(("0", "1")), ("LABEL_0", "LABEL_1")])
def test_labels_that_are_numbers_come_with_a_word_on_what_they_are_taken_for(names):
    task = hr.task("sentiment-classification", label_names=list(names))
    with pytest.warns(UserWarning, match=r"takes \w+ for negative and \w+ for positive.*label_names=\['negative'"):
        predictor = embedded_predictor(task)
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
    with pytest.raises(UsageError, match="name a model for part-of-speech"):
        predictor_or_embedded(None, hr.task("part-of-speech"))
