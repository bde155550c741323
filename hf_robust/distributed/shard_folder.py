"""A folder of shards: the plan, and a folder for each shard that is whole or absent.

A shard is written beside its place and moved there at once, so a process that is killed, or a disk that is full, leaves
no part of it. Its ``shard.json`` names the plan and the SHA-256 of each file; what was damaged later is found by that.
"""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.files import recover_folder, replaced_folder, sha256
from hf_robust.core.json_text import parse_json
from hf_robust.core.staging import staging_folder
from hf_robust.distributed.shard_plan import Shard, ShardPlan, differences

PLAN, SHARDS, RECORD = "plan.json", "shards", "shard.json"
_SHOWN = 5  # shards, or differences, that a message names


class ShardFolder:
    """The shards of one plan.

    Args:
        folder: Where they lie; made when the first shard is written.
    """

    def __init__(self, folder: str | Path):
        self.folder = Path(folder).expanduser()

    @property
    def shown(self) -> str:
        """What messages call the folder."""
        return str(self.folder)

    def plan(self) -> ShardPlan:
        """The plan of the folder.

        Raises:
            SuiteError: The folder has none, or it cannot be read.
        """
        path = self.folder / PLAN
        if not path.is_file():
            raise SuiteError(f"{self.shown} has no {PLAN}, so it is no folder of shards; name the --out of --shard")
        stated = _read(path)
        try:
            return ShardPlan(**stated)
        except TypeError as error:
            raise SuiteError(f"{path} is not the plan of shards ({error}); begin anew: rm -r {self.shown}") from error

    def start(self, plan: ShardPlan) -> None:
        """Write the plan, or check that the folder has the same one.

        Raises:
            UsageError: The folder has another plan; the message says in what.
            SuiteError: The folder holds something else, or cannot be written to.
        """
        path = self.folder / PLAN
        if not path.exists() and self.folder.exists() and any(one.name[:1] != "." for one in self.folder.iterdir()):
            raise SuiteError(f"{self.shown} holds other files and no {PLAN}; name a new folder for the shards")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with staging_folder(self.folder, ".plan-") as staging:
                fresh = staging / PLAN
                fresh.write_text(json.dumps(plan.describe(), indent=2) + "\n", encoding="utf-8")
                _place_once(fresh, path)
        except OSError as error:
            raise SuiteError(f"the plan cannot be written to {self.shown}: {error}") from error
        found = [*differences(_read(path), plan.describe())]
        if found:
            raise UsageError(
                f"{self.shown} holds shards of another plan: {'; '.join(found[:_SHOWN])}; name another folder with "
                f"--out, or begin anew: rm -r {self.shown}"
            )

    def place(self, shard: Shard) -> Path:
        """The folder of a shard."""
        return self.folder / SHARDS / f"{shard.number:06}"

    def is_done(self, shard: Shard, plan: ShardPlan) -> bool:
        """Whether a shard is there, of this plan, and each of its files is as it was written."""
        recover_folder(self.place(shard))
        return self._fault(shard, plan) is None

    def write(self, shard: Shard, plan: ShardPlan, fill: Callable[[Path], Mapping[str, Any]]) -> None:
        """Write a shard.

        Args:
            shard: Which one.
            plan: The plan of the folder.
            fill: Writes the files into a new folder, and returns what ``shard.json`` says of them.

        Raises:
            SuiteError: The folder cannot be written to, for example because the disk is full; nothing is left.
        """
        try:
            with replaced_folder(self.place(shard)) as fresh:
                record = fill(fresh)
                files = {path.relative_to(fresh).as_posix(): path for path in fresh.rglob("*") if path.is_file()}
                stated = {
                    "plan": plan.digest,
                    "shard": str(shard),
                    "files": {name: sha256(files[name]) for name in sorted(files)},
                    "record": record,
                }
                (fresh / RECORD).write_text(json.dumps(stated, indent=2, allow_nan=False) + "\n", encoding="utf-8")
        except OSError as error:
            raise SuiteError(
                f"shard {shard} cannot be written to {self.shown}: {error}; nothing of it was kept. Make room or name "
                "another folder, and run the same command again"
            ) from error

    def records(self, plan: ShardPlan) -> list[tuple[Path, dict[str, Any]]]:
        """The folder and the record of every shard, in order.

        Args:
            plan: The plan of the folder.

        Raises:
            SuiteError: Shards are missing, damaged or of another plan; the message names them.
        """
        shards = [Shard(number, plan.shards) for number in range(1, plan.shards + 1)]
        for shard in shards:
            recover_folder(self.place(shard))
        faults = {shard: fault for shard in shards if (fault := self._fault(shard, plan)) is not None}
        if faults:
            named = [f"{shard} {fault}" for shard, fault in list(faults.items())[:_SHOWN]]
            more = f", and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
            again = ", ".join(f"--shard {shard}" for shard in list(faults)[:_SHOWN])
            raise SuiteError(
                f"{len(faults)} of {plan.shards} shards in {self.shown} cannot be merged: {', '.join(named)}{more}; "
                f"make each of them again with the same command: {again}{more}"
            )
        return [(self.place(shard), _read(self.place(shard) / RECORD)["record"]) for shard in shards]

    def _fault(self, shard: Shard, plan: ShardPlan) -> str | None:
        """What is wrong with a shard; None for nothing."""
        place = self.place(shard)
        if not (place / RECORD).is_file():
            return "is missing"
        try:
            stated = _read(place / RECORD)
            files = dict(stated["files"])
            if stated["plan"] != plan.digest or stated["shard"] != str(shard):
                return "is of another plan"
            for name, digest in files.items():
                if not (place / name).is_file():
                    return f"lacks {name}"
                if sha256(place / name) != digest:
                    return f"is damaged ({name})"
        except (SuiteError, KeyError, TypeError, ValueError):
            return f"is damaged ({RECORD})"
        return None


def _place_once(fresh: Path, path: Path) -> None:
    """Move a file into its place, where another process may do so at the same time: the first one stays."""
    try:
        os.link(fresh, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if not path.exists():
            os.replace(fresh, path)


def _read(path: Path) -> dict[str, Any]:
    try:
        found = parse_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SuiteError(f"{path} cannot be read: {error}") from error
    if not isinstance(found, dict):
        raise SuiteError(f"{path} cannot be read: it is no object of JSON")
    return found
