"""What double quotes do in a table can be said; where a file cannot be read, the error says how."""

import pytest
from click.testing import CliRunner

from hf_robust.cli import main
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.tasks.layouts.load_rows import load_data

LITERAL = 'text{0}label\n"Good" one{0}pos\na 5" screen{0}neg\n"half{0}pos\n'
ENCLOSED = 'text{0}label\n"A cell{0} with both\nof them"{0}pos\n"a ""word"""{0}neg\n'
BROKEN = 'text{0}label\n"A cell with\na break"{0}pos\n"a ""word"""{0}neg\n'
SIGNS = {"csv": ",", "tsv": "\t"}


@pytest.mark.parametrize("kind", SIGNS)
def test_quotes_are_read_as_said(tmp_path, kind):
    path = tmp_path / f"rows.{kind}"
    path.write_text(LITERAL.format(SIGNS[kind]))
    assert load_data(str(path), quotes="literal")["text"][:] == ['"Good" one', 'a 5" screen', '"half']
    path.write_text(ENCLOSED.format(SIGNS[kind]))
    assert load_data(str(path), quotes="enclose")["text"][:] == [f"A cell{SIGNS[kind]} with both\nof them", 'a "word"']


@pytest.mark.parametrize(("kind", "content", "quotes"), [("csv", LITERAL, "literal"), ("tsv", BROKEN, "enclose")])
def test_a_refused_table_says_how_it_can_be_read(tmp_path, kind, content, quotes):
    path = tmp_path / f"rows.{kind}"
    path.write_text(content.format(SIGNS[kind]))
    with pytest.raises(DataFileError, match=f"rows.{kind}:2: .*quotes='{quotes}'"):
        load_data(str(path))
    given = ["perturb", "word-case", "--dataset", str(path), "--task", "sentiment"]
    refused = CliRunner().invoke(main, given)
    assert refused.exit_code == 2 and f"--quotes {quotes}" in refused.output
    assert CliRunner().invoke(main, [*given, "--quotes", quotes]).exit_code == 0


@pytest.mark.parametrize("name", ["rows.jsonl", "someone/reviews", "folder"])
def test_quotes_are_for_tables_alone(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "rows.jsonl").write_text('{"text": "A film.", "label": "pos"}\n')
    with pytest.raises(UsageError, match="CSV and TSV"):
        load_data(name, quotes="literal")


def test_another_word_is_refused(tmp_path):
    (tmp_path / "rows.csv").write_text(ENCLOSED.format(","))
    with pytest.raises(UsageError, match="enclose, literal"):
        load_data(str(tmp_path / "rows.csv"), quotes="none")
