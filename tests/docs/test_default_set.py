"""What the default set of tests leaves out is there, and a part of it stays."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from default_set import KEPT, ONE_EACH, is_left_out, left_out

TESTS = Path(__file__).parents[1]


def items(*params, function="tests/unit/test_a.py::test_a"):
    """What pytest collects of a function with these parameters."""
    return [
        SimpleNamespace(nodeid=f"{function}[{name}]", callspec=SimpleNamespace(params=one, id=name))
        for one in params
        for name in ["-".join(map(str, one.values()))]
    ]


def test_each_named_test_is_there():
    absent = []
    for name in KEPT:
        file, _, function = name.partition("::")
        if f"def {function.rpartition('::')[2]}" not in (TESTS / file).read_text(encoding="utf-8"):
            absent.append(name)
    assert absent == []


def test_one_of_each_name_stays_in_turn_with_another_task():
    given = items(*({"name": name, "task": task} for name in "ab" for task in ("x", "y")))
    left = [item.callspec.params for item in left_out(given, ONE_EACH)]
    assert left == [{"name": "a", "task": "y"}, {"name": "b", "task": "x"}]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 10])
def test_one_in_three_stays_and_at_least_one(count):
    given = items(*({"number": number} for number in range(count)))
    left = left_out(given, 3)
    assert len(given) - len(left) in (max(1, count // 3), count // 3 + 1)


def test_nothing_of_what_is_slow_as_a_whole_stays():
    given = items({"name": "a"})
    assert left_out(given, 0) == given


def test_named_parameters_are_left_out():
    given = items({"name": "a"}, {"name": "b"})
    assert left_out(given, ("b", "c")) == given[1:]


def test_one_without_a_model_stays_where_there_is_one():
    given = items({"name": "masked-lm"}, {"name": "a"}, {"name": "synonym-embedding"})
    assert left_out(given, 1) == left_out(given, 3) == [given[0], given[2]]
    alone = items({"name": "masked-lm"})
    assert left_out(alone, 3) == []


@pytest.mark.parametrize(
    ("file", "slow", "default"),
    [
        ("integration/test_wheel.py", False, True),  # the mark of the whole file
        ("unit/capability/test_capability_expansion_embedded.py", False, True),  # the table has the whole file
        ("contract/test_candidates.py", False, False),  # the table has some functions of it
        ("docs/test_readme.py", False, False),  # a function has the mark
        ("docs/test_default_set.py", True, False),
        ("default_set.py", False, False),
    ],
)
def test_files_without_a_test_of_the_set_are_not_imported(file, slow, default):
    assert is_left_out(TESTS / file, "slow") == slow
    assert is_left_out(TESTS / file, "not slow") == default
    assert not is_left_out(TESTS / file, "") and not is_left_out(TESTS / file, "slow or not slow")
