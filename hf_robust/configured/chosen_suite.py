"""The suite that a configuration or a command asks for: names of its entries, checks of its slices, and its build."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.configured.option_values import asked_slices, listed

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


def with_bias(chosen: list[Any] | None, task: "Task", kinds: str | Sequence[str] | None) -> list[Any] | None:
    """The entries of a suite, and the swaps to each group behind them where ``--bias`` asks for these."""
    from hf_robust.suites.bias_swaps import bias_entries

    if kinds is None:
        return chosen
    named = chosen or []
    names = suite_names(named, task)
    swaps = bias_entries(task, listed(kinds) or None)
    return [*named, *(entry for entry in swaps if suite_names([entry], task)[0] not in names)]


def check_slices(data: "Dataset", task: "Task", asked: Sequence[Any]) -> None:
    """Refuse subpopulations that the rows cannot have, before a model is loaded.

    Args:
        data: The rows.
        task: The task with the columns.
        asked: What ``--slice`` says.

    Raises:
        ColumnError: One reads a column that is absent.
        UsageError: One does not apply to the task, or a parameter is wrong.
    """
    from hf_robust.slices.fitting import subpopulations_of
    from hf_robust.suites.robustness import check_data

    chosen = asked_slices(asked)
    if chosen is not None:
        check_data(data)
        subpopulations_of(chosen, task.bind(data, labels=False), data.column_names)


def suite_of(
    data: "Dataset",
    task: "Task",
    chosen: Sequence[Any] | None,
    given: Mapping[str, Any],
    name: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> "Suite":
    """Build a suite by the values of options.

    Args:
        data: The rows.
        task: The task with the columns.
        chosen: The transformations, from :func:`hf_robust.configured.option_values.entries` or a configuration.
        given: Values of options, see :func:`hf_robust.configured.shared_options.options_of`.
        name: Name of the suite.
        progress: Called with the name of each transformation before it runs.

    Raises:
        EmptyDataError: No row could be changed.
    """
    from hf_robust.suites.robustness import Suite

    passed = ("seed", "variants", "protect", "protect_defaults", "nlp", "num_proc")
    return Suite.build(
        data,
        task,
        chosen,
        name=name,
        source=given["dataset"],
        split=given["split"],
        slices=asked_slices(given["slices"]),
        progress=progress,
        **{option: given[option] for option in passed},
    )


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


UNUSED_PIPELINE = "note: --nlp is not used, since none of these transformations reads annotation"
