"""Answers of remote models on disk, written as they arrive, so that no answer is paid twice."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hf_robust.adapters.database import Database
from hf_robust.core.json_text import parse_json
from hf_robust.language.lookup import cache_folder

_TABLE = "answers (key BLOB PRIMARY KEY, answer TEXT NOT NULL) WITHOUT ROWID"


def answers_folder() -> Path:
    """Return the folder of answers that are stored without a folder of the user's."""
    return cache_folder() / "answers"


class AnswerStore:
    """A folder with one SQLite file; several processes may use it at once.

    The file is in WAL mode: an answer that was put is there after the process is killed.

    Args:
        folder: Made when it does not exist.

    Raises:
        DataFileError: The file is damaged or cannot be written; the message says what to type.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     store = AnswerStore(folder)
        ...     with store.writer() as writer:
        ...         writer.put(b"key", '{"text": "yes"}')
        ...     store.get([b"key", b"other"]), len(store)
        ({b'key': {'text': 'yes'}}, 1)
    """

    def __init__(self, folder: str | Path):
        self._database = Database(Path(folder).expanduser() / "answers.sqlite", "the store of answers", [_TABLE])
        self.path = self._database.path
        with self._database.open() as connection:
            connection.execute("PRAGMA journal_mode=WAL")

    def __len__(self) -> int:
        with self._database.open() as connection:
            (found,) = connection.execute("SELECT count(*) FROM answers").fetchone()
        return int(found)

    def get(self, keys: Sequence[bytes]) -> dict[bytes, Any]:
        """The answers that are known among the keys, as JSON values.

        Raises:
            DataFileError: A stored answer is no JSON.
        """
        return {key: self._read(text) for key, text in self._database.rows("key, answer FROM answers", keys)}

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Which of the keys have an answer."""
        return {key for (key,) in self._database.rows("key FROM answers", keys)}

    @contextmanager
    def writer(self) -> "Iterator[AnswerWriter]":
        """A connection that is kept for many answers; to be used in the thread that opened it."""
        with self._database.open() as connection:
            connection.execute("PRAGMA synchronous=NORMAL")  # safe in WAL mode; a full sync takes milliseconds
            yield AnswerWriter(self, connection)

    def _read(self, text: str) -> Any:
        try:
            return parse_json(text)
        except (ValueError, TypeError) as error:
            raise self._database.damaged(error) from error


class AnswerWriter:
    """Writes answers one by one; made by :meth:`AnswerStore.writer`."""

    def __init__(self, store: AnswerStore, connection: sqlite3.Connection):
        self._store, self._connection = store, connection

    def put(self, key: bytes, answer: str) -> None:
        """Store an answer at once; the first answer of a key stays.

        Args:
            key: Of the request.
            answer: As JSON text.
        """
        self.put_all({key: answer})

    def put_all(self, answers: Mapping[bytes, str]) -> None:
        """Store answers at once, all or none; the first answer of a key stays.

        Args:
            answers: JSON text by key.
        """
        self._connection.executemany("INSERT OR IGNORE INTO answers VALUES (?, ?)", list(answers.items()))
        self._connection.commit()

    def get(self, key: bytes) -> Any:
        """The answer that another process stored meanwhile; None without one."""
        found = self._connection.execute("SELECT answer FROM answers WHERE key = ?", (key,)).fetchone()
        return found and self._store._read(found[0])
