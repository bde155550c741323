"""Where and in which formats reports are written, and the thresholds that scores are compared with."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.option_values import listed, thresholds
from hf_robust.configured.protected_outputs import check_outputs

if TYPE_CHECKING:
    from hf_robust.core.yaml_nodes import Node


def named_formats(given: Collection[str]) -> list[str]:
    """The formats that a report is written in: the page, the record, and those that were asked for.

    Args:
        given: Names of formats, or lists of them separated by commas.

    Raises:
        UnknownNameError: There is no such format.
        MissingExtra: One needs a library that is not installed.

    Example:
        >>> named_formats(["latex,markdown", "latex"])
        ['html', 'json', 'latex', 'markdown']
    """
    names = [name for text in given for name in listed(text) or ()]
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


def check_report_places(out: Path, given: Mapping[str, Any], name: str, overwrite: bool = False) -> None:
    """Refuse places that cannot be written to, and a threshold out of range, before any work starts.

    Args:
        out: Folder of the report.
        given: Values of the options.
        name: Name of the report's files, without their endings.
        overwrite: Whether files that hf_robust did not write may be replaced.
    """
    from hf_robust.core.errors import DataFileError
    from hf_robust.core.files import check_folder
    from hf_robust.core.own_files import check_own
    from hf_robust.reports.thresholds import Thresholds

    Thresholds.of(thresholds(given.get("fail_under", ())))
    check_folder(out)
    check_outputs({**given, "out": out}, overwrite)
    check_own([out / f"{name}{ending}" for ending in _endings(given.get("formats", ()))], overwrite)
    junit = given.get("junit")
    if junit is not None:
        check_folder(junit.parent)
        if junit.is_dir():
            raise DataFileError(f"cannot write to {junit}: it is a folder; name a file")
    if given.get("cache_dir") is not None:
        check_folder(given["cache_dir"])


def _endings(formats: Collection[str]) -> Iterator[str]:
    """Endings of the files of a report."""
    for one in named_formats(formats):
        if one in ("html", "json"):
            yield f".{one}"  # without the modules of all formats
        else:
            from hf_robust.reports.formats import suffixes

            yield suffixes()[one]


def check_names(known: Collection[str], given: Mapping[str, Any]) -> None:
    """Refuse a threshold for what the suite does not have.

    Args:
        known: Names of the transformations, or ids of the capabilities.
        given: Values of :func:`hf_robust.cli.options.gate_options`.
    """
    from hf_robust.reports.thresholds import Thresholds

    Thresholds.of(thresholds(given["fail_under"])).check_names(known)
