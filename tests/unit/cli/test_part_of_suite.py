"""``run --suite S -t NAME`` runs a part of a suite."""

import json

import pytest
from click.testing import CliRunner

from hf_robust.cli.app import main


def call(*typed):
    return CliRunner().invoke(main, list(map(str, typed)))


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite") / "suite"
    done = call("suite", "--first", 12, "-t", "keyboard,word-case,typos+ocr", "--out", folder)
    assert done.exit_code == 0, done.output
    return folder


@pytest.mark.parametrize("asked", [("keyboard",), ("keyboard", "word-case"), ("typos+ocr",)])
def test_the_named_entries_are_run_and_the_others_listed(suite, tmp_path, asked):
    options = [word for name in asked for word in ("-t", name)]
    done = call("run", "--suite", suite, *options, "--out", tmp_path / "report")
    assert done.exit_code == 0, done.output
    record = json.loads((tmp_path / "report" / "report.json").read_text())
    assert [result["name"] for result in record["results"]] == list(asked)
    assert len(record["skipped"]) == 3 - len(asked)


def test_the_written_configuration_repeats_the_part(suite, tmp_path):
    call("run", "--suite", suite, "-t", "word-case", "--out", tmp_path / "one")
    done = call("run", "--config", tmp_path / "one" / "robust.yaml", "--out", tmp_path / "two")
    assert done.exit_code == 0, done.output
    records = [json.loads((tmp_path / name / "report.json").read_text())["results"] for name in ("one", "two")]
    assert records[0] == records[1] and len(records[0]) == 1


def test_an_unknown_name_is_refused_with_the_nearest(suite, tmp_path):
    done = call("run", "--suite", suite, "-t", "keybord", "--out", tmp_path / "report")
    assert done.exit_code == 2 and "did you mean keyboard?" in done.output and not (tmp_path / "report").exists()


def test_a_part_is_not_pushed(suite, tmp_path):
    done = call("run", "--suite", suite, "-t", "keyboard", "--model", "me/m", "--push-results", "--out", tmp_path / "r")
    assert done.exit_code == 2
