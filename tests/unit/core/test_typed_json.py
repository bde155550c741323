"""JSON as dataclasses: what is read, what is refused with which words, and that writing gives the same JSON back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hf_robust.core.errors import UsageError
from hf_robust.core.typed_json import as_json, changed, read_json


@dataclass(frozen=True)
class Shape:
    a: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    n: int
    share: float | None
    name: str = ""


@dataclass(frozen=True, kw_only=True)
class Whole(Part):
    parts: tuple[Part, ...]
    pair: tuple[str, int] | None
    counts: dict[str, int]
    also: Mapping[str, int] = field(default_factory=dict)
    more: Any = None
    sure: bool = False
    shaped: Annotated[dict[str, Any], Shape] | None = None


PART = {"n": 1, "share": None}
WHOLE = {
    **PART,
    "parts": [PART, {"n": 2, "share": 0.5, "name": "b"}],
    "pair": ["a", 1],
    "counts": {"x": 3},
    "also": {"y": 4},
    "sure": False,
}


def test_it_is_read_and_written_again():
    whole = read_json(Whole, WHOLE, "whole")
    assert (
        whole.parts[1] == Part(2, 0.5, "b")
        and whole.pair == ("a", 1)
        and whole.counts == {"x": 3}
        and whole.also == {"y": 4}
    )
    assert as_json(whole) == WHOLE and read_json(Whole, as_json(whole), "whole") == whole


def test_absent_keys_stay_absent_and_given_ones_stay():
    old = {key: value for key, value in WHOLE.items() if key != "sure"}
    assert as_json(read_json(Whole, old, "whole")) == old
    null = {**WHOLE, "more": None, "name": ""}
    assert as_json(read_json(Whole, null, "whole")) == null
    assert "name" not in as_json(Part(1, 0.5)) and as_json(Part(1, 0.5, "a"))["name"] == "a"


def test_a_changed_copy_is_written_with_the_keys_that_it_was_read_from():
    part = read_json(Part, {**PART, "name": ""}, "part")
    assert as_json(changed(part, n=2)) == {**PART, "n": 2, "name": ""}
    assert as_json(changed(part, name="")) == PART and as_json(changed(Part(1, None), name="b"))["name"] == "b"


def test_a_whole_number_stays_one_where_any_number_is_meant():
    assert repr(as_json(read_json(Part, {"n": 1, "share": 1}, "part"))) == "{'n': 1, 'share': 1}"


def test_unknown_keys_are_allowed():
    assert read_json(Part, {**PART, "later": "more"}, "part") == Part(1, None)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"n": 1.5}, "n should be int, found 1.5"),
        ({"n": True}, "n should be int, found True"),
        ({"sure": 1}, "sure should be bool, found 1"),
        ({"share": "0.5"}, "share should be number, found '0.5'"),
        ({"name": None}, "name should be str, found None"),
        ({"parts": None}, "parts should be list, found None"),
        ({"parts": [PART, {"n": 1}]}, r"parts\[1\].share is missing"),
        ({"parts": [3]}, r"parts\[0\] should be object, found 3"),
        ({"pair": ["a"]}, r"pair should be a list of 2, found \['a'\]"),
        ({"pair": [1, 1]}, r"pair\[0\] should be str, found 1"),
        ({"counts": {"x": "y"}}, "counts.x should be int, found 'y'"),
        ({"shaped": {"a": ["b"]}}, r"shaped.a\[0\] should be int, found 'b'"),
        ({"n": "x" * 90}, "n should be int, found 'x{56}\\.\\.\\."),
    ],
)
def test_what_is_wrong_is_named_with_its_place(change, said):
    with pytest.raises(UsageError, match=f"^not a whole: {said}"):
        read_json(Whole, {**WHOLE, **change}, "whole")


def test_five_problems_are_named_and_the_others_counted():
    with pytest.raises(UsageError, match=r"not a list of parts: parts\[0\].n.*\(and 4 more\)$"):
        read_json(Whole, {**WHOLE, "parts": [{"n": None, "share": 1}] * 9}, "list of parts")


@pytest.mark.parametrize("value", [None, [], "a", 1])
def test_another_value_is_no_object(value):
    with pytest.raises(UsageError, match="not a part: the record should be object, found "):
        read_json(Part, value, "part")


@given(st.builds(Part, st.integers(), st.none() | st.floats(allow_nan=False), st.text()))
def test_any_value_comes_back(part):
    assert read_json(Part, as_json(part), "part") == part


def test_a_type_that_json_has_no_form_for_is_a_mistake():
    @dataclass(frozen=True)
    class Odd:
        value: complex

    with pytest.raises(TypeError, match="no JSON is read as"):
        read_json(Odd, {"value": 1}, "odd")
