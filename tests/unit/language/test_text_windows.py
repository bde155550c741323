"""Long texts are read whole by the sentence encoder."""

import numpy as np
import pytest

from hf_robust.attacks.services.encoder import Encoder
from hf_robust.language.models import SentenceEncoder
from hf_robust.language.text_windows import text_windows
from hf_robust.perturb.changes import Change
from hf_robust.perturb.validators.sentence_similarity import Similarity

HEAD = "The film was good and the cast was fine. " * 40
LONG = {
    "words": HEAD,
    "no spaces": "film" * 400,
    "Chinese": "这部电影很好看，演员也不错。" * 40,
    "emoji": "🙂 film " * 200,
    "marks": "!" * 700,
    "newlines": "film\n\n" * 400,
    "long words": " ".join(["x" * 150] * 400),
}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("kind", LONG)
@pytest.mark.parametrize("limit", [1, 7, 254])
def test_windows_are_the_text_and_fit(kind, language, limit):
    tokenizer = SentenceEncoder("embedded", language)._parts()[1]
    text = LONG[kind]
    windows = text_windows(text, tokenizer, limit)
    assert "".join(window for window, _ in windows) == text
    assert all(0 < pieces <= limit for _, pieces in windows)
    if kind == "words" and limit > 1:
        for window, pieces in windows:
            assert abs(len(tokenizer(window, add_special_tokens=False)["input_ids"]) - pieces) <= 1


@pytest.mark.parametrize("kind", ["words", "no spaces", "long words"])
def test_a_change_behind_the_first_pieces_counts(kind):
    head = LONG[kind]
    tail, other = " I liked it a lot." * 100, " Shares of the bank fell in Tokyo." * 100
    near, far = Similarity(model="embedded").measure(
        [Change(head + tail, head + tail), Change(head + tail, head + other)]
    )
    assert near.score == pytest.approx(1.0, abs=1e-5) and far.score < 0.98


def test_attacks_see_it_too():
    encoder = Encoder("embedded")
    texts = [HEAD + "I liked it. " * 100, HEAD + "Shares fell in Tokyo. " * 100, "A dull film."]
    buckets = encoder.buckets(texts)
    assert buckets[0] == buckets[1] == 256 > buckets[2]
    alone = [encoder.answer(256, [text])[0] for text in texts[:2]]
    together = encoder.answer(256, texts[:2])
    assert all(np.array_equal(one, other) for one, other in zip(alone, together))
    assert float(alone[0] @ alone[1]) < 0.98
    assert np.allclose(np.stack(alone), SentenceEncoder("embedded").encode(texts[:2]), atol=1e-4)


def test_short_texts_are_read_as_before():
    encoder = SentenceEncoder("embedded")
    model, tokenizer, _ = encoder._parts()
    batch = tokenizer(["a dull film"], return_tensors="pt")
    states = model(**batch).last_hidden_state.mean(1)[0].detach().numpy()
    assert np.allclose(encoder.encode(["a dull film"])[0], states / np.linalg.norm(states), atol=1e-5)
    assert encoder.encode([]).shape == (0, model.config.hidden_size)
    assert np.isfinite(encoder.encode([""])).all()
