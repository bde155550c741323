"""Robustness suites: many transformations of one dataset, each changed row paired with its original."""

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
    """A robustness suite: build it, save it, load it, run models on it, and push it to the Hub.

    ``suite[name]`` is an entry. Its ``original`` and ``perturbed`` rows are datasets with the columns of the source,
    aligned row by row. :meth:`SuiteEntry.describe` returns the number of rows and the transformations.

    Args:
        task: The task, bound to the data.
        entries: Entries by name.
        info: Metadata: name, version, dataset, split, seed, number of rows, skipped transformations, resources.

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
        **engine_options: Any,
    ) -> "Suite":
        """Perturb a dataset with many transformations. The text is annotated once for all of them.

        Args:
            dataset: Labeled rows. With ``engine``, also the values of ``--dataset``: files or a Hub id, which each
                worker reads itself.
            task: The task with the columns, or its id.
            transformations: Names, objects, mappings with parameters, or lists of these (chains). None selects all that
                apply to the task; those with a missing resource are skipped, and the reason is recorded.
            seed: Random seed.
            variants: Maximum number of different outputs per row.
            protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
                ``"numbers"``. See :class:`~hf_robust.Perturb`.
            protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders.
            nlp: Name or folder of the spaCy pipeline.
            name: Name of the suite.
            source: Name of the dataset, for the record. None uses the repository from which it was loaded.
            split: Name of the split, for the record. None uses the split of the dataset.
            slices: Subpopulations, as for :func:`hf_robust.slice_rows`. The rows of each slice are determined on the
                whole dataset and stored in the column ``robust_slices``, and reports show the score of each slice.
            num_proc: Number of processes for ``datasets.map``. None uses one, and more for annotation if that is
                faster.
            progress: Function that is called with the name of each entry before it is built.
            engine: Build the suite in shards: ``"local"`` in processes of this machine, ``"ray"`` on a Ray cluster, or
                the name of an engine of an installed package. None builds it in this process.
            **engine_options: With ``engine``: ``shards``, ``workers``, ``address`` of the cluster, and ``out``, the
                folder of the shards, which all workers can access; see ``hf-robust docs distributed``.

        Raises:
            EmptyDataError: If the dataset has no rows, or if none of them can be changed.
            ColumnError: If columns are missing or have the wrong type.
            UsageError: If rows have no label, if a transformation does not apply or its effect on the label is unknown,
                or if the dataset or the task has the wrong type.
            LabelError: If a label is not one of the label names.
            MissingResource: If a transformation that is named needs a resource that is not installed.
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
                dataset, task, transformations, engine=engine, num_proc=num_proc, **options, **engine_options
            )
            return built
        if engine_options:
            raise UsageError(f"{next(iter(engine_options))} goes with engine; add engine='local' or leave it out")
        if isinstance(dataset, str):
            raise UsageError("a name of a dataset goes with engine; load it first: datasets.load_dataset(...)")
        build = prepared(dataset, task, transformations, **options)
        entries, sliced = build.pairs(num_proc=num_proc, progress=progress)
        check_changed(entries.values(), len(dataset))
        return cls(build.task, entries, {**build.info(), **({} if sliced is None else recorded(sliced))})

    def part(self, names: Sequence[str]) -> "Suite":
        """Return the suite with some of its entries. The others are listed as skipped.

        Args:
            names: Names of entries. If there are none, the whole suite is returned.

        Raises:
            UnknownNameError: If the suite has no such entry. The error suggests the nearest names.

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
        """Return the suite without the pairs whose texts differ too much according to validators.

        Args:
            **least: Minimum score per validator: a number from 0 to 1, ``"lenient"`` or ``"strict"``; with parameters
                of the validator ``similarity={"least": 0.8, "model": "..."}``. The validators run in this order. A pair
                is counted for the first validator that rejects it.

        Returns:
            A new suite without a version. Its record, its dataset card and ``print(suite)`` show how many pairs each
            validator removed.

        Raises:
            UnknownNameError: If a validator does not exist.
            UsageError: If a minimum score is invalid.
            MissingResource: If a validator needs a resource that is not installed.
            EmptyDataError: If no pair is left.

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
        """Return the default values of ``info``."""
        source = {"dataset": None, "split": None, "seed": 0, "variants": 1, "rows": 0, "labels": None}
        return {**super().default_info(), **source}

    def check(self, entry: SuiteEntry) -> None:
        """Check an entry that was loaded.

        Raises:
            ColumnError: If its columns do not match the task.
            SuiteError: If its splits are not aligned, or if its counts contradict each other.
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
        """Return the pairs of each entry that has pairs."""
        return [pair_pool(entry, self.task) for entry in self.entries.values() if len(entry)]

    def card_examples(self) -> Sequence[ShownPair]:
        """Return one pair of each of the first entries."""
        return shown_pairs(list(self.entries.values()), self.task)

    @classmethod
    def card_sections(cls, manifest: PairsManifest, repo: str | None) -> list[str]:
        """Return the sections of the card that follow its title, in Markdown."""
        return robustness_sections(manifest, repo)

    def benchmark(self) -> Benchmark:
        """Return one task for the perturbed rows of each entry."""
        return benchmark_of(self)

    @classmethod
    def hashed(cls, name: str, entry: SuiteEntry) -> Iterator[bytes]:
        """Yield the parts of an entry that the hash of the suite covers: all columns, and the ids of the provenance."""
        yield name.encode("utf-8", "surrogatepass")
        for rows in entry.rows.values():
            for column in sorted(rows.column_names):
                if column == RECORD:
                    values: Iterator[list] = (ids.to_pylist() for (ids,) in fields_of(rows, column, "source_id"))
                else:
                    values = values_of(rows, column)
                yield from column_content(column, values)
