"""A robustness suite that is built in shards: ranges of rows of the dataset, merged into the same suite."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from hf_robust.core.errors import UsageError
from hf_robust.core.typed_json import read_json
from hf_robust.distributed.remote_folder import shard_folder
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import Shard, ShardPlan, current_versions, rows_hash
from hf_robust.suites.filtering import Asked as Least
from hf_robust.suites.filtering import sieves_of
from hf_robust.suites.folder import write_splits
from hf_robust.suites.manifest import describe_task, plain, task_of_record
from hf_robust.suites.manifest_records import SuiteTask
from hf_robust.suites.pairs import SuiteEntry, joined_facts
from hf_robust.suites.prepared_build import PreparedBuild, check_changed, prepared
from hf_robust.suites.robustness import Suite
from hf_robust.suites.row_slices import recorded
from hf_robust.suites.rows import CHUNK, gathered
from hf_robust.tasks.base import Task
from hf_robust.tasks.layouts.load_rows import load_data
from hf_robust.transforms.chains import Entry

if TYPE_CHECKING:
    from datasets import Dataset, Features

KIND = "suite"
_LATER = ("created",)  # facts that each process would state otherwise


def build_suite_shard(
    dataset: "Dataset | str",
    task: Task | str,
    transformations: Sequence[Entry] | None = None,
    *,
    shard: str | Shard,
    out: str | Path,
    num_proc: int | None = None,
    progress: Callable[[str], None] | None = None,
    filters: Mapping[str, Least] | None = None,
    **options: Any,
) -> bool:
    """Build one shard of a suite: the changed rows of one range of rows, with their originals.

    Each process of a SLURM array or a cluster calls this with the same arguments and its own shard;
    :func:`merge_shards` then makes the suite. It is the one that :meth:`hf_robust.Suite.build` makes of all rows, for
    any number of shards. A shard that is there is left as it is; one that was damaged is made again.

    Args:
        dataset: All labeled rows, or a file or Hub id that has them; only those of the shard, and the rows that they
            read beside them, are perturbed.
        task: The task with the columns, or its id.
        transformations: As for :meth:`hf_robust.Suite.build`.
        shard: Which of how many: ``"3/100"``, numbered from 1.
        out: Folder of the shards.
        num_proc: Processes for ``datasets.map``.
        progress: Called with the name of each entry before it is built.
        filters: Least scores by validator, as for :meth:`hf_robust.Suite.filter`; the merged suite is filtered.
        **options: Further arguments of :meth:`hf_robust.Suite.build`: ``seed``, ``variants``, ``slices``, ... Each
            shard finds the slices of all rows.

    Returns:
        Whether the shard was made now; False where it was there.

    Raises:
        UsageError: There is no such shard, or the folder has another plan.
        SuiteError: The folder cannot be written to.

    Example:
        >>> import tempfile
        >>> from datasets import Dataset
        >>> from hf_robust.distributed import build_suite_shard, merge_shards
        >>> rows = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     for shard in ("1/2", "2/2"):
        ...         made = build_suite_shard(rows, "sentiment-classification", ["word-case"], shard=shard, out=folder)
        ...     suite = merge_shards(folder)
        >>> suite["word-case"].perturbed["text"][:]
        ['A FINE FILM.', 'A DULL FILM.']
    """
    if filters:
        sieves_of(filters)  # what is wrong with them is said before any work starts
    shard = Shard.read(shard) if isinstance(shard, str) else shard
    if isinstance(dataset, str):
        options["source"] = options.get("source") or dataset
        dataset = load_data(dataset, split=options.get("split"))
    build = prepared(dataset, task, transformations, **options)
    if shard.of > len(dataset):
        raise UsageError(f"{len(dataset)} rows make at most {len(dataset)} shards, found {shard}")
    plan, folder = plan_of_suite(build, shard.of, filters), shard_folder(out)
    folder.start(plan)
    if folder.is_done(shard, plan):
        return False

    def fill(place: Path) -> Mapping[str, Any]:
        return write_entries(place, build.pairs(shard.rows(len(build.dataset)), num_proc, progress)[0])

    folder.write(shard, plan, fill)
    return True


def write_entries(place: Path, entries: Mapping[str, SuiteEntry]) -> dict[str, Any]:
    """Write the pairs of a shard.

    Args:
        place: The folder of the shard.
        entries: The entries by name.

    Returns:
        What the record of the shard says of them; :func:`merged_suite` reads it.
    """
    described = [{**one.describe(), **write_splits(place, name, one.rows)} for name, one in entries.items()]
    return {"features": next(iter(entries.values())).perturbed.features.to_dict(), "entries": described}


def plan_of_suite(build: PreparedBuild, shards: int, filters: Mapping[str, Least] | None = None) -> ShardPlan:
    """The plan of a suite.

    Args:
        build: What is built.
        shards: Number of shards.
        filters: Least scores by validator, which the merged suite is filtered by.
    """
    info = build.info()
    if build.chosen is not None:
        info |= recorded(build.sliced)
    entries = {
        name: [{"name": stage.name, "version": stage.version, "params": plain(stage.params)} for stage in one.stages]
        for name, one in build.perturbs.items()
    }
    keys = ("seed", "variants", "protect", "protect_defaults", "protection_rules", "nlp", "resources")
    return ShardPlan(
        kind=KIND,
        shards=shards,
        rows=len(build.dataset),
        data=rows_hash(build.dataset),
        asked={
            "task": describe_task(build.task),
            "entries": entries,
            **{key: info.get(key) for key in keys},
            **({"filters": plain(filters)} if filters else {}),
        },
        facts={name: value for name, value in info.items() if name not in _LATER},
        versions=current_versions(),
    )


def merged_suite(folder: ShardFolder, plan: ShardPlan) -> Suite:
    """The suite of a folder of shards; rows are read piece by piece.

    Raises:
        SuiteError: Shards are missing or damaged.
        EmptyDataError: None of the rows was changed.
    """
    from datetime import UTC, datetime

    from datasets import Features

    shards = folder.records(plan)
    features = Features.from_dict(shards[0][1]["features"])
    entries: dict[str, SuiteEntry] = {}
    for number, name in enumerate(plan.asked["entries"]):
        parts = [(place, record["entries"][number]) for place, record in shards]
        rows = {split: _joined_rows(parts, split, features) for split in SuiteEntry.splits}
        facts = joined_facts([described for _, described in parts])
        entries[name] = SuiteEntry.from_record(facts, rows)
    check_changed(entries.values(), plan.rows)
    info = {**plan.facts, "created": datetime.now(UTC).isoformat(timespec="seconds")}
    task = task_of_record(read_json(SuiteTask, plan.asked["task"], "task"), shards[0][1]["features"])
    suite, least = Suite(task, entries, info), plan.asked.get("filters")
    return suite.filter(**least) if least else suite


def _joined_rows(parts: Sequence[tuple[Path, Mapping[str, Any]]], split: str, features: "Features") -> "Dataset":
    """The rows of a split of an entry, shard after shard."""
    files = [
        place / name
        for place, described in parts
        for name in described["files"]
        if name.rsplit("/", 1)[1] == f"{split}.parquet"
    ]
    schema = features.arrow_schema
    if files:
        from datasets import Features

        schema = Features.from_arrow_schema(pq.read_schema(files[0])).arrow_schema
    return gathered(_batches(files), schema)


def _batches(files: Sequence[Path]) -> Iterator[pa.RecordBatch]:
    for path in files:
        with pq.ParquetFile(path) as file:
            yield from file.iter_batches(CHUNK)
