"""``hf-robust run`` in several processes of ``accelerate launch`` or ``torchrun``: each does one shard.

The processes share a folder and nothing else. The first one waits until all shards are there, and makes the report.
"""

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path

import click

from hf_robust.cli.sharded_commands import Merged, run_merged
from hf_robust.core.errors import UsageError
from hf_robust.core.staging import scratch_folder
from hf_robust.distributed.answer_shards import join_answers
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import Shard
from hf_robust.distributed.suite_shards import merged_suite

_PAUSE = 0.2  # seconds between two looks at the folder


@dataclass(frozen=True)
class Launched:
    """This process among those that were launched together.

    Args:
        shard: The shard of this process.
        device: Number of its device on this machine.
    """

    shard: Shard
    device: int

    @classmethod
    def here(cls) -> "Launched | None":
        """What the launcher says; None where this process was started alone.

        Raises:
            UsageError: A value of the launcher is no number.
        """
        try:
            rank, size = (int(os.environ.get(name, default)) for name, default in (("RANK", "0"), ("WORLD_SIZE", "1")))
            device = int(os.environ.get("LOCAL_RANK", "0"))
        except ValueError as error:
            raise UsageError(f"RANK, WORLD_SIZE and LOCAL_RANK must be whole numbers: {error}") from error
        return None if size < 2 else cls(Shard(rank + 1, size), device)

    @property
    def is_main(self) -> bool:
        """Whether this process makes the report."""
        return self.shard.number == 1

    def device_name(self) -> str | None:
        """The device of this process; None where the machine has no GPU for each process."""
        from importlib.util import find_spec

        if find_spec("torch") is None:
            return None
        import torch

        return f"cuda:{self.device}" if torch.cuda.device_count() > self.device else None


def shards_beside(out: Path) -> Path:
    """The folder of the shards of launched processes: hidden, beside the report.

    Args:
        out: Folder of the report.

    Example:
        >>> shards_beside(Path("reports/mine")).as_posix()
        'reports/.mine-shards'
    """
    return out.parent / f".{out.name}-shards"


def merge_launched(context: click.Context, out: Path) -> None:
    """Wait until the processes have done all shards, make the report, and remove the shards.

    A launcher ends all processes when one of them fails, so this waits without a limit.

    Args:
        context: The context of the command.
        out: Folder of the report.
    """
    shards = ShardFolder(shards_beside(out))
    plan = shards.plan()
    while not all(shards.is_done(Shard(number, plan.shards), plan) for number in range(1, plan.shards + 1)):
        time.sleep(_PAUSE)
    with scratch_folder() as cache:
        join_answers(shards, plan, cache)
        suite = merged_suite(shards, plan) if "entries" in plan.asked else None
        try:
            run_merged(context, Merged(plan, cache, suite), out)
        finally:
            shutil.rmtree(shards.folder, ignore_errors=True)
