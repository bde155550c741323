"""The encoder that knows words: the vectors that spaCy computes, with the work that a batch of known words needs."""

import numpy as np
import pytest
import spacy
from spacy.ml.models.tok2vec import MaxoutWindowEncoder, MultiHashEmbed, build_Tok2Vec_model

from hf_robust.language import fast_windows
from hf_robust.language.fast_windows import use_windows

SENTENCES = ["The old film was long.", "", "Anna saw it", "It was long, the old film was.", "!"]


def encoder(depth=4, window=1, width=24):
    """A drawn encoder of spaCy."""
    embed = MultiHashEmbed(width, ["NORM", "SHAPE"], [50, 20], include_static_vectors=False)
    layer = build_Tok2Vec_model(embed, MaxoutWindowEncoder(width, window, 3, depth))
    nlp = spacy.blank("en")
    docs = [nlp.make_doc(text) for text in SENTENCES]
    layer.initialize(X=docs)
    draws = np.random.default_rng(3)
    for node in layer.walk():
        for name in node.param_names:
            node.set_param(name, draws.standard_normal(node.get_param(name).shape).astype(np.float32))
    return layer, docs


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_vectors_are_those_of_spacy(depth):
    layer, docs = encoder(depth)
    fast = use_windows(layer)
    for batch in (docs, docs, docs[2:3], docs[::-1], docs[1:2]):
        found, expected = fast.predict(batch), layer.predict(batch)
        assert [one.shape for one in found] == [one.shape for one in expected]
        for one, other in zip(found, expected):
            np.testing.assert_allclose(one, other, rtol=1e-2, atol=1e-2)


def test_other_encoders_stay_as_they_are():
    assert use_windows(encoder(window=2)[0]) is None
    assert use_windows(encoder()[0].layers[1]) is None


@pytest.mark.parametrize("room", [3, 100])
def test_known_words_are_not_embedded_again(monkeypatch, room):
    monkeypatch.setattr(fast_windows, "_KNOWN_WORDS", room)
    layer, docs = encoder()
    asked = []
    inner = layer.layers[0]._func

    def counted(model, words, is_train):
        asked.append(sum(map(len, words)))
        return inner(model, words, is_train)

    layer.layers[0]._func = counted
    fast = use_windows(layer)
    first = fast.predict(docs)
    again = fast.predict(docs)
    different = len({token.text for doc in docs for token in doc})
    assert asked == [different, different - room] if room < different else asked == [different]
    assert all(map(np.array_equal, first, again))


def test_a_text_has_the_same_vectors_in_every_batch(monkeypatch):
    layer, docs = encoder()
    fast = use_windows(layer)
    alone = [fast.predict([doc])[0] for doc in docs]
    monkeypatch.setattr(fast_windows, "_BLOCK", 200)
    for batch in (docs * 60, docs[::-1] * 25, docs[2:3] * 90):
        rows = fast.predict(batch)
        assert all(np.array_equal(one, alone[docs.index(doc)]) for one, doc in zip(rows, batch))
