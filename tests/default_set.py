"""The tests that the default set leaves out, chosen by the processor time that they take.

``pytest -m slow`` runs these tests alone, ``pytest -m ""`` runs all tests, and ``--cpu-times FILE`` measures each.
A new test that is slow as a whole has the mark ``slow``. This table names tests that a measurement chose, and tests
over many names of which the default set keeps a part.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from zlib import crc32

import pytest

LONGEST = {"test_extras.py", "test_notebooks.py", "test_suite_workflow.py", "test_training.py"}  # half a minute a test
ONE_EACH = "one of each name"
MODELS = {"masked-lm", "synonym-embedding"}  # golden files show them in the default set; each other test is slow
WITHOUT = "without "


def _read(value: str) -> int | str | tuple[str, ...]:
    if value.startswith(WITHOUT):
        return tuple(value.removeprefix(WITHOUT).split())
    return int(value) if value.isdigit() else value


KEPT = {
    key: _read(value)
    for key, value in (
        line.split("\t") for line in Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()
    )
}
"""By file or function: 0 keeps none, a number one in so many, :data:`ONE_EACH` one of each name, ids all others."""


_FILES = {key.partition("::")[0] for key in KEPT}


def is_left_out(file: Path, marks: str) -> bool:
    """Whether no test of a file is in the set, so that it need not be imported.

    Args:
        file: A file below ``tests``.
        marks: The value of ``-m``.
    """
    if marks not in ("slow", "not slow") or not file.match("test_*.py"):
        return False
    name, text = file.relative_to(Path(__file__).parent).as_posix(), file.read_text(encoding="utf-8")
    if marks == "slow":
        return name not in _FILES and "pytest.mark.slow" not in text
    return KEPT.get(name) == 0 or "\npytestmark = pytest.mark.slow\n" in text


def slow_tests(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests that the default set leaves out."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(item.nodeid.partition("[")[0].removeprefix("tests/"), []).append(item)
    for function, found in groups.items():
        for name in (function, function.partition("::")[0]):
            if name in KEPT:
                yield from left_out(found, KEPT[name])


def left_out(items: list[pytest.Item], kept: int | str | tuple[str, ...]) -> list[pytest.Item]:
    """What one test function with its parameters leaves to the slow set."""
    if kept == ONE_EACH:
        by_name: dict[str, list[pytest.Item]] = {}
        for item in items:
            by_name.setdefault(item.callspec.params["name"], []).append(item)
        stay = [same[number % len(same)] for number, same in enumerate(by_name.values())]  # in turn with another task
        return [item for item in items if item not in stay]
    if isinstance(kept, tuple):
        return [item for item in items if item.callspec.id in kept]
    if not kept:
        return items
    # each function keeps others, so that every name is in the default set with some of them
    first = crc32(items[0].nodeid.partition("[")[0].encode()) % min(kept, len(items))
    stay = [item for item in items[first::kept] if not with_model(item)]
    stay = stay or [item for item in items if not with_model(item)][:1] or items[first::kept]
    return [item for item in items if item not in stay]


def with_model(item: pytest.Item) -> bool:
    """Whether the test is one of many over names, of a transformation that asks a large model or table."""
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return params.get("name") in MODELS
