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
    """The effect of training on a model. :func:`hf_robust.before_after` returns it.

    ``report[name]`` is the result of the model with this name.

    Args:
        record: The record. The report keeps a cleaned copy. A record without a version is read as the current version.

    Raises:
        UsageError: If a key is missing from the record or a value has the wrong type.
    """

    schema = SCHEMA
    result_noun = "model"
    page_name = "training.html"
    build = staticmethod(training_view)

    def all_results(self) -> list[Result]:
        """Return the results, one per model."""
        return list(map(Result, self.record["models"]))

    @staticmethod
    def signature_parts(record: TrainingRecord) -> dict[str, object]:
        """Return the dataset, the suite if any, the number of clean rows, the metric and each model's worst case."""
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
