"""The parts of an analysis in a report; :data:`PARTS` lists them in the order in which they are shown."""

from collections.abc import Mapping

from hf_robust.core.record_shape import Added
from hf_robust.reports.analysis.bias_view import BIAS
from hf_robust.reports.analysis.degrees_view import DEGREES
from hf_robust.reports.analysis.error_flow_view import ERROR_FLOW
from hf_robust.reports.analysis.flipping_words_view import FLIPPING_WORDS
from hf_robust.reports.analysis.profile_view import PROFILE
from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.analysis.slices_view import SLICES
from hf_robust.reports.analysis.stereotypes_view import STEREOTYPES
from hf_robust.reports.analysis.weakness_view import WEAKEST
from hf_robust.reports.view import Section, Table, Words

PARTS: Mapping[str, ReportPart] = {
    "profile": PROFILE,
    "slices": SLICES,
    "weakest": WEAKEST,
    "error_flow": ERROR_FLOW,
    "flipping_words": FLIPPING_WORDS,
    "bias": BIAS,
    "stereotypes": STEREOTYPES,
    "degrees": DEGREES,
}
ANALYSIS = {key: Added(dict(part.shape)) for key, part in PARTS.items()}
"""What the record's ``analysis`` holds."""


def analysis_sections(record: dict) -> list[Section]:
    """The sections of all parts that the record has; its profile apart, which stands among the scores."""
    return [section for key in PARTS if key != "profile" for section in part_sections(record, key)]


def part_sections(record: dict, key: str) -> list[Section]:
    """The sections of one part; none where the record does not have it."""
    found = record.get("analysis") or {}
    return PARTS[key].sections(record, found[key]) if key in found else []


def analysis_brief(record: dict) -> list[Table | Words]:
    """What formats with little room show of all parts that the record has."""
    found = record.get("analysis") or {}
    return [
        block for key, part in PARTS.items() if key in found and part.brief for block in part.brief(record, found[key])
    ]


def analysis_terms(record: dict) -> list[str]:
    """The terms of the glossary that these sections use."""
    found = record.get("analysis") or {}
    return list(dict.fromkeys(term for key, part in PARTS.items() if key in found for term in part.terms))
