"""Suites that ask whether answers depend on the people or places of a text: each row moved to each group."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.chains import applicable
from hf_robust.transforms.swap_groups import SWAPS, swap_of

if TYPE_CHECKING:
    from datasets import Dataset


def bias_entries(task: Task, kinds: Sequence[str] | None = None) -> list[dict[str, Any]]:
    """The swaps to each group of some kinds, as entries of a suite.

    Args:
        kinds: ``"gender"`` and ``"region"``; None for those that apply to the task.

    Raises:
        UnknownNameError: There is no such kind.
        UsageError: None applies to the task.

    Example:
        >>> import hf_robust as hr
        >>> [entry["to"] for entry in bias_entries(hr.task("named-entity-recognition"))]
        ['female', 'male']
    """
    if isinstance(kinds, str):
        raise UsageError(f"kinds is a list of names, found {kinds!r}; use kinds=[{kinds!r}]")
    fits = [kind for kind, swap in SWAPS.items() if swap.transformation in applicable(task)]
    chosen = [swap_of(kind) for kind in (fits if kinds is None else dict.fromkeys(kinds))]
    unfit = [swap.kind for swap in chosen if swap.kind not in fits]
    if unfit or not chosen:
        known = f"; it has {', '.join(fits)}" if fits else ""
        raise UsageError(
            f"{task.name} with texts in {task.language!r} has no swaps of {', '.join(unfit or SWAPS)}{known}"
        )
    return [entry for swap in chosen for entry in swap.entries]


def bias_suite(
    dataset: "Dataset", task: Task | str, kinds: Sequence[str] | None = None, seed: int = 0, **options: Any
) -> Suite:
    """Build a suite that changes the gender of the persons, and the region of the places, in each row.

    :func:`hf_robust.run` compares the groups on the same rows: see ``report.record["analysis"]["bias"]``.

    Args:
        dataset: Labeled rows.
        task: The task with the columns, or its id.
        kinds: ``"gender"`` (female, male) and ``"region"`` (seven regions of the world). None uses those that apply to
            the task.
        seed: Random seed. The swaps do not use random draws.
        **options: Passed to :meth:`hf_robust.Suite.build`.

    Returns:
        A suite with one entry per group.

    Raises:
        UnknownNameError: If a kind does not exist.
        UsageError: If no kind applies to the task.
        EmptyDataError: If no row can be changed, because no row has persons or places with a counterpart.

    Source: TextFlint (Wang et al. 2021), sections 3.4.2 and 4.2.2.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["He was charming.", "She was dull."], "label": ["pos", "neg"]})
        >>> suite = hr.bias_suite(data, "sentiment-classification", ["gender"])
        >>> {name: entry.perturbed[0]["text"] for name, entry in suite.entries.items()}
        {'swap-gender-to-female': 'She was charming.', 'swap-gender-to-male': 'He was dull.'}
    """
    task = as_task(task, dataset)
    return Suite.build(dataset, task, bias_entries(task, kinds), seed=seed, **options)
