"""Questions about objects of heavy packages that do not import these packages."""

from typing import Any


def is_transformers(value: Any, name: str) -> bool:
    """Whether a value is an instance of a class of transformers.

    Args:
        value: Any object.
        name: Name of the class in ``transformers``.

    Example:
        >>> is_transformers(len, "PreTrainedModel")
        False
    """
    if not any(cls.__module__.partition(".")[0] in ("transformers", "torch") for cls in type(value).__mro__):
        return False
    import transformers

    return isinstance(value, getattr(transformers, name))
