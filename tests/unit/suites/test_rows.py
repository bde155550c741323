"""Rows of suites: memory per row, tables on disk, and hashes that do not depend on where rows lie."""

import os
import pickle
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.suites import rows

TASK = hr.task("sentiment-classification")
COPIES = 4_000


def reviews(number: int = 10) -> Dataset:
    texts = [f"A wonderful film number {n} with a great story." for n in range(number)]
    return Dataset.from_dict({"text": texts, "label": [str(n % 2) for n in range(number)]})


@pytest.fixture(scope="module")
def many() -> hr.Suite:
    """A suite of 40,000 rows."""
    suite = hr.Suite.build(reviews(), TASK, ["word-case"])
    entry = suite["word-case"]
    places = list(range(10)) * COPIES
    splits = {name: Dataset(split.with_format("arrow")[:].take(places)) for name, split in entry.rows.items()}
    return hr.Suite(suite.task, {"word-case": replace(entry, **splits, total=10 * COPIES)}, suite.info)


def test_pieces_are_the_rows_that_were_chosen(monkeypatch):
    monkeypatch.setattr(rows, "CHUNK", 3)
    places = [7, 1, 8, 2, 0]
    chosen = reviews().select(places).with_format("numpy", columns=["label"])
    pieces = list(rows.pieces_of(chosen, "label", "text"))
    assert [piece.num_rows for piece in pieces] == [3, 2]
    assert pieces[0].column_names == ["label", "text"]
    texts = [text for piece in pieces for text in piece["text"].to_pylist()]
    assert texts == [reviews()[place]["text"] for place in places]
    assert [piece.num_rows for piece in rows.pieces_of(reviews(4))] == [3, 1]
    assert list(rows.pieces_of(reviews(0))) == []


@pytest.fixture
def peak() -> Iterator:
    """The most memory of Python objects since the start, in bytes."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


def test_loading_takes_little_memory_for_each_row(many, tmp_path, peak):
    folder = many.save(tmp_path / "suite")
    assert peak() / (10 * COPIES) < 300
    loaded = hr.Suite.load(folder)
    assert peak() / (10 * COPIES) < 300
    assert loaded.content_hash == many.content_hash and len(loaded["word-case"]) == 10 * COPIES


def test_building_takes_little_memory_for_each_row(monkeypatch, peak):
    record = hr.Suite.build(reviews(1), TASK, ["word-case"])["word-case"].perturbed.with_format("arrow")[:]

    def quick(self, batch):
        """What upper-casing a text gives, without the work."""
        size = len(batch["text"])
        table = record.take([0] * size)
        return table.append_column("robust__place", [batch["robust__place"]]) if "robust__place" in batch else table

    monkeypatch.setattr(hr.Perturb, "__call__", quick)
    data = Dataset(reviews(1).data.table.take([0] * 10 * COPIES))
    tracemalloc.clear_traces()
    suite = hr.Suite.build(data, TASK, ["word-case"])
    assert len(suite["word-case"]) == 10 * COPIES
    assert peak() / (10 * COPIES) < 500


@pytest.fixture
def small_memory(monkeypatch) -> None:
    monkeypatch.setattr(rows, "IN_MEMORY", 100)
    monkeypatch.setattr("hf_robust.suites.pairs.IN_MEMORY", 100)


def test_large_tables_lie_on_disk(small_memory, tmp_path):
    entries = ["word-case", ["ocr", "twitter"]]
    suite = hr.Suite.build(reviews(), TASK, entries)
    entry = suite["word-case"]
    assert all(os.path.exists(split.cache_files[0]["filename"]) for split in entry.rows.values())
    loaded = hr.Suite.load(suite.save(tmp_path / "suite"))
    assert loaded["word-case"].perturbed.cache_files and loaded.content_hash == suite.content_hash
    assert pickle.loads(pickle.dumps(entry.original))[:] == loaded["word-case"].original[:]
    upper = loaded["word-case"].original.map(lambda row: {"text": row["text"].upper()}, num_proc=2)
    assert upper["text"][:] == entry.perturbed["text"][:]


def test_the_hash_does_not_depend_on_where_rows_lie(small_memory, monkeypatch):
    on_disk = hr.Suite.build(reviews(), TASK, ["word-case"], seed=3).content_hash
    monkeypatch.undo()
    assert hr.Suite.build(reviews(), TASK, ["word-case"], seed=3).content_hash == on_disk
    monkeypatch.setattr(rows, "CHUNK", 3)
    assert hr.Suite.build(reviews(), TASK, ["word-case"], seed=3).content_hash == on_disk
