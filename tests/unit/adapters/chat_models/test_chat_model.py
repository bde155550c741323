"""What a user writes for a chat model: its options, the kind, and the check of the server."""

import pickle
from dataclasses import replace

import pytest
from chat_samples import SENTIMENT, model, rating, rows
from chat_server import Fault

import hf_robust as hr
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.chat_models.server_check import check_server
from hf_robust.adapters.kinds.chat import Chat, described
from hf_robust.adapters.model_kind import kind_of
from hf_robust.core import extras
from hf_robust.core.errors import MissingExtra, RobustError, UnknownNameError, UsageError

URL = "http://127.0.0.1:9/v1"


def test_a_name_and_options_or_a_model_and_options():
    one = described("chat:org/llm", {"base_url": URL, "seed": 3, "target_language": "French"})
    assert one == ChatModel("org/llm", base_url=URL, seed=3, prompt_values={"target_language": "French"})
    assert described(one, {"seed": 4}) == replace(one, seed=4)
    assert kind_of("chat:org/llm") is kind_of(one) is Chat and hr.ChatModel is ChatModel
    assert pickle.loads(pickle.dumps(one)) == one


def test_a_model_runs_by_name():
    with rating() as server:
        options = {"base_url": server.base_url, "answer": "generate", "store": False, "label_map": {"good": "positive"}}
        asked = hr.as_predictor("chat:m", SENTIMENT, **options)
        assert asked.predict(rows(1))[0].status == "ok" and (asked.name, asked.kind) == ("m", "chat")
        assert "good" in asked.messages(rows(1)[0])[0]["content"]


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({}, UsageError, "needs the URL of its server; name it with `base_url`"),
        ({"base_url": "localhost:8000"}, UsageError, "must begin with http:// or https://"),
        ({"base_url": f"{URL}/chat/completions"}, UsageError, f"type {URL}$"),
        ({"base_url": "http://me:secret@127.0.0.1/v1"}, UsageError, "must not hold a user and password"),
        ({"base_url": URL, "api_key_env": "sk-0123456789"}, UsageError, "expected the name of an environment variable"),
        ({"base_url": URL, "headers": {"X-Api-Key": "0123"}}, UsageError, "must read its key from an environment"),
        ({"base_url": URL, "headers": "a: b"}, UsageError, "headers must be a mapping"),
        ({"base_url": URL, "concurrency": 0}, UsageError, "concurrency must be"),
        ({"base_url": URL, "requests_per_minute": -1}, UsageError, "per_minute must be a positive number"),
        ({"base_url": URL, "base_urls": 1}, UnknownNameError, "did you mean base_url"),
        ({"base_url": URL, "max_cost": 1.0}, UsageError, "max_cost needs prices"),
        ({"base_url": URL, "device": "cpu"}, UsageError, "device cannot be given with a chat model"),
        ({"base_url": URL, "prices": "no-such.yaml"}, RobustError, "no-such.yaml"),
    ],
)
def test_wrong_options_are_refused(options, error, said):
    with pytest.raises(error, match=said) as caught:
        hr.as_predictor("chat:org/llm", SENTIMENT, **options)
    assert "0123456789" not in str(caught.value) and "secret@" not in str(caught.value)


def test_a_model_needs_a_name():
    with pytest.raises(UsageError, match="expected the name of the model at the server, found ''"):
        described("chat:", {"base_url": URL})


PAGE = "<!doctype html><title>Welcome</title>"
SERVERS = [
    ({}, {}, None),
    ({"models": None}, {}, None),
    ({"models": ("n",)}, {}, None),
    ({"models": ("n",), "only_known": True}, {}, r"has no model 'm' .*; it serves n"),
    ({"models": None, "only_known": True}, {}, r"has no model 'm' "),
    ({"key": "right"}, {}, r"needs a key; run: export MY_KEY=\.\.\."),
    ({"key": "right"}, {"api_key_env": "SOME_KEY"}, "refuses the key in the environment variable SOME_KEY"),
    ({}, {"api_key_env": "UNSET_KEY"}, r"UNSET_KEY is not set; run: export UNSET_KEY=\.\.\."),
    ({"pages": {"/v1/models": (200, PAGE)}}, {}, "expected a JSON list of models .*found HTTP 200: '<!doctype"),
    ({"pages": {"/v1/models": (200, "[]")}}, {}, "is no chat API"),
    ({"pages": {"/v1/models": (503, "loading")}}, {}, "is not ready .HTTP 503: 'loading'"),
    ({"pages": {"/v1/models": (302, "")}}, {}, "is no chat API"),
]


@pytest.mark.parametrize(("behavior", "options", "said"), SERVERS)
def test_the_server_is_checked_before_data_is_read(behavior, options, said, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "wrong-key-0123456789")
    monkeypatch.delenv("UNSET_KEY", raising=False)
    with rating(**behavior) as server:
        if said is None:
            check_server(model(server, **options))
        else:
            with pytest.raises(UsageError, match=said) as caught:
                check_server(model(server, **options))
            assert "\n" not in str(caught.value) and "wrong-key" not in str(caught.value)
        assert server.served <= 1


def test_a_url_without_its_last_part_is_completed():
    with rating() as server:
        short = server.base_url.removesuffix("/v1")
        with pytest.raises(UsageError, match=f"set `base_url` to {short}/v1"):
            check_server(ChatModel("m", base_url=short))


def test_a_route_that_is_missing_is_no_missing_model():
    with rating(models=None, fault=lambda body, tries: Fault(404, said="Not Found")) as server:
        with pytest.raises(UsageError, match="has no route /chat/completions, or no model 'm'") as caught:
            check_server(model(server))
        assert "(try" not in str(caught.value) and sum(server.counts.tries.values()) == 1


def test_a_server_that_is_not_there():
    with pytest.raises(UsageError, match=f"no server replies at {URL} .ConnectError.*; start it, or check"):
        check_server(ChatModel("m", base_url=URL))


def test_without_httpx_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'hf-robust\[remote\]'"):
        check_server(ChatModel("m", base_url=URL))
