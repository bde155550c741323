"""Many requests with faults: none lost, none paid twice, in order, within limits; kills and Ctrl-C."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from chat_server import GREETING, Behavior, ChatServer, Fault, one_in_ten
from remote_samples import chats, transport

from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.adapters.remote.chat import read_answer
from hf_robust.adapters.remote.costs import Budget
from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.adapters.remote.rate_limit import RequestLimits
from hf_robust.adapters.remote.retries import Retries
from hf_robust.core import extras
from hf_robust.core.errors import MissingExtra, UnpaidError, UsageError

TESTS = Path(__file__).parents[3]
HERE = Path(__file__).parent


def echo(body):
    return body["messages"][-1]["content"]


def failing(*faults):
    return lambda body, tries: faults[tries] if tries < len(faults) else None


def texts(answers):
    return [read_answer(one.body).text if one.status == "ok" else one.reason for one in answers]


def test_as_many_requests_as_allowed_are_on_their_way():
    all_there = threading.Barrier(8)
    with ChatServer(Behavior(on_request=lambda body: all_there.wait(600))) as server:
        answers = transport(limits=RequestLimits(concurrency=8)).send(chats(server, 24))
    assert [one.tries for one in answers] == [1] * 24 and server.counts.peak == 8


@pytest.mark.parametrize("number", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_requests_with_faults_are_answered_once(tmp_path, record_property, number):
    script = [sys.executable, str(TESTS / "chat_server.py"), "0.01"]
    with subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        requests = chats(server.stdout.readline().strip(), number)
        sender = transport(store=AnswerStore(tmp_path), limits=RequestLimits(concurrency=16))
        began = time.process_time()
        answers = sender.send(requests)
        used = time.process_time() - began
        print(file=server.stdin, flush=True)
        tries, served, answered, most, peak = json.loads(server.stdout.readline())
        server.stdin.close()
    record_property("milliseconds_a_request", round(1000 * used / number, 2))
    print(f"{1000 * used / number:.2f} ms of processor time a request")
    assert {one.status for one in answers} == {"ok"} and [one.tries for one in answers[:11]] == [2, *[1] * 9, 2]
    assert (tries, served, answered, most) == (number * 11 // 10, number, number, 1) and peak <= 16
    assert len(sender.store) == number and sender.budget.tokens.output >= 4 * number
    assert number < 400 or used < 8, "several times what was measured"


def test_answers_come_in_the_order_of_their_requests():
    def slow_first(body):
        time.sleep(0.05 if echo(body) == "Text 0" else 0)
        return echo(body)

    with ChatServer(Behavior(text=slow_first)) as server:
        requests = chats(server, 12)
        given = [*requests, requests[3]]
        seen = []
        answers = transport().send(given, on_answer=seen.append)
    assert texts(answers) == [*(f"Text {n}" for n in range(12)), "Text 3"]
    assert server.served == len(seen) == 12


def test_it_works_within_a_running_loop():
    async def notebook():
        return transport().send(chats(server, 2))

    with ChatServer() as server:
        assert [one.status for one in asyncio.run(notebook())] == ["ok", "ok"]


def test_it_works_when_the_hub_is_not_to_be_asked(monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    with ChatServer() as server:
        assert transport().send(chats(server, 1))[0].status == "ok"


@pytest.mark.parametrize("kind", [408, 409, 429, 500, 502, 503, 529, "cut", "short", "close", "no-choices"])
def test_what_may_go_away_is_tried_five_times(kind, tmp_path):
    with ChatServer(Behavior(fault=failing(*[Fault(kind)] * 4))) as server:
        (answer,) = transport(store=AnswerStore(tmp_path)).send(chats(server, 1))
        assert (answer.status, answer.tries, server.served) == ("ok", 5, 1)
    with ChatServer(Behavior(fault=failing(*[Fault(kind)] * 5))) as server:
        sender = transport(store=AnswerStore(tmp_path))
        (answer,) = sender.send(chats(server, 1))
    assert (answer.status, answer.tries, server.served) == ("error", 5, 0)
    assert answer.reason.endswith("(attempt 5)") and len(sender.store) == 1
    assert sender.clock.waits == [1, 2, 4, 8]


@pytest.mark.parametrize("code", [301, 400, 401, 403, 404, 413, 422])
def test_what_stays_is_tried_once(code):
    with ChatServer(Behavior(fault=failing(Fault(code, said="maximum context length")))) as server:
        (answer,) = transport().send(chats(server, 1))
    assert (answer.status, answer.tries, answer.http_status) == ("error", 1, code)
    assert answer.reason == f"HTTP {code}: 'maximum context length' (attempt 1)"
    assert answer.body["error"]["message"] == "maximum context length"


def test_a_time_out_is_tried_again():
    with ChatServer(Behavior(on_request=lambda body: time.sleep(0.4))) as server:
        (answer,) = transport(limits=RequestLimits(timeout=0.05), retries=Retries(tries=2)).send(chats(server, 1))
    assert (answer.status, answer.tries) == ("error", 2) and "no answer within 0.05 seconds" in answer.reason


def test_a_server_that_is_not_there():
    requests = chats("http://127.0.0.1:9/v1", 40)
    answers = transport(limits=RequestLimits(concurrency=4)).send(requests)
    assert {one.status for one in answers} == {"error"} and "ConnectError" in answers[0].reason
    assert 20 <= sum(one.tries == 5 for one in answers) <= 23
    assert answers[-1].reason.startswith("not sent, because the server did not reply to 20 requests")


def test_the_server_says_when_to_come_again():
    date = "Thu, 01 Jan 1970 00:17:20 GMT"  # 40 seconds from the clock's 1000
    with ChatServer(Behavior(fault=failing(Fault(429, retry_after="7"), Fault(503, retry_after=date)))) as server:
        sender = transport()
        (answer,) = sender.send(chats(server, 1))
    assert answer.status == "ok" and sender.clock.waits == [7, 33]
    with ChatServer(Behavior(fault=failing(Fault(429, retry_after="3600")))) as server:
        sender = transport()
        assert sender.send(chats(server, 1))[0].tries == 1 and sender.clock.waits == []


def test_answers_are_stored_by_url_body_and_repeat(tmp_path):
    store = AnswerStore(tmp_path)
    with ChatServer() as server:
        (request,) = chats(server, 1)
        others = [
            *chats(server, 1, seed=1),
            *chats(server, 1, model="n"),
            *(JsonRequest(request.url, request.body, repeat=repeat) for repeat in (1, 2)),
            JsonRequest(request.url + "?a=1", request.body),
        ]
        assert len({one.key for one in (request, *others)}) == 6
        transport(store=store).send([request, *others])
        assert server.served == 6
        again = transport(store=store).send([request, *others, *chats(server, 2)])
        assert server.served == 7
    assert [one.stored for one in again] == [True] * 7 + [False]


def test_other_headers_have_the_same_answer():
    body = {"model": "m"}
    url = "http://127.0.0.1/v1"
    assert JsonRequest(url, body).key == JsonRequest(url, body, {"Authorization": "Bearer ${env:A}"}).key


SENDER = """
import signal, sys
from remote_samples import chats, transport
from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.adapters.remote.rate_limit import RequestLimits
url, folder, count = sys.argv[1:]
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
transport(store=AnswerStore(folder), limits=RequestLimits(concurrency=4)).send(chats(url, int(count)))
"""


@pytest.fixture
def interruptible():
    """Ctrl-C raises KeyboardInterrupt, also where the tests run as a background job of a shell, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def started(server, folder, count):
    path = os.pathsep.join([*(str(one) for one in (TESTS, HERE)), os.environ.get("PYTHONPATH", "")])
    arguments = [sys.executable, "-c", SENDER, server.base_url, str(folder), str(count)]
    return subprocess.Popen(arguments, env={**os.environ, "PYTHONPATH": path}, stderr=subprocess.PIPE)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
