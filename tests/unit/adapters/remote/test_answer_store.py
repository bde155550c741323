"""The store of answers: many keys, damage, places that cannot be written."""

import sqlite3
from contextlib import closing

import pytest

from hf_robust.adapters.remote.answer_store import AnswerStore
from hf_robust.core.errors import DataFileError


def test_many_answers(tmp_path):
    store = AnswerStore(tmp_path / "made" / "here")
    keys = [bytes([n % 256, n // 256]) for n in range(1200)]
    with store.writer() as writer:
        for n, key in enumerate(keys):
            writer.put(key, f'{{"n": {n}}}')
        writer.put(keys[0], '{"n": "later"}')
        assert writer.get(keys[7]) == {"n": 7} and writer.get(b"none") is None
        assert len(AnswerStore(store.path.parent)) == 1200, "others see them at once"
    assert store.get([*keys, b"none"]) == {key: {"n": n} for n, key in enumerate(keys)}
    assert store.known([*keys[:3], b"none"]) == set(keys[:3])
    with closing(sqlite3.connect(store.path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_damaged_file_says_what_to_type(tmp_path):
    store = AnswerStore(tmp_path)
    with store.writer() as writer:
        writer.put(b"a", '{"cut": ')
    with pytest.raises(DataFileError, match=r"the store of answers .* is damaged .* run: rm"):
        store.get([b"a"])
    store.path.write_bytes(b"no database" * 1000)
    with pytest.raises(DataFileError, match="is damaged"):
        AnswerStore(tmp_path)


def test_a_place_that_cannot_be_written(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(DataFileError, match="cannot be made"):
        AnswerStore(tmp_path / "file")
