"""The report of a suite: what its record holds, and the class that ``hf_robust.run`` returns."""

from dataclasses import dataclass
from pathlib import Path

from hf_robust.core.record_shape import INTERVAL, MAYBE_NUMBER, MAYBE_TEXT, NUMBER, Added, Maybe
from hf_robust.reports.analysis.analysis_sections import ANALYSIS
from hf_robust.reports.audit_words import AUDIT
from hf_robust.reports.base import BaseReport
from hf_robust.reports.model_card import suite_results
from hf_robust.reports.record import EXAMPLE, HEADER, MODEL, PREDICTIONS, Schema
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.row_marks import MARKS
from hf_robust.reports.signature import scores_part, suite_part
from hf_robust.reports.since_baseline import SinceBaseline, since
from hf_robust.reports.suite_view import suite_view


def _without_ratings(record: dict) -> dict:
    """Version 1 did not say what people thought of the transformed texts."""
    results = record.get("results")
    if isinstance(results, list):
        record = record | {"results": [{"human": None, **r} if isinstance(r, dict) else r for r in results]}
    return record


_HUMAN = {
    "transformation": str,
    "seed_names": [str],
    "tasks": [str],
    "own": bool,
    "plausibility": [NUMBER, NUMBER],
    "grammaticality": [NUMBER, NUMBER],
    "confidence": NUMBER,
}
# for a comparison with a later report: which rows are right, or where that is not known the error of the score
_COMPARED = {"rows": Added(MARKS), "standard_error": Added(MAYBE_NUMBER)}
_RESULT = {
    "name": str,
    "stages": [{"name": str, "version": str, "params": dict}],
    "level": str,
    "linguistics": str,
    "effect": str,
    "summary": str,
    "n": int,
    "total": int,
    "coverage": MAYBE_NUMBER,
    "unchanged": int,
    "not_applicable": int,
    "reasons": {"*": int},
    "faults": Added(int),  # rows in which a transformation raised an exception
    "exceptions": Added({"*": int}),  # those of the reasons that are exceptions
    "left_out": Added({"*": int}),  # pairs that validators left out of the suite
    "original": MAYBE_NUMBER,
    "perturbed": MAYBE_NUMBER,
    "drop": MAYBE_NUMBER,
    "relative_drop": MAYBE_NUMBER,
    "interval": INTERVAL,
    "p_value": MAYBE_NUMBER,
    "p_adjusted": MAYBE_NUMBER,
    "consistency": MAYBE_NUMBER,
    "labels_move": Added(bool),  # rows have other numbers of labels after the change
    "broken": Maybe(int),
    "mended": Maybe(int),  # wrong before, right after
    "secondary": {"*": Maybe([MAYBE_NUMBER, MAYBE_NUMBER])},
    "human": Added(Maybe(_HUMAN)),  # in records of earlier versions
    "audit": Added(AUDIT),  # what raters said of outputs of this version
    "sources": Added(int),  # different original inputs behind n
    "kappa": Added(MAYBE_NUMBER),  # between the predicted labels before and after
    "predicted": Added(Maybe({"before": {"*": NUMBER}, "after": {"*": NUMBER}})),  # shares of predicted labels
    # inputs that were cut at the model's limit, and pairs that are then the same input
    "truncated": Added({"inputs": int, "of": int, "identical": int, "pairs": int, "left_out": bool}),
    "unanswerable": Added([int, int]),  # questions without an answer, before and after
    **_COMPARED,  # of the perturbed rows
    "examples": [EXAMPLE],
}
GENERATED = {  # tests of their own, which are no versions of rows
    "name": str,
    "stages": [{"name": str, "version": str, "params": dict}],
    "linguistics": str,
    "level": str,
    "summary": str,
    "n": int,
    "total": int,
    "reasons": {"*": int},
    "score": MAYBE_NUMBER,
    "interval": INTERVAL,
    "audit": Added(AUDIT),
    "examples": [
        {
            "source_id": str,
            "gold": str,
            "prediction": str,
            "score": MAYBE_NUMBER,
            "texts": [{"field": str, "text": str}],
        }
    ],
}
_GROUP = {"*": {"n_results": int, "original": MAYBE_NUMBER, "perturbed": MAYBE_NUMBER, "drop": MAYBE_NUMBER}}
SUITE = {
    "name": str,
    "version": MAYBE_TEXT,
    "repo": MAYBE_TEXT,
    "revision": MAYBE_TEXT,
    "commit": MAYBE_TEXT,
    "content_hash": str,
    "task": str,
    "dataset": MAYBE_TEXT,
    "split": MAYBE_TEXT,
    "seed": int,
    "rows": int,
    "attacked": Added(Maybe({"name": str, "revision": MAYBE_TEXT})),  # the model against which an attack found the rows
}
# shares of gold and predicted labels over the originals, and the score of the most frequent label on every row
LABELS = {
    "n": int,
    "majority": str,
    "majority_share": NUMBER,
    "gold": {"*": NUMBER},
    "predicted": {"*": NUMBER},
    "accuracy": Added(NUMBER),
    "candidates": Added(int),  # of each row, where labels are positions of candidates
}
_WORST_CASE = {
    "n": int,
    "sources": Added(int),  # different original inputs behind n
    "original": MAYBE_NUMBER,
    "worst": MAYBE_NUMBER,
    "drop": MAYBE_NUMBER,
    "interval": INTERVAL,
    "random_flips": Added(MAYBE_NUMBER),  # what random flips at the measured consistency would leave
    **_COMPARED,
}
SCHEMA = Schema(
    what="report record",
    file_name="report.json",
    migrations=(_without_ratings,),
    keys={
        **HEADER,
        "model": MODEL,
        "suite": SUITE,
        "metric": {"name": str, "label": str, "secondary": [str], "chance": Added(MAYBE_NUMBER)},
        "options": Added({"min_confidence": MAYBE_NUMBER, "unrated": str}),
        "predictions": PREDICTIONS,
        "originals": Added(
            {"n": int, "sources": Added(int), "score": MAYBE_NUMBER, **_COMPARED}
        ),  # each original row once
        "labels": Added(Maybe(LABELS)),
        "results": [_RESULT],
        "generated": Added([GENERATED]),
        # rows of an attack's suite that the model had right, and of those that it then has wrong
        "transfer": Added({"right": int, "wrong": int, "rate": MAYBE_NUMBER, "interval": INTERVAL}),
        "worst_case": Maybe(_WORST_CASE),
        "groups": {"linguistics": _GROUP, "level": _GROUP},
        "analysis": Added(ANALYSIS),
        "skipped": [{"name": str, "reason": str}],
    },
)
SCHEMA_VERSION = SCHEMA.version


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
class Report(BaseReport):
    """The outcome of running a model on a suite; made by :func:`hf_robust.run`.

    Args:
        record: The record; a cleaned copy is kept.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.

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

    @property
    def results(self) -> list[Result]:
        """One result for each transformation of rows, in the order of the suite."""
        return self.record["results"]

    def all_results(self) -> list[Result]:
        """The results, and then the scores of transformations that make tests of their own."""
        return [*self.results, *map(Result, self.record.get("generated", ()))]

    def signature_parts(self) -> dict[str, object]:
        """The suite, its seed and rows, the metric, and the score in the worst case of each row."""
        suite, worst = self.record["suite"], self.record["worst_case"]
        return {
            "suite": suite_part(suite),
            "seed": suite["seed"],
            "n": suite["rows"],
            "metric": self.record["metric"]["name"],
            "worst": scores_part([worst["worst"] if worst else None]),
        }

    def card_entries(self) -> list[dict]:
        """The entries that :meth:`push_results` writes into the index of a model's card."""
        return suite_results(self.record)

    def since(self, baseline: "Report") -> SinceBaseline:
        """Compare with an earlier report: the score of the originals, of each transformation and of the worst case.

        Args:
            baseline: The earlier report, as :meth:`load` reads it.

        Returns:
            What changed; its ``falls`` are what fell by more than chance explains.

        Raises:
            UsageError: The reports share nothing that could be compared.
            DataFileError: The earlier report is damaged.
        """
        return since(baseline.record, self.record)

    def __repr__(self) -> str:
        model, suite = self.record["model"]["name"], self.record["suite"]["name"]
        return f"Report(model={model!r}, suite={suite!r}, results={len(self.results)})"
