"""Scores of the attacked model that are kept on disk."""

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.adapters import PredictionCache
from hf_robust.attacks.services.victim import Victim

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
REQUESTS = [("good",), ("bad",), ("fine",)]


def victim(cache):
    def model(texts):
        return np.array([[0.25, 0.75]] * len(texts))

    return Victim(hr.as_predictor(model, TASK, cache_key="v1"), TASK, cache)


def answers(one):
    return [one.answer(bucket, [request])[0].tolist() for bucket, request in zip(one.buckets(REQUESTS), REQUESTS)]


@pytest.mark.parametrize("wrong", [[0.1, 0.2, 0.7], [1.0], [0.25] * 4])
def test_scores_of_another_shape_are_computed_again(tmp_path, wrong):
    cache = PredictionCache(tmp_path)
    first = victim(cache)
    assert answers(first) == [[0.25, 0.75]] * 3 and first.cached == 0
    first.flush()
    cache.put_scores({first._keys(REQUESTS)[1]: np.array(wrong, np.float32)})
    second = victim(cache)
    assert answers(second) == [[0.25, 0.75]] * 3 and (second.cached, second.computed) == (2, 1)
    second.flush()
    third = victim(cache)
    assert answers(third) == [[0.25, 0.75]] * 3 and third.cached == 3
