"""What raters said of outputs of transformations, by version: a rating of an older one says nothing of a newer one."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hf_robust.core.errors import DataFileError
from hf_robust.core.files import write_files
from hf_robust.core.json_text import parse_json
from hf_robust.language.lexicons import lexicon

_ABOUT = ("name", "params", "tasks")
# Current version -> the rated version whose edits it makes. These versions changed only which texts are refused as not
# English. The words that are edited, the candidates and the gate are the same, so the ratings of the edits stay valid.
_SAME_EDITS = {
    ("append-irrelevant", "6"): "5",
    ("homophone", "4"): "3",
}


def audit_of(stages: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """What raters said of outputs of a transformation, in this version and with these parameters.

    Args:
        stages: Name, version and parameters of each stage. A chain is none of its stages, so that it has none here.

    Returns:
        The record (see :func:`hf_robust.audit.verdicts.as_record`), the latest where there are several; None when
        nobody was asked, or only of another version.

    Example:
        >>> audit_of([{"name": "keyboard", "version": "0.0", "params": {}}]) is None
        True
    """
    if len(stages) != 1:
        return None
    stage = stages[0]
    found = [one for one in audits(stage["name"]) if is_rated_by(one, stage["version"]) and _same(one, stage)]
    return _record(max(found, key=lambda one: one["date"])) if found else None


def audits(name: str) -> list[dict[str, Any]]:
    """What raters said of all versions of a transformation, the first first."""
    return sorted((_plain(one) for one in lexicon("audited") if one["name"] == name), key=lambda one: one["date"])


def older_versions(stages: Sequence[Mapping[str, Any]]) -> list[str]:
    """Versions of a transformation that raters rated, where they did not rate this one.

    Args:
        stages: Name, version and parameters of each stage.

    Example:
        >>> older_versions([{"name": "no-such", "version": "1", "params": {}}])
        []
    """
    if len(stages) != 1 or audit_of(stages) is not None:
        return []
    own = stages[0]["version"]
    versions = dict.fromkeys(one["version"] for one in audits(stages[0]["name"]))
    return [version for version in versions if version != own and of_one_language(version, own)]


def is_rated_by(record: Mapping[str, Any], version: str) -> bool:
    """Whether the ratings of a record count for a version of its transformation.

    Args:
        record: The record of an audit.

    Example:
        >>> record = {"name": "keyboard", "version": "3"}
        >>> is_rated_by(record, "3"), is_rated_by(record, "4")
        (True, False)
    """
    return record["version"] in (version, _SAME_EDITS.get((record["name"], version)))


def of_one_language(version: str, other: str) -> bool:
    """Whether two versions are of classes for the same language: those for others than English begin with its code.

    Args:
        other: Another version.

    Example:
        >>> of_one_language("5", "6"), of_one_language("5", "zh.1"), of_one_language("zh.1", "zh.2")
        (True, False, True)
    """
    return _language(version) == _language(other)


def _language(version: str) -> str:
    code = version.partition(".")[0]
    return code if code.isalpha() else ""


def write_audits(path: str | Path, records: Sequence[Mapping[str, Any]]) -> Path:
    """Add records to a table, in the place of those of the same transformation, version, parameters and date.

    Args:
        path: The table, for example ``audited.json`` of this package; a new one where there is none.
        records: Each with ``name``, ``params`` and ``tasks`` besides what an audit found.

    Raises:
        DataFileError: The file is no such table, or cannot be written.
    """
    path = Path(path)
    try:
        old = parse_json(path.read_text(encoding="utf-8")) if path.exists() else []
        kept = {_key(one): one for one in [*old, *map(dict, records)]}
    except (OSError, ValueError, TypeError, LookupError) as error:
        raise DataFileError(f"{path} is no table of ratings ({error!r}); name audited.json or a new file") from error
    lines = [json.dumps(one, ensure_ascii=False) for _, one in sorted(kept.items())]
    try:
        write_files(path.parent, {path.name: ("[\n" + ",\n".join(lines) + "\n]\n").encode()})
    except OSError as error:
        raise DataFileError(f"{path} cannot be written: {error}") from error
    return path


def _key(record: Mapping[str, Any]) -> tuple[str, str, str, str]:
    return record["name"], record["version"], json.dumps(record["params"], sort_keys=True), record["date"]


def _same(record: Mapping[str, Any], stage: Mapping[str, Any]) -> bool:
    params = json.loads(json.dumps(dict(stage.get("params") or {}), default=list))
    return json.dumps(dict(record["params"]), sort_keys=True) == json.dumps(params, sort_keys=True)


def _record(found: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in _ABOUT}


def _plain(value: Any) -> Any:
    """What the shared table holds, as JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
