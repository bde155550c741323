"""The table of levels: each says what it rests on, and no level is taken for another model's."""

import pytest

from hf_robust.core.errors import UsageError
from hf_robust.perturb import validity_levels
from hf_robust.perturb.validators import validator_registry
from hf_robust.perturb.validators.fluency import Perplexity
from hf_robust.perturb.validators.overlap import Bleu, WordsChanged
from hf_robust.perturb.validators.sentence_similarity import Similarity
from hf_robust.perturb.validity_levels import least_score, levels_of


def test_every_validator_has_levels_and_each_says_what_it_rests_on():
    assert set(validity_levels.KNOWN_LEVELS) == set(validator_registry.validators)
    for levels in validity_levels.KNOWN_LEVELS.values():
        assert 0 < levels.lenient <= (levels.strict or 1) <= 1
        assert "to be calibrated" in levels.how or "rated" in levels.how


def test_levels_and_numbers(monkeypatch):
    monkeypatch.delenv("HF_ROBUST_ENCODER", raising=False)
    assert least_score(Similarity(), "lenient") == 0.95 and least_score(Similarity(model="embedded"), "strict") == 0.98
    assert least_score(Similarity(model="me/encoder"), 0.8) == 0.8 and least_score(Perplexity(), "lenient") == 0.5
    assert least_score(WordsChanged(), 0) == 0.0 and least_score(WordsChanged(), 1) == 1.0


def test_what_is_no_level(monkeypatch):
    with pytest.raises(UsageError, match="those of the embedded model, and 'me/encoder' gives other numbers"):
        levels_of(Similarity(model="me/encoder"))
    monkeypatch.setenv("HF_ROBUST_ENCODER", "me/other")
    with pytest.raises(UsageError, match="'me/other' gives other numbers"):
        least_score(Similarity(), "lenient")
    with pytest.raises(UsageError, match="bleu has no level 'strict' yet"):
        least_score(Bleu(), "strict")
    for wrong in (1.5, -0.1, True, "high", None, float("nan")):
        with pytest.raises(UsageError, match="takes a least score from 0 to 1"):
            least_score(WordsChanged(), wrong)
