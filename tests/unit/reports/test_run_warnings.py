"""Warnings of a run stand in the headline of every format and of every kind of report."""

import re

import pytest
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

from hf_robust import reports
from hf_robust.core.errors import UsageError
from hf_robust.reports import AttackReport, CapabilityReport, CorruptionReport, Report
from hf_robust.reports.formats import renderer
from hf_robust.reports.run_warnings import NO_EVIDENCE, run_warning

CODE, MESSAGE = "one-class", "97% of the rows have the label 'positive'; <b> & *stars*."
KINDS = [
    (Report, sample_record),
    (CapabilityReport, sample_capabilities),
    (AttackReport, sample_attack),
    (CorruptionReport, sample_corruptions),
]


@pytest.fixture(params=KINDS, ids=lambda pair: pair[0].__name__)
def warned(request):
    kind, sample = request.param
    return kind(sample() | {"warnings": [run_warning(CODE, MESSAGE)] * 2})


@pytest.mark.parametrize("format", ["html", "latex", "markdown", "notebook", "terminal"])
def test_every_text_format_shows_a_warning_once(warned, format):
    shown = renderer(format)(warned.view)
    start = "97\\%" if format == "latex" else "97%"
    assert " ".join(shown.split()).count(f"{start} of the rows have the label") == 1
    assert "Warning:" in shown


def test_the_verdict_begins_with_the_warning(warned):
    assert warned.verdict.startswith(MESSAGE) and warned.verdict.endswith(warned.view.verdict)


def test_junit_names_the_code(warned):
    assert f'name="warning.{CODE}"'.encode() in renderer("junit")(warned.view)


def test_the_pdf_shows_it(warned):
    pypdf = pytest.importorskip("pypdf")
    from io import BytesIO

    text = pypdf.PdfReader(BytesIO(renderer("pdf")(warned.view))).pages[0].extract_text()
    assert "97% of the rows have the label" in " ".join(text.split())


def test_a_report_without_warnings_loads_and_shows_none(tmp_path):
    report = Report(sample_record())
    assert "warnings" not in report.record and report.view.warnings == ()
    assert "Warning:" not in renderer("html")(report.view)
    assert Report.load(report.save(tmp_path)) == report


def test_a_warning_without_a_code_is_refused():
    with pytest.raises(UsageError, match="code is missing"):
        Report(sample_record() | {"warnings": [{"message": "?"}]})


def test_the_topic_lists_every_warning_that_excludes_a_pass():
    notes = (reports.__doc__ or "").split("no result passes:")[1].split("The field `reason`")[0]
    assert set(re.findall(r"`([\w-]+)`", notes)) == NO_EVIDENCE
