"""YAML of strangers: bombs are refused at once, with their place."""

import time

import pytest
import yaml

from hf_robust.core.errors import SpecError
from hf_robust.core.yaml_nodes import MOST_BYTES, MOST_DEPTH, BoundedLoader, LimitError, compose

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
