"""The commands ``capabilities`` and ``audit``."""

import json
from inspect import signature
from pathlib import Path

import pytest
from capability_samples import suite
from click.testing import CliRunner

import hf_robust as hr
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.cli import main
from hf_robust.reports import CapabilityReport


def call(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "films.csv"
    rows = ["The plot is thin.,0.1", "I loved every minute.,0.9", "It runs for two hours.,0.5", "This is dull.,0.2"]
    path.write_text("\n".join(["sentence,score", *rows]) + "\n")
    return path


@pytest.fixture
def folder(tmp_path):
    return suite().save(tmp_path / "suite")


def build(data, out, *more):
    columns = ("--text-column", "sentence", "--label-column", "score", "--no-expand")
    return call("capabilities", "build", "--search-dataset", data, *columns, "--out", out, *more)


@pytest.fixture
def model(tmp_path):
    """A tiny classifier on disk that always says negative."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "bad", "good", "film"]
    names = {0: "negative", 1: "positive"}
    sizes = {"vocab_size": len(words), "hidden_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    config = BertConfig(**sizes, intermediate_size=8, id2label=names, label2id={name: n for n, name in names.items()})
    place = tmp_path / "model"
    tiny = BertForSequenceClassification(config)
    tiny.classifier.bias.data = torch.tensor([99.0, 0.0])
    tiny.save_pretrained(place)
    BertTokenizerFast(vocab={word: n for n, word in enumerate(words)}).save_pretrained(place)
    return place


def test_build_writes_a_suite(data, tmp_path):
    result = build(data, tmp_path / "out", "--spec", "published", "--only", "LC4,LC6", "--seed", 5, "--name", "films")
    assert result.exit_code == 0, result.output
    built = CapabilitySuite.load(tmp_path / "out")
    assert {id: len(built[id].seeds) for id in built} == {"LC4": 2, "LC6": 8}
    assert (built.info["seed"], built.info["name"], built.info["dataset"]) == (5, "films", str(data))
    assert "LC6" in result.output and "8 seeds" in result.output and "of 2 sentence" in result.output


def test_score_ranges_decide_the_labels(data, tmp_path):
    ranges = json.dumps({"negative": [0, 0.1], "positive": "(0.1, 1]"})
    result = build(data, tmp_path / "out", "--only", "LC1,LC6", "--spec", "published", "--score-ranges", ranges)
    assert result.exit_code == 0, result.output
    assert len(CapabilitySuite.load(tmp_path / "out")["LC6"].seeds) == 4
    assert "skipped LC1" in result.output


def test_labels_and_limit_of_seeds(tmp_path):
    path = tmp_path / "films.jsonl"
    rows = [{"text": f"It is bad {n}.", "label": "thumbs-down"} for n in range(5)]
    path.write_text("\n".join(map(json.dumps, [*rows, {"text": "No idea.", "label": "unsure"}])))
    common = ("capabilities", "build", "--search-dataset", path, "--no-expand", "--only", "LC6", "--spec", "published")
    common += ("--out", tmp_path / "out")
    refused = call(*common)
    assert refused.exit_code == 2 and "thumbs-down" in refused.output
    named = ("--data-label", "thumbs-down=negative", "--data-label", "unsure=", "--seeds-per-capability", 3)
    result = call(*common, *named)
    assert result.exit_code == 0, result.output
    entry = CapabilitySuite.load(tmp_path / "out")["LC6"]
    assert len(entry.seeds) == 3 and entry.limited == 17


def test_a_specification_of_the_user(data, tmp_path):
    from hf_robust.capability import capabilities

    own = tmp_path / "mine.yaml"
    own.write_text(Path(capabilities("sentiment-classification", "published").file).read_text())
    result = build(data, tmp_path / "out", "--only", "LC6", "--spec", own)
    assert result.exit_code == 0, result.output
    assert CapabilitySuite.load(tmp_path / "out").info["specification"]["name"] == "mine"
    own.write_text(own.read_text().replace("transform: none", "transfrom: none"))
    result = build(data, tmp_path / "other", "--spec", own)
    assert result.exit_code == 2 and "mine.yaml:" in result.output and "transfrom" in result.output
    assert not (tmp_path / "other").exists()


def test_run_writes_a_report(folder, model, tmp_path):
    out = tmp_path / "report"
    given = ("--suite", folder, "--model", model, "--device", "cpu", "--junit", tmp_path / "junit.xml", "--output", out)
    result = call("capabilities", "run", *given)
    assert result.exit_code == 0, result.output
    report = CapabilityReport.load(out)
    assert [one["id"] for one in report.results] == ["A", "B"] and "C" in report.skipped
    assert report.record["model"]["labels"] == ["negative", "positive"]
    assert (tmp_path / "junit.xml").is_file() and (out / "capabilities.html").is_file()
    assert report.result("A")["seeds"]["failure_rate"] == 1.0
    low = call("capabilities", "run", *given, "--fail-under", 1)
    assert low.exit_code == 1 and "FAILED" in low.output
    few = call("capabilities", "run", *given, "--seeds-per-capability", 1, "--min-oracle-confidence", 0.6)
    assert few.exit_code == 0, few.output
    assert CapabilityReport.load(out).result("A")["seeds"]["n"] == 1 and "B" in CapabilityReport.load(out).skipped


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("build", "--search-dataset", "none.csv"), "there is no file none.csv"),
        (("build", "--task", "sentimental"), "unknown"),
        (("build", "--task", "hate-speech-detection"), "--search-dataset"),
        (("build", "--split", "test"), "--split describes data of yours"),
        (("build", "--only", "LC77"), "did you mean"),
        (("build", "--task", "natural-language-inference", "--spec", "published"), "unknown published specification"),
        (("build", "--score-ranges", "{"), "--score-ranges"),
        (("run", "--suite", "nowhere/at/all"), "neither a folder"),
        (("run", "--fail-under", "80"), "type 0.8"),
        (("run", "--revision", "v1.0.0"), "--revision goes with --suite"),
        (("run", "--model-revision", "main"), "--model-revision goes with --model"),
    ],
)
def test_wrong_calls_end_in_one_message(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    result = call("capabilities", *arguments)
    assert result.exit_code == 2, result.output
    assert message in result.output and "Traceback" not in result.output
    assert not list(tmp_path.iterdir())


def test_a_suite_of_pairs_is_refused(tmp_path, folder):
    (folder / "suite.json").write_text("{}")
    result = call("capabilities", "run", "--suite", folder)
    assert result.exit_code == 2 and "Error:" in result.output


def test_build_suites_of_behavior(tmp_path):
    result = call(
        "capabilities",
        "build",
        "--behavior",
        "sentiment",
        "--per-test",
        2,
        "--only",
        "negation.not-good",
        "--out",
        tmp_path / "out",
    )
    assert result.exit_code == 0 and "negation.not-good" in result.output, result.output
    assert len(CapabilitySuite.load(tmp_path / "out")["negation.not-good"].seeds) == 2
    refused = call("capabilities", "build", "--behavior", "sentiment", "--k", 3, "--out", tmp_path / "other")
    assert refused.exit_code == 2 and "--k has no meaning with --behavior" in refused.output


def test_push_takes_suites_of_both_kinds(folder, tmp_path, monkeypatch):
    pushed = []
    monkeypatch.setattr(CapabilitySuite, "push_to_hub", lambda self, repo, version, **rest: pushed.append(repo) or "c0")
    result = call("push", folder, "me/cases", "--version", "1.0.0")
    assert result.exit_code == 0 and pushed == ["me/cases"], result.output
    missing = call("push", tmp_path / "none", "me/cases", "--version", "1.0.0")
    assert missing.exit_code == 2 and "there is no folder" in missing.output


def test_a_pipeline_tells_its_labels(model):
    from transformers import pipeline

    report = hr.run(pipeline("text-classification", model=str(model), device="cpu"), suite())
    assert report.record["model"]["kind"] == "pipeline" and report.record["model"]["labels"] == ["negative", "positive"]
    assert list(report.skipped) == ["C"]


def test_without_arguments_it_is_the_embedded_model_on_the_embedded_sentences(tmp_path, monkeypatch):
    """Without expansions, which take a while: what is asked for is looked at, and the rest is real."""
    asked = {}
    whole = CapabilitySuite.build.__func__
    defaults = {name: each.default for name, each in signature(CapabilitySuite.build).parameters.items()}

    def quick(cls, specification, data, task, **options):
        asked.update(defaults | options)
        return whole(cls, specification, data, task, **{**options, "expand": False, "only": ["LC1", "LC6"]})

    monkeypatch.setattr(CapabilitySuite, "build", classmethod(quick))
    monkeypatch.chdir(tmp_path)
    result = call("capabilities", "run", "--explain")
    assert result.exit_code == 0, result.output
    assert (asked["expand"], asked["k"], asked["seeds_per_capability"], asked["seed"]) == (True, 10, 10, 0)
    record = CapabilityReport.load(tmp_path / "report").record
    assert record["suite"]["name"] == "demo-sentences-capabilities" and record["model"]["kind"] == "embedded"
    assert [one["seeds"]["n"] for one in record["results"]] == [10, 10] and "report.html" not in result.output
    assert record["model"]["labels"] == ["negative", "positive", "neutral"] and not record["skipped"]
    assert all(one["examples"][0]["root_cause"] for one in record["results"] if one["examples"])
    result = call("capabilities", "build")
    assert result.exit_code == 0 and len(CapabilitySuite.load(tmp_path / "capabilities")["LC6"].seeds) == 10
