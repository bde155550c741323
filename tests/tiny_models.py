"""Tiny random models and tokenizers, made from their configuration inside the tests."""

from typing import Any

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import (
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    MarianConfig,
    MarianMTModel,
    PreTrainedTokenizerFast,
)

import hf_robust as hr

WORDS = (
    "the a cat dog sat on mat good bad . , movie film was it who paris london in lives anna bob left "
    "where when red blue house tree river old new and or not very"
).split()
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = {token: number for number, token in enumerate([*SPECIAL, *WORDS, "##s", "##y", "##ing"])}

CLASSIFICATION = hr.task("sentiment-classification", label_names=("neg", "neu", "pos"))
PAIRS = hr.task("natural-language-inference", label_names=("entailment", "neutral", "contradiction"))
TAGS = ("O", "B-PER", "I-PER", "B-LOC", "I-LOC")
TAGGING = hr.task("named-entity-recognition", label_names=TAGS)
SPAN = hr.task("extractive-qa")


def tokenizer(declares_types: bool = False, **options: Any) -> PreTrainedTokenizerFast:
    inner = Tokenizer(models.WordPiece(VOCABULARY, unk_token="[UNK]"))
    inner.normalizer = normalizers.BertNormalizer(lowercase=True)
    inner.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    inner.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", VOCABULARY["[CLS]"]), ("[SEP]", VOCABULARY["[SEP]"])],
    )
    names = ["input_ids", "token_type_ids", "attention_mask"] if declares_types else ["input_ids", "attention_mask"]
    return PreTrainedTokenizerFast(
        tokenizer_object=inner,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token="[MASK]",
        model_input_names=names,
        **options,
    )


def config(labels: tuple[str, ...], positions: int = 64, **options: Any) -> BertConfig:
    return BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=positions,
        id2label=dict(enumerate(labels)),
        label2id={label: number for number, label in enumerate(labels)},
        **options,
    )


def _loud(model: torch.nn.Module, seed: int = 0) -> Any:
    """Fill a model with large weights, so that its predictions differ from input to input."""
    generator = torch.Generator().manual_seed(seed)
    for name, weight in model.named_parameters():
        if weight.dim() > 1:
            scale = 2.0 if "embeddings" in name else 0.4
            weight.data = torch.randn(weight.shape, generator=generator) * scale
    return model.eval()


def classifier(labels: tuple[str, ...] = ("neg", "neu", "pos"), seed: int = 0, **options: Any) -> Any:
    return _loud(BertForSequenceClassification(config(labels, **options)), seed)


def tagger(labels: tuple[str, ...] = TAGS, seed: int = 3, **options: Any) -> Any:
    return _loud(BertForTokenClassification(config(labels, **options)), seed)


def answerer(seed: int = 0, **options: Any) -> Any:
    return _loud(BertForQuestionAnswering(config(("a", "b"), **options)), seed)


def translator(positions: int = 64) -> Any:
    side = {"layers": 1, "attention_heads": 2, "ffn_dim": 16}
    return MarianMTModel(
        MarianConfig(
            **{f"{part}_{name}": value for part in ("encoder", "decoder") for name, value in side.items()},
            vocab_size=len(VOCABULARY),
            d_model=16,
            max_position_embeddings=positions,
            pad_token_id=0,
            eos_token_id=3,
            decoder_start_token_id=0,
            forced_eos_token_id=None,
        )
    ).eval()


def sentence(number: int, words: int) -> str:
    """A sentence that depends on its number; some words have two sub-words."""
    chosen = [WORDS[(number * 7 + place * place + place) % len(WORDS)] for place in range(words)]
    return " ".join(word + "s" * (place % 5 == 3 and word.isalpha()) for place, word in enumerate(chosen))


def count_calls(model: torch.nn.Module) -> list[int]:
    """A list that grows by the batch size with each forward pass."""
    calls: list[int] = []
    model.register_forward_hook(
        lambda module, args, kwargs, output: calls.append(len(kwargs["input_ids"])), with_kwargs=True
    )
    return calls


def save(folder: Any, model: Any, **options: Any) -> str:
    model.save_pretrained(folder)
    tokenizer(**options).save_pretrained(folder)
    return str(folder)
