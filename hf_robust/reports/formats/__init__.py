"""The formats that a report is shown and written in: one module each, which reads nothing but the view.

A module of this package is a format when it has a function ``render(view, **options)`` that returns text or bytes. Its
name is the format's, and ``SUFFIX`` the ending of its files, where it has one; ``check()`` refuses where a
library that it needs is absent. Nothing else has to know of a new one.
"""

import pkgutil
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from hf_robust.core.errors import UnknownNameError


@cache
def all_formats() -> dict[str, ModuleType]:
    """The modules of all formats, by name.

    Example:
        >>> [name for name in ("html", "junit", "svg") if name in all_formats()]
        ['html', 'junit']
    """
    modules = {one.name: import_module(f"{__name__}.{one.name}") for one in pkgutil.iter_modules(__path__)}
    return {name: module for name, module in modules.items() if hasattr(module, "render")}


def renderer(name: str) -> Callable[..., str | bytes]:
    """What renders a view in a format.

    Raises:
        UnknownNameError: There is no such format.
    """
    if name not in all_formats():
        raise UnknownNameError("report format", name, ["json", *all_formats()])
    return all_formats()[name].render


def format_of(path: Path, known: Mapping[str, str]) -> str:
    """The format that the ending of a file names.

    Args:
        known: Endings by format, of formats that are no views.

    Raises:
        UnknownNameError: There is none.

    Example:
        >>> format_of(Path("report.html"), {})
        'html'
    """
    names = {suffix: name for name, suffix in (suffixes() | dict(known)).items()}
    if path.suffix.lower() not in names:
        raise UnknownNameError("ending of a report", path.suffix, names)
    return names[path.suffix.lower()]


def suffixes() -> dict[str, str]:
    """The endings of files by format, of those that are files.

    Example:
        >>> suffixes()["html"], suffixes()["pdf"]
        ('.html', '.pdf')
    """
    return {name: suffix for name, module in all_formats().items() if (suffix := getattr(module, "SUFFIX", ""))}


def check_formats(names: Iterable[str], known: Collection[str] = ("json",)) -> None:
    """Refuse formats that are none or that lack a library, before any work starts.

    Args:
        names: The formats.
        known: Formats that are no views.

    Raises:
        UnknownNameError: There is no such format, or it is no file.
        MissingExtra: A library that it needs is not installed.
    """
    for name in names:
        if name in known:
            continue
        if name not in suffixes():
            raise UnknownNameError("format of a report", name, [*known, *suffixes()])
        check = getattr(all_formats()[name], "check", None)
        if check is not None:
            check()
