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
    """The transformations that there are, those of other packages included.

    Args:
        task: Only those that apply to this task, or to the task of this id.
        language: Only those for texts in this language; by default that of the task, English without a task.

    Returns:
        For each ``name``, ``version``, ``level``, ``linguistics``, ``seed_name`` (its name in the paper it comes from),
        ``summary``, ``effects`` (what happens to the gold label, by task), ``needs`` (layers of annotation),
        ``resources``, ``languages``, ``params`` (the default of each), ``control``, ``generated`` (whether its
        outputs are tests of their own), ``audit`` (what raters said of outputs of this version, None when nobody
        was asked) and ``yield`` (the share of rows that this version changed when it was measured, see
        :func:`hf_robust.transforms.measured_yields.measured_yield`).

    Raises:
        UnknownNameError: When there is no such task.

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
    """List the names of the transformations, those of other packages included.

    The names are what :class:`hf_robust.Perturb`, :meth:`hf_robust.Suite.build` and :func:`hf_robust.run` take.
    :func:`transformations` lists what each does.

    Args:
        task: Only those that apply to this task, or to the task of this id.
        language: Only those for texts in this language; by default that of the task, English without a task.

    Returns:
        The names in alphabetical order.

    Raises:
        UnknownNameError: There is no such task.

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
