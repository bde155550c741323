"""What is made of a folder of shards, by the kind of its plan."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hf_robust.core.errors import SuiteError
from hf_robust.core.quoted import quoted
from hf_robust.distributed import run_shards, suite_shards
from hf_robust.distributed.remote_folder import shard_folder
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import ShardPlan

_MERGES: dict[str, Callable[[ShardFolder, ShardPlan], Any]] = {
    suite_shards.KIND: suite_shards.merged_suite,
    run_shards.KIND: run_shards.joined_report,
}


def merge_shards(folder: str | Path) -> Any:
    """Merge the shards of a folder.

    Args:
        folder: The folder that each shard was written to.

    Returns:
        The suite, as one process would have built it; for a run the report.

    Raises:
        SuiteError: It is no folder of shards, or shards are missing, damaged or of another plan; they are named.
    """
    shards = shard_folder(folder)
    plan = shards.plan()
    if plan.kind not in _MERGES:
        raise SuiteError(
            f"{folder} holds shards of the kind {quoted(plan.kind)}, which this hf_robust does not know; "
            "run: pip install --upgrade hf-robust"
        )
    return _MERGES[plan.kind](shards, plan)
