"""Predictions in bfloat16: where they may be asked for, and how far they are off."""

import numpy as np
import pytest
from tiny_models import CLASSIFICATION, TAGGING, classifier, sentence, tagger, tokenizer

from hf_robust.adapters import CachedPredictor, PredictionCache, TextClassifier, TokenTagger, as_predictor
from hf_robust.adapters.precision import checked_precision, has_bfloat16
from hf_robust.core.errors import UsageError

ROWS = [{"text": sentence(n, 3 + n % 5)} for n in range(40)]
needs_bfloat16 = pytest.mark.skipif(not has_bfloat16("cpu"), reason="this processor does not compute in bfloat16")


@needs_bfloat16
def test_predictions_are_near_and_the_record_says_how_near():
    model, words = classifier(), tokenizer()
    exact = CachedPredictor(TextClassifier(model, words, CLASSIFICATION))
    quick = CachedPredictor(TextClassifier(model, words, CLASSIFICATION, precision="bfloat16"))
    pairs = list(zip(exact.predict(ROWS), quick.predict(ROWS)))
    off = max(abs(a.score - b.score) for a, b in pairs if a.value == b.value)
    assert 0 < off < 0.2
    assert "precision" not in exact.record()
    found = quick.record()["precision"]
    assert found["type"] == "bfloat16" and found["compared"] == len(ROWS)
    assert 0 < found["largest_difference"] < 0.2 and found["largest_difference"] >= off * 0.5
    assert found["changed"] == sum(a.value != b.value for a, b in pairs)
    assert str(model.dtype) == "torch.float32", "the model stays as it is"


@needs_bfloat16
def test_the_sample_is_bounded_and_taggers_have_one(monkeypatch):
    monkeypatch.setattr("hf_robust.adapters.cached.COMPARED", 5)
    runner = CachedPredictor(TokenTagger(tagger(), tokenizer(), TAGGING, precision="bfloat16"))
    runner.predict([{"tokens": row["text"].split()} for row in ROWS])
    found = runner.record()["precision"]
    assert found["compared"] == 5 and 0 <= found["changed"] <= 5 and found["largest_difference"] < 0.1


@needs_bfloat16
def test_the_cache_tells_precisions_apart(tmp_path):
    model, words, cache = classifier(), tokenizer(), PredictionCache(tmp_path)
    for precision, cached in ((None, 0), ("bfloat16", 0), ("bfloat16", len(ROWS)), ("float32", len(ROWS))):
        runner = CachedPredictor(as_predictor(model, CLASSIFICATION, tokenizer=words, precision=precision), cache)
        runner.predict(ROWS)
        assert runner.stats.cached == cached if cached == 0 else runner.stats.cached == runner.stats.unique


@needs_bfloat16
def test_probabilities_are_in_the_same_type():
    model, words = classifier(), tokenizer()
    quick = TextClassifier(model, words, CLASSIFICATION, precision="bfloat16")
    exact = TextClassifier(model, words, CLASSIFICATION)
    assert np.array_equal(quick.probabilities(ROWS), exact.probabilities(ROWS, dtype="bfloat16"))
    assert np.array_equal(quick.in_full().probabilities(ROWS), exact.probabilities(ROWS))


def test_what_has_no_bfloat16_is_refused(monkeypatch):
    monkeypatch.setattr("hf_robust.adapters.precision.has_bfloat16", lambda device: False)
    with pytest.raises(UsageError, match="'cpu' does not compute in bfloat16; use precision='auto', or leave it out"):
        TextClassifier(classifier(), tokenizer(), CLASSIFICATION, precision="bfloat16")
    with pytest.raises(UsageError, match="precision must be one of auto, float32, bfloat16; found 'int4'"):
        TextClassifier(classifier(), tokenizer(), CLASSIFICATION, precision="int4")
    with pytest.raises(UsageError, match="precision cannot be given with a function"):
        as_predictor(lambda texts: ["pos"] * len(texts), CLASSIFICATION, precision="bfloat16")


@pytest.mark.parametrize(
    "has, weights, found", [(True, "float32", "bfloat16"), (True, "float16", None), (False, "float32", None)]
)
def test_auto_is_bfloat16_where_it_gains(has, weights, found, monkeypatch):
    monkeypatch.setattr("hf_robust.adapters.precision.gains_by_bfloat16", lambda device: has)
    assert checked_precision("auto", "cpu", f"torch.{weights}") == found
    predictor = TextClassifier(classifier(), tokenizer(), CLASSIFICATION, precision="auto")
    assert predictor.precision == ("bfloat16" if has else None)
