"""Warnings of columns that a suite leaves as they were although the text changed."""

from collections.abc import Iterable

from hf_robust.perturb.companions import stale_columns
from hf_robust.suites.robustness import Suite


def stale_warnings(suite: Suite) -> list[dict[str, str]]:
    """A warning that names the columns; none where there are no such columns."""
    features = next((entry.perturbed.features for entry in suite.entries.values() if len(entry)), None)
    stale = [] if features is None else stale_columns(suite.task, features)
    if not stale:
        return []
    return [
        {
            "code": "stale-columns",
            "message": f"{_named(stale)} may point to tokens and did not move with the edits; "
            "leave such columns out before the suite is built.",
        }
    ]


def _named(columns: Iterable[str]) -> str:
    listed = ", ".join(map(repr, columns))
    return f"The column {listed}" if "," not in listed else f"The columns {listed}"
