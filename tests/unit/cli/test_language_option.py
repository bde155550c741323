"""``--language``: refused where it is unknown, and handed on to the task, the lists and the configuration."""

import json

import pytest
from click.testing import CliRunner

from hf_robust.cli.app import main


@pytest.fixture
def call():
    return lambda *words: CliRunner().invoke(main, list(words))


def test_an_unknown_language_is_refused_with_those_there_are(call):
    found = call("list", "--language", "zz")
    assert found.exit_code == 2 and "unknown language 'zz'" in found.output and "en, es" in found.output


def test_lists_are_of_one_language(call):
    chinese = {row["name"] for row in json.loads(call("list", "--language", "zh", "--json").output)}
    english = {row["name"] for row in json.loads(call("list", "--json").output)}
    assert "punctuation" in chinese & english and "misspelling" in english - chinese


def test_show_says_for_which_languages_there_is_one(call):
    both = call("show", "punctuation").output
    assert "Languages: en" in both and "English (en) and Chinese (zh)" in both
    assert "(version zh." in call("show", "punctuation", "--language", "zh").output


def test_language_is_no_column(call, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"text": "很好。", "label": "good"}\n', encoding="utf-8")
    data = ("--dataset", str(tmp_path / "rows.jsonl"), "--task", "text-classification")
    found = call("perturb", "punctuation", *data, "--column", "language=zh")
    assert found.exit_code == 2 and "'language' is no role" in found.output
    found = call("perturb", "punctuation", *data, "--language", "zh")
    assert found.exit_code == 0, found.output


def test_a_configuration_names_the_language(call, tmp_path):
    file = tmp_path / "robust.yaml"
    file.write_text("language: zz\n", encoding="utf-8")
    found = call("run", "--config", str(file))
    assert found.exit_code == 2 and ":1: language: unknown language 'zz'" in found.output


def test_a_forgotten_language_is_named(call, tmp_path):
    (tmp_path / "rows.jsonl").write_text('{"text": "很好，买了2张票。", "label": "good"}\n' * 3, encoding="utf-8")
    data = ("--dataset", str(tmp_path / "rows.jsonl"), "--task", "text-classification")
    forgotten = call("perturb", "punctuation", *data)
    assert "most texts seem to be in Chinese; use --language zh" in forgotten.output
    assert "seem to be" not in call("perturb", "number-form", *data, "--language", "zh-CN").output