def test_after_a_kill_exactly_the_rest_is_sent(tmp_path, sign):
    half = threading.Event()

    def arrived(body):
        if echo(body) == "Text 50":
            half.set()

    with ChatServer(Behavior(latency=0.01, on_request=arrived)) as server:
        process = started(server, tmp_path, 100)
        assert half.wait(600)
        process.send_signal(sign)
        _, said = process.communicate(timeout=600)
        time.sleep(0.05)  # requests that had arrived are counted
        store = AnswerStore(tmp_path)
        stored, served = len(store), server.served
        assert stored <= served < 100 and served - stored <= (4 if sign == signal.SIGKILL else 0)
        assert sign == signal.SIGKILL or said.decode().rstrip().endswith("KeyboardInterrupt")
        answers = transport(store=store).send(chats(server, 100))
        assert server.served - served == 100 - stored
    assert {one.status for one in answers} == {"ok"} and sum(one.stored for one in answers) == stored


def test_ctrl_c_keeps_the_answers_that_are_on_their_way(tmp_path, interruptible):
    main = threading.main_thread().ident

    def arrived(body):
        if echo(body) == "Text 9":
            signal.pthread_kill(main, signal.SIGINT)

    with ChatServer(Behavior(latency=0.03, on_request=arrived)) as server:
        sender = transport(store=AnswerStore(tmp_path), limits=RequestLimits(concurrency=4))
        with pytest.raises(KeyboardInterrupt):
            sender.send(chats(server, 50))
        assert "hf_robust requests" not in {thread.name for thread in threading.enumerate()}
        assert 10 <= len(sender.store) == server.served < 50
        assert {one.status for one in sender.send(chats(server, 50))} == {"ok"} and server.served == 50


