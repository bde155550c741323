"""A model on capabilities as JUnit XML, which every CI system shows as test results."""

from xml.etree import ElementTree

from hf_robust.reports import capability_words as words
from hf_robust.reports import wording
from hf_robust.reports.junit import check_threshold
from hf_robust.reports.record import plain, printable


def failures(record: dict, fail_under: float) -> list[str]:
    """One message for each capability of which too few cases pass, seeds and expansions together.

    Args:
        record: A valid record.
        fail_under: The lowest share of cases that must pass (0 to 1).

    Raises:
        UsageError: The threshold does not lie between 0 and 1.

    Example:
        >>> from hf_robust.reports.capability_sample import sample_capabilities
        >>> failures(sample_capabilities(), 0.4)
        []
    """
    check_threshold(fail_under)
    found = (_failure(result, fail_under) for result in record["results"])
    return [message for message in found if message]


def _failure(result: dict, fail_under: float) -> str | None:
    whole = words.both(result)
    if not whole["n"] or 1 - whole["n_failed"] / whole["n"] >= fail_under - 1e-12:
        return None
    passing, under = wording.points(1 - whole["failure_rate"]), wording.points(fail_under)
    if passing == under:
        passing, under = wording.points(1 - whole["failure_rate"], 3), wording.points(fail_under, 3)
    cases = wording.count(whole["n"], "case")
    return f"{result['id']} ({result['name']}): {passing}% of {cases} pass, below {under}%"


def to_junit(record: dict, fail_under: float | None = None) -> bytes:
    """One test suite, one test case a capability; those that were skipped or have no case are skipped tests.

    Args:
        record: A valid record.
        fail_under: The lowest share of cases that must pass (0 to 1); without it nothing fails.

    Raises:
        UsageError: The threshold does not lie between 0 and 1.

    Example:
        >>> from hf_robust.reports.capability_sample import sample_capabilities
        >>> root = ElementTree.fromstring(to_junit(sample_capabilities(), fail_under=0.5))
        >>> [root.find("testsuite").get(name) for name in ("tests", "failures", "skipped")]
        ['3', '1', '1']
    """
    if fail_under is not None:
        check_threshold(fail_under)
    record = plain(record, printable)
    suite = ElementTree.Element("testsuite", name=f"hf_robust.{record['suite']['name'] or 'capabilities'}")
    for result in record["results"]:
        case = _case(suite, record, f"{result['id']} {result['name']}")
        message = _failure(result, fail_under) if fail_under is not None else None
        if not words.both(result)["n"]:
            ElementTree.SubElement(case, "skipped", message="nothing in the data met the specification")
        elif message:
            ElementTree.SubElement(case, "failure", message=message, type="below-threshold")
    for item in record["skipped"]:
        ElementTree.SubElement(_case(suite, record, item["name"]), "skipped", message=item["reason"])
    totals = {
        "tests": str(len(suite.findall("testcase"))),
        "failures": str(len(suite.findall("testcase/failure"))),
        "errors": "0",
        "skipped": str(len(suite.findall("testcase/skipped"))),
        "time": f"{record['seconds'] or 0:.3f}",
    }
    suite.attrib.update(totals, timestamp=record["created"])
    root = ElementTree.Element("testsuites", totals, name="hf_robust")
    root.append(suite)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _case(suite: ElementTree.Element, record: dict, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", classname=f"hf_robust.{record['suite']['task']}", name=name, time="0"
    )
