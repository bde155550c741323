"""Advice of the library is printed as options of the command line, and each warning once."""

import warnings

import pytest
from click.testing import CliRunner

from hf_robust.cli import main
from hf_robust.cli.advice import in_shell
from hf_robust.cli.app import _show_warning


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("use hr.task(..., label_names=['a', 'b c'])", "use --label-names 'a,b c'"),
        ("Use label_map={'it is': \"it's\"}", "--label-map"),
        ("use hr.task('nli', label_names=[...])", "use --label-names NAMES"),
        ("with hr.task('ner', tokens='words')", "with --column tokens=words"),
        ("use hr.task('ner')", "use hr.task('ner')"),
        ("use hr.task(", "use hr.task("),
        ("`prompts.axes` and `prompts.perturb` shots", "--prompt-axis and --perturb-prompt shots"),
        ("set `prompts`, `prompt` or `prompts.repeats`", "set --prompts, --prompt or --repeats"),
    ],
)
def test_python_becomes_options(said, shown):
    assert shown in in_shell(said)


def test_a_warning_is_printed_once(capsys):
    told = set()
    for message in ("one, use label_map={'a': 'b'}", "two", "one, use label_map={'a': 'b'}"):
        _show_warning(UserWarning(message), told)
    assert capsys.readouterr().err == "warning: one, use --label-map a=b\nwarning: two\n"


@pytest.mark.parametrize("labels", ["-1 0 1", "-1.0 0 1", "-1 0 0"])
def test_a_class_of_minus_one_is_told_with_its_option(tmp_path, labels):
    file, out = tmp_path / "rows.csv", tmp_path / "out.jsonl"
    rows = [f"A fine film number {n}.,{label}" for n in range(4) for label in labels.split()]
    file.write_text("\n".join(["text,label", *rows]))
    arguments = ["perturb", "keyboard", "--dataset", str(file), "--task", "text-classification", "--out", str(out)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        told = CliRunner().invoke(main, arguments).output
        names = told.partition("use --label-names ")[2].split()[0]
        named = CliRunner().invoke(main, [*arguments, "--label-names", names]).output
    assert "no label 33%" in told and "no label" not in named and "-1 33%" in named


def test_labels_by_position_are_told_once_in_a_run(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text(
        "text,label\n" + "".join(f"A {w} film.,{n}\n" for n, w in enumerate(["dull", "fine"]) for _ in "abc")
    )
    done = CliRunner().invoke(
        main,
        ["run", "--dataset", str(file), "--task", "sentiment", "-t", "word-case", "--out", str(tmp_path / "report")],
    )
    assert done.exit_code == 0 and done.output.count("by position") == 1, done.output
    assert "--label-names negative,positive" in done.output and "hr.task(" not in done.output
