"""The oracle confidence in a YAML file: a number, or what an audit found; reading it, and writing what was found."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from hf_robust.capability.schema import CONFIDENCE_KEYS
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import write_files
from hf_robust.core.sections import share
from hf_robust.core.yaml_nodes import Node, compose

_NAME = "oracle_confidence"


def read_confidence(node: Node | None, version: str) -> tuple[float | None, dict[str, Any] | None]:
    """How sure the labels are, and what raters said of them where an audit is written down.

    What raters said of cases of another version of the file does not count: the number is None then, and the record is
    kept, so that it can be said.

    Args:
        node: What stands there; None where nothing does.
        version: Version of the file.

    Raises:
        SpecError: It is no number from 0 to 1, and no record of an audit.
    """
    if node is None or node.is_null:
        return None, None
    if not node.is_map:
        return share(node), None
    record = {**dict.fromkeys(node.items()), **node.read(CONFIDENCE_KEYS)}
    return (record["value"] if record["version"] == version else None), record


def write_confidence(path: str | Path, records: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Write what an audit found into a specification; all else in the file stays as it is, comments too.

    Args:
        records: What :func:`hf_robust.audit.verdicts.as_record` gives, by id of the capability.

    Returns:
        The ids that were written.

    Raises:
        UsageError: No capability of the file is among them, or one was rated in another version than the file has.
        SpecError: The file is no sound YAML.
        DataFileError: It cannot be written.
    """
    path = Path(path)
    top = compose(path).items()
    version = top["version"].value(str)
    found = {part.items()["id"].value(str): part for part in top["capabilities"].parts()}
    chosen = [id for id in found if id in records]
    if not chosen:
        raise UsageError(f"none of the capabilities {', '.join(records) or '(none)'} is in {path}")
    for id in chosen:
        if records[id]["version"] != version:
            rated = records[id]["version"] or "none"
            raise UsageError(
                f"{id} was rated in version {rated}; {path} has version {version}, to which that says nothing"
            )
    text = path.read_text(encoding="utf-8")
    for id in reversed(chosen):  # from the end, so that places before stay true
        text = _with(text, found[id], records[id])
    try:
        write_files(path.parent, {path.name: text.encode()})
    except OSError as error:
        raise DataFileError(f"{path} cannot be written: {error}") from error
    return chosen


def _with(text: str, capability: Node, record: Mapping[str, Any]) -> str:
    """The text of a file with the record of one capability in its place."""
    parts = capability.items()
    old = parts.get(_NAME)
    flow = bool(getattr(capability.yaml, "flow_style", False))
    indent = " " * (capability.yaml.start_mark.column if not flow else 0)
    if flow:
        written = json.dumps(record, ensure_ascii=False)
    else:
        lines = [f"{indent}  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in record.items()]
        written = "\n" + "\n".join(lines)
    if old is not None:
        start, end = old.yaml.start_mark.index, _end(old.yaml)
        return text[:start].rstrip(" \n") + ("" if written.startswith("\n") else " ") + written + text[end:]
    end = _end(parts["id"].yaml)
    if flow:
        return f"{text[:end]}, {_NAME}: {written}{text[end:]}"
    rest = text.find("\n", end)
    rest = len(text) if rest < 0 else rest
    return f"{text[:rest]}\n{indent}{_NAME}:{written}{text[rest:]}"


def _end(node: yaml.Node) -> int:
    """Where a value ends; a block is said to end only where the next one begins."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last)
    return node.end_mark.index
