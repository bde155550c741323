"""What is wrong with a call is said before any work starts, in one message of two lines at most."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from hf_robust.cli import main
from hf_robust.cli.options import WRONG
from hf_robust.perturb.perturbation import Perturb

ROWS = [
    {"sentence": "A wonderful evening in the park.", "label": "positive"},
    {"sentence": "The soup was cold again.", "label": "negative"},
]
TWO_LINES = 300


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a data file, a broken one, and a folder that is no suite; it is the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    (tmp_path / "broken.jsonl").write_text("{broken", encoding="utf-8")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "thesis.txt").write_text("years of work", encoding="utf-8")
    return tmp_path


DATA = ("--dataset", "rows.jsonl", "--task", "sentiment-classification", "--text-column", "sentence")


def call(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def no_work(monkeypatch):
    """Fails the test when a row is perturbed."""

    def worked(self, *_):
        pytest.fail("a row was perturbed before the call was checked")

    monkeypatch.setattr(Perturb, "__call__", worked)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("run", *DATA, "-t", ""), "no transformation is named"),
        (("run", *DATA, "--limit", "-3"), "--limit"),
        (("run", *DATA, "-t", " , "), "no transformation is named"),
        (("suite", *DATA, "-t", "", "--out", "s"), "no transformation is named"),
        (("run", *DATA, "--format", "html,pdff"), "did you mean pdf"),
        (("run", *DATA, "--split", "test"), "--split has no meaning with the file rows.jsonl"),
        (("run", *DATA, "--config", "en"), "--dataset-config has no meaning with the file rows.jsonl"),
        (("run", *DATA, "--device", "warp"), "the device 'warp' cannot be used"),
        (("run", *DATA, "--batch-size", "0"), "--batch-size"),
        (("run", *DATA, "--label-map", "POS"), "--label-map takes LEFT=RIGHT"),
        (("run", *DATA, "--label-map", "happy=positive"), "here: --label-map MODEL=DATA"),
        (("run", *DATA, "--label-map", "a=x", "--label-map", "a=y"), "--label-map names 'a' twice"),
        (("run", *DATA, "--junit", "taken"), "cannot write to taken: it is a folder"),
        (("run", *DATA, "--junit", "rows.jsonl/x.xml"), "is a file"),
        (("run", *DATA, "--cache-dir", "rows.jsonl/cache"), "is a file"),
        (("run", *DATA, "--out", "rows.jsonl/report"), "is a file"),
        (("run", *DATA, "--model-revision", "main"), "--model-revision goes with --model"),
        (("run", *DATA, "--revision", "v1.0.0"), "--revision goes with --suite"),
        (("run", *DATA, "--column", "text=sentence"), "name the same column"),
        (("suite", *DATA, "--out", "taken"), "taken exists and is not a suite"),
        (("perturb", "keyboard", *DATA, "--keep", "all"), "--keep goes with --out"),
        (("perturb", "keyboard", *DATA, "--out", "rows.jsonl/x.csv"), "is a file"),
        (("corruptions", *DATA, "--method", "gradient", "--num-samples", "9"), "--num-samples goes with --method lime"),
        (("corruptions", *DATA, "--method", "lime", "--choose", "random"), "--method goes with --choose important"),
        (("corruptions", *DATA, "--device", "warp"), "the device 'warp' cannot be used"),
        (("capabilities", "build", "--no-expand", "--k", "3"), "--k goes with --expand"),
        (("capabilities", "build", "--per-test", "3"), "--per-test goes with --behavior"),
        (("capabilities", "build", "--out", "taken"), "taken exists and is not a suite"),
        (("capabilities", "build", "--data-label", "a=b"), "--data-label describes data of yours"),
        (("capabilities", "run", "--device", "warp"), "the device 'warp' cannot be used"),
        (("capabilities", "run", "--min-oracle-confidence", "7"), "--min-oracle-confidence"),
    ],
)
def test_calls_are_checked_before_any_work(place, no_work, arguments, message):
    before = sorted(path.name for path in place.iterdir())
    result = call(*arguments)
    assert result.exit_code == WRONG and message in result.output, result.output
    said = result.output[result.output.index("Error:") :].strip()
    assert "\n" not in said and len(said) <= TWO_LINES, said
    assert sorted(path.name for path in place.iterdir()) == before


@pytest.mark.parametrize("named", [(), ("--label-names", "negative,positive")])
def test_rows_without_a_label_name_the_option(place, named):
    rows = [*ROWS, {"sentence": "Nobody said.", "label": None}]
    (place / "partly.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    result = call("run", "--dataset", "partly.jsonl", *DATA[2:], "-t", "word-case", *named)
    assert result.exit_code == WRONG and "--drop-unlabeled" in result.output, result.output


def test_tags_without_names_name_the_option(place):
    (place / "tags.jsonl").write_text('{"tokens": ["Ada", "came"], "tags": [1, 0]}', encoding="utf-8")
    result = call("run", "--dataset", "tags.jsonl", "--task", "ner", "-t", "word-case", "--label-column", "tags")
    assert result.exit_code == WRONG and "--label-names O,... in the order" in result.output, result.output


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a file system that takes no files")
def test_a_place_that_takes_no_files(place, no_work):
    result = call("run", *DATA, "-t", "word-case", "--out", "/proc/x")
    assert result.exit_code == WRONG and "cannot write to /proc/x" in result.output and "Errno" not in result.output


def test_a_seed_without_a_draw_is_refused(place):
    result = call("capabilities", "run", "--suite", "taken", "--seed", "3")
    assert result.exit_code == WRONG and "--seed goes with --seeds-per-capability" in result.output


@pytest.mark.parametrize(
    "command", [("suite", "-t", "number", "--out", "out"), ("perturb", "number", "--out", "o.csv")]
)
def test_nothing_to_write_is_no_success(place, command):
    result = call(*command, *DATA)
    assert result.exit_code == WRONG and "none of the 2 rows could be changed" in result.output
    assert not (place / "out").exists() and not (place / "o.csv").exists()


def test_nothing_to_show_says_why(place):
    result = call("perturb", "number", *DATA)
    assert result.exit_code == WRONG and "most often: " in result.output


def test_a_capability_suite_without_a_case_is_not_written(place):
    data = ("--search-dataset", "rows.jsonl", "--text-column", "sentence", "--no-expand", "--only", "LC4")
    result = call("capabilities", "build", *data, "--out", "cases")
    assert result.exit_code == WRONG and "no sentence of the data meets the specification" in result.output
    assert not (place / "cases").exists()


def test_a_pipeline_that_nothing_asks_is_noted(place):
    result = call("perturb", "keyboard", *DATA, "--nlp", "en_core_web_sm")
    assert result.exit_code == 0 and "note: --nlp is not used" in result.stderr


def test_a_few_rows_are_shown_before_and_after(place):
    result = call("perturb", "word-case", *DATA, "--limit", 1)
    shown = ("1  sentence", "   - A wonderful evening in the park.", "   + A WONDERFUL EVENING IN THE PARK.")
    assert result.exit_code == 0 and result.stdout.startswith("\n".join(shown))
    assert "1 of 1 rows changed; write them with --out rows.jsonl" in result.output


def test_the_change_of_a_long_text_is_in_what_is_shown(place):
    row = {"sentence": f"{'so ' * 200}because {'so ' * 200}", "label": "negative"}
    (place / "long.jsonl").write_text(json.dumps(row))
    data = ("--dataset", "long.jsonl", *DATA[2:])
    result = call("perturb", "misspelling", *data, "--protect", "so")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0 and "because" in lines[1] and max(map(len, lines)) < 120, result.output


def test_variants_are_shown_with_their_own_original(place):
    result = call("perturb", "typos", *DATA, "--variants", 2)
    before = [line[5:] for line in result.output.splitlines() if line.startswith("   - ")]
    assert before == [ROWS[0]["sentence"]] * 2 + [ROWS[1]["sentence"]]


def test_only_our_message_comes_from_a_file_that_cannot_be_read(place):
    code = "import sys; from hf_robust.cli import main; main(sys.argv[1:])"
    wrong = ["run", "--dataset", "broken.jsonl", *DATA[2:]]
    done = subprocess.run([sys.executable, "-c", code, *wrong], capture_output=True, text=True, check=False)
    assert done.returncode == WRONG
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1 and done.stderr.startswith("Error: broken.jsonl")


def test_precision_is_told_in_the_report(place, monkeypatch):
    monkeypatch.setattr("hf_robust.adapters.precision.has_bfloat16", lambda device: True)
    result = call("run", *DATA, "-t", "keyboard", "--precision", "bfloat16", "--device", "cpu", "--out", "report")
    assert result.exit_code == 0, result.output
    found = json.loads((place / "report" / "report.json").read_text())["predictions"]["precision"]
    assert found["type"] == "bfloat16" and found["compared"] == 4
    assert (
        "in bfloat16: on 4 texts, probabilities differ from float32 by up to"
        in (place / "report" / "report.html").read_text()
    )


def test_thresholds_hold_for_one_transformation_or_for_all_others(place):
    call("suite", *DATA, "-t", "keyboard,word-case", "--out", "s")
    common = ("run", "--suite", "s", "--out", "report", "--junit", "junit.xml")
    for given, code in ((("keyboard=0", "word-case=0"), 0), (("keyboard=0", "0"), 0)):
        result = call(*common, *(part for score in given for part in ("--fail-under", score)))
        assert result.exit_code == code, result.output
    scores = json.loads((place / "report" / "report.json").read_text())["results"]
    low = min(scores, key=lambda result: result["perturbed"])["name"]
    if min(result["perturbed"] for result in scores) < 1:
        result = call(*common, "--fail-under", f"{low}=1", "--fail-under", "0")
        assert result.exit_code == 1 and result.stderr.count("FAILED") == 1 and f"FAILED {low}" in result.stderr


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("keybord=0.8",), "did you mean keyboard"),
        (("keyboard=80",), "type 0.8"),
        (("keyboard=high",), "--fail-under takes SCORE or NAME=SCORE"),
        (("0.8", "0.9"), "--fail-under is said twice for all"),
    ],
)
def test_wrong_thresholds_are_refused_before_any_work(place, no_work, given, message):
    result = call("run", *DATA, "-t", "keyboard", *(part for score in given for part in ("--fail-under", score)))
    assert result.exit_code == WRONG and message in result.output, result.output


def test_a_threshold_of_a_capability_that_is_not_tested_is_refused(place):
    result = call("capabilities", "run", "--fail-under", "LC99=0.5")
    assert result.exit_code == WRONG and "LC99" in result.output
