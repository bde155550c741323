"""The report of a corruption benchmark: what its record holds, and the class that the benchmark returns."""

from dataclasses import dataclass
from typing import Any

from hf_robust.core.errors import UnknownNameError
from hf_robust.reports.base import BaseReport
from hf_robust.reports.corruption_view import corruption_view
from hf_robust.reports.record import Schema
from hf_robust.reports.records.corruption_records import CorruptionRecord
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.signature import data_part, lowest, scores_part

SCHEMA = Schema(
    noun="record of a corruption benchmark",
    file_name="corruptions.json",
    stamp={"kind": "corruption-benchmark"},
    type=CorruptionRecord,
)


@dataclass(frozen=True, repr=False)
class CorruptionReport(BaseReport[CorruptionRecord]):
    """The report of a corruption benchmark. :func:`hf_robust.corruption_benchmark` returns it.

    ``report["MODEL / FAMILY / CHOOSE / COUNT"]`` is a cell. With ``mean`` as the count it is the mean over all counts.

    Args:
        record: The record. The report keeps a cleaned copy. A record without a version is read as the current version.

    Raises:
        UsageError: If a key is missing from the record or a value has the wrong type.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> texts = ["A truly wonderful film with wonderful actors.", "A rather tedious story about boring people."]
        >>> data = Dataset.from_dict({"text": texts, "label": ["good", "bad"]})
        >>> def model(texts):
        ...     return ["good" if "wonderful" in text else "bad" for text in texts]
        >>> task = hr.task("sentiment-classification")
        >>> report = hr.corruption_benchmark(data, task, model, ["delete"], (1, 3), ["random"], seeds=(0,))
        >>> report.cell("model", "delete", "random", 3)["score"]
        1.0
    """

    schema = SCHEMA
    result_noun = "cell"
    page_name = "corruptions.html"
    build = staticmethod(corruption_view)

    def all_results(self) -> list[Result]:
        """Return the cells: the scores of each model on each copy of the rows, and the means of these scores."""
        return list(map(Result, self.record["cells"]))

    def names_of(self, result: Result) -> tuple[str, ...]:
        """Return the name of a cell: ``"MODEL / FAMILY / CHOOSE / COUNT"``. ``mean`` is the mean over all counts."""
        count = "mean" if result["count"] is None else str(result["count"])
        return (" / ".join((result["model"], result["family"], result["choose"], count)),)

    @staticmethod
    def signature_parts(record: CorruptionRecord) -> dict[str, object]:
        """Return the dataset, the seeds, the number of shared rows, the metric, and the lowest score of each model.

        Shared rows are the rows that all copies contain.
        """
        of = {model.name: [one.score for one in record.cells if one.model == model.name] for model in record.models}
        return {
            "data": data_part(record.data.dataset, None, record.data.split),
            "seed": ",".join(map(str, record.grid.seeds)) or None,
            "n": record.population.rows,
            "metric": record.metric.name,
            "worst": scores_part(map(lowest, of.values())),
        }

    def cell(self, model: str, family: str, choose: str, count: int | None) -> dict:
        """Return the scores of a model on one copy of the rows.

        Args:
            model: Name of the model.
            family: Name of the family of corruptions.
            choose: ``"random"`` or ``"important"``. For ``"random"``, the scores are means over the seeds.
            count: Number of corrupted words. None returns the mean over all counts.

        Raises:
            UnknownNameError: If there is no such cell.
        """
        return _matching(self.record["cells"], "cell", model=model, family=family, choose=choose, count=count)

    def contrast(self, model: str, family: str, count: int | None) -> dict:
        """Return the score with the most important words corrupted minus the score with random words corrupted.

        The result contains the difference, its confidence interval and its p-values.

        Args:
            model: Name of the model.
            family: Name of the family of corruptions.
            count: Number of corrupted words. None returns the difference of the means over all counts.

        Raises:
            UnknownNameError: If there is no such contrast.
        """
        return _matching(self.record["contrasts"], "contrast", model=model, family=family, count=count)

    def __repr__(self) -> str:
        models = ", ".join(repr(model["name"]) for model in self.record["models"])
        return f"CorruptionReport(models=[{models}], rows={self.record['population']['rows']})"


def _matching(items: list[dict], kind: str, **keys: Any) -> dict:
    for item in items:
        if all(item[key] == value for key, value in keys.items()):
            return item
    known = sorted({" / ".join(str(item[key]) for key in keys) for item in items})
    raise UnknownNameError(kind, " / ".join(map(str, keys.values())), known)
