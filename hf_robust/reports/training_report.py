"""The report of a training: the same model before and after, or several, on clean rows, suites and attacks."""

from dataclasses import dataclass

from hf_robust.reports.base import BaseReport
from hf_robust.reports.record import Schema
from hf_robust.reports.records.training_records import TrainingRecord
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.signature import data_part, scores_part, suite_part
from hf_robust.reports.training_view import training_view

SCHEMA = Schema(
    noun="record of a training",
    file_name="training.json",
    stamp={"kind": "training"},
    type=TrainingRecord,
)


@dataclass(frozen=True, repr=False)
class TrainingReport(BaseReport[TrainingRecord]):
    """What a training changed; made by :func:`hf_robust.before_after`.

    ``report[name]`` has the scores of a model, by its name.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.
    """

    schema = SCHEMA
    result_noun = "model"
    page_name = "training.html"
    build = staticmethod(training_view)

    def all_results(self) -> list[Result]:
        """The models."""
        return list(map(Result, self.record["models"]))

    @staticmethod
    def signature_parts(record: TrainingRecord) -> dict[str, object]:
        """The data, the suite if there is one, the clean rows, the metric, and the worst case of each model."""
        suite = record.suite
        return {
            "data": data_part(record.data.dataset, record.data.config, record.data.split),
            "suite": suite_part(suite.name, suite.version, suite.content_hash) if suite else None,
            "seed": None,
            "n": record.data.rows,
            "metric": record.metric.name,
            "worst": scores_part(model.worst_case for model in record.models),
        }

    def __repr__(self) -> str:
        models = ", ".join(repr(model["name"]) for model in self.record["models"])
        return f"TrainingReport(models=[{models}], rows={self.record['data']['rows']})"
