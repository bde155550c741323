"""Inference Providers and Endpoints: the real client of huggingface_hub against a server on the loopback."""

import json
import threading
from collections import Counter
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from chat_server import Behavior, ChatServer, Fault
from huggingface_hub import AsyncInferenceClient, constants
from remote_samples import FakeClock

import hf_robust as hr
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.chat_models.chat_predictor import ChatPredictor
from hf_robust.adapters.chat_models.server_check import check_server
from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.adapters.remote.chat import answer_fault
from hf_robust.adapters.remote.inference_model import InferenceModel
from hf_robust.adapters.remote.providers import ProviderTransport
from hf_robust.adapters.remote.rate_limit import RequestLimits
from hf_robust.adapters.remote.retries import Retries
from hf_robust.core.errors import UsageError

SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
ROWS = [{"text": f"A {word} film {n}."} for n, word in enumerate(("fine", "dull", "fine", "dull"))]
KEY = "hf_sentinel0123456789"


@pytest.fixture(autouse=True)
def online(monkeypatch, tmp_path):
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setenv("HF_TOKEN", KEY)
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))


def rated(body):
    return "positive" if "fine" in body["messages"][-1]["content"] else "negative"


def at(url):
    """Makes clients of a server in place of a provider."""

    def client(provider, **options):
        return AsyncInferenceClient(base_url=url, **options)

    return client


def transport(url, **options):
    given = {"clock": FakeClock(), "fault": answer_fault, "retries": Retries(draw=lambda: 1.0), **options}
    return ProviderTransport("auto", client=at(url), **given)


def predictor(server, answer="generate", **options):
    model = ChatModel("org/llm", provider="auto", answer=answer, seed=5, extra={"top_k": 3})
    return ChatPredictor(model, SENTIMENT, transport=transport(server.base_url, **options))


def test_a_chat_model_of_a_provider(tmp_path):
    bodies = []
    with ChatServer(Behavior(text=rated, logprobs="none", on_request=bodies.append)) as server:
        store = AnswerStore(tmp_path)
        for _ in range(2):
            asked = predictor(server, store=store)
            assert [one.value for one in asked.predict(ROWS)] == ["positive", "negative"] * 2
        assert server.served == 4
        assert f"Bearer {KEY}" in server.counts.headers[0].values()
    assert {(body["model"], body["seed"], body["top_k"], body["max_tokens"]) for body in bodies} == {
        ("org/llm", 5, 3, 64)
    }
    described = asked.describe()["requests"]
    assert described["server"] == "provider auto" and described["stored"] == 4
    assert KEY.encode() not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("mode", "behavior"), [("first-token", {"logprobs": "answer"}), ("constrained", {"constrained": True})]
)
def test_ways_of_answering_of_a_provider(mode, behavior):
    with ChatServer(Behavior(**{"text": rated, "logprobs": "none", "constrained": False, **behavior})) as server:
        asked = predictor(server, mode)
        assert [one.value for one in asked.predict(ROWS[:2])] == ["positive", "negative"] and asked.way.mode == mode


def test_a_provider_has_no_log_probabilities_of_prompts():
    with ChatServer(Behavior(text=rated)) as server:
        asked = predictor(server, "choice")
        assert asked.predict(ROWS[:1])[0].value == "positive" and asked.way.mode == "generate"
    assert "providers do not answer /auto/completions" in asked.chosen.reason


@pytest.mark.parametrize("kind", [429, 500, 503, "cut", "short", "close", "no-choices"])
def test_what_may_go_away_is_tried_again(kind):
    def twice(body, tries):
        return Fault(kind, retry_after="1" if kind == 429 else None) if tries < 2 else None

    with ChatServer(Behavior(text=rated, logprobs="none", fault=twice)) as server:
        (found,) = predictor(server).predict(ROWS[:1])
        assert found.status == "ok" and server.served == 1


@pytest.mark.parametrize("code", [400, 422])
def test_what_stays_is_an_error_of_its_row(code):
    def second(body, tries):
        return Fault(code, said=f"too long {KEY}") if "film 1" in str(body) else None

    with ChatServer(Behavior(text=rated, logprobs="none", fault=second)) as server:
        found = predictor(server).predict(ROWS)
    assert [one.status for one in found] == ["ok", "error", "ok", "ok"]


def test_a_wrong_token_ends_the_run():
    with ChatServer(Behavior(key="another")) as server, pytest.raises(UsageError, match="provider auto") as caught:
        predictor(server, limits=RequestLimits(concurrency=1)).predict(ROWS)
    assert KEY not in str(caught.value) and len(server.counts.tries) == 0


def test_a_timeout_is_tried_again():
    slow = threading.Event()
    with ChatServer(Behavior(text=rated, on_request=lambda body: slow.wait(0.4))) as server:
        asked = predictor(server, limits=RequestLimits(timeout=0.1), retries=Retries(tries=2))
        (found,) = asked.predict(ROWS[:1])
    assert found.status == "error" and asked.describe()["requests"]["failed"] == 1


