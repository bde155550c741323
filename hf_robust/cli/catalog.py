"""What exists, generated from the registry: for the command line and the documentation."""

import dataclasses
import inspect
from collections.abc import Collection, Mapping
from typing import Any

from hf_robust.attacks.recipes import RECIPES
from hf_robust.core.docstrings import parameters
from hf_robust.reports.audit_words import raters_in_words
from hf_robust.reports.suite_words import GROUP_WORDS, group_name
from hf_robust.slices.slice_listing import needed, subpopulations
from hf_robust.tasks import TASKS
from hf_robust.transforms.audited_versions import audits, is_rated_by, of_one_language
from hf_robust.transforms.base import Transformation, WordTransformation
from hf_robust.transforms.human_ratings import RATED_LANGUAGE, SOURCE, rated
from hf_robust.transforms.listing import effect_of, transformations
from hf_robust.transforms.measured_yields import measured_yield, yield_in_words

GENERATED = "generated tests, which are no versions of the rows: reports score them separately and show no drop"
NEED_WORDS = {
    "dep": "dependency trees",
    "ent": "named entities",
    "lemma": "lemmas",
    "neighbors": "the rows that follow",
    "pool": "a sample of other rows",
    "pos": "parts of speech",
}
HEADINGS = ("name", "name in the paper", "description", "tasks", "requires", "effect on the label")


def describe(cls: type[Transformation]) -> str:
    """All about one transformation."""
    fields = dataclasses.fields(cls)
    defaults = ", ".join(f"{field.name}={field.default!r}" for field in fields)
    lines = [
        f"{cls.name} (version {cls.version}): {cls.level} level, {_category(cls.linguistics)}",
        "",
        inspect.cleandoc(cls.__doc__ or ""),
        "",
        f"Defaults: {defaults or 'no parameters'}",
        f"Languages: {', '.join(cls.languages)}",
        f"Requires: {', '.join([*map(_in_words, sorted(cls.needs)), *cls.resources]) or 'nothing'}",
        "Effect on the gold label:",
        *(f"  {task}: {effect}" for task, effect in cls.effects.items()),
        *([f"Output: {GENERATED}"] if cls.generated else []),
        *_rating_lines(cls),
        *_audit_lines(cls),
        *_yield_lines(cls),
    ]
    return "\n".join(lines)


def _category(name: str) -> str:
    """A linguistic category, as filters of the library name it, with its name in reports and its meaning."""
    shown = group_name(name)
    also = "" if shown == name else f", in reports {shown}"
    return f"{name}{also} ({GROUP_WORDS[name]})" if name in GROUP_WORDS else name


def _in_words(need: str) -> str:
    """A layer of annotation with its meaning."""
    return f"{need} ({NEED_WORDS[need]})" if need in NEED_WORDS else need


def _rating_lines(cls: type[Transformation]) -> list[str]:
    """What people thought of texts changed like this; a line saying so when nobody was asked."""
    found = rated(cls.name) if {RATED_LANGUAGE, "*"}.intersection(cls.languages) else []
    if not found:
        return ["Human ratings: none published"]
    several = len({rating.seed_name for rating in found}) > 1
    lines = [
        f"Human ratings, 1 to 5, original -> changed ({SOURCE}):",
        "  quality kept: share of the rating of the original that is left (0 to 1, the mean of both ratings)",
    ]
    for rating in found:
        (plausible, plausible_after), (grammatical, grammatical_after) = rating.plausibility, rating.grammaticality
        variant = f"{rating.seed_name}, " if several else ""
        lines.append(
            f"  {variant}{rating.task}: plausibility {plausible:.2f} -> {plausible_after:.2f}, grammaticality "
            f"{grammatical:.2f} -> {grammatical_after:.2f}, quality kept {rating.confidence:.2f}"
        )
    return lines


