"""The Chinese sentiment classifier of the embedded defaults: a head over the embedded encoder.

``zh_sentiment/README.md`` states data and quality.
"""

from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError
from hf_robust.core.extras import need
from hf_robust.language.embedded import ZH_ENCODER, ZH_SENTIMENT
from hf_robust.language.embedded.chinese_encoder import chinese_encoder, load_chinese_encoder
from hf_robust.language.embedded.packed import check_sha256, describe_packed, filled

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerFast

_PREFIX = ("▁que", "ry", ":")
_REINSTALL = "run: pip install --force-reinstall hf-robust"


def load_chinese_sentiment(
    folder: Path = ZH_SENTIMENT, *, shared: bool = False
) -> "tuple[PreTrainedModel, PreTrainedTokenizerFast]":
    """Load the classifier (labels ``negative`` and ``positive``) and its tokenizer, without a network.

    Args:
        folder: Folder with ``config.json`` and ``model.safetensors``, the head.
        shared: Whether to use the weights of :func:`~hf_robust.language.embedded.chinese_encoder.chinese_encoder`
            without a copy (124 MB less). Do not train such a model: other users would see the changed weights.

    Returns:
        The model in evaluation mode on the CPU in float32, and the tokenizer of its encoder.

    Raises:
        DataFileError: The head is missing, altered, or made for another encoder.

    Example:
        >>> from transformers import pipeline
        >>> model, tokenizer = load_chinese_sentiment()
        >>> classify = pipeline("text-classification", model=model, tokenizer=tokenizer)
        >>> [found["label"] for found in classify(["屏幕清楚，用着很顺手。", "又慢又卡，后悔买了。"])]
        ['positive', 'negative']
    """
    from safetensors.torch import load_file

    need("torch", "transformers")
    from hf_robust.language.embedded.mean_pooled import MeanPooledClassifier

    description = describe_packed(folder)
    check_sha256(folder / "model.safetensors", description["sha256"], _REINSTALL)
    if description["base"]["sha256"] != describe_packed(ZH_ENCODER)["sha256"]:
        raise DataFileError(f"the sentiment head in {folder} was made for another encoder; {_REINSTALL}")
    encoder, tokenizer = (chinese_encoder if shared else load_chinese_encoder)()
    config, tokenizer = deepcopy(encoder.config), deepcopy(tokenizer)  # both are changed
    config.id2label = dict(enumerate(description["labels"]))
    config.label2id = {name: number for number, name in config.id2label.items()}
    body = {f"bert.{name}": tensor for name, tensor in encoder.state_dict().items()}
    model = filled(MeanPooledClassifier, config, body | load_file(folder / "model.safetensors"))
    tokenizer.model_max_length = description["max_length"]
    return model.eval(), with_prefix(tokenizer)


def with_prefix(tokenizer: "PreTrainedTokenizerFast") -> "PreTrainedTokenizerFast":
    """Let the tokenizer of the encoder write ``query: `` before each text, as the encoder was trained.

    Example:
        >>> from hf_robust.language.embedded.chinese_encoder import chinese_tokenizer
        >>> tokenizer = with_prefix(chinese_tokenizer())
        >>> tokenizer.convert_ids_to_tokens(tokenizer("很好")["input_ids"])
        ['<s>', '▁que', 'ry', ':', '▁', '很好', '</s>']
    """
    from tokenizers.processors import TemplateProcessing

    pieces = {"<s>": ["<s>"], "</s>": ["</s>"], "prefix": [*_PREFIX]}
    added = [
        {"id": name, "ids": tokenizer.convert_tokens_to_ids(tokens), "tokens": tokens}
        for name, tokens in pieces.items()
    ]
    tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
        single="<s> prefix $A </s>",
        pair="<s> prefix $A </s> </s> $B </s>",
        special_tokens=added,
    )
    return tokenizer
