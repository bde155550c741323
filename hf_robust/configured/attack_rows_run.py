"""The attack of the rows of a configuration or of a command."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.option_values import listed

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor
    from hf_robust.attacks.attack_run import AttackRun
    from hf_robust.tasks.base import Task

DEMO_ROWS = 100  # with no data set named: what a laptop attacks in a minute or two
JOURNAL = "journal.jsonl"


def attack_rows(
    predictor: "Predictor",
    data: "Dataset",
    task: "Task",
    recipe: str,
    journal: Path | None,
    given: Mapping[str, Any],
    *,
    progress: Callable[[int, int, int, int], None] | None = None,
    command: str | None = None,
) -> "AttackRun":
    """Attack the rows of a data set.

    Args:
        predictor: The model.
        data: The rows.
        task: The task with the columns.
        recipe: Name of the attack.
        journal: File from which a run that was stopped goes on; None to keep none.
        given: Values of the options of an attack.
        progress: Called with rows done, rows in all, successes and queries.
        command: The command for the record.
    """
    from hf_robust.attacks.attack_run import attack

    passed = (
        "like",
        "field",
        "inside",
        "target",
        "nlp",
        "width",
        "protect",
        "protect_defaults",
        "budget",
        "seed",
        "split",
    )
    return attack(
        predictor,
        data,
        recipe,
        task,
        cache=given["cache_dir"],
        journal=journal,
        progress=progress,
        source=given["dataset"],
        command=command,
        transformation=listed(given["transformations"]),
        **{name: given[name] for name in passed},
    )
