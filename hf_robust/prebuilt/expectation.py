"""What was measured when a recipe was built: counts and hashes that every later build must have."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hf_robust.core.sections import Read, key, plain_section, read_section, text, texts_by_name, whole
from hf_robust.core.yaml_nodes import Node


def matching(pattern: str, expected: str) -> Read:
    """A text that a pattern matches as a whole.

    Args:
        pattern: The regular expression.
        expected: What it stands for, in words.
    """

    def read(node: Node) -> str:
        found = text(node)
        if not re.fullmatch(pattern, found):
            node.fail(f"expected {expected}, found {found!r}")
        return found

    return read


_DIGITS = "32 hexadecimal digits"
_hash = matching("[0-9a-f]{32}", _DIGITS)


@dataclass(frozen=True, kw_only=True)
class ExpectedEntry:
    """What an entry had when it was measured."""

    version: str = key(text, "text", "version of its transformation; of a chain those of all stages", "", needed=True)
    rows: int = key(whole(0), "whole number", "pairs, or cases", -1, needed=True)
    hash: str = key(_hash, _DIGITS, "hash of its rows", "", needed=True)


def _by_name(section: type) -> Any:
    return lambda node: {name: read_section(section, part) for name, part in node.items().items()}


def _write_by_name(results: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain_section(result) for name, result in results.items()}


class OneLine(dict):
    """A mapping that stands in one line of a file."""


def _write_in_lines(results: Mapping[str, Any]) -> dict[str, Any]:
    return {name: OneLine(plain_section(result)) for name, result in results.items()}


@dataclass(frozen=True, kw_only=True)
class ExpectedRelease:
    """What a suite had when it was measured."""

    content_hash: str = key(_hash, _DIGITS, "hash of all its rows", "", needed=True)
    entries: Mapping[str, ExpectedEntry] = key(
        _by_name(ExpectedEntry), "mapping", "each entry by name", {}, _write_in_lines
    )


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What was measured when the recipe was built from a source."""

    hf_robust: str = key(text, "version", "version of hf_robust that measured it", "", needed=True)
    rows: int = key(whole(1), "whole number", "rows of the source that were used", -1, needed=True)
    source_hash: str = key(_hash, _DIGITS, "hash of these rows", "", needed=True)
    seed: int = key(whole(), "whole number", "seed that it was built with", 0)
    resources: Mapping[str, str] = key(
        texts_by_name, "mapping", "models and lexicons that took part, by what they are for", {}
    )
    suites: Mapping[str, ExpectedRelease] = key(
        _by_name(ExpectedRelease), "mapping", "each suite by name", {}, _write_by_name
    )
