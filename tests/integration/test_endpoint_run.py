"""A saved suite of entities, run on the command line on a model behind an API."""

import io
import json
import logging
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from datasets import ClassLabel, Dataset, Features, List, Value

import hf_robust as hr
from hf_robust.cli.app import main

sys.path.insert(0, str(Path(__file__).parents[1]))
from json_server import JsonServer, Page

KEY = "sk-sentinel-9876543210"
TAGS = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
PEOPLE, PLACES = ("Ann", "Bo"), ("Paris", "Rome")
ROWS = [
    ["Ann", "lives", "in", "Paris", "😀", "."],
    ["Bo", "left", "Rome", "with", "Ann", "."],
    ["😀", "Nobody", "left"],
]
FILE = """
task: named-entity-recognition
url: "{url}/v1/entities"
headers: {{Authorization: "Bearer ${{env:ACME_KEY}}"}}
body: {{documents: "{{{{batch}}}}", each: {{id: "{{{{n}}}}", text: "{{{{text}}}}"}}}}
batch: 4
response: {{items: "documents[*]", id: id, spans: "entities[*]", start: offset, length: length, type: category}}
offsets: utf16
labels: {{Person: PER, Location: LOC}}
"""


def tag(token):
    return "B-PER" if token in PEOPLE else "B-LOC" if token in PLACES else "O"


def entities(text):
    """The entities of a text with offsets in UTF-16 units, as the function finds them in the tokens."""
    found, at = [], 0
    for token in text.split(" "):
        size = len(token.encode("utf-16-le")) // 2
        kind = {"B-PER": "Person", "B-LOC": "Location"}.get(tag(token))
        found += [{"offset": at, "length": size, "category": kind}] if kind else []
        at += size + 1
    return found


def answer(request):
    if request.headers.get("authorization") != f"Bearer {KEY}":
        return Page(json.dumps({"error": f"wrong key: {request.headers.get('authorization')}"}), 401)
    documents = [{"id": one["id"], "entities": entities(one["text"])} for one in request.body["documents"]]
    return {"documents": documents, "debug": request.headers}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    features = Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=TAGS))})
    rows = [{"tokens": tokens, "ner_tags": [TAGS.index(tag(token)) for token in tokens]} for tokens in ROWS]
    built = hr.Suite.build(Dataset.from_list(rows, features=features), "ner", ["keyboard", "word-case", "homoglyph"])
    built.save(tmp_path_factory.mktemp("suites") / "ner")
    return tmp_path_factory.getbasetemp() / next(tmp_path_factory.getbasetemp().glob("suites*")) / "ner"


@pytest.fixture
def logged():
    text, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(text), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield text
    root.removeHandler(handler)
    root.setLevel(level)


def comparable(record):
    """What a report says of the scores, without the model and the time."""
    other = {"model", "predictions", "created", "seconds", "command", "environment", "versions"}
    return {name: value for name, value in record.items() if name not in other}


def test_the_report_is_that_of_the_same_predictions(tmp_path, suite, monkeypatch, logged):
    monkeypatch.setenv("ACME_KEY", KEY)
    expected = hr.run(lambda rows: [[tag(token) for token in row] for row in rows], hr.Suite.load(suite))
    with JsonServer(answer) as server:
        (tmp_path / "acme.yaml").write_text(FILE.format(url=server.url))
        options = ["--model", f"endpoint:{tmp_path / 'acme.yaml'}", "--cache-dir", str(tmp_path / "cache")]
        done = CliRunner().invoke(main, ["run", "--suite", str(suite), *options, "--out", str(tmp_path / "report")])
        assert done.exit_code == 0, done.output
        asked = [one["text"] for request in server.requests for one in request.body["documents"]]
        assert len(asked) == len(set(asked)) == expected.record["predictions"]["unique"]
        again = CliRunner().invoke(main, ["run", "--suite", str(suite), *options, "--out", str(tmp_path / "again")])
        assert again.exit_code == 0 and len(asked) == sum(len(one.body["documents"]) for one in server.requests)
    found = hr.Report.load(tmp_path / "report")
    assert found.record["model"]["kind"] == "endpoint" and found.record["model"]["name"] == "acme"
    assert comparable(found.record) == comparable(json.loads(json.dumps(expected.record)))
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert KEY.encode() not in written and KEY not in done.output + again.output + logged.getvalue()
    assert (tmp_path / "cache" / "answers.sqlite").is_file()


