"""The Chinese sentiment classifier: what ships, and how it is found."""

import os
import shutil
from pathlib import Path

import pytest

import hf_robust as hr
from hf_robust.adapters.embedded import CHINESE_MODEL
from hf_robust.adapters.resolve import as_predictor
from hf_robust.core.errors import DataFileError
from hf_robust.language.embedded import ZH_SENTIMENT
from hf_robust.language.embedded.build.treebanks import read_jsonl
from hf_robust.language.embedded.chinese_sentiment import load_chinese_sentiment
from hf_robust.language.embedded.demo import demo_reviews

DATA = os.environ.get("HF_ROBUST_TEST_DATA", "")


@pytest.fixture(scope="module")
def predictor():
    return as_predictor(None, hr.task("sentiment", label_names=["negative", "positive"], language="zh"))


def accuracy(predictor, texts, labels):
    found = predictor.predict([{"text": text} for text in texts])
    return sum(one.value == label for one, label in zip(found, labels)) / len(texts)


def test_a_chinese_task_gets_the_chinese_model(predictor):
    assert (predictor.name, predictor.kind) == (CHINESE_MODEL, "embedded")
    english = as_predictor(None, hr.task("sentiment", label_names=["negative", "positive"]))
    assert english.name != CHINESE_MODEL


def test_the_demo_reviews_are_read(predictor):
    reviews = demo_reviews("zh")
    assert accuracy(predictor, reviews["text"], [("negative", "positive")[n] for n in reviews["label"]]) >= 0.85


@pytest.mark.skipif(not DATA, reason="HF_ROBUST_TEST_DATA names no folder")
@pytest.mark.slow
def test_reviews_of_a_shop(predictor):
    rows = read_jsonl(Path(DATA) / "cls" / "zh_eprstmt_a.jsonl")
    assert accuracy(predictor, [r["text"] for r in rows], [("negative", "positive")[r["label"]] for r in rows]) >= 0.84


def test_long_and_empty_texts(predictor):
    found = predictor.predict([{"text": "很好" * 600}, {"text": ""}, {"text": "很好"}])
    assert [one.value for one in found][::2] == ["positive", "positive"]


def test_gradients_reach_the_embeddings():
    model, tokenizer = load_chinese_sentiment(shared=True)
    model.requires_grad_(False)  # gradients of the weights take as much memory as the weights
    batch = tokenizer(["很好", "这家店的面又贵又难吃"], padding=True, return_tensors="pt")
    embedded = model.get_input_embeddings()(batch["input_ids"]).detach().requires_grad_()
    by_number = model(**batch).logits
    found = model(inputs_embeds=embedded, attention_mask=batch["attention_mask"]).logits
    found.sum().backward()
    assert (by_number - found).abs().max() < 1e-5
    assert embedded.grad.shape == embedded.shape


def test_an_altered_head_is_refused(tmp_path):
    shutil.copytree(ZH_SENTIMENT, tmp_path / "head")
    (tmp_path / "head" / "model.safetensors").write_bytes(b"other")
    with pytest.raises(DataFileError, match="reinstall hf-robust"):
        load_chinese_sentiment(tmp_path / "head")
