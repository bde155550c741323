"""A folder of shards in an object store or on the Hub: ``s3://bucket/shards``, ``hf://datasets/me/shards``.

A shard is written on this machine and then uploaded, ``shard.json`` last. A shard without it counts as missing, so an
upload that was cut off leaves nothing that enters a result.
"""

import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import finalize

from hf_robust.core.errors import RobustError, SuiteError, UsageError
from hf_robust.core.staging import scratch_folder
from hf_robust.distributed.shard_folder import PLAN, RECORD, SHARDS, ShardFolder
from hf_robust.distributed.shard_plan import Shard, ShardPlan

_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]+):/+(.+)")  # a path of pathlib has one slash left; C:/ is a drive
_CARD = "README.md"  # which a new repository of the Hub may have


def address_of(folder: str | Path) -> str | None:
    """The address of a folder in a store; None for a folder of this machine.

    Args:
        folder: What the user names.

    Example:
        >>> address_of(Path("s3://bucket/shards")), address_of("shards")
        ('s3://bucket/shards', None)
    """
    found = _ADDRESS.fullmatch(str(folder))
    return None if found is None else f"{found[1]}://{found[2].rstrip('/')}"


def shard_folder(folder: str | Path) -> ShardFolder:
    """The folder of shards at a place.

    Args:
        folder: A folder of this machine, or an address that ``fsspec`` reads.

    Raises:
        UsageError: There is no such kind of store, or its package is not installed.
    """
    address = address_of(folder)
    return ShardFolder(folder) if address is None else RemoteShardFolder(address)


def remove_shards(folder: str | Path) -> None:
    """Remove a folder of shards.

    Args:
        folder: A folder of this machine, or an address.
    """
    address = address_of(folder)
    if address is None:
        shutil.rmtree(folder)
        return
    store = Store(address)
    for name in store.names():
        store.remove(name)


class Store:
    """A folder in a store.

    Raises:
        UsageError: There is no such kind of store, or its package is not installed.
    """

    def __init__(self, address: str):
        from fsspec.core import url_to_fs

        self.address = address
        try:
            with self._explained("opened"):
                self._files, self._root = url_to_fs(address, use_listings_cache=False)
        except (ImportError, ValueError) as error:
            raise UsageError(f"{address} cannot be opened: {error}") from error

    def has(self, name: str) -> bool:
        """Whether there is a file."""
        with self._explained("read"):
            self._files.invalidate_cache()  # other processes write at the same time
            return bool(self._files.exists(f"{self._root}/{name}"))

    def names(self, folder: str = "") -> list[str]:
        """The files below a folder."""
        with self._explained("read"):
            self._files.invalidate_cache()
            try:
                found = self._files.find(f"{self._root}/{folder}".rstrip("/"))
            except FileNotFoundError:
                return []
        return [str(one)[len(str(self._root)) + 1 :] for one in found]

    def get(self, name: str, target: Path) -> None:
        """Download a file."""
        with self._explained("read"):
            target.parent.mkdir(parents=True, exist_ok=True)
            self._files.get_file(f"{self._root}/{name}", str(target))

    def put(self, source: Path, name: str) -> None:
        """Upload a file."""
        with self._explained("written"):
            self._files.put_file(str(source), f"{self._root}/{name}")

    def remove(self, name: str) -> None:
        """Remove a file, where it is there."""
        if self.has(name):
            with self._explained("written"), suppress(FileNotFoundError):
                self._files.rm_file(f"{self._root}/{name}")

    def put_folder(self, folder: Path, into: str, last: str) -> None:
        """Upload the files of a folder in place of those that are there; the last one says that it is whole.

        Args:
            folder: A folder of this machine.
            into: Where its files go, below the address.
            last: Name of the file that is removed first and uploaded last.
        """
        prefix = f"{into}/" if into else ""
        names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
        self.remove(prefix + last)
        for name in [*(name for name in names if name != last), last]:
            self.put(folder / name, prefix + name)

    @contextmanager
    def _explained(self, done: str) -> Iterator[None]:
        """One error for what the packages of stores raise, which are of many kinds."""
        try:
            yield
        except (RobustError, ImportError, ValueError):
            raise
        except Exception as error:
            reason = " ".join(str(error).split())[:300] or type(error).__name__
            raise SuiteError(
                f"{self.address} cannot be {done}: {reason}; check the address, the credentials and the network, and "
                "run the same command again"
            ) from error


class RemoteShardFolder(ShardFolder):
    """The shards of one plan in a store."""

    def __init__(self, address: str):
        self._store = Store(address)
        here = ExitStack()
        finalize(self, here.close)  # also when the process ends
        folder = here.enter_context(scratch_folder()) / SHARDS  # beside its lock
        folder.mkdir()
        super().__init__(folder)

    @property
    def shown(self) -> str:
        """What messages call the folder."""
        return self._store.address

    def plan(self) -> ShardPlan:
        """The plan of the folder."""
        if self._store.has(PLAN):
            self._store.get(PLAN, self.folder / PLAN)
        return super().plan()

    def start(self, plan: ShardPlan) -> None:
        """Upload the plan, or check that the folder has the same one."""
        there = self._store.has(PLAN)
        if there:
            self._store.get(PLAN, self.folder / PLAN)
        elif any(name[:1] != "." and name != _CARD for name in self._store.names()):
            raise SuiteError(f"{self.shown} holds other files and no {PLAN}; name a new folder for the shards")
        super().start(plan)
        if not there:
            self._store.put(self.folder / PLAN, PLAN)

    def is_done(self, shard: Shard, plan: ShardPlan) -> bool:
        """Whether a shard is there; it is downloaded, so that damage is found."""
        self._fetch(shard)
        return super().is_done(shard, plan)

    def write(self, shard: Shard, plan: ShardPlan, fill: Callable[[Path], Mapping[str, Any]]) -> None:
        """Write a shard on this machine, and upload it."""
        super().write(shard, plan, fill)
        place = self.place(shard)
        self._store.put_folder(place, place.relative_to(self.folder).as_posix(), RECORD)

    def records(self, plan: ShardPlan) -> list[tuple[Path, dict[str, Any]]]:
        """Download all shards, and give the folder and the record of each."""
        for number in range(1, plan.shards + 1):
            self._fetch(Shard(number, plan.shards))
        return super().records(plan)

    def _fetch(self, shard: Shard) -> None:
        place = f"{SHARDS}/{shard.number:06}"
        if self._store.has(f"{place}/{RECORD}"):
            for name in self._store.names(place):
                self._store.get(name, self.folder / name)
