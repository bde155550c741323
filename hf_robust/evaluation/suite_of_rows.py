"""The suite that ``run`` builds where it is given rows in place of a suite."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.suites.prepared_build import check_data
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task
from hf_robust.tasks.row_sampling import sample_rows
from hf_robust.tasks.task_ids import as_task, task_of

if TYPE_CHECKING:
    from datasets import Dataset


def holds_rows(value: Any) -> bool:
    """Whether a value is a dataset of any kind, also of one that no suite can be built from."""
    from datasets import Dataset, DatasetDict, IterableDataset, IterableDatasetDict

    return isinstance(value, (Dataset, DatasetDict, IterableDataset, IterableDatasetDict))


def task_of_rows(dataset: "Dataset", task: Task | str | None) -> Task:
    """Return the task of labeled rows.

    Args:
        task: The task with the columns, or its id; None: what the columns of the rows tell.

    Raises:
        UsageError: The rows are no dataset, or do not tell their task.

    Example:
        >>> from datasets import Dataset
        >>> task_of_rows(Dataset.from_dict({"premise": ["A man."], "hypothesis": ["He."], "label": [0]}), None).name
        'natural-language-inference'
    """
    check_data(dataset)
    return task_of(dataset) if task is None else as_task(task, dataset)


def suite_of_rows(
    dataset: "Dataset", task: Task, limit: int | None, options: Mapping[str, Any], nlp: str | None
) -> Suite:
    """Build a suite of labeled rows.

    Args:
        task: The task with the columns.
        limit: How many rows to draw; None for all.
        options: Arguments of :meth:`hf_robust.Suite.build`; None stands for its default.
        nlp: spaCy pipeline, name or folder.

    Raises:
        UsageError: As for :meth:`hf_robust.Suite.build`.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = suite_of_rows(data, hr.task("sentiment"), None, {"transformations": ["word-case"]}, None)
        >>> list(suite), suite.task.name
        (['word-case'], 'sentiment-classification')
    """
    given = {name: value for name, value in options.items() if value is not None}
    if limit is not None:
        dataset = sample_rows(dataset, task, whole_number(limit, "limit", 1), given.get("seed", 0))
    return Suite.build(dataset, task, nlp=nlp, **given)


def refuse_with_suite(label: str, arguments: Mapping[str, Any]) -> None:
    """Refuse what builds a suite where a suite is given.

    Args:
        label: What the suite is called.
        arguments: The arguments by name; None where one was not given.

    Raises:
        UsageError: One was given.

    Example:
        >>> refuse_with_suite("robustness suite", {"limit": 3, "seed": None})
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: limit goes with a dataset, and a robustness suite is given, which holds its
        rows and transformations; leave it out, or run on the dataset: hr.run(model, dataset, limit=...)
    """
    names = [name for name, value in arguments.items() if value is not None]
    if names:
        goes, it = ("go", "them") if len(names) > 1 else ("goes", "it")
        say = ", ".join(f"{name}=..." for name in names)
        raise UsageError(
            f"{' and '.join(names)} {goes} with a dataset, and a {label} is given, which holds its rows and "
            f"transformations; leave {it} out, or run on the dataset: hr.run(model, dataset, {say})"
        )
