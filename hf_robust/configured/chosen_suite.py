"""The suite of a configuration: names of its entries, checks of its slices, and its build."""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.configured.configuration import Configuration

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.suites.robustness import Suite
    from hf_robust.tasks.base import Task


def suite_names(chosen: Sequence[Any] | None, task: "Task") -> list[str]:
    """What the entries of a suite will be called."""
    from hf_robust.transforms.chains import applicable, config_name, stages_of

    return [
        config_name(stages_of(entry, task.language)) for entry in (chosen if chosen is not None else applicable(task))
    ]


def entries_of(asked: Configuration, task: "Task") -> list[Any] | None:
    """The entries of a suite, and after them the swaps to each group where ``bias`` asks for these."""
    from hf_robust.suites.bias_swaps import bias_entries

    if asked.bias is None:
        return None if asked.transformations is None else list(asked.transformations)
    named = list(asked.transformations or ())
    names = suite_names(named, task)
    swaps = bias_entries(task, list(asked.bias) or None)
    return [*named, *(entry for entry in swaps if suite_names([entry], task)[0] not in names)]


def check_slices(data: "Dataset", task: "Task", asked: Sequence[Any]) -> None:
    """Refuse subpopulations that the rows cannot have, before a model is loaded.

    Args:
        task: The task with the columns.
        asked: The subpopulations, by name or with parameters.

    Raises:
        ColumnError: One reads a column that is absent.
        UsageError: One does not apply to the task, or a parameter is wrong.
    """
    from hf_robust.slices.fitting import subpopulations_of
    from hf_robust.suites.prepared_build import check_data

    if asked:
        check_data(data)
        subpopulations_of(list(asked), task.bind(data, labels=False), data.column_names)


def suite_of(
    data: "Dataset",
    task: "Task",
    asked: Configuration,
    name: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> "Suite":
    """Build the suite of a configuration.

    Args:
        task: The task with the columns.
        asked: The configuration.
        name: Name of the suite.
        progress: Called with the name of each transformation before it runs.

    Raises:
        EmptyDataError: No row could be changed.
    """
    from hf_robust.suites.robustness import Suite

    return Suite.build(
        data,
        task,
        entries_of(asked, task),
        name=name,
        progress=progress,
        num_proc=asked.num_proc,
        **build_options(asked),
    )


def build_options(asked: Configuration) -> dict[str, Any]:
    """What decides the rows of a suite beside data, task and entries: arguments of :meth:`hf_robust.Suite.build`."""
    return {
        "source": asked.dataset.source,
        "split": asked.dataset.split,
        "slices": list(asked.slices) or None,
        "seed": asked.seed,
        "variants": asked.variants,
        "protect": asked.protect,
        "protect_defaults": asked.protect_defaults,
        "nlp": asked.nlp,
    }


def pipeline_is_unused(chosen: Collection[Any] | None, nlp: str | None, model_reads: bool = False) -> bool:
    """Whether a spaCy pipeline is named that neither a transformation, nor the model, nor a subpopulation reads.

    Args:
        chosen: Entries of transformations; None for all that apply.
        nlp: The pipeline.
        model_reads: Whether the model or a subpopulation may read the pipeline.
    """
    from hf_robust.transforms.chains import stages_of

    if nlp is None or not chosen or model_reads:
        return False
    return not any(stage.layers for entry in chosen for stage in stages_of(entry, None))


UNUSED_PIPELINE = "note: `nlp` is not used, since none of these transformations reads annotation"
