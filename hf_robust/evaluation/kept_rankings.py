"""Rankings of words on disk, so that a text is ranked once for a model."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hf_robust.adapters import Predictor
from hf_robust.adapters.cache import identity
from hf_robust.adapters.database import Database

_TABLE = "rankings (key BLOB PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


class KeptRankings:
    """The rankings of one model with one method; several processes may use the folder at once.

    Args:
        folder: Made when it does not exist.
        task: Name of the task.
        settings: What else the rankings depend on, as JSON values: method, numbers of samples and words, seed.

    Raises:
        UsageError: Nothing tells when the model has changed.
        DataFileError: The file is damaged or cannot be written.
    """

    def __init__(self, folder: str | Path, model: Predictor, task: str, settings: Mapping[str, Any]):
        self._database = Database(Path(folder).expanduser() / "rankings.sqlite", "the file of rankings", [_TABLE])
        self._about = [identity(model), task, dict(settings)]

    def get(self, rows: Sequence[Sequence[Any]]) -> dict[int, list[Any]]:
        """The rankings that are known, by the number of the row.

        Args:
            rows: The texts of each row.
        """
        keys = list(map(self._key, rows))
        found = dict(self._database.rows("key, value FROM rankings", keys))
        return {number: json.loads(found[key]) for number, key in enumerate(keys) if key in found}

    def put(self, rows: Sequence[Sequence[Any]], rankings: Sequence[Sequence[Any]]) -> None:
        """Keep rankings.

        Args:
            rows: The texts of each row.
            rankings: The ranking of each text of each row.
        """
        pairs = [(self._key(row), json.dumps(ranking)) for row, ranking in zip(rows, rankings, strict=True)]
        with self._database.open() as connection:
            connection.executemany("INSERT OR REPLACE INTO rankings VALUES (?, ?)", pairs)

    def _key(self, row: Sequence[Any]) -> bytes:
        return blake2b(json.dumps([*self._about, *row], sort_keys=True).encode(), digest_size=16).digest()
