"""The Chinese encoder of the embedded defaults: multilingual-e5-small in four bits, cut to what Chinese texts need.

``zh_encoder/README.md`` states source, licence and quality.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError
from hf_robust.core.extras import need
from hf_robust.language.embedded import ZH_ENCODER
from hf_robust.language.embedded.four_bit import dequantized
from hf_robust.language.embedded.packed import check_sha256, describe_packed, filled

if TYPE_CHECKING:
    from transformers import BertModel, PreTrainedTokenizerFast

_REINSTALL = "run: pip install --force-reinstall hf-robust"


@cache
def chinese_encoder() -> "tuple[BertModel, PreTrainedTokenizerFast]":
    """The encoder and its tokenizer, loaded once a process, without a network.

    Returns:
        The model (12 layers of 384 numbers) in evaluation mode on the CPU in float32, for all to share: whoever trains
        or moves it takes :func:`load_chinese_encoder`. The tokenizer writes ``"▁"`` where a text or a word after a
        space begins; alone, it has the place of the first character, as the piece after it.

    Raises:
        DataFileError: A file of the model is missing or altered.

    Example:
        >>> model, tokenizer = chinese_encoder()
        >>> tokenizer.tokenize("房间很干净。"), model.config.hidden_size
        (['▁', '房间', '很', '干净', '。'], 384)
    """
    return load_chinese_encoder()


def load_chinese_encoder(folder: Path = ZH_ENCODER) -> "tuple[BertModel, PreTrainedTokenizerFast]":
    """A fresh copy of the encoder, and its tokenizer.

    Args:
        folder: Folder with ``config.json``, ``model.safetensors`` and ``tokenizer.json``.

    Returns:
        As :func:`chinese_encoder`.

    Raises:
        DataFileError: A file of the model is missing or altered.
    """
    from safetensors.torch import load_file

    need("torch", "transformers")
    from transformers import BertConfig, BertModel

    description = describe_packed(folder)
    check_sha256(folder / "model.safetensors", description["sha256"], _REINSTALL)
    weights = dequantized(load_file(folder / "model.safetensors"))
    model = filled(BertModel, BertConfig(**description["bert"]), weights, add_pooling_layer=False)
    model.requires_grad_(False)
    return model.eval(), chinese_tokenizer(folder)


def chinese_tokenizer(folder: Path = ZH_ENCODER) -> "PreTrainedTokenizerFast":
    """The tokenizer of the encoder: a unigram model over the pieces of Chinese, ASCII and marks.

    Args:
        folder: Folder with ``tokenizer.json``.

    Raises:
        DataFileError: There is no such file.
    """
    need("transformers")
    from transformers import PreTrainedTokenizerFast

    file = folder / "tokenizer.json"
    if not file.is_file():
        raise DataFileError(f"expected tokenizer.json in {folder}, found nothing; {_REINSTALL}")
    return PreTrainedTokenizerFast(
        tokenizer_file=str(file),
        bos_token="<s>",
        cls_token="<s>",
        eos_token="</s>",
        sep_token="</s>",
        unk_token="<unk>",
        pad_token="<pad>",
        model_max_length=512,
        model_input_names=["input_ids", "attention_mask"],
    )
