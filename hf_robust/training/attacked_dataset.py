"""The rows of an epoch that attacks on the model of the moment found among the training rows."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.attack_rows import Attack
from hf_robust.attacks.attacked_columns import rebuilt
from hf_robust.attacks.results import SUCCESSFUL, AttackResult
from hf_robust.core.files import write_files
from hf_robust.core.json_text import parse_json
from hf_robust.core.randomness import RowRandom
from hf_robust.tasks.base import Task
from hf_robust.training.extended_dataset import Encode, ExtendedDataset, check_rows

if TYPE_CHECKING:
    from datasets import Dataset

FILE = "attacked_rows.json"
_LEAST = 64  # rows that are attacked at once


@dataclass(frozen=True)
class AttackedExamples:
    """What attacks found for an epoch.

    Args:
        results: The successes, by the places of their rows.
        clean: Rows that stand in the slots that are left.
        tried: Rows that were attacked, or skipped as the model was wrong about them.
        queries: What the attacks asked.
    """

    epoch: int
    results: Sequence[AttackResult]
    clean: Sequence[int]
    tried: int
    queries: int

    def save(self, folder: Path, key: str) -> None:
        """Keep them beside a checkpoint: a run that is resumed within the epoch must have the same rows.

        Args:
            folder: Folder of the checkpoint.
            key: What they hold for.
        """
        facts = {"epoch": self.epoch, "clean": list(self.clean), "tried": self.tried, "queries": self.queries}
        record = {"key": key, **facts, "results": [result.describe() for result in self.results]}
        write_files(folder, {FILE: json.dumps(record).encode()})

    @classmethod
    def load(cls, folder: Path, key: str, epoch: int) -> "AttackedExamples | None":
        """What was kept beside a checkpoint for an epoch; None where nothing was, or for other rows."""
        try:
            record = parse_json((folder / FILE).read_text(encoding="utf-8"))
            if record.pop("key") != key or record["epoch"] != epoch:
                return None
            results = [AttackResult.from_record(one) for one in record.pop("results")]
            return cls(results=results, **record)
        except (OSError, ValueError, KeyError, TypeError):
            return None


class AttackedDataset(ExtendedDataset):
    """Clean rows, and slots for those that attacks on the model of the moment find; see ``hr.AttackCallback``.

    Args:
        dataset: Labeled rows with their text.
        task: The task with the columns.
        share: Slots, as a share of the clean rows.
        encode: As for :class:`ExtendedDataset`.
        remove_columns: Columns to drop after ``encode``.
    """

    def __init__(
        self,
        dataset: "Dataset",
        task: Task,
        attack: Attack,
        share: float,
        encode: Encode | None = None,
        remove_columns: Sequence[str] = (),
    ):
        check_rows(dataset, task, encode)
        super().__init__(dataset, task, max(1, round(share * len(dataset))), encode, remove_columns)
        self.attack = attack
        self.share = share
        self.rows = dataset.with_format(None).remove_columns([n for n in dataset.column_names if n == "robust"])

    def __repr__(self) -> str:
        return f"AttackedDataset({len(self._clean)} clean + {self._slots} by {self.attack.name}; epoch {self.epoch})"

    def find(self, epoch: int, model: Any, task: Task) -> AttackedExamples:
        """Attack rows in random order until all slots are filled, or no row is left.

        Args:
            epoch: The epoch: its number orders the rows.
            model: A predictor over the model of the moment.
            task: The bound task, with its label names.
        """
        order = list(RowRandom(f"attack|{self.attack.seed}|{epoch}".encode()).permuted(range(len(self.rows))))
        engine = self.attack.on(task, model).engine(task)
        results_kept: list[AttackResult] = []
        tried = queries = 0
        for indices in _chunks(order, self._slots):
            results = engine.run(self.rows.select(indices))
            tried += len(results)
            queries += sum(result.queries for result in results)
            results_kept += [result.at(indices[result.index]) for result in results if result.status == SUCCESSFUL]
            if len(results_kept) >= self._slots:
                break
        results_kept = results_kept[: self._slots]
        taken = {result.index for result in results_kept}
        left = [index for index in order if index not in taken] or order
        missing = self._slots - len(results_kept)
        return AttackedExamples(
            epoch, results_kept, [left[number % len(left)] for number in range(missing)], tried, queries
        )

    def take(self, examples: AttackedExamples) -> None:
        """Fill the slots with what was found."""
        rows = self.rows.select([result.index for result in examples.results]).to_list()
        rows_made = [rebuilt(self.task, row, result) for row, result in zip(rows, examples.results)]
        columns = {name: [row[name] for row in rows_made] for name in self.rows.column_names} if rows_made else {}
        counts = {self.attack.name: len(rows_made), "clean": len(examples.clean), "attacked": examples.tried}
        self.put(examples.epoch, columns, examples.clean, {**counts, "queries": examples.queries})

    def nothing(self, epoch: int) -> Mapping[str, int]:
        """Fill the slots with clean rows."""
        counts = {self.attack.name: 0, "clean": self._slots, "attacked": 0, "queries": 0}
        self.put(epoch, {}, range(self._slots), counts)
        return counts


def _chunks(order: Sequence[int], slots: int) -> Iterator[list[int]]:
    """The rows in the order in which they are attacked: as many as slots, then fewer at a time."""
    start, size = 0, max(_LEAST, slots)
    while start < len(order):
        yield list(order[start : start + size])
        start, size = start + size, max(_LEAST, size // 2)
