"""The report as JUnit XML, which every CI system shows as test results."""

from xml.etree import ElementTree

from hf_robust.core.errors import UsageError
from hf_robust.reports import wording
from hf_robust.reports.record import plain, printable


def failures(record: dict, fail_under: float) -> list[str]:
    """One message for each transformation that leaves the metric below a threshold.

    Args:
        record: A valid record.
        fail_under: The lowest score that passes, in the metric's unit (0 to 1).

    Raises:
        UsageError: The threshold does not lie between 0 and 1.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> failures(sample_record(), 0.8)
        ['keyboard: accuracy is 75.0 after the change, below 80.0 (90.0 before, 180 rows)']
    """
    check_threshold(fail_under)
    messages = (_failure(record, result, fail_under) for result in record["results"])
    return [message for message in messages if message]


def check_threshold(fail_under: float) -> None:
    """Raise UsageError unless the threshold is a number from 0 to 1."""
    if isinstance(fail_under, bool) or not isinstance(fail_under, (int, float)) or not 0 <= fail_under <= 1:
        percent = isinstance(fail_under, (int, float)) and 1 < fail_under <= 100
        hint = f"; type {fail_under / 100:g}" if percent else ""
        raise UsageError(f"fail_under is a score between 0 and 1, found {fail_under!r}{hint}")


def _failure(record: dict, result: dict, fail_under: float) -> str | None:
    if result["perturbed"] is None or result["perturbed"] >= fail_under:
        return None
    # one more digit where a tenth of a point would print a score equal to the threshold
    digits = 1 if wording.points(result["perturbed"]) != wording.points(fail_under) else 3
    after, under = wording.points(result["perturbed"], digits), wording.points(fail_under, digits)
    return (
        f"{result['name']}: {wording.metric_word(record)} is {after} after the change, below {under} "
        f"({wording.points(result['original'])} before, {wording.count(result['n'], 'row')})"
    )


def to_junit(record: dict, fail_under: float | None = None) -> bytes:
    """One test suite, one test case a transformation.

    A transformation that was skipped, or that could change no row, is a skipped test.

    Args:
        record: A valid record.
        fail_under: The lowest score that passes (0 to 1); without it nothing fails.

    Raises:
        UsageError: The threshold does not lie between 0 and 1.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> root = ElementTree.fromstring(to_junit(sample_record(), fail_under=0.8))
        >>> root.find("testsuite").get("tests"), root.find("testsuite").get("failures")
        ('4', '1')
    """
    if fail_under is not None:
        check_threshold(fail_under)
    record = plain(record, printable)
    suite = ElementTree.Element("testsuite", name=f"hf_robust.{record['suite']['name']}")
    _properties(suite, record)
    for result in record["results"]:
        _case(suite, record, result, fail_under)
    for item in record["skipped"]:
        case = _new_case(suite, record, item["name"])
        ElementTree.SubElement(case, "skipped", message=item["reason"])
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


def _new_case(suite: ElementTree.Element, record: dict, name: str) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite, "testcase", classname=f"hf_robust.{record['suite']['task']}", name=name, time="0"
    )


def _properties(suite: ElementTree.Element, record: dict) -> None:
    values = {
        "model": record["model"]["name"],
        "model_revision": record["model"]["revision"],
        "suite_version": record["suite"]["version"],
        "content_hash": record["suite"]["content_hash"],
        "metric": record["metric"]["name"],
        "seed": str(record["suite"]["seed"]),
    }
    parent = ElementTree.SubElement(suite, "properties")
    for name, value in values.items():
        if value is not None:
            ElementTree.SubElement(parent, "property", name=name, value=value)


def _case(suite: ElementTree.Element, record: dict, result: dict, fail_under: float | None) -> None:
    case = _new_case(suite, record, result["name"])
    message = None if fail_under is None else _failure(record, result, fail_under)
    if result["perturbed"] is None:
        ElementTree.SubElement(case, "skipped", message="no row could be changed")
    elif message:
        node = ElementTree.SubElement(case, "failure", message=message, type="below-threshold")
        node.text = " ".join(wording.result_words(record, result))
