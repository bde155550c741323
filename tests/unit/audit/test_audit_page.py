"""The audit's web page, over real HTTP on this machine."""

import http.client
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest
from audit_samples import pairs
from capability_samples import TASK, seed, suite, table

from hf_robust.audit import audit_page, rating_files
from hf_robust.audit.audit_page import HOST, AuditSession, server
from hf_robust.audit.questions import QUESTIONS
from hf_robust.audit.rating_files import read_ratings, write_ratings, write_sample
from hf_robust.audit.sample import draw
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import DataFileError

HOSTILE = '<script>alert("x")</script> & <b>'


@pytest.fixture
def file(tmp_path):
    return write_sample(tmp_path, *draw([suite()], per_capability=1, seed=1), ["a"]) / "a.csv"


@pytest.fixture
def running(file):
    with server(file) as own:
        thread = Thread(target=own.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield own
        own.shutdown()
        thread.join()


def ask(own, method="GET", path="/", host=None, **form):
    connection = http.client.HTTPConnection(HOST, own.server_port, timeout=600)
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


def answers(label="positive", natural="3", **more):
    return {"label": label, "relevant": "yes", "natural": natural, "defects": "", **more}


def test_all_items_are_rated_one_by_one(running, file):
    first = read_ratings(file)[0]
    status, headers, page = ask(running)
    assert status == 200 and first.shown.text in page and "Item 1 of 3" in page and "0 of 3 done" in page
    assert "form-action 'self'" in headers["Content-Security-Policy"]
    for number, label in enumerate(("positive", "neutral", "negative"), start=1):
        form = answers(label, str(number), defects="tense; name")
        status, headers, _ = ask(running, "POST", token=token(page), item=number, **form)
        assert status == 303
        said = read_ratings(file)[number - 1].answers  # written at once
        assert (said["label"], said["natural"], said["defects"]) == (label, str(number), "tense; name")
        assert headers["Location"] == (f"/?item={number + 1}" if number < 3 else "/?item=")
        status, _, shown = ask(running, path=headers["Location"])
        assert status == 200 and f"{number} of 3 done" in shown
    assert "All 3 items are rated" in shown


def test_the_right_answer_is_not_shown(running):
    for item in (1, 2, 3):
        _, _, page = ask(running, path=f"/?item={item}")
        assert "accepted" not in page and "checked" not in page.replace(":checked", "")


def test_a_pair_is_shown_with_its_label_and_asks_to_keep_it(tmp_path):
    file = write_sample(tmp_path, *draw([pairs(["keyboard"])], per_transformation=1), ["a"]) / "a.csv"
    item = read_ratings(file)[0]
    page = AuditSession(file).page(0)
    assert item.shown.original in page and item.shown.text in page and f"<strong>{item.shown.gold}</strong>" in page
    assert 'name="keep"' in page and 'name="label"' not in page and "keyboard" not in page


def test_an_answer_can_be_changed(running, file):
    _, _, page = ask(running)
    ask(running, "POST", token=token(page), item=2, **answers("positive"))
    _, _, shown = ask(running, path="/?item=2")
    assert 'value="positive" required checked' in shown and 'value="3" required checked' in shown
    ask(running, "POST", token=token(page), item=2, **answers("negative", "1"))
    assert read_ratings(file)[1].answers["label"] == "negative"


@pytest.mark.parametrize(
    ("form", "status", "says"),
    [
        ({"item": 1, **answers("bad")}, 400, "label must be one of"),
        ({"item": 1, **answers(natural="9")}, 400, "natural must be one of 1, 2, 3"),
        ({"item": 1, "label": "positive"}, 400, "answer all questions"),
        ({"item": 99, **answers()}, 400, "there is no item 99"),
        ({"item": "x", **answers()}, 400, "there is no item"),
        ({"item": 1, **answers(), "token": "stolen"}, 403, "not of this audit"),
    ],
)
def test_wrong_answers_change_nothing(running, file, form, status, says):
    before = file.read_bytes()
    found, _, page = ask(running, "POST", **{"token": running.rating.token, **form})
    assert found == status and says in page and file.read_bytes() == before


def test_pages_elsewhere_reach_nothing(running, file):
    before = file.read_bytes()
    assert ask(running, host="evil.example")[0] == 403
    form = {"token": running.rating.token, "item": 1, **answers()}
    assert ask(running, "POST", host="evil.example", **form)[0] == 403
    assert file.read_bytes() == before
    assert ask(running, host=f"localhost:{running.server_port}")[0] == 200
    assert running.server_address[0] == "127.0.0.1"


def test_other_addresses(running):
    assert ask(running, path="/?item=99")[0] == 404 and ask(running, path="/?item=0")[0] == 404
    assert ask(running, path="/etc/passwd")[0] == 404 and ask(running, "DELETE")[0] == 501


def test_texts_are_escaped(tmp_path):
    tables = {"A": table([seed("A", HOSTILE, ["positive"])])}
    own = CapabilitySuite.of_cases(TASK, tables, names={"A": HOSTILE}, descriptions={"A": HOSTILE})
    file = write_sample(tmp_path, *draw([own]), ["a"]) / "a.csv"
    write_ratings([item.answered(defects=HOSTILE) for item in read_ratings(file)], file)
    page = AuditSession(file).page(0)
    assert "<script>" not in page and page.count("&lt;script&gt;") == 4


def test_a_rating_goes_on_where_it_stopped(running, file):
    _, _, page = ask(running)
    ask(running, "POST", token=token(page), item=1, **answers())
    again = AuditSession(file)
    assert again.done == 1 and again.next() == 1


def test_a_failing_disk_is_said_and_nothing_is_lost(running, monkeypatch):
    def failing(items, path):
        raise DataFileError("the audit cannot be written")

    monkeypatch.setattr(rating_files, "write_ratings", failing)
    form = {"token": running.rating.token, "item": 1, **answers()}
    status, _, page = ask(running, "POST", **form)
    assert status == 400 and "cannot be written" in page and running.rating.done == 0


def test_a_connection_that_says_nothing_is_closed(running, monkeypatch):
    assert audit_page.TIMEOUT <= 30
    monkeypatch.setattr(audit_page._Handler, "timeout", 0.1)
    for said in (b"", b"GET / HT", b"POST / HTTP/1.1\r\nContent-Length: 50\r\n\r\ntoken="):
        with socket.create_connection((HOST, running.server_port), timeout=600) as connection:
            connection.sendall(said)
            assert connection.recv(1000) == b""


def test_a_port_that_is_taken(running, file):
    with pytest.raises(DataFileError, match="--port"):
        server(file, running.server_port)


def answers_of(session, place):
    """A whole form for an item."""
    return form_of(session.items[place].shown)


def form_of(shown):
    """An answer to each question about an item."""
    first = {name: (*QUESTIONS[name].options, *shown.choices, "yes")[0] for name in shown.questions}
    return {name: "" if name == "defects" else said for name, said in first.items()}


RATE = """
import sys, time
from hf_robust.audit.audit_page import AuditSession
from test_audit_page import form_of
session = AuditSession(sys.argv[1])
print("ready", flush=True)
sys.stdin.readline()
for place in range(int(sys.argv[2]), len(session.items), 2):
    session.rate(place, form_of(session.items[place].shown))
"""


def test_two_sessions_on_one_file_keep_the_answers_of_both(file):
    one, other = AuditSession(file), AuditSession(file)
    for place in range(len(one.items)):
        (one, other)[place % 2].rate(place, answers_of(one, place))
    assert all(item.done for item in read_ratings(file))
    assert AuditSession(file).next() is None


def test_processes_that_write_at_once_lose_nothing(file):
    command = [sys.executable, "-c", RATE, str(file)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    here = Path(__file__).parent
    pipes["env"] = {**os.environ, "PYTHONPATH": os.pathsep.join([str(here), *filter(None, sys.path)])}
    processes = [subprocess.Popen([*command, str(first)], **pipes) for first in (0, 1)]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=600)
        assert process.returncode == 0
    assert all(item.done for item in read_ratings(file))


def test_an_answer_to_an_item_that_is_gone_is_refused(file):
    session = AuditSession(file)
    write_ratings(session.items[1:], file)
    with pytest.raises(DataFileError, match="no longer has the item"):
        session.rate(0, answers_of(session, 0))
    assert len(read_ratings(file)) == len(session.items) - 1


def test_a_spreadsheet_that_wrote_meanwhile_loses_nothing(file):
    session = AuditSession(file)
    written = [session.items[0].answered(**answers_of(session, 0)), *session.items[1:]]
    write_ratings(written[::-1], file)
    session.rate(1, answers_of(session, 1))
    assert {item.id for item in read_ratings(file) if item.done} == {item.id for item in session.items if item.done}
    assert sum(item.done for item in read_ratings(file)) == 2
