"""The parts of an analysis in a report; :data:`PARTS` lists them in the order in which they are shown."""

from collections.abc import Mapping
from typing import Any

from hf_robust.reports.analysis.bias_view import BIAS
from hf_robust.reports.analysis.degrees_view import DEGREES
from hf_robust.reports.analysis.error_flow_view import ERROR_FLOW
from hf_robust.reports.analysis.flipping_words_view import FLIPPING_WORDS
from hf_robust.reports.analysis.label_drops_view import LABEL_DROPS
from hf_robust.reports.analysis.profile_view import PROFILE
from hf_robust.reports.analysis.report_part import ReportPart
from hf_robust.reports.analysis.slices_view import SLICES
from hf_robust.reports.analysis.stereotypes_view import STEREOTYPES
from hf_robust.reports.analysis.weakness_view import WEAKEST
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.view import Section, Table, Words

PARTS: Mapping[str, ReportPart] = {
    "profile": PROFILE,
    "slices": SLICES,
    "weakest": WEAKEST,
    "labels": LABEL_DROPS,
    "error_flow": ERROR_FLOW,
    "flipping_words": FLIPPING_WORDS,
    "bias": BIAS,
    "stereotypes": STEREOTYPES,
    "degrees": DEGREES,
}


def analysis_sections(record: RobustnessRecord) -> list[Section]:
    """The sections of all parts that the record has; its profile apart, which stands among the scores."""
    return [section for key in PARTS if key != "profile" for section in part_sections(record, key)]


def part_sections(record: RobustnessRecord, key: str) -> list[Section]:
    """The sections of one part; none where the record does not have it."""
    part = _parts_of(record).get(key)
    return [] if part is None else PARTS[key].sections(record, part)


def analysis_brief(record: RobustnessRecord) -> list[Table | Words]:
    """What formats with little room show of all parts that the record has."""
    briefs = ((PARTS[key].brief, found) for key, found in _parts_of(record).items())
    return [block for brief, found in briefs if brief for block in brief(record, found)]


def analysis_terms(record: RobustnessRecord) -> list[str]:
    """The terms of the glossary that these sections use."""
    return list(dict.fromkeys(term for key in _parts_of(record) for term in PARTS[key].terms))


def _parts_of(record: RobustnessRecord) -> dict[str, Any]:
    """The parts that the record has, by name."""
    parts = ((key, getattr(record.analysis, key, None)) for key in PARTS)
    return {key: part for key, part in parts if part is not None}
