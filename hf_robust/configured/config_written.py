"""The files that a run writes beside its reports: the configuration that repeats it, and a summary of several parts."""

from pathlib import Path

import hf_robust
from hf_robust.configured.configuration import FILE, Configuration
from hf_robust.core.own_files import check_own

SUMMARY = "summary.md"
_SAID = "What was run, by hf-robust"


def check_written(
    configuration: Configuration, out: Path, config_file: str | Path | None, overwrite: bool = False
) -> None:
    """Refuse to replace a configuration or a summary that no run wrote, before any work starts.

    Args:
        out: Folder of the reports.
        config_file: The configuration that is read; it is left as it is.
        overwrite: Whether files that hf_robust did not write may be replaced.

    Raises:
        UsageError: With the file and what to type.
    """
    place = out / FILE
    if config_file is None or not place.exists() or not place.samefile(config_file):
        check_own([place], overwrite, [_SAID])
    if len(configuration.models) > 1 or configuration.capabilities or configuration.attacks:
        check_own([out / SUMMARY], overwrite, ["# What was run"])


def said_by_run(path: Path) -> str:
    """The title of a file that a run wrote."""
    return f"{_SAID} {hf_robust.__version__}. To run it again:\nhf-robust run --config {path} --out again"
