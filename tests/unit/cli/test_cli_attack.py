"""``hf-robust attack``: report, journal, suite, exit codes."""

import json

import pytest
from click.testing import CliRunner

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.cli.options import FAILED, WRONG

ROWS = [
    {"text": "A wonderful, warm and funny film.", "label": "positive"},
    {"text": "A dull and tedious mess.", "label": "negative"},
]


def call(*arguments):
    return CliRunner().invoke(main, ["attack", *map(str, arguments)])


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    file = tmp_path_factory.mktemp("data") / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return ["--dataset", file, "--task", "sentiment-classification", "--recipe", "deepwordbug"]


def test_report_journal_and_suite_are_written_and_a_second_call_asks_nothing(tmp_path, data):
    out, suite = tmp_path / "out", tmp_path / "suite"
    first = call(*data, "--out", out, "--suite-out", suite, "--labels-hold", "--budget", 60)
    assert first.exit_code == 0, first.output
    record = json.loads((out / "attack.json").read_text())
    assert record["attack"]["budget"] == 60
    assert sum(record["summary"]["counts"].values()) == 2
    assert "deepwordbug" in (out / "attack.html").read_text(encoding="utf-8")
    assert len((out / "journal.jsonl").read_text().splitlines()) == 3
    assert hr.Suite.load(suite).info["attacked"]["name"] == record["model"]["name"]
    again = call(*data, "--out", out, "--budget", 60)
    assert again.exit_code == 0, again.output
    repeated = json.loads((out / "attack.json").read_text())
    assert repeated["results"] == record["results"]
    assert repeated["work"] == []


def test_another_attack_in_the_same_folder_is_refused(tmp_path, data):
    assert call(*data, "--out", tmp_path, "--budget", 3).exit_code == 0
    other = call(*data, "--out", tmp_path, "--budget", 4)
    assert other.exit_code == WRONG
    assert "another attack: budget is 3 there and 4 here" in other.output and "rm '" in other.output


def test_a_score_below_the_threshold_fails(tmp_path, data):
    found = call(*data, "--out", tmp_path, "--budget", 100, "--fail-under", 1, "--junit", tmp_path / "junit.xml")
    assert found.exit_code == FAILED
    assert "accuracy under attack is" in found.output
    assert "<failure" in (tmp_path / "junit.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--recipe", "textfoler"], "textfooler"),
        (["--budget", "0"], "0 is not in the range x>=1"),
        (["--field", "premise"], "has no text 'premise'"),
    ],
)
def test_what_does_not_fit_is_said_in_one_line(tmp_path, data, arguments, says):
    found = call(*data, *arguments, "--out", tmp_path / "out")
    assert found.exit_code == WRONG
    assert says in found.output


def test_recipes_are_listed():
    found = call("--list")
    assert found.exit_code == 0
    assert {line.split()[0] for line in found.output.splitlines()} >= {"pwws", "textfooler", "deepwordbug"}


def test_ctrl_c_says_what_is_kept(tmp_path, data, monkeypatch):
    import hf_robust.attacks.attack_run as attack_run

    def stopped(*arguments, journal, **options):
        journal.write_text("header\nrow\nrow\n")
        raise KeyboardInterrupt

    monkeypatch.setattr(attack_run, "attack", stopped)
    found = call(*data, "--out", tmp_path / "out")
    assert found.exit_code == 130
    assert "2 finished rows are kept in" in found.output
