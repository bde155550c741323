"""``suite.json``: what a suite says of itself, sealed by a hash when it is written and checked when it is read."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeVar

from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.typed_json import read_json
from hf_robust.suites.manifest_records import EntryRecord, Manifest, SuiteTask
from hf_robust.suites.suite_registry import suite_kinds
from hf_robust.tasks.base import Task
from hf_robust.tasks.labels import as_names

T = TypeVar("T")
SCHEMA_VERSION = 2  # 1 had no seal
FILE = "suite.json"
_SEAL = "manifest_hash"
_MOST_BYTES = 64 * 2**20


@dataclass(frozen=True, kw_only=True)
class _Version:
    version: str | None = None


@dataclass(frozen=True, kw_only=True)
class _TaskName:
    name: str


@dataclass(frozen=True, kw_only=True)
class Outline:
    """What is read of a suite that is listed or replaced, and not loaded: kind, version, task and files."""

    kind: str = "suite"
    info: _Version
    task: _TaskName
    entries: tuple[EntryRecord, ...]
    content_hash: str

    @property
    def label(self) -> str:
        """What messages call a suite of this kind."""
        return label_of(self.kind)


_OPTIONAL = frozenset(("scheme", "score_range"))  # facts of a task that are stated where there are some


def sealed(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """A manifest with the hash of all that it says.

    Example:
        >>> manifest = sealed({"schema_version": 2, "content_hash": "0"})
        >>> manifest == sealed(manifest) != sealed({**manifest, "content_hash": "1"})
        True
    """
    stated = json.loads(json.dumps({key: value for key, value in manifest.items() if key != _SEAL}))
    seal = blake2b(json.dumps(stated, sort_keys=True).encode(), digest_size=16).hexdigest()
    return {**stated, _SEAL: seal}


def plain(value: Any) -> Any:
    """A fact as JSON holds it."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def describe_task(task: Task) -> dict[str, Any]:
    """A task as the manifest holds it."""
    stated = {**asdict(task), "columns": dict(task.columns)}
    del stated["only"], stated["threshold"]  # they belong to the model that is scored
    return {name: value for name, value in stated.items() if name not in _OPTIONAL or value is not None}


def stated_task(manifest: Manifest) -> Task:
    """The task that a manifest states."""
    return task_of_record(manifest.task, manifest.features)


def task_of_record(stated: SuiteTask, features: Mapping[str, Any]) -> Task:
    """The task that :func:`describe_task` described.

    Args:
        stated: What it said.
        features: Features of the rows, as :meth:`datasets.Features.to_dict` gives them.
    """
    task = Task(
        stated.name,
        stated.columns,
        stated.fields,
        stated.id_column,
        stated.label_names,
        stated.language,
        stated.scheme,
        score_range=stated.score_range,
    )
    if not stated.label_names or task.kind.needs_names:
        return task
    feature = features.get(task.column(task.kind.named_role))
    # the numbers of class labels are positions, also where the names are numbers
    return task if "ClassLabel" in str(feature) else replace(task, label_names=as_names(stated.label_names))


def file_of(folder: Path, name: str) -> Path:
    """A file of a suite's folder.

    Args:
        name: The file's path in it.

    Raises:
        SuiteError: When it is missing, no regular file, or a link to somewhere else.
    """
    path = folder / name
    if not path.exists():
        lacking = f"{folder} is not a suite: it has no {FILE}" if name == FILE else f"{path} is missing"
        raise SuiteError(lacking if name == FILE else f"{lacking}; get the suite again")
    if not path.is_file():
        raise SuiteError(f"{path} is not a regular file; get the suite again")
    # the cache of the Hub's client holds links from a snapshot to files beside it
    root = folder.resolve()
    roots = [root, root.parent.parent / "blobs"] if root.parent.name == "snapshots" else [root]
    if not any(path.resolve().is_relative_to(place) for place in roots):
        raise SuiteError(f"{path} is a link that leads out of the suite's folder; put the file itself there")
    return path


def parsed_file(folder: Path) -> dict[str, Any]:
    """What ``suite.json`` holds, before it is checked.

    Raises:
        SuiteError: When the folder is not a suite or the file cannot be read.
    """
    path = file_of(folder, FILE)
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise SuiteError(f"{path} is larger than {_MOST_BYTES // 2**20} MB, which no suite's is; it is not read")
        manifest = parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(f"{path} cannot be read: {error}") from error
    return manifest if isinstance(manifest, dict) else {}


def read_outline(folder: Path) -> Outline:
    """What a suite is, without a check of the rest.

    Raises:
        SuiteError: When the folder is not a suite or the file cannot be read.
        UsageError: When the file is not that of a suite.
    """
    return read_json(Outline, parsed_file(folder), "suite")


def kind_of(manifest: Mapping[str, Any]) -> str:
    """The kind of suite that a manifest states; robustness suites need not name theirs.

    Example:
        >>> kind_of({"kind": "capabilities"}), kind_of({})
        ('capabilities', 'suite')
    """
    return str(manifest.get("kind", "suite"))


def label_of(kind: str) -> str:
    """What messages call a kind of suite.

    Example:
        >>> label_of("suite"), label_of("chess")
        ('robustness suite', "suite of kind 'chess'")
    """
    return suite_kinds.get(kind).label if kind in suite_kinds else f"suite of kind {kind!r}"


def instead_of(kind: str) -> str:
    """What a suite of another kind than asked for is, and what loads it; empty where the kind is not known."""
    if kind not in suite_kinds:
        return ""
    cls = suite_kinds.get(kind)
    loads = f"load it with {cls.__module__.split('.')[0]}'s {cls.__name__}.load"
    return f" but a {label_of(kind)}; {cls.use or loads}"


def read_manifest(folder: Path, version: str | None = None) -> dict[str, Any]:
    """The manifest of a suite's folder, with every fact of any suite of the type and range that it must have.

    Args:
        version: The version that it must hold, as ``1.0.0``; None: any.

    Returns:
        The JSON; :func:`typed_manifest` reads it.

    Raises:
        SuiteError: When it is no suite, altered, of a newer schema or of another version.
    """
    manifest = parsed_file(folder)
    schema = manifest.get("schema_version")
    if not isinstance(schema, int) or isinstance(schema, bool) or not 1 <= schema <= SCHEMA_VERSION:
        raise SuiteError(
            f"{folder} has schema version {schema!r}, this hf_robust reads up to {SCHEMA_VERSION}; "
            "run: pip install --upgrade hf-robust"
        )
    info = typed_manifest(folder, manifest, Manifest).info
    for key, found, least in (("rows", info.rows, 0), ("variants", info.variants, 1)):
        if found is not None and found < least:
            raise SuiteError(f"{folder} is not a sound suite: info.{key} must be at least {least}; get the suite again")
    if manifest.get(_SEAL) != (sealed(manifest)[_SEAL] if schema > 1 else None):
        raise SuiteError(f"{folder}/{FILE} was altered: it is not what its {_SEAL} was made for; get the suite again")
    if version is not None and info.version != version:
        raise SuiteError(f"{folder} holds version {info.version}, not {version}; it is not used in its place")
    return manifest


def typed_manifest(folder: Path, manifest: Mapping[str, Any], kind: type[T]) -> T:
    """A manifest that was read, as a type.

    Args:
        kind: The type of manifest.

    Raises:
        SuiteError: A key is missing or holds something else.
    """
    try:
        return read_json(kind, manifest, "sound suite")
    except UsageError as error:
        raise SuiteError(f"{folder} is {error}; get the suite again") from error
