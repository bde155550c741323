"""How many processes share a piece of work."""

import threading

import multiprocess
import pytest

from hf_robust.core import cores


@pytest.fixture(autouse=True)
def four(monkeypatch):
    """Four cores, and no limit of a container."""
    monkeypatch.setattr(cores, "visible_cores", lambda: 4)
    monkeypatch.setattr(cores, "quota", lambda: None)
    if multiprocess.get_start_method() != "fork":
        pytest.skip("processes are not forked here")


@pytest.mark.parametrize(("work", "processes"), [(0, None), (1.9, None), (2, 2), (3.5, 3), (100, 4)])
def test_as_many_as_have_enough_to_do(work, processes):
    assert cores.worth_processes(work) == processes


def test_no_more_than_a_container_is_given(monkeypatch):
    monkeypatch.setattr(cores, "quota", lambda: 2)
    assert cores.worth_processes(100) == 2
    monkeypatch.setattr(cores, "quota", lambda: 1)
    assert cores.worth_processes(100) is None


def test_a_worker_starts_none():
    with multiprocess.Pool(1) as pool:
        assert pool.map(cores.worth_processes, [100]) == [None]


def test_a_thread_starts_none():
    found = []
    thread = threading.Thread(target=lambda: found.append(cores.worth_processes(100)))
    thread.start()
    thread.join()
    assert found == [None]


def test_none_where_a_process_begins_from_nothing(monkeypatch):
    monkeypatch.setattr(multiprocess, "get_start_method", lambda **_: "spawn")
    assert cores.worth_processes(100) is None
