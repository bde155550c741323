"""The report people read: its record, the terminal table, the HTML page and JUnit XML."""

from hf_robust.reports.record import SCHEMA_VERSION, load_record, validate_record
from hf_robust.reports.report import Report

__all__ = ["SCHEMA_VERSION", "Report", "load_record", "validate_record"]
