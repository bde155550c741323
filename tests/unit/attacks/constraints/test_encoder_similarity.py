"""Similarity of sentence embeddings."""

import numpy as np
import pytest

from hf_robust.attacks.asking import Refused
from hf_robust.attacks.constraints.encoder_similarity import SentenceSimilarity
from hf_robust.attacks.states import ORIGIN, moved
from hf_robust.core.errors import UsageError


class Angles:
    """Embeds a text at 30 degrees for each capital in it."""

    def __init__(self):
        self.asked = []

    def __call__(self, text):
        self.asked.append(text)
        angle = np.pi / 6 * sum(map(str.isupper, text))
        return np.array([np.cos(angle), np.sin(angle)], np.float32)


def passes(drive, constraint, attempt, base, state, encoder):
    (group,) = drive(constraint.filter(attempt, base, [[state]]), encode=encoder)
    return bool(group)


@pytest.mark.parametrize("metric, similarity", [("cosine", 0.866), ("angular", 0.8333)])
def test_cosine_and_angle(drive, tagged_attempt, swaps, metric, similarity):
    attempt = tagged_attempt("a b c")
    state = swaps(attempt, b="B")
    found = [
        passes(drive, SentenceSimilarity(least=similarity + by, metric=metric), attempt, ORIGIN, state, Angles())
        for by in (-1e-3, 1e-3)
    ]
    assert found == [True, False]


def test_against_the_original_or_the_text_before(drive, tagged_attempt, swaps):
    attempt = tagged_attempt("a b c")
    before = swaps(attempt, b="B")
    after = moved(before, *swaps(attempt, c="C"))
    found = [
        passes(drive, SentenceSimilarity(least=0.8, compare=compare), attempt, before, after, Angles())
        for compare in ("previous", "original")
    ]
    assert found == [True, False]


@pytest.mark.parametrize("word, seen", [("a", "A b c"), ("d", "c D e"), ("g", "e f G")])
def test_a_window_is_as_wide_at_the_ends(drive, tagged_attempt, swaps, word, seen):
    attempt, encoder = tagged_attempt("a b c d e f g"), Angles()
    passes(drive, SentenceSimilarity(window=3), attempt, ORIGIN, swaps(attempt, **{word: word.upper()}), encoder)
    assert encoder.asked == [seen.lower(), seen]


def test_texts_shorter_than_the_window_pass_only_if_told_so(drive, tagged_attempt, swaps):
    attempt, encoder = tagged_attempt("a b c"), Angles()
    state = swaps(attempt, b="B")
    assert passes(drive, SentenceSimilarity(window=4, skips_short=True), attempt, ORIGIN, state, encoder)
    assert encoder.asked == []
    assert not passes(drive, SentenceSimilarity(window=4), attempt, ORIGIN, state, encoder)
    assert not passes(drive, SentenceSimilarity(window=3, skips_short=True), attempt, ORIGIN, state, encoder)


def test_what_cannot_be_encoded_does_not_pass(drive, tagged_attempt, swaps):
    attempt = tagged_attempt("a b c")
    state = swaps(attempt, b="B")
    assert not passes(drive, SentenceSimilarity(), attempt, ORIGIN, state, lambda text: Refused("why"))


def test_unknown_words_are_refused():
    with pytest.raises(UsageError, match="metric must be one of cosine, angular; found 'dot'"):
        SentenceSimilarity(metric="dot")
