"""What ``suite.json`` of a capability suite holds, as types."""

from dataclasses import dataclass
from typing import Any

from hf_robust.reports.records.capability_records import SpecificationFacts
from hf_robust.suites.manifest_records import EntryRecord, Manifest, SuiteInfo


@dataclass(frozen=True, kw_only=True)
class CapabilityInfo(SuiteInfo):
    """The facts of a capability suite.

    Args:
        specification: None where the cases were made otherwise.
        expand: Whether the seeds were expanded.
        k: Masked sentences of a seed; None for all.
        selection: How they were chosen.
        per_seed: Most expansions of a seed; None for all.
    """

    specification: SpecificationFacts | None = None
    expand: bool = False
    k: int | None = None
    selection: str | None = None
    per_seed: int | None = None


@dataclass(frozen=True, kw_only=True)
class CasesOfSplits:
    """The number of cases of each split."""

    seeds: int
    expanded: int


@dataclass(frozen=True, kw_only=True)
class CapabilityEntryRecord(EntryRecord):
    """What a manifest says of a capability, see :class:`hf_robust.capability.cases.CapabilityEntry`."""

    id: str
    name: str
    description: str
    oracle_confidence: float | None
    searched: dict[str, int]
    made: int
    dropped: dict[str, int]
    limited: int
    n: CasesOfSplits
    audit: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class CapabilityManifest(Manifest):
    """What ``suite.json`` says of a capability suite."""

    info: CapabilityInfo
    entries: tuple[CapabilityEntryRecord, ...]
