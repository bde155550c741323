"""Builds the suites of a recipe, and checks them against what was measured before."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import hf_robust
from hf_robust.core import registry
from hf_robust.core.errors import MismatchError, MissingResource, UsageError
from hf_robust.perturb.perturbation import Perturb
from hf_robust.prebuilt.expectation import Expected, ExpectedEntry, ExpectedRelease
from hf_robust.prebuilt.recipe import GROUPS, Recipe
from hf_robust.prebuilt.recipe_rows import SourceRows, source_rows
from hf_robust.prebuilt.recipe_source import Source
from hf_robust.suites.base import BaseSuite
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.base import Task
from hf_robust.transforms.chains import applicable

if TYPE_CHECKING:
    from hf_robust.capability.suite import CapabilitySuite


@dataclass(frozen=True)
class Built:
    """What came of a recipe.

    Args:
        recipe: The recipe.
        source: The source that it was built from.
        suites: The suites by name.
        measured: Their counts and hashes.
        seconds: How long it took.
    """

    recipe: Recipe
    source: Source
    suites: Mapping[str, BaseSuite]
    measured: Expected
    seconds: float = field(compare=False)

    def save(self, folder: Path) -> list[Path]:
        """Write each suite into a folder of its name.

        Args:
            folder: Where.

        Returns:
            The folders.
        """
        return [suite.save(folder / name) for name, suite in self.suites.items()]


def build_recipe(
    recipe: Recipe,
    data: str | Path | None = None,
    *,
    check: bool = True,
    seed: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> Built:
    """Build the suites of a recipe.

    Args:
        recipe: The recipe.
        data: A copy of the source; see :func:`hf_robust.prebuilt.recipe_rows.source_rows`.
        check: Whether counts and hashes must be those that were measured before.
        seed: Another seed than the recipe's.
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
    found = source_rows(recipe, data)
    tell = progress or (lambda _: None)
    used = recipe.seed if seed is None else seed
    suites: dict[str, BaseSuite] = {f"{recipe.name}-robust": _robust(recipe, found, used, tell)}
    if recipe.capabilities is not None:
        suites[f"{recipe.name}-capabilities"] = _capabilities(recipe, found, used, tell)
    if recipe.licence.publish == "edits":
        suites |= _edits(suites)
    measured = measure(found, suites)
    if check:
        compare_with(recipe, found.source.expect, measured)
    return Built(recipe, found.source, suites, measured, perf_counter() - began)


def _robust(recipe: Recipe, found: SourceRows, seed: int, tell: Callable[[str], None]) -> Suite:
    entries, skipped = chosen_entries(recipe, found.task)
    suite = Suite.build(
        found.rows,
        found.task,
        entries,
        seed=seed,
        variants=recipe.variants,
        name=f"{recipe.name}-robust",
        source=found.source.hub or found.source.says,
        split=found.source.split,
        progress=tell,
    )
    return suite.with_facts(**facts_of(recipe, found.source), skipped=skipped)


def _capabilities(recipe: Recipe, found: SourceRows, seed: int, tell: Callable[[str], None]) -> "CapabilitySuite":
    from hf_robust.capability.suite import CapabilitySuite

    options = dict(recipe.capabilities or {})
    suite = CapabilitySuite.build(
        options.pop("specification", recipe.task),
        found.rows,
        found.task,
        seed=seed,
        name=f"{recipe.name}-capabilities",
        source=found.source.hub or found.source.says,
        split=found.source.split,
        progress=tell,
        **options,
    )
    return suite.with_facts(**facts_of(recipe, found.source))


def _edits(suites: Mapping[str, BaseSuite]) -> dict[str, BaseSuite]:
    """What of the suites may be published: the edits alone."""
    kind = registry.suite_kinds.get("edits")
    found = {name: suite for name, suite in suites.items() if isinstance(suite, Suite)}
    return {name.removesuffix("-robust") + "-edits": kind.of(suite) for name, suite in found.items()}


def facts_of(recipe: Recipe, source: Source) -> dict[str, Any]:
    """What a suite says of the recipe that made it.

    Args:
        recipe: The recipe.
        source: The source that was used.
    """
    facts = {
        "recipe": recipe.name,
        "title": recipe.title,
        "license": recipe.licence.source,
        "terms": recipe.licence.terms,
        "citation": recipe.citation,
        "source_revision": source.revision,
        "limits": list(recipe.limits) or None,
        "examples": recipe.licence.publish == "full",
    }
    return {name: value for name, value in facts.items() if value is not None}


