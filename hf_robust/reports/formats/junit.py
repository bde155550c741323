"""The checks of a report as JUnit XML, which every CI system shows as test results."""

from xml.etree import ElementTree

from hf_robust.core.errors import UsageError
from hf_robust.reports.view import Check, View
from hf_robust.reports.wording import points

SUFFIX = ".xml"
_ROUNDING = 1e-12


def check_threshold(fail_under: float) -> None:
    """Raise UsageError unless the threshold is a number from 0 to 1."""
    if isinstance(fail_under, bool) or not isinstance(fail_under, (int, float)) or not 0 <= fail_under <= 1:
        percent = isinstance(fail_under, (int, float)) and 1 < fail_under <= 100
        hint = f"; type {fail_under / 100:g}" if percent else ""
        raise UsageError(f"fail_under is a score between 0 and 1, found {fail_under!r}{hint}")


def failures(view: View, fail_under: float) -> list[str]:
    """One message for each check whose score is below a threshold.

    Args:
        view: What the report says.
        fail_under: The lowest score that passes, from 0 to 1.

    Raises:
        UsageError: The threshold does not lie between 0 and 1.
    """
    check_threshold(fail_under)
    return [message for check in view.checks if (message := _failure(check, fail_under))]


def _failure(check: Check, fail_under: float) -> str:
    if check.score is None or check.score >= fail_under - _ROUNDING:
        return ""
    # more digits where a tenth of a point would print a score equal to the threshold
    digits = 1 if points(check.score) != points(fail_under) else 3
    before, between, after = check.message
    return f"{before}{points(check.score, digits)}{between}{points(fail_under, digits)}{after}"


def render(view: View, fail_under: float | None = None) -> bytes:
    """One test suite with one test case a check; what has no score is a skipped test.

    Args:
        view: What the report says.
        fail_under: The lowest score that passes (0 to 1); without it nothing fails.

    Raises:
        UsageError: The threshold does not lie between 0 and 1.
    """
    if fail_under is not None:
        check_threshold(fail_under)
    suite = ElementTree.Element("testsuite", name=f"hf_robust.{view.run.get('suite', view.subject)}")
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in view.run.items():
        ElementTree.SubElement(properties, "property", name=name, value=value)
    for check in view.checks:
        _case(suite, view, check, fail_under)
    totals = {
        "tests": str(len(view.checks)),
        "failures": str(len(suite.findall("testcase/failure"))),
        "errors": "0",
        "skipped": str(len(suite.findall("testcase/skipped"))),
        "time": f"{view.seconds or 0:.3f}",
    }
    suite.attrib.update(totals, timestamp=view.created)
    root = ElementTree.Element("testsuites", totals, name="hf_robust")
    root.append(suite)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _case(suite: ElementTree.Element, view: View, check: Check, fail_under: float | None) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=f"hf_robust.{view.task}", name=check.name, time="0")
    message = "" if fail_under is None else _failure(check, fail_under)
    if check.score is None:
        ElementTree.SubElement(case, "skipped", message=check.skipped)
    elif message:
        node = ElementTree.SubElement(case, "failure", message=message, type="below-threshold")
        node.text = check.detail or None
