"""Chat models against a server of another project: ``transformers serve`` with a small language model."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from importlib.util import find_spec

import pytest
from tiny_language_model import reviews, sentiment

import hf_robust as hr

NEEDED = ("fastapi", "uvicorn", "openai", "pydantic")
SERVE = "from transformers.cli.transformers import main; main()"
# the model knows no single letters, which mark the options by default
LETTERS = {"labels": {"choice": ["negative", "positive"]}}
missing = [name for name in NEEDED if find_spec(name) is None]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing), reason=f"transformers serve needs {', '.join(missing)}"),
]


@pytest.fixture(scope="module")
def served(tiny_language_model, tmp_path_factory):
    decision = tmp_path_factory.mktemp("decision") / "decision_config.json"
    decision.write_text(json.dumps(LETTERS))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    arguments = ["serve", str(tiny_language_model), "--port", str(port), "--host", "127.0.0.1", "--device", "cpu"]
    arguments += ["--decision-config", str(decision)]
    environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
    process = subprocess.Popen([sys.executable, "-c", SERVE, *arguments], env=environment)
    url = f"http://127.0.0.1:{port}/v1"
    try:
        _wait_for(process, url)
        yield str(tiny_language_model), url
    finally:
        process.terminate()
        process.wait(30)


def _wait_for(process, url):
    end = time.monotonic() + 180
    while time.monotonic() < end and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/models", timeout=5).close()
            return
        except OSError:
            time.sleep(0.5)
    pytest.fail("transformers serve did not start")


def test_a_suite_is_run_on_a_foreign_server(served, tmp_path):
    name, url = served
    suite = hr.Suite.build(reviews(20), sentiment(), ["word-case", "keyboard"])
    model = hr.ChatModel(name, base_url=url)
    report = hr.run(model, suite, cache_dir=tmp_path)
    asked = report.record["model"]["language_model"]
    assert report.record["originals"]["score"] == 1.0
    assert (
        asked["answer"] == "generate"
        and "first-token (the probabilities of the first token) cannot be used" in asked["reason"]
    )
    assert asked["requests"]["failed"] == 0 and asked["requests"]["input_tokens"] > 0


def test_answers_are_those_of_the_local_model(served, tmp_path):
    name, url = served
    rows = [{"text": text} for text in reviews(20)["text"]]
    remote = hr.as_predictor(hr.ChatModel(name, base_url=url, answer="generate"), sentiment(), cache_dir=tmp_path)
    local = hr.as_predictor(hr.CausalModel(name, answer="generate"), sentiment())
    assert [one.value for one in remote.predict(rows)] == [one.value for one in local.predict(rows)]


def test_the_probabilities_of_labels_are_those_of_the_local_pipeline(served):
    from transformers import pipeline
    from transformers.decision import DecisionConfig

    name, url = served
    texts = reviews(3)["text"]
    model = hr.Endpoint(preset="transformers-systemone", base_url=url.removesuffix("/v1"), model=name)
    found = hr.as_predictor(model, sentiment()).predict([{"text": text} for text in texts])
    decide = pipeline("decision", model=name, decision_config=DecisionConfig(**LETTERS), device="cpu")
    question = {"type": "choice", "instructions": "Which label fits the text best?"}
    question["criteria"] = {"negative": None, "positive": None}
    asked = [decide({"state": text, "questions": {"label": question}})["label"] for text in texts]
    assert [one.value for one in found] == [answer["choice"] for answer in asked]
    for one, answer in zip(found, asked, strict=True):
        assert one.score == pytest.approx(max(answer["probabilities"].values()), abs=1e-4)
