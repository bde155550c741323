"""The name of the model that comes with the package works in Python as on the command line."""

import pytest

import hf_robust as hr
from hf_robust.adapters.resolve import as_predictor


@pytest.mark.parametrize("task", ["sentiment-classification", "pos"])
def test_default_is_the_model_that_comes_with_the_package(task):
    made = hr.task(task, label_names=["NOUN", "VERB"] if task == "pos" else ["neg", "pos"])
    assert as_predictor("default", made).name == as_predictor(None, made).name
