"""The parts of an analysis in a report; :data:`PARTS` lists them in the order in which they are shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hf_robust.reports.record import Added
from hf_robust.reports.view import Section


@dataclass(frozen=True)
class ReportPart:
    """One part of an analysis.

    Args:
        shape: What its key in the record holds, see :func:`hf_robust.reports.record.check_shape`.
        sections: The sections that show it; given the whole record and the part's own value.
        terms: Terms of the glossary that they use.
    """

    shape: Mapping[str, Any]
    sections: Callable[[dict, dict], list[Section]]
    terms: tuple[str, ...] = ()


PARTS: Mapping[str, ReportPart] = {}
ANALYSIS = {key: Added(dict(part.shape)) for key, part in PARTS.items()}
"""What the record's ``analysis`` holds."""


def analysis_sections(record: dict) -> list[Section]:
    """The sections of all parts that the record has."""
    found = record.get("analysis") or {}
    return [section for key, part in PARTS.items() if key in found for section in part.sections(record, found[key])]


def analysis_terms(record: dict) -> list[str]:
    """The terms of the glossary that these sections use."""
    found = record.get("analysis") or {}
    return list(dict.fromkeys(term for key, part in PARTS.items() if key in found for term in part.terms))