def test_several_processes_share_one_store(tmp_path):
    begun = threading.Event()
    with ChatServer(Behavior(latency=0.002, on_request=lambda body: begun.set())) as server:
        process = started(server, tmp_path, 60)
        assert begun.wait(600)
        transport(store=AnswerStore(tmp_path)).send(chats(server, 60))  # while the other process sends them
        process.communicate(timeout=600)
        assert process.returncode == 0
        assert 60 <= server.served <= 60 + 2 * 4 * 8, "those that both had on their way"
    assert len(AnswerStore(tmp_path)) == 60


def test_an_error_in_a_callback_ends_the_run():
    def broken(answer):
        raise ZeroDivisionError

    with ChatServer() as server, pytest.raises(ZeroDivisionError):
        transport().send(chats(server, 30), on_answer=broken)
    assert server.served <= 8


def test_the_server_is_not_asked_more_often_than_it_allows():
    with ChatServer() as server:
        sender = transport(limits=RequestLimits(per_minute=60))
        sender.send(chats(server, 10))
    assert 9 <= sender.clock.now - 1000 < 10


def test_limits_halve_and_grow_back():
    with ChatServer(Behavior(fault=one_in_ten, latency=0.002)) as server:
        sender = transport(limits=RequestLimits(concurrency=8))
        assert {one.status for one in sender.send(chats(server, 80))} == {"ok"}
        assert server.counts.peak <= 8 and sender.rate_limit.concurrency >= 4


def test_without_httpx_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'hf-robust\[remote\]'"):
        transport().send([])


def test_the_package_does_not_import_httpx():
    code = "import sys, hf_robust.adapters.remote.probe; print('httpx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


@pytest.mark.parametrize("url", ["ftp://a/b", "127.0.0.1/v1", ""])
def test_urls_are_of_http(url):
    with pytest.raises(UsageError, match="must begin with http"):
        JsonRequest(url, {})


@pytest.mark.parametrize("body", [{"a": object()}, {"a": float("nan")}])
def test_bodies_are_json(body):
    with pytest.raises(UsageError, match="must be JSON"):
        JsonRequest("http://a/b", body)


@pytest.mark.parametrize("url", ["http://127.0.0.1:port/v1", "http:///v1"])
def test_a_url_that_cannot_be_read_is_a_failed_request(url):
    (answer,) = transport().send([JsonRequest(url, {})])
    assert (answer.status, answer.tries) == ("error", 1) and "the request cannot be sent" in answer.reason


def test_a_stream_yields_each_answer_when_it_is_there():
    first_read = threading.Event()

    def wait_for_reader(body):
        if echo(body) == "Text 1":
            first_read.wait(600)

    with ChatServer(Behavior(text=echo, on_request=wait_for_reader)) as server:
        requests = chats(server, 2)
        seen = []
        for places, answer in transport().stream([*requests, requests[0]]):
            seen.append((places, *texts([answer])))
            first_read.set()
    assert seen == [([0, 2], "Text 0"), ([1], "Text 1")]


def test_a_stream_that_is_closed_sends_no_more(tmp_path):
    with ChatServer(Behavior(latency=0.02)) as server:
        sender = transport(store=AnswerStore(tmp_path), limits=RequestLimits(concurrency=4))
        stream = sender.stream(chats(server, 60))
        next(stream)
        stream.close()
        assert "hf_robust requests" not in {thread.name for thread in threading.enumerate()}
        assert len(sender.store) == server.served < 60
        assert {one.status for one in sender.send(chats(server, 60))} == {"ok"} and server.served == 60


