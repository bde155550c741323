"""Requests to chat and completion models, and what is read from their answers."""

import pytest
from chat_server import GREETING, Behavior, ChatServer
from remote_samples import transport

from hf_robust.adapters.remote.chat import (
    ChatAnswer,
    Parameters,
    Server,
    TokenLogprob,
    answer_fault,
    chat_request,
    completion_request,
    read_answer,
)
from hf_robust.adapters.remote.costs import TokenCounts
from hf_robust.core.errors import UsageError

HI = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Hi {you}"}]


def asked(server, request):
    (answer,) = transport().send([request])
    return read_answer(answer.body)


def test_an_answer_with_all_its_parts():
    with ChatServer(Behavior(refusal="I cannot", finish_reason="length")) as server:
        where = Server(server.base_url)
        answer = asked(server, chat_request(where, HI, Parameters("m", max_tokens=2, top_logprobs=3)))
    first = TokenLogprob("Hello,", -0.5, {"Hello,": -0.5, "other1": -4.0, "other2": -5.0})
    assert answer.logprobs[0] == first and len(answer.logprobs) == 2
    assert answer == ChatAnswer(
        "Hello, all", "length", "I cannot", None, answer.logprobs, TokenCounts(4, 2), fingerprint="fp_1", model="m"
    )


def test_completions_and_their_prompt():
    with ChatServer() as server:
        where, one = Server(server.base_url), Parameters("m", max_tokens=1, top_logprobs=1)
        answer = asked(server, completion_request(where, "One two", one, echo=True))
        assert answer.text == "One two Hello," and [token.token for token in answer.logprobs] == [
            "One",
            "two",
            "Hello,",
        ]
        assert [token.logprob for token in answer.logprobs] == [None, -0.5, -0.5]
        assert asked(server, completion_request(where, "One two", Parameters("m"))).text == GREETING


@pytest.mark.parametrize(("by", "text"), [("structured_outputs", "bad"), ("response_format", '{"answer": "bad"}')])
def test_choices(by, text):
    with ChatServer() as server:
        request = chat_request(Server(server.base_url), HI, Parameters("m", choices=("bad", "good"), choices_by=by))
        assert asked(server, request).text == text


def test_parameters_are_sent_as_given():
    extra = {"max_tokens": None, "max_completion_tokens": 4, "reasoning_effort": "low"}
    body = Parameters("m", seed=3, max_tokens=9, stop=("\n",), extra=extra).body()
    assert (
        body == {"model": "m", "temperature": 0.0, "seed": 3, "stop": ["\n"], **extra} | {} or "max_tokens" not in body
    )
    assert body["max_completion_tokens"] == 4 and "max_tokens" not in body
    request = chat_request(Server("http://a/v1", "MY_KEY", {"X-Org": "o"}), HI, Parameters("m"), repeat=2)
    assert request.headers == {"Authorization": "Bearer ${env:MY_KEY}", "X-Org": "o"} and request.repeat == 2
    assert request.body["messages"] == HI and request.url == "http://a/v1/chat/completions"


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_tokens": 0},
        {"top_logprobs": -1},
        {"temperature": -0.5},
        {"temperature": "0"},
        {"choices_by": "guided_choice"},
        {"choices": ("a",), "response_format": {"type": "json_object"}},
    ],
)
def test_wrong_parameters(wrong):
    with pytest.raises(UsageError):
        Parameters("m", **wrong)


@pytest.mark.parametrize(
    "body", [None, [], "text", {}, {"choices": []}, {"choices": [None]}, {"choices": [{"message": None}]}]
)
def test_what_is_no_answer(body):
    assert answer_fault(body).startswith("expected an answer with choices")
    with pytest.raises(UsageError, match="expected an answer with choices"):
        read_answer(body)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": None, "refusal": "no"}, ""),
        ({"content": [{"type": "text", "text": "go"}, {"type": "image"}, "od", 7]}, "good"),
        ({"content": 7}, ""),
        ({}, ""),
    ],
)
def test_texts_of_messages(message, text):
    assert read_answer({"choices": [{"message": message}]}).text == text


@pytest.mark.parametrize(
    "logprobs",
    [
        None,
        {},
        {"content": None},
        {"content": [{"token": "a"}]},
        {"content": [{"token": "a", "logprob": "low"}]},
        {"content": [{"token": "a", "logprob": 2.0}]},
        {"content": [None]},
        {"content": [{"token": "a", "logprob": -1}, {"token": "b", "logprob": None}]},
        {"tokens": ["a", "b"], "token_logprobs": [-1]},
        {"tokens": ["a"], "token_logprobs": [float("nan")]},
    ],
)
def test_log_probabilities_that_cannot_be_used(logprobs):
    assert read_answer({"choices": [{"text": "a", "logprobs": logprobs}]}).logprobs == ()


def test_reasoning_that_the_server_separates():
    for name in ("reasoning", "reasoning_content"):
        assert read_answer({"choices": [{"message": {"content": "a", name: "because"}}]}).reasoning == "because"
