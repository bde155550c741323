"""Names that are imported when they are first used, so that importing a package is quick."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def load_object(place: str) -> Any:
    """What stands at ``"package.module:Name"``, imported now.

    Example:
        >>> load_object("hf_robust.core.doc:Doc").__name__
        'Doc'
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def lazy_names(
    package: str, homes: Mapping[str, Sequence[str]], *others: str
) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """What a package's ``__init__`` assigns to ``__all__, __getattr__, __dir__``.

    Args:
        package: The package's ``__name__``.
        homes: Public names by the module that defines them.
        *others: Public names that the package defines itself.

    Returns:
        The sorted names; the function that imports one; the function that lists them.

    Example:
        >>> names, get, _ = lazy_names("hf_robust", {"hf_robust.core.doc": ["Doc"]}, "__version__")
        >>> names, get("Doc").__name__
        (['Doc', '__version__'], 'Doc')
    """
    home = {name: module for module, names in homes.items() for name in names}
    listed = sorted([*home, *others])

    def get(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return listed, get, lambda: listed
