"""The plan of work that is done in shards: what is made of which rows. All shards of a folder have the same plan."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from hf_robust import __version__
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.suites.rows import pieces_of

if TYPE_CHECKING:
    from datasets import Dataset

FORMAT = 1
_SHARD = re.compile(r"(\d+)/(\d+)")
_MOST = 1_000_000  # shards; the numbers in names of folders have six digits


@dataclass(frozen=True)
class Shard:
    """One of several parts of the work.

    Args:
        number: Which one, from 1.
        of: How many there are.
    """

    number: int
    of: int

    @classmethod
    def read(cls, text: str) -> "Shard":
        """Read ``"3/100"``.

        Raises:
            UsageError: It has another form, or there is no such shard.

        Example:
            >>> Shard.read("3/100")
            Shard(number=3, of=100)
        """
        found = _SHARD.fullmatch(text.strip())
        if found is None:
            raise UsageError(f"a shard is NUMBER/COUNT, for example 3/100, found {quoted(text)}")
        number, of = map(int, found.groups())
        if not 1 <= number <= of <= _MOST:
            raise UsageError(f"shards are numbered from 1/{of} to {of}/{of}, found {quoted(text)}")
        return cls(number, of)

    def rows(self, total: int) -> range:
        """The rows of this shard: ranges that follow each other, whose sizes differ by at most one.

        Args:
            total: All rows.

        Example:
            >>> [Shard(number, 3).rows(10) for number in (1, 2, 3)]
            [range(0, 3), range(3, 6), range(6, 10)]
        """
        return range((self.number - 1) * total // self.of, self.number * total // self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


@dataclass(frozen=True, kw_only=True)
class ShardPlan:
    """What the shards of a folder are made of; a shard of another plan never enters the result.

    Args:
        format: Version of the files of shards.
        kind: What is made: ``suite`` or ``run``.
        shards: Number of shards.
        rows: Number of rows.
        data: Hash of the rows.
        asked: What is done with the rows: task, entries with versions and parameters, seed, model, ...
        facts: Facts of the result, which are those of all rows.
        versions: Versions of hf_robust and PyArrow.
    """

    format: int = FORMAT
    kind: str
    shards: int
    rows: int
    data: str
    asked: dict[str, Any]
    facts: dict[str, Any]
    versions: dict[str, str]

    def describe(self) -> dict[str, Any]:
        """The plan as JSON holds it."""
        described: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return described

    @property
    def digest(self) -> str:
        """A hash of the plan."""
        return blake2b(json.dumps(self.describe(), sort_keys=True).encode(), digest_size=16).hexdigest()


def current_versions() -> dict[str, str]:
    """The versions that the bytes of a shard depend on."""
    return {"hf_robust": __version__, "pyarrow": pa.__version__}


def rows_hash(dataset: "Dataset") -> str:
    """A hash of all rows of a dataset and their types, which does not depend on how they are stored.

    Args:
        dataset: The rows.

    Example:
        >>> from datasets import Dataset, concatenate_datasets
        >>> rows = Dataset.from_dict({"text": ["one", "two"]})
        >>> rows_hash(concatenate_datasets([rows.select([0]), rows.select([1])])) == rows_hash(rows)
        True
        >>> rows_hash(rows.select([1, 0])) == rows_hash(rows)
        False
    """
    hasher = blake2b(str(dataset.features).encode(), digest_size=16)
    for table in pieces_of(dataset):
        batch = pa.RecordBatch.from_arrays([_compact(column) for column in table.columns], names=table.column_names)
        hasher.update(batch.serialize())
    return hasher.hexdigest()


def _compact(column: pa.ChunkedArray) -> pa.Array:
    """A column in one piece that begins at its first value."""
    whole = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    return whole.take(pa.array(np.arange(len(whole))))


def differences(there: Mapping[str, Any], here: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """In which values two plans differ, each as ``name: value there, value here``.

    Args:
        there: One of the plans as JSON.
        here: The other.
        prefix: Name of the part that they are.

    Example:
        >>> list(differences({"rows": 2, "asked": {"seed": 1}}, {"rows": 2, "asked": {"seed": 7}}))
        ['asked.seed is 1 there and 7 here']
    """
    for name in dict.fromkeys([*here, *there]):
        old, new = there.get(name), here.get(name)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from differences(old, new, f"{prefix}{name}.")
        elif old != new:
            yield f"{prefix}{name} is {quoted(old)} there and {quoted(new)} here"
