"""What exists, generated from the registry: for the command line and the README."""

import dataclasses
import inspect
from typing import Any

from hf_robust import registry
from hf_robust.tasks import TASKS
from hf_robust.transforms.base import Transformation

HEADINGS = ("name", "level", "linguistics", "in the papers", "what it does", "tasks", "needs")


def catalogue(task: str | None = None) -> list[dict[str, Any]]:
    """One mapping a transformation, sorted by name.

    Args:
        task: Only those that apply to this task.

    Example:
        >>> [row["name"] for row in catalogue("named-entity-recognition") if row["level"] == "character"]
        ['entity-typos', 'keyboard', 'ocr', 'typos']
    """
    found = registry.transformations.select(lambda cls: task is None or task in cls.effects)
    return [
        {
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
        }
        for cls in found
    ]


def summary(cls: type[Transformation]) -> str:
    """First line of the docstring."""
    return inspect.cleandoc(cls.__doc__ or "").split("\n")[0]


def text_table(rows: list[dict[str, Any]]) -> str:
    """The catalogue as text with aligned columns."""
    lines = [f"{'name':20}{'level':11}{'linguistics':14}{'tasks':>5}  {'needs':20}what it does"]
    for row in rows:
        needs = ", ".join([*row["needs"], *row["resources"]]) or "-"
        head = f"{row['name']:20}{row['level']:11}{row['linguistics']:14}{len(row['effects']):>5}  {needs:20}"
        lines.append(head + row["summary"])
    return "\n".join(lines)


def describe(cls: type[Transformation]) -> str:
    """All about one transformation."""
    fields = dataclasses.fields(cls)
    defaults = ", ".join(f"{field.name}={field.default!r}" for field in fields)
    lines = [
        f"{cls.name} (version {cls.version}): {cls.level} level, {cls.linguistics}",
        "",
        inspect.cleandoc(cls.__doc__ or ""),
        "",
        f"Defaults: {defaults or 'no parameters'}",
        f"Languages: {', '.join(cls.languages)}",
        f"Needs: {', '.join([*sorted(cls.needs), *cls.resources]) or 'nothing'}",
        "Effect on the gold label:",
        *(f"  {task}: {effect}" for task, effect in cls.effects.items()),
    ]
    return "\n".join(lines)


def markdown_table() -> str:
    """The table of the README.

    Example:
        >>> markdown_table().splitlines()[0]
        '| name | level | linguistics | in the papers | what it does | tasks | needs |'
    """
    lines = [f"| {' | '.join(HEADINGS)} |", "|" + " --- |" * len(HEADINGS)]
    for row in catalogue():
        absent = [task for task in TASKS if task not in row["effects"]]
        tasks = ", ".join(row["effects"]) if len(absent) > len(row["effects"]) else "all"
        if absent and tasks == "all":
            tasks += f" but {', '.join(absent)}"
        needs = ", ".join([*row["needs"], *row["resources"]]) or "–"
        cells = (f"`{row['name']}`", row["level"], row["linguistics"], row["seed_name"], row["summary"], tasks, needs)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
