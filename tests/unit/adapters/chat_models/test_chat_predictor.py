"""Chat models as predictors: statuses, stored answers, refusals that end a run, and what the record says."""

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from chat_samples import SENTIMENT, labeled, model, predictor, rated, rating, rows
from chat_server import Fault
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.chat_models.chat_predictor import ChatPredictor
from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.adapters.remote.clock import Clock
from hf_robust.adapters.remote.retries import Retries
from hf_robust.core.errors import CostLimitError, UnansweredError, UsageError

TESTS = Path(__file__).parents[3]
HERE = Path(__file__).parent
ROW = [{"text": "A fine film."}]
LAST = Prompt("Is it {labels}?", "{text}")
"""A prompt that ends with the text."""


class FakeClock(Clock):
    """Waiting takes no time."""

    async def sleep(self, seconds):
        await asyncio.sleep(0)


def test_a_run_and_its_record(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    suite = hr.Suite.build(labeled(8), SENTIMENT, ["word-case"])
    with rating(text=lambda body: rated({"prompt": body["messages"][-1]["content"].lower()})) as server:
        report = hr.run(model(server, answer="generate", store=True), suite, cache_dir=tmp_path)
        again = hr.run(model(server, answer="generate", store=True), suite, cache_dir=tmp_path)
        assert server.served == 16
    assert report["word-case"]["perturbed"] == 1.0 == again["word-case"]["original"]
    asked = report.record["model"]["language_model"]
    assert (asked["answer"], asked["prompt"]) == ("generate", "sentiment-classification@1")
    assert {name: asked["requests"][name] for name in ("sent", "stored", "failed", "cost", "server_version")} == {
        "sent": 16,
        "stored": 0,
        "failed": 0,
        "cost": None,
        "server_version": "0.1.test",
    }
    assert asked["requests"]["served"] == [{"name": "m", "fingerprint": "fp_1", "answers": 16}]
    assert asked["requests"]["input_tokens"] > 16 * 10
    report.save(tmp_path / "report", formats=("markdown",))
    assert "16 sent, 0 answered from the answer cache, 0 failed" in (tmp_path / "report" / "report.md").read_text()


def test_a_report_says_how_many_answers_were_stored(tmp_path):
    suite = hr.Suite.build(labeled(8), SENTIMENT, ["word-case"])
    with rating() as server:
        for _ in range(2):
            chat = ChatPredictor(model(server, answer="generate", store=True), SENTIMENT, tmp_path)
            report = hr.run(chat, suite, analysis=False)
    report.save(tmp_path / "report", formats=("markdown",))
    assert "16 answers came from the answer cache (earlier requests)" in (tmp_path / "report" / "report.md").read_text()


@pytest.mark.parametrize(
    ("behavior", "status"),
    [
        ({"text": ""}, "unparsable"),
        ({"text": "", "refusal": "I must decline."}, "refused"),
        ({"text": "positive", "refusal": "I must decline."}, "ok"),
        ({"text": "I cannot assist with that request."}, "refused"),
        ({"text": "", "finish_reason": "content_filter"}, "filtered"),
        ({"text": "", "finish_reason": "length", "reasoning": "The text says positive"}, "truncated"),
        ({"text": "Positive", "finish_reason": "length"}, "ok"),
        ({"text": "正面"}, "ok"),
        ({"text": "Das ist ein guter Film."}, "unparsable"),
        ({"text": "The review is long. " * 5000}, "unparsable"),
    ],
)
def test_bad_answers_have_a_status(behavior, status):
    with rating(**behavior) as server:
        asked = predictor(server, answer="generate", max_tokens=100_000)
        (found,) = asked.predict(ROW)
    assert found.status == status and (found.value == "positive") == (status == "ok")
    assert asked.describe()["requests"]["failed"] == 0


def test_a_row_of_a_hundred_thousand_characters():
    with rating() as server:
        (found,) = predictor(server, answer="generate").predict([{"text": "fine \U0001f600 " * 14_000}])
    assert found.value == "positive"


def test_failed_requests_are_errors_of_their_rows(tmp_path):
    with rating(fault=lambda body, tries: Fault(400) if "number 3." in str(body) else None) as server:
        asked = ChatPredictor(model(server, answer="generate", store=True), SENTIMENT, tmp_path)
        found = asked.predict(rows(6))
    assert [one.status for one in found] == ["ok"] * 3 + ["error"] + ["ok"] * 2
    assert asked.describe()["requests"]["failed"] == 1 and len(asked.transport.store) == 5


def test_a_server_that_dies_leaves_errors_and_stored_answers(tmp_path):
    with rating(latency=0.002) as server:
        server.behavior.fault = lambda body, tries: Fault("close") if server.served >= 40 else None
        described = model(server, answer="generate", store=True, concurrency=4)
        asked = ChatPredictor(described, SENTIMENT, tmp_path)
        asked.transport.retries = Retries(tries=1)
        found = asked.predict(rows(120))
        answered = sum(one.status == "ok" for one in found)
        assert answered == len(asked.transport.store) == server.served >= 40
        assert sum(one.status == "error" for one in found) == 120 - answered
        server.behavior.fault = lambda body, tries: None
        assert {one.status for one in ChatPredictor(described, SENTIMENT, tmp_path).predict(rows(120))} == {"ok"}
        assert server.served == 120


@pytest.mark.parametrize(
    ("behavior", "options", "said"),
    [
        ({"only_known": True, "models": ("n",)}, {}, r"has no model 'm' .*does not exist"),
        ({"key": "right-key"}, {}, r"needs a key; run: export MY_KEY=\.\.\., and name"),
        ({"key": "right-key"}, {"api_key_env": "SOME_KEY"}, r"refuses the key in the environment variable SOME_KEY"),
    ],
)
def test_what_holds_for_all_requests_ends_the_run(behavior, options, said, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "wrong-key-0123456789")
    with rating(**behavior) as server:
        with pytest.raises(UsageError, match=said) as caught:
            predictor(server, answer="generate", concurrency=2, **options).predict(rows(200))
        assert sum(server.counts.tries.values()) < 20
    assert "wrong-key" not in str(caught.value)


def test_one_text_may_be_refused_with_403():
    def moderated(body, tries):
        return Fault(403, said="flagged") if "number 150." in str(body) else None

    with rating(fault=moderated) as server:
        found = predictor(server, answer="generate", concurrency=2).predict(rows(160))
    assert [one.status for one in found].count("error") == 1


def test_other_settings_have_other_predictions_in_the_cache():
    with rating() as server:
        one = predictor(server, answer="generate")
        same, *others = (
            predictor(server, answer="generate"),
            predictor(server, answer="generate", seed=1),
            predictor(server, answer="generate", temperature=0.7),
            predictor(server, answer="generate", max_tokens=7),
            predictor(server, answer="generate", extra={"top_p": 0.5}),
            predictor(server, answer="generate", label_map={"good": "positive"}),
        )
        assert one.fingerprint() == same.fingerprint()
        assert len({other.fingerprint() for other in (one, *others)}) == 6


def test_a_changed_server_is_said(monkeypatch):
    with rating() as server:
        usual = server.answer
        monkeypatch.setattr(
            server,
            "answer",
            lambda path, body: {**usual(path, body), "system_fingerprint": f"fp_{'number 1.' in str(body)}"},
        )
        asked = predictor(server, answer="generate")
        asked.predict(rows(3))
    (note,) = asked.notes()
    assert note["code"] == "server-changed" and "m fp_True" in note["message"]


def test_answers_arrive_one_by_one():
    first_read = threading.Event()

    def wait_for_reader(body):
        if "number 1." in str(body):
            first_read.wait(600)

    with rating(on_request=wait_for_reader) as server:
        found = []
        for places, _ in predictor(server, answer="generate").batches(rows(2)):
            found += places
            first_read.set()
    assert found == [0, 1]


def test_equal_messages_are_sent_once():
    with rating() as server:
        found = predictor(server, answer="generate").predict([*rows(2), *rows(2)])
        assert server.served == 2 and found[:2] == found[2:]


def prices(tmp_path):
    file = tmp_path / "prices.yaml"
    file.write_text("models:\n  m: {input: 10, output: 20}\n")
    return file


def test_the_cost_is_counted_and_limited(tmp_path):
    with rating() as server:
        described = model(server, answer="generate", store=True, prices=prices(tmp_path), max_tokens=8)
        whole = ChatPredictor(described, SENTIMENT, tmp_path / "whole")
        whole.predict(rows(40))
        spent = whole.describe()["requests"]["cost"]
        tokens = whole.describe()["requests"]
        assert spent == pytest.approx((10 * tokens["input_tokens"] + 20 * tokens["output_tokens"]) / 1e6) and spent > 0
        limited = ChatPredictor(replace(described, max_cost=spent / 2), SENTIMENT, tmp_path / "half")
        before = server.served
        with pytest.raises(CostLimitError, match="answers so far are stored"):
            limited.predict(rows(40))
        paid = server.served - before
        assert 0 < paid == len(limited.transport.store) < 40
        ChatPredictor(described, SENTIMENT, tmp_path / "half").predict(rows(40))
        assert server.served == before + 40
        unstored = replace(described, max_cost=spent / 2, store=False)
        with pytest.raises(CostLimitError, match="no answer is stored"):
            ChatPredictor(unstored, SENTIMENT, None).predict(rows(40))


def test_stored_answers_are_in_the_folder_of_the_package_by_default(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path))
    with rating() as server:
        ChatPredictor(model(server, answer="generate", store=True), SENTIMENT).predict(ROW)
        ChatPredictor(model(server, answer="generate", store=False), SENTIMENT).predict(ROW)
        assert server.served == 2
    assert len(AnswerStore(tmp_path / "answers")) == 1


