"""Whether a list of the numbers 0 and 1 has one number a label, or the numbers of labels."""

from collections.abc import Iterable
from numbers import Integral
from typing import Any


def is_vector(value: Any, labels: int) -> bool | None:
    """Whether a value has one number a label, 1 where the label holds; None where it may also be numbers of labels.

    A set of labels names none twice, so a list that repeats 0 or 1 is a vector.

    Args:
        value: What a function returned for one input.
        labels: How many labels there are.

    Example:
        >>> is_vector([1, 0, 0], 3), is_vector([0, 1], 3), is_vector([2, 1], 3), is_vector([1, 0], 2)
        (True, False, False, None)
    """
    numbers = isinstance(value, (list, tuple)) and len(value) > 1
    if not numbers or not all(isinstance(one, Integral) and one in (0, 1) for one in value):
        return False
    if len(set(value)) < len(value):
        return True
    return None if labels == 2 else False


def are_vectors(values: Iterable[Any], labels: int) -> bool | None:
    """Whether the values of a batch are vectors, as one of them tells; None where none does.

    Args:
        values: What a function returned for each input.
        labels: How many labels there are.

    Example:
        >>> are_vectors([[1, 0], [0, 0]], 2), are_vectors([[1, 0], [0]], 2), are_vectors([[1, 0], [0, 1]], 2)
        (True, False, None)
    """
    lists = [value for value in values if isinstance(value, (list, tuple))]
    if any(is_vector(value, labels) for value in lists):
        return True
    return False if any(is_vector(value, labels) is False for value in lists) else None
