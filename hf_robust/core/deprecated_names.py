"""Deprecated names of modules, arguments and class members: they still work, and a warning names the new name."""

import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


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
        _warn(f"{module}.{name}", f"{module}.{new}", removed_in)
        return getattribute(new)

    return get


def deprecated_arguments(removed_in: str, **names: str) -> Callable[[F], F]:
    """Keep the old names of keyword arguments of a function.

    Args:
        removed_in: The version that removes the deprecated names.
        names: The new name of each deprecated name.

    Returns:
        A decorator. The function warns with ``DeprecationWarning`` when it is called with a deprecated name.

    Example:
        >>> import warnings
        >>> @deprecated_arguments("0.4.0", length="width")
        ... def area(width):
        ...     return width * width
        >>> with warnings.catch_warnings(record=True) as caught:
        ...     warnings.simplefilter("always")
        ...     area(length=2)
        4
        >>> str(caught[0].message)
        'the argument length of area is deprecated and will be removed in 0.4.0; use width'
    """

    def decorate(function: F) -> F:
        @wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            for old, new in names.items():
                if old in options and new not in options:
                    _warn(f"the argument {old} of {function.__qualname__}", new, removed_in)
                    options[new] = options.pop(old)
            return function(*args, **options)

        return call  # type: ignore[return-value]

    return decorate


def deprecated_attribute(old: str, new: str, removed_in: str) -> Any:
    """Return a property with the old name of an attribute.

    Args:
        old: The deprecated name, as the warning names it: ``"Square.length"``.
        new: The name of the attribute.
        removed_in: The version that removes the deprecated name.

    Example:
        >>> import warnings
        >>> class Square:
        ...     width = 2
        ...     length = deprecated_attribute("Square.length", "width", removed_in="0.4.0")
        >>> with warnings.catch_warnings(record=True) as caught:
        ...     warnings.simplefilter("always")
        ...     Square().length
        2
        >>> str(caught[0].message)
        'Square.length is deprecated and will be removed in 0.4.0; use width'
    """

    def get(self: Any) -> Any:
        _warn(old, new, removed_in)
        return getattr(self, new)

    return property(get, doc=f"Deprecated: use ``{new}``.")


def take_deprecated_members(subclass: type, names: Mapping[str, str], removed_in: str) -> None:
    """Give a subclass that defines a member under its old name the member under the new name.

    Args:
        subclass: The class, in ``__init_subclass__`` of its base.
        names: The new name of each deprecated name.
        removed_in: The version that removes the deprecated names.

    Example:
        >>> import warnings
        >>> class Kind:
        ...     def __init_subclass__(cls):
        ...         take_deprecated_members(cls, {"text": "description"}, removed_in="0.4.0")
        >>> with warnings.catch_warnings(record=True) as caught:
        ...     warnings.simplefilter("always")
        ...     class Own(Kind):
        ...         text = "mine"
        >>> Own.description, str(caught[0].message)
        ('mine', 'Own.text is deprecated and will be removed in 0.4.0; use description')
    """
    for old, new in names.items():
        if old in vars(subclass) and new not in vars(subclass):
            _warn(f"{subclass.__qualname__}.{old}", new, removed_in, stacklevel=4)
            setattr(subclass, new, vars(subclass)[old])


def _warn(old: str, new: str, removed_in: str, stacklevel: int = 3) -> None:
    message = f"{old} is deprecated and will be removed in {removed_in}; use {new}"
    warnings.warn(message, DeprecationWarning, stacklevel=stacklevel)
