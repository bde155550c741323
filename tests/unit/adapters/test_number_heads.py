"""Heads whose outputs are numbers: a score, or one probability a label on its own."""

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.tasks.gold_kinds import LabelSetKind, RecastTask, ScoreKind

WORDS = "[PAD] [UNK] a fine dull film".split()
TEXTS = ["a fine film", "a dull film", "fine"]


@pytest.fixture(scope="module")
def tokenizer():
    inner = Tokenizer(models.WordLevel({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    inner.pre_tokenizer = pre_tokenizers.Whitespace()
    return PreTrainedTokenizerFast(tokenizer_object=inner, unk_token="[UNK]", pad_token="[PAD]")


def model(labels, problem):
    sizes = {"hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 8}
    names = {"id2label": dict(enumerate(labels)), "label2id": {label: at for at, label in enumerate(labels)}}
    config = BertConfig(vocab_size=len(WORDS), max_position_embeddings=16, problem_type=problem, **sizes, **names)
    made = BertForSequenceClassification(config).eval()
    generator = torch.Generator().manual_seed(3)
    for weight in made.parameters():
        if weight.dim() > 1:
            weight.data = torch.randn(weight.shape, generator=generator)
    return made


def logits(head, tokenizer, text):
    with torch.inference_mode():
        return head(**tokenizer(text, return_tensors="pt")).logits[0].double().numpy()


def test_the_score_of_a_regression_head(tokenizer):
    head = model(["LABEL_0"], "regression")
    task = RecastTask.over(hr.task("text-classification"), ScoreKind)
    found = hr.as_predictor(head, task, tokenizer=tokenizer).predict([{"text": text} for text in TEXTS])
    assert [one.value for one in found] == pytest.approx([logits(head, tokenizer, t)[0] for t in TEXTS], abs=1e-4)
    with pytest.raises(UsageError, match="3 outputs"):
        hr.as_predictor(model("abc", None), task, tokenizer=tokenizer)


def test_the_probabilities_of_a_multi_label_head_in_the_order_of_the_data(tokenizer):
    head = model(["sport", "money", "art"], "multi_label_classification")
    task = RecastTask.over(hr.task("text-classification", label_names=["art", "money", "sport"]), LabelSetKind)
    found = hr.as_predictor(head, task, tokenizer=tokenizer).predict([{"text": text} for text in TEXTS])
    for text, one in zip(TEXTS, found):
        assert one.value == pytest.approx((1 / (1 + np.exp(-logits(head, tokenizer, text))))[::-1], abs=1e-4)
