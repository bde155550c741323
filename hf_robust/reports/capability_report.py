"""The report of a capability suite: what its record holds, and the class that ``hf_robust.run`` returns for one."""

from dataclasses import dataclass

from hf_robust.reports.base import BaseReport
from hf_robust.reports.capability_view import capability_view
from hf_robust.reports.gates import FAILURE, GatedValue
from hf_robust.reports.model_card import capability_results
from hf_robust.reports.record import Schema
from hf_robust.reports.records.capability_records import CapabilityRecord, CapabilityResult
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.signature import lowest, scores_part, suite_part


def _least_confidence(record: dict) -> dict:
    """Version 1 called the least confidence after the oracle."""
    options = record.get("options")
    if isinstance(options, dict) and "min_oracle_confidence" in options:
        renamed = {key: value for key, value in options.items() if key != "min_oracle_confidence"}
        record = record | {"options": {"min_confidence": options["min_oracle_confidence"], **renamed}}
    return record


SCHEMA = Schema(
    noun="record of capabilities",
    file_name="capabilities.json",
    migrations=(_least_confidence,),
    stamp={"kind": "capabilities"},
    type=CapabilityRecord,
)


def _failures(result: CapabilityResult) -> GatedValue:
    """The failure rate of a capability. Counts decide where the cases are made of distinct rows."""
    seeds = result.seeds
    return GatedValue(
        name=result.id,
        quantity=FAILURE,
        value=seeds.failure_rate,
        n=seeds.n,
        hits=seeds.n_failed if seeds.sources == seeds.n else None,
        interval=seeds.interval,
        also=(result.name,),
    )


@dataclass(frozen=True, repr=False)
class CapabilityReport(BaseReport[CapabilityRecord]):
    """The report of a model on a capability suite. :func:`hf_robust.run` returns it.

    ``report[id]`` is the result of a capability. The key is its id or its name.

    Args:
        record: The record. The report keeps a cleaned copy. A record without a version is read as the current version.

    Raises:
        UsageError: If a key is missing from the record or a value has the wrong type.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["The plot is terrible."], "label": ["negative"]})
        >>> suite = hr.CapabilitySuite.build("sentiment-classification", data, only=["LC6"], expand=False)
        >>> report = hr.run(lambda texts: ["negative"] * len(texts), suite)
        >>> report.result("LC6")["seeds"]["failure_rate"], report.skipped
        (1.0, {})
        >>> for failure in report.failures(fail_under=0.5): print(failure)
        LC6 (Negation of negative at the end): 0.0% of 9 cases pass, below 50.0%
    """

    schema = SCHEMA
    result_noun = "capability"
    page_name = "capabilities.html"
    build = staticmethod(capability_view)

    @property
    def results(self) -> list[Result]:
        """The results, one per measured capability, in the order of the suite."""
        return self.record["results"]

    @property
    def skipped(self) -> dict[str, str]:
        """The capabilities that were not measured: the reason by id."""
        return {one["name"]: one["reason"] for one in self.record["skipped"]}

    def result(self, id: str) -> Result:
        """Return the result of one capability, like ``report[id]``.

        Args:
            id: Id or name of the capability.

        Raises:
            UnknownNameError: If the capability was not measured.
        """
        return self[id]

    def names_of(self, result: Result) -> tuple[str, ...]:
        """Return the id and the name of a capability."""
        return result["id"], result["name"]

    @classmethod
    def gate_values(cls, record: CapabilityRecord) -> tuple[GatedValue, ...]:
        """Return the failure rate of each capability on its seed cases."""
        return tuple(map(_failures, record.results))

    @staticmethod
    def signature_parts(record: CapabilityRecord) -> dict[str, object]:
        """Return the suite, its seed, the number of seed cases, and the lowest pass rate of a capability on them."""
        rates = [result.seeds.failure_rate for result in record.results]
        suite = record.suite
        return {
            "suite": suite_part(suite.repo or suite.name, suite.version, suite.content_hash),
            "seed": suite.seed,
            "n": record.overall.seeds.n,
            "metric": "pass_rate",
            "worst": scores_part([lowest(None if rate is None else 1 - rate for rate in rates)]),
        }

    def card_entries(self) -> list[dict]:
        """Return the entries that :meth:`push_results` adds to the metadata of a model card."""
        return capability_results(self.typed_record)

    def __repr__(self) -> str:
        model, suite = self.record["model"]["name"], self.record["suite"]["name"]
        return f"CapabilityReport(model={model!r}, suite={suite!r}, results={len(self.results)})"
