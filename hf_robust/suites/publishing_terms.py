"""Whether the terms of the source of a suite allow to publish it, as far as the recipe that made it says so."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from hf_robust.core.errors import UsageError

FULL, EDITS = "full", "edits"
"""What a recipe says may be published: the whole suite, or its edits alone."""


class _Described(Protocol):
    @property
    def kind(self) -> str: ...

    @property
    def info(self) -> Mapping[str, Any]: ...


def check_publishable(suite: _Described, permitted: bool = False, folder: Path | None = None) -> None:
    """Refuse to publish what the terms do not allow, before anything is asked of the Hub.

    Args:
        suite: The suite; one that no recipe made says nothing of it, and is the user's own affair.
        permitted: Whether the user says that he may.
        folder: Where the suite lies: its edits may lie beside it.

    Raises:
        UsageError: The terms allow its edits alone, or nothing.
    """
    publish = suite.info.get("publish") or FULL
    if permitted or publish == FULL or (publish, suite.kind) == (EDITS, EDITS):
        return
    name = suite.info.get("name") or "the suite"
    terms = suite.info.get("terms")
    because = f" ({terms.rstrip('.')})" if terms else ""
    instead = ""
    if publish == EDITS:
        edits = f"{suite.info.get('recipe')}-edits"
        beside = folder.resolve().parent / edits if folder is not None else None
        instead = f"publish its edits, {beside if beside is not None and beside.is_dir() else edits}; "
    raise UsageError(
        f"{name} must not be published, the terms of its source do not allow it{because}: {instead}"
        "who has permission says --permitted (in Python: permitted=True)"
    )
