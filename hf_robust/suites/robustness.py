"""Suites: many transformations of one data set, each changed row paired with its original."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.errors import MissingResource, UsageError
from hf_robust.core.mapping import is_helper
from hf_robust.language import resources
from hf_robust.perturb.perturbation import Entry, Perturb
from hf_robust.perturb.provenance import check_record, original_column
from hf_robust.suites.base import BaseSuite
from hf_robust.tasks.base import Task, label_name, require_task
from hf_robust.tasks.label_movers import check_labels
from hf_robust.transforms.base import LEVELS
from hf_robust.transforms.chains import SCORED, annotated_for, applicable, config_name

if TYPE_CHECKING:
    from datasets import Dataset

_PLACE = "robust__place"


@dataclass(frozen=True)
class SuiteEntry:
    """One transformation (or chain) of a suite: one config with two aligned splits.

    Args:
        name: Name of the config.
        stages: Name, version and parameters of each transformation.
        level: Largest unit that a stage changes.
        linguistics: What the stages have in common, else ``combined``.
        effect: What happens to the label.
        summary: What it does, in one line.
        total: Rows of the data set.
        unchanged: Rows in which there was nothing to change.
        not_applicable: Rows that could not be changed.
        faults: Rows in which a transformation raised an exception.
        reasons: How often each reason stood behind ``not_applicable``, and each exception behind ``faults``.
        original: The original rows of those that changed.
        perturbed: The changed rows, in the same order.
    """

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

    def __len__(self) -> int:
        return len(self.perturbed)

    def describe(self) -> dict[str, Any]:
        """Everything but the rows, for the manifest and the card."""
        names = ("name", "level", "linguistics", "effect", "summary", "total", "unchanged", "not_applicable", "faults")
        return {
            **{name: getattr(self, name) for name in names},
            "stages": list(self.stages),
            "reasons": dict(self.reasons),
            "n": len(self),
        }


@dataclass(frozen=True)
class Suite(BaseSuite):
    """A suite: build it, save it, load it, run models on it, push it.

    Args:
        task: The bound task.
        entries: Entry by name.
        info: Where it comes from: name, version, data set, split, seed, rows, skipped, resources.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A wonderful film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, hr.task("sentiment-classification"), ["keyboard", ["ocr", "twitter"]])
        >>> list(suite), len(suite["keyboard"])
        (['keyboard', 'ocr+twitter'], 2)
    """

    kind: ClassVar[str] = "suite"

    entries: Mapping[str, SuiteEntry]

    def __getitem__(self, name: str) -> SuiteEntry:
        return self.entries[name]

    @classmethod
    def build(
        cls,
        dataset: "Dataset",
        task: Task,
        transformations: Sequence[Entry] | None = None,
        *,
        seed: int = 0,
        variants: int = 1,
        protect: Sequence[str] = (),
        nlp: str | None = None,
        name: str | None = None,
        source: str | None = None,
        split: str | None = None,
        num_proc: int | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> "Suite":
        """Perturb a data set with many transformations; the text is annotated once for all.

        Args:
            dataset: Labelled rows.
            task: The task with the columns.
            transformations: Names, objects, mappings with parameters, or lists of these (chains). None:
                all that apply to the task; those whose resources are absent are skipped with a reason.
            seed: Seed of all draws.
            variants: Up to so many different outputs a row.
            protect: Words that are never touched.
            nlp: spaCy pipeline, name or folder.
            name: Name of the suite.
            source: Name of the data set, for the record.
            split: Its split, for the record.
            num_proc: Processes for ``datasets.map``.
            progress: Called with the name of each entry before it is built.

        Raises:
            EmptyDataError: When the data set has no rows.
            ColumnError: When columns are absent or of another shape.
            UsageError: When rows have no label, a transformation does not apply or has no known effect,
                or data set and task are something else.
            LabelError: When a label is not among the names.
            MissingResource: When one that is named needs something that is not installed.
        """
        check_data(dataset, task)
        dataset = dataset.with_format(None)
        task = task.bind(dataset)
        check_labels(dataset, task)
        perturbs, skipped = _perturbs(transformations, task, seed=seed, variants=variants, protect=protect, nlp=nlp)
        dataset = dataset.remove_columns([c for c in dataset.column_names if c == "robust"])
        annotated = annotated_for(dataset, task, [perturb.stages for perturb in perturbs.values()], nlp)
        place = _PLACE
        while place in annotated.column_names:  # a column of the user
            place += "_"
        annotated = annotated.add_column(place, range(len(dataset)))
        entries = {}
        for label, perturb in perturbs.items():
            if progress is not None:
                progress(label)
            entries[label] = _entry(label, perturb, annotated, place, num_proc)
        info = {
            "name": name or (source.rsplit("/", 1)[-1] + "-robust" if source else "suite"),
            "version": None,
            "dataset": source,
            "split": split,
            "seed": seed,
            "variants": variants,
            "protect": sorted(protect),
            "nlp": nlp,
            "rows": len(dataset),
            "labels": label_names(dataset, task),
            "skipped": skipped,
            "resources": _resources(perturbs.values(), nlp),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        return cls(task, entries, info)

    @property
    def content_hash(self) -> str:
        """A hash of all rows, independent of how they are stored."""
        hasher = blake2b(digest_size=16)
        for name, entry in self.entries.items():
            hasher.update(name.encode())
            for split in (entry.original, entry.perturbed):
                for column in sorted(split.column_names):
                    values = split[column][:]
                    if column == "robust":
                        values = [record["source_id"] for record in values]
                    hasher.update(json.dumps([column, values], sort_keys=True, default=str).encode())
        return hasher.hexdigest()


def label_names(dataset: "Dataset", task: Task) -> list[str] | None:
    """Names of the labels or tags that occur anywhere, where the data set does not declare them."""
    if task.label_names is not None or task.kind not in ("classification", "tagging"):
        return list(task.label_names) if task.label_names is not None else None
    values = dataset[task.column(task.label_role)][:]
    found = {tag for tags in values for tag in tags} if task.kind == "tagging" else set(values)
    return sorted({label_name(value, None) for value in found})


def check_data(dataset: Any, task: Any) -> None:
    """Refuse what is no data set with rows to perturb.

    Raises:
        UsageError: For a stream, a dict of splits, a column ``robust`` of another kind, or what is no task.
    """
    from datasets import Dataset, DatasetDict, IterableDataset, IterableDatasetDict

    require_task(task)
    if isinstance(dataset, Dataset):
        if "robust" in dataset.features:
            check_record(dataset.features["robust"])
        return
    say = "datasets.Dataset.from_list(rows) makes one"
    if isinstance(dataset, (DatasetDict, IterableDatasetDict)):
        say = f"choose a split: dataset[{next(iter(dataset), 'test')!r}]"
    elif isinstance(dataset, IterableDataset):
        say = "read the rows it shall have: datasets.Dataset.from_list(list(stream.take(1000)))"
    raise UsageError(f"a suite is built from a datasets.Dataset, found {type(dataset).__name__}; {say}")


def _perturbs(entries: Sequence[Entry] | None, task: Task, **options: Any) -> tuple[dict[str, Perturb], list]:
    if isinstance(entries, str) or (entries is not None and not len(entries)):
        raise UsageError(f"transformations must be a list of names, objects or chains, found {entries!r}")
    skipped: list[dict[str, str]] = []
    found: dict[str, Perturb] = {}
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
        if label in found:
            raise UsageError(f"the suite would have {label!r} twice; change a parameter or leave one out")
        found[label] = perturb
    if not found:
        why = f"{len(skipped)} need what is not installed: {skipped[0]['reason']}" if skipped else "none is for both"
        raise UsageError(f"no transformation applies to {task.name} with texts in {task.language!r}; {why}")
    return found, skipped


def _resources(perturbs: Iterable[Perturb], nlp: str | None) -> list[dict[str, str]]:
    stages = [stage for perturb in perturbs for stage in perturb.stages]
    annotated = any(stage.needs - {"neighbours"} for stage in stages)
    return resources.serving(annotated, {name for stage in stages for name in stage.resources}, nlp)


def _entry(label: str, perturb: Perturb, annotated: "Dataset", place: str, num_proc: int | None) -> SuiteEntry:
    mapped = annotated.map(perturb, batched=True, num_proc=num_proc, desc=label)
    # never without rows: the data set has some, and `keep="all"` keeps each
    records = mapped.data.column("robust").combine_chunks()
    statuses, variants, given = (records.field(name).to_pylist() for name in ("status", "variant", "reason"))
    reasons = Counter(reason for reason in given if reason)
    first = Counter(status for status, variant in zip(statuses, variants) if variant == 0)
    perturbed = mapped.select([number for number, status in enumerate(statuses) if status == "changed"])
    places = perturbed[place][:]
    perturbed = perturbed.remove_columns(place)
    texts = {perturb.task.column(role) for role in perturb.task.text_roles}
    helpers = [name for name in annotated.column_names if is_helper(name, texts) or name == place]
    original = annotated.remove_columns(helpers).select(places)
    ids = [record["source_id"] for record in perturbed["robust"][:]]
    original = _with_column(original, "robust", original_column(ids), perturbed)
    return SuiteEntry(
        name=label,
        stages=tuple({"name": s.name, "version": s.version, "params": s.params} for s in perturb.stages),
        level=max((s.level for s in perturb.stages), key=LEVELS.index),
        linguistics=_shared({s.linguistics for s in perturb.stages}),
        effect=str(perturb.effect),
        summary=" Then: ".join((type(s).__doc__ or "").strip().split("\n")[0] for s in perturb.stages),
        total=len(annotated),
        unchanged=first["unchanged"],
        not_applicable=first["not_applicable"],
        faults=first["fault"],
        reasons=dict(reasons.most_common()),
        original=original,
        perturbed=perturbed,
    )


def _with_column(dataset: "Dataset", name: str, values: Any, like: "Dataset") -> "Dataset":
    """Add a column from Arrow with the features of the same column in another data set."""
    from datasets import Dataset, Features
    from datasets.table import InMemoryTable

    table = dataset.with_format("arrow")[:] if len(dataset) else dataset.data.table.slice(0, 0)
    table = table.append_column(name, values)
    features = Features({**dataset.features, name: like.features[name]})
    return Dataset(InMemoryTable(table.cast(features.arrow_schema)))


def _shared(kinds: set[str]) -> str:
    return kinds.pop() if len(kinds) == 1 else "combined"
