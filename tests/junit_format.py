"""What the JUnit format of Jenkins allows: its elements, their attributes and order, and the types of their values."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

_WHOLE, _SECONDS = r"\d+", r"\d*(\.\d{1,3})?"
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"
_ANY = r"(?s).*"
_COUNTS = {"tests": _WHOLE, "failures": _WHOLE, "errors": _WHOLE, "time": _SECONDS}
# element -> attributes with what they hold, those that must be there, and the elements that may stand in it
_ELEMENTS: dict[str, tuple[dict[str, str], set[str], tuple[str, ...]]] = {
    "testsuites": ({"name": _ANY, **_COUNTS}, set(), ("testsuite",)),
    "testsuite": (
        {"name": _ANY, **_COUNTS, "skipped": _WHOLE, "timestamp": _TIME, "hostname": _ANY, "id": _ANY, "package": _ANY},
        {"name", "tests"},
        ("properties", "testcase", "system-out", "system-err"),
    ),
    "properties": ({}, set(), ("property",)),
    "property": ({"name": _ANY, "value": _ANY}, {"name", "value"}, ()),
    "testcase": (
        {"name": _ANY, "classname": _ANY, "time": _SECONDS},
        {"name"},
        ("skipped", "error", "failure", "system-out", "system-err"),
    ),
    "skipped": ({"message": _ANY, "type": _ANY}, set(), ()),
    "error": ({"message": _ANY, "type": _ANY}, set(), ()),
    "failure": ({"message": _ANY, "type": _ANY}, set(), ()),
}
_TEXT = {"skipped", "error", "failure"}  # elements that may hold text


def problems(document: bytes) -> list[str]:
    """What is wrong with a document; nothing where it is valid.

    Args:
        document: The document; whether it is well-formed XML is seen first.

    Example:
        >>> problems(b"<testsuites><testsuite name='a' tests='x'/></testsuites>")
        ["testsuite: tests is 'x'", 'testsuite a: tests is x, and there are 0']
    """
    try:
        root = ElementTree.fromstring(document.decode("utf-8"))
    except (UnicodeDecodeError, ElementTree.ParseError) as error:
        return [f"no XML: {error}"]
    found = [] if root.tag == "testsuites" else [f"the root is {root.tag}"]
    return [*found, *_of(root), *_sums(root)]


def _of(node: ElementTree.Element) -> Iterator[str]:
    if node.tag not in _ELEMENTS:
        yield f"there is no element {node.tag}"
        return
    known, needed, inside = _ELEMENTS[node.tag]
    yield from (f"{node.tag}: {name} is missing" for name in sorted(needed - set(node.attrib)))
    for name, value in node.attrib.items():
        if name not in known:
            yield f"{node.tag}: there is no attribute {name}"
        elif not re.fullmatch(known[name], value):
            yield f"{node.tag}: {name} is {value!r}"
    if node.tag not in _TEXT and (node.text or "").strip():
        yield f"{node.tag}: holds text"
    places = [inside.index(child.tag) if child.tag in inside else -1 for child in node]
    yield from (f"{node.tag}: holds {child.tag}" for child, place in zip(node, places) if place < 0)
    if places != sorted(places):
        yield f"{node.tag}: its parts stand in another order"
    if node.tag == "testcase" and len([child for child in node if child.tag in _TEXT]) > 1:
        yield "testcase: has several outcomes"
    for child in node:
        yield from _of(child)


def _sums(root: ElementTree.Element) -> Iterator[str]:
    """Whether the counts are those of the cases."""
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        there = {"tests": len(cases)} | {
            name: sum(case.find(tag) is not None for case in cases)
            for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped"))
        }
        for name, number in there.items():
            if suite.get(name, str(number)) != str(number):
                yield f"testsuite {suite.get('name')}: {name} is {suite.get(name)}, and there are {number}"
    for name in ("tests", "failures", "errors"):
        total = sum(int(suite.get(name, "0")) for suite in root if suite.get(name, "0").isdigit())
        if root.get(name, str(total)) != str(total):
            yield f"testsuites: {name} is {root.get(name)}, and there are {total}"
