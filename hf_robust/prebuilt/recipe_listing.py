"""Recipes in words: one line each, or all about one."""

from collections.abc import Sequence

from hf_robust.prebuilt.expectation import Expected
from hf_robust.prebuilt.recipe import SAMPLE, SOURCE, SuiteRecipe


def table_of(recipes: Sequence[SuiteRecipe]) -> str:
    """A line a recipe.

    Example:
        >>> from hf_robust.prebuilt import load_recipe
        >>> print(table_of([load_recipe("demo-reviews")]).splitlines()[0].split())
        ['recipe', 'task', 'language', 'publish', 'rows', 'entries', 'measured', 'source']
    """
    head = ("recipe", "task", "language", "publish", "rows", "entries", "measured", "source")
    rows = [head, *(_line(recipe) for recipe in recipes)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(head) - 1)]
    return "\n".join("  ".join([*map(str.ljust, row, widths), row[-1]]) for row in rows)


def _line(recipe: SuiteRecipe) -> tuple[str, ...]:
    known = [(kind, one.expect) for kind, one in zip((SOURCE, SAMPLE), recipe.sources) if one.expect is not None]
    counts = ("-", "-", "not yet")
    if known:
        kind, measured = known[0]
        counts = (f"{measured.rows:,}", str(len(_robust(recipe, measured))), f"on the {kind}")
    source = recipe.source
    place = source.hub or source.file or source.says
    return (recipe.name, recipe.task, recipe.language, recipe.licence.publish, *counts, f"{place}{_unpinned(recipe)}")


def _unpinned(recipe: SuiteRecipe) -> str:
    return " (no commit pinned)" if recipe.source.hub is not None and recipe.source.revision is None else ""


def _robust(recipe: SuiteRecipe, measured: Expected) -> dict[str, int]:
    """Pairs of each entry of the robustness suite."""
    entries = measured.suites[f"{recipe.name}-robust"].entries
    return {name: entry.rows for name, entry in entries.items()}


def described(recipe: SuiteRecipe) -> str:
    """All about a recipe."""
    licence = recipe.licence
    allowed = {"full": "the whole suite", "edits": "edits without the text of the source", "none": "nothing"}
    lines = [
        f"{recipe.name}: {recipe.title}",
        "",
        f"Task: {recipe.task}, language: {recipe.language}",
        f"Source: {recipe.source.says}{_unpinned(recipe)}",
        *([f"Sample: {recipe.sample.says}"] if recipe.sample else []),
        f"License: {licence.source}; may be published: {allowed[licence.publish]}",
        *([f"Terms: {licence.terms}"] if licence.terms else []),
        *([f"Cite: {recipe.citation}"] if recipe.citation else []),
        f"Transformations: {', '.join(map(str, recipe.transformations))}; seed {recipe.seed}",
        *(f"  without {name}: {reason}" for name, reason in recipe.without.items()),
        *(
            [f"Capabilities: {recipe.capabilities or 'as specified for the task'}"]
            if recipe.capabilities is not None
            else []
        ),
        *(f"Limit: {limit}" for limit in recipe.limits),
    ]
    for source, name in zip(recipe.sources, (SOURCE, SAMPLE)):
        lines += ["", *_measured(name, source.expect)]
    return "\n".join(lines)


def _measured(name: str, expected: Expected | None) -> list[str]:
    if expected is None:
        return [f"On the {name}: nothing measured yet"]
    lines = [f"On the {name}: {expected.rows:,} rows, hash {expected.source_hash}, hf_robust {expected.hf_robust}"]
    for suite, release in expected.suites.items():
        lines.append(f"  {suite}: content hash {release.content_hash}")
        lines += [
            f"    {key:32} version {one.version:8} {one.rows:8,} rows  {one.hash}"
            for key, one in release.entries.items()
        ]
    return lines
