"""``hf-robust chains``: report and exit codes."""

import json

import pytest
from click.testing import CliRunner

from hf_robust.cli import main
from hf_robust.cli.options import FAILED, WRONG

ROWS = [
    {"text": text, "label": label}
    for text, label in (
        ("A wonderful, warm and funny film.", "positive"),
        ("A dull and tedious mess.", "negative"),
        ("One of the best films of the year.", "positive"),
        ("I hated every minute.", "negative"),
    )
]


def call(*arguments):
    return CliRunner().invoke(main, ["chains", *map(str, arguments)])


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    file = tmp_path_factory.mktemp("data") / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    return ["--dataset", file, "--task", "sentiment-classification", "--depth", 2]


def test_report_is_written_and_a_low_score_ends_with_one(tmp_path, data):
    found = call(*data, "-t", "ocr,word-case", "--param", "ocr.rate=0.5", "--out", tmp_path, "--fail-under", 1.0)
    record = json.loads((tmp_path / "chains.json").read_text(encoding="utf-8"))
    names = {chain["name"] for chain in record["chains"]}
    assert names == {"ocr-rate-0.5+word-case", "word-case+ocr-rate-0.5"}
    low = any(chain["score"] < 1 for chain in record["chains"])
    assert found.exit_code == (FAILED if low else 0), found.output
    assert record["command"] and "ocr-rate-0.5" in (tmp_path / "chains.html").read_text(encoding="utf-8")


def test_transformation_that_changes_the_label_is_refused(tmp_path, data):
    found = call(*data, "-t", "keyboard,keyboard", "--out", tmp_path)
    assert found.exit_code == WRONG and "twice" in found.output
