"""Tests can let go of the models that the package keeps."""

import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import model_memory

from hf_robust.language import fill_mask, models, spacy_pipelines, vectors
from hf_robust.language.lexicons import wordnet


def test_models_and_tables_are_forgotten(monkeypatch):
    reads = []
    module = ModuleType("hf_robust.language.of_this_test")
    module.table = cache(lambda: reads.append("read"))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    sizes = iter([model_memory.ALLOWED, model_memory.ALLOWED - 300])
    monkeypatch.setattr(model_memory, "_least", 0)
    monkeypatch.setattr(model_memory, "resident", lambda: next(sizes))
    module.table(), module.table()
    model_memory.release()
    module.table()
    assert reads == ["read"] * 2


def test_what_keeps_the_large_models_is_asked():
    kept = (fill_mask._remembered, models._masked_lm, spacy_pipelines._loaded, vectors._word_vectors, wordnet._index)
    assert all(isinstance(loader, model_memory.Cached) for loader in kept)
    assert all(loader.__module__.startswith(model_memory.ROOMS) for loader in kept)


def test_nothing_is_forgotten_below_the_limit(monkeypatch):
    monkeypatch.setattr(model_memory, "resident", lambda: model_memory.ALLOWED - 1)
    monkeypatch.setattr(model_memory, "ROOMS", None)
    model_memory.release()


def test_more_is_allowed_within_a_file(monkeypatch):
    calls, more = [], model_memory.margin("another.py").between
    sizes = iter([model_memory.ALLOWED + more - 1, model_memory.ALLOWED + more, model_memory.ALLOWED - 300])
    monkeypatch.setattr(model_memory, "_least", 0)
    monkeypatch.setattr(model_memory, "resident", lambda: next(sizes))
    monkeypatch.setattr(model_memory.gc, "collect", lambda: calls.append("collect"))
    monkeypatch.setattr(model_memory, "ROOMS", ())
    model_memory.release(more)
    assert calls == []
    model_memory.release(more)
    assert calls == ["collect"]


def test_the_largest_files_are_there():
    found = {path.name for path in Path(__file__).parents[1].rglob("test_*.py")}
    assert set(model_memory.MARGINS) <= found


def test_it_waits_until_memory_has_grown_again(monkeypatch):
    calls, sizes = [], iter([model_memory.ALLOWED + 1, 1100, 1100 + model_memory.GROWTH - 1, 1100 + 1000, 1100])
    monkeypatch.setattr(model_memory, "_least", 0)
    monkeypatch.setattr(model_memory, "resident", lambda: next(sizes))
    monkeypatch.setattr(model_memory.gc, "collect", lambda: calls.append("collect"))
    monkeypatch.setattr(model_memory, "ROOMS", ())
    for _ in range(3):
        model_memory.release()
    assert calls == ["collect"] * 2
