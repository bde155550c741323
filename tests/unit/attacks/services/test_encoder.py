"""Embeddings that do not hang on what else is asked."""

import numpy as np

from hf_robust.attacks.services.encoder import Encoder
from hf_robust.language.models import SentenceEncoder

TEXTS = ["A fine film about nothing.", "A dull film with no end!", "A warm film for all ages."]


def test_an_embedding_is_the_same_in_any_company():
    encoder = Encoder("embedded")
    bucket = max(encoder.buckets(TEXTS))
    alone = [encoder.answer(bucket, [text])[0] for text in TEXTS]
    together = encoder.answer(bucket, TEXTS[::-1])[::-1]
    assert all(np.array_equal(one, other) for one, other in zip(alone, together))
    assert np.allclose(np.stack(alone), SentenceEncoder("embedded").encode(TEXTS), atol=1e-5)


def test_texts_of_other_lengths_fall_into_other_buckets():
    encoder = Encoder("embedded")
    short, long = encoder.buckets(["Dull.", " ".join(["film"] * 5000)])
    assert short < long == 256
    assert encoder.capacity(short) > encoder.capacity(long) >= 1
