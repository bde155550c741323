"""What serves Chinese: rows of their own under the names that English has."""

import pytest

from hf_robust.core.errors import MissingResource, UnknownNameError, UsageError
from hf_robust.language import lookup, models, resources
from hf_robust.language.translation_pairs import translation_pair

NAMES = ("HF_ROBUST_MASKED_LM_ZH", "HF_ROBUST_ENCODER_ZH", "HF_ROBUST_VECTORS_ZH", "HF_ROBUST_TRANSLATION_ZH")


@pytest.fixture(autouse=True)
def nothing_is_named(monkeypatch):
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def in_the_cache(monkeypatch, tmp_path, *names):
    folder = tmp_path / "snapshots" / "0c1d"
    folder.mkdir(parents=True)
    known = {(name, "model.safetensors"): folder / "model.safetensors" for name in names}
    monkeypatch.setattr(lookup, "hub_file", lambda name, file="config.json": known.get((name, file)))
    return folder


def test_a_name_has_a_row_for_each_language():
    english, chinese = resources.resource("masked-lm"), resources.resource("masked-lm", "zh")
    assert (english.variable, chinese.variable) == ("HF_ROBUST_MASKED_LM", "HF_ROBUST_MASKED_LM_ZH")
    assert resources.resource("seqeval", "zh") is resources.resource("seqeval")
    with pytest.raises(UnknownNameError, match="not for 'zh', but for en"):
        resources.resource("wordnet", "zh")


def test_the_masked_language_model_is_not_embedded(monkeypatch, tmp_path):
    monkeypatch.setattr(lookup, "hub_file", lambda *_: None)
    with pytest.raises(MissingResource, match=r"masked-lm' \(for x\).*hf download google-bert/bert-base-chinese"):
        resources.require(("masked-lm",), "x", "zh")
    with pytest.raises(MissingResource, match="hf download google-bert/bert-base-chinese"):
        models.masked_lm(language="zh")
    in_the_cache(monkeypatch, tmp_path, "bert-base-chinese")
    resources.require(("masked-lm",), "x", "zh")
    assert resources.stamp("masked-lm", language="zh") == "bert-base-chinese@0c1d"
    (record,) = resources.serving(False, ("masked-lm",), language="zh")
    assert (record["purpose"], record["version"]) == ("Chinese masked language model", "0c1d")


def test_a_named_masked_language_model(monkeypatch):
    monkeypatch.setenv("HF_ROBUST_MASKED_LM_ZH", "me/bert")
    resources.require(("masked-lm",), "x", "zh")
    assert resources.stamp("masked-lm", language="zh") == "me/bert"
    assert resources.stamp("masked-lm").startswith("embedded")


def test_the_pair_for_back_translation(monkeypatch, tmp_path):
    assert translation_pair(language="zh") == ("Helsinki-NLP/opus-mt-zh-en", "Helsinki-NLP/opus-mt-en-zh")
    with pytest.raises(UsageError, match="models="):
        translation_pair(language="es")
    in_the_cache(monkeypatch, tmp_path, "a/there")
    monkeypatch.setenv("HF_ROBUST_TRANSLATION_ZH", "a/there, a/back")
    assert translation_pair(language="zh") == ("a/there", "a/back") != translation_pair()
    with pytest.raises(MissingResource, match="opus-mt-zh-en"):
        resources.require(("translation-models",), "x", "zh")
    records = resources.serving(False, ("translation-models",), language="zh")
    assert [(one["name"], one["version"]) for one in records] == [("a/back", ""), ("a/there", "0c1d")]


def test_the_encoder_is_embedded():
    record = resources.record_of("sentence-encoder", language="zh")
    assert (record.name, record.origin) == ("multilingual-e5-small-zh", "bundled default")
    stamps = [resources.stamp(name, language="zh") for name in ("sentence-encoder", "word-vectors")]
    assert stamps[0] == stamps[1] and stamps[0].startswith("embedded@+")


def test_sentences_of_one_meaning_are_near():
    encoder = models.SentenceEncoder(language="zh")
    near, far = encoder.similarity(["酒店离地铁站很近", "酒店离地铁站很近"], ["宾馆就在地铁口旁边", "股市今天大跌"])
    assert near > 0.93 > 0.88 > far
