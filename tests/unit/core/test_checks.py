"""Numbers that a user gives, and True and False, which are none."""

import pytest

from hf_robust.core.checks import is_number, is_whole_number, whole_number
from hf_robust.core.errors import UsageError


@pytest.mark.parametrize(
    ("value", "number", "whole"), [(1, True, True), (1.0, True, False), (True, False, False), ("1", False, False)]
)
def test_kinds(value, number, whole):
    assert (is_number(value), is_whole_number(value)) == (number, whole)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, "batch_size", 1), "batch_size must be a whole number of at least 1, found 0"),
        ((-1, "start", 0), "start must be a whole number of at least 0, found -1"),
        (("x", "seed"), "seed must be a whole number, found 'x'"),
        ((None, "seed"), "seed must be a whole number, found None"),
    ],
)
def test_what_is_wrong_is_said(arguments, message):
    with pytest.raises(UsageError) as error:
        whole_number(*arguments)
    assert str(error.value) == message


def test_none_where_it_will_do():
    assert whole_number(None, "limit", 1, optional=True) is None
    with pytest.raises(UsageError, match="limit must be a whole number of at least 1 or None, found True"):
        whole_number(True, "limit", 1, optional=True)
