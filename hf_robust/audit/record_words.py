"""What the record of an audit says, in words."""

from collections.abc import Mapping
from typing import Any


def audited_in_words(audit: Mapping[str, Any] | None) -> str:
    """What an entry's audit says, in a few words.

    Args:
        audit: The record of the entry; None where nobody rated it.

    Example:
        >>> audited_in_words({"value": 0.96, "n": 50, "raters": 2, "date": "2026-11-22"})
        '0.96 of 50, 2 raters, 2026-11-22'
        >>> audited_in_words(None)
        'not rated'
    """
    if not audit:
        return "not rated"
    raters = "1 rater" if audit["raters"] == 1 else f"{audit['raters']} raters"
    return f"{audit['value']:.2f} of {audit['n']}, {raters}, {audit['date']}"