def test_a_refused_key_is_not_shown(tmp_path, suite, monkeypatch):
    monkeypatch.setenv("ACME_KEY", f"{KEY}-wrong")
    with JsonServer(answer) as server:
        (tmp_path / "acme.yaml").write_text(FILE.format(url=server.url))
        options = ["--model", f"endpoint:{tmp_path / 'acme.yaml'}", "--out", str(tmp_path / "report")]
        done = CliRunner().invoke(main, ["run", "--suite", str(suite), *options])
    said = done.output + str(done.exception)
    assert done.exit_code != 0 and "HTTP 401: 'wrong key: Bearer [hidden]'" in said and KEY not in said
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize(
    ("model", "options", "said"),
    [
        ("endpoint:absent.yaml", [], "absent.yaml:1: (the file): cannot be read"),
        ("endpoint:", [], "endpoint: needs a file or a preset"),
        ("endpoint:vllm-clasify", [], "did you mean vllm-classify"),
        ("endpoint:vllm-classify", [], "needs base_url, model"),
        ("endpoint:tei-predict", ["--base-url", "http://127.0.0.1:9"], "is for text-classification"),
        ("endpoint:acme.yaml", [], "the environment variable ACME_KEY is not set; run: export ACME_KEY=..."),
        ("endpoint:aws-comprehend", [], "must be signed"),
        ("endpoint:hf-token-classification", ["--model-param", "base_ulr=x"], "did you mean base_url"),
    ],
)
def test_the_command_line_checks_the_file_before_it_reads_data(tmp_path, monkeypatch, model, options, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ACME_KEY", raising=False)
    Path("acme.yaml").write_text(FILE.format(url="http://127.0.0.1:9"))
    rest = ["--dataset", "absent.csv", "--task", "ner", "--out", "nowhere"]
    done = CliRunner().invoke(main, ["run", "--model", model, *options, *rest])
    assert done.exit_code != 0 and said in (done.output + str(done.exception)).replace("\n", " ")
    assert not Path("nowhere").exists()


@pytest.mark.slow
def test_a_killed_process_has_stored_each_answer_that_arrived(tmp_path, monkeypatch):
    monkeypatch.setenv("ACME_KEY", KEY)
    asked = []

    def slow_answer(request):
        time.sleep(0.02)
        asked.extend(one["text"] for one in request.body["documents"])
        return answer(request)

    code = (
        "import sys, hf_robust as hr\n"
        "task = hr.task('ner', label_names=['O', 'B-PER', 'B-LOC'])\n"
        "model = hr.as_predictor(hr.Endpoint(sys.argv[1]), task, cache_dir=sys.argv[2])\n"
        "model.predict([{'tokens': ['Ann', str(number)]} for number in range(400)])\n"
    )
    with JsonServer(slow_answer) as server:
        (tmp_path / "acme.yaml").write_text(FILE.format(url=server.url))
        command = [sys.executable, "-c", code, str(tmp_path / "acme.yaml"), str(tmp_path / "cache")]
        process = subprocess.Popen(command)
        while len(asked) < 100 and process.poll() is None:
            time.sleep(0.005)
        process.kill()
        process.wait()
        with closing(sqlite3.connect(tmp_path / "cache" / "answers.sqlite")) as connection:
            (stored,) = connection.execute("SELECT count(*) FROM answers").fetchone()
        assert 0 < stored < 400
        time.sleep(0.1)  # the server handles what was on its way
        asked.clear()
        subprocess.run(command, check=True)
    assert len(asked) == len(set(asked)) == 400 - stored


def test_a_dry_run_sends_nothing(tmp_path, suite, monkeypatch):
    monkeypatch.setenv("ACME_KEY", KEY)
    with JsonServer(answer) as server:
        (tmp_path / "acme.yaml").write_text(FILE.format(url=server.url))
        options = ["--model", f"endpoint:{tmp_path / 'acme.yaml'}", "--dry-run", "--concurrency", "3"]
        done = CliRunner().invoke(main, ["run", "--suite", str(suite), *options, "--out", str(tmp_path / "report")])
        assert done.exit_code == 0 and "requests to send (0 answers are stored)" in done.output, done.output
    assert server.requests == [] and not (tmp_path / "report").exists()


def test_a_configuration_names_an_endpoint(tmp_path, suite, monkeypatch):
    monkeypatch.setenv("ACME_KEY", KEY)
    with JsonServer(answer) as server:
        text = FILE.format(url="{{base_url}}").replace("batch:", "values: {base_url: null}\nbatch:", 1)
        (tmp_path / "acme.yaml").write_text(text)
        model = {"model": f"endpoint:{tmp_path / 'acme.yaml'}", "params": {"base_url": server.url}}
        result = hr.run_config({"suite": {"source": str(suite), "only": ["keyboard"]}, "models": [model]})
    assert result["robustness"]["keyboard"]["original"] == 1.0
