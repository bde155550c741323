"""Small sentiment and entity data, word-level tokenizers and tiny models, made inside the tests."""

from pathlib import Path
from typing import Any

import torch
from datasets import ClassLabel, Dataset, Features, List, Value
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import (
    BertConfig,
    BertForSequenceClassification,
    BertForTokenClassification,
    PreTrainedTokenizerFast,
    Trainer,
    TrainingArguments,
)

import hf_robust as hr

TASK = hr.task("sentiment-classification")

GOOD = "wonderful brilliant charming delightful superb touching".split()
BAD = "terrible boring dreadful awful clumsy tedious".split()
NOUNS = "film story actor script ending music".split()
TAGS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]


def sentiment(rows: int, start: int = 0) -> Dataset:
    """Sentences whose two adjectives say the label."""
    texts, labels = [], []
    for number in range(start, start + rows):
        label = number % 2
        words = GOOD if label else BAD
        first, second = words[number // 2 % 6], words[(number * 5 + number // 12) % 6]
        one, other = NOUNS[number % 6], NOUNS[number // 3 % 6]
        texts.append(f"the {one} was {first} and the {other} seemed {second} {number}")
        labels.append(label)
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    return Dataset.from_dict({"text": texts, "label": labels}, features=features)


def entities(rows: int) -> Dataset:
    tokens, tags = [], []
    for number in range(rows):
        name, place = ("Anna", "Bob", "Clara")[number % 3], ("Paris", "London", "Madrid")[number // 3 % 3]
        tokens.append([name, "Miller", "visited", place, "on", "day", str(number)])
        tags.append([1, 2, 0, 3, 0, 0, 0])
    features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=TAGS))})
    return Dataset.from_dict({"tokens": tokens, "ner_tags": tags}, features=features)


def tokenizer(*corpora: list[str]) -> PreTrainedTokenizerFast:
    """A word-level tokenizer that knows every word of the corpora."""
    words = sorted({word for corpus in corpora for text in corpus for word in text.split()})
    vocabulary = {word: place for place, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words])}
    inner = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    inner.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    ends = [(token, vocabulary[token]) for token in ("[CLS]", "[SEP]")]
    inner.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    special = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    return PreTrainedTokenizerFast(tokenizer_object=inner, **special)


def _config(labels: list[str], vocabulary: int, **options: Any) -> BertConfig:
    return BertConfig(
        vocab_size=vocabulary,
        hidden_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=96,
        id2label=dict(enumerate(labels)),
        label2id={label: place for place, label in enumerate(labels)},
        **options,
    )


def classifier(vocabulary: int, seed: int = 0) -> BertForSequenceClassification:
    torch.manual_seed(seed)
    return BertForSequenceClassification(_config(["neg", "pos"], vocabulary))


def tagger(vocabulary: int, seed: int = 0) -> BertForTokenClassification:
    torch.manual_seed(seed)
    return BertForTokenClassification(_config(TAGS, vocabulary))


class Encode:
    """Tokenise a column; can be pickled."""

    def __init__(self, tokenizer: PreTrainedTokenizerFast, column: str = "text"):
        self.tokenizer = tokenizer
        self.column = column

    def __call__(self, batch: Any) -> Any:
        return self.tokenizer(batch[self.column], truncation=True, max_length=64)


class EncodeTags:
    """Tokenise token lists and give each first sub-word its tag."""

    def __init__(self, tokenizer: PreTrainedTokenizerFast):
        self.tokenizer = tokenizer

    def __call__(self, batch: Any) -> Any:
        encoded = self.tokenizer(batch["tokens"], is_split_into_words=True, truncation=True, max_length=64)
        encoded["labels"] = []
        for row, tags in enumerate(batch["ner_tags"]):
            words = encoded.word_ids(row)
            firsts = [word is not None and word not in words[:place] for place, word in enumerate(words)]
            encoded["labels"].append([tags[word] if first else -100 for word, first in zip(words, firsts)])
        return encoded


def arguments(folder: Path, **options: Any) -> TrainingArguments:
    given = {
        "num_train_epochs": 3,
        "per_device_train_batch_size": 8,
        "learning_rate": 1e-3,
        "save_strategy": "no",
        "use_cpu": True,
        "disable_tqdm": True,
        "seed": 3,
        **options,
    }
    return TrainingArguments(str(folder), **given)


def trainer_of(folder: Path, tokenizer: Any, dataset: Any, callbacks: Any = (), **options: Any) -> Trainer:
    kwargs = {key: options.pop(key) for key in ("eval_dataset", "data_collator") if key in options}
    return Trainer(
        model=classifier(len(tokenizer)),
        args=arguments(folder, **options),
        train_dataset=dataset,
        processing_class=tokenizer,
        callbacks=list(callbacks),
        **kwargs,
    )


def augment(tokenizer: Any, names: Any = ("keyboard", "ocr"), **options: Any) -> "hr.AugmentCallback":
    return hr.AugmentCallback(TASK, names, encode=Encode(tokenizer), **options)


def same(first: torch.nn.Module, second: torch.nn.Module) -> bool:
    pairs = zip(first.state_dict().values(), second.state_dict().values(), strict=True)
    return all(torch.equal(a, b) for a, b in pairs)
