"""One transformation at several values of a parameter."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError, UsageError


def test_an_entry_for_each_value_in_order():
    assert hr.degrees("keyboard", rate=[0.4, 0.1, 0.4]) == [
        {"name": "keyboard", "rate": 0.1},
        {"name": "keyboard", "rate": 0.4},
    ]


def test_other_parameters_stay_as_they_are():
    assert hr.degrees("typos", count=range(1, 3), keep_first=True) == [
        {"name": "typos", "count": 1, "keep_first": True},
        {"name": "typos", "count": 2, "keep_first": True},
    ]


@pytest.mark.parametrize("params", [{}, {"rate": 0.1}, {"rate": [0.1]}, {"rate": [0.1, 0.1]}, {"rate": ["a", "b"]}])
def test_there_must_be_one_list_of_different_numbers(params):
    with pytest.raises(UsageError, match=r"one list of two or more different numbers.*hr.degrees\('keyboard', rate="):
        hr.degrees("keyboard", **params)


def test_two_lists_are_one_too_many():
    with pytest.raises(UsageError, match="one list"):
        hr.degrees("typos", rate=[0.1, 0.2], count=[1, 2])


def test_names_and_values_are_checked_at_once():
    with pytest.raises(UnknownNameError, match="keyboard"):
        hr.degrees("keybord", rate=[0.1, 0.2])
    with pytest.raises(UsageError, match="no parameter 'rat'"):
        hr.degrees("keyboard", rat=[0.1, 0.2])
    with pytest.raises(UsageError):
        hr.degrees("keyboard", rate=[0.1, 7])
