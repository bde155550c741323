"""The report of an attack: what its record holds, and the class that :func:`hf_robust.attack` returns a subclass of."""

from dataclasses import dataclass, replace
from typing import Self

from hf_robust.core.errors import UsageError
from hf_robust.reports.attack_view import attack_view
from hf_robust.reports.attack_words import kept_word
from hf_robust.reports.base import BaseReport
from hf_robust.reports.gates import SUCCESS, GatedValue
from hf_robust.reports.model_card import attack_results
from hf_robust.reports.record import Schema
from hf_robust.reports.records.attack_records import AttackRecord
from hf_robust.reports.results_by_name import Result
from hf_robust.reports.signature import data_part, scores_part
from hf_robust.scoring import wilson

SCHEMA = Schema(
    noun="record of an attack",
    file_name="attack.json",
    stamp={"kind": "attack"},
    type=AttackRecord,
)
_ROUNDING = 1e-9


@dataclass(frozen=True, repr=False)
class AttackReport(BaseReport[AttackRecord]):
    """The report of an attack. :func:`hf_robust.attack` returns it.

    ``report[row_id]`` is the result of the attack on the row with this id.

    Args:
        record: The record. The report keeps a cleaned copy. A record without a version is read as the current version.

    Raises:
        UsageError: If a key is missing from the record or a value has the wrong type.
    """

    schema = SCHEMA
    result_noun = "row"
    page_name = "attack.html"
    build = staticmethod(attack_view)

    def with_read(self, kept: int, n: int) -> Self:
        """Return the report with the ratings of human readers. The report shows them next to the success rate.

        Args:
            kept: Number of examples whose label the readers would keep.
            n: Number of examples that they read: a random sample of the successful ones.

        Raises:
            UsageError: If the numbers are not integers, if ``n`` is not positive, or if ``kept`` is not from 0 to
                ``n``.
        """
        if not (isinstance(kept, int) and isinstance(n, int) and 0 <= kept <= n and n > 0):
            raise UsageError(
                f"with_read needs examples kept of examples read, such as (45, 50); found ({kept!r}, {n!r})"
            )
        read = {"n": n, "kept": kept, "interval": list(wilson(kept, n))}
        return replace(self, record={**self.record, "read": read})

    @classmethod
    def gate_values(cls, record: AttackRecord) -> tuple[GatedValue, ...]:
        """Return the success rate of the attack."""
        summary = record.summary
        hits, resisted = (summary.counts.get(status, 0) for status in ("successful", "failed"))
        rate, n = summary.success_rate, hits + resisted
        exact = rate is not None and n > 0 and abs(hits / n - rate) < _ROUNDING
        name = record.attack.recipe
        return (GatedValue(name, SUCCESS, rate, n, hits=hits if exact else None, interval=summary.interval),)

    def _result(self, index: int, numbers: dict) -> Result:
        """A result without an entry: rows have none of their own on the page."""
        return Result(numbers)

    def names_of(self, result: Result) -> tuple[str, ...]:
        """Return the id of a row."""
        return (result["row_id"],)

    @staticmethod
    def signature_parts(record: AttackRecord) -> dict[str, object]:
        """Return the dataset, the recipe, its seed, the number of rows, and the accuracy under attack."""
        attack, data = record.attack, record.data
        return {
            "data": data_part(data.dataset, data.config, data.split),
            "attack": f"{attack.recipe}@{attack.version}",
            "seed": attack.seed,
            "n": data.rows,
            "metric": kept_word(record),
            "worst": scores_part([record.summary.accuracy_under_attack]),
        }

    def card_entries(self) -> list[dict]:
        """Return the entries that :meth:`push_results` adds to the metadata of a model card."""
        return attack_results(self.typed_record)

    def __repr__(self) -> str:
        record = self.record
        return f"{type(self).__name__}({record['attack']['recipe']!r}, rows={record['data']['rows']})"
