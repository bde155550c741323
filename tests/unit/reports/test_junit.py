"""JUnit XML against the format: every kind of report, hostile names, several parts, and what fell since a baseline."""

import pytest
from junit_format import problems
from report_records import HOSTILE, empty_record, hostile_record, unmeasured_record
from report_samples import sample_capabilities, sample_corruptions, sample_record

from hf_robust.reports import CapabilityReport, CorruptionReport, Report
from hf_robust.reports.formats.junit import Case, extended, merged, render

NAMES = ["]]>", "a\x00b\x1b[1m\x0c", "\ud800 \udfff", "🤡 \U0010ffff \ufffe", '<a & "b">', "\u202e\u2028\r\n", ""]


def named(name: str) -> dict:
    """A record in which everything that is named is called so."""
    record = sample_record()
    record["model"]["name"] = record["suite"]["name"] = record["command"] = name
    for result in record["results"]:
        result.update(name=f"{result['name']}{name}", summary=name, reasons={name: 3})
    record["skipped"] = [{"name": name, "reason": name}]
    return record


@pytest.mark.parametrize(
    "record",
    [sample_record(), hostile_record(), empty_record(), unmeasured_record(), *map(named, NAMES)],
)
@pytest.mark.parametrize("fail_under", [None, 1.0])
def test_a_report_of_a_suite(record, fail_under):
    assert problems(render(Report(record).view, fail_under)) == []


@pytest.mark.parametrize(
    "report",
    [CapabilityReport(sample_capabilities()), CorruptionReport(sample_corruptions())],
    ids=lambda one: repr(one),
)
def test_reports_of_other_kinds(report):
    assert problems(render(report.view, 1.0)) == [] and b"<failure " in render(report.view, 1.0)


@pytest.mark.parametrize("name", [*NAMES, HOSTILE])
def test_several_parts_and_a_baseline(name):
    document = render(Report(sample_record()).view, 0.9)
    cases = [Case(name, failure=f"fell {name}"), Case("b", skipped=name), Case("c")]
    longer = extended(document, f"since {name}", name, cases, "fell")
    assert problems(longer) == []
    assert problems(merged({name: longer, f"{name}b": document}, {f"c{name}": name, "d": ""})) == []


def test_a_time_that_is_none_is_left_out():
    record = sample_record()
    assert b'timestamp="2026-01-02T03:04:05"' in render(Report(record).view)
    for created, said in (("2026-01-02T03:04:05+02:00", b'timestamp="2026-01-02T01:04:05"'), ("yesterday", None)):
        document = render(Report({**record, "created": created}).view)
        assert said in document if said else b"timestamp" not in document


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (b"<testsuites>", "no XML"),
        (b"<testsuite name='a' tests='0'/>", "the root is testsuite"),
        (b"<testsuites skipped='0'/>", "testsuites: there is no attribute skipped"),
        (b"<testsuites><testsuite name='a'/></testsuites>", "testsuite: tests is missing"),
        (b"<testsuites><testsuite name='a' tests='1'/></testsuites>", "testsuite a: tests is 1, and there are 0"),
        (b"<testsuites tests='2'/>", "testsuites: tests is 2, and there are 0"),
        (
            b"<testsuites><testsuite name='a' tests='1'><testcase name='b'/><properties/></testsuite></testsuites>",
            "testsuite: its parts stand in another order",
        ),
        (b"<testsuites><testsuite name='a' tests='0' timestamp='now'/></testsuites>", "testsuite: timestamp is 'now'"),
        (b"<testsuites><x/></testsuites>", "testsuites: holds x"),
    ],
)
def test_the_check_finds_what_is_wrong(document, said):
    assert any(one.startswith(said) for one in problems(document)), problems(document)
