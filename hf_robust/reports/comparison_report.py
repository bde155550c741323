"""The report of a comparison: models side by side on one suite, and what changes from one to another."""

from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.errors import UsageError
from hf_robust.reports.base import BaseReport
from hf_robust.reports.compared_records import compared
from hf_robust.reports.comparison_view import comparison_view
from hf_robust.reports.comparison_words import model_name, regression_words, regressions_in
from hf_robust.reports.gates import DROP, Measured
from hf_robust.reports.record import Schema
from hf_robust.reports.records.comparison_records import ComparisonRecord, ModelChange
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.signature import scores_part, suite_part
from hf_robust.reports.suite_report import Report

MOST = 10  # models
_ROUNDING = 1e-9
SCHEMA = Schema(
    noun="record of a comparison",
    file_name="comparison.json",
    stamp={"kind": "comparison"},
    type=ComparisonRecord,
)


def _counts(one: ModelChange) -> tuple[int, int] | None:
    """Rows that were broken and fixed, where each row is right or wrong."""
    if not one.n or one.difference is None or abs((one.mended - one.broken) / one.n - one.difference) > _ROUNDING:
        return None
    return one.broken, one.mended


@dataclass(frozen=True, repr=False)
class ComparisonReport(BaseReport[ComparisonRecord]):
    """Models side by side; made by :func:`hf_robust.compare`.

    ``report["MODEL / TRANSFORMATION"]`` is the result of a model, by its name and that of a transformation.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.
    """

    schema = SCHEMA
    result_noun = "result of a model"
    page_name = "comparison.html"
    no_gate_values = ": it compares no models row by row; name a reference model with baseline="
    build = staticmethod(comparison_view)

    def all_results(self) -> list[Result]:
        """The results of each model, with its name as ``model``; then those of tests that transformations make."""
        return [
            Result({"model": model["name"], **numbers})
            for part in ("results", "generated")
            for model in self.record["models"]
            for numbers in model.get(part, ())
        ]

    def names_of(self, result: Result) -> tuple[str, ...]:
        """The model and the transformation: ``"MODEL / TRANSFORMATION"``."""
        return (f"{result['model']} / {result['name']}",)

    def __repr__(self) -> str:
        models = ", ".join(repr(model["name"]) for model in self.record["models"])
        return f"ComparisonReport(models=[{models}], suite={self.record['suite']['name']!r})"

    @staticmethod
    def signature_parts(record: ComparisonRecord) -> dict[str, object]:
        """The suite, its seed and rows, the metric, and the score of each model in the worst case of each row."""
        ranked = next((rank.scores for rank in record.ranks if rank.by == "worst"), ())
        suite = record.suite
        return {
            "suite": suite_part(suite.repo or suite.name, suite.version, suite.content_hash),
            "seed": suite.seed,
            "n": suite.rows,
            "metric": record.metric.name,
            "worst": scores_part(ranked),
        }

    @staticmethod
    def measured_from(record: ComparisonRecord) -> str:
        """The baseline."""
        return model_name(record, record.changes[0].before) if record.changes else ""

    @classmethod
    def gate_values(cls, record: ComparisonRecord) -> tuple[Measured, ...]:
        """The drop from the baseline to each other model, on each transformation (``"MODEL / TRANSFORMATION"``)."""
        names = [model.name for model in record.models]
        return tuple(
            Measured(
                name=f"{names[change.after]} / {one.name}",
                quantity=DROP,
                value=None if one.difference is None else -one.difference,
                n=one.n,
                changed=_counts(one),
                interval=one.interval,
                careful=True,
            )
            for change in record.changes
            for one in change.results
        )

    def regressions(self) -> list[str]:
        """One message for each place where a model is worse than the baseline by more than chance explains.

        Raises:
            UsageError: No rows were compared: there is no baseline, or the report is made of saved reports.
        """
        record = self.typed_record
        if not record.changes:
            why = "name a baseline" if record.rows_known else "saved reports hold scores and no rows"
            raise UsageError(f"the report compares no models row by row: {why}")
        return [regression_words(record, change, result) for change, result in regressions_in(record)]

    @classmethod
    def of_reports(cls, reports: Sequence[Report], command: str | None = None) -> "ComparisonReport":
        """Compare reports of the same suite: scores alone, for the rows are not in a report.

        Args:
            reports: From two to ten reports, as :meth:`hf_robust.Report.load` reads them.
            command: What was typed, for the record.

        Raises:
            UsageError: There are too few or too many, or their suites or metrics are not the same.
        """
        if not 2 <= len(reports) <= MOST:
            raise UsageError(f"compare takes from 2 to {MOST} reports, found {len(reports)}")
        return cls({**compared([report.typed_record for report in reports]), "command": command})
