"""Builds the suites of a recipe, and checks them against what was measured before."""

import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import MissingResource, SuiteError, UsageError
from hf_robust.core.typed_json import as_json
from hf_robust.perturb.perturbation import Perturb
from hf_robust.prebuilt.expectation import Expected
from hf_robust.prebuilt.measured_suites import compare_with, measure, other_conditions
from hf_robust.prebuilt.recipe import GROUPS, SAMPLE, SuiteRecipe
from hf_robust.prebuilt.recipe_rows import SourceRows, source_rows
from hf_robust.prebuilt.recipe_source import Source
from hf_robust.suites import suite_registry
from hf_robust.suites.base import BaseSuite
from hf_robust.suites.manifest import FILE, read_manifest, typed_manifest
from hf_robust.suites.manifest_records import Manifest
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.base import Task
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.chains import applicable

if TYPE_CHECKING:
    from hf_robust.capability.suite import CapabilitySuite


@dataclass(frozen=True)
class Built:
    """What came of a recipe.

    Args:
        origin: The rows that it was built from.
        suites: The suites by name.
        measured: Their counts and hashes.
        seconds: How long it took.
    """

    recipe: SuiteRecipe
    origin: SourceRows
    suites: Mapping[str, BaseSuite]
    measured: Expected
    seconds: float = field(compare=False)

    @property
    def source(self) -> Source:
        """The source that it was built from."""
        return self.origin.source

    @property
    def notes(self) -> list[str]:
        """What was other than when it was measured, although the rows are the same."""
        return [] if self.source.expect is None else other_conditions(self.source.expect, self.measured)

    @property
    def recorded(self) -> SuiteRecipe:
        """The recipe with these counts and hashes as what is expected."""
        return self.recipe.with_measured(self.origin.kind, replace(self.source, expect=self.measured))

    @property
    def publishable(self) -> dict[str, BaseSuite]:
        """The suites that the terms of the source allow to publish."""
        allowed = {"full": lambda _: True, "edits": lambda suite: suite.kind == "edits", "none": lambda _: False}
        return {name: suite for name, suite in self.suites.items() if allowed[self.recipe.licence.publish](suite)}

    def with_baseline(self, model: Any) -> "Built":
        """The same with the scores of a model on the cards.

        Args:
            model: A model; None: what comes with the package for the task.
        """
        from hf_robust.evaluation.dispatch import run

        suites = {}
        for name, suite in self.suites.items():
            kind: Any = suite_registry.suite_kinds.get(suite.kind)
            whole: Any = kind.apply(suite, self.origin.rows) if suite.kind == "edits" else suite
            try:
                suites[name] = kind.with_baseline(suite, run(model, whole))
            except UsageError as error:
                if suite.kind != "capabilities":
                    raise
                warnings.warn(f"no baseline on {name}: {error}", stacklevel=2)  # one that is trained on pairs first
                suites[name] = suite
        return replace(self, suites=suites)

    def save(self, folder: Path) -> list[Path]:
        """Write each suite into a folder of its name.

        Args:
            folder: Where.

        Returns:
            The folders.

        Note:
            A suite that is there with the same rows hands on its baselines.
        """
        return [_with_older_baselines(suite, folder / name).save(folder / name) for name, suite in self.suites.items()]


def _with_older_baselines(suite: BaseSuite, folder: Path) -> BaseSuite:
    """The suite with the baselines of the same one in a folder, where it has none itself."""
    if suite.info.get("baselines") or not (folder / FILE).is_file():
        return suite
    with suppress(SuiteError):
        older = typed_manifest(folder, read_manifest(folder), Manifest)
        if older.content_hash == suite.content_hash and older.info.baselines:
            return suite.with_facts(baselines=as_json(older.info.baselines))
    return suite


