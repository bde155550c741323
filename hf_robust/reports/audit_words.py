"""What the record of an audit says, in words; made by :func:`hf_robust.audit.verdicts.as_record`."""

from collections.abc import Mapping
from typing import Any

NOT_RATED = "not rated"
_NAMED = 3  # unrated tests that a line names
PEOPLE, MODELS, BOTH = "people", "language models", "people and language models"
RATED_BY = (PEOPLE, MODELS, BOTH)
"""Who can have rated, as the key ``by`` of a record says; where it is missing, people did."""


def rated_by(audit: Mapping[str, Any]) -> str:
    """Who rated.

    Example:
        >>> rated_by({"by": "language models"}), rated_by({})
        ('language models', 'people')
    """
    return str(audit.get("by") or PEOPLE)


def raters_in_words(audit: Mapping[str, Any]) -> str:
    """How many rated, and who they are.

    Example:
        >>> raters_in_words({"raters": 2, "by": "language models"}), raters_in_words({"raters": 1})
        ('2 language models', '1 person')
        >>> raters_in_words({"raters": 3, "by": "people and language models"}), raters_in_words({})
        ('3 raters (people and language models)', 'people')
    """
    by, raters = rated_by(audit), audit.get("raters")
    if not raters:
        return by
    if by not in (PEOPLE, MODELS):
        return f"{raters} raters ({by})"
    one = "person" if by == PEOPLE else "language model"
    return f"1 {one}" if raters == 1 else f"{raters} {by}"


def audited_in_words(audit: Mapping[str, Any] | None) -> str:
    """What an audit says, in a few words.

    Args:
        audit: The record; None where nobody rated.

    Example:
        >>> audited_in_words({"value": 0.96, "n": 50, "raters": 2, "by": "language models", "date": "2026-11-22"})
        '0.96 of 50, 2 language models, 2026-11-22'
        >>> audited_in_words(None)
        'not rated'
    """
    if not audit:
        return NOT_RATED
    return f"{audit['value']:.2f} of {audit['n']}, {raters_in_words(audit)}, {audit['date']}"


def audit_sentence(audit: Mapping[str, Any], gold: str = "label") -> str:
    """What an audit says of changed texts, in a sentence.

    Args:
        audit: The record of the audit.
        gold: What the expected answer of a row is called, see :func:`hf_robust.reports.gold_words.gold_word`.

    Example:
        >>> audit = {"value": 0.96, "n": 50, "raters": 2, "date": "2026-11-22", "interval": [0.87, 0.99], "kappa": 0.8}
        >>> audit_sentence(audit)
        '2 people rated 50 texts that this version of the transformation had changed (2026-11-22, kappa 0.80). They
        confirmed the label of 96% of the texts (95% interval: 87% to 99%).'
        >>> audit_sentence({"value": 1, "n": 50, "by": "language models", "date": "2026-11-22"})
        'Language models rated 50 texts that this version of the transformation had changed (2026-11-22). They
        confirmed the label of 100% of the texts.'
    """
    ends, kappa = audit.get("interval"), audit.get("kappa")
    sources = " and".join(str(audit.get("data") or "").replace(";", ",").rsplit(",", 1))
    data = f", from {sources}" if sources else ""
    agreed = f", kappa {kappa:.2f}" if kappa is not None else ""
    between = f" (95% interval: {ends[0]:.0%} to {ends[1]:.0%})" if ends else ""
    raters = raters_in_words(audit)
    return (
        f"{raters[:1].upper()}{raters[1:]} rated {audit['n']} texts that this version of the transformation had "
        f"changed{data} ({audit['date']}{agreed}). They confirmed the {gold} of {audit['value']:.0%} of the texts"
        f"{between}."
    )


def trust_line(
    audits: Mapping[str, Mapping[str, Any] | None], asked: bool, noun: str = "transformation", gold: str = "label"
) -> tuple[str, ...]:
    """What raters said of all tests of a report, and which nobody rated, in one line where there is anything.

    Args:
        audits: The record by test; None where nobody rated.
        asked: Whether a minimum confidence was asked for.
        noun: What an entry is called.
        gold: What the expected answer of a row is called.

    Example:
        >>> audit = {"value": 0.96, "n": 50, "raters": 2, "date": "2026-11-22"}
        >>> trust_line({"keyboard": audit, "ocr": None}, asked=False)
        ('Share of labels that raters confirmed: keyboard 0.96 of 50, 2 people, 2026-11-22. Not rated: ocr.',)
        >>> trust_line({"keyboard": audit, "ocr": audit | {"value": 0.9}}, asked=False)
        ('Share of labels that raters (people) confirmed: 0.90 (ocr) to 0.96 for 2 transformations.',)
        >>> trust_line({"ocr": None}, asked=False)
        ()
    """
    rated = {name: audit for name, audit in audits.items() if audit}
    other = [name for name in audits if name not in rated]
    if not rated and not asked:
        return ()
    parts = [_confirmed(rated, noun, gold)] if rated else []
    if other:
        more = f" and {len(other) - _NAMED} more" if len(other) > _NAMED else ""
        parts.append(f"Not rated: {', '.join(other[:_NAMED])}{more}.")
    return (" ".join(parts),)


def _confirmed(rated: Mapping[str, Mapping[str, Any]], noun: str, gold: str) -> str:
    """The shares of labels that raters confirmed: of one entry with its facts, of several the range."""
    if len(rated) == 1:
        ((name, audit),) = rated.items()
        return f"Share of {gold}s that raters confirmed: {name} {audited_in_words(audit)}."
    low, high = (pick(rated, key=lambda name: rated[name]["value"]) for pick in (min, max))
    first, last = (f"{rated[name]['value']:.2f}" for name in (low, high))
    span = first if first == last else f"{first} ({low}) to {last}"
    who = ", ".join(dict.fromkeys(map(rated_by, rated.values())))
    return f"Share of {gold}s that raters ({who}) confirmed: {span} for {len(rated)} {noun}s."
