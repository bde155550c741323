"""Reading a saved report of any kind."""

from pathlib import Path

from hf_robust.core.errors import DataFileError
from hf_robust.core.files import recover_files
from hf_robust.core.json_text import parse_json
from hf_robust.reports.attack_report import AttackReport
from hf_robust.reports.base import BaseReport
from hf_robust.reports.capability_report import CapabilityReport
from hf_robust.reports.chain_report import ChainReport
from hf_robust.reports.comparison_report import ComparisonReport
from hf_robust.reports.corruption_report import CorruptionReport
from hf_robust.reports.suite_report import Report
from hf_robust.reports.training_report import TrainingReport

KINDS: tuple[type[BaseReport], ...] = (
    *(Report, CapabilityReport, AttackReport, CorruptionReport),
    *(ChainReport, TrainingReport, ComparisonReport),
)


def load_report(path: str | Path) -> BaseReport:
    """Read a saved report, whatever its kind.

    Args:
        path: The folder that it was saved in, or its JSON file.

    Raises:
        DataFileError: There is no report, several lie there, or it is unreadable.

    Example:
        >>> load_report("nowhere")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.DataFileError: no report at nowhere: expected a folder with report.json,
        capabilities.json, attack.json, corruptions.json, chains.json, training.json or comparison.json, or one of
        these files
    """
    path = Path(path)
    if path.is_dir():
        recover_files(path)
        found = [kind for kind in KINDS if (path / kind.schema.file_name).is_file()]
        if len(found) > 1:
            names = " and ".join(kind.schema.file_name for kind in found)
            raise DataFileError(f"{path} holds {names}; name the one that is meant")
    else:
        found = [kind for kind in KINDS if path.is_file() and kind.schema.stamp.get("kind") == _kind(path)]
    if not found:
        files = [kind.schema.file_name for kind in KINDS]
        expected = f"{', '.join(files[:-1])} or {files[-1]}"
        raise DataFileError(f"no report at {path}: expected a folder with {expected}, or one of these files")
    return found[0].load(path)


def _kind(path: Path) -> str | None:
    """The kind that a file says it is of; the report of a suite says none."""
    try:
        record = parse_json(path.read_bytes())
    except (OSError, ValueError):
        return None
    return record.get("kind") if isinstance(record, dict) else None
