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
    """The report of a search for the chains of transformations that reduce the score of a model most.

    :func:`hf_robust.worst_chains` returns it.

    ``report[name]`` is a chain. Its name consists of the names of its transformations, joined by ``+``.

    Args:
        record: The record. The report keeps a cleaned copy. A record without a version is read as the current version.

    Raises:
        UsageError: If a key is missing from the record or a value has the wrong type.
    """

    schema = SCHEMA
    result_noun = "chain"
    page_name = "chains.html"
    build = staticmethod(chain_view)

    @property
    def chains(self) -> list[dict]:
        """The worst chains of the search, evaluated on rows that the search did not use, sorted by ascending score."""
        return self.record["chains"]

    def all_results(self) -> list[Result]:
        """Return the chains."""
        return list(map(Result, self.chains))

    @staticmethod
    def signature_parts(record: ChainRecord) -> dict[str, object]:
        """Return the dataset, the seed, the number of evaluation rows, the metric, and the lowest score of a chain."""
        return {
            "data": data_part(record.data.dataset, record.data.config, record.data.split),
            "seed": record.options.seed,
            "n": record.judged.rows,
            "metric": record.metric.name,
            "worst": scores_part([lowest(chain.score for chain in record.chains)]),
        }

    def __repr__(self) -> str:
        return f"ChainReport(model={self.record['model']['name']!r}, chains={len(self.chains)})"
