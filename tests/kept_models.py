"""Small models that tests train once for all processes: they stay in a folder of the machine for later sessions."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path


def kept(root: Path, name: str, made_from: Iterable[bytes], write: Callable[[Path], object]) -> Path:
    """The folder of a model; it is trained where it is not there yet.

    Args:
        root: Where models are kept.
        name: The beginning of the name of its folder.
        made_from: All that it depends on, but for the versions of libraries.
        write: Trains it and saves it in a folder.
    """
    import torch
    import transformers
    from filelock import FileLock

    parts = [*made_from, torch.__version__.encode(), transformers.__version__.encode()]
    folder = root / f"{name}-{sha256(b'|'.join(parts)).hexdigest()[:16]}"
    root.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not folder.is_dir():
            part = folder.with_suffix(".part")
            write(part)
            part.rename(folder)
    return folder
