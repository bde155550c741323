"""Where a model is: a folder, a GGUF file or the Hub, and what identifies its files."""

from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.adapters.identity import file_hash, folder_hash
from hf_robust.core.errors import UsageError
from hf_robust.core.extras import need

GGUF = ".gguf"


class Located(NamedTuple):
    """A model on the disk or the Hub.

    Args:
        source: What ``from_pretrained`` takes: a folder or a Hub id.
        name: Name of the model in reports.
        kind: ``folder``, ``hub`` or ``embedded``.
        commit: Commit on the Hub, or hash of the files.
        options: What else ``from_pretrained`` takes: ``revision`` of a Hub id, ``gguf_file`` of a GGUF file.
    """

    source: str
    name: str
    kind: str
    commit: str
    options: dict[str, Any]


def located(source: str | Path, revision: str | None = None) -> Located:
    """Find a model.

    Args:
        source: A folder, a GGUF file or a Hub id.
        revision: Tag, branch or commit of a Hub id.

    Raises:
        UsageError: There is no such folder or file, or it has no revisions.
        MissingExtra: A GGUF file needs the package ``gguf``.
        HubError: The Hub has no such model or revision, or cannot be reached.
    """
    from hf_robust.adapters.huggingface.loading import hub_commit

    path = _checked(source, revision)
    if path is None:
        commit = hub_commit(str(source), revision)
        return Located(str(source), str(source), "hub", commit, {"revision": commit})
    if path.is_dir():
        return Located(str(path), path.resolve().name, "folder", folder_hash(path), {})
    need("gguf")
    return Located(str(path.parent), path.stem, "folder", file_hash(path), {"gguf_file": path.name})


def best_device() -> str:
    """The GPU when there is one."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def _checked(source: str | Path, revision: str | None) -> Path | None:
    """The folder or file; None for a Hub id."""
    text = str(source)
    if not text.strip():
        raise UsageError("there is no folder with an empty name; give a folder or a Hub id like 'owner/name'")
    path = Path(source).expanduser()
    is_file = path.suffix == GGUF and path.is_file()
    if path.is_dir() or is_file:
        if revision is not None:
            what = "file" if is_file else "folder"
            raise UsageError(f"{source} is a {what}, which has no revisions; leave revision={revision!r} out")
        return path
    is_path = isinstance(source, Path) or text.startswith((".", "/", "~")) or text.count("/") > 1 or "\\" in text
    if is_path or path.suffix == GGUF:
        raise UsageError(f"there is no folder {text!r}; give the path of a saved model, or a Hub id like 'owner/name'")
    return None
