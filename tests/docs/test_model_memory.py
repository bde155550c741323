"""Tests can let go of the models that the package keeps."""

from importlib import import_module

import model_memory
import pytest


@pytest.mark.parametrize(("module", "functions"), model_memory.LOADERS.items())
def test_each_loader_is_there_and_forgets(module, functions):
    assert all(hasattr(getattr(import_module(module), function), "cache_clear") for function in functions)


def test_nothing_is_forgotten_below_the_limit(monkeypatch):
    monkeypatch.setattr(model_memory, "resident", lambda: model_memory.ALLOWED - 1)
    monkeypatch.setattr(model_memory, "LOADERS", {"sys": ("no_such_loader",)})
    model_memory.release()


def test_more_is_allowed_within_a_file(monkeypatch):
    calls, more = [], model_memory.WITHIN_A_FILE
    sizes = iter([model_memory.ALLOWED + more - 1, model_memory.ALLOWED + more, model_memory.ALLOWED - 300])
    monkeypatch.setattr(model_memory, "_least", 0)
    monkeypatch.setattr(model_memory, "resident", lambda: next(sizes))
    monkeypatch.setattr(model_memory.gc, "collect", lambda: calls.append("collect"))
    monkeypatch.setattr(model_memory, "LOADERS", {})
    model_memory.release(more)
    assert calls == []
    model_memory.release(more)
    assert calls == ["collect"]


def test_it_waits_until_memory_has_grown_again(monkeypatch):
    calls, sizes = [], iter([model_memory.ALLOWED + 1, 1100, 1100 + model_memory.GROWTH - 1, 1100 + 1000, 1100])
    monkeypatch.setattr(model_memory, "_least", 0)
    monkeypatch.setattr(model_memory, "resident", lambda: next(sizes))
    monkeypatch.setattr(model_memory.gc, "collect", lambda: calls.append("collect"))
    monkeypatch.setattr(model_memory, "LOADERS", {})
    for _ in range(3):
        model_memory.release()
    assert calls == ["collect"] * 2
