"""What the record of an audit says, in words; made by :func:`hf_robust.audit.verdicts.as_record`."""

from collections.abc import Mapping
from typing import Any

from hf_robust.reports.record import MAYBE_NUMBER, MAYBE_TEXT, NUMBER, Added, Maybe

NOT_RATED = "not rated"


def audited_in_words(audit: Mapping[str, Any] | None) -> str:
    """What an audit says, in a few words.

    Args:
        audit: The record; None where nobody rated.

    Example:
        >>> audited_in_words({"value": 0.96, "n": 50, "raters": 2, "date": "2026-11-22"})
        '0.96 of 50, 2 raters, 2026-11-22'
        >>> audited_in_words(None)
        'not rated'
    """
    if not audit:
        return NOT_RATED
    by = _raters(audit)
    return f"{audit['value']:.2f} of {audit['n']}{f', {by}' if by else ''}, {audit['date']}"


AUDIT = Maybe(
    {
        "value": NUMBER,
        "n": int,
        "date": str,
        "version": str,
        "raters": Added(Maybe(int)),
        "interval": Added(Maybe([MAYBE_NUMBER])),
        "kappa": Added(MAYBE_NUMBER),
        "data": Added(MAYBE_TEXT),
    }
)
"""What the record of an audit must be in the record of a report."""


def _raters(audit: Mapping[str, Any]) -> str:
    raters = audit.get("raters")
    return "" if not raters else "1 rater" if raters == 1 else f"{raters} raters"


def audit_sentence(audit: Mapping[str, Any], found: str) -> str:
    """What an audit says, in a sentence.

    Args:
        audit: The record.
        found: What people found of that share, for example ``"People would keep the label of"``.

    Example:
        >>> audit = {"value": 0.96, "n": 50, "raters": 2, "date": "2026-11-22", "interval": [0.87, 0.99], "kappa": 0.8}
        >>> audit_sentence(audit, "People would keep the label of")
        'People would keep the label of 96% of such texts (87% to 99%; 50 rated, 2 raters, kappa 0.80, 2026-11-22).'
    """
    ends = audit.get("interval")
    about = [part for part in (f"{audit['n']} rated", _raters(audit)) if part]
    about += [f"kappa {audit['kappa']:.2f}"] if audit.get("kappa") is not None else []
    about += [str(part) for part in (audit["date"], audit.get("data")) if part]
    between = f"{ends[0]:.0%} to {ends[1]:.0%}; " if ends else ""
    return f"{found} {audit['value']:.0%} of such texts ({between}{', '.join(about)})."


def trust_line(audits: Mapping[str, Mapping[str, Any] | None], asked: bool) -> tuple[str, ...]:
    """What people said of all tests of a report, and of which they were not asked, in one line where there is anything.

    Args:
        audits: The record by test; None where nobody rated.
        asked: Whether a least confidence was asked for.

    Example:
        >>> audit = {"value": 0.96, "n": 50, "raters": 2, "date": "2026-11-22"}
        >>> trust_line({"keyboard": audit, "ocr": None}, asked=False)
        ('Labels that people found right: keyboard 0.96 of 50, 2 raters, 2026-11-22. Not rated: ocr.',)
        >>> trust_line({"ocr": None}, asked=False)
        ()
    """
    said = [f"{name} {audited_in_words(audit)}" for name, audit in audits.items() if audit]
    other = [name for name, audit in audits.items() if not audit]
    if not said and not asked:
        return ()
    right = [f"Labels that people found right: {'; '.join(said)}."] if said else []
    return (" ".join([*right, *([f"Not rated: {', '.join(other)}."] if other else [])]),)
