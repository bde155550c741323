"""Shapes of records, and values that JSON can hold."""

from pathlib import Path

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.core.record_shape import Added, check_shape, plain, printable


def test_a_key_that_was_added_may_be_absent_but_not_of_another_type():
    keys = {"n": int, "faults": Added({"*": int})}
    check_shape({"n": 1}, keys, "result")
    check_shape({"n": 1, "faults": {"ValueError": 2}}, keys, "result")
    with pytest.raises(UsageError, match="not a result: faults.why should be int, found 'two'"):
        check_shape({"n": 1, "faults": {"why": "two"}}, keys, "result")


def test_plain_makes_json_of_what_python_holds():
    value = {
        "a": np.float32(0.5),
        "b": np.int64(3),
        "c": (1, float("inf")),
        4: Path("x"),
        "d": np.array([1.0, np.nan]),
    }
    assert plain(value) == {"a": 0.5, "b": 3, "c": [1, None], "4": "x", "d": [1.0, None]}


def test_surrogates_are_joined_or_replaced():
    assert plain("\ud83d\ude00") == "\U0001f600"
    assert plain(["\ud83d", "\ude00\ud83d"]) == ["�", "��"]


def test_printable_keeps_lines_and_drops_what_steers_a_terminal():
    assert printable("a\tb\nc\r\nd") == "a\tb\nc\nd"
    assert printable("\x1b[31m\x00\x9b\uffff") == "�[31m���"
