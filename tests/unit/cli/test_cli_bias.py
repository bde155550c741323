"""``hf-robust run --bias``."""

import json

import pytest
from click.testing import CliRunner

from hf_robust.cli import main
from hf_robust.cli.options import WRONG

TEXTS = ["He was charming.", "She was wonderful.", "He was dull.", "She was boring."]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "reviews.jsonl"
    rows = [
        {"text": text, "label": label} for text, label in zip(TEXTS, ["positive", "positive", "negative", "negative"])
    ]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(path)


def call(*arguments):
    return CliRunner().invoke(main, ["run", "--task", "sentiment-classification", *map(str, arguments)])


def test_groups_are_compared(file, tmp_path):
    result = call("--dataset", file, "--bias", "gender", "-t", "word-case", "--out", tmp_path / "report")
    assert result.exit_code == 0, result.output
    assert "Bias, gender, on 4 rows that exist in both groups" in " ".join(result.output.split())
    record = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in record["results"]] == ["word-case", "swap-gender-to-female", "swap-gender-to-male"]
    assert record["analysis"]["bias"]["kinds"][0]["n"] == 4


def test_unknown_kinds_are_refused(file, tmp_path):
    result = call("--dataset", file, "--bias", "gendr", "--out", tmp_path / "report")
    assert result.exit_code == WRONG and "did you mean gender?" in result.output


def test_a_suite_that_stands_has_its_own_entries(tmp_path):
    result = CliRunner().invoke(main, ["run", "--suite", str(tmp_path), "--bias"])
    assert result.exit_code == WRONG and "--bias has no meaning with --suite" in result.output
