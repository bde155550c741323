"""One SQLite file that several processes read and write."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from hf_robust.core.errors import DataFileError

_BATCH = 500  # below the 999 variables that old SQLite builds allow in one statement
_LOCK_SECONDS = 60.0


class Database:
    """A SQLite file in a folder, with errors that say what to type.

    Args:
        path: The file. Its folder is made when it does not exist.
        name: What errors call it.
        tables: The definitions of its tables, as they stand behind ``CREATE TABLE IF NOT EXISTS``.

    Raises:
        DataFileError: The file is damaged or cannot be written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     database = Database(Path(folder, "a.sqlite"), "the list", ["words (key BLOB PRIMARY KEY, word TEXT)"])
        ...     with database.open() as connection:
        ...         _ = connection.execute("INSERT INTO words VALUES (?, ?)", (b"1", "one"))
        ...     database.rows("word FROM words", [b"1", b"2"])
        [('one',)]
    """

    def __init__(self, path: Path, name: str, tables: Sequence[str]):
        self.path, self._name = path, name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DataFileError(f"the cache folder {path.parent} cannot be made: {error}; name another") from error
        with self.open() as connection:
            for table in tables:
                connection.execute(f"CREATE TABLE IF NOT EXISTS {table}")

    def rows(self, columns: str, keys: Sequence[bytes]) -> list[tuple[Any, ...]]:
        """Columns of a table, where its column ``key`` is among some."""
        rows: list[tuple[Any, ...]] = []
        with self.open() as connection:
            for start in range(0, len(keys), _BATCH):
                part = keys[start : start + _BATCH]
                rows += connection.execute(f"SELECT {columns} WHERE key IN ({','.join('?' * len(part))})", part)
        return rows

    @contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """A connection for a block, which is committed at its end.

        With one connection an operation a file is safe over forks and threads; opening takes under a millisecond.
        """
        with self.explained(), closing(sqlite3.connect(self.path, timeout=_LOCK_SECONDS)) as connection, connection:
            yield connection

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Raise a :class:`DataFileError` for what SQLite raises."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise DataFileError(
                f"{self._name} {self.path} cannot be used: {error}; wait for the other process, or "
                "name another cache folder"
            ) from error
        except sqlite3.DatabaseError as error:
            raise self.damaged(error) from error

    def damaged(self, error: object) -> DataFileError:
        """That the file does not hold what was written, with what to type."""
        return DataFileError(f"{self._name} {self.path} is damaged ({error}); run: rm '{self.path}'*")


def join_database(source: Path, target: Path) -> None:
    """Add the rows of a file to another one with the same tables; of two rows with one key the first stays.

    Args:
        source: The file that is read.
        target: The file that is written; made when it does not exist.

    Raises:
        DataFileError: One of them is damaged, or the target cannot be written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     names = Path(folder, "a.sqlite"), Path(folder, "b.sqlite")
        ...     one, other = (Database(name, "a list", ["words (key BLOB PRIMARY KEY, word TEXT)"]) for name in names)
        ...     with one.open() as connection:
        ...         _ = connection.execute("INSERT INTO words VALUES (?, ?)", (b"1", "one"))
        ...     join_database(*names)
        ...     other.rows("word FROM words", [b"1"])
        [('one',)]
    """
    joined = Database(target, "the joined file", ())
    with joined.explained(), closing(sqlite3.connect(target, timeout=_LOCK_SECONDS)) as connection:
        connection.execute("ATTACH ? AS part", (str(source),))
        with connection:
            for name, definition in connection.execute(
                "SELECT name, sql FROM part.sqlite_master WHERE type = 'table'"
            ).fetchall():
                connection.execute(definition.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS", 1))
                connection.execute(f'INSERT OR IGNORE INTO main."{name}" SELECT * FROM part."{name}"')
