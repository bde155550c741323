"""Hashes that change when a model changes."""

import json
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_MODEL_FILES = {".json", ".txt", ".model", ".safetensors", ".bin", ".pt", ".jinja", ".py"}
_NOT_MODEL = {"training_args.bin", "optimizer.pt", "scheduler.pt", "trainer_state.json", "README.md"}
_WHOLE = 1 << 30  # larger files are told apart by size, time and their ends: reading them takes too long
_END = 1 << 20


def folder_hash(folder: Path) -> str:
    """Hash over names and contents of the model files in a folder.

    Files above 1 GiB enter with their size, time of change, and first and last MiB.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as name:
        ...     folder = Path(name)
        ...     _ = (folder / "config.json").write_text("{}")
        ...     before = folder_hash(folder)
        ...     _ = (folder / "config.json").write_text("[]")
        ...     before == folder_hash(folder)
        False
    """
    digest = blake2b(digest_size=16)
    for path in sorted(folder.iterdir()):
        if path.is_file() and path.suffix in _MODEL_FILES and path.name not in _NOT_MODEL:
            digest.update(path.name.encode("utf-8", "surrogateescape") + b"\0")
            digest.update(_file_digest(path))
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    """Hash over the content of a file, as :func:`folder_hash` takes it."""
    return _file_digest(path).hex()


def _file_digest(path: Path) -> bytes:
    digest = blake2b(digest_size=16)
    stat = path.stat()
    with path.open("rb") as file:
        if stat.st_size <= _WHOLE:
            while block := file.read(_END):
                digest.update(block)
        else:
            digest.update(f"{stat.st_size}|{stat.st_mtime_ns}".encode())
            digest.update(file.read(_END))
            file.seek(-_END, 2)
            digest.update(file.read(_END))
    return digest.digest()


def weights_hash(model: "PreTrainedModel") -> str:
    """Hash over the names and values of all weights of a model in memory."""
    import torch

    digest = blake2b(digest_size=16)
    for name, tensor in model.state_dict().items():
        digest.update(f"{name}|{tensor.dtype}|{tuple(tensor.shape)}".encode())
        if tensor.numel():
            digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()


def tokenizer_hash(tokenizer: "PreTrainedTokenizerBase") -> str:
    """Hash over a tokenizer; the truncation and padding that the last call left in it do not count."""
    if getattr(tokenizer, "is_fast", False):
        state = json.loads(tokenizer.backend_tokenizer.to_str())
        state.pop("truncation", None)
        state.pop("padding", None)
    else:
        state = {"class": type(tokenizer).__name__, "vocab": tokenizer.get_vocab()}
    return settings_hash([state, tokenizer.model_max_length])


def settings_hash(settings: Any) -> str:
    """Hash over anything JSON can hold.

    Example:
        >>> settings_hash({"a": 1, "b": 2}) == settings_hash({"b": 2, "a": 1})
        True
    """
    return blake2b(json.dumps(settings, sort_keys=True, default=str).encode(), digest_size=16).hexdigest()
