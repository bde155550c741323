"""One saved suite on every kind of model: a classifier, predictions from a file, a chat server, a local language model,
an API from a YAML file. All reports have one schema; the same answers give the same report, whatever the kind.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import hf_robust as hr
from hf_robust.core.typed_json import as_json, read_json
from hf_robust.reports.records.robustness_records import RobustnessRecord

pytest.importorskip("httpx")
sys.path.insert(0, str(Path(__file__).parents[1]))
from chat_server import Behavior, ChatServer
from json_server import JsonServer
from tiny_language_model import LABELS, WORDS, reviews, sentiment

GOOD = re.compile("|".join(WORDS["positive"]))
OPTIONAL = {"answers", "calibration", "probabilities", "language_model", "analysis"}
"""Parts of a record that depend on what a kind of model says beside its answer."""


def rule(text: str) -> str:
    """The sentiment of a review, by its words."""
    return LABELS[bool(GOOD.search(text))]


def of_chat(body: dict[str, Any]) -> str:
    _, mark, text = body["messages"][-1]["content"].partition("Text:")
    return rule(text) if mark else "Hello."


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> hr.Suite:
    folder = tmp_path_factory.mktemp("suite") / "reviews"
    hr.Suite.build(reviews(30), sentiment(), ["keyboard", "word-case", "punctuation"]).save(folder)
    return hr.Suite.load(folder)


@pytest.fixture(scope="module")
def reports(
    suite: hr.Suite, tmp_path_factory: pytest.TempPathFactory, tiny_language_model: Path
) -> dict[str, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("kinds")
    predictions = suite.inputs()
    predictions = predictions.add_column("prediction", [rule(text) for text in predictions["text"]])
    predictions.to_json(folder / "predictions.jsonl")
    file = folder / "acme.yaml"
    found = {"function": hr.run(lambda texts: [rule(text) for text in texts], suite)}
    found["file"] = hr.run(str(folder / "predictions.jsonl"), suite)
    with ChatServer(Behavior(of_chat, logprobs="none", constrained=False)) as server:
        chat = hr.ChatModel("m", base_url=server.base_url)
        found["chat"] = hr.run(chat, suite, cache_dir=folder / "cache")
    with JsonServer(lambda request: {"label": rule(request.body["text"])}) as server:
        file.write_text(
            f"task: sentiment-classification\nurl: {server.url}/v1\nbody: {{text: '{{{{text}}}}'}}\n"
            "response: {label: label}\n"
        )
        found["endpoint"] = hr.run(hr.Endpoint(str(file)), suite, cache_dir=folder / "cache")
    found["causal"] = hr.run(hr.CausalModel(str(tiny_language_model), answer="choice"), suite)
    return {name: json.loads(json.dumps(report.record)) for name, report in found.items()}


def keys(record: dict[str, Any]) -> set[str]:
    return {*record} - OPTIONAL


def test_all_kinds_give_one_schema(reports: dict[str, dict[str, Any]]) -> None:
    expected = reports["function"]
    for name, record in reports.items():
        assert keys(record) == keys(expected), name
        assert [keys(one) for one in record["results"]] == [keys(one) for one in expected["results"]], name
        assert {key: type(value) for key, value in record["originals"].items()} == {
            key: type(value) for key, value in expected["originals"].items()
        }, name
        assert as_json(read_json(RobustnessRecord, record, name)).keys() >= keys(expected), name


@pytest.mark.parametrize("kind", ["file", "chat", "endpoint"])
def test_the_same_answers_give_the_same_results(reports: dict[str, dict[str, Any]], kind: str) -> None:
    def numbers(record: dict[str, Any]) -> list[Any]:
        return [record["originals"], record["worst_case"], [{**one} for one in map(without, record["results"])]]

    def without(result: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in result.items() if key not in OPTIONAL}

    assert numbers(reports[kind]) == numbers(reports["function"])


def test_each_kind_is_named(reports: dict[str, dict[str, Any]]) -> None:
    assert [reports[name]["model"]["kind"] for name in ("function", "chat", "endpoint", "causal")] == [
        "function",
        "chat",
        "endpoint",
        "causal",
    ]


def test_the_language_model_is_right_before_any_change(reports: dict[str, dict[str, Any]]) -> None:
    assert reports["causal"]["originals"]["score"] == 1.0
