"""What a build of a robustness suite needs before the first row is perturbed: checks, transformations, facts.

The rows may then be perturbed all at once, or range by range in several processes.
"""

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import EmptyDataError, MissingResource, UsageError
from hf_robust.core.garbage import only_new_objects
from hf_robust.core.protection import Protected, Protection, protection, recorded_protection
from hf_robust.language import resources
from hf_robust.perturb.perturbation import Perturb
from hf_robust.perturb.provenance import check_record
from hf_robust.perturb.unmatched import warn_unmatched
from hf_robust.slices.fitting import Asked, slice_rows, subpopulations_of
from hf_robust.slices.slice_table import SliceTable
from hf_robust.slices.subpopulation import Subpopulation
from hf_robust.suites.hub import named_after, origin_of
from hf_robust.suites.made_datasets import making_call
from hf_robust.suites.pairs import RECORD, SuiteEntry, paired
from hf_robust.suites.row_slices import SLICES, with_slices
from hf_robust.tasks.base import Task
from hf_robust.tasks.columns import check_split, decoded_columns
from hf_robust.tasks.task_ids import as_task
from hf_robust.tasks.unused_ids import unused_id
from hf_robust.tasks.unused_labels import unused_labels
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.chains import SCORED, Entry, annotated_for, applicable, config_name, with_other_rows

if TYPE_CHECKING:
    from datasets import Dataset

_ROW_COLUMN = "robust__place"
_IN_SCRIPT = re.compile(r"it is in ([\w-]+) script")  # a reason of a language: its texts have another script


@dataclass(frozen=True)
class PreparedBuild:
    """A suite that is about to be built.

    Args:
        dataset: All rows, without the columns that a suite adds.
        task: The task, bound to the rows.
        perturbs: What changes the rows, by name of the entry.
        skipped: Transformations that are left out, with the reasons.
        rules: What is protected.
        chosen: Subpopulations; None for none.
        origin: Dataset, split and config, for the record.
        name: Name of the suite.
        seed: Random seed.
        variants: Up to so many outputs a row.
        nlp: spaCy pipeline.
    """

    dataset: "Dataset"
    task: Task
    perturbs: dict[str, Perturb]
    skipped: list[dict[str, str]]
    rules: Protection
    chosen: Sequence[Subpopulation] | None
    origin: dict[str, Any]
    name: str
    seed: int
    variants: int
    nlp: str | None

    def pairs(
        self, rows: range | None = None, num_proc: int | None = None, progress: Callable[[str], None] | None = None
    ) -> tuple[dict[str, SuiteEntry], SliceTable | None]:
        """Perturb the rows.

        Args:
            rows: The rows that are perturbed; None for all. Those that stand beside them are read where a
                transformation needs them, also beyond the range.
            num_proc: Processes for ``datasets.map``.
            progress: Called with the name of each entry before it is built.

        Returns:
            The entries by name, and the slices of all rows where there are some.
        """
        data, nlp, task = self.dataset, self.nlp, self.task
        chains = [perturb.stages for perturb in self.perturbs.values()]
        if rows is not None:
            data = with_other_rows(data, task, chains, rows)
        annotated = annotated_for(data, task, chains, nlp, num_proc, other_rows=rows is None)
        sliced = None
        if self.chosen is not None:
            sliced = self.sliced if rows is not None else self._sliced(annotated, num_proc)
            annotated = with_slices(annotated, sliced, rows)
        place = _ROW_COLUMN
        while place in annotated.column_names:  # a column of the user
            place += "_"
        annotated = annotated.add_column(place, range(len(annotated)))
        entries = {}
        with only_new_objects():
            for label, perturb in self.perturbs.items():
                if progress is not None:
                    progress(label)
                entries[label] = paired(label, perturb, annotated, place, num_proc)
        return entries, sliced

    @cached_property
    def sliced(self) -> SliceTable:
        """The slices of all rows; there must be subpopulations."""
        return self._sliced(self.dataset, None)

    def _sliced(self, rows: "Dataset", num_proc: int | None) -> SliceTable:
        return slice_rows(rows, self.task, self.chosen, nlp=self.nlp, num_proc=num_proc)

    def info(self) -> dict[str, Any]:
        """The facts of the suite, see :class:`hf_robust.Suite`."""
        return {
            "name": self.name,
            "version": None,
            **self.origin,
            "seed": self.seed,
            "variants": self.variants,
            **recorded_protection(self.rules),
            "nlp": self.nlp,
            "rows": len(self.dataset),
            "labels": self.task.labels_in(self.dataset),
            **({"unused_labels": unused} if (unused := unused_labels(self.task, self.dataset)) else {}),
            "skipped": self.skipped,
            "resources": _resources(self.perturbs.values(), self.nlp, self.task.language),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }


