"""The report of a search for the worst chains of transformations."""

from dataclasses import dataclass

from hf_robust.reports.base import BaseReport
from hf_robust.reports.chain_view import chain_view
from hf_robust.reports.record import Schema
from hf_robust.reports.records.chain_records import ChainRecord
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.signature import data_part, lowest, scores_part

SCHEMA = Schema(
    noun="record of a search for chains",
    file_name="chains.json",
    stamp={"kind": "chains"},
    type=ChainRecord,
)


@dataclass(frozen=True, repr=False)
class ChainReport(BaseReport[ChainRecord]):
    """The chains of transformations that harm a model most; made by :func:`hf_robust.worst_chains`.

    ``report[name]`` is a chain, by the names of its transformations joined by ``+``.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.
    """

    schema = SCHEMA
    result_noun = "chain"
    page_name = "chains.html"
    build = staticmethod(chain_view)

    @property
    def chains(self) -> list[dict]:
        """The worst chains of the search, on rows that it did not see; the lowest score first."""
        return self.record["chains"]

    def all_results(self) -> list[Result]:
        """The chains."""
        return list(map(Result, self.chains))

    @staticmethod
    def signature_parts(record: ChainRecord) -> dict[str, object]:
        """The data, the seed, the rows that judge the chains, the metric, and the lowest score under a chain."""
        return {
            "data": data_part(record.data.dataset, record.data.config, record.data.split),
            "seed": record.options.seed,
            "n": record.judged.rows,
            "metric": record.metric.name,
            "worst": scores_part([lowest(chain.score for chain in record.chains)]),
        }

    def __repr__(self) -> str:
        return f"ChainReport(model={self.record['model']['name']!r}, chains={len(self.chains)})"
