"""Batch files: requests are written, and their answers are read back without any network."""

import json
import socket
from pathlib import Path

import pytest
from chat_server import Behavior, ChatServer
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli.app import main
from hf_robust.reports import Report

SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
WORDS = ("fine", "dull", "good", "poor")


def rated(body):
    return (
        "positive" if any(word in body["messages"][-1]["content"].lower() for word in ("fine", "good")) else "no idea"
    )


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    rows = [{"text": f"A {WORDS[n % 4]} film {n}.", "label": int(n % 4 in (0, 2))} for n in range(12)]
    folder = tmp_path_factory.mktemp("suite")
    hr.Suite.build(Dataset.from_list(rows), SENTIMENT, ["word-case", "punctuation"]).save(folder / "reviews")
    return folder / "reviews"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def no_network(monkeypatch):
    def refuse(*_):
        raise AssertionError("no network in this test")

    monkeypatch.setattr(socket.socket, "connect", refuse)


def run(*arguments):
    return CliRunner().invoke(main, [str(one) for one in arguments])


def answered(file, out, change=lambda number, line: line):
    """Write the answers to a file of requests, as a batch API does."""
    answer = ChatServer(Behavior(text=rated, logprobs="none")).answer
    lines = []
    for number, line in enumerate(map(json.loads, Path(file).read_text().splitlines())):
        body = answer(line["url"], line["body"])
        response = {"status_code": 200, "request_id": f"r{number}", "body": body}
        lines.append(change(number, {"id": f"b{number}", "custom_id": line["custom_id"], "response": response}))
    Path(out).write_text("".join(json.dumps(line) + "\n" for line in reversed(lines)))
    return lines


def test_answers_of_a_batch_are_those_of_a_server(suite, folder, monkeypatch):
    assert run("requests", suite, "--model", "chat:m", "--out", "requests.jsonl").exit_code == 0
    lines = [json.loads(line) for line in Path("requests.jsonl").read_text().splitlines()]
    assert len({line["custom_id"] for line in lines}) == len(lines) > 24
    assert {(line["method"], line["url"]) for line in lines} == {("POST", "/v1/chat/completions")}
    assert all(len(bytes.fromhex(line["custom_id"])) == 16 and line["body"]["model"] == "m" for line in lines)
    with ChatServer(Behavior(text=rated, logprobs="none")) as server:
        options = ["--base-url", server.base_url, "--answer", "generate", "--out", "online"]
        assert run("run", "--suite", suite, "--model", "chat:m", *options).exit_code == 0
        assert server.served == len(lines)
    answered("requests.jsonl", "answers.jsonl")
    monkeypatch.setattr(socket.socket, "connect", None)
    done = run("run", "--suite", suite, "--model", "chat:m", "--answers", "answers.jsonl", "--out", "batch")
    assert done.exit_code == 0, done.output
    online, batch = Report.load("online").record, Report.load("batch").record
    for part in ("originals", "results", "labels", "worst_case"):
        assert online[part] == batch[part]
    requests = batch["model"]["language_model"]["requests"]
    assert (requests["sent"], requests["stored"], requests["server"]) == (0, len(lines), "answers.jsonl")
    assert requests["input_tokens"] == online["model"]["language_model"]["requests"]["input_tokens"]


def test_predictions_are_equal_on_every_row(suite, folder, no_network):
    loaded = hr.Suite.load(suite)
    rows = [dict(row) for row in loaded.task.inputs(loaded["word-case"].perturbed)]
    run("requests", suite, "--model", "chat:m", "--out", "requests.jsonl")
    answered("requests.jsonl", "answers.jsonl")
    found = hr.as_predictor("chat:m", loaded.task, answers="answers.jsonl").predict(rows)
    expected = [rated({"messages": [{"content": row["text"]}]}) for row in rows]
    assert [one.value if one.status == "ok" else "no idea" for one in found] == expected


def failed(number, line):
    if number % 3 == 0:
        return {**line, "response": None, "error": {"message": "batch expired"}}
    if number % 3 == 1:
        return {**line, "response": {"status_code": 400, "body": {"error": {"message": "too long"}}}}
    return line


