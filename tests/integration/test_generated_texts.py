"""Summaries and generated texts from the command line to the report: files, models, formats, and a repeated run."""

import json
import sys
from pathlib import Path

import pytest
import torch
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import UsageError

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "unit" / "adapters"))

from chat_server import Behavior, ChatServer
from tiny_models import tokenizer, translator

ROWS = [
    ("The cat sat on the old mat and it was very good.", "A cat sat on a mat."),
    ("Anna lives in London and Bob left in the red house.", "Anna lives in London."),
    ("The movie was not bad, and the film was very old.", "An old film."),
    ("The river was blue and the tree was new.", "A blue river."),
]
FORMATS = ("html", "json", "markdown", "latex", "pdf")


@pytest.fixture(scope="module")
def model_folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("summarizer")
    with torch.random.fork_rng():
        torch.manual_seed(1)
        translator().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [json.dumps({"article": text, "highlights": summary}) for text, summary in ROWS]
    Path("articles.jsonl").write_text("\n".join(lines), encoding="utf-8")
    Path("prompts.jsonl").write_text("\n".join(json.dumps({"prompt": text}) for text, _ in ROWS), encoding="utf-8")
    return tmp_path


def call(*arguments):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.output


def record(folder):
    return json.loads(Path(folder, "report.json").read_text(encoding="utf-8"))


def test_a_model_in_a_folder_summarizes_and_every_format_compares_the_answers(folder, model_folder):
    formats = [argument for name in FORMATS for argument in ("--format", name)]
    options = ("--model", model_folder, "--model-param", "max_new_tokens=6", "-t", "keyboard,word-case", *formats)
    printed = call("run", "--task", "summarization", "--dataset", "articles.jsonl", *options, "--out", "report")
    assert "read as the layout document-summary" in printed and "Written answers" in printed
    found = record("report")
    assert found["metric"]["name"] == "rouge_l" and [len(one["written"]) for one in found["results"]] == [6, 6]
    for name in ("report.html", "report.md", "report.tex"):
        page = Path("report", name).read_text(encoding="utf-8")
        assert "Similarity" in page and "Length ratio" in page and "Refusals" in page, name
    assert Path("report/report.pdf").read_bytes().startswith(b"%PDF")
    call("run", "--config", "report/robust.yaml", "--out", "again")
    again = record("again")
    assert again["results"] == found["results"] and again["originals"] == found["originals"]


def test_a_saved_suite_of_summaries_serves_functions_and_models(folder, model_folder):
    rows = Dataset.from_dict({"text": [text for text, _ in ROWS], "summary": [summary for _, summary in ROWS]})
    suite = hr.Suite.build(rows, "summarization", ["keyboard", "word-case"])
    loaded = hr.Suite.load(suite.save(folder / "suite"))
    golds = dict(ROWS)
    report = hr.run(lambda texts: [golds.get(text, text) for text in texts], loaded)
    for result in report.results:
        assert result["original"] == 1.0 > result["perturbed"] and result["broken"] == result["n"] >= 3
        assert result["written"]["length_ratio"] > 1
    reread = hr.Report.load(report.save(folder / "saved"))
    assert reread.typed_record.results[0].written == report.typed_record.results[0].written
    tiny = hr.run(model_folder, loaded, max_new_tokens=4)
    assert tiny.record["model"]["kind"] == "folder" and tiny.results[0]["written"]["unit"] == "words"
    compared = hr.compare({"gold": lambda texts: [golds.get(text, "") for text in texts], "tiny": model_folder}, loaded)
    assert compared.record["metric"]["name"] == "rouge_l"


def test_predictions_of_a_model_that_runs_elsewhere_are_read(folder):
    rows = Dataset.from_dict({"text": [text for text, _ in ROWS], "summary": [summary for _, summary in ROWS]})
    suite = hr.Suite.build(rows, "summarization", ["word-case"])
    asked = suite.inputs()
    given = [{**row, "prediction": "" if row["text"].isupper() else "A cat sat."} for row in asked]
    report = hr.run(given, suite)
    assert report["word-case"]["written"]["empty"] == [0.0, 1.0]


def test_prompts_without_references_are_scored_by_their_own_answers(folder):
    call("suite", "--task", "text-generation", "--dataset", "prompts.jsonl", "-t", "word-case", "--out", "suite")
    report = hr.run(lambda texts: [text.split()[0] for text in texts], hr.Suite.load("suite"))
    assert report.record["metric"]["name"] == "answer_similarity" and report.record["originals"]["score"] == 1.0
    assert report["word-case"]["perturbed"] < 0.6
    asked = {"suite": "suite", "models": "default", "metric": "chrf"}
    with pytest.raises(UsageError, match="no baseline for text-generation"):
        hr.run_config(asked)


def test_a_chinese_summary_is_measured_in_characters(folder):
    line = json.dumps({"正文": "今天下雨。河水很高，旧桥已经关闭。司机应该走别的路。", "摘要": "下雨，旧桥关闭。"})
    Path("zh.jsonl").write_text(line, encoding="utf-8")
    printed = call("run", "--task", "summarization", "--language", "zh", "--dataset", "zh.jsonl", "-t", "keyboard")
    assert "length (characters)" in printed
    assert record("report")["model"]["name"] == "leading-sentences-baseline"


def test_a_chat_model_refuses_some_texts(folder):
    pytest.importorskip("httpx")
    rows = Dataset.from_dict({"text": [text for text, _ in ROWS], "summary": [summary for _, summary in ROWS]})
    suite = hr.Suite.build(rows, "summarization", ["word-case"])

    def said(body):
        asked = body["messages"][-1]["content"]
        shouted = any(text.upper() in asked for text, _ in ROWS)
        return "I'm sorry, but I can't help with that." if shouted else "<think>Short.</think>A cat sat on a mat."

    with ChatServer(Behavior(said)) as server:
        report = hr.run(hr.ChatModel("tiny", base_url=server.base_url, store=False), suite)
    written = report["word-case"]["written"]
    assert written["refused"] == [0.0, 1.0] and written["length"] == [6.0, 0.0] and written["empty"] == [0.0, 0.0]
    assert report["word-case"]["original"] > report["word-case"]["perturbed"] == 0.0