def chosen_entries(recipe: Recipe, task: Task) -> tuple[list[Any], list[dict[str, str]]]:
    """The entries of a recipe's suite, and what of its groups is left out, with the reason.

    Args:
        recipe: The recipe.
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
    places = {name: registry.transformations.get(name, task.language).__module__ for name in applicable(task)}
    return [name for name, module in places.items() if (".task_specific" in module) == own]


def _missing(name: str, task: Task) -> str:
    """What a transformation needs that is not installed; empty where nothing is missing."""
    try:
        Perturb(name, task)
    except MissingResource as error:
        return str(error)
    return ""


def measure(found: SourceRows, suites: Mapping[str, BaseSuite]) -> Expected:
    """Counts and hashes of what was built.

    Args:
        found: The rows that it was built from.
        suites: The suites.
    """
    used = {one["purpose"]: one for suite in suites.values() for one in suite.info.get("resources", ())}
    return Expected(
        hf_robust=hf_robust.__version__,
        rows=len(found.rows),
        source_hash=found.hash,
        resources={
            purpose: " ".join(filter(None, (one["name"], one["version"]))) for purpose, one in sorted(used.items())
        },
        suites={
            name: ExpectedRelease(
                content_hash=suite.content_hash,
                entries={key: _measured(suite, key, entry) for key, entry in suite.entries.items()},
            )
            for name, suite in suites.items()
        },
    )


def _measured(suite: BaseSuite, name: str, entry: Any) -> ExpectedEntry:
    hasher = blake2b(digest_size=16)
    for part in suite.hashed(name, entry):
        hasher.update(part)
    stages = getattr(entry, "stages", ())
    version = "+".join(str(stage["version"]) for stage in stages) or str(suite.info["specification"]["version"])
    return ExpectedEntry(version=version, rows=len(entry), hash=hasher.hexdigest())


def compare_with(recipe: Recipe, expected: Expected | None, measured: Expected) -> None:
    """Hold what was built against what was measured before.

    Args:
        recipe: The recipe.
        expected: What was measured before; None: nothing was.
        measured: What was built now.

    Raises:
        MismatchError: Something differs; the message names the first entry that does, and how.
    """
    if expected is None:
        return
    for name in {**expected.suites, **measured.suites}:
        before, now = expected.suites.get(name), measured.suites.get(name)
        if before is None or now is None:
            raise MismatchError(f"{recipe.name}: {name} was {'not built before' if before is None else 'expected'}")
        found = differences(before, now)
        if found:
            raise MismatchError(f"{recipe.name}: {name}, {'; '.join(found)}{_why(expected, measured)}")


def differences(before: ExpectedRelease, now: ExpectedRelease) -> list[str]:
    """What differs between two suites of one recipe, entry by entry.

    Args:
        before: What was measured.
        now: What was built.
    """
    found = []
    for name in {**before.entries, **now.entries}:
        old, new = before.entries.get(name), now.entries.get(name)
        if old is None or new is None:
            found.append(f"{name}: {'not expected' if old is None else 'expected, and not built'}")
        elif old.version != new.version:
            found.append(f"{name}: version {new.version}, expected {old.version}")
        elif old != new:
            found.append(f"{name}: {new.rows} rows with the hash {new.hash}, expected {old.rows} with {old.hash}")
    if not found and before.content_hash != now.content_hash:
        found.append(f"the content hash is {now.content_hash}, expected {before.content_hash}")
    return found


def _why(expected: Expected, measured: Expected) -> str:
    """What else is not as it was: resources, and the version of the package."""
    before, now = expected.resources, measured.resources
    reasons = [
        f"{purpose} was {before.get(purpose, 'not used')} and is {now.get(purpose, 'not used')}"
        for purpose in {**before, **now}
        if before.get(purpose) != now.get(purpose)
    ]
    if expected.hf_robust != measured.hf_robust:
        reasons.append(f"it was measured with hf_robust {expected.hf_robust}, this is {measured.hf_robust}")
    return f" ({'; '.join(reasons)})" if reasons else ""
