"""Several values of one parameter, as -t takes them."""

import pytest

from hf_robust.cli.option_values import entries
from hf_robust.core.errors import UsageError


def test_values_are_read_beside_names_and_chains():
    found = entries("ocr@rate=0.1/0.4,typos,ocr+twitter", ["typos.count=2"])
    assert found[:3] == [
        {"name": "ocr", "rate": 0.1},
        {"name": "ocr", "rate": 0.4},
        {"name": "typos", "count": 2},
    ]
    assert found[3] == [{"name": "ocr"}, {"name": "twitter"}]


def test_other_parameters_come_with_them():
    found = entries("keyboard@rate=0.1/0.4", ["keyboard.min_length=3"])
    assert found == [{"name": "keyboard", "min_length": 3, "rate": value} for value in (0.1, 0.4)]


@pytest.mark.parametrize("text", ["keyboard@", "keyboard@rate", "@rate=0.1/0.2", "ocr+keyboard@rate=0.1/0.2"])
def test_other_spellings_are_refused(text):
    with pytest.raises(UsageError, match="NAME@KEY=0.1/0.2"):
        entries(text, [])


def test_one_value_is_no_curve():
    with pytest.raises(UsageError, match="two or more different numbers"):
        entries("keyboard@rate=0.1", [])