def build_recipe(
    recipe: SuiteRecipe,
    data: str | Path | None = None,
    *,
    check: bool = True,
    progress: Callable[[str], None] | None = None,
) -> Built:
    """Build the suites of a recipe.

    Args:
        data: A copy of the source; see :func:`hf_robust.prebuilt.recipe_rows.source_rows`.
        check: Whether counts and hashes must be those that were measured before.
        progress: Called with what is built next.

    Raises:
        MismatchError: The rows, an entry or a hash is not what was measured before; the message names the entry.
        UsageError: There is no source, or a transformation does not apply.
        MissingResource: Something that an entry needs is not installed.
        EmptyDataError: No row could be changed.

    Example:
        >>> from hf_robust.prebuilt import load_recipe
        >>> built = build_recipe(load_recipe("demo-reviews"))  # doctest: +SKIP
    """
    began = perf_counter()
    found = source_rows(recipe, data, check=check)
    tell = progress or (lambda _: None)
    suites: dict[str, BaseSuite] = {f"{recipe.name}-robust": _robust(recipe, found, tell)}
    if recipe.capabilities is not None:
        suites[f"{recipe.name}-capabilities"] = _capabilities(recipe, found, tell)
    if recipe.licence.publish == "edits":
        suites |= _edits(suites, found)
    measured = measure(recipe, found, suites)
    if check:
        compare_with(recipe, found.source.expect, measured)
    return Built(recipe, found, suites, measured, perf_counter() - began)


def _robust(recipe: SuiteRecipe, rows: SourceRows, tell: Callable[[str], None]) -> Suite:
    entries, skipped = chosen_entries(recipe, rows.task)
    suite = Suite.build(
        rows.rows,
        rows.task,
        entries,
        seed=recipe.seed,
        variants=recipe.variants,
        name=f"{recipe.name}-robust",
        source=rows.source.hub or rows.source.says,
        split=rows.source.split,
        progress=tell,
    )
    return suite.with_facts(**facts_of(recipe, rows), skipped=skipped)


def _capabilities(recipe: SuiteRecipe, rows: SourceRows, tell: Callable[[str], None]) -> "CapabilitySuite":
    from hf_robust.capability.suite import CapabilitySuite

    options = dict(recipe.capabilities or {})
    suite = CapabilitySuite.build(
        options.pop("specification", recipe.task),
        rows.rows,
        rows.task,
        seed=recipe.seed,
        name=f"{recipe.name}-capabilities",
        source=rows.source.hub or rows.source.says,
        split=rows.source.split,
        progress=tell,
        **options,
    )
    return suite.with_facts(**facts_of(recipe, rows))


def _edits(suites: Mapping[str, BaseSuite], rows: SourceRows) -> dict[str, BaseSuite]:
    """What of the suites may be published: the edits alone."""
    kind = suite_registry.suite_kinds.get("edits")
    found = {name: suite for name, suite in suites.items() if isinstance(suite, Suite)}
    return {name.removesuffix("-robust") + "-edits": kind.of(suite, rows.rows) for name, suite in found.items()}


def facts_of(recipe: SuiteRecipe, rows: SourceRows) -> dict[str, Any]:
    """What a suite says of the recipe that made it.

    Args:
        rows: The rows that were used.
    """
    drawn = "a sample" if rows.source.rows is not None else None
    facts = {
        "recipe": recipe.name,
        "title": recipe.title,
        "license": recipe.licence.source,
        "terms": recipe.licence.terms,
        "publish": recipe.licence.publish,
        "citation": recipe.citation,
        "source_revision": rows.source.revision,
        "sample": "the recipe's sample" if rows.kind == SAMPLE else drawn,
        "limits": list(recipe.limits) or None,
        "examples": recipe.licence.publish == "full",
    }
    return {name: value for name, value in facts.items() if value is not None}


def chosen_entries(recipe: SuiteRecipe, task: Task) -> tuple[list[Any], list[dict[str, str]]]:
    """The entries of a recipe's suite, and what of its groups is left out, with the reason.

    Args:
        task: The task over the columns of the source.
    """
    entries, skipped = [], []
    for entry in recipe.transformations:
        if entry not in GROUPS:
            entries.append(entry)
            continue
        for name in _group(entry, task):
            if reason := recipe.without.get(name) or _missing(name, task):
                skipped.append({"name": name, "reason": reason})
            else:
                entries.append(name)
    if not entries:
        raise UsageError(f"{recipe.name}: no transformation is left for {task.name}")
    return entries, skipped


def _group(group: str, task: Task) -> list[str]:
    """The names of a group that apply to a task."""
    own = group == "task"
    places = {
        name: transformation_registry.transformations.get(name, task.language).__module__ for name in applicable(task)
    }
    return [name for name, module in places.items() if (".task_specific" in module) == own]


def _missing(name: str, task: Task) -> str:
    """What a transformation needs that is not installed; empty where nothing is missing."""
    try:
        Perturb(name, task)
    except MissingResource as error:
        return str(error)
    return ""
