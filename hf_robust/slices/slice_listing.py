"""The subpopulations that there are, as a table: what each cuts rows by, for which tasks, and what it needs."""

import dataclasses
import inspect
from collections.abc import Mapping
from typing import Any

from hf_robust.core.listed_rows import ListedRows
from hf_robust.slices import subpopulation_registry
from hf_robust.slices.subpopulation import Subpopulation, summary
from hf_robust.tasks import TASKS, Task
from hf_robust.tasks.task_ids import as_task


class SubpopulationTable(ListedRows):
    """One mapping a subpopulation, sorted by name; it prints as a table, and shows as one in a notebook."""

    headings = ("name", "category", "tasks", "requires", "rows are grouped by")

    @staticmethod
    def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
        """What is shown of a subpopulation."""
        tasks = "all" if len(row["tasks"]) == len(TASKS) else str(len(row["tasks"]))
        return row["name"], row["linguistics"] or "-", tasks, needed(row) or "-", row["summary"]


def subpopulations(task: Task | str | None = None, language: str | None = None) -> SubpopulationTable:
    """List the available subpopulations, including those of other packages.

    Args:
        task: Only subpopulations that apply to this task, or to the task with this id.
        language: Only subpopulations for texts in this language. None uses the language of the task, or English without
            a task.

    Returns:
        For each: ``name``, ``version``, ``linguistics``, ``summary``, ``tasks``, ``languages``, ``needs`` (annotation
        layers), ``resources``, ``params`` (with their defaults) and ``costly`` (whether it is used only if named).

    Raises:
        UnknownNameError: If the task does not exist.

    Example:
        >>> import hf_robust as hr
        >>> [row["name"] for row in hr.subpopulations("part-of-speech")][:2]
        ['column', 'entities']
    """
    only = None if task is None else as_task(task)
    spoken = {language or ("en" if only is None else only.language), "*"}

    def fits(cls: type[Subpopulation]) -> bool:
        return not spoken.isdisjoint(cls.languages) and (only is None or cls.tasks is None or only.name in cls.tasks)

    return SubpopulationTable(map(_row, subpopulation_registry.subpopulations.select(fits)))


def _row(cls: type[Subpopulation]) -> dict[str, Any]:
    return {
        "name": cls.name,
        "version": cls.version,
        "linguistics": cls.linguistics,
        "summary": summary(cls),
        "tasks": sorted(TASKS if cls.tasks is None else cls.tasks),
        "languages": list(cls.languages),
        "needs": sorted(cls.needs),
        "resources": list(cls.resources),
        "params": cls.defaults(),
        "costly": cls.costly,
    }


def needed(row: Mapping[str, Any]) -> str:
    """What a subpopulation needs beside the rows: layers, resources, parameters that have no default."""
    return ", ".join(
        [*row["needs"], *row["resources"], *(name for name, value in row["params"].items() if value == "")]
    )


def describe_subpopulation(cls: type[Subpopulation]) -> str:
    """All about one subpopulation."""
    row = _row(cls)
    defaults = ", ".join(f"{field.name}={field.default!r}" for field in dataclasses.fields(cls))
    tasks = "all" if cls.tasks is None else ", ".join(row["tasks"])
    return "\n".join(
        [
            f"{cls.name} (version {cls.version}): subpopulation, {cls.linguistics or 'user-defined'}",
            "",
            inspect.cleandoc(cls.__doc__ or ""),
            "",
            f"Defaults: {defaults}",
            f"Languages: {', '.join(cls.languages)}",
            f"Requires: {needed(row) or 'nothing'}",
            f"Tasks: {tasks}",
        ]
    )
