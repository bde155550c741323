"""Records of runs on the same suite as the record of a comparison: scores alone, for the rows are not in a record."""

from collections.abc import Iterable, Sequence
from statistics import fmean
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.typed_json import as_json
from hf_robust.reports.evidence import counted_in_mean
from hf_robust.reports.generated_view import GENERATED_SCORE
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.records.shared_records import Resource
from hf_robust.reports.run_warnings import distinct_warnings, named_warnings

_RESULT = ("name", "n", "original", "perturbed", "drop", "interval", "p_adjusted", "consistency")


def compared(records: Sequence[RobustnessRecord]) -> dict[str, Any]:
    """What the record of a comparison holds, but for the command.

    Args:
        records: Two at least.

    Raises:
        UsageError: Their suites or metrics are not the same, or no transformation is in all of them.
    """
    _check_same(records)
    first = records[0]
    names = [one.name for one in first.results if all(one.name in _names(record) for record in records)]
    if not names:
        raise UsageError("the reports share no transformation, so there is nothing to compare")
    shared = [one for one in first.results if one.name in names]
    models = _models(records, names)
    skipped = {name for record in records for name in _names(record)} - set(names)
    return {
        "suite": as_json(first.suite),
        "hf_robust_version": first.hf_robust_version,
        "environment": as_json(first.environment),
        "created": max(record.created for record in records),
        "metric": {"name": first.metric.name, "label": first.metric.label},
        "rows_known": False,
        "n": first.originals and first.originals.n,
        "transformations": with_means(record_part(one, ("name", "n", "linguistics", "level")) for one in shared),
        "models": models,
        "ranks": _ranks(records, [shared[index].name for index in counted_in_mean(one.n for one in shared)]),
        "slices": [],
        "changes": [],
        "resources": as_json(_joined(records)),
        "skipped": [{"name": name, "reason": "not in every report"} for name in sorted(skipped)],
        "warnings": distinct_warnings(
            one
            for model, record in zip(models, records, strict=True)
            for one in named_warnings(model["name"], as_json(record.warnings))
        ),
        "seconds": None,
    }


def _names(record: RobustnessRecord) -> list[str]:
    return [result.name for result in record.results]


def record_part(value: object, names: Iterable[str]) -> dict[str, Any]:
    """Some keys of a record, as JSON."""
    return {name: as_json(getattr(value, name)) for name in names}


def with_means(transformations: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The transformations of a comparison, each with whether the mean over them counts it (``in_mean``)."""
    found = list(transformations)
    counted = set(counted_in_mean(one["n"] for one in found))
    return [{**one, "in_mean": not one["n"] or index in counted} for index, one in enumerate(found)]


def _check_same(records: Sequence[RobustnessRecord]) -> None:
    """Refuse reports of other suites or metrics."""
    first = records[0]
    for record in records[1:]:
        for what, one, other in (
            ("suite", first.suite.content_hash, record.suite.content_hash),
            ("metric", first.metric.name, record.metric.name),
        ):
            if one != other:
                raise UsageError(
                    f"the reports are of another {what}: {first.model.name} on {one}, "
                    f"{record.model.name} on {other}; run both models on one suite"
                )


def _models(records: Sequence[RobustnessRecord], names: Sequence[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for record in records:
        name = record.model.name
        same = sum(one["name"] == name or one["name"].startswith(f"{name} #") for one in found)
        results = {result.name: result for result in record.results}
        found.append(
            {
                **as_json(record.model),
                "name": f"{name} #{same + 1}" if same else name,
                "predictions": None,
                **({"answers": as_json(record.answers)} if record.answers is not None else {}),
                "results": [record_part(results[one], _RESULT) for one in names],
                "linguistics": _by_linguistics([results[one] for one in names]),
                "generated": [record_part(one, GENERATED_SCORE) for one in record.generated],
            }
        )
    return found


def _by_linguistics(results: Sequence[TransformationResult]) -> dict[str, float]:
    kinds: dict[str, list[float]] = {}
    for one in results:
        if one.perturbed is not None:
            kinds.setdefault(one.linguistics, []).append(one.perturbed)
    return {kind: fmean(scores) for kind, scores in kinds.items()}


def _ranks(records: Sequence[RobustnessRecord], names: Sequence[str]) -> list[dict[str, Any]]:
    scores: dict[str, list[float | None]] = {
        "perturbed": [_mean(record, names) for record in records],
        "original": [record.originals.score if record.originals else None for record in records],
        "worst": [record.worst_case.worst if record.worst_case else None for record in records],
    }
    found = []
    for by, given in scores.items():
        values = [value for value in given if value is not None]
        if len(values) < len(records):
            continue
        order = sorted(range(len(values)), key=lambda place: -values[place])
        unknown = dict.fromkeys(("interval", "p_value", "p_adjusted"))
        lead = values[order[0]] - values[order[1]]
        found.append({"by": by, "scores": values, "order": order, "difference": lead, **unknown})
    return found


def _mean(record: RobustnessRecord, names: Sequence[str]) -> float | None:
    known = [one.perturbed for one in record.results if one.name in names and one.perturbed is not None]
    return fmean(known) if known else None


def _joined(records: Sequence[RobustnessRecord]) -> list[Resource]:
    return list(dict.fromkeys(one for record in records for one in record.resources))
