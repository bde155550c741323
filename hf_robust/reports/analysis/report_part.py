"""One part of an analysis in a report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hf_robust.reports.view import Section, Table, Words


@dataclass(frozen=True)
class ReportPart:
    """One part of an analysis.

    Args:
        shape: What its key in the record holds, see :func:`hf_robust.core.record_shape.check_shape`.
        sections: The sections that show it; given the whole record and the part's own value.
        terms: Terms of the glossary that they use.
        brief: What formats with little room show of it, given the same; None for nothing.
    """

    shape: Mapping[str, Any]
    sections: Callable[[dict, dict], list[Section]]
    terms: tuple[str, ...] = ()
    brief: Callable[[dict, dict], list[Table | Words]] | None = None