RUNNER = """
import sys
import hf_robust as hr
from chat_samples import SENTIMENT, labeled
url, count = sys.argv[1], int(sys.argv[2])
suite = hr.Suite.build(labeled(count), SENTIMENT, ["word-case"])
report = hr.run(hr.ChatModel("m", base_url=url, answer="generate", concurrency=4), suite)
print(report.record["model"]["language_model"]["requests"]["stored"])
"""


def started(server, folder, count):
    path = os.pathsep.join([str(TESTS), str(HERE), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": path, "HF_ROBUST_CACHE": str(folder)}
    arguments = [sys.executable, "-c", RUNNER, server.base_url, str(count)]
    return subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE, text=True)


def test_after_a_kill_exactly_the_rest_is_sent(tmp_path):
    half = threading.Event()

    def arrived(body):
        if len(server.counts.tries) >= 60:
            half.set()

    with rating(latency=0.01) as server:
        server.behavior.on_request = arrived
        process = started(server, tmp_path, 60)
        assert half.wait(600)
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=600)
        time.sleep(0.05)  # requests that had arrived are counted
        stored, served = len(AnswerStore(tmp_path / "answers")), server.served
        assert stored <= served < 120 and served - stored <= 4
        said, _ = started(server, tmp_path, 60).communicate(timeout=600)
        assert int(said) == stored and server.served - served == 120 - stored


