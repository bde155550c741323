"""Which tests a run leaves out because raters found too many of their labels wrong, or were not asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.reports.audit_words import NOT_RATED, audited_in_words
from hf_robust.suites.pairs import SuiteEntry
from hf_robust.transforms.audited_versions import audit_of, older_versions

UNRATED = ("keep", "skip")


@dataclass(frozen=True)
class Trust:
    """What a run asks of its tests.

    Args:
        least: The least share of labels that raters find right, from 0 to 1; None: any.
        unrated: ``"keep"`` or ``"skip"``: what becomes of tests that nobody rated. Those that are kept are named.

    Raises:
        UsageError: A value is something else.

    Example:
        >>> [Trust(0.9).why_not(sure) for sure in (0.85, 0.95, None)], Trust(0.9, "skip").why_not(None)
        (['confidence 0.85, below 0.90', None, None], 'not rated')
    """

    least: float | None = None
    unrated: str = "keep"

    def __post_init__(self) -> None:
        if self.least is not None and not (is_number(self.least) and 0 <= self.least <= 1):
            raise UsageError(f"min_confidence must be from 0 to 1, found {self.least!r}")
        if self.unrated not in UNRATED:
            raise UsageError(f"unrated must be one of {', '.join(UNRATED)}, found {self.unrated!r}")

    def why_not(self, confidence: float | None) -> str | None:
        """Why a test with such a confidence is left out; None where it is not."""
        if confidence is None:
            return NOT_RATED if self.unrated == "skip" else None
        if self.least is None or confidence >= self.least:
            return None
        return f"confidence {confidence:.2f}, below {self.least:.2f}"

    def describe(self) -> dict[str, Any]:
        """For the record."""
        return {"min_confidence": self.least, "unrated": self.unrated}


def audit_of_entry(entry: SuiteEntry) -> Mapping[str, Any] | None:
    """What raters said of outputs of an entry's version: as the suite has it, or this package."""
    return entry.audit or audit_of(entry.stages)


def left_out(entries: Mapping[str, SuiteEntry], trust: Trust) -> dict[str, str]:
    """The entries that are left out, each with the reason.

    Args:
        entries: The entries by name.
        trust: What is asked of them.

    Raises:
        UsageError: None is left.
    """
    reasons = {}
    for name, entry in entries.items():
        audit = audit_of_entry(entry)
        why = trust.why_not(None if audit is None else audit["value"])
        if why is not None:
            said = f" ({audited_in_words(audit)})" if audit else _other_versions(entry.stages)
            reasons[name] = f"raters confirmed too few of its labels: {why}{said}" if audit else f"{why}{said}"
    if entries and len(reasons) == len(entries):
        first = next(iter(reasons.items()))
        raise UsageError(f"min_confidence and unrated leave out all {len(entries)} transformations: {': '.join(first)}")
    return reasons


def _other_versions(stages: Sequence[Mapping[str, Any]]) -> str:
    """That raters rated another version, which says nothing of this one."""
    versions = older_versions(stages)
    return f" in this version; version {', '.join(versions)} was" if versions else ""
