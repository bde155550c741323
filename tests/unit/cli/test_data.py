"""Reading datasets: every kind of file, and one clear message for every way it can fail."""

import json

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli.app import main
from hf_robust.core.errors import DataFileError, EmptyDataError, HubError, UsageError
from hf_robust.core.files import write_rows
from hf_robust.tasks.layouts.load_rows import load_data

ROWS = [{"text": "A fine film, really.", "label": 1}, {"text": 'Dull; "very" dull.', "label": 0}]


@pytest.fixture
def write(tmp_path):
    def make(name, content):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return str(path)

    return make


def test_a_table_with_other_separators_is_refused(write):
    for name, content, sign in (("a.csv", "text;label\nGood, or so;1\n", ";"), ("a.tsv", "text,label\nGood,1\n", ",")):
        with pytest.raises(DataFileError, match=f"is one column .*sep='{sign}'"):
            load_data(write(name, content))
    assert load_data(write("b.csv", '"a text, alone"\nGood\n')).column_names == ["a text, alone"]


def test_json_lines(write):
    path = write("a.jsonl", "\n".join(map(json.dumps, ROWS)))
    assert load_data(path).to_list() == ROWS


def test_a_file_in_another_encoding_is_named_in_plain_words(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"text": "Fine."}\n{"text": "Caf\xe9."}\n')
    with pytest.raises(DataFileError, match=r"a.jsonl is broken: its line 2 is no text in UTF-8"):
        load_data(str(path))


def test_csv_and_tsv(write):
    assert (
        load_data(write("a.csv", 'text,label\n"A fine film, really.",1\n"Dull; ""very"" dull.",0\n')).to_list() == ROWS
    )
    assert load_data(write("a.tsv", "text\tlabel\nA fine film, really.\t1\n")).to_list() == ROWS[:1]


def test_parquet_and_saved_folder(tmp_path):
    Dataset.from_list(ROWS).to_parquet(tmp_path / "a.parquet")
    Dataset.from_list(ROWS).save_to_disk(tmp_path / "saved")
    assert load_data(str(tmp_path / "a.parquet")).to_list() == ROWS
    assert load_data(str(tmp_path / "saved")).to_list() == ROWS


def test_squad_json(write):
    question = {"id": 7, "question": "Where?", "answers": [{"text": "Oslo", "answer_start": 3}]}
    content = {"data": [{"title": "T", "paragraphs": [{"context": "In Oslo.", "qas": [question]}]}]}
    row = load_data(write("a.json", json.dumps(content)))[0]
    assert row["id"] == "7" and row["answers"] == {"text": ["Oslo"], "answer_start": [3]}


def test_squad_2_json_has_questions_without_an_answer(write):
    seems = [{"text": "Oslo", "answer_start": 3}]
    questions = [
        {"id": "a", "question": "Where?", "answers": seems, "is_impossible": False},
        {"id": "b", "question": "Who?", "answers": [], "is_impossible": True, "plausible_answers": seems},
        {"id": "c", "question": "Who?", "is_impossible": True, "plausible_answers": seems},
        {"id": "d", "question": "Why?", "answers": seems, "is_impossible": True},
    ]
    content = {"version": "v2.0", "data": [{"title": "T", "paragraphs": [{"context": "In Oslo.", "qas": questions}]}]}
    rows = load_data(write("a.json", json.dumps(content)))
    assert [row["answers"]["text"] for row in rows] == [["Oslo"], [], [], []]
    assert [row["answers"]["answer_start"] for row in rows] == [[3], [], [], []]


def test_other_json(write):
    assert load_data(write("a.json", json.dumps(ROWS))).to_list() == ROWS


def test_first_keeps_the_first_rows(write):
    path = write("a.jsonl", "\n".join(map(json.dumps, ROWS)))
    assert load_data(path, first=1).to_list() == ROWS[:1]
    assert len(load_data(path, first=99)) == 2
    with pytest.raises(UsageError, match="at least 1"):
        load_data(path, first=0)


@pytest.mark.parametrize(
    ("name", "content", "error", "message"),
    [
        ("gone.csv", None, DataFileError, "there is no file"),
        ("a.csv", "", DataFileError, "is empty"),
        ("a.parquet", "not parquet", DataFileError, "cannot be read as parquet"),
        ("a.jsonl", "{broken", DataFileError, r"a.jsonl:1: this line is no JSON"),
        ("a.xml", "<a/>", DataFileError, "unknown kind"),
        ("a.csv", "text,label\n", EmptyDataError, "no rows"),
    ],
)
def test_bad_files(write, tmp_path, name, content, error, message):
    path = write(name, content) if content is not None else str(tmp_path / name)
    with pytest.raises(error, match=message):
        load_data(path)


