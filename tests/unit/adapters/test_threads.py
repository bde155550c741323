"""Threads of a model: as many as there are cores for it, and what the user said stands."""

import pytest
import torch

from hf_robust.adapters.huggingface import threads


@pytest.mark.parametrize(
    ("files", "cores"),
    [
        ({"cpu.max": "400000 100000\n"}, 4),
        ({"cpu.max": "150000 100000\n"}, 2),
        ({"cpu.max": "max 100000\n"}, None),
        ({"cpu/cpu.cfs_quota_us": "50000", "cpu/cpu.cfs_period_us": "100000"}, 1),
        ({"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, None),
        ({}, None),
    ],
)
def test_the_quota_of_a_container_is_read(files, cores, tmp_path):
    (tmp_path / "cpu").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert threads.quota(tmp_path) == cores


@pytest.fixture
def wide(monkeypatch):
    """A machine of 8 cores where torch would start 8 threads, in a container with 2."""
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(threads, "visible_cores", lambda: 8)
    monkeypatch.setattr(threads, "quota", lambda: 2)
    said = [8]
    monkeypatch.setattr(torch, "get_num_threads", lambda: said[-1])
    monkeypatch.setattr(torch, "set_num_threads", said.append)
    return said


def test_threads_fit_for_a_while(wide):
    with threads.fitting_threads("cpu"):
        assert wide == [8, 2]
    assert wide == [8, 2, 8]


def test_they_come_back_after_an_error(wide):
    with pytest.raises(RuntimeError), threads.fitting_threads("cpu"):
        raise RuntimeError
    assert wide[-1] == 8


def test_what_the_user_said_stands(wide, monkeypatch):
    wide[0] = 6  # torch.set_num_threads(6)
    with threads.fitting_threads("cpu"):
        assert wide == [6]
    wide[0] = 8
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    with threads.fitting_threads("cpu"):
        assert wide == [8]


def test_a_gpu_needs_none(wide):
    with threads.fitting_threads("cuda:0"):
        assert wide == [8]
