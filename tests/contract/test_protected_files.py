"""Every option that writes refuses what an option reads, and files of somebody else."""

import os

import click
import pytest
from click.testing import CliRunner

from hf_robust.cli import main
from hf_robust.cli.protected_files import READS, WRITES, check_outputs
from hf_robust.core.errors import UsageError

ROWS = "text,label\nA wonderful little film.,pos\nAnother terrible theatre play.,neg\n"
OTHER = {  # folders that a command changes in place on purpose, or that it only looks at
    ("push", "folder"),
    ("docs", "skills"),  # a folder of skills: the file of the skill in it is checked when it is written
    *(("audit serve", "file"), ("audit score", "folder"), ("audit apply", "folder")),
    ("export", "report_folder"),
    *(("audit apply", "suite_folder"), ("audit apply", "transformations")),
}


def leaves(command=main, path=()):
    if isinstance(command, click.Group):
        for name, one in command.commands.items():
            yield from leaves(one, (*path, name))
    else:
        yield " ".join(path), command


def file_params():
    for path, command in leaves():
        for param in command.params:
            shown = f"{param.metavar or ''}"
            if isinstance(param.type, click.Path) or any(word in shown for word in ("FILE", "DIR", "FOLDER", "REPORT")):
                yield path, param.name


@pytest.mark.parametrize(("path", "name"), sorted(set(file_params())))
def test_each_parameter_that_names_a_file_is_known(path, name):
    assert name in (*READS, *WRITES) or (path, name) in OTHER


@pytest.mark.parametrize("written", WRITES)
@pytest.mark.parametrize("read", READS)
@pytest.mark.parametrize("how", ["same", "relative", "link", "hard link", "in a folder", "in a list"])
def test_no_output_is_an_input(tmp_path, monkeypatch, written, read, how):
    if (read, written) == ("baseline_report", "out"):
        pytest.skip("a new report may take the place of the one that it is compared with")
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "in.md"
    place.write_text("robust <testsuite")
    other, value = place, place
    if how == "relative":
        other = "./in.md"
    elif how == "link":
        (tmp_path / "link.md").symlink_to(place)
        other = tmp_path / "link.md"
    elif how == "hard link":
        os.link(place, tmp_path / "hard.md")
        other = tmp_path / "hard.md"
    elif how == "in a folder":
        value = tmp_path
    elif how == "in a list":
        value = ("no-such-file", str(place))
    with pytest.raises(UsageError, match="which is read"):
        check_outputs({written: other, read: value})
    check_outputs({written: tmp_path / "new.md", read: value})


def test_the_command_leaves_its_input_as_it_is(tmp_path):
    data, link = tmp_path / "in.csv", tmp_path / "link.csv"
    data.write_text(ROWS)
    link.symlink_to(data)
    for out in (data, link):
        given = ["--dataset", data, "--task", "sentiment", "--out", out]
        found = CliRunner().invoke(main, ["perturb", "keyboard", *map(str, given)])
        assert found.exit_code == 2 and "which is read" in found.output
    assert data.read_text() == ROWS


@pytest.mark.parametrize("option", ["junit", "summary", "out"])
def test_a_file_of_somebody_else_stays(tmp_path, option):
    data = tmp_path / "mine.csv"
    data.write_text(ROWS)
    with pytest.raises(UsageError, match="is there and is not"):
        check_outputs({option: data})


def test_files_of_this_program_are_replaced(tmp_path):
    for name, option, content in (
        ("a.jsonl", "out", '{"robust": {}}'),
        ("b.xml", "junit", '<testsuites name="hf_robust"/>'),
    ):
        (tmp_path / name).write_text(content)
        check_outputs({option: tmp_path / name})
    (tmp_path / "empty").touch()
    check_outputs({"junit": tmp_path / "empty", "out": tmp_path})
    (tmp_path / "sum.md").write_text("# Build\n")
    check_outputs({"summary": tmp_path / "sum.md"})


def test_perturb_replaces_its_own_rows(tmp_path):
    data = tmp_path / "in.csv"
    data.write_text(ROWS)
    for name in ("out.csv", "out.jsonl", "out.parquet"):
        given = ["--dataset", data, "--task", "sentiment", "--out", tmp_path / name, "--param", "keyboard.rate=1"]
        for _ in range(2):
            found = CliRunner().invoke(main, ["perturb", "keyboard", *map(str, given)])
            assert found.exit_code == 0, found.output


REPORTS = {
    "run": "report",
    "attack": "attack",
    "chains": "chains",
    "corruptions": "corruptions",
    "compare": "comparison",
    "capabilities run": "capabilities",
}
WRITE = sorted({path for path, name in file_params() if name in ("junit", "summary")} | REPORTS.keys())


@pytest.mark.parametrize("path", [*WRITE, "perturb", "inputs"])
def test_commands_that_write_files_can_be_forced(path):
    assert "--force" in CliRunner().invoke(main, [*path.split(), "--help"]).output


@pytest.mark.parametrize("command", REPORTS)
def test_a_file_of_somebody_else_in_the_folder_of_a_report_is_refused_before_any_work(tmp_path, command):
    for ending in ("html", "json"):
        mine = tmp_path / f"{REPORTS[command]}.{ending}"
        mine.write_text("my own notes")
        given = [*command.split(), "--out", str(tmp_path)]
        if command == "compare":
            given += ["--model", "baseline", "--model", "embedded"]
        found = CliRunner().invoke(main, given)
        assert found.exit_code == 2 and f"{mine.name} is there" in found.output.replace("\n", ""), found.output
        assert "--force" in found.output and mine.read_text() == "my own notes" and os.listdir(tmp_path) == [mine.name]
        mine.unlink()


@pytest.mark.parametrize("name", ["robust.yaml", "summary.md"])
def test_a_run_does_not_replace_a_configuration_or_summary_that_no_run_wrote(tmp_path, name):
    mine = tmp_path / name
    mine.write_text("# Configuration of `hf-robust run --config robust.yaml`\nmodels:\n")
    (tmp_path / "both.yaml").write_text("models: [baseline, embedded]\n")
    given = ["run", "--config", str(tmp_path / "both.yaml"), "--out", str(tmp_path)]
    before = mine.read_text()
    found = CliRunner().invoke(main, given)
    assert found.exit_code == 2 and "is there" in found.output and mine.read_text() == before, found.output


def test_force_replaces_a_file_of_somebody_else_and_never_an_input(tmp_path):
    data, other = tmp_path / "in.csv", tmp_path / "other.csv"
    for place in (data, other):
        place.write_text(ROWS)
    given = ["perturb", "keyboard", "--dataset", str(data), "--task", "sentiment"]
    given += ["--param", "keyboard.rate=1", "--out"]
    refused = CliRunner().invoke(main, [*given, str(other)])
    assert refused.exit_code == 2 and "--force" in refused.output and other.read_text() == ROWS
    for out, code in ((data, 2), (other, 0)):
        found = CliRunner().invoke(main, [*given, str(out), "--force"])
        assert found.exit_code == code, found.output
    assert data.read_text() == ROWS and "robust" in other.read_text()
