"""The attack of the rows of a configuration."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.configured.config_choices import AttackChoice
from hf_robust.configured.configuration import Configuration

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
    choice: AttackChoice,
    asked: Configuration,
    *,
    transformations: Sequence[str] | None = None,
    journal: Path | None = None,
    progress: Callable[[int, int, int, int], None] | None = None,
    command: str | None = None,
) -> "AttackRun":
    """Attack the rows of a data set.

    Args:
        task: The task with the columns.
        choice: The attack.
        asked: The configuration, whose seed, protected texts, spaCy pipeline and folder of predictions hold.
        transformations: Registered transformations as moves in place of those of the recipe.
        journal: File from which a run that was stopped goes on; None to keep none.
        progress: Called with rows done, rows in all, successes and queries.
        command: The command for the record.
    """
    from hf_robust.attacks.attack_run import attack

    return attack(
        predictor,
        data,
        choice.recipe,
        task,
        like=choice.like,
        budget=choice.budget,
        max_queries=choice.max_queries,
        field=choice.field,
        inside=choice.inside,
        target=choice.target,
        width=choice.width,
        transformation=transformations,
        seed=asked.seed,
        protect=asked.protect,
        protect_defaults=asked.protect_defaults,
        nlp=asked.nlp,
        cache=asked.cache_dir,
        source=asked.dataset.source,
        split=asked.dataset.split,
        journal=journal,
        progress=progress,
        command=command,
    )
