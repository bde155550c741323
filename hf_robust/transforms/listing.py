"""The transformations that there are, as a table: what each does, what it needs, what becomes of the label."""

import dataclasses
import inspect
from collections import Counter
from collections.abc import Mapping
from typing import Any

from hf_robust.core.listed_rows import ListedRows
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.audited_versions import audit_of
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.measured_yields import measured_yield


class TransformationTable(ListedRows):
    """One mapping a transformation, sorted by name; it prints as a table, and shows as one in a notebook."""

    headings = ("name", "level", "linguistics", "tasks", "needs", "label", "yield", "what it does")

    @staticmethod
    def cells(row: Mapping[str, Any]) -> tuple[str, ...]:
        """What is shown of a transformation."""
        needs = ", ".join([*row["needs"], *row["resources"]]) or "-"
        head = (row["name"], row["level"], row["linguistics"], str(len(row["effects"])), needs, effect_of(row))
        return (*head, "-" if row["yield"] is None else f"{row['yield']['yield']:.0%}", row["summary"])


def transformations(task: Task | str | None = None, language: str | None = None) -> TransformationTable:
    """List the available transformations, including those of other packages.

    Args:
        task: Only transformations that apply to this task, or to the task with this id.
        language: Only transformations for texts in this language. None uses the language of the task, or English
            without a task.

    Returns:
        For each: ``name``, ``version``, ``level``, ``linguistics``, ``seed_name`` (name in the paper), ``summary``,
        ``effects`` (effect on the gold label by task), ``needs`` (annotation layers), ``resources``, ``languages``,
        ``params`` (with their defaults), ``control``, ``generated`` (whether its output is a generated test), ``audit``
        (ratings of outputs of this version, or None without ratings) and ``yield`` (measured share of rows that this
        version changes, see :func:`hf_robust.transforms.measured_yields.measured_yield`).

    Raises:
        UnknownNameError: If the task does not exist.

    Example:
        >>> import hf_robust as hr
        >>> found = hr.transformations(task="ner", language="en")
        >>> [row["name"] for row in found][:3]
        ['adjacent-swap', 'antonym', 'append-irrelevant']
        >>> next(row["params"] for row in found if row["name"] == "keyboard")
        {'rate': None, 'count': None, 'choose': 'random', 'layout': 'qwerty', 'min_length': 5}
    """
    return TransformationTable(map(_row, _fitting(task, language)))


def list_transformations(task: Task | str | None = None, language: str | None = None) -> list[str]:
    """Return the names of the available transformations, including those of other packages.

    :class:`hf_robust.Perturb`, :meth:`hf_robust.Suite.build` and :func:`hf_robust.run` accept these names.
    :func:`transformations` describes each transformation.

    Args:
        task: Only transformations that apply to this task, or to the task with this id.
        language: Only transformations for texts in this language. None uses the language of the task, or English
            without a task.

    Returns:
        The names in alphabetical order.

    Raises:
        UnknownNameError: If the task does not exist.

    Example:
        >>> import hf_robust as hr
        >>> hr.list_transformations("named-entity-recognition")[:3]
        ['adjacent-swap', 'antonym', 'append-irrelevant']
        >>> "number-form" in hr.list_transformations(language="zh")
        True
    """
    return [cls.name for cls in _fitting(task, language)]


def _fitting(task: Task | str | None, language: str | None) -> tuple[type[Transformation], ...]:
    """The transformations that apply to a task with texts in a language, sorted by name."""
    only = None if task is None else as_task(task)
    spoken = language or ("en" if only is None else only.language)

    def fits(cls: type[Transformation]) -> bool:
        return only is None or only.name in cls.effects

    return transformation_registry.transformations.select(fits, spoken)


def _row(cls: type[Transformation]) -> dict[str, Any]:
    params = {field.name: field.default for field in dataclasses.fields(cls)}
    return {
        "name": cls.name,
        "version": cls.version,
        "level": cls.level,
        "linguistics": cls.linguistics,
        "seed_name": cls.seed_name,
        "summary": summary(cls),
        "effects": {name: str(effect) for name, effect in cls.effects.items()},
        "needs": sorted(cls.needs),
        "resources": list(cls.resources),
        "languages": list(cls.languages),
        "params": params,
        "control": cls.control,
        "generated": cls.generated,
        "audit": audit_of([{"name": cls.name, "version": cls.version, "params": params}]),
        "yield": measured_yield(cls.name, cls.version, params),
    }


def summary(cls: type[Transformation]) -> str:
    """First line of the docstring."""
    return inspect.cleandoc(cls.__doc__ or "").split("\n")[0]


def effect_of(row: Mapping[str, Any]) -> str:
    """What happens to the label, for all tasks together; ``new tests`` where the output is no version of the row.

    Example:
        >>> effect_of({"effects": {"a": "preserves", "b": "preserves"}}), effect_of({"effects": {"a": "x", "b": "y"}})
        ('preserves', 'x 1, y 1')
    """
    if row.get("generated"):
        return "new tests"
    found = Counter(row["effects"].values())
    return next(iter(found)) if len(found) == 1 else ", ".join(f"{name} {size}" for name, size in sorted(found.items()))