def _audit_lines(cls: type[Transformation]) -> list[str]:
    """What raters said in audits; that an older version was rated does not count for this one, and is said."""
    found = [one for one in audits(cls.name) if of_one_language(one["version"], cls.version)]
    if not found:
        return ["Audits: none (the outputs of this transformation have not been rated)"]
    lines = ["Audits (share of labels that raters confirmed, naturalness from 1 to 3, outputs with a defect):"]
    for one in found:
        other = "" if is_rated_by(one, cls.version) else " (not this version)"
        lines.append(
            f"  version {one['version']}{other}: {one['value']:.2f} of {one['n']}, natural {one['natural']:.2f}, "
            f"{one['bad']:g} with a defect; {raters_in_words(one)}, {one['date']}, {one['data']}"
        )
    return lines


def _yield_lines(cls: type[Transformation]) -> list[str]:
    """The share of rows that it changes, and its speed, as measured."""
    params = {field.name: field.default for field in dataclasses.fields(cls)}
    found = measured_yield(cls.name, cls.version, params)
    if found is None:
        return ["Share of rows changed without a defect (yield): not measured for this version"]
    return ["Rows changed (with default parameters):", *(f"  {line}" for line in yield_in_words(found))]


def transformations_table(language: str = "en") -> str:
    """The tables of transformations, one a level, in Markdown.

    Args:
        language: Language of the texts; what goes with any is left out but for English.

    Example:
        >>> print(*transformations_table().splitlines()[:3], sep="\\n")
        **character level**
        <BLANKLINE>
        | name | name in the paper | description | tasks | requires | effect on the label |
    """
    rows = transformations(language=language)
    named = {task for row in rows for task in row["effects"]}  # some tasks are there in one language alone
    by_level: dict[str, list[str]] = {}
    for row in rows if language == "en" else [row for row in rows if language in row["languages"]]:
        by_level.setdefault(row["level"], []).append(_line(row, named))
    head = [f"| {' | '.join(HEADINGS)} |", "|" + " --- |" * len(HEADINGS)]
    tables = ["\n".join([f"**{level} level**", "", *head, *lines]) for level, lines in sorted(by_level.items())]
    return "\n\n".join(tables)


def _line(row: Mapping[str, Any], named: Collection[str]) -> str:
    """The line of a transformation."""
    absent = [task for task in TASKS if task in named and task not in row["effects"]]
    tasks = ", ".join(row["effects"]) if len(absent) > len(row["effects"]) else "all"
    if absent and tasks == "all":
        tasks += f" except {', '.join(absent)}"
    needs = ", ".join([*row["needs"], *row["resources"]]) or "–"
    cells = (f"`{row['name']}`", row["seed_name"], row["summary"], tasks, needs, effect_of(row))
    return f"| {' | '.join(cells)} |"


def shared_parameters() -> str:
    """The parameters of all transformations that change single words, as a list in Markdown."""
    found = parameters(WordTransformation.__doc__)
    return "\n".join(f"- `{name}`: {text.replace('``', '`')}" for name, text in found.items())


def subpopulations_table() -> str:
    """The table of subpopulations, in Markdown.

    Example:
        >>> subpopulations_table().splitlines()[0]
        '| name | linguistic category | rows are grouped by | tasks | requires |'
    """
    lines = ["| name | linguistic category | rows are grouped by | tasks | requires |", "|" + " --- |" * 5]
    for row in subpopulations():
        absent = [task for task in TASKS if task not in row["tasks"]]
        tasks = ", ".join(row["tasks"]) if absent else "all"
        cells = (f"`{row['name']}`", row["linguistics"] or "–", row["summary"], tasks, needed(row) or "–")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def recipes_table() -> str:
    """The table of attack recipes, in Markdown.

    Example:
        >>> recipes_table().splitlines()[0]
        '| recipe | description | source |'
    """
    lines = ["| recipe | description | source |", "| --- | --- | --- |"]
    for name in RECIPES:
        one = RECIPES[name]
        paper = one.source.split("),")[0] + ")" if ")," in one.source else "this library"
        lines.append(f"| `{name}` | {one.summary} | {paper} |")
    return "\n".join(lines)
