"""``hf-robust run --summary``: what is appended, and what is cut where there is no room."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from report_samples import sample_record

from hf_robust.cli import main
from hf_robust.cli.options import WRONG
from hf_robust.configured.config_choices import ModelChoice
from hf_robust.configured.config_summary import RunSummary, summary
from hf_robust.configured.job_summary import MOST, append_summary, job_summary
from hf_robust.evaluation.guards import NO_MODEL
from hf_robust.reports import Report
from hf_robust.reports.formats.markdown import render
from hf_robust.reports.formats.markdown_text import md

HOSTILE = "<script>alert(1)</script>&\"'\ud800\x1b[31m\x00\u202e[bold red]]]>"


def outcome(label: str = "robustness", record: dict | None = None, **given: object) -> RunSummary:
    report = Report(sample_record() if record is None else record)
    return RunSummary(ModelChoice(model="me/mine"), label, Path("report"), report=report, on_suite=True, **given)


def test_it_is_appended_to_what_is_there(tmp_path):
    file = tmp_path / "new/job.md"
    append_summary(file, [outcome()])
    first = file.read_text()
    assert first.startswith("## Robustness report: me/reviews\n") and first.endswith("\n")
    append_summary(file, [outcome(below=["keyboard: too low"])])
    assert file.read_text().startswith(f"{first}## Below a threshold\n\n- keyboard: too low")


def test_several_parts_are_all_in_it_with_what_failed_on_top():
    failed = RunSummary(ModelChoice(model="b"), "b: attack", Path("x"), error="out | of\nmemory <b>")
    text = job_summary([outcome("a: robustness", below=["a: low"]), failed, outcome("c: robustness")]).decode()
    headings = [line for line in text.splitlines() if line.startswith("#")]
    assert headings == ["# What was run", "## Below a threshold", *["## Robustness report: me/reviews"] * 2]
    assert r"| b: attack | failed: out \| of memory &lt;b&gt; |  |" in text
    assert "`report/report.html`" in text and "](" not in text.partition("##")[0]


def test_where_results_went_and_what_could_not_be_pushed():
    text = job_summary([outcome(address="https://hub/me/mine/discussions/1"), outcome(push_error="no luck")]).decode()
    assert "Results of me/mine: https://hub/me/mine/discussions/1\n" in text and "## Not pushed\n\n- no luck" in text


def test_the_baseline_says_how_it_was_compared():
    before, after = Report(sample_record()), Report(sample_record())
    after.record["results"][0]["perturbed"] = 0.4
    text = job_summary([outcome(since=after.since(before))]).decode()
    assert "| **keyboard** \\* | 75.0 | 40.0 | −35.0 | <0.001 | unpaired |" in text
    assert "- not compared: originals (no score)" in text and "which finds less" in text


def test_hostile_texts_do_no_harm():
    record = sample_record()
    record["model"]["name"] = record["suite"]["name"] = record["results"][0]["name"] = HOSTILE
    text = job_summary([outcome(HOSTILE, record, below=[HOSTILE], push_error=HOSTILE)] * 2).decode()
    assert "<script>" not in text and "\x1b" not in text


def test_github_takes_no_more_than_a_mebibyte(tmp_path):
    """Reports share what room there is, each says where it is whole; the file is never larger."""
    record = sample_record()
    record["results"] = [{**result, "name": f"{result['name']}-{n}"} for n in range(60) for result in record["results"]]
    whole = job_summary([outcome(record=record)]).decode()
    assert "140 more rows in the report." in whole and "**Worst examples**" in whole
    file = tmp_path / "job.md"
    file.write_bytes(b"x" * (MOST - 9_000))
    append_summary(file, [outcome(f"part {n}", record) for n in range(3)])
    text = file.read_bytes()[MOST - 9_000 :].decode()
    assert len(file.read_bytes()) <= MOST and text.count("## Robustness report") == 3
    assert text.count("All numbers, and how it was made: `report/report.html`.") == 3
    assert "175 more rows in the report." in text and "**Worst examples**" not in text


def test_it_is_for_reading_on_the_page_of_a_job():
    """The verdict, the scores, rows that the worst results turned; the rest stays in the report."""
    text = job_summary([outcome(below=["keyboard: too low"])]).decode()
    whole = render(Report(sample_record()).view)
    assert text.startswith("## Below a threshold\n\n- keyboard: too low\n")
    assert (
        "**Not robust. The transformation 'keyboard' lowers accuracy by 15.0 points" in text
        and "| keyboard | 90.0 | 75.0 |" in text
    )
    assert "**Worst examples**\n\nkeyboard: 90.0 → 75.0 \\*\n\n> " in text and "<ins>" in text
    assert text.endswith("All numbers, and how it was made: `report/report.html`.\n")
    for left_out in ("Terms", "How this report was created</summary>", "Transformation by transformation"):
        assert left_out in whole and left_out not in text
    assert len(text) < len(whole) / 3


@pytest.mark.parametrize("most", [0, 1, 300, 1500, 5000])
def test_little_room(most):
    content = job_summary([outcome(f"part {n}") for n in range(4)], most)
    assert len(content) <= max(most, 0)
    if most == 1500:
        assert b"_No room for part 3: see `report`._" in content


def test_a_file_without_room_is_left_as_it_is(tmp_path):
    file = tmp_path / "job.md"
    file.write_bytes(b"x" * (MOST + 5))
    assert not append_summary(file, [outcome()])
    assert len(file.read_bytes()) == MOST + 5


@pytest.mark.parametrize(
    ("file", "message"),
    [
        ("", "--summary names no file; where it is a variable, as $GITHUB_STEP_SUMMARY, that is empty here"),
        ("folder", "cannot write to folder: it is a folder; name a file with --summary"),
        ("rows.jsonl/job.md", "cannot write to rows.jsonl"),
    ],
)
def test_a_file_that_is_none_is_refused_before_any_work(tmp_path, monkeypatch, file, message):
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("rows.jsonl").write_text("")
    before = sorted(tmp_path.rglob("*"))
    result = CliRunner().invoke(main, ["run", "--summary", file])
    assert result.exit_code == WRONG and message in result.output, result.output
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written_to(tmp_path):
    file = tmp_path / "job.md"
    file.touch(mode=0o400)
    result = CliRunner().invoke(main, ["run", "--summary", str(file)])
    assert result.exit_code == WRONG and f"cannot append to {file}: Permission denied" in result.output


def test_a_warning_of_several_parts_stands_once_below_the_table():
    record = sample_record()
    record["warnings"] = [{"code": "no-skill", "message": f"Accuracy is low. {NO_MODEL}"}]
    text = summary([outcome("a", record), outcome("b", record)], None)
    assert text.count("Accuracy is low.") == text.count("No model that solves this task") == 1
    assert text.count("(warnings 1 and 2)") == 2


def test_a_gate_is_readable_in_markdown():
    assert md("Gate drop<=3: BLOCK <b>") == "Gate drop<=3: BLOCK &lt;b&gt;"