def test_errors_in_lines_are_errors_of_rows(suite, folder, no_network):
    run("requests", suite, "--model", "chat:m", "--out", "requests.jsonl")
    lines = answered("requests.jsonl", "answers.jsonl", failed)
    loaded = hr.Suite.load(suite)
    model = hr.as_predictor("chat:m", loaded.task, answers="answers.jsonl")
    rows = [dict(row) for row in loaded.inputs().select_columns(["text"])]
    statuses = [one.status for one in model.predict(rows)]
    assert statuses.count("error") == sum(failed(number, {}) != {} for number in range(len(lines)))
    assert {model.transport._answers[line["custom_id"]].reason for line in lines} == {
        *("batch expired", "HTTP 400: too long", "")
    }


def test_a_batch_that_was_sent_again_completes_the_first(suite, folder, no_network):
    run("requests", suite, "--model", "chat:m", "--out", "requests.jsonl")
    answered("requests.jsonl", "first.jsonl", failed)
    answered("requests.jsonl", "second.jsonl")
    Path("answers.jsonl").write_text(Path("second.jsonl").read_text() + Path("first.jsonl").read_text())
    loaded = hr.Suite.load(suite)
    rows = [dict(row) for row in loaded.inputs().select_columns(["text"])]
    found = hr.as_predictor("chat:m", loaded.task, answers="answers.jsonl").predict(rows)
    assert "error" not in {one.status for one in found}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no file answers.jsonl"),
        ("", "has no lines; expected the answers of a batch"),
        ("{}\n", "answers.jsonl:1: expected an answer of a batch with custom_id and response"),
        ('{"custom_id": "a", "response": null}\n{"cut', "answers.jsonl:2: expected JSON"),
        ('{"custom_id": "a", "error": {"message": "x"}}\n', "no answer to any of the"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_files_of_another_kind_are_refused(suite, folder, no_network, content, said):
    if content is not None:
        Path("answers.jsonl").write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run("run", "--suite", suite, "--model", "chat:m", "--answers", "answers.jsonl")
    assert done.exit_code == 2 and said in done.output and not Path("report").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--model", "me/mine", "--out", "a.jsonl"], "batch files are for chat models; expected chat:NAME"),
        (["--model", "chat:m", "--out", "a.csv"], "requests are written to a file ending in .jsonl"),
        (["--model", "chat:m", "--out", "a.jsonl", "--model-param", "top_p=1"], "unknown option of a language model"),
        (["--model", "chat:m", "--out", "a.jsonl", "--prompt", "none.yaml"], "none.yaml"),
    ],
)
def test_wrong_requests_are_refused(suite, folder, arguments, said):
    done = run("requests", suite, *arguments)
    assert done.exit_code == 2 and said in done.output and not list(Path().glob("a.*"))


def test_each_way_of_answering_has_requests(suite, folder):
    for answer, found in (("first-token", "top_logprobs"), ("constrained", "structured_outputs"), ("choice", "echo")):
        assert (
            run("requests", suite, "--model", "chat:m", "--answer", answer, "--out", f"{answer}.jsonl").exit_code == 0
        )
        assert found in json.loads(Path(f"{answer}.jsonl").read_text().splitlines()[0])["body"]


def test_a_file_of_somebody_else_is_not_replaced(suite, folder):
    Path("requests.jsonl").write_text("mine")
    done = run("requests", suite, "--model", "chat:m", "--out", "requests.jsonl")
    assert done.exit_code == 2 and Path("requests.jsonl").read_text() == "mine"


def test_the_error_counts_lines_that_are_missing_and_lines_that_failed(suite, folder, no_network):
    run("requests", suite, "--model", "chat:m", "--out", "requests.jsonl")

    def change(number, line):
        return line | {"response": None, "error": {"message": "too long"}} if number in (2, 3) else line

    lines = answered("requests.jsonl", "answers.jsonl", change)
    Path("answers.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines[1:]))
    done = run("run", "--suite", suite, "--model", "chat:m", "--answers", "answers.jsonl")
    said = " ".join(done.output.split())
    assert done.exit_code == 2 and "run the same command again" not in said
    assert f"has no line for 1 request (custom_id {lines[0]['custom_id']})" in said
    assert "has a line with an error for 2 requests (custom_id " in said and "--max-errors" in said
