"""Entries of robustness suites: what one transformation made of a dataset, each changed row beside its original."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyarrow as pa

from hf_robust.core.doc import plain_text
from hf_robust.core.mapping import is_helper
from hf_robust.core.reasons import BROKEN, counted_reason
from hf_robust.core.text_diff import diff_of_edits
from hf_robust.perturb.perturbation import Perturb
from hf_robust.perturb.provenance import original_column
from hf_robust.perturb.undo_edits import steps_of
from hf_robust.reports.chain_steps import step_words
from hf_robust.reports.formats.stacks import Stack, render_stacks
from hf_robust.reports.prose import Prose
from hf_robust.reports.records.shared_records import ChangedText
from hf_robust.reports.text_segments import show
from hf_robust.reports.view import Example, Examples
from hf_robust.suites.base import BaseEntry
from hf_robust.suites.chain_steps import rows_by_step
from hf_robust.suites.filtering import Sieve, left_out_in_words, sieved
from hf_robust.suites.rows import IN_MEMORY, fields_of, gathered, pieces_of, scratch_file
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.audited_versions import audit_of
from hf_robust.transforms.base import LEVELS
from hf_robust.transforms.transformation_registry import transformations

if TYPE_CHECKING:
    from datasets import Dataset

RECORD = "robust"  # the column that says what was changed
_PROVENANCE = 256  # bytes that it takes for a row, about


@dataclass(frozen=True, repr=False)
class SuiteEntry(BaseEntry):
    """One transformation or chain of a suite. On the Hub it is one config with two aligned splits.

    ``suite["keyboard"].perturbed[3]`` is the perturbed version of ``suite["keyboard"].original[3]``.

    Args:
        name: Name of the config.
        stages: Name, version and parameters of each transformation.
        level: Level of the largest unit that a stage changes: ``character``, ``word`` or ``sentence``.
        linguistics: Linguistic category of all stages. If the stages have different categories, ``combined``.
        effect: Effect on the label.
        summary: One-line description.
        total: Number of rows in the dataset.
        unchanged: Number of rows whose text did not change.
        not_applicable: Number of rows that were not changed for a reason.
        faults: Number of rows in which a transformation raised an exception.
        reasons: Number of rows per reason of ``not_applicable``, without quoted words and numbers, and per exception of
            ``faults``.
        exceptions: The reasons that are exceptions.
        left_out: Number of pairs that each validator removed, if the suite was filtered.
        audit: Ratings of outputs of this version. See :func:`hf_robust.audit.verdicts.as_record`.
        generated: Whether the perturbed rows are new tests and not versions of the original rows.
        original: The original versions of the changed rows.
        perturbed: The changed rows, in the same order.
    """

    splits: ClassVar[tuple[str, ...]] = ("original", "perturbed")

    name: str
    stages: tuple[Mapping[str, Any], ...]
    level: str
    linguistics: str
    effect: str
    summary: str
    total: int
    unchanged: int
    not_applicable: int
    reasons: Mapping[str, int]
    original: "Dataset" = field(repr=False)
    perturbed: "Dataset" = field(repr=False)
    faults: int = 0
    exceptions: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    audit: Mapping[str, Any] | None = None
    generated: bool = False

    def __len__(self) -> int:
        return len(self.perturbed)

    @property
    def n(self) -> int:
        """Number of pairs."""
        return len(self.perturbed)

    def rows_by_step(self) -> tuple[int, ...] | None:
        """Return the number of pairs that each transformation of a chain changed; None if the entry is no chain."""
        return rows_by_step(self.stages, self.perturbed, RECORD)

    def describe(self) -> dict[str, Any]:
        """Return the entry without its rows. Empty values of ``left_out``, ``audit`` and ``generated`` are omitted."""
        described = super().describe()
        optional = ("left_out", "audit", "generated")
        return {key: value for key, value in described.items() if value or key not in optional}

    def audited(self, record: Mapping[str, Any]) -> "SuiteEntry":
        """Return the entry with the ratings of its outputs."""
        return replace(self, audit=dict(record))

    def sieved(self, task: Task | str, sieves: Sequence[Sieve]) -> tuple["SuiteEntry", Counter[str]]:
        """Return the entry without the pairs that do not pass, and the number of pairs that each sieve removed now.

        Args:
            task: The task with the columns, or its id.
        """
        task = as_task(task)
        kept, now = sieved(self.original, self.perturbed, task, sieves)
        left_out = Counter(self.left_out)
        left_out.update(now)  # keeps those that left out none
        rows = {split: data.select(kept) for split, data in self.rows.items()}
        return replace(self, **rows, left_out=dict(left_out)), now

    @classmethod
    def from_record(cls, described: Mapping[str, Any], rows: "Mapping[str, Dataset]") -> "SuiteEntry":
        """Return the entry that :meth:`describe` described."""
        stages = tuple(described["stages"])
        generated = described.get("generated", _makes_tests(stages))  # older suites do not say so
        return super().from_record({**described, "stages": stages, "generated": generated}, rows)

    def summary_row(self) -> dict[str, Any]:
        """Return a one-line summary of the entry: the values by column title."""
        steps = self.rows_by_step()
        return {
            "pairs": self.n,
            "source rows": self.total,
            "unchanged": self.unchanged,
            "not applicable": self.not_applicable,
            **({"faults": self.faults} if self.faults else {}),
            "label": f"label: {self.effect}",
            **({"generated": "generated tests"} if self.generated else {}),
            **({"steps": step_words([one["name"] for one in self.stages], steps)} if steps else {}),
            **({"left out": f"left out: {left_out_in_words(self.left_out)}"} if self.left_out else {}),
        }

    def parts(self) -> dict[str, int]:
        """Return how many source rows changed and how many did not. Several variants of a row count as one row."""
        changed = max(min(self.n, self.total - self.unchanged - self.not_applicable - self.faults), 0)
        return {"rows that changed": changed, "": max(self.total - changed, 0)}

    def stack(self) -> Stack:
        """Return the entry as a bar with its one-line summary, in which the label is only the name of the effect."""
        return Stack(self.name, self.parts(), {**self.summary_row(), "label": self.effect})

    def _repr_html_(self) -> str:
        return render_stacks(
            Prose(self.summary), [self.stack()], Examples(tuple(map(self._example, range(min(self.n, 3)))))
        )

    def _example(self, index: int) -> Example:
        """A pair with its changes marked."""
        original, perturbed = self.original[index], self.perturbed[index]
        texts = []
        for column in dict.fromkeys(edit["field"] for edit in perturbed[RECORD]["edits"]):
            before, after = plain_text(original[column]), plain_text(perturbed[column])
            marked = diff_of_edits(before, after, steps_of(perturbed[RECORD]["edits"], column))
            texts.append(show(ChangedText(field=column, before=before, after=after, diff=tuple(marked))))
        return Example(tuple(texts), ())


def paired(
    name: str, perturb: Perturb, annotated: "Dataset", row_column: str, num_proc: int | None = None
) -> SuiteEntry:
    """Perturb a dataset and pair each changed row with its original.

    Args:
        name: Name of the entry.
        perturb: What changes the rows; it keeps all of them.
        annotated: The rows, with what ``perturb`` reads of them.
        row_column: A column with the number of each row.
        num_proc: Processes for ``datasets.map``.
    """
    # rows that are in memory would come out in memory, too: as they were, as they are, and what was changed
    size = perturb.plan.variants * (2 * annotated.data.nbytes + _PROVENANCE * len(annotated))
    large = not annotated.cache_files and size > IN_MEMORY
    target = {"cache_file_name": scratch_file()} if large else {}
    mapped = annotated.map(perturb, batched=True, num_proc=num_proc, desc=name, **target)
    first, reasons, exceptions, changed = _states(mapped)
    perturbed = mapped.select(changed)
    columns = [table.column(row_column).to_numpy() for table in pieces_of(perturbed, row_column)]
    perturbed = perturbed.remove_columns(row_column)
    task = perturb.plan.task
    texts = {task.column(role) for role in task.text_roles}
    own = [name for name in annotated.column_names if not is_helper(name, texts) and name != row_column]
    stages = tuple({"name": s.name, "version": s.version, "params": s.params} for s in perturb.stages)
    return SuiteEntry(
        name=name,
        stages=stages,
        level=max((s.level for s in perturb.stages), key=LEVELS.index),
        linguistics=_shared({s.linguistics for s in perturb.stages}),
        effect=str(perturb.effect),
        summary=" Then: ".join((type(s).__doc__ or "").strip().split("\n")[0] for s in perturb.stages),
        total=len(annotated),
        unchanged=first["unchanged"],
        not_applicable=first["not_applicable"],
        faults=first["fault"],
        reasons=by_frequency(reasons),
        exceptions=by_frequency(exceptions),
        original=_originals(annotated, own, _joined(columns), perturbed),
        perturbed=perturbed,
        audit=audit_of(stages),
        generated=any(stage.generated for stage in perturb.stages),
    )


def by_frequency(counts: Mapping[str, int]) -> dict[str, int]:
    """Counts by name, the highest first; equal counts in the order of their names.

    The result does not depend on the order in which the rows were counted.

    Example:
        >>> by_frequency({"b": 1, "a": 1, "c": 2})
        {'c': 2, 'a': 1, 'b': 1}
    """
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def joined_facts(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The facts of an entry of which each part of the rows was built by itself.

    Args:
        parts: The facts of each part, see :meth:`SuiteEntry.describe`.

    Example:
        >>> parts = [{"name": "ocr", "total": 2, "reasons": {"no word": 1}}, {"name": "ocr", "total": 3, "reasons": {}}]
        >>> joined_facts(parts)
        {'name': 'ocr', 'total': 5, 'reasons': {'no word': 1}}
    """
    joined = dict(parts[0])
    for name in ("total", "unchanged", "not_applicable", "faults", "n"):
        if name in joined:
            joined[name] = sum(part[name] for part in parts)
    for name in ("reasons", "exceptions"):
        if name in joined:
            joined[name] = by_frequency(sum((Counter(part[name]) for part in parts), Counter()))
    return joined


