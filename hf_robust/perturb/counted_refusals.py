"""How many rows transformations change, and why they leave the others."""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.checks import whole_number
from hf_robust.core.doc import plain_text
from hf_robust.core.errors import EmptyDataError, MissingResource
from hf_robust.core.randomness import row_key
from hf_robust.core.reasons import ReasonKind, counted_reason, reason_kind
from hf_robust.perturb.perturbation import Perturb
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.chains import Entry, annotated_for, applicable, config_name

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

_ROWS = 500  # rows that are in memory at a time
FAULT = "fault"
"""The kind of a reason that is an exception."""


class UnchangedExample(NamedTuple):
    """A row that stayed as it is.

    Args:
        row: Its id.
        reason: Its own reason, with the words and numbers that :attr:`ReasonCount.reason` leaves out.
    """

    row: str
    text: str
    reason: str


@dataclass(frozen=True)
class ReasonCount:
    """A reason, and the rows that have it.

    Args:
        reason: The reason, without quoted words and numbers.
        kind: ``no_candidate``, ``refused``, ``same`` or ``fault``, see :class:`~hf_robust.core.reasons.ReasonKind`.
        rows: How many rows have it.
        examples: Some of them, drawn by their ids.
    """

    reason: str
    kind: str
    rows: int
    examples: tuple[UnchangedExample, ...]


@dataclass(frozen=True)
class RowCounts:
    """What became of the rows under one transformation or chain.

    Args:
        name: Name of the transformation, with its parameters.
        rows: How many rows there were.
        changed: How many changed.
        reasons: Why the others did not, the most frequent reason first.
    """

    name: str
    version: str
    rows: int
    changed: int
    reasons: tuple[ReasonCount, ...]

    @property
    def eligible(self) -> int:
        """How many rows could change: all but those in which there was nothing to change."""
        idle = (ReasonKind.NO_CANDIDATE, ReasonKind.SAME)
        return self.rows - sum(one.rows for one in self.reasons if one.kind in idle)

    def describe(self) -> dict[str, Any]:
        """The counts, shares and reasons as plain values."""
        counts = {"rows": self.rows, "changed": self.changed, "eligible": self.eligible}
        shares = {
            "coverage": self.changed / self.rows,
            "coverage_of_eligible": self.changed / self.eligible if self.eligible else None,
        }
        reasons = [{**asdict(one), "examples": [each._asdict() for each in one.examples]} for one in self.reasons]
        return {"name": self.name, "version": self.version, **counts, **shares, "reasons": reasons}


@dataclass
class _Tally:
    """Counts of one transformation, batch by batch."""

    perturb: Perturb
    examples: int
    rows: int = 0
    changed: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    drawn: dict[tuple[str, str], list[tuple[int, str, str, str]]] = field(default_factory=dict)

    def add(self, records: Iterable[Mapping[str, Any]], texts: Sequence[str]) -> None:
        for record, text in zip(records, texts, strict=True):
            self.rows += 1
            if record["status"] == "changed":
                self.changed += 1
                continue
            fault = record["status"] == FAULT
            reason = record["reason"] if fault else counted_reason(record["reason"])
            key = (reason, FAULT if fault else str(reason_kind(record["reason"])))
            self.counts[key] += 1
            # the smallest of all keys: a sample that depends neither on the order nor on the size of the batches
            kept = self.drawn.setdefault(key, [])
            heapq.heappush(kept, (-row_key(record["source_id"]), record["source_id"], text, record["reason"]))
            if len(kept) > self.examples:
                heapq.heappop(kept)

    def counted(self) -> RowCounts:
        reasons = tuple(
            ReasonCount(*key, rows, tuple(UnchangedExample(*one[1:]) for one in sorted(self.drawn[key], reverse=True)))
            for key, rows in self.counts.most_common()
        )
        version = "+".join(stage.version for stage in self.perturb.stages)
        return RowCounts(config_name(self.perturb.stages), version, self.rows, self.changed, reasons)


def refusals(
    dataset: "Dataset | IterableDataset",
    task: Task | str,
    transformations: Sequence[Entry] | None = None,
    *,
    examples: int = 2,
    seed: int = 0,
    nlp: str | None = None,
) -> list[RowCounts]:
    """Count the rows that transformations change, and the reasons why the others stay as they are.

    The rows are read once, some hundreds at a time, and no perturbed row is kept.

    Args:
        dataset: The rows; a stream is read to its end.
        task: The task with the columns, or its id.
        transformations: Names, objects, mappings with parameters, or chains. None: all that apply to the task and
            whose resources are installed.
        examples: How many rows are drawn for each reason.
        seed: Seed of the transformations.
        nlp: spaCy pipeline, name or folder.

    Returns:
        The counts of each transformation, in the order given.

    Raises:
        UnknownNameError: When there is no such transformation.
        MissingResource: When one that is named needs something that is not installed.
        EmptyDataError: When there are no rows.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_dict({"text": ["It is late.", "Late."], "label": [0, 0]})
        >>> (found,) = refusals(rows, "sentiment-classification", ["contraction"])
        >>> found.changed, found.eligible, found.reasons[0].reason
        (1, 1, 'the text has no contractions and no phrases that can be contracted')
    """
    task = as_task(task)
    whole_number(examples, "examples", 1)
    tallies = [_Tally(one, examples) for one in _perturbations(task, transformations, seed, nlp)]
    for batch in _batches(dataset):
        bound = task.bind(batch, labels=any(tally.perturb.plan.reads_labels for tally in tallies))
        texts = _texts(batch, bound)
        annotated = annotated_for(batch, bound, [tally.perturb.stages for tally in tallies], nlp)
        for tally in tallies:
            out = annotated.map(tally.perturb, batched=True, load_from_cache_file=False, keep_in_memory=True)
            tally.add(out["robust"][:], texts)
    if not tallies or not tallies[0].rows:
        raise EmptyDataError("the dataset has no rows, or no transformation applies to the task")
    return [tally.counted() for tally in tallies]


def _perturbations(task: Task, entries: Sequence[Entry] | None, seed: int, nlp: str | None) -> Iterator[Perturb]:
    for entry in applicable(task) if entries is None else entries:
        try:
            yield Perturb(entry, task, seed=seed, keep="all", nlp=nlp)
        except MissingResource:
            if entries is not None:
                raise


def _batches(dataset: "Dataset | IterableDataset") -> Iterator["Dataset"]:
    from datasets import Dataset

    for batch in dataset.iter(batch_size=_ROWS):
        yield Dataset.from_dict(batch, features=dataset.features)


def _texts(batch: "Dataset", task: Task) -> list[str]:
    """The texts of each row, joined."""
    columns = [[plain_text(value, task.spoken) for value in batch[task.column(role)][:]] for role in task.fields]
    return [" / ".join(texts) for texts in zip(*columns)]
