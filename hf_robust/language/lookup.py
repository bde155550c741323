"""Files of installed packages, of NLTK's data and of the Hub's cache, found without loading or downloading anything."""

import json
import os
import sys
import zipfile
from hashlib import blake2b
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

Location = Path | zipfile.Path
"""A file or folder; those of NLTK's data may lie inside a zip file."""
_WEIGHTS = tuple(f"{name}{kind}" for name in ("model.safetensors", "pytorch_model.bin") for kind in ("", ".index.json"))


def nltk_place(name: str, file: str = "") -> Location | None:
    """A package of NLTK's data, unpacked or inside its zip; NLTK itself is not loaded for that.

    Args:
        name: Such as ``"corpora/wordnet"``.
        file: A file or folder in it that must be there; without it the package's own folder is returned.

    Returns:
        A path whose files can be opened; None when it is in none of NLTK's folders.

    Example:
        >>> nltk_place("corpora/nosuch") is None
        True
    """
    for folder in _nltk_folders():
        if (folder / name).is_dir():
            return _inside(folder / name, file)
        archive = folder / f"{name}.zip"
        if archive.is_file() and zipfile.is_zipfile(archive):
            inner = zipfile.Path(archive, f"{archive.stem}/")
            if inner.exists():
                return _inside(inner, file)
    return None


def _inside(folder: Location, file: str) -> Location | None:
    place = folder.joinpath(file) if file else folder
    return place if place.exists() else None


def _nltk_folders() -> list[Path]:
    loaded = sys.modules.get("nltk.data")
    if loaded is not None:  # the user may have added to it
        return [Path(folder) for folder in loaded.path]
    named: list[str | Path] = [folder for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep) if folder]
    usual = [Path(sys.prefix, *below, "nltk_data") for below in ((), ("share",), ("lib",))]
    if os.name == "nt":
        usual += [Path(os.environ.get("APPDATA", "C:\\"), "nltk_data"), Path("C:\\nltk_data")]
    else:
        usual += [Path(root, "nltk_data") for root in ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")]
    return [Path(folder).expanduser() for folder in [*named, "~/nltk_data", *usual]]


def module_folder(name: str, file: str = "") -> Path | None:
    """Folder of an installed top-level package, or a file in it, found without importing it.

    Args:
        name: The package as it is imported.
        file: A file or folder in it that must be there.

    Returns:
        None when the package is not installed or lacks the file.

    Example:
        >>> module_folder("json").name, module_folder("json", "decoder.py").name, module_folder("nosuch")
        ('json', 'decoder.py', None)
    """
    spec = find_spec(name) if name.isidentifier() else None
    place = Path(spec.origin).parent / file if spec and spec.origin else None
    return place if place is not None and place.exists() else None


def package_version(name: str) -> str:
    """Version of an installed distribution; empty when it is not installed.

    Example:
        >>> package_version("nosuch")
        ''
    """
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def hub_file(repo: str, file: str = "config.json") -> Path | None:
    """A file of a Hub repository in the local cache.

    Args:
        repo: ``name`` or ``owner/name``.
        file: Its path in the repository.

    Returns:
        The file of the newest revision that was loaded; None when it is not in the cache, or when neither the Hub nor
        a folder could have such a name.
    """
    from huggingface_hub import try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError

    try:
        found = try_to_load_from_cache(repo, file)
    except HFValidationError:
        return None
    return Path(found) if isinstance(found, str) else None


def model_folder(name: str) -> Path | None:
    """Folder of a model: a folder of that name, or one in the Hub's cache that holds weights."""
    if Path(name).is_dir():
        return Path(name)
    weights = next(filter(None, (hub_file(name, file) for file in _WEIGHTS)), None)
    return weights and weights.parent


def card_entry(card: Location, key: str) -> str:
    """An entry of a JSON file that describes a model; empty where the file is absent, damaged or does not say.

    Example:
        >>> card_entry(Path("nosuch.json"), "version")
        ''
    """
    try:
        return str(json.loads(card.read_text(encoding="utf-8")).get(key, ""))
    except (OSError, ValueError, AttributeError):
        return ""


def file_hash(place: Location) -> str:
    """A hash of a file's content; empty for a folder."""
    return blake2b(place.read_bytes(), digest_size=6).hexdigest() if place.is_file() else ""


def cache_folder() -> Path:
    """Folder for what is built once: ``HF_ROBUST_CACHE``, else under ``HF_HOME`` or ``~/.cache``."""
    named = os.environ.get("HF_ROBUST_CACHE")
    if named:
        return Path(named)
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(home) / "hf_robust"


def file_stamp(name: str) -> str:
    """A Hub id as it is; a file or folder with a hash of the names, sizes and times of its files.

    Example:
        >>> file_stamp("bert-base-uncased")
        'bert-base-uncased'
    """
    place = Path(name)
    if not place.exists():
        return name
    files = [place] if place.is_file() else sorted(file for file in place.iterdir() if file.is_file())
    facts = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return f"{name}+{blake2b(repr(facts).encode(), digest_size=6).hexdigest()}"
