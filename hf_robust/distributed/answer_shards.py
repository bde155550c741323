"""Shards of work that asks a model: each keeps what the model said, and one process makes the report of all.

The report is made by the same code as that of one process, which finds the predictions of the shards in its cache. So
both reports are equal, and the model is asked again only for what no shard could know.
"""

import shutil
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from hf_robust.adapters.database import join_database
from hf_robust.attacks.journal import join_journals
from hf_robust.core.errors import SuiteError
from hf_robust.distributed.remote_folder import shard_folder
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import Shard, ShardPlan, current_versions

KIND = "answers"
JOURNAL = "journal.jsonl"
_WORK = ".unfinished"


def answers_plan(shard: Shard, data: str, rows: int, asked: Mapping[str, Any], facts: Mapping[str, Any]) -> ShardPlan:
    """The plan of work that asks a model.

    Args:
        shard: Which of how many.
        data: Hash of what the model is asked about.
        rows: Number of rows.
        asked: What is done, as JSON values.
        facts: Facts of the result.
    """
    return ShardPlan(
        kind=KIND,
        shards=shard.of,
        rows=rows,
        data=data,
        asked=dict(asked),
        facts=dict(facts),
        versions=current_versions(),
    )


def write_answers(
    out: str | Path, shard: Shard, plan: ShardPlan, fill: Callable[[Path], Mapping[str, Any] | None]
) -> bool:
    """Write one shard of work that asks a model.

    The work is done in a hidden folder beside the shards, so a process that is killed goes on with the answers there.

    Args:
        out: Folder of the shards.
        shard: Which one.
        fill: Does the work with a folder as its cache, and returns what the record of the shard says.

    Returns:
        Whether the shard was made now; False where it was there.

    Raises:
        UsageError: The folder has another plan.
        SuiteError: The folder cannot be written to.
    """
    folder = shard_folder(out)
    folder.start(plan)
    if folder.is_done(shard, plan):
        return False
    work = folder.folder / _WORK / f"{shard.number:06}"
    try:
        work.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SuiteError(f"shard {shard} cannot be written to {folder.folder}: {error}") from error
    record = fill(work) or {}

    def copy(place: Path) -> Mapping[str, Any]:
        shutil.copytree(work, place, dirs_exist_ok=True)
        return record

    folder.write(shard, plan, copy)
    shutil.rmtree(work)
    with suppress(OSError):  # other shards are at work
        work.parent.rmdir()
    return True


def join_answers(folder: ShardFolder, plan: ShardPlan, into: Path) -> None:
    """Put what all shards keep into one folder, which serves as a cache.

    Args:
        folder: The folder of the shards.
        into: An empty folder.

    Raises:
        SuiteError: Shards are missing, damaged or of another plan.
    """
    places = [place for place, _ in folder.records(plan)]
    for place in places:
        for file in sorted(place.glob("*.sqlite")):
            join_database(file, into / file.name)
    join_journals([place / JOURNAL for place in places], into / JOURNAL)
