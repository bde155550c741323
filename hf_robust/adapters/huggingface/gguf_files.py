"""GGUF files: each is converted once into a folder in the cache, which loads much faster."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from hf_robust.adapters.huggingface.loading import load_config, load_model, load_tokenizer
from hf_robust.adapters.huggingface.located import Located
from hf_robust.core.staging import staging_folder
from hf_robust.language.lookup import cache_folder

LARGEST = 256 << 20
"""Bytes of the largest file that is converted: the folder holds 32-bit numbers, up to eight times as many bytes."""
_SLOW = ("GGUFReader", "get_tensor_name_map")


def converted(found: Located, auto_class: str, head: str) -> Located:
    """Return the folder with the converted model, and make it where there is none yet.

    The folder is in the cache of the package (``HF_ROBUST_CACHE``). Its name holds the hash of the file and the version
    of transformers.

    Args:
        found: A model on the disk.
        auto_class: Name of the Auto class.
        head: End of the class names that have this head.

    Returns:
        The folder; ``found`` itself where it is no GGUF file, a large one, or the folder cannot be written.

    Raises:
        UsageError: The file holds no such model.
    """
    name = found.options.get("gguf_file")
    if name is None or (Path(found.source) / name).stat().st_size > LARGEST:
        return found
    folder = _folder(found.commit)
    with suppress(OSError):  # the disk is full or read-only
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            _convert(found, auto_class, head, folder)
    return found._replace(source=str(folder), options={}) if folder.is_dir() else found


@contextmanager
def read_once() -> Iterator[None]:
    """Keep what the package ``gguf`` reads from a file for a while.

    transformers reads a file anew for the configuration, the tokenizer and the weights, and builds the table of the
    names of weights anew for each module.
    """
    import gguf

    own = {name: getattr(gguf, name) for name in _SLOW}
    for name, value in own.items():
        setattr(gguf, name, cache(value))
    try:
        yield
    finally:
        for name, value in own.items():
            setattr(gguf, name, value)


def _folder(digest: str) -> Path:
    """Where the model is converted to, by the hash of its file."""
    import transformers

    return cache_folder() / "gguf" / f"{digest}-{transformers.__version__}"


def _convert(found: Located, auto_class: str, head: str, folder: Path) -> None:
    """Write the folder in one step, so that a killed process leaves no half of it."""
    from safetensors.torch import save_model

    with read_once():
        config = load_config(found.source, **found.options)
        tokenizer = load_tokenizer(found.source, **found.options)
        model = load_model(found.source, auto_class, head, config, **found.options)
    with staging_folder(folder.parent, f".{folder.name}-") as work:
        made = work / "model"
        made.mkdir()
        tokenizer.save_pretrained(made)
        saved = model.config
        del saved.quantization_config  # the weights are plain numbers now
        saved.architectures = [type(model).__name__]
        saved.save_pretrained(made)
        save_model(model, str(made / "model.safetensors"), metadata={"format": "pt"})
        with suppress(FileExistsError):  # another process was faster
            os.rename(made, folder)
