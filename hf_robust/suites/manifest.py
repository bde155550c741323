"""``suite.json``: what a suite says of itself, sealed by a hash when it is written and checked when it is read."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.record_shape import NUMBER, Added, Maybe, check_shape
from hf_robust.suites.baselines import BASELINE, KEY
from hf_robust.suites.suite_registry import suite_kinds
from hf_robust.tasks.base import Task
from hf_robust.tasks.labels import as_names

SCHEMA_VERSION = 2  # 1 had no seal
FILE = "suite.json"
_SEAL = "manifest_hash"
_MOST_BYTES = 64 * 2**20
_TEXT = Maybe(str)
_FILTER = {"validator": str, "version": str, "params": dict, "least": NUMBER, "level": str, "left_out": int}
_SAID = ("title", "terms", "publish", "citation", "source_revision", "sample")
_FACTS = {
    "name": str,
    "version": _TEXT,
    "skipped": [{"name": str, "reason": str}],
    "resources": [{"purpose": str, "name": str, "version": _TEXT, "origin": str}],
    "created": _TEXT,
    "hf_robust_version": str,
    **{key: Added(_TEXT) for key in ("dataset", "config", "split", "license", "nlp", *_SAID)},
    **{key: Added(int) for key in ("seed", "rows", "variants")},
    "labels": Added(Maybe([str])),
    "protect": Added([str]),
    "protect_defaults": Added(bool),
    "protection_rules": Added(_TEXT),
    "filters": Added([_FILTER]),
    KEY: Added([BASELINE]),
    "limits": Added(Maybe([str])),
    "examples": Added(Maybe(bool)),
}
_TASK = {
    "name": str,
    "columns": {"*": str},
    "fields": [str],
    "id_column": _TEXT,
    "label_names": Maybe([str]),
    "language": str,
    "scheme": Added(_TEXT),
}
_SHAPE = {
    "info": _FACTS,
    "task": _TASK,
    "features": dict,
    "entries": [{"config": str, "files": {"*": str}}],
    "content_hash": str,
}
_LEAST = {"rows": 0, "variants": 1}


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
    del stated["only"]  # it belongs to the model that is scored
    return {name: value for name, value in stated.items() if name != "scheme" or value is not None}


def stated_task(manifest: Mapping[str, Any]) -> Task:
    """The task that a manifest states."""
    stated = manifest["task"]
    names = stated["label_names"]
    task = Task(**{**stated, "fields": tuple(stated["fields"]), "label_names": names and tuple(names)})
    if not names or task.kind.needs_names:
        return task
    feature = manifest["features"].get(task.column(task.kind.named_role))
    # the numbers of class labels are positions, also where the names are numbers
    return task if "ClassLabel" in str(feature) else replace(task, label_names=as_names(names))


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


def read_json(folder: Path) -> dict[str, Any]:
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
    """The manifest of a suite's folder, with every fact of the type and range that it must have.

    Args:
        version: The version that it must hold, as ``1.0.0``; None: any.

    Raises:
        SuiteError: When it is no suite, altered, of a newer schema or of another version.
    """
    manifest = read_json(folder)
    schema = manifest.get("schema_version")
    if not isinstance(schema, int) or isinstance(schema, bool) or not 1 <= schema <= SCHEMA_VERSION:
        raise SuiteError(
            f"{folder} has schema version {schema!r}, this hf_robust reads up to {SCHEMA_VERSION}; "
            "run: pip install --upgrade hf-robust"
        )
    check_suite(folder, manifest, _SHAPE)
    for key, least in _LEAST.items():
        if manifest["info"].get(key, least) < least:
            raise SuiteError(f"{folder} is not a sound suite: info.{key} must be at least {least}; get the suite again")
    if manifest.get(_SEAL) != (sealed(manifest)[_SEAL] if schema > 1 else None):
        raise SuiteError(f"{folder}/{FILE} was altered: it is not what its {_SEAL} was made for; get the suite again")
    stored = manifest["info"]["version"]
    if version is not None and stored != version:
        raise SuiteError(f"{folder} holds version {stored}, not {version}; it is not used in its place")
    return manifest


def check_suite(folder: Path, value: Any, shape: Any) -> None:
    """Check a part of a manifest against what each key must hold.

    Raises:
        SuiteError: A key is missing or holds something else.
    """
    try:
        check_shape(value, shape, "sound suite")
    except UsageError as error:
        raise SuiteError(f"{folder} is {error}; get the suite again") from error
