"""YAML of strangers: bombs are refused at once, with their place."""

import time

import pytest
import yaml

from hf_robust.core.errors import SpecError
from hf_robust.core.sections import flag, string, whole
from hf_robust.core.yaml_nodes import MOST_BYTES, MOST_DEPTH, BoundedLoader, Key, LimitError, compose, node_of

LAUGHS = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (LAUGHS, 6, "at most 200,000 values, each alias counted as what it stands for, found more"),
        ("a: 1\nb: &b [x, {c: *b}]", 2, "an alias to something that is complete, found one inside"),
        ("&root\na: *root", 2, "an alias to something that is complete, found one inside"),
        ("a:\n  " + "[" * 100_000, 2, "at most 50 levels of nesting, found more"),
        ("{a: " * 300 + "1" + "}" * 300, 1, "at most 50 levels of nesting, found more"),
    ],
)
def test_bombs_are_refused_at_once_with_their_place(tmp_path, text, line, message):
    path = tmp_path / "bomb.yaml"
    path.write_text(text)
    start = time.process_time()
    with pytest.raises(SpecError, match=message) as caught:
        compose(path)
    assert time.process_time() - start < 2
    assert caught.value.line == line
    with pytest.raises(LimitError):
        yaml.load(text, BoundedLoader)


def test_a_file_of_many_megabytes_is_not_read(tmp_path):
    path = tmp_path / "long.yaml"
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(SpecError, match="expected at most 5,000,000 bytes, found more"):
        compose(path)


def test_what_is_deep_and_has_aliases_within_the_limits_is_read():
    depth = MOST_DEPTH - 1
    content = yaml.load(f"a: &a [1, 2]\nb: {'[' * (depth - 1)}*a{']' * (depth - 1)}\nc: *a", BoundedLoader)
    assert content["c"] == [1, 2]
    for _ in range(depth - 1):
        (content["b"],) = content["b"]
    assert content["b"] == [1, 2]


KEYS = {
    "name": Key("text", "its name", True, string),
    "rows": Key("whole number", "how many", read=whole(1)),
    "whole": Key("true or false", "all of it", read=flag),
    "rest": Key("mapping", "what a reader with a context takes"),
}


def test_a_mapping_is_read_by_the_readers_of_its_keys(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("name: no\nrest: {a: 1}\nrows:\n")
    found = compose(path).read(KEYS)
    assert list(found) == ["name", "rest"] and found["name"] == "no"  # a key that holds nothing is left out
    assert found["rest"].plain() == {"a": 1} and found["rest"].key == "rest"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: a\nrow: 1\n", r"a.yaml:2: row: unknown part 'row'; did you mean rows\?"),
        ("rows: 1\n", "a.yaml:1: .* the part 'name' is missing"),
        ("name:\n", "a.yaml:1: name: expected text, found nothing"),
        ("name: a\n\nrows: 0\n", "a.yaml:3: rows: expected a whole number of at least 1, found 0"),
        ("name: a\nwhole: 1\n", "a.yaml:2: whole: expected true or false, found '1'"),
    ],
)
def test_a_mistake_is_reported_with_line_and_key(tmp_path, text, message):
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(SpecError, match=message):
        compose(path).read(KEYS, "part")


@pytest.mark.parametrize(
    "value", [{"a": [1, 2.5, True, None, "no", "1", "0x10", ""]}, {"a": {"b": ("c", "d")}}, {}, [], "text", 7, None]
)
def test_values_of_python_are_read_back(value):
    plain = {"a": {"b": ["c", "d"]}} if value == {"a": {"b": ("c", "d")}} else value
    assert node_of(value, "values").plain() == plain and node_of(value, "values").line is None


def test_a_value_that_yaml_does_not_have_is_refused():
    with pytest.raises(SpecError, match="values: .* found object"):
        node_of({"a": [object()]}, "values")
