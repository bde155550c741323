"""Counts and hashes of what a recipe gave, held against what was measured before."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import hf_robust
from hf_robust.core.errors import MismatchError
from hf_robust.prebuilt.expectation import Expected, ExpectedEntry, ExpectedRelease
from hf_robust.prebuilt.recipe import SuiteRecipe
from hf_robust.prebuilt.recipe_rows import SourceRows
from hf_robust.suites.base import BaseSuite

_MOST = 3  # differences that a message lists


def measure(recipe: SuiteRecipe, rows: SourceRows, suites: Mapping[str, BaseSuite]) -> Expected:
    """Counts and hashes of what was built.

    Args:
        rows: The rows that it was built from.
    """
    used = {one["purpose"]: one for suite in suites.values() for one in suite.info.get("resources", ())}
    return Expected(
        hf_robust=hf_robust.__version__,
        rows=len(rows.rows),
        source_hash=rows.hash,
        seed=recipe.seed,
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


def compare_with(recipe: SuiteRecipe, expected: Expected | None, measured: Expected) -> None:
    """Hold what was built against what was measured before.

    Args:
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
            shown = "; ".join(found[:_MOST]) + (f"; and {len(found) - _MOST} more" if len(found) > _MOST else "")
            count = f"{len(found)} of {len(now.entries)} entries differ: " if len(found) > 1 else ""
            raise MismatchError(f"{recipe.name}: {name}, {count}{shown}{_why(expected, measured)}")


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
    others = other_conditions(expected, measured)
    return f" ({'; '.join(others)})" if others else ""


def other_conditions(expected: Expected, measured: Expected) -> list[str]:
    """What else is not as it was: the seed, resources, the version of the package.

    Args:
        expected: What was measured.
        measured: What was built.
    """
    before, now = expected.resources, measured.resources
    found = [f"the seed was {expected.seed} and is {measured.seed}"] if expected.seed != measured.seed else []
    found += [
        f"{purpose} was {before.get(purpose, 'not used')} and is {now.get(purpose, 'not used')}"
        for purpose in {**before, **now}
        if before.get(purpose) != now.get(purpose)
    ]
    if expected.hf_robust != measured.hf_robust:
        found.append(f"it was measured with hf_robust {expected.hf_robust}, this is {measured.hf_robust}")
    return found
