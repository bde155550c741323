"""Embeddings do not hang on what a text is asked together with."""

import numpy as np

from hf_robust.attacks.services.encoder import Encoder
from hf_robust.language.models import SentenceEncoder

TEXTS = ["A fine film.", "a film", "The plot, which had begun so well, went nowhere.", "\ud800 and lone halves", ""]


def test_an_embedding_is_the_same_in_any_company():
    service = Encoder("embedded")
    buckets = service.buckets(TEXTS)
    alone = [service.answer(bucket, [text])[0] for bucket, text in zip(buckets, TEXTS)]
    for bucket, text, found in zip(buckets, TEXTS, alone):
        others = [f"film {number}" for number in range(20)]
        company = [text, *(one for one in others if service.buckets([one]) == [bucket])]
        company = company[: service.capacity(bucket)]
        assert np.array_equal(service.answer(bucket, company[::-1])[-1], found)
    usual = SentenceEncoder("embedded").encode(TEXTS[:3])
    assert np.allclose(alone[:3], usual, atol=1e-5) and np.allclose(np.linalg.norm(alone, axis=1), 1, atol=1e-5)


def test_long_texts_go_in_smaller_batches_and_are_cut():
    service = Encoder("embedded")
    short, long = service.buckets(["a film", "word " * 2000])
    assert (service.capacity(short), service.capacity(long), long) == (16, 2, 256)
    assert service.answer(long, ["word " * 2000])[0].shape == (384,)
