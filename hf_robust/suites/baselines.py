"""Baselines: what reports say in brief of models on a suite, kept with the suite and shown on its card."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.baselines.learned_texts import learned_from
from hf_robust.core.errors import UsageError
from hf_robust.core.record_shape import INTERVAL, MAYBE_NUMBER, MAYBE_TEXT, Added, Maybe, plain
from hf_robust.reports.base import BaseReport
from hf_robust.reports.capability_report import CapabilityReport
from hf_robust.reports.suite_report import Report
from hf_robust.reports.suite_words import is_source

KEY: str = "baselines"
_KINDS = ("seeds", "expanded")
_RATE = {"n": int, "failure_rate": MAYBE_NUMBER, "interval": Maybe(INTERVAL)}
_WORST = {"n": int, "original": MAYBE_NUMBER, "worst": MAYBE_NUMBER, "drop": MAYBE_NUMBER, "interval": INTERVAL}
_ENTRY = {
    "n": Added(int),
    "interval": Added(INTERVAL),
    **dict.fromkeys(("before", "after", "drop"), Added(MAYBE_NUMBER)),
    **dict.fromkeys(_KINDS, Added(_RATE)),
}
BASELINE: dict[str, Any] = {
    **dict.fromkeys(("model", "metric", "label", "date", "hf_robust_version"), str),
    "revision": MAYBE_TEXT,
    "learned_from": Added(MAYBE_TEXT),
    "originals": Added(Maybe({"n": int, "score": MAYBE_NUMBER})),
    "worst_case": Added(Maybe(_WORST)),
    "overall": Added(dict.fromkeys(_KINDS, MAYBE_NUMBER)),
    "entries": {"*": _ENTRY},
}
"""What a baseline must hold in ``suite.json``: scores before and after a change, or the failure rates of cases."""


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
    record, name, wanted = report.record, info.get("name"), info.get("applied_hash") or content_hash
    if record["suite"]["content_hash"] != wanted:
        raise UsageError(
            f"the report is of the suite {record['suite']['name']!r} with the content hash "
            f"{record['suite']['content_hash']}, while {name!r} has {wanted}; "
            "type: suite.with_baseline(hr.run(model, suite))"
        )
    if isinstance(report, Report) and is_source(report.typed_record):
        raise UsageError(
            f"an attack found the rows of {name!r} against {record['model']['name']!r}, so that its score is 0 by "
            "construction and no baseline; take another model"
        )
    fresh = _in_brief(record, _cases(record) if isinstance(report, CapabilityReport) else _pairs(record))
    same = (fresh["model"], fresh["revision"])
    return [*(one for one in info.get(KEY, ()) if (one["model"], one["revision"]) != same), fresh]


def without(info: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a suite that other rows are made of: its baselines say nothing of these."""
    return {name: value for name, value in info.items() if name != KEY}


def _in_brief(record: Mapping[str, Any], scores: Mapping[str, Any]) -> dict[str, Any]:
    brief = {
        "model": record["model"]["name"],
        "revision": record["model"]["revision"],
        "learned_from": learned_from(record["model"]["name"], record["model"]["kind"]),
        "date": record["created"],
        "hf_robust_version": record["hf_robust_version"],
        **scores,
    }
    return dict(plain(brief))  # as measured: what prints it rounds once, as reports do


def _pairs(record: Mapping[str, Any]) -> dict[str, Any]:
    """Scores before and after each change."""
    worst, originals = record["worst_case"], record.get("originals")
    return {
        "metric": record["metric"]["name"],
        "label": record["metric"]["label"],
        "originals": originals and {name: originals[name] for name in ("n", "score")},
        "worst_case": worst and {name: worst[name] for name in _WORST},
        "entries": {
            one["name"]: {
                "n": one["n"],
                "before": one["original"],
                "after": one["perturbed"],
                "drop": one["drop"],
                "interval": one["interval"],
            }
            for one in record["results"]
        },
    }


def _cases(record: Mapping[str, Any]) -> dict[str, Any]:
    """Failure rates of the cases of each capability, and their means."""
    return {
        "metric": "failure_rate",
        "label": "Failure rate",
        "overall": {kind: record["overall"][kind]["failure_rate"] for kind in _KINDS},
        "entries": {
            one["id"]: {kind: {name: one[kind][name] for name in _RATE} for kind in _KINDS} for one in record["results"]
        },
    }
