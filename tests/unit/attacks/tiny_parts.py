"""Tiny random models of the kinds that attacks ask."""

import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
from transformers import BertConfig, BertForMaskedLM, BertForSequenceClassification, PreTrainedTokenizerFast

SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = (
    "the film movie was is good bad fine dull long short plot cast story very not and but quite never actors acting un"
).split()
INSIDE = ["##ly", "##ness", "##s", "##ing", "##er"]
VOCABULARY = {token: number for number, token in enumerate([*SPECIAL, *WORDS, *INSIDE, ".", ","])}


def tokenizer():
    inner = Tokenizer(models.WordPiece(VOCABULARY, unk_token="[UNK]"))
    inner.normalizer = normalizers.BertNormalizer(lowercase=True)
    inner.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = [("[CLS]", VOCABULARY["[CLS]"]), ("[SEP]", VOCABULARY["[SEP]"])]
    inner.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=special
    )
    signs = {"unk_token": "[UNK]", "pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]"}
    return PreTrainedTokenizerFast(tokenizer_object=inner, mask_token="[MASK]", **signs)


def _config(**options):
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    return BertConfig(vocab_size=len(VOCABULARY), max_position_embeddings=64, **sizes, **options)


def _loud(model, seed):
    """Weights that are large enough for answers to differ."""
    generator = torch.Generator().manual_seed(seed)
    for weight in model.parameters():
        if weight.dim() > 1:
            weight.data = torch.randn(weight.shape, generator=generator) * 0.6
    return model.eval()


def masked_lm_folder(folder):
    _loud(BertForMaskedLM(_config()), 1).save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return str(folder)


def classifier(labels=("neg", "pos"), seed=2):
    names = {"id2label": dict(enumerate(labels)), "label2id": {label: at for at, label in enumerate(labels)}}
    return _loud(BertForSequenceClassification(_config(**names)), seed)
