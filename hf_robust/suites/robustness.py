"""Robustness suites: many transformations of one data set, each changed row paired with its original."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.audit.pools import Pool
from hf_robust.core.errors import EmptyDataError, MissingResource, SuiteError, UnknownNameError, UsageError
from hf_robust.core.protection import Protected, protection, recorded_protection
from hf_robust.language import resources
from hf_robust.perturb.perturbation import Perturb
from hf_robust.perturb.provenance import check_record
from hf_robust.perturb.unmatched import warn_unmatched
from hf_robust.slices.fitting import Asked, slice_rows, subpopulations_of
from hf_robust.suites.base import FROM_HUB, BaseEntry, BaseSuite
from hf_robust.suites.baselines import without
from hf_robust.suites.benchmark_file import Benchmark
from hf_robust.suites.benchmark_tasks import benchmark_of
from hf_robust.suites.filtering import Asked as Least
from hf_robust.suites.filtering import least_in_words, sieves_of
from hf_robust.suites.hub import named_after, origin_of
from hf_robust.suites.manifest_records import Manifest, PairsManifest, ShownPair
from hf_robust.suites.model_inputs import ModelInputs
from hf_robust.suites.pairs import RECORD, SuiteEntry, paired
from hf_robust.suites.rated_pairs import pair_pool
from hf_robust.suites.robustness_card import robustness_sections
from hf_robust.suites.row_slices import SLICES, recorded, with_slices
from hf_robust.suites.rows import column_content, fields_of, same_values, values_of
from hf_robust.suites.shown_pairs import shown_pairs
from hf_robust.tasks.base import Task
from hf_robust.tasks.columns import decoded_columns
from hf_robust.tasks.task_ids import as_task
from hf_robust.tasks.unused_ids import unused_id
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.chains import SCORED, Entry, annotated_for, applicable, config_name

if TYPE_CHECKING:
    from datasets import Dataset

_ROW_COLUMN = "robust__place"
NOT_ASKED = "not asked for"


@dataclass(frozen=True, repr=False)
class Suite(ModelInputs, BaseSuite):
    """A robustness suite: build it, save it, load it, run models on it, push it.

    ``suite[name]`` is an entry, whose ``original`` and ``perturbed`` rows are data sets in the columns of the source,
    aligned row by row; :meth:`SuiteEntry.describe` says how many there are, and what changed them.

    Args:
        task: The bound task.
        entries: Entry by name.
        info: Where it comes from: name, version, data set, split, seed, rows, skipped, resources.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A wonderful film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case", ["ocr", "twitter"]])
        >>> list(suite), len(suite["word-case"])
        (['word-case', 'ocr+twitter'], 2)
        >>> suite["word-case"].original[1]["text"], suite["word-case"].perturbed[1]["text"]
        ('A dull film.', 'A DULL FILM.')
    """

    kind: ClassVar[str] = "suite"
    label: ClassVar[str] = "robustness suite"
    noun: ClassVar[tuple[str, str]] = ("transformation", "transformations")
    entry_type: ClassVar[type[BaseEntry]] = SuiteEntry
    manifest_type: ClassVar[type[Manifest]] = PairsManifest

    entries: Mapping[str, SuiteEntry]

    @classmethod
    def build(
        cls,
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
        num_proc: int | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> "Suite":
        """Perturb a data set with many transformations; the text is annotated once for all.

        Args:
            dataset: Labeled rows.
            task: The task with the columns, or its id.
            transformations: Names, objects, mappings with parameters, or lists of these (chains). None:
                all that apply to the task; those whose resources are absent are skipped with a reason.
            seed: Random seed.
            variants: Up to so many different outputs a row.
            protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
                ``"numbers"``. See :class:`~hf_robust.Perturb`.
            protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders too.
            nlp: spaCy pipeline, name or folder.
            name: Name of the suite.
            source: Name of the data set, for the record; without it the repository that it was loaded from.
            split: Its split, for the record; without it the one that it says.
            slices: Subpopulations, as for :func:`hf_robust.slice_rows`; which rows are in them is found on the whole
                data set, kept in the column ``robust_slices``, and said in reports. None for none.
            num_proc: Processes for ``datasets.map``; without it one, and as many as pay for annotation.
            progress: Called with the name of each entry before it is built.

        Raises:
            EmptyDataError: When the data set has no rows, or none of them can be changed.
            ColumnError: When columns are absent or of another shape.
            UsageError: When rows have no label, a transformation does not apply or has no known effect,
                or data set and task are something else.
            LabelError: When a label is not among the names.
            MissingResource: When one that is named needs something that is not installed.
        """
        task = as_task(task, dataset)
        check_data(dataset)
        origin = origin_of(dataset, source, split)
        dataset = dataset.with_format(None)
        task = task.bind(dataset)
        task.check_labels(dataset)
        _suggest_id(task, dataset)
        rules = protection(protect, protect_defaults)
        perturbs, skipped = _perturbs(transformations, task, seed=seed, variants=variants, protect=rules, nlp=nlp)
        warn_unmatched(rules, dataset, task)
        dataset = dataset.remove_columns([c for c in dataset.column_names if c in (RECORD, SLICES)])
        chosen = None if slices is None else subpopulations_of(slices, task, dataset.column_names)
        annotated = annotated_for(dataset, task, [perturb.stages for perturb in perturbs.values()], nlp, num_proc)
        sliced = None if chosen is None else slice_rows(annotated, task, chosen, nlp=nlp, num_proc=num_proc)
        if sliced is not None:
            annotated = with_slices(annotated, sliced)
        place = _ROW_COLUMN
        while place in annotated.column_names:  # a column of the user
            place += "_"
        annotated = annotated.add_column(place, range(len(dataset)))
        entries = {}
        for label, perturb in perturbs.items():
            if progress is not None:
                progress(label)
            entries[label] = paired(label, perturb, annotated, place, num_proc)
        _check_changed(entries.values(), len(dataset))
        info = {
            "name": name or named_after(origin["dataset"], "robust") or "suite",
            "version": None,
            **origin,
            "seed": seed,
            "variants": variants,
            **recorded_protection(rules),
            "nlp": nlp,
            "rows": len(dataset),
            "labels": task.labels_in(dataset),
            "skipped": skipped,
            "resources": _resources(perturbs.values(), nlp, task.language),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            **({} if sliced is None else recorded(sliced)),
        }
        return cls(task, entries, info)

    def part(self, names: Sequence[str]) -> "Suite":
        """The suite with some of its entries; the others are listed as skipped.

        Args:
            names: Names of entries; the whole suite when there are none.

        Raises:
            UnknownNameError: The suite has no such entry; the nearest names are suggested.

        Example:
            >>> from datasets import Dataset
            >>> import hf_robust as hr
            >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
            >>> suite = hr.Suite.build(data, "sentiment-classification", ["keyboard", "word-case"])
            >>> list(suite.part(["word-case"]).entries)
            ['word-case']
        """
        if not names:
            return self
        for name in names:
            if name not in self.entries:
                raise UnknownNameError("transformation of this suite", name, self.entries)
        others = [{"name": name, "reason": NOT_ASKED} for name in self.entries if name not in names]
        entries = {name: entry for name, entry in self.entries.items() if name in names}
        return replace(self, entries=entries, info={**self.info, "skipped": [*self.info.get("skipped", []), *others]})

    def filter(self, **least: Least) -> "Suite":
        """The suite without the pairs that validators hold to be too far from their originals.

        Args:
            **least: The least score by validator, a number from 0 to 1, ``"lenient"`` or ``"strict"``; with parameters
                of the validator ``similarity={"least": 0.8, "model": "..."}``. They are asked in this order, and a pair
                is counted for the first that it does not pass.

        Returns:
            A new suite without a version; its record, its card and ``print(suite)`` say how many pairs were left out
            and by what.

        Raises:
            UnknownNameError: When there is no such validator.
            UsageError: When a least score is none.
            MissingResource: When a validator needs something that is not installed.
            EmptyDataError: When no pair would be left.

        Example:
            >>> from datasets import Dataset
            >>> import hf_robust as hr
            >>> data = Dataset.from_dict({"text": ["A wonderful film.", "So dull."], "label": ["pos", "neg"]})
            >>> suite = hr.Suite.build(data, "sentiment-classification", [{"name": "typos", "count": 1}])
            >>> suite.filter(words_changed=0.6)["typos-count-1"].left_out
            {'words-changed': 1}
        """
        sieves = sieves_of(least)
        for sieve in sieves:
            sieve.validator.check_language(self.task.spoken)
        sieved = {name: entry.sieved(self.task, sieves) for name, entry in self.entries.items()}
        entries = {name: entry for name, (entry, _) in sieved.items()}
        counts = sum((left_out for _, left_out in sieved.values()), Counter())
        if not any(map(len, entries.values())):
            raise EmptyDataError(
                f"none of the {sum(map(len, self.entries.values()))} pairs has the least scores asked (left out: "
                f"{', '.join(f'{name} {count}' for name, count in counts.most_common())}); lower them"
            )
        used = {record["purpose"]: record for record in self.info.get("resources", ())}
        used |= {record["purpose"]: record for sieve in sieves for record in sieve.validator.records()}
        filters = [*self.info.get("filters", ()), *(sieve.describe(counts) for sieve in sieves)]
        info = {key: value for key, value in without(self.info).items() if key not in FROM_HUB}
        info |= {"version": None, "resources": [used[purpose] for purpose in sorted(used)], "filters": filters}
        return replace(self, entries=entries, info=info)

    @classmethod
    def default_info(cls) -> dict[str, Any]:
        """What ``info`` says where the suite does not."""
        source = {"dataset": None, "split": None, "seed": 0, "variants": 1, "rows": 0, "labels": None}
        return {**super().default_info(), **source}

    def check(self, entry: SuiteEntry) -> None:
        """Check an entry that was read.

        Raises:
            ColumnError: When its columns are not the task's.
            SuiteError: When its splits are not aligned, or its counts contradict each other.
        """
        for split in entry.rows.values():
            self.task.bind(split.features)
            check_record(split.features[RECORD])
        if not same_values(entry.original, entry.perturbed, RECORD, "source_id"):
            raise SuiteError(f"{entry.name}: its two splits do not belong together; get the suite again")
        others = (entry.unchanged, entry.not_applicable, entry.faults)
        counts = (entry.total, *others, *entry.reasons.values(), *entry.left_out.values())
        changed = entry.total - sum(others)
        if min(counts) < 0 or changed < 0 or (entry.n > 0 and changed == 0):
            raise SuiteError(f"{entry.name}: its counts contradict each other; get the suite again")

    def _title(self) -> str:
        filters = self.info.get("filters")
        return super()._title() + (f", least scores: {least_in_words(filters)}" if filters else "")

    def audit_pools(self) -> list[Pool]:
        """The pairs of each entry that has some."""
        return [pair_pool(entry, self.task) for entry in self.entries.values() if len(entry)]

    def card_examples(self) -> Sequence[ShownPair]:
        """A pair of each of the first entries."""
        return shown_pairs(list(self.entries.values()), self.task)

    @classmethod
    def card_sections(cls, manifest: PairsManifest, repo: str | None) -> list[str]:
        """Texts of the card after its title."""
        return robustness_sections(manifest, repo)

    def benchmark(self) -> Benchmark:
        """A task for the perturbed rows of each entry."""
        return benchmark_of(self)

    @classmethod
    def hashed(cls, name: str, entry: SuiteEntry) -> Iterator[bytes]:
        """What of an entry enters the hash: all columns, and of the provenance the ids."""
        yield name.encode("utf-8", "surrogatepass")
        for rows in entry.rows.values():
            for column in sorted(rows.column_names):
                if column == RECORD:
                    values: Iterator[list] = (ids.to_pylist() for (ids,) in fields_of(rows, column, "source_id"))
                else:
                    values = values_of(rows, column)
                yield from column_content(column, values)


def _check_changed(entries: Iterable[SuiteEntry], rows: int) -> None:
    """Refuse a suite without a single pair, and say why it has none."""
    entries = list(entries)
    if any(len(entry) for entry in entries):
        return
    reasons = sum((Counter(entry.reasons) for entry in entries), Counter())
    why = [f"{name} ({count} times)" for name, count in reasons.most_common(3)]
    nothing = sum(entry.unchanged for entry in entries)
    why += [f"the text stayed the same ({nothing} times)"] if nothing else []
    raise EmptyDataError(
        f"none of the {rows} rows could be changed, so there is no suite: {', '.join(why)}; choose other "
        "transformations or rows"
    )


def _suggest_id(task: Task, dataset: "Dataset") -> None:
    column = unused_id(task, dataset)
    if column is not None:
        warnings.warn(
            f"the column {column!r} could name the rows and is not used, so equal texts share one id, a hash; "
            f"say hr.task({task.name!r}, id={column!r}), or --id-column {column}",
            stacklevel=3,
        )


def check_data(dataset: Any) -> None:
    """Refuse what is no data set with rows to perturb.

    Raises:
        UsageError: For a stream, a dict of splits, a column ``robust`` of another kind, columns of images, sounds or
            other files.
    """
    from datasets import Dataset, DatasetDict, IterableDataset, IterableDatasetDict

    if isinstance(dataset, Dataset):
        if RECORD in dataset.features:
            check_record(dataset.features[RECORD])
        if unsafe := decoded_columns(dataset.features):
            raise UsageError(
                f"a suite holds texts, and {', '.join(map(repr, unsafe))} would open files when rows are read; say "
                f"dataset.remove_columns({unsafe})"
            )
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


_CONTROL = "off by default, because it is a control experiment; to run it, add it by name: -t {name}"


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
