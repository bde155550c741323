"""The checks of a report as JUnit XML, which every CI system shows as test results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree

from hf_robust.core.json_values import printable
from hf_robust.reports.gates import BLOCK, PASS, gate_message
from hf_robust.reports.records.gate_records import GateRecord
from hf_robust.reports.thresholds import FailUnder, Thresholds
from hf_robust.reports.view import Check, View
from hf_robust.reports.wording import points

SUFFIX = ".xml"
_ROUNDING = 1e-12


def failures(view: View, fail_under: FailUnder) -> list[str]:
    """One message for each check whose score is below a threshold.

    Args:
        view: What the report says.
        fail_under: The lowest score that passes, from 0 to 1; or by the name of a check, ``"*"`` for all others.

    Raises:
        UsageError: A threshold does not lie between 0 and 1, or nothing has that name.
    """
    thresholds = _thresholds(view, fail_under)
    return [message for check in view.checks if (message := _failure(check, thresholds))]


def _thresholds(view: View, fail_under: FailUnder) -> Thresholds:
    thresholds = Thresholds.of(fail_under)
    thresholds.check_names([check.key for check in view.checks])
    return thresholds


def _failure(check: Check, thresholds: Thresholds) -> str:
    fail_under = thresholds.at(check.key)
    if check.score is None or fail_under is None or check.score >= fail_under - _ROUNDING:
        return ""
    # more digits where a tenth of a point would print a score equal to the threshold
    digits = 1 if points(check.score) != points(fail_under) else 3
    before, between, after = check.message
    return f"{before}{points(check.score, digits)}{between}{points(fail_under, digits)}{after}"


def render(view: View, fail_under: FailUnder = None, strict: bool = False) -> bytes:
    """One test suite with one test case a check; what has no score is a skipped test.

    A report with a gate has a second test suite: a blocked value fails, and a value without a decision is skipped.

    Args:
        view: What the report says.
        fail_under: As for :func:`failures`; without it nothing fails.
        strict: Whether values of the gate that do not pass fail too.

    Raises:
        UsageError: A threshold does not lie between 0 and 1, or nothing has that name.
    """
    thresholds = _thresholds(view, fail_under)
    suite = ElementTree.Element("testsuite", name=f"hf_robust.{view.run.get('suite', view.subject)}")
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in view.run.items():
        ElementTree.SubElement(properties, "property", name=name, value=value)
    for code, message in view.warnings:
        ElementTree.SubElement(properties, "property", name=f"warning.{code}", value=message)
    for check in view.checks:
        _case(suite, view, check, thresholds)
    totals = {
        "tests": str(len(view.checks)),
        "failures": str(len(suite.findall("testcase/failure"))),
        "errors": "0",
        "skipped": str(len(suite.findall("testcase/skipped"))),
        "time": f"{view.seconds or 0:.3f}",
    }
    suite.attrib.update(totals, **_timestamp(view.created))
    root = ElementTree.Element("testsuites", name="hf_robust")
    root.append(suite)
    if view.gate is None:
        return _whole(root)
    ElementTree.SubElement(properties, "property", name="gate", value=view.gate.verdict)
    name = f"hf_robust.gate.{', '.join(view.gate.conditions)}"
    return extended(_whole(root), name, f"hf_robust.gate.{view.task}", _gate_cases(view.gate, strict), "gate")


def _gate_cases(gate: GateRecord, strict: bool) -> "list[Case]":
    cases = []
    for one in gate.results:
        message = gate_message(one)
        failed = one.verdict == BLOCK or (strict and one.verdict != PASS)
        skipped = one.verdict != PASS and not failed
        cases.append(Case(one.name, message if failed else "", message if skipped else ""))
    return cases


@dataclass(frozen=True)
class Case:
    """A test that is no check of a report.

    Args:
        failure: Why it failed; empty where it did not.
        skipped: Why it could not be made; empty where it was.
    """

    name: str
    failure: str = ""
    skipped: str = ""


def extended(document: bytes, name: str, group: str, cases: Sequence[Case], kind: str) -> bytes:
    """A document with one more test suite.

    Args:
        name: Name of the test suite.
        group: What its cases stand under.
        cases: Its tests.
        kind: What a failure is called.
    """
    root = ElementTree.fromstring(document)
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(bool(one.failure) for one in cases)),
        "errors": "0",
        "skipped": str(sum(bool(one.skipped) for one in cases)),
        "time": "0.000",
    }
    suite = ElementTree.SubElement(root, "testsuite", counts, name=printable(name))
    for one in cases:
        case = ElementTree.SubElement(suite, "testcase", classname=printable(group), name=printable(one.name), time="0")
        if one.skipped:
            ElementTree.SubElement(case, "skipped", message=printable(one.skipped))
        elif one.failure:
            ElementTree.SubElement(case, "failure", message=printable(one.failure), type=kind)
    return _whole(root)


def _timestamp(created: str) -> dict[str, str]:
    """A time as the format has it: in UTC, without a zone; nothing for a text that is no time."""
    try:
        moment = datetime.fromisoformat(created)
    except ValueError:
        return {}
    moment = moment.astimezone(UTC) if moment.tzinfo else moment
    return {"timestamp": moment.strftime("%Y-%m-%dT%H:%M:%S")}


def merged(parts: Mapping[str, bytes], errors: Mapping[str, str]) -> bytes:
    """Several documents as one, in which each is a test suite; a part that failed is one with a single error.

    Args:
        parts: The documents by what their part is called.
        errors: What went wrong, by what the part is called.
    """
    root = ElementTree.Element("testsuites", name="hf_robust")
    for label, document in parts.items():
        for suite in ElementTree.fromstring(document).iter("testsuite"):
            suite.set("name", f"{printable(label)}: {suite.get('name')}")
            root.append(suite)
    for label, message in errors.items():
        counts = {"tests": "1", "failures": "0", "errors": "1", "skipped": "0", "time": "0.000"}
        suite = ElementTree.SubElement(root, "testsuite", counts, name=printable(label))
        case = ElementTree.SubElement(suite, "testcase", classname="hf_robust", name=printable(label), time="0")
        ElementTree.SubElement(case, "error", message=printable(message), type="error")
    return _whole(root)


def _whole(root: ElementTree.Element) -> bytes:
    """A document with the sums of its test suites."""
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in root):.3f}")
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _case(suite: ElementTree.Element, view: View, check: Check, thresholds: Thresholds) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=f"hf_robust.{view.task}", name=check.name, time="0")
    message = _failure(check, thresholds)
    if check.score is None:
        ElementTree.SubElement(case, "skipped", message=check.skipped)
    elif message:
        node = ElementTree.SubElement(case, "failure", message=message, type="below-threshold")
        node.text = check.detail or None
