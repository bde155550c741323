"""The reports people read: records with a schema, one view a kind of record, one renderer a format.

`report.save(folder)` writes a page and the record.
"""

from hf_robust.reports.any_report import load_report
from hf_robust.reports.attack_report import AttackReport
from hf_robust.reports.capability_report import CapabilityReport
from hf_robust.reports.chain_report import ChainReport
from hf_robust.reports.comparison_report import ComparisonReport
from hf_robust.reports.corruption_report import CorruptionReport
from hf_robust.reports.suite_report import SCHEMA_VERSION, Report, load_record, validate_record
from hf_robust.reports.training_report import TrainingReport

__all__ = [
    "SCHEMA_VERSION",
    "AttackReport",
    "CapabilityReport",
    "ChainReport",
    "ComparisonReport",
    "CorruptionReport",
    "Report",
    "TrainingReport",
    "load_record",
    "load_report",
    "validate_record",
]
