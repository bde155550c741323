"""Objects named by a string, imported when they are used."""

from importlib import import_module
from typing import Any


def load_object(path: str) -> Any:
    """What stands at ``"package.module:Name"``, imported now.

    Example:
        >>> load_object("hf_robust.core.doc:Doc").__name__
        'Doc'
    """
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
