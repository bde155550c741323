"""The report of a suite: what its record holds, and the class that ``hf_robust.run`` returns."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hf_robust.core.errors import UsageError
from hf_robust.reports.base import BaseReport
from hf_robust.reports.evidence import changed_counts
from hf_robust.reports.gates import DROP, GateConditions, GatedValue
from hf_robust.reports.model_card import suite_results
from hf_robust.reports.record import Schema
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.saved_answers import FILE as ANSWERS
from hf_robust.reports.saved_answers import read_answers, write_answers
from hf_robust.reports.signature import scores_part, suite_part
from hf_robust.reports.since_baseline import SinceBaseline, since
from hf_robust.reports.suite_view import suite_view

if TYPE_CHECKING:
    import pandas


def _without_ratings(record: dict) -> dict:
    """Version 1 did not say what people thought of the transformed texts."""
    results = record.get("results")
    if isinstance(results, list):
        record = record | {"results": [{"human": None, **r} if isinstance(r, dict) else r for r in results]}
    return record


SCHEMA = Schema(
    noun="report record",
    file_name="report.json",
    migrations=(_without_ratings,),
    type=RobustnessRecord,
)
SCHEMA_VERSION = SCHEMA.version


def _drop(result: TransformationResult) -> GatedValue:
    """The drop of a transformation. Counts of rows decide where each row is right or wrong and independent."""
    return GatedValue(
        name=result.name,
        quantity=DROP,
        value=result.drop,
        n=result.n,
        changed=changed_counts(result),
        interval=result.interval,
    )


def validate_record(record: dict) -> None:
    """Check that the record of a suite has every key of the schema and that each value has its type.

    Keys that the schema does not name are allowed.

    Args:
        record: The record, as `json.load` gives it.

    Raises:
        UsageError: A key is missing or a value has another type; the message names up to five places.

    Example:
        >>> validate_record({"results": []})
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: not a report record: schema_version is missing; created is missing;
        hf_robust_version is missing; seconds is missing; command is missing (and 9 more)
    """
    SCHEMA.check(record)


def load_record(path: str | Path) -> dict:
    """Read the record of a suite, brought to the present schema version.

    Args:
        path: A report.json, or the folder that holds it.

    Raises:
        DataFileError: The file is missing, is no report, or was written by a newer version.

    Example:
        >>> load_record("nowhere")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.DataFileError: no report at nowhere: expected report.json or a folder that holds one
    """
    return SCHEMA.read(path)


@dataclass(frozen=True, repr=False)
class Report(BaseReport[RobustnessRecord]):
    """The results of a model on a suite, as returned by :func:`hf_robust.run`.

    Args:
        record: The record. The report keeps a cleaned copy.

    Raises:
        UsageError: If a key is missing in the record or a value has the wrong type.

    Example:
        >>> import tempfile
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", [{"name": "word-case"}])
        >>> report = hr.run(lambda texts: ["pos" if "fine" in text else "neg" for text in texts], suite)
        >>> report.results[0]["name"], report.results[0]["perturbed"]
        ('word-case', 0.5)
        >>> report.failures(fail_under=0.8)
        ['word-case: accuracy is 50.0 after the change, below 80.0 (100.0 before, 2 rows)']
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     hr.Report.load(report.save(folder)) == report
        True
    """

    schema = SCHEMA
    page_name = "report.html"
    build = staticmethod(suite_view)
    _answers: ClassVar[Any] = None  # what makes the rows; no field, since it is not part of the record

    def with_gate(self, conditions: GateConditions) -> "Report":
        """The report with the verdicts of a gate; see :meth:`hf_robust.reports.base.BaseReport.with_gate`.

        Args:
            conditions: As for :meth:`gate`.
        """
        found = super().with_gate(conditions)
        return found if self._answers is None else found.with_answers(self._answers)

    def with_answers(self, answers: Callable[[], list[dict[str, Any]]]) -> Self:
        """Return the report with the source of the rows of :meth:`answers`.

        Args:
            answers: Function that returns the rows.
        """
        object.__setattr__(self, "_answers", answers)
        return self

    def answers(self) -> list[dict[str, Any]]:
        """Return the predictions of the model: one row for each pair of an original and a perturbed row.

        A row has the name of the transformation, the id of the source row (``source_id``), and for both sides
        (``original_``, ``perturbed_``) the inputs by role, ``gold``, ``answer``, ``status``, ``probability`` and
        ``score`` (from 0 to 1). For a language model whose texts are stored, it also has ``raw``, the text that the
        model wrote.

        Raises:
            UsageError: If the report has no predictions: it was loaded and :meth:`save_answers` was not called, or the
                run had ``analysis=False``.
            DataFileError: If the file of the predictions cannot be read, or belongs to another report.

        Example:
            >>> from datasets import Dataset
            >>> import hf_robust as hr
            >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
            >>> suite = hr.Suite.build(data, "sentiment-classification", [{"name": "word-case", "case": "upper"}])
            >>> report = hr.run(lambda texts: ["pos" if "fine" in text else "neg" for text in texts], suite)
            >>> first = report.answers()[0]
            >>> first["perturbed_text"], first["original_answer"], first["perturbed_answer"], first["perturbed_score"]
            ('A FINE FILM.', 'pos', 'neg', 0.0)
        """
        if self._answers is None:
            raise UsageError(
                "this report holds no answers: hf-robust run --save-answers saves them, in Python "
                "report.save_answers(folder); runs with analysis=False do not keep them"
            )
        return self._answers()

    def save_answers(self, folder: str | Path, *, overwrite: bool = False) -> Path:
        """Write the rows of :meth:`answers` as ``answers.jsonl``. A report that is loaded from the folder reads them.

        Args:
            folder: The folder of the report.
            overwrite: Whether to replace a file that this package did not write.

        Returns:
            The file.

        Raises:
            UsageError: If the report has no predictions, or if the file exists and this package did not write it.

        Example:
            >>> import tempfile
            >>> from datasets import Dataset
            >>> import hf_robust as hr
            >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
            >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
            >>> report = hr.run(lambda texts: ["pos" if "fine" in text else "neg" for text in texts], suite)
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     file = report.save_answers(report.save(folder))
            ...     hr.Report.load(folder).answers() == report.answers()
            True
        """
        return write_answers(self.answers(), self.record, folder, overwrite=overwrite)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a saved report, and its predictions if they were saved in the same folder."""
        report = super().load(path)
        place = Path(path)
        file = (place if place.is_dir() else place.parent) / ANSWERS
        return report.with_answers(lambda: read_answers(file, report.record)) if file.is_file() else report

    def answers_to_pandas(self) -> "pandas.DataFrame":
        """Return the rows of :meth:`answers` as a ``pandas.DataFrame``.

        Raises:
            UsageError: If the report has no predictions.
        """
        import pandas

        return pandas.DataFrame(self.answers())

    @property
    def results(self) -> list[Result]:
        """One result per transformation, in the order of the suite."""
        return self.record["results"]

    def all_results(self) -> list[Result]:
        """The results, followed by the scores of transformations that generate tests."""
        return [*self.results, *map(Result, self.record.get("generated", ()))]

    @classmethod
    def gate_values(cls, record: RobustnessRecord) -> tuple[GatedValue, ...]:
        """The drop of each transformation."""
        return tuple(map(_drop, record.results))

    @staticmethod
    def signature_parts(record: RobustnessRecord) -> dict[str, object]:
        """The suite, its seed, the metric, the score in the worst case of each row, and on how many rows it rests."""
        suite, worst = record.suite, record.worst_case
        return {
            "suite": suite_part(suite.repo or suite.name, suite.version, suite.content_hash),
            "seed": suite.seed,
            "n": worst.n if worst else suite.rows,
            "metric": record.metric.name,
            "worst": scores_part([worst.worst if worst else None]),
        }

    def card_entries(self) -> list[dict]:
        """The entries that :meth:`push_results` writes into the index of a model's card."""
        return suite_results(self.typed_record)

    def since(self, baseline: "Report") -> SinceBaseline:
        """Compare with an earlier report: the score of the originals, of each transformation and of the worst case.

        Args:
            baseline: The earlier report, as returned by :meth:`load`.

        Returns:
            The changes. Their attribute ``falls`` lists the scores that fell significantly.

        Raises:
            UsageError: If the reports have nothing in common that can be compared.
            DataFileError: If the earlier report is damaged.
        """
        return since(baseline.typed_record, self.typed_record)

    def __repr__(self) -> str:
        model, suite = self.record["model"]["name"], self.record["suite"]["name"]
        return f"Report(model={model!r}, suite={suite!r}, results={len(self.results)})"
