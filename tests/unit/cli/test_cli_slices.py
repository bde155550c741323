"""Subpopulations on the command line: which there are, and suites and reports with them."""

import json

import pytest
from click.testing import CliRunner

from hf_robust.cli.app import main
from hf_robust.cli.catalog import subpopulations_table
from hf_robust.cli.option_values import asked_slices
from hf_robust.core.errors import UsageError
from hf_robust.slices.subpopulation_registry import subpopulations


def call(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_list_names_them():
    assert "Subpopulations, for --slice" in call("list").output and "length-difference" in call("list").output
    rows = json.loads(call("list", "--slices", "--json", "--task", "sentiment").output)
    names = [row["name"] for row in rows]
    assert "phrase" in names and "overlap" not in names
    assert "keyboard" not in call("list", "--slices").output


def test_show_says_all_about_one():
    output = call("show", "length").output
    assert "version 1): subpopulation, syntax" in output and "quantiles=None" in output and "Tasks: all" in output
    assert "Requires: constituency-parser" in call("show", "constituent").output


def test_the_table_has_each_of_them():
    table = subpopulations_table().splitlines()
    assert [line.split("`")[1] for line in table[2:]] == list(subpopulations.names())


@pytest.mark.parametrize("wrong", ["length=3", ".quantiles=3", "length.", "length.quantiles", "length.name=x"])
def test_what_is_typed_wrong_is_refused(wrong):
    with pytest.raises(UsageError, match=r"NAME.KEY=VALUE"):
        asked_slices([wrong])


def test_a_suite_is_built_with_slices_and_run(tmp_path):
    built = call(
        *("suite", "-t", "word-case", "--limit", 20, "--out", tmp_path / "suite"),
        *("--slice", "label", "--slice", "length.quantiles=2", "--slice", 'phrase.kinds=["negation", "comparison"]'),
    )
    assert built.exit_code == 0, built.output
    manifest = json.loads((tmp_path / "suite" / "suite.json").read_text())
    assert {one["family"] for one in manifest["info"]["slices"]} == {"label", "length", "phrase"}
    done = call("run", "--suite", tmp_path / "suite", "--slice", "label", "--out", tmp_path / "report")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "report" / "report.html").is_file()


@pytest.mark.parametrize(
    ("asked", "match"),
    [("lenght", "did you mean length"), ("length.quantile=2", "did you mean quantiles"), ("overlap", "does not apply")],
)
def test_wrong_slices_end_in_one_line(asked, match, tmp_path):
    done = call("run", "-t", "word-case", "--limit", 5, "--slice", asked, "--out", tmp_path / "report")
    assert done.exit_code == 2 and match in done.output and "Traceback" not in done.output
