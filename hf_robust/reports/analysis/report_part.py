"""One part of an analysis in a report."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Section, Table, Words


@dataclass(frozen=True)
class ReportPart:
    """One part of an analysis.

    Args:
        sections: The sections that show it; given the whole record and the part's own value.
        terms: Terms of the glossary that they use.
        brief: What formats with little room show of it, given the same; None for nothing.
    """

    sections: Callable[[RobustnessRecord, Any], list[Section]]
    terms: tuple[str, ...] = ()
    brief: Callable[[RobustnessRecord, Any], list[Table | Words]] | None = None