def test_ctrl_c_ends_a_stream(tmp_path, interruptible):
    main = threading.main_thread().ident

    def arrived(body):
        if echo(body) == "Text 9":
            signal.pthread_kill(main, signal.SIGINT)

    with ChatServer(Behavior(latency=0.03, on_request=arrived)) as server:
        sender = transport(store=AnswerStore(tmp_path), limits=RequestLimits(concurrency=4))
        with pytest.raises(KeyboardInterrupt):
            list(sender.stream(chats(server, 50)))
        assert 10 <= len(sender.store) == server.served < 50


def test_a_call_waits_for_one_that_still_sends():
    with ChatServer(Behavior(text=echo, latency=0.005)) as server:
        sender = transport(limits=RequestLimits(concurrency=2))
        stream = sender.stream(chats(server, 20))
        next(stream)
        assert texts(sender.send(chats(server, 22)))[-1] == "Text 21" and server.counts.peak <= 2
        assert len(list(stream)) == 19


def test_errors_before_and_in_a_stream():
    with pytest.raises(UsageError, match="MISSING_KEY is not set"):
        next(transport().stream(chats("http://127.0.0.1:9/v1", 1, api_key_env="MISSING_KEY")))
    assert next(transport(retries=Retries(tries=1)).stream(chats("http://127.0.0.1:9/v1", 1)))[1].status == "error"


def test_a_server_that_dies_in_the_middle(tmp_path):
    """What is not answered is an error, and what was answered is stored."""
    with ChatServer(Behavior(latency=0.002)) as server:
        requests = chats(server, 120)
        sender = transport(store=AnswerStore(tmp_path), limits=RequestLimits(concurrency=4))
        server.behavior.fault = lambda body, tries: Fault("close") if server.served >= 50 else None
        answers = sender.send(requests)
    served = sum(one.status == "ok" for one in answers)
    assert 50 <= served == len(sender.store) == server.served < 60
    assert answers[-1].reason.startswith("not sent, because the server did not reply to 20 requests")


UNPAID = [
    Fault(429, said="You exceeded your current quota.", code="insufficient_quota"),
    Fault(402, said="Insufficient Balance"),
    Fault(403, code="billing_not_active"),
    Fault(400, code="billing_hard_limit_reached"),
    Fault(400, said="Your credit balance is too low to access the API."),
    Fault(429, code="exceeded_current_quota_error"),
]


@pytest.mark.parametrize("fault", UNPAID, ids=lambda one: f"{one.kind} {one.code or one.said}")
def test_an_account_without_credit_ends_the_run_at_once_and_no_answer_is_lost(tmp_path, fault):
    began = threading.Semaphore(10)

    def unpaid(body, tries):
        return None if began.acquire(blocking=False) else fault

    store = AnswerStore(tmp_path)
    with ChatServer(Behavior(fault=unpaid)) as server:
        requests = chats(server, 60)
        with pytest.raises(UnpaidError, match=r"127\.0\.0\.1 answers no more .* run the same command again") as found:
            transport(store=store, limits=RequestLimits(concurrency=4)).send(requests)
        assert f"HTTP {fault.kind}: " in str(found.value) and fault.said in str(found.value)
        assert server.served == len(store) == 10
        assert max(server.counts.tries.values()) == 1 and sum(server.counts.tries.values()) <= 14
        server.behavior.fault = lambda body, tries: None
        answers = transport(store=store).send(requests)
        assert server.served == 60 and all(one.status == "ok" for one in answers)


def test_without_a_store_the_error_says_that_another_run_pays_again():
    with ChatServer(Behavior(fault=failing(*UNPAID))) as server, pytest.raises(UnpaidError, match="pays for all"):
        transport(budget=Budget(stored=False)).send(chats(server, 3))


def test_a_full_minute_of_requests_is_tried_again_although_its_message_names_billing():
    said = "You exceeded your current quota, please check your plan and billing details. Retry in 3 s."
    with ChatServer(Behavior(fault=failing(Fault(429, said=said, code="RESOURCE_EXHAUSTED")))) as server:
        assert texts(transport().send(chats(server, 2))) == [GREETING] * 2
