"""The attack of the rows of a configuration."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.config_choices import AttackChoice
from hf_robust.configured.configuration import Configuration

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor
    from hf_robust.attacks.attack_run import AttackRun
    from hf_robust.tasks.base import Task

DEMO_ROWS = 100  # with no dataset named: what a laptop attacks in a minute or two
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
    """Attack the rows of a dataset.

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
        *(predictor, data, choice.recipe, task),
        max_queries=choice.max_queries,
        journal=journal,
        progress=progress,
        command=command,
        **_options(choice, asked, transformations),
    )


def attack_some_rows(
    predictor: "Predictor",
    data: "Dataset",
    task: "Task",
    choice: AttackChoice,
    asked: Configuration,
    places: range,
    journal: Path,
    *,
    transformations: Sequence[str] | None = None,
    progress: Callable[[int, int, int, int], None] | None = None,
) -> None:
    """Attack a range of the rows of a dataset, into a journal that the attack of all rows reads.

    Args:
        task: The task with the columns.
        choice: The attack.
        asked: The configuration, as for all rows.
        places: The rows that are attacked.
        journal: File with one line a finished row.
        transformations: Registered transformations as moves in place of those of the recipe.
        progress: Called with rows done, rows in all, successes and queries.
    """
    from hf_robust.attacks.attack_run import attack_range

    attack_range(
        *(predictor, data, choice.recipe, task),
        places=places,
        journal=journal,
        progress=progress,
        **_options(choice, asked, transformations),
    )


def _options(choice: AttackChoice, asked: Configuration, transformations: Sequence[str] | None) -> dict[str, Any]:
    """What an attack of all rows and one of some rows are given alike."""
    return {
        **{name: getattr(choice, name) for name in ("like", "budget", "field", "inside", "target", "by", "width")},
        **{name: getattr(asked, name) for name in ("seed", "protect", "protect_defaults", "nlp")},
        "transformation": transformations,
        "cache": asked.cache_dir,
        "source": asked.dataset.source,
        "split": asked.dataset.split,
    }
