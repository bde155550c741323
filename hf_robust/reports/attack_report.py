"""The report of an attack: what its record holds, and the class that :func:`hf_robust.attack` returns a subclass of."""

from dataclasses import dataclass, replace
from typing import Self

from hf_robust.core.errors import UsageError
from hf_robust.reports.attack_view import attack_view
from hf_robust.reports.attack_words import kept_word
from hf_robust.reports.base import BaseReport
from hf_robust.reports.gates import SUCCESS, Measured
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
    """The outcome of an attack; made by :func:`hf_robust.attack`.

    ``report[row_id]`` is what became of a row, by its id.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.
    """

    schema = SCHEMA
    result_noun = "row"
    page_name = "attack.html"
    build = staticmethod(attack_view)

    def with_read(self, kept: int, n: int) -> Self:
        """The report with what readers of its examples found, which then stands beside the success rate.

        Args:
            kept: Examples of which they would keep the label.
            n: Examples that they read, drawn at random from the successes.

        Raises:
            UsageError: The numbers do not fit.
        """
        if not (isinstance(kept, int) and isinstance(n, int) and 0 <= kept <= n and n > 0):
            raise UsageError(
                f"with_read needs examples kept of examples read, such as (45, 50); found ({kept!r}, {n!r})"
            )
        read = {"n": n, "kept": kept, "interval": list(wilson(kept, n))}
        return replace(self, record={**self.record, "read": read})

    @classmethod
    def gate_values(cls, record: AttackRecord) -> tuple[Measured, ...]:
        """The success rate of the attack."""
        summary = record.summary
        hits, resisted = (summary.counts.get(status, 0) for status in ("successful", "failed"))
        rate, n = summary.success_rate, hits + resisted
        exact = rate is not None and n > 0 and abs(hits / n - rate) < _ROUNDING
        name = record.attack.recipe
        return (Measured(name, SUCCESS, rate, n, hits=hits if exact else None, interval=summary.interval),)

    def _result(self, index: int, numbers: dict) -> Result:
        """A result without an entry: rows have none of their own on the page."""
        return Result(numbers)

    def names_of(self, result: Result) -> tuple[str, ...]:
        """The id of a row."""
        return (result["row_id"],)

    @staticmethod
    def signature_parts(record: AttackRecord) -> dict[str, object]:
        """The data, the recipe, its seed, the rows, and the accuracy under attack."""
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
        """The entries that :meth:`push_results` writes into the index of a model's card."""
        return attack_results(self.typed_record)

    def __repr__(self) -> str:
        record = self.record
        return f"{type(self).__name__}({record['attack']['recipe']!r}, rows={record['data']['rows']})"
