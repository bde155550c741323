"""Baselines: what reports say in brief of models on a suite, kept with the suite and shown on its card."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.baselines.learned_texts import learned_from
from hf_robust.core.errors import UsageError
from hf_robust.core.typed_json import as_json
from hf_robust.reports.base import BaseReport
from hf_robust.reports.capability_report import CapabilityReport
from hf_robust.reports.records.capability_records import CapabilityRecord, FailureRate
from hf_robust.reports.records.robustness_records import RobustnessRecord
from hf_robust.reports.suite_report import Report
from hf_robust.reports.suite_words import is_source

KEY: str = "baselines"


def added(info: Mapping[str, Any], content_hash: str, report: BaseReport) -> list[dict[str, Any]]:
    """The baselines of a suite with one more, in the place of an older one of the same model and revision.

    Args:
        info: The suite's record.
        content_hash: The hash of its rows; where it is a suite of edits, that of what they make is taken.
        report: A report of this very suite.

    Raises:
        UsageError: It is none, or of other rows, or of the model that an attack found the rows against.
    """
    if not isinstance(report, (Report, CapabilityReport)):
        raise UsageError(
            f"a baseline is the report of one model on this suite, found {type(report).__name__}; "
            "type: suite.with_baseline(hr.run(model, suite))"
        )
    record, name, wanted = report.typed_record, info.get("name"), info.get("applied_hash") or content_hash
    if record.suite.content_hash != wanted:
        raise UsageError(
            f"the report is of the suite {record.suite.name!r} with the content hash {record.suite.content_hash}, "
            f"while {name!r} has {wanted}; type: suite.with_baseline(hr.run(model, suite))"
        )
    if isinstance(record, RobustnessRecord) and is_source(record):
        raise UsageError(
            f"an attack found the rows of {name!r} against {record.model.name!r}, so that its score is 0 by "
            "construction and no baseline; take another model"
        )
    fresh = {**_measured(record), **(_pairs(record) if isinstance(record, RobustnessRecord) else _cases(record))}
    same = (fresh["model"], fresh["revision"])
    return [*(one for one in info.get(KEY, ()) if (one["model"], one["revision"]) != same), fresh]


def without(info: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a suite that other rows are made of: its baselines say nothing of these."""
    return {name: value for name, value in info.items() if name != KEY}


def _measured(record: RobustnessRecord | CapabilityRecord) -> dict[str, Any]:
    return {
        "model": record.model.name,
        "revision": record.model.revision,
        "learned_from": learned_from(record.model.name, record.model.kind),
        "date": record.created,
        "hf_robust_version": record.hf_robust_version,
    }


def _pairs(record: RobustnessRecord) -> dict[str, Any]:
    """Scores before and after each change; as measured, since what prints them rounds them."""
    worst, originals = record.worst_case, record.originals
    return {
        "metric": record.metric.name,
        "label": record.metric.label,
        "originals": originals and {"n": originals.n, "score": originals.score},
        "worst_case": worst
        and {
            "n": worst.n,
            "original": worst.original,
            "worst": worst.worst,
            "drop": worst.drop,
            "interval": as_json(worst.interval),
        },
        "entries": {
            one.name: {
                "n": one.n,
                "before": one.original,
                "after": one.perturbed,
                "drop": one.drop,
                "interval": as_json(one.interval),
            }
            for one in record.results
        },
    }


def _cases(record: CapabilityRecord) -> dict[str, Any]:
    """Failure rates of the cases of each capability, and their means."""
    return {
        "metric": "failure_rate",
        "label": "Failure rate",
        "overall": {"seeds": record.overall.seeds.failure_rate, "expanded": record.overall.expanded.failure_rate},
        "entries": {one.id: {"seeds": _rate(one.seeds), "expanded": _rate(one.expanded)} for one in record.results},
    }


def _rate(cases: FailureRate) -> dict[str, Any]:
    return {"n": cases.n, "failure_rate": cases.failure_rate, "interval": as_json(cases.interval)}
