"""The reports people read: their records, the terminal tables, the HTML pages and JUnit XML."""

from hf_robust.reports.capability_report import CapabilityReport
from hf_robust.reports.corruption_report import CorruptionReport
from hf_robust.reports.record import SCHEMA_VERSION, load_record, validate_record
from hf_robust.reports.report import Report

__all__ = ["SCHEMA_VERSION", "CapabilityReport", "CorruptionReport", "Report", "load_record", "validate_record"]
