"""Errors and warnings repeat foreign names; none of them may act on the terminal."""

import json
import unicodedata
import warnings

import pytest
import yaml
from click.testing import CliRunner
from recipe_files import write_recipe

from hf_robust.cli import main
from hf_robust.cli.app import _show_warning
from hf_robust.core.text import one_line

HOSTILE = {
    "ANSI": "a\x1b[31mred\x1b]0;title\x07",
    "line": "a\nError: all is well",
    "return": "a\rError: all is well",
    "bidi": "a\u202eyas\u2066x\u2069",
    "C1": "a\x9b31m",
    "separators": "a\u2028b\u2029c\x85d",
}


def printed(*arguments):
    found = CliRunner().invoke(main, [str(one) for one in arguments])
    assert found.exit_code != 0 and isinstance(found.exception, SystemExit), found.exception
    return found.output


def check(output):
    """One line of error, and nothing that a terminal would obey."""
    bad = [one for one in output if unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp") and one != "\n"]
    assert not bad
    assert "Error: all is well" not in output.splitlines()
    assert "Error: " in output


@pytest.mark.parametrize("kind", HOSTILE)
def test_names_in_errors_are_escaped(tmp_path, kind):
    name = HOSTILE[kind]
    for changes in (
        {name: 1},
        {"source": {"hub": "a/b", name: 1}},
        {"title": [name]},
        {"task": name},
        {"transformations": [name]},
    ):
        check(printed("prebuilt", "build", write_recipe(tmp_path, **changes)))
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps({name: "A film", "label": name}))
    data = ["--dataset", rows, "--task", "sentiment"]
    check(printed("perturb", "keyboard", *data))
    check(printed("perturb", name, *data))
    check(printed("perturb", "keyboard", "--dataset", tmp_path / f"{name}.csv", "--task", "sentiment"))
    check(printed("run", *data, "--text-column", name, "-t", name))
    config = tmp_path / "robust.yaml"
    config.write_text(yaml.safe_dump({name: 1}))
    check(printed("run", "--config", config))
    suite = tmp_path / "suite"
    suite.mkdir(exist_ok=True)
    (suite / "suite.json").write_text(json.dumps({"kind": name, "schema_version": name}))
    check(printed("run", "--suite", suite))


@pytest.mark.parametrize("kind", HOSTILE)
def test_warnings_are_escaped(kind, capsys):
    _show_warning(UserWarning(HOSTILE[kind]))
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1 and shown.rstrip("\n").isprintable()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert one_line(HOSTILE[kind]).isprintable()


def test_plain_texts_stay():
    for text in ("A film", "好的电影", "naïve — “quoted” 🙂", "a\u00a0b"):
        assert one_line(text) == text
