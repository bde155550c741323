"""The file of scores of Every Eval Ever (schema 0.3): who measured which model on what, and one result a score.

Source: "eval.schema.json" of evaleval/every_eval_ever, and the checks of its validator on names and paths.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b, sha256
from typing import Any
from uuid import UUID

from hf_robust.harnesses.exports import CREATED_BY
from hf_robust.reports import CapabilityReport, Report

VERSION = "0.3.0"
_LOCAL = "local"  # the developer of a model without an owner on the Hub
_PROPORTION = {"metric_unit": "proportion", "score_type": "continuous", "min_score": 0.0, "max_score": 1.0}
_FAILURE = {"metric_id": "failure_rate", "metric_name": "Failure rate", "lower_is_better": True}


@dataclass(frozen=True)
class Evaluation:
    """A run as Every Eval Ever identifies it.

    Args:
        report: The report of the run.
    """

    report: Report | CapabilityReport

    @property
    def name(self) -> str:
        """Name of the suite."""
        return str(self.report.record["suite"]["name"] or "suite")

    @property
    def model(self) -> str:
        """The model as ``owner/name``, or the name alone where it has no owner; a path is its last part."""
        name = str(self.report.record["model"]["name"])
        return name if re.fullmatch(r"[\w.-]+/[\w.-]+", name) else _portable(name.rstrip("/").rpartition("/")[2])

    @property
    def id(self) -> str:
        """Suite, model and time of the run."""
        return f"{self.name}/{self.model}/{self.time}"

    @property
    def time(self) -> str:
        """When the run was made, in seconds since 1970."""
        return str(int(datetime.fromisoformat(self.report.record["created"]).timestamp()))

    @property
    def uuid(self) -> str:
        """A UUID that is the same for the same run, as names of files must have one."""
        content = [self.report.record["suite"]["content_hash"], self.id]
        return str(UUID(bytes=blake2b(json.dumps(content).encode(), digest_size=16).digest(), version=4))

    def aggregate(self, samples: bytes | None = None) -> bytes:
        """The file of scores.

        Args:
            samples: The file of answers that stands beside it; None where there is none.
        """
        record = self.report.record
        owner, slash, _ = self.model.partition("/")
        asked = record["model"].get("language_model") or {}
        deployed = "unknown" if asked.get("requests") else "self_deployed"
        found = {
            "schema_version": VERSION,
            "evaluation_id": self.id,
            "evaluation_timestamp": record["created"],
            "retrieved_timestamp": self.time,
            "source_metadata": {
                "source_name": CREATED_BY,
                "source_type": "evaluation_run",
                "source_organization_name": "unknown",
                "evaluator_relationship": "other",
            },
            "eval_library": {"name": "hf_robust", "version": record["hf_robust_version"]},
            "model_info": {
                "name": record["model"]["name"],
                "id": self.model,
                "developer": owner if slash else _LOCAL,
                "additional_details": {"deployment_type": deployed, "model_availability": "unknown"},
            },
            "evaluation_results": list(self._results()),
        }
        if samples is not None:
            found["detailed_evaluation_results"] = self._detailed(samples)
        return (json.dumps(found, indent=2, ensure_ascii=False) + "\n").encode()

    def _detailed(self, samples: bytes) -> dict[str, Any]:
        owner, slash, model = self.model.partition("/")
        place = f"{_portable(self.name)}/{owner if slash else _LOCAL}/{model if slash else owner}"
        return {
            "format": "jsonl",
            "file_path": f"data/{place}/{self.uuid}_samples.jsonl",
            "hash_algorithm": "sha256",
            "checksum": sha256(samples).hexdigest(),
            "total_rows": samples.count(b"\n"),
        }

    def _results(self) -> Iterator[dict[str, Any]]:
        record, report = self.report.record, self.report
        if isinstance(report, CapabilityReport):
            for one in report.results:
                cases = one["seeds"]
                yield from self._result(one["id"], _FAILURE, cases["failure_rate"], cases["n"], cases["interval"])
            return
        measure = {
            "evaluation_description": record["metric"]["name"],
            "metric_id": record["metric"]["name"],
            "metric_name": record["metric"]["label"],
            "lower_is_better": False,
        }
        if record["originals"]:
            yield from self._result("originals", measure, record["originals"]["score"], record["originals"]["n"])
        for one in report.results:
            yield from self._result(one["name"], measure, one["perturbed"], one["n"])

    def _result(
        self, part: str, metric: Mapping[str, Any], score: float | None, n: int, interval: Any = None
    ) -> Iterator[dict[str, Any]]:
        """A score; none where nothing was measured."""
        if score is None or not n:
            return
        uncertainty: dict[str, Any] = {"num_samples": n}
        if interval and None not in interval:
            bounds = {"lower": interval[0], "upper": interval[1], "confidence_level": 0.95}
            uncertainty["confidence_interval"] = bounds
        yield {
            "evaluation_result_id": part,
            "evaluation_name": f"{self.name}_{part}",
            "source_data": self._source(n),
            "metric_config": {**metric, **_PROPORTION},
            "score_details": {"score": score, "uncertainty": uncertainty},
        }

    def _source(self, n: int) -> dict[str, Any]:
        suite = self.report.record["suite"]
        facts = {key: str(suite[key]) for key in ("version", "commit", "content_hash", "dataset") if suite[key]}
        if not suite["repo"]:
            return {"dataset_name": self.name, "source_type": "other", "additional_details": facts}
        hub = {"source_type": "hf_dataset", "hf_repo": suite["repo"], "samples_number": n}
        return {"dataset_name": self.name, **hub, "additional_details": facts}


def _portable(name: str) -> str:
    """A name as a part of a path.

    Example:
        >>> _portable("<lambda>"), _portable("films (robust)")
        ('lambda', 'films-robust')
    """
    return re.sub(r"[^A-Za-z0-9._+-]+", "-", name).strip("-.") or "unnamed"
