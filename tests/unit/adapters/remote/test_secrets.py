"""A key is in no byte that is written: store, logs, errors, reprs, pickles."""

import io
import json
import logging
import pickle
import traceback

import pytest
from chat_server import Behavior, ChatServer, Fault
from remote_samples import chats, transport

from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.adapters.remote.chat import Server
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.secrets import Secrets, checked_name, key_header
from hf_robust.core.errors import UsageError

KEY = 'sk-sentinel"0/1\\2+3'


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("SENTINEL_KEY", KEY)


@pytest.fixture
def log():
    stream, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(stream), root.level
    names = ("httpx", "httpcore.http11", "httpcore.connection", "asyncio")
    root.addHandler(handler)
    for logger in (root, *map(logging.getLogger, names)):
        logger.setLevel(logging.DEBUG)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)
    for name in names:
        logging.getLogger(name).setLevel(logging.NOTSET)


def has_key(text):
    return "sentinel" in text or "c2stc2VudGluZW" in text


@pytest.mark.parametrize("kind", [None, 401, 500, 429, "no-choices"])
def test_a_key_that_the_server_repeats_is_written_nowhere(tmp_path, capfd, log, kind):
    behavior = Behavior(text=f"your key is {KEY}", fault=lambda *_: kind and Fault(kind, said=f"wrong key {KEY}"))
    with ChatServer(behavior) as server:
        (request,) = chats(server, 1, api_key_env="SENTINEL_KEY")
        in_url = JsonRequest(request.url + "?key=${env:SENTINEL_KEY}", request.body, request.headers)
        sender = transport(store=AnswerStore(tmp_path))
        answers = sender.send([request, in_url])
        assert server.counts.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert {one.status for one in answers} == ({"ok"} if kind is None else {"error"})
    assert "[hidden]" in json.dumps([one.body for one in answers])
    assert log.getvalue(), "the client logs the URL"
    said = [repr(answers), repr(request), repr(sender.secrets), repr(Server("http://a", "SENTINEL_KEY"))]
    said += [log.getvalue(), *capfd.readouterr(), pickle.dumps([answers, request, sender.secrets]).decode("latin-1")]
    said += [path.read_bytes().decode("latin-1") for path in tmp_path.rglob("*") if path.is_file()]
    assert [text for text in said if has_key(text)] == []


def test_the_key_is_not_in_the_error_of_a_dead_server():
    url = "http://127.0.0.1:9/${env:SENTINEL_KEY}"
    (answer,) = transport().send([JsonRequest(url, {})])
    assert answer.status == "error" and not has_key(repr(answer))


@pytest.mark.parametrize("given", [KEY, "sk-sentinel", "sentinel key", ""])
def test_a_key_in_place_of_a_name_is_refused_and_not_shown(given):
    for use in (key_header, checked_name, lambda name: Secrets([name]), lambda name: Server("http://a", name)):
        with pytest.raises(UsageError, match="name of an environment variable") as caught:
            use(given)
        assert not has_key("".join(traceback.format_exception(caught.value)))


@pytest.mark.parametrize(
    "header", ["Authorization", "x-api-key", "api_key", "Ocp-Apim-Subscription-Key", "Cookie", "X-Auth-Token"]
)
def test_a_key_in_a_header_is_refused_and_not_shown(header):
    with pytest.raises(UsageError, match=f"header {header} must read its key") as caught:
        JsonRequest("http://a/b", {}, {header: KEY})
    assert not has_key(str(caught.value))
    JsonRequest("http://a/b", {}, {header: "Token ${env:A}", "Content-Language": "en"})


def test_a_password_in_a_url_is_refused_and_not_shown():
    with pytest.raises(UsageError, match="must not hold a user and password") as caught:
        JsonRequest("http://me:sentinel@a/b", {})
    assert not has_key(str(caught.value))


def test_a_variable_that_is_not_set_is_an_error_before_anything_is_sent(monkeypatch):
    with ChatServer() as server:
        monkeypatch.delenv("SENTINEL_KEY")
        with pytest.raises(UsageError, match="SENTINEL_KEY is not set; run: export SENTINEL_KEY="):
            transport().send([*chats(server, 3), *chats(server, 1, api_key_env="SENTINEL_KEY")])
        monkeypatch.setenv("SENTINEL_KEY", "sentinel\x01clé")
        with pytest.raises(UsageError, match="printable ASCII") as caught:
            transport().send(chats(server, 1, api_key_env="SENTINEL_KEY"))
    assert not has_key(str(caught.value)) and server.counts.headers == []


def test_a_line_break_behind_a_key_is_not_sent(monkeypatch):
    monkeypatch.setenv("SENTINEL_KEY", KEY + "\n")
    assert Secrets().fill("${env:SENTINEL_KEY}") == KEY


def test_texts_of_data_are_no_templates():
    with ChatServer(Behavior(text=lambda body: body["messages"][0]["content"])) as server:
        (request,) = chats(server, 1)
        text = "I wrote ${env:SENTINEL_KEY}"
        body = {**request.body, "messages": [{"role": "user", "content": text}]}
        (answer,) = transport().send([JsonRequest(request.url, body)])
    assert answer.body["choices"][0]["message"]["content"] == text


def test_every_part_of_an_answer_is_filtered(monkeypatch):
    secrets = Secrets(["SENTINEL_KEY"])
    assert secrets.hide_in({KEY: [{"a": KEY}, 1, None, True]}) == {"[hidden]": [{"a": "[hidden]"}, 1, None, True]}
    for form in (json.dumps(KEY), repr(KEY), "sk-sentinel%220%2F1%5C2%2B3", "c2stc2VudGluZWwiMC8xXDIrMw=="):
        assert not has_key(secrets.hide(form))
    monkeypatch.setenv("SENTINEL_KEY", "1234567")
    assert secrets.hide_in([1234567, 1]) == ["[hidden]", 1]


def test_placeholders_of_keyless_servers_stay_in_answers(monkeypatch):
    monkeypatch.setenv("SENTINEL_KEY", "EMPTY")
    assert Secrets(["SENTINEL_KEY"]).hide("The glass is EMPTY") == "The glass is EMPTY"
