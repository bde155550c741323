"""Suites with what raters said of their outputs: the next version of the suite, each entry with its audit."""

from dataclasses import replace
from typing import Any, TypeVar

from hf_robust.audit.pools import Rated
from hf_robust.audit.sample import AnswerKey
from hf_robust.audit.verdicts import AuditOutcome, as_record
from hf_robust.core.errors import UsageError
from hf_robust.suites.base import BaseSuite
from hf_robust.suites.baselines import without

AnySuite = TypeVar("AnySuite", bound=BaseSuite)


def with_audit(
    suite: AnySuite, key: AnswerKey, outcome: AuditOutcome, date: str, version: str | None = None
) -> AnySuite:
    """The suite with what an audit found, under a new version.

    Args:
        suite: One of the suites that the sample was drawn from.
        key: The key of the sample.
        outcome: What the raters said.
        date: When they said it, as an ISO date.
        version: The new version; without it the next minor one (``1.0.0`` where there was none).

    Raises:
        UsageError: The sample was drawn from other suites, nobody judged anything of this one, or the version is no
            later one.
    """
    if suite.content_hash not in {one.content_hash for one in key.suites}:
        raise UsageError(f"the suite {suite.info.get('name')!r} is none of those that the sample was drawn from")
    names: dict[tuple, str] = {}
    for pool in suite.audit_pools():
        names[_identity(pool.rated)] = pool.rated.name
    records = {
        names[_identity(one.rated)]: as_record(one, outcome, date)
        for one in outcome.verdicts
        if one.m is not None and _identity(one.rated) in names
    }
    if not records:
        raise UsageError("the raters judged nothing of this suite")
    number = _next(suite.info.get("version"), version)
    entries = {**suite.entries, **{name: suite[name].audited(record) for name, record in records.items()}}
    fresh = replace(suite, entries=entries, info={**suite.info, "version": number})
    same = fresh.content_hash == suite.content_hash
    return fresh if same else replace(fresh, info=without(fresh.info))


def _identity(rated: Rated) -> tuple[Any, ...]:
    return rated.kind, rated.name, rated.version


def _next(old: str | None, wanted: str | None) -> str:
    versions = [_version_parts(version) for version in (old, wanted)]
    if wanted is not None:
        if versions[1] is None:
            raise UsageError(f"a version has the form '1.2.3', found {wanted!r}")
        if versions[0] is not None and versions[1] <= versions[0]:
            raise UsageError(f"the suite has version {old}; a new one comes after it, found {wanted}")
        return wanted.removeprefix("v")
    return "1.0.0" if versions[0] is None else f"{versions[0][0]}.{versions[0][1] + 1}.0"


def _version_parts(version: str | None) -> tuple[int, ...] | None:
    parts = (version or "").removeprefix("v").split(".")
    return tuple(map(int, parts)) if len(parts) == 3 and all(part.isdecimal() for part in parts) else None