def _makes_tests(stages: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a stage is a transformation that makes tests of their own; unknown ones are not."""
    known = ((stage["name"], transformations.languages_of(stage["name"])) for stage in stages)
    return any(transformations.get(name, code).generated for name, codes in known for code in codes)


def _states(mapped: "Dataset") -> tuple[Counter, Counter, Counter, np.ndarray]:
    """Statuses of the rows (of their first variant), reasons, exceptions, and the places of rows that changed."""
    first: Counter = Counter()
    reasons: Counter = Counter()
    exceptions: Counter = Counter()
    changed, start = [], 0
    broken: dict[str, str] = {}  # the first broken row of each kind tells how they are broken
    for columns in fields_of(mapped, RECORD, "status", "variant", "reason"):
        statuses, variants, given = (column.to_pylist() for column in columns)
        first.update(status for status, variant in zip(statuses, variants) if variant == 0)
        reasons.update(
            _counted(reason, broken) if status == "not_applicable" else reason
            for reason, status in zip(given, statuses)
            if reason and status in ("not_applicable", "fault")
        )
        exceptions.update(reason for reason, status in zip(given, statuses) if status == "fault")
        changed.append(np.flatnonzero([status == "changed" for status in statuses]) + start)
        start += len(statuses)
    return first, reasons, exceptions, _joined(changed)


def _counted(reason: str, broken: dict[str, str]) -> str:
    """The reason under which a row is counted; of broken rows that of the first one, with its numbers."""
    counted = counted_reason(reason)
    return broken.setdefault(counted, reason) if reason.startswith(BROKEN) else counted


def _joined(parts: Sequence[np.ndarray]) -> np.ndarray:
    return np.concatenate(parts) if parts else np.empty(0, np.int64)


def _originals(dataset: "Dataset", columns: list[str], rows: np.ndarray, perturbed: "Dataset") -> "Dataset":
    """The original rows with a provenance of the same shape, which holds the ids of their perturbed rows.

    Args:
        dataset: All rows.
        columns: The columns that originals have.
        rows: The number of the original of each perturbed row.
        perturbed: The perturbed rows.
    """
    from datasets import Features

    def pieces() -> Iterator[pa.Table]:
        ids = fields_of(perturbed, RECORD, "source_id")
        for table, (own,) in zip(pieces_of(dataset, *columns, rows=rows), ids, strict=True):
            yield table.append_column(RECORD, original_column(own.to_pylist()))

    features = dataset.features
    kinds = Features({**{name: features[name] for name in columns}, RECORD: perturbed.features[RECORD]})
    return gathered(pieces(), kinds.arrow_schema)


def _shared(kinds: set[str]) -> str:
    return kinds.pop() if len(kinds) == 1 else "combined"