KEY = "sk-sentinel-7f3a9c2e51d84b60"


@pytest.fixture
def log():
    """What all loggers write."""
    written, root = StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(written), root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def test_the_key_is_in_no_byte_that_is_written(tmp_path, monkeypatch, log):
    monkeypatch.setenv("SENTINEL_KEY", KEY)
    suite = hr.Suite.build(labeled(4), SENTIMENT, ["word-case"])
    echoing = lambda body: f"{rated(body)} {KEY}"  # noqa: E731
    with rating(key=KEY, text=echoing) as server:
        described = model(server, answer="generate", api_key_env="SENTINEL_KEY", store=True)
        report = hr.run(described, suite, cache_dir=tmp_path / "cache")
        report.save(tmp_path / "report", formats=("html", "json", "markdown"))
        server.behavior.key = "another"
        with pytest.raises(UsageError) as caught:
            ChatPredictor(replace(described, store=False), SENTIMENT).predict(ROW)
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    told = "\n".join([log.getvalue(), str(caught.value), repr(described), json.dumps(report.record), str(report)])
    assert len(written) >= 4 and "chat/completions" in log.getvalue()
    assert "[hidden]" in str(caught.value) + repr(written)
    assert not any(KEY.encode() in content for content in [*written, told.encode()])


@pytest.mark.parametrize("number", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_requests_with_faults_are_answered_once(tmp_path, record_property, number):
    """The server runs in another process, so that the processor time is that of the client."""
    script = [sys.executable, str(TESTS / "chat_server.py"), "0.01"]
    asked = [{"text": f"A fine film, number {n}"} for n in range(number)]
    with subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        described = ChatModel(
            "m", base_url=server.stdout.readline().strip(), answer="generate", prompt=LAST, concurrency=16
        )
        client = ChatPredictor(described, SENTIMENT, tmp_path)
        client.transport.clock = FakeClock()
        began = time.process_time()
        found = client.predict(asked)
        used = time.process_time() - began
        print(file=server.stdin, flush=True)
        tries, served, answered, most, peak = json.loads(server.stdout.readline())
        server.stdin.close()
    record_property("milliseconds_a_request", round(1000 * used / number, 2))
    print(f"{1000 * used / number:.2f} ms of processor time a request")
    assert len(found) == number and {one.status for one in found} == {"unparsable"}  # the server greets
    assert (tries, served, answered, most) == (number * 11 // 10, number, number, 1) and peak <= 16
    assert len(client.transport.store) == number and client.describe()["requests"]["sent"] == number


def test_time_outs_are_asked_again_and_others_go_on():
    def late(body, tries):
        if tries == 0 and int(body["messages"][-1]["content"].split(" ")[-1]) % 10 == 0:
            time.sleep(1.0)
            return Fault("close")
        return None

    with rating(fault=late) as server:
        asked = predictor(server, answer="generate", prompt=LAST, timeout=0.5)
        found = asked.predict([{"text": f"A fine film, number {n}"} for n in range(40)])
        assert [one.value for one in found] == ["positive"] * 40 and server.served == 40
        assert sum(server.counts.tries.values()) == 44


def test_as_many_requests_as_allowed_are_on_their_way():
    all_there = threading.Barrier(8)
    with rating(on_request=lambda body: all_there.wait(600)) as server:
        assert len(predictor(server, answer="generate", concurrency=8).predict(rows(24))) == 24
        assert server.counts.peak == 8


def test_answers_that_were_cut_are_explained():
    with rating(text="<think>The text says", finish_reason="length") as server:
        asked = predictor(server, answer="generate", max_tokens=5)
        assert {one.status for one in asked.predict(rows(3))} == {"truncated"}
    (note,) = asked.notes()
    assert note["code"] == "answers-cut" and "3 answers reached the limit of 5 tokens" in note["message"]


def test_a_server_that_is_not_there_is_one_error():
    asked = ChatPredictor(ChatModel("m", base_url="http://127.0.0.1:9/v1", store=False), SENTIMENT)
    asked.transport.retries = Retries(tries=1)
    with pytest.raises(UsageError, match="no server replies at http://127.0.0.1:9/v1: .*ConnectError"):
        asked.predict(ROW)


ENTITIES = [
    {"tokens": ["Anna", "met", "Bo"], "tags": ["B-PER", "O", "B-PER"]},
    {"tokens": ["It", "rains"], "tags": ["O", "O"]},
]
QUESTIONS = [
    {
        "context": "The tower is in Paris.",
        "question": "Where is the tower?",
        "answers": {"text": ["Paris"], "answer_start": [16]},
        "id": "1",
    }
]
TASKS = {
    "classification": (SENTIMENT, [{**row, "label": int(n < 2)} for n, row in enumerate(rows(4))], rated),
    "pairs": (
        hr.task("nli", label_names=["entailment", "contradiction"]),
        [{"premise": "A man eats.", "hypothesis": "A man sleeps.", "label": 1}],
        lambda body: "The label is: contradiction.",
    ),
    "entities": (
        hr.task("ner", label_names=["O", "B-PER", "I-PER"], ner_tags="tags"),
        ENTITIES,
        lambda body: json.dumps([{"text": name, "type": "PER"} for name in ("Anna", "Bo") if name in str(body)]),
    ),
    "questions": (hr.task("extractive-qa"), QUESTIONS, lambda body: "Paris"),
    "translation": (
        hr.task("translation", source="en", target="de"),
        [{"en": "Good day, how are you today?", "de": "Guten Tag, wie geht es Ihnen heute?"}],
        lambda body: "Guten Tag, wie geht es Ihnen heute?",
    ),
}


@pytest.mark.parametrize("kind", TASKS)
def test_each_kind_of_task_is_run(kind):
    task, given, answer = TASKS[kind]
    suite = hr.Suite.build(Dataset.from_list(given), task, ["punctuation"])
    with rating(text=answer) as server:
        report = hr.run(model(server), suite)
    assert report.record["originals"]["score"] == pytest.approx(1)
    assert report.record["model"]["language_model"]["answer"] == "generate"


def test_the_server_is_probed_once_for_all_prompts_of_a_model():
    with rating() as server:
        first = predictor(server)
        variants = [first, *(first.with_prompt(replace(first.prompt, source=f"p{number}")) for number in range(3))]
        assert {len(one.probing()) for one in variants} == {3}
        for number, one in enumerate(variants):
            one.predict(rows(2 + number)[-1:])
        assert server.served == 3 + len(variants) and not any(one.probing() for one in variants)
        assert first.dry_run(rows(2)).requests == 2


def test_each_run_of_a_predictor_counts_from_zero():
    suite = hr.Suite.build(labeled(8), SENTIMENT, ["word-case"])
    with rating() as server:
        asked = predictor(server, answer="generate")
        server.behavior.fault = lambda body, tries: Fault(400)
        with pytest.raises(UnansweredError):
            hr.run(asked, suite)
        assert asked.failures
        server.behavior.fault = lambda body, tries: None
        records = [hr.run(asked, suite).record for _ in range(2)]
        compared = hr.compare({"one": asked, "two": predictor(server, answer="generate")}, suite).record["models"]
    for record in (*(one["model"] for one in records), compared[0]):
        found = record["language_model"]["requests"]
        assert (found["sent"], found["failed"]) == (16, 0)
        assert found["input_tokens"] == records[0]["model"]["language_model"]["requests"]["input_tokens"] > 0
        assert sum(one["answers"] for one in found["served"]) == 16
