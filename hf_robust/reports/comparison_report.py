"""The report of a comparison: models side by side on one suite, and what changes from one to another."""

from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.errors import UsageError
from hf_robust.reports.base import BaseReport
from hf_robust.reports.compared_records import compared
from hf_robust.reports.comparison_view import comparison_view
from hf_robust.reports.comparison_words import model_name, regression_words, regressions_in
from hf_robust.reports.gates import DROP, GatedValue
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
    """The report of a comparison of models on the same suite. :func:`hf_robust.compare` returns it.

    ``report["MODEL / TRANSFORMATION"]`` is the result of a model on a transformation.

    Args:
        record: The record. The report keeps a cleaned copy. A record without a version is read as the current version.

    Raises:
        UsageError: If a key is missing from the record or a value has the wrong type.
    """

    schema = SCHEMA
    result_noun = "result of a model"
    page_name = "comparison.html"
    no_gate_values = ": it compares no models row by row; name a reference model with baseline="
    build = staticmethod(comparison_view)

    def all_results(self) -> list[Result]:
        """Return the results of each model, with its name as ``model``.

        The results of transformations that create tests follow at the end.
        """
        return [
            Result({"model": model["name"], **numbers})
            for part in ("results", "generated")
            for model in self.record["models"]
            for numbers in model.get(part, ())
        ]

    def names_of(self, result: Result) -> tuple[str, ...]:
        """Return the name of a result: ``"MODEL / TRANSFORMATION"``."""
        return (f"{result['model']} / {result['name']}",)

    def __repr__(self) -> str:
        models = ", ".join(repr(model["name"]) for model in self.record["models"])
        return f"ComparisonReport(models=[{models}], suite={self.record['suite']['name']!r})"

    @staticmethod
    def signature_parts(record: ComparisonRecord) -> dict[str, object]:
        """Return the suite, its seed, the number of rows, the metric, and the worst-case score of each model.

        The worst-case score takes the lowest score of each row.
        """
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
        """Return the name of the baseline."""
        return model_name(record, record.changes[0].before) if record.changes else ""

    @classmethod
    def gate_values(cls, record: ComparisonRecord) -> tuple[GatedValue, ...]:
        """Return the drop from the baseline to each other model, by ``"MODEL / TRANSFORMATION"``."""
        names = [model.name for model in record.models]
        return tuple(
            GatedValue(
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
        """Return one message for each result in which a model is significantly worse than the baseline.

        Raises:
            UsageError: If the models were not compared row by row: if there is no baseline, or if the report was made
                from saved reports.
        """
        record = self.typed_record
        if not record.changes:
            why = "name a baseline" if record.rows_known else "saved reports hold scores and no rows"
            raise UsageError(f"the report compares no models row by row: {why}")
        return [regression_words(record, change, result) for change, result in regressions_in(record)]

    @classmethod
    def of_reports(cls, reports: Sequence[Report], command: str | None = None) -> "ComparisonReport":
        """Compare reports of the same suite. Only scores are compared, because reports do not contain the rows.

        Args:
            reports: From 2 to 10 reports, for example loaded with :meth:`hf_robust.Report.load`.
            command: The command line, for the record.

        Raises:
            UsageError: If there are fewer than 2 or more than 10 reports, or if their suites or metrics differ.
        """
        if not 2 <= len(reports) <= MOST:
            raise UsageError(f"compare takes from 2 to {MOST} reports, found {len(reports)}")
        return cls({**compared([report.typed_record for report in reports]), "command": command})
