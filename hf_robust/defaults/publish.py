"""Writing model folders whole or not at all."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replace_folder(target: Path) -> Iterator[Path]:
    """Give a temporary folder beside ``target`` and move it there when the block ends well.

    Args:
        target: The folder to write; an existing one is replaced only after the new one is complete.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    old = temporary.with_name(f"{temporary.name}-old")
    try:
        yield temporary
        temporary.chmod(0o755)  # made for this user only; so are the files of some libraries
        for path in temporary.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        if target.exists():
            target.rename(old)
        temporary.rename(target)
    finally:
        for leftover in (temporary, old):
            if leftover.exists() and leftover != target:
                shutil.rmtree(leftover)
