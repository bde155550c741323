"""The audit's web page, over real HTTP on this machine."""

import http.client
import re
import socket
from threading import Thread
from urllib.parse import urlencode

import pytest
from capability_samples import TASK, seed, suite, table

from hf_robust.capability import audit, audit_page
from hf_robust.capability.audit_page import HOST, AuditSession, server
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import DataFileError

HOSTILE = '<script>alert("x")</script> & <b>'


@pytest.fixture
def file(tmp_path):
    return audit.write(audit.draw(suite(), per_capability=1, seed=1), tmp_path / "audit.csv")


@pytest.fixture
def running(file):
    with server(file) as own:
        thread = Thread(target=own.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield own
        own.shutdown()
        thread.join()


def ask(own, method="GET", path="/", host=None, **form):
    connection = http.client.HTTPConnection(HOST, own.server_port, timeout=5)
    headers = {"Host": host} if host else {}
    body = urlencode(form) if form else None
    if body:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    found = answer.status, dict(answer.getheaders()), answer.read().decode("utf-8")
    connection.close()
    return found


def token(page):
    return re.search(r'name="token" value="([^"]+)"', page)[1]


def test_all_cases_are_rated_one_by_one(running, file):
    first = audit.read(file)[0]
    status, headers, page = ask(running)
    assert status == 200 and first.texts["text"] in page and "Case 1 of 3" in page and "0 of 3 done" in page
    assert "form-action 'self'" in headers["Content-Security-Policy"]
    for number, label in enumerate(("positive", "neutral", "negative"), start=1):
        status, headers, _ = ask(running, "POST", token=token(page), case=number, label=label, relevancy=number)
        assert status == 303
        cases = audit.read(file)  # written at once
        assert (cases[number - 1].label, cases[number - 1].relevancy) == (label, number)
        assert headers["Location"] == (f"/?case={number + 1}" if number < 3 else "/?case=")
        status, _, shown = ask(running, path=headers["Location"])
        assert status == 200 and f"{number} of 3 done" in shown
    assert "All 3 cases are rated" in shown


def test_the_right_answer_is_not_shown(running):
    for case in (1, 2, 3):
        _, _, page = ask(running, path=f"/?case={case}")
        assert "accepted" not in page and "checked" not in page.replace(":checked", "")


def test_an_answer_can_be_changed(running, file):
    _, _, page = ask(running)
    ask(running, "POST", token=token(page), case=2, label="positive", relevancy=5)
    _, _, shown = ask(running, path="/?case=2")
    assert 'value="positive" required checked' in shown and 'value="5" required checked' in shown
    ask(running, "POST", token=token(page), case=2, label="negative", relevancy=1)
    assert audit.read(file)[1].label == "negative"


@pytest.mark.parametrize(
    ("form", "status", "says"),
    [
        ({"case": 1, "label": "bad", "relevancy": 3}, 400, "label must be one of"),
        ({"case": 1, "label": "positive", "relevancy": 9}, 400, "from 1 to 5"),
        ({"case": 1, "label": "positive"}, 400, "choose a label and a relevancy"),
        ({"case": 99, "label": "positive", "relevancy": 3}, 400, "there is no case 99"),
        ({"case": "x", "label": "positive", "relevancy": 3}, 400, "there is no case"),
        ({"case": 1, "label": "positive", "relevancy": 3, "token": "stolen"}, 403, "not of this audit"),
    ],
)
def test_wrong_answers_change_nothing(running, file, form, status, says):
    before = file.read_bytes()
    found, _, page = ask(running, "POST", **{"token": running.rating.token, **form})
    assert found == status and says in page and file.read_bytes() == before


def test_pages_elsewhere_reach_nothing(running, file):
    before = file.read_bytes()
    assert ask(running, host="evil.example")[0] == 403
    form = {"token": running.rating.token, "case": 1, "label": "positive", "relevancy": 3}
    assert ask(running, "POST", host="evil.example", **form)[0] == 403
    assert file.read_bytes() == before
    assert ask(running, host=f"localhost:{running.server_port}")[0] == 200
    assert running.server_address[0] == "127.0.0.1"


def test_other_addresses(running):
    assert ask(running, path="/?case=99")[0] == 404 and ask(running, path="/?case=0")[0] == 404
    assert ask(running, path="/etc/passwd")[0] == 404 and ask(running, "DELETE")[0] == 501


def test_texts_are_escaped(tmp_path):
    tables = {"A": table([seed("A", HOSTILE, ["positive"])])}
    own = CapabilitySuite.of_cases(TASK, tables, names={"A": HOSTILE}, descriptions={"A": HOSTILE})
    page = AuditSession(audit.write(audit.draw(own), tmp_path / "a.csv")).page(0)
    assert "<script>" not in page and page.count("&lt;script&gt;") == 3


def test_a_rating_goes_on_where_it_stopped(running, file):
    _, _, page = ask(running)
    ask(running, "POST", token=token(page), case=1, label="positive", relevancy=5)
    again = AuditSession(file)
    assert again.done == 1 and again.next() == 1


def test_a_failing_disk_is_said_and_nothing_is_lost(running, file, monkeypatch):
    def failing(cases, path):
        raise DataFileError("the audit cannot be written")

    monkeypatch.setattr(audit, "write", failing)
    form = {"token": running.rating.token, "case": 1, "label": "positive", "relevancy": 3}
    status, _, page = ask(running, "POST", **form)
    assert status == 400 and "cannot be written" in page and running.rating.done == 0


def test_a_connection_that_says_nothing_is_closed(running, monkeypatch):
    assert audit_page.TIMEOUT <= 30
    monkeypatch.setattr(audit_page._Handler, "timeout", 0.1)
    for said in (b"", b"GET / HT", b"POST / HTTP/1.1\r\nContent-Length: 50\r\n\r\ntoken="):
        with socket.create_connection((HOST, running.server_port), timeout=3) as connection:
            connection.sendall(said)
            assert connection.recv(1000) == b""


def test_a_port_that_is_taken(running, file):
    with pytest.raises(DataFileError, match="--port"):
        server(file, running.server_port)
