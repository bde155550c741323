"""Report: saving and loading, the terminal table, JUnit XML."""

import json
import os
import subprocess
import sys
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from report_records import EVERY, empty_record, hostile_record, unmeasured_record
from report_samples import sample_record

from hf_robust.core import files
from hf_robust.core.errors import DataFileError, UnknownNameError, UsageError
from hf_robust.reports import Report, formats


def test_a_wrong_record_is_refused_at_once():
    with pytest.raises(UsageError, match="results is missing"):
        Report({key: value for key, value in sample_record().items() if key != "results"})


@pytest.mark.parametrize("make", EVERY)
def test_save_and_load_round_trip(tmp_path, make):
    report = Report(make())
    assert report.save(tmp_path / "new" / "folder") == tmp_path / "new" / "folder"
    assert sorted(os.listdir(tmp_path / "new" / "folder")) == ["report.html", "report.json"]
    assert Report.load(tmp_path / "new" / "folder") == report
    assert Report.load(tmp_path / "new" / "folder" / "report.json") == report
    json.loads((tmp_path / "new/folder/report.json").read_text(encoding="utf-8"))


def test_load_of_nothing(tmp_path):
    with pytest.raises(DataFileError, match="expected report.json"):
        Report.load(tmp_path)


def test_a_record_spoiled_after_the_fact_is_not_saved(tmp_path):
    report = Report(sample_record())
    report.record["suite"]["seed"] = "seven"
    with pytest.raises(UsageError, match="suite.seed"):
        report.save(tmp_path / "report")
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize("fails_at", [1, 2])
@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_an_interrupted_save_leaves_the_old_report(tmp_path, monkeypatch, fails_at, error):
    Report(sample_record()).save(tmp_path)
    (tmp_path / "notes.txt").write_text("mine")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    failing_replace(monkeypatch, fails_at, error)
    with pytest.raises(error):
        Report(empty_record()).save(tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("fails_at", [1, 2])
def test_an_interrupted_first_save_leaves_nothing(tmp_path, monkeypatch, fails_at):
    failing_replace(monkeypatch, fails_at, OSError)
    with pytest.raises(OSError, match="no space"):
        Report(sample_record()).save(tmp_path / "report")
    assert list(tmp_path.iterdir()) == []


def failing_replace(monkeypatch, fails_at, error):
    calls, replace = [], os.replace

    def stop(source, target):
        calls.append(target)
        if len(calls) >= fails_at:
            raise error("no space")
        replace(source, target)

    monkeypatch.setattr(files.os, "replace", stop)


def test_one_file_forms(tmp_path):
    report = Report(sample_record())
    report.to_json(tmp_path / "a.json")
    report.to_html(str(tmp_path / "b.html"))
    report.to_junit(tmp_path / "deep" / "c.xml")
    assert Report.load(tmp_path / "a.json") == report
    assert (tmp_path / "b.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert sorted(os.listdir(tmp_path)) == ["a.json", "b.html", "deep"]


@pytest.mark.parametrize("make", EVERY)
def test_terminal_table_is_plain_and_fits(make):
    from rich.cells import cell_len

    text = str(Report(make()))
    assert max(cell_len(line) for line in text.splitlines()) <= 100
    assert not {"\x1b", "\x00", "\u202e"} & set(text)
    text.encode("utf-8")


def test_terminal_table_says_what_was_measured():
    lines = [" ".join(line.split()) for line in str(Report(sample_record())).splitlines()]
    assert any(line.startswith("keyboard 90.0 75.0 15.0 * 10.0 to 20.0 180 90%") for line in lines)
    assert "add_sentence 90.5 91.0 -0.5 -2.0 to 1.0 200 100% -" in lines
    assert "synonym 90.0 87.5 2.5 -1.0 to 6.0 120 60% -" in lines
    assert "worst case 90.5 70.0 20.5 15.0 to 26.0 200 100% -" in lines
    heads = [
        "morphology (characters, word forms)",
        "syntax (sentence structure)",
        "lexical (word and name choice)",
    ]
    assert [line for line in lines if line in heads] == heads
    assert "skipped back_translation: needs a translation model; none was named" in lines
    assert "used annotation: en_robust_sm 1.0.0 (bundled default)" in lines
    assert any(line.startswith("Points out of 100. drop = original - perturbed") for line in lines)


def test_terminal_table_prints_on_an_ascii_console():
    str(Report(sample_record())).encode("ascii")


def test_colour_only_on_a_terminal(capsys):
    from rich.console import Console

    report = Report(sample_record())
    report.print_table()
    assert capsys.readouterr().out == f"{report}\n"
    console = Console(width=100, force_terminal=True, color_system="standard", highlight=False)
    with console.capture() as captured:
        console.print(report.table())
    assert "\x1b[31m15.0 *" in captured.get()


def test_narrow_table_leaves_columns_out():
    from rich.console import Console

    console = Console(width=60, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(Report(sample_record()).table(60))
    assert "coverage " not in captured.get().split("Points out of")[0] and "keyboard" in captured.get()


def test_failures_and_threshold():
    report = Report(sample_record())
    assert report.failures(0.75) == [] and report.failures(0) == []
    assert [message.split(":")[0] for message in report.failures(0.9)] == ["keyboard", "synonym"]
    report.results[0]["perturbed"] = 0.7999
    assert "79.990 after the change, below 80.000" in report.failures(0.8)[0]
    for wrong in (80, -0.1, float("nan"), "0.8", True):
        with pytest.raises(UsageError, match="between 0 and 1"):
            report.failures(wrong)
    with pytest.raises(UsageError, match=r"type 0\.8"):
        report.failures(80)


def junit(tmp_path, record, **options) -> ElementTree.Element:
    Report(record).to_junit(tmp_path / "junit.xml", **options)
    return ElementTree.parse(tmp_path / "junit.xml").getroot()


def test_junit_counts_and_messages(tmp_path):
    root = junit(tmp_path, sample_record(), fail_under=0.8)
    suite = root.find("testsuite")
    assert len(root.findall("testsuite")) == 1
    assert [case.get("name") for case in suite.findall("testcase")] == [
        "keyboard",
        "add_sentence",
        "synonym",
        "back_translation",
    ]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "1")
    failure = suite.find("testcase[@name='keyboard']/failure")
    assert "75.0 after the change, below 80.0" in failure.get("message")
    assert suite.find("testcase[@name='back_translation']/skipped") is not None


def test_junit_without_threshold_has_no_failure(tmp_path):
    assert junit(tmp_path, sample_record()).findall(".//failure") == []


def test_junit_counts_what_was_not_measured_as_skipped(tmp_path):
    suite = junit(tmp_path, unmeasured_record(), fail_under=1.0).find("testsuite")
    assert (suite.get("skipped"), suite.get("failures")) == ("4", "0")


@pytest.mark.parametrize("make", EVERY)
def test_junit_parses_whatever_the_record_holds(tmp_path, make):
    record = make()
    root = junit(tmp_path, record, fail_under=0.9)
    assert len(root.findall(".//testcase")) == len(record["results"]) + len(record["skipped"])


def test_repr_is_short():
    assert repr(Report(sample_record())) == "Report(model='me/reviews', suite='reviews-robust', results=3)"


def test_importing_reports_loads_nothing_heavy():
    code = (
        "import sys, hf_robust.reports;"
        "heavy = {'rich', 'jinja2', 'torch', 'transformers', 'datasets', 'evaluate'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_format_is_one_module(tmp_path, monkeypatch):
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    (tmp_path / "short.py").write_text(
        'SUFFIX = ".short"\n\n\ndef render(view, mark="#"):\n    return f"{mark} {view.title}"\n'
    )
    formats.all_formats.cache_clear()
    try:
        report = Report(sample_record())
        assert report.write(tmp_path / "a.short").read_text() == "# me/reviews"
        assert report.write(tmp_path / "b.txt", "short", mark="*").read_text() == "* me/reviews"
    finally:
        formats.all_formats.cache_clear()
        sys.modules.pop("hf_robust.reports.formats.short", None)


def test_formats_go_by_the_ending_of_the_file(tmp_path):
    report = Report(sample_record())
    for name, start in (("a.JSON", "{"), ("a.html", "<!doctype"), ("a.xml", "<?xml"), ("a.txt", "me/reviews on")):
        assert report.write(tmp_path / name).read_text(encoding="utf-8").startswith(start)
    with pytest.raises(UnknownNameError, match="unknown ending of a report '.htm'; did you mean .html"):
        report.write(tmp_path / "a.htm")
    with pytest.raises(UnknownNameError, match="unknown report format 'htlm'; did you mean html"):
        report.write(tmp_path / "a.htm", "htlm")


def test_a_result_prints_as_a_few_lines():
    result = Report(sample_record()).results[0]
    lines = str(result).splitlines()
    assert lines[0] == "keyboard: 90.0 -> 75.0 *" and "Category: morphology, character level" in lines
    assert len(lines) < 12 and "diff" not in str(result)
    assert "keyboard" in result._repr_html_() and "<script" not in Report(hostile_record()).results[0]._repr_html_()
    assert json.loads(json.dumps(result)) == result
    shown: list[str] = []
    result._repr_pretty_(SimpleNamespace(text=shown.append), False)  # as IPython calls it
    assert shown == [str(result)]


def test_a_notebook_shows_the_worst_rows_of_a_result():
    page = Report(sample_record()).results[0]._repr_html_()
    assert page.count("<li") >= 1 and "<ins" in page and "<del" in page
    assert "<ins>" not in Report(hostile_record()).results[0]._repr_html_()


@pytest.mark.parametrize("name", ["keyboard+typos+contraction+twitte", "a" * 33])
def test_a_name_is_whole_in_the_terminal_where_the_line_has_room(name):
    record = sample_record()
    record["results"][0]["name"] = name
    lines = formats.terminal.render(Report(record).view).splitlines()
    assert any(line.strip().startswith(f"{name} ") for line in lines[4:]) and max(map(len, lines)) <= 100
