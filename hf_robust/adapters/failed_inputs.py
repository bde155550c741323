"""Exceptions of a user's model: the type and the traceback stay, and notes say which input it failed on."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

from hf_robust.adapters.base import Input, input_of
from hf_robust.core.errors import RobustError
from hf_robust.core.quoted import quoted

_KEY = "_hf_robust_input"  # attribute of an exception


def raise_with_input(error: Exception, call: Callable[[list], Any], batch: list, roles: Sequence[str]) -> NoReturn:
    """Raise the exception again, with a note on the input that the model fails on.

    The batch is halved as long as one half fails too, so that few more calls find the row.

    Args:
        error: What the model raised; errors of this package stay as they are.
        call: Asks the model for a batch.
        batch: The rows by role.
        roles: The roles that the model is given.
    """
    if not isinstance(error, RobustError):
        failing = _smallest(call, batch)
        value = input_of(failing[0], roles)
        where = "input" if len(failing) == 1 else f"batch of {len(failing)} inputs, of which the first is"
        error.add_note(f"hf_robust: the model raised this on the {where} {_shown(value)}")
        if len(failing) == 1:
            with suppress(AttributeError, TypeError):  # some exceptions have no attributes
                setattr(error, _KEY, value)
    raise error


def note_location(error: Exception, sources: Iterable[tuple[str, Iterable[Input]]]) -> None:
    """Note where an input stands that a model failed on.

    Args:
        error: From :func:`raise_with_input`; any other is left as it is.
        sources: What holds inputs, in words, and the inputs.
    """
    value = getattr(error, _KEY, None)
    if value is None:
        return
    for source, inputs in sources:
        row = next((index for index, value_seen in enumerate(inputs) if value_seen == value), None)
        if row is not None:
            error.add_note(f"hf_robust: this is row {row} of {source}")
            return


def _smallest(call: Callable[[list], Any], batch: list) -> list:
    """The smallest half of a half of a batch that fails."""
    while len(batch) > 1:
        middle = len(batch) // 2
        half = next((part for part in (batch[:middle], batch[middle:]) if _fails(call, part)), None)
        if half is None:
            return batch
        batch = half
    return batch


def _fails(call: Callable[[list], Any], batch: list) -> bool:
    try:
        call(batch)
    except Exception:
        return True
    return False


def _shown(value: Input) -> str:
    first = value[0] if isinstance(value[0], str) else " ".join(value[0])
    return quoted(first)
