"""Where and in which formats reports are written: checked before any work starts."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hf_robust.core.yaml_nodes import Node


def named_formats(names: Collection[str]) -> list[str]:
    """The formats that a report is written in: the page, the record, and those that were asked for.

    Args:
        names: Names of formats.

    Raises:
        UnknownNameError: There is no such format.
        MissingExtra: One needs a library that is not installed.

    Example:
        >>> named_formats(["latex", "markdown", "latex"])
        ['html', 'json', 'latex', 'markdown']
    """
    if names:
        from hf_robust.reports.formats import check_formats

        check_formats(names)
    return list(dict.fromkeys(["html", "json", *names]))


def read_formats(node: "Node") -> tuple[str, ...]:
    """The formats that a configuration names.

    Args:
        node: A name, or a list of them.
    """
    from hf_robust.reports.formats import suffixes

    return node.among(suffixes(), "format")


def check_report(out: Path, name: str, formats: Collection[str], overwrite: bool = False) -> None:
    """Refuse a folder of a report that cannot be written to.

    Args:
        out: Folder of the report.
        name: Name of the report's files, without their endings.
        formats: The formats of the files, besides the page and the record.
        overwrite: Whether files that hf_robust did not write may be replaced.
    """
    from hf_robust.core.files import check_folder
    from hf_robust.core.own_files import check_own

    check_folder(out)
    check_own([out / f"{name}{ending}" for ending in _endings(formats)], overwrite)


def check_answers(out: Path, overwrite: bool = False) -> None:
    """Refuse a folder whose file of answers cannot be replaced.

    Args:
        out: Folder of the report.
        overwrite: Whether a file that hf_robust did not write may be replaced.
    """
    from hf_robust.core.own_files import check_own
    from hf_robust.reports.saved_answers import FILE

    check_own([out / FILE], overwrite)


def check_paths(junit: Path | None, cache_dir: Path | None) -> None:
    """Refuse a JUnit file or a folder for predictions that cannot be written to.

    Args:
        junit: The JUnit file.
        cache_dir: The folder of the predictions.
    """
    from hf_robust.core.errors import DataFileError
    from hf_robust.core.files import check_folder

    if junit is not None:
        check_folder(junit.parent)
        if junit.is_dir():
            raise DataFileError(f"cannot write to {junit}: it is a folder; name a file with `thresholds.junit`")
    if cache_dir is not None:
        check_folder(cache_dir)


def _endings(formats: Collection[str]) -> Iterator[str]:
    """Endings of the files of a report."""
    for one in named_formats(formats):
        if one in ("html", "json"):
            yield f".{one}"  # without the modules of all formats
        else:
            from hf_robust.reports.formats import suffixes

            yield suffixes()[one]


def check_thresholds(fail_under: Mapping[str, float], known: Collection[str] | None = None) -> None:
    """Refuse a threshold out of range, or one for what the suite does not have.

    Args:
        fail_under: The lowest score that passes, by name.
        known: Names of the transformations, or ids of the capabilities; None to check the scores alone.
    """
    from hf_robust.reports.thresholds import Thresholds

    found = Thresholds.of(fail_under)
    if known is not None:
        found.check_names(known)
