"""What exists, generated from the registry: for the command line and the README."""

import dataclasses
import inspect
from collections import Counter
from typing import Any

from hf_robust.core import registry
from hf_robust.tasks import TASKS
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.human_ratings import SOURCE, rated

HEADINGS = ("name", "level", "linguistics", "in the papers", "what it does", "tasks", "needs", "label")


def catalogue(task: str | None = None) -> list[dict[str, Any]]:
    """One mapping a transformation, sorted by name.

    Args:
        task: Only those that apply to this task.

    Example:
        >>> "entity-typos" in [row["name"] for row in catalogue("named-entity-recognition")]
        True
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


def effect_of(row: dict[str, Any]) -> str:
    """What happens to the label, for all tasks together.

    Example:
        >>> effect_of({"effects": {"a": "preserves", "b": "preserves"}}), effect_of({"effects": {"a": "x", "b": "y"}})
        ('preserves', 'x 1, y 1')
    """
    found = Counter(row["effects"].values())
    return next(iter(found)) if len(found) == 1 else ", ".join(f"{name} {size}" for name, size in sorted(found.items()))


def text_table(rows: list[dict[str, Any]]) -> str:
    """The catalogue as text with aligned columns."""
    headings = ("name", "level", "linguistics", "tasks", "needs", "label", "what it does")
    lines = [headings]
    for row in rows:
        needs = ", ".join([*row["needs"], *row["resources"]]) or "-"
        head = (row["name"], row["level"], row["linguistics"], str(len(row["effects"])), needs, effect_of(row))
        lines.append((*head, row["summary"]))
    widths = [max(len(line[column]) for line in lines) for column in range(len(headings) - 1)]
    return "\n".join("  ".join([*map(str.ljust, line, widths), line[-1]]) for line in lines)


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
        *_rating_lines(cls.name),
    ]
    return "\n".join(lines)


def _rating_lines(name: str) -> list[str]:
    """What people thought of texts changed like this; a line saying so when nobody was asked."""
    found = rated(name)
    if not found:
        return ["Human ratings: none published"]
    several = len({rating.seed_name for rating in found}) > 1
    lines = [f"Human ratings, 1 to 5, original -> changed ({SOURCE}):"]
    for rating in found:
        (plausible, plausible_after), (grammatical, grammatical_after) = rating.plausibility, rating.grammaticality
        variant = f"{rating.seed_name}, " if several else ""
        lines.append(
            f"  {variant}{rating.task}: plausibility {plausible:.2f} -> {plausible_after:.2f}, grammaticality "
            f"{grammatical:.2f} -> {grammatical_after:.2f}, confidence {rating.confidence:.2f}"
        )
    return lines


def markdown_table() -> str:
    """The table of the README.

    Example:
        >>> markdown_table().splitlines()[0]
        '| name | level | linguistics | in the papers | what it does | tasks | needs | label |'
    """
    lines = [f"| {' | '.join(HEADINGS)} |", "|" + " --- |" * len(HEADINGS)]
    for row in catalogue():
        absent = [task for task in TASKS if task not in row["effects"]]
        tasks = ", ".join(row["effects"]) if len(absent) > len(row["effects"]) else "all"
        if absent and tasks == "all":
            tasks += f" but {', '.join(absent)}"
        needs = ", ".join([*row["needs"], *row["resources"]]) or "–"
        kind = (f"`{row['name']}`", row["level"], row["linguistics"], row["seed_name"])
        cells = (*kind, row["summary"], tasks, needs, effect_of(row))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