def prepared(
    dataset: "Dataset",
    task: Task | str,
    transformations: Sequence[Entry] | None = None,
    *,
    seed: int = 0,
    variants: int = 1,
    protect: Protected = (),
    protect_defaults: bool = True,
    nlp: str | None = None,
    name: str | None = None,
    source: str | None = None,
    split: str | None = None,
    slices: Sequence[Asked] | None = None,
) -> PreparedBuild:
    """Check what a suite is built of; the arguments and errors are those of :meth:`hf_robust.Suite.build`."""
    task = as_task(task, dataset)
    check_data(dataset)
    origin = origin_of(dataset, source, split)
    dataset = dataset.with_format(None)
    task = task.bind(dataset)
    task.check_labels(dataset)
    task.kind.check_scored(task, dataset)
    _suggest_id(task, dataset)
    rules = protection(protect, protect_defaults)
    perturbs, skipped = _perturbs(transformations, task, seed=seed, variants=variants, protect=rules, nlp=nlp)
    warn_unmatched(rules, dataset, task)
    dataset = dataset.remove_columns([c for c in dataset.column_names if c in (RECORD, SLICES)])
    chosen = None if slices is None else subpopulations_of(slices, task, dataset.column_names)
    name = name or named_after(origin["dataset"], "robust") or "suite"
    return PreparedBuild(dataset, task, perturbs, skipped, rules, chosen, origin, name, seed, variants, nlp)


def check_changed(entries: Iterable[SuiteEntry], rows: int) -> None:
    """Refuse a suite without a single pair, and say why it has none."""
    entries = list(entries)
    if any(len(entry) for entry in entries):
        return
    reasons = sum((Counter(entry.reasons) for entry in entries), Counter())
    most = {name: max(entry.reasons.get(name, 0) for entry in entries) for name, _ in reasons.most_common(3)}
    if nothing := max((entry.unchanged for entry in entries), default=0):
        most["the text stayed the same"] = nothing
    why = [
        f"{name} ({'all ' if count == rows > 1 else ''}{count} row{'s' * (count > 1)})" for name, count in most.items()
    ]
    script = next((found[1] for name in most if (found := _IN_SCRIPT.match(name))), None)
    code = {"Chinese": "'zh'", "Japanese": "'ja'", "Korean": "'ko'"}.get(script or "", "'<code>'")
    say = f"name the language of the texts with hr.task(..., language={code}), or " if script else ""
    raise EmptyDataError(
        f"none of the {rows} rows could be changed, so there is no suite: {', '.join(why)}; {say}choose other "
        "transformations or rows"
    )


def _suggest_id(task: Task, dataset: "Dataset") -> None:
    column = unused_id(task, dataset)
    if column is not None:
        warnings.warn(
            f"the column {column!r} could name the rows and is not used, so equal texts share one id, a hash; "
            f"use hr.task({task.name!r}, id={column!r})",
            stacklevel=4,
        )


def check_data(dataset: Any) -> None:
    """Refuse what is no dataset with rows to perturb.

    Raises:
        UsageError: For a stream, a dict of splits, a column ``robust`` of another kind, columns of images, sounds or
            other files.
    """
    from datasets import Dataset, IterableDataset

    check_split(dataset)
    if isinstance(dataset, Dataset):
        if RECORD in dataset.features:
            check_record(dataset.features[RECORD])
        if unsafe := decoded_columns(dataset.features):
            raise UsageError(
                f"a suite holds texts, and {', '.join(map(repr, unsafe))} would open files when rows are read; use "
                f"dataset.remove_columns({unsafe})"
            )
        return
    say = f"make one with {making_call(dataset)}"
    if isinstance(dataset, IterableDataset):
        say = "make one of its rows: datasets.Dataset.from_list(list(stream.take(1000)))"
    raise UsageError(f"a suite is built from a datasets.Dataset, found {type(dataset).__name__}; {say}")


def _perturbs(entries: Sequence[Entry] | None, task: Task, **options: Any) -> tuple[dict[str, Perturb], list]:
    if isinstance(entries, str) or (entries is not None and not len(entries)):
        raise UsageError(f"transformations must be a list of names, objects or chains, found {entries!r}")
    skipped = _left_out(task) if entries is None else []
    perturbs: dict[str, Perturb] = {}
    for entry in entries if entries is not None else applicable(task):
        try:
            perturb = Perturb(entry, task, keep="all", **options)
        except MissingResource as error:
            if entries is not None:
                raise
            skipped.append({"name": str(entry), "reason": str(error)})
            continue
        if perturb.effect not in SCORED:
            raise UsageError(
                f"{perturb.name}: its effect on the label of {task.name} is {perturb.effect}; it cannot be scored"
            )
        label = config_name(perturb.stages)
        if label in perturbs:
            raise UsageError(f"the suite would have {label!r} twice; change a parameter or leave one out")
        perturbs[label] = perturb
    if not perturbs:
        why = f"{len(skipped)} are left out: {skipped[0]['reason']}" if skipped else "none is for both"
        raise UsageError(f"no transformation applies to {task.name} with texts in {task.language!r}; {why}")
    return perturbs, skipped


_CONTROL = (
    "off by default, because it is an unnatural change, meant only for comparison; to run only this one: -t {name}"
)


def _left_out(task: Task) -> list[dict[str, str]]:
    """Transformations for the task that a suite of all that apply does without, and why."""

    def others(cls: type[Transformation]) -> bool:
        return cls.name not in chosen and task.name in cls.effects

    chosen = applicable(task)
    unknown = f"the effect on the label of {task.name} is not known, so the result cannot be scored"
    found = transformation_registry.transformations.select(others, task.language)
    return [{"name": cls.name, "reason": _CONTROL.format(name=cls.name) if cls.control else unknown} for cls in found]


def _resources(perturbs: Iterable[Perturb], nlp: str | None, language: str) -> list[dict[str, str]]:
    stages = [stage for perturb in perturbs for stage in perturb.stages]
    annotated = any(stage.layers for stage in stages)
    return resources.serving(annotated, {name for stage in stages for name in stage.resources}, nlp, language)
