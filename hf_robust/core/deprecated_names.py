"""Deprecated names of a module: they still work, and a warning says what to use instead."""

import warnings
from collections.abc import Callable, Mapping
from typing import Any


def with_deprecated(
    module: str, getattribute: Callable[[str], Any], names: Mapping[str, str], removed_in: str
) -> Callable[[str], Any]:
    """Return a ``__getattr__`` for a module that also serves deprecated names.

    Args:
        module: Name of the module, for the warning.
        getattribute: The module's ``__getattr__`` without deprecated names.
        names: The new name of each deprecated name.
        removed_in: The version that removes the deprecated names.

    Returns:
        A function that warns with ``DeprecationWarning`` and returns the value of the new name.

    Example:
        >>> import warnings
        >>> values = {"Square": 4}
        >>> get = with_deprecated("shapes", values.__getitem__, {"Quad": "Square"}, removed_in="0.4.0")
        >>> with warnings.catch_warnings(record=True) as caught:
        ...     warnings.simplefilter("always")
        ...     get("Quad")
        4
        >>> str(caught[0].message)
        'shapes.Quad is deprecated and will be removed in 0.4.0; use shapes.Square'
    """

    def get(name: str) -> Any:
        if name not in names:
            return getattribute(name)
        new = names[name]
        message = f"{module}.{name} is deprecated and will be removed in {removed_in}; use {module}.{new}"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return getattribute(new)

    return get
