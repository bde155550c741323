"""Robustness suites: many transformations of one data set, each changed row paired with its original."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.audit.pools import Pool
from hf_robust.core.errors import EmptyDataError, SuiteError, UnknownNameError, UsageError
from hf_robust.core.protection import Protected
from hf_robust.perturb.provenance import check_record
from hf_robust.slices.fitting import Asked
from hf_robust.suites.base import FROM_HUB, BaseEntry, BaseSuite
from hf_robust.suites.baselines import without
from hf_robust.suites.benchmark_file import Benchmark
from hf_robust.suites.benchmark_tasks import benchmark_of
from hf_robust.suites.engines import sharded_builds
from hf_robust.suites.filtering import Asked as Least
from hf_robust.suites.filtering import least_in_words, sieves_of
from hf_robust.suites.manifest_records import Manifest, PairsManifest, ShownPair
from hf_robust.suites.model_inputs import ModelInputs
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.prepared_build import check_changed, prepared
from hf_robust.suites.rated_pairs import pair_pool
from hf_robust.suites.robustness_card import robustness_sections
from hf_robust.suites.row_slices import recorded
from hf_robust.suites.rows import column_content, fields_of, same_values, values_of
from hf_robust.suites.shown_pairs import shown_pairs
from hf_robust.tasks.base import Task
from hf_robust.transforms.chains import Entry

if TYPE_CHECKING:
    from datasets import Dataset

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
        dataset: "Dataset | str",
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
        engine: str | None = None,
        **placed: Any,
    ) -> "Suite":
        """Perturb a data set with many transformations; the text is annotated once for all.

        Args:
            dataset: Labeled rows. With ``engine`` also what ``--dataset`` takes: files or a Hub id, which each worker
                reads itself.
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
            engine: Build the suite in shards: ``"local"`` in processes of this machine, ``"ray"`` on a Ray cluster, or
                an engine of an installed package. None for this process.
            **placed: With ``engine``: ``shards``, ``workers``, ``address`` of the cluster, and ``out``, the folder of
                the shards, which all workers reach; see ``hf-robust docs distributed``.

        Raises:
            EmptyDataError: When the data set has no rows, or none of them can be changed.
            ColumnError: When columns are absent or of another shape.
            UsageError: When rows have no label, a transformation does not apply or has no known effect,
                or data set and task are something else.
            LabelError: When a label is not among the names.
            MissingResource: When one that is named needs something that is not installed.
        """
        options: dict[str, Any] = {
            "seed": seed,
            "variants": variants,
            "protect": protect,
            "protect_defaults": protect_defaults,
            "nlp": nlp,
            "name": name,
            "source": source,
            "split": split,
            "slices": slices,
        }
        if engine is not None:
            build_in_shards: Any = sharded_builds.get("build_in_shards")
            built: Suite = build_in_shards(
                dataset, task, transformations, engine=engine, num_proc=num_proc, **options, **placed
            )
            return built
        if placed:
            raise UsageError(f"{next(iter(placed))} goes with engine; add engine='local' or leave it out")
        if isinstance(dataset, str):
            raise UsageError("a name of a data set goes with engine; load it first: datasets.load_dataset(...)")
        build = prepared(dataset, task, transformations, **options)
        entries, sliced = build.pairs(num_proc=num_proc, progress=progress)
        check_changed(entries.values(), len(dataset))
        return cls(build.task, entries, {**build.info(), **({} if sliced is None else recorded(sliced))})

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
