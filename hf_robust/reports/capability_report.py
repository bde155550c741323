"""The report of a capability suite: what its record holds, and the class that ``hf_robust.run`` returns for one."""

from dataclasses import dataclass

from hf_robust.core.record_shape import INTERVAL, MAYBE_NUMBER, MAYBE_TEXT, Added, Maybe
from hf_robust.reports.audit_words import AUDIT
from hf_robust.reports.base import BaseReport
from hf_robust.reports.capability_view import capability_view
from hf_robust.reports.model_card import capability_results
from hf_robust.reports.record import EXAMPLE, HEADER, MODEL, PREDICTIONS, Schema
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.signature import lowest, scores_part, suite_part

_RATE = {"failure_rate": MAYBE_NUMBER, "interval": Maybe(INTERVAL), "n_failed": int, "n": int}
_CASES = {
    **_RATE,
    "total": int,
    "left_out": {"*": int},
    "oracle_confidence": MAYBE_NUMBER,
    "sources": Added(int),  # distinct rows that the cases were made of
}
_OVERALL = {"failure_rate": MAYBE_NUMBER, "weighted": MAYBE_NUMBER, "capabilities": int, "n": int}
_EXAMPLE = {
    "case_id": str,
    "kind": str,
    "test": str,
    "template": MAYBE_TEXT,
    "accepted": [str],
    "expectation": MAYBE_TEXT,
    "expected_label": MAYBE_TEXT,
    "prediction": str,
    "score": MAYBE_NUMBER,
    "compared_prediction": MAYBE_TEXT,
    "compared_score": MAYBE_NUMBER,
    "fields": EXAMPLE["fields"],
    "root_cause": Maybe(dict),
}
_DIVERSITY = [{"size": int, "self_bleu": MAYBE_NUMBER, "productions": MAYBE_NUMBER}]
_RESULT = {
    "id": str,
    "name": str,
    "description": str,
    "oracle_confidence": MAYBE_NUMBER,
    "audit": Added(AUDIT),
    "searched": {"*": int},
    "tests": [str],
    "seeds": _CASES,
    "expanded": _CASES,
    "pass_to_fail": Maybe(
        {
            "pass_to_fail": int,
            "pass_to_fail_rate": MAYBE_NUMBER,
            "interval": Maybe(INTERVAL),
            "n_passed": int,
            "n": int,
        }
    ),
    "templates": [{"template": str, **_RATE}],
    "diversity": {"seeds": _DIVERSITY, "expanded": _DIVERSITY},
    "examples": [_EXAMPLE],
}
_SUITE = {
    "name": MAYBE_TEXT,
    "version": MAYBE_TEXT,
    "repo": MAYBE_TEXT,
    "revision": MAYBE_TEXT,
    "commit": MAYBE_TEXT,
    "content_hash": str,
    "task": str,
    "dataset": MAYBE_TEXT,
    "split": MAYBE_TEXT,
    "seed": Maybe(int),
    "rows": Maybe(int),
    "k": Maybe(int),
    "selection": MAYBE_TEXT,
    "specification": Maybe({"name": str, "version": str, "source": str, "sha256": MAYBE_TEXT}),
}
_OPTIONS = {"min_confidence": MAYBE_NUMBER, "unrated": Added(str), "diversity": [int], "explain": bool}


def _least_confidence(record: dict) -> dict:
    """Version 1 called the least confidence after the oracle."""
    options = record.get("options")
    if isinstance(options, dict) and "min_oracle_confidence" in options:
        renamed = {key: value for key, value in options.items() if key != "min_oracle_confidence"}
        record = record | {"options": {"min_confidence": options["min_oracle_confidence"], **renamed}}
    return record


SCHEMA = Schema(
    what="record of capabilities",
    file_name="capabilities.json",
    migrations=(_least_confidence,),
    stamp={"kind": "capabilities"},
    keys={
        "kind": str,
        **HEADER,
        "model": MODEL,
        "suite": _SUITE,
        "options": _OPTIONS,
        "results": [_RESULT],
        "overall": {"seeds": _OVERALL, "expanded": _OVERALL, "pass_to_fail": int},
        "skipped": [{"name": str, "reason": str}],
        "predictions": PREDICTIONS,
    },
)


@dataclass(frozen=True, repr=False)
class CapabilityReport(BaseReport):
    """The outcome of a model on a capability suite; made by :func:`hf_robust.run`.

    ``report[id]`` is the result of a capability, by its id or its name.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["The plot is terrible."], "label": ["negative"]})
        >>> suite = hr.capabilities("sentiment-classification").build(data, only=["LC6"], expand=False)
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
        """One result for each capability that was measured, in the order of the suite."""
        return self.record["results"]

    @property
    def skipped(self) -> dict[str, str]:
        """Why capabilities were not measured, by id."""
        return {one["name"]: one["reason"] for one in self.record["skipped"]}

    def result(self, id: str) -> Result:
        """The result of one capability; ``report[id]`` is the same.

        Raises:
            UnknownNameError: It was not measured.
        """
        return self[id]

    def names_of(self, result: Result) -> tuple[str, ...]:
        """The id and the name of a capability."""
        return result["id"], result["name"]

    def signature_parts(self) -> dict[str, object]:
        """The suite, its seed, the cases made from rows, and the capability of which the fewest of them pass."""
        suite, rates = self.record["suite"], [result["seeds"]["failure_rate"] for result in self.results]
        return {
            "suite": suite_part(suite),
            "seed": suite["seed"],
            "n": self.record["overall"]["seeds"]["n"],
            "metric": "pass_rate",
            "worst": scores_part([lowest(None if rate is None else 1 - rate for rate in rates)]),
        }

    def card_entries(self) -> list[dict]:
        """The entries that :meth:`push_results` writes into the index of a model's card."""
        return capability_results(self.record)

    def __repr__(self) -> str:
        model, suite = self.record["model"]["name"], self.record["suite"]["name"]
        return f"CapabilityReport(model={model!r}, suite={suite!r}, results={len(self.results)})"
