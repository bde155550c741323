"""Limits in a space of word vectors."""

import pytest

from hf_robust.attacks.constraints.word_distances import MeanVectorDistance, WordCosine, WordDistance
from hf_robust.attacks.states import ORIGIN, moved


def passed(drive, constraint, attempt, *states, base=ORIGIN):
    (group,) = drive(constraint.filter(attempt, base, [list(states)]))
    return [state in group for state in states]


def test_cosine_with_the_original_word(drive, tagged_attempt, swaps, small_space):
    attempt = tagged_attempt("a film")
    near, far = swaps(attempt, film="Movie"), swaps(attempt, film="door")
    assert passed(drive, WordCosine(least=0.9), attempt, near, far) == [True, False]
    assert passed(drive, WordDistance(most=0.1), attempt, near, far) == [True, False]
    assert passed(drive, WordDistance(most=2.0), attempt, far) == [True]  # 2 - 2 cos 90 degrees


def test_a_word_without_a_vector_passes(drive, tagged_attempt, swaps, small_space):
    attempt = tagged_attempt("a film")
    assert passed(drive, WordCosine(least=0.99), attempt, swaps(attempt, film="flick"), swaps(attempt, a="door")) == [
        True,
        True,
    ]


def test_only_new_edits_count(drive, tagged_attempt, swaps, small_space):
    attempt = tagged_attempt("a film of a picture")
    before = swaps(attempt, film="door")
    after = moved(before, *swaps(attempt, picture="movie"))
    assert passed(drive, WordCosine(least=0.7), attempt, after, base=before) == [True]
    assert passed(drive, WordCosine(least=0.7), attempt, after) == [False]


@pytest.mark.parametrize("text, far", [("film", 1.41421), ("film film film film", 0.35355)])
def test_the_mean_vector_moves_the_less_the_longer_the_text(drive, tagged_attempt, swaps, small_space, text, far):
    attempt = tagged_attempt(text)
    state = swaps(attempt, film="door")
    assert passed(drive, MeanVectorDistance(most=far + 1e-4), attempt, state) == [True]
    assert passed(drive, MeanVectorDistance(most=far - 1e-4), attempt, state) == [False]
