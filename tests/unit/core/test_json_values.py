"""Values that JSON can hold."""

from pathlib import Path

import numpy as np

from hf_robust.core.json_values import plain, printable


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
