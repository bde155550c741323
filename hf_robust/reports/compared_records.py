"""Records of runs on the same suite as the record of a comparison: scores alone, for the rows are not in a record."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.reports.generated_view import GENERATED_SCORE

_RESULT = ("name", "n", "original", "perturbed", "drop", "interval", "p_adjusted", "consistency")


def compared(records: Sequence[dict]) -> dict[str, Any]:
    """What the record of a comparison holds, but for the command.

    Args:
        records: Records of :class:`hf_robust.Report`, two at least.

    Raises:
        UsageError: Their suites or metrics are not the same, or no transformation is in all of them.
    """
    _check_same(records)
    names = [one["name"] for one in records[0]["results"] if all(one["name"] in _names(r) for r in records)]
    if not names:
        raise UsageError("the reports share no transformation, so there is nothing to compare")
    skipped = {name for record in records for name in _names(record)} - set(names)
    first = records[0]
    shared = [one for one in first["results"] if one["name"] in names]
    return {
        **{key: first[key] for key in ("suite", "hf_robust_version", "environment")},
        "created": max(record["created"] for record in records),
        "metric": {key: first["metric"][key] for key in ("name", "label")},
        "rows_known": False,
        "n": (first.get("originals") or {}).get("n"),
        "transformations": [{key: one[key] for key in ("name", "n", "linguistics", "level")} for one in shared],
        "models": _models(records, names),
        "ranks": _ranks(records, names),
        "slices": [],
        "changes": [],
        "resources": _joined(records),
        "skipped": [{"name": name, "reason": "not in every report"} for name in sorted(skipped)],
        "seconds": None,
    }


def _names(record: dict) -> list[str]:
    return [result["name"] for result in record["results"]]


def _check_same(records: Sequence[dict]) -> None:
    """Refuse reports of other suites or metrics."""
    first = records[0]
    for record in records[1:]:
        for what, one, other in (
            ("suite", first["suite"]["content_hash"], record["suite"]["content_hash"]),
            ("metric", first["metric"]["name"], record["metric"]["name"]),
        ):
            if one != other:
                raise UsageError(
                    f"the reports are of another {what}: {first['model']['name']} on {one}, "
                    f"{record['model']['name']} on {other}; run both models on one suite"
                )


def _models(records: Sequence[dict], names: Sequence[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for record in records:
        name = record["model"]["name"]
        same = sum(one["name"] == name or one["name"].startswith(f"{name} #") for one in found)
        results = {result["name"]: result for result in record["results"]}
        found.append(
            {
                **record["model"],
                "name": f"{name} #{same + 1}" if same else name,
                "predictions": None,
                **({"answers": record["answers"]} if "answers" in record else {}),
                "results": [{key: results[one][key] for key in _RESULT} for one in names],
                "linguistics": _by_linguistics([results[one] for one in names]),
                "generated": [{key: one[key] for key in GENERATED_SCORE} for one in record.get("generated", ())],
            }
        )
    return found


def _by_linguistics(results: Sequence[dict]) -> dict[str, float]:
    kinds: dict[str, list[float]] = {}
    for one in results:
        if one["perturbed"] is not None:
            kinds.setdefault(one["linguistics"], []).append(one["perturbed"])
    return {kind: fmean(scores) for kind, scores in kinds.items()}


def _ranks(records: Sequence[dict], names: Sequence[str]) -> list[dict[str, Any]]:
    scores: dict[str, list[Any]] = {
        "perturbed": [_mean(record, names) for record in records],
        "original": [(record.get("originals") or {}).get("score") for record in records],
        "worst": [(record["worst_case"] or {}).get("worst") for record in records],
    }
    found = []
    for by, values in scores.items():
        if any(value is None for value in values):
            continue
        order = sorted(range(len(values)), key=lambda place: -values[place])
        unknown = dict.fromkeys(("interval", "p_value", "p_adjusted"))
        lead = values[order[0]] - values[order[1]]
        found.append({"by": by, "scores": values, "order": order, "difference": lead, **unknown})
    return found


def _mean(record: dict, names: Sequence[str]) -> float | None:
    known = [one["perturbed"] for one in record["results"] if one["name"] in names and one["perturbed"] is not None]
    return fmean(known) if known else None


def _joined(records: Sequence[dict]) -> list[dict]:
    found: list[dict] = []
    for record in records:
        found += [one for one in record["resources"] if one not in found]
    return found