@pytest.mark.parametrize(
    ("change", "options", "said"),
    [
        (lambda patch: patch.setattr(constants, "HF_HUB_OFFLINE", True), {}, "HF_HUB_OFFLINE is set, so the provider"),
        (lambda patch: None, {"provider": "nobody"}, "unknown provider 'nobody'; expected auto, "),
        (lambda patch: None, {"api_key_env": "UNSET_KEY"}, r"UNSET_KEY is not set; run: export UNSET_KEY"),
        (
            lambda patch: patch.setattr("huggingface_hub.get_token", lambda: None),
            {},
            r"needs a token; run: export HF_TOKEN",
        ),
    ],
)
def test_providers_are_checked_without_a_request(change, options, said, monkeypatch):
    change(monkeypatch)
    for check in (
        partial(check_server, ChatModel("org/llm", **{"provider": "auto", **options})),
        InferenceModel("org/llm", **options).check,
    ):
        with pytest.raises(UsageError, match=said):
            check()


def test_a_url_and_a_provider_exclude_each_other():
    with pytest.raises(UsageError, match="`base_url` and `provider` exclude each other"):
        ChatModel("org/llm", provider="auto", base_url="http://127.0.0.1/v1")
    with pytest.raises(UsageError, match="headers cannot be sent to a provider"):
        ChatModel("org/llm", provider="auto", headers={"A": "b"})


class InferenceServer:
    """An Inference Endpoint: it classifies texts, or tags them, as the body asks."""

    def __init__(self):
        self.bodies, self.failing = [], Counter()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                """Nothing is printed."""

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                outer.bodies.append(body)
                status, answer = outer.answer(body)
                text = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def answer(self, body):
        inputs, parameters = body["inputs"], body["parameters"]
        self.failing[str(inputs)] += 1
        if "busy" in str(inputs) and self.failing[str(inputs)] == 1:
            return 503, {"error": "loading"}
        if "aggregation_strategy" in parameters:
            start = inputs.index("Anna")
            return 200, [{"entity_group": "PER", "start": start, "end": start + 4, "word": "Anna", "score": 0.9}]
        text = inputs if isinstance(inputs, str) else f"{inputs['text']} {inputs['text_pair']}"
        good = 0.75 if "fine" in text else 0.25
        scores = [{"label": "POSITIVE", "score": good}, {"label": "NEGATIVE", "score": 1 - good}]
        return 200, [sorted(scores, key=lambda one: -one["score"])[: parameters["top_k"]]]

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


def test_a_classifier_of_an_inference_endpoint(tmp_path):
    with InferenceServer() as server:
        rows = [*ROWS, {"text": "A busy, fine film."}]
        asked = hr.as_predictor(InferenceModel(server.url), SENTIMENT, cache_dir=tmp_path)
        asked.transport.clock = FakeClock()
        found = asked.predict(rows)
        assert [one.value for one in found] == ["positive", "negative"] * 2 + ["positive"]
        assert [one.score for one in found] == [0.75] * 5 and asked.kind == "inference"
        assert asked.probabilities(rows[:1]).tolist() == [[0.25, 0.75]]
        sent = len(server.bodies)
        again = hr.as_predictor(f"inference:{server.url}", SENTIMENT, cache_dir=tmp_path)
        assert again.predict(rows) == found and len(server.bodies) == sent == 6
    assert {json.dumps(body["parameters"]) for body in server.bodies} == {'{"top_k": 100}'}


def test_a_pair_of_texts_is_sent_together():
    task = hr.task("nli", label_names=["negative", "positive"])
    with InferenceServer() as server:
        asked = hr.as_predictor(InferenceModel(server.url, store=False), task)
        assert asked.predict([{"premise": "All is fine.", "hypothesis": "It is."}])[0].value == "positive"
    assert server.bodies[0]["inputs"] == {"text": "All is fine.", "text_pair": "It is."}


def test_a_tagger_of_an_inference_endpoint():
    task = hr.task("ner", label_names=["O", "B-PER", "I-PER"])
    with InferenceServer() as server:
        asked = hr.as_predictor(InferenceModel(server.url, store=False), task)
        assert asked.predict([{"tokens": ["Today", "Anna", "won"]}])[0].value == ["O", "B-PER", "O"]


def test_other_tasks_and_options_are_refused():
    with pytest.raises(UsageError, match="classifies texts or tags entities; translation is neither"):
        hr.as_predictor("inference:org/model", hr.task("translation"))
    with pytest.raises(UsageError, match="unknown option 'providr'.*did you mean provider"):
        hr.as_predictor("inference:org/model", SENTIMENT, providr="auto")
    with pytest.raises(UsageError, match="expected a Hub id or the URL"):
        InferenceModel("")
    with pytest.raises(UsageError, match="expected the name of an environment variable"):
        InferenceModel("org/model", api_key_env="hf_0123456789 abc")