def test_not_a_saved_folder(tmp_path):
    with pytest.raises(DataFileError, match="save_to_disk"):
        load_data(str(tmp_path))


def test_the_hub_out_of_reach():
    with pytest.raises(HubError, match="neither a file here nor"):
        load_data("nobody-here/no-such-set")


def test_splits_must_be_named(tmp_path):
    from datasets import DatasetDict

    data = Dataset.from_list(ROWS)
    DatasetDict({"train": data, "test": data.select([0])}).save_to_disk(tmp_path / "two")
    with pytest.raises(UsageError, match="train, test"):
        load_data(str(tmp_path / "two"))
    with pytest.raises(UsageError, match="no split 'dev'"):
        load_data(str(tmp_path / "two"), split="dev")
    assert len(load_data(str(tmp_path / "two"), split="test")) == 1


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_rows_are_written_whole_or_not_at_all(tmp_path, suffix, monkeypatch):
    rows = Dataset.from_list([{**row, "robust": {"source_id": "a", "status": "changed"}} for row in ROWS])
    path = tmp_path / "deep" / f"out.{suffix}"
    write_rows(rows, path)
    assert load_data(str(path))["text"][:] == [row["text"] for row in ROWS]
    before = path.read_bytes()

    def broken(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(KeyboardInterrupt):
        write_rows(rows.select([0]), path)
    assert path.read_bytes() == before and [p.name for p in path.parent.iterdir()] == [path.name]


def test_unknown_ending(tmp_path):
    with pytest.raises(UsageError, match=".jsonl, .csv, .parquet"):
        write_rows(Dataset.from_list(ROWS), tmp_path / "out.xlsx")


def test_files_with_a_token_a_line(write):
    path = write("a.conllu", "1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_\n")
    assert load_data(path)[0]["heads"] == [0]
    with pytest.raises(DataFileError, match="is empty"):
        load_data(write("b.conllu", ""))
    with pytest.raises(DataFileError, match="there is no file"):
        load_data(path.replace("a.", "c."))


def sorted_reviews(folder):
    rows = [{"text": f"Film {n} is fine.", "label": "good" if n < 60 else "bad"} for n in range(100)]
    file = folder / "sorted.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    return ("--dataset", str(file), "--task", "sentiment-classification")


def test_limit_draws_from_all_classes_and_says_so(tmp_path):
    given = sorted_reviews(tmp_path)
    done = CliRunner().invoke(
        main, ["perturb", "word-case", *given, "--limit", "20", "--out", str(tmp_path / "o.jsonl")]
    )
    assert done.exit_code == 0, done.output
    assert "rows: 20 of 100; labels: good 60%, bad 40%" in done.output
    rows = [json.loads(line) for line in (tmp_path / "o.jsonl").read_text().splitlines()]
    assert {row["label"] for row in rows} == {"good", "bad"}


def test_first_takes_the_head(tmp_path):
    given = sorted_reviews(tmp_path)
    done = CliRunner().invoke(
        main, ["perturb", "word-case", *given, "--first", "20", "--out", str(tmp_path / "o.jsonl")]
    )
    assert "rows: 20; labels: good 100%" in done.output


def test_limit_and_first_exclude_each_other(tmp_path):
    out = str(tmp_path / "o.jsonl")
    for command in (["perturb", "word-case"], ["suite"], ["attack"], ["corruptions"], ["run"]):
        done = CliRunner().invoke(
            main, [*command, *sorted_reviews(tmp_path), "--limit", "5", "--first", "5", "--out", out]
        )
        assert done.exit_code == 2 and "leave one of them out" in done.output, command


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_suite_of_demo_reviews_is_the_same_from_the_shell_and_in_python(tmp_path, language):
    asked = ["--language", language, "--first", "8", "-t", "keyboard" if language == "en" else "homophone"]
    built = CliRunner().invoke(main, ["suite", *asked, "--seed", "3", "--out", str(tmp_path / "suite")])
    assert built.exit_code == 0, built.output
    task = hr.task("sentiment-classification", language=language)
    own = hr.Suite.build(hr.demo_reviews(language).select(range(8)), task, asked[-1:], seed=3)
    assert hr.Suite.load(tmp_path / "suite").content_hash == own.content_hash


def test_changed_rows_of_demo_reviews_are_the_same_from_the_shell_and_in_python(tmp_path):
    path = tmp_path / "rows.jsonl"
    done = CliRunner().invoke(main, ["perturb", "typos", "--first", "8", "--out", str(path)])
    assert done.exit_code == 0, done.output
    perturb = hr.Perturb("typos", hr.task("sentiment-classification"))
    own = hr.demo_reviews().select(range(8)).map(perturb, batched=True)
    assert [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()] == own["text"][:]
