"""Heads whose outputs are numbers: a score, or one probability a label on its own."""

import numpy as np
import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast, pipeline

import hf_robust as hr
from hf_robust.adapters.huggingface.number_heads import LabelSetModel
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.tasks.gold_kinds import RecastTask
from hf_robust.tasks.scores import Scores

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
    task = RecastTask.over(hr.task("text-classification"), Scores)
    found = hr.as_predictor(head, task, tokenizer=tokenizer).predict([{"text": text} for text in TEXTS])
    assert [one.value for one in found] == pytest.approx([logits(head, tokenizer, t)[0] for t in TEXTS], abs=1e-4)
    with pytest.raises(UsageError, match="3 outputs"):
        hr.as_predictor(model("abc", None), task, tokenizer=tokenizer)


def test_the_labels_and_probabilities_of_a_multi_label_head_in_the_order_of_the_data(tokenizer):
    head = model(["sport", "money", "art"], "multi_label_classification")
    task = hr.task("multi-label-classification", label_names=["art", "money", "sport"])
    rows = [{"text": text} for text in TEXTS]
    wanted = np.array([(1 / (1 + np.exp(-logits(head, tokenizer, text))))[::-1] for text in TEXTS])
    pipe = pipeline("text-classification", model=head, tokenizer=tokenizer, top_k=None)
    for given, options in ((head, {"tokenizer": tokenizer}), (pipe, {})):
        made = hr.as_predictor(given, task, **options)
        order = [made.labels.index(name) for name in task.label_names]
        assert made.probabilities(rows)[:, order] == pytest.approx(wanted, abs=1e-4)
        for threshold in (0.5, 0.2):
            found = hr.as_predictor(given, task, threshold=threshold, **options).predict(rows)
            names = [[n for n, p in zip(task.label_names, row) if p >= threshold] for row in wanted]
            assert [one.value for one in found] == names


def test_heads_for_one_label_give_no_sets(tokenizer):
    task = hr.task("multi-label-classification", label_names=["a", "b"])
    for head in (model("ab", "single_label_classification"), model("a", "regression")):
        for given in (head, pipeline("text-classification", model=head, tokenizer=tokenizer)):
            with pytest.raises((UsageError, LabelError), match="head with|no label of the model"):
                hr.as_predictor(given, task, tokenizer=None if given is not head else tokenizer)


def test_a_head_with_one_output_is_no_question_of_label_names():
    task = hr.task("multi-label-classification", label_names=["art", "sport"])
    with pytest.raises(UsageError, match="regression head with 1 output; several labels a text need one output a"):
        LabelSetModel.check_config(BertConfig(num_labels=1), task, None)
