"""Lemmas from edit trees, once a batch for each word: those that spaCy's lemmatizer gives."""

import numpy as np
import pytest
import spacy
from spacy.pipeline.edit_tree_lemmatizer import TOP_K_GUARDRAIL, EditTreeLemmatizer
from spacy.tokens import Doc

from hf_robust.language.fast_lemmas import use_fast_lemmas
from hf_robust.language.fast_tags import Labels

NAME = "trainable_lemmatizer"
WORDS = ["The", "children", "were", "Xqzt", "running", "went", "worse", "😀", "n't", "IN", "-", "mice", "were"]


@pytest.fixture(scope="module")
def nlp(pipeline):
    return spacy.load(pipeline)


def scored_lemmas(nlp, words, seed, fast, **settings):
    """Lemmas of a text whose trees have drawn scores: many of the first guesses do not apply."""
    pipe = nlp.get_pipe(NAME)
    kept = {"model": pipe.model, **{name: getattr(pipe, name) for name in settings}}
    docs = [Doc(nlp.vocab, words=part) for part in (words[:5], [], words[5:])]
    if words:
        docs[0][0].lemma_ = "kept"
    draws = np.random.default_rng(seed)
    scores = [draws.integers(0, 40, (len(doc), len(pipe.labels))).astype(np.float32) for doc in docs]

    class Scores:
        ops = pipe.model.ops
        name = "with_array(softmax)"

        def predict(self, docs):
            return [one.copy() for one in scores]

        layers = property(lambda self: [self, self])

    class GivenLabels(Labels):
        def __init__(self, tagger):
            self._vectors = tagger

        def scores(self, vectors):
            return vectors.copy()

    try:
        pipe.model = Scores()
        pipe._fast_labels = GivenLabels(pipe.model)
        for name, value in settings.items():
            setattr(pipe, name, value)
        if fast:
            use_fast_lemmas(nlp)
        trees = pipe.predict(docs)
        pipe.set_annotations(docs, trees)
        return [one.tolist() for one in trees], [[token.lemma_ for token in doc] for doc in docs], type(pipe)
    finally:
        del pipe._fast_labels
        pipe.__class__ = EditTreeLemmatizer
        for name, value in kept.items():
            setattr(pipe, name, value)


@pytest.mark.parametrize("settings", [{}, {"top_k": 1}, {"top_k": 20}, {"overwrite": True}, {"backoff": None}])
def test_lemmas_are_those_of_spacy(nlp, settings):
    for seed in range(6):
        expected = scored_lemmas(nlp, WORDS, seed, False, **settings)
        found = scored_lemmas(nlp, WORDS, seed, True, **settings)
        assert found[:2] == expected[:2]
        assert found[2] is not expected[2]
        assert any(-1 in trees for trees in found[0]) or settings.get("top_k") == 20


def test_a_lemmatizer_with_many_guesses_stays_as_it_is(nlp):
    assert scored_lemmas(nlp, ["mice"], 0, True, top_k=TOP_K_GUARDRAIL + 1)[2] is EditTreeLemmatizer


def test_nothing_to_lemmatize(nlp):
    assert scored_lemmas(nlp, [], 0, True)[:2] == scored_lemmas(nlp, [], 0, False)[:2]
