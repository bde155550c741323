"""Edits suites applied to a copy of their source: the robustness suite, or an error that says what is missing."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from hf_robust.core.errors import MismatchError, RobustError, UsageError
from hf_robust.perturb.provenance import features as record_features
from hf_robust.perturb.provenance import original_column, record_type
from hf_robust.suites.base import FROM_HUB
from hf_robust.suites.edits_entry import EditsEntry
from hf_robust.suites.edits_rows import RECORD_FIELDS, rebuilt, row_hash
from hf_robust.suites.made_datasets import making_call
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.robustness import Suite
from hf_robust.suites.row_slices import SLICES
from hf_robust.suites.rows import CHUNK, gathered, pieces_of
from hf_robust.suites.stated_features import stated_features
from hf_robust.tasks.base import Task
from hf_robust.tasks.row_names import id_columns, source_ids

if TYPE_CHECKING:
    from datasets import Dataset, Features

LEFT_OUT = "edits-only"
"""What a suite that was made of edits calls the pairs that could not be published as such."""
OWN_FACTS = ("applied_hash", "applied_name", "source_rows", "source_columns", "stayed_out", "words_shown")
"""Facts that hold for edits and not for the suite that is made of them."""
_SHOWN = 3  # ids in a message
_UNFIT = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RuntimeError)
"""What rows of edits that are not sound may raise."""


def applied_suite(
    task: Task,
    entries: Mapping[str, EditsEntry],
    info: Mapping[str, Any],
    rows: "Dataset",
    progress: Callable[[str], None] | None = None,
) -> Suite:
    """The robustness suite that edits make of rows.

    Args:
        task: The bound task.
        entries: The edits, by name of the entry.
        info: What the edits suite says of itself.
        rows: The user's copy of the source.
        progress: Called with the name of each entry before it is made.

    Raises:
        UsageError: When the rows are no dataset.
        MismatchError: When the rows are not those that the edits were made of, or the result is another.
    """
    source = _Source(task, info, rows, entries)
    made = {}
    whole = suite_hasher()
    for name, entry in entries.items():
        if progress is not None:
            progress(name)
        made[name] = _fitting_entry(task, name, entry, source)
        if entry_hash(name, made[name], whole) != entry.applied_hash:
            raise MismatchError(
                f"{name}: what the edits make of your rows is not what was published, so there is no suite; get the "
                "edits again, and the version of hf_robust that its suite.json names"
            )
    suite = hashed_suite(Suite(task, made, suite_info(info)), whole)
    if suite.content_hash != info["applied_hash"]:
        raise MismatchError("the entries are not those that were published, so there is no suite; get the edits again")
    return suite


def suite_hasher() -> "blake2b":
    """What makes the content hash of a suite, as :class:`~hf_robust.suites.base.BaseSuite` does."""
    return blake2b(digest_size=16)


def entry_hash(name: str, entry: SuiteEntry, whole: "blake2b") -> str:
    """The hash of one entry of a robustness suite.

    Args:
        whole: The hash of the whole suite, which takes the same rows.
    """
    own = suite_hasher()
    for part in Suite.hashed(name, entry):
        own.update(part)
        whole.update(part)
    return own.hexdigest()


def hashed_suite(suite: Suite, whole: "blake2b") -> Suite:
    """A suite that knows its hash: rows take seconds to hash, and were hashed entry by entry.

    Args:
        whole: The hash of its entries.
    """
    suite.__dict__["content_hash"] = whole.hexdigest()
    return suite


def suite_info(info: Mapping[str, Any]) -> dict[str, Any]:
    """What the suite that is made of edits says of itself: as they do, and where they come from.

    Args:
        info: What the edits suite says of itself.
    """
    kept = {key: value for key, value in info.items() if key not in (*FROM_HUB, *OWN_FACTS)}
    origin = {key: info[key] for key in FROM_HUB if key in info}
    name = {"name": info.get("applied_name", info["name"])}
    return {**kept, **name, **({"edits": origin} if origin else {})}


def pairs_entry(entry: EditsEntry, original: "Dataset", perturbed: "Dataset") -> SuiteEntry:
    """The entry of a robustness suite that edits make.

    Args:
        entry: The edits.
        original: The original rows.
        perturbed: The changed rows.
    """
    facts = {name: getattr(entry, name) for name in _FACTS}
    stayed_out = sum(entry.stayed_out.values())
    left_out = {**entry.left_out, **({LEFT_OUT: stayed_out} if stayed_out else {})}
    return SuiteEntry(**{**facts, "left_out": left_out}, original=original, perturbed=perturbed)


_FACTS = (
    *("name", "stages", "level", "linguistics", "effect", "summary", "total", "unchanged", "not_applicable"),
    *("reasons", "faults", "exceptions", "audit"),
)


class _Source:
    """The rows that edits are applied to, found by their ids.

    Raises:
        MismatchError: When they are not those that the edits were made of.
    """

    def __init__(self, task: Task, info: Mapping[str, Any], rows: "Dataset", entries: Mapping[str, EditsEntry]):
        self.task = task
        self.info = info
        self.rows = _in_columns(rows, info)
        wanted = {name: list(_named(entry)) for name, entry in entries.items()}
        self._indices = self._indices_of_rows({one for name in wanted.values() for one in name})
        self._check(wanted)

    def _indices_of_rows(self, wanted: set[tuple[str, str]]) -> dict[str, dict[str, int]]:
        """The numbers of the rows that are wanted, by id and hash of what they hold."""
        ids = {name for name, _ in wanted}
        indices: dict[str, dict[str, int]] = {}
        names = id_columns(self.task, self.rows.column_names)
        for start in range(0, len(self.rows), CHUNK):
            piece = self.rows.select_columns(names)[start : start + CHUNK]
            candidates = [
                (start + index, name) for index, name in enumerate(source_ids(self.task, piece)) if name in ids
            ]
            held = self.rows.select([index for index, _ in candidates])[:] if candidates else {}
            for position, (index, name) in enumerate(candidates):
                said = row_hash({column: values[position] for column, values in held.items()})
                indices.setdefault(name, {}).setdefault(said, index)
        return indices

    def _check(self, wanted: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        """Refuse rows among which one is missing or another one.

        Raises:
            MismatchError: With the first entry that needs it.
        """
        names = {one for rows in wanted.values() for one in rows}
        ids = {name for name, _ in names}
        missing = sorted(ids - self._indices.keys())
        other = sorted({name for name, said in names if said not in self._indices.get(name, {said: 0})})
        for wrong, what in ((missing, "are not in your data"), (other, "hold something else in your data")):
            if wrong:
                first = next(entry for entry, rows in wanted.items() if any(name in wrong for name, _ in rows))
                shown = ", ".join(wrong[:_SHOWN]) + (", ..." if len(wrong) > _SHOWN else "")
                raise MismatchError(
                    f"{len(wrong)} of {len(ids)} source rows that the edits were made of {what} (ids {shown}); "
                    f"{_needed(self.info)}; first needed by {first}"
                )

    def indices(self, entry: EditsEntry) -> list[int]:
        """The number of the source row of each edited row."""
        return [self._indices[name][said] for name, said in _named(entry)]


def _named(entry: EditsEntry) -> Iterator[tuple[str, str]]:
    rows = entry.edits.with_format(None)
    for start in range(0, len(rows), CHUNK):
        piece = rows.select_columns(["source_id", "source_hash"])[start : start + CHUNK]
        yield from zip(piece["source_id"], piece["source_hash"])


def _needed(info: Mapping[str, Any]) -> str:
    """Which dataset the rows should be."""
    named = info.get("dataset")
    if not named:
        return "the edits need the rows that the suite was built from, unchanged"
    config = f", config {info['config']}" if info.get("config") else ""
    split = f"the split {info['split']} of " if info.get("split") else ""
    revision = f" at revision {info['source_revision']}" if info.get("source_revision") else ""
    return f"the edits need {split}{named}{config}{revision}, unchanged"


def _in_columns(rows: "Dataset", info: Mapping[str, Any]) -> "Dataset":
    """The user's rows in the columns of the source.

    Raises:
        UsageError: When they are no dataset.
        MismatchError: When columns are missing or hold something else.
    """
    from datasets import Dataset

    if not isinstance(rows, Dataset):
        raise UsageError(
            f"edits are applied to a datasets.Dataset, found {type(rows).__name__}; choose a split, or say "
            f"{making_call(rows)}"
        )
    features = stated_features(info["source_columns"], "info.source_columns")
    missing = [name for name in features if name not in rows.column_names]
    if missing:
        raise MismatchError(
            f"the source has the columns {', '.join(features)}; your rows have no {', '.join(map(repr, missing))} "
            f"(they have {', '.join(rows.column_names)}); {_needed(info)}"
        )
    rows = rows.with_format(None).select_columns(list(features))
    if rows.features == features:
        return rows
    try:
        return rows.cast(features)
    except (pa.ArrowException, ValueError, TypeError, KeyError) as error:
        raise MismatchError(
            f"columns of your rows hold something else than the source ({' '.join(str(error).split())[:200]}): "
            f"expected {dict(features)}, found {dict(rows.features)}"
        ) from error


def _fitting_entry(task: Task, name: str, entry: EditsEntry, source: _Source) -> SuiteEntry:
    """The entry of a robustness suite that edits make.

    Raises:
        MismatchError: When the edits do not fit the rows, or make values that the columns cannot hold.
    """
    try:
        return _entry(task, name, entry, source)
    except MismatchError:
        raise
    except (RobustError, pa.ArrowException, *_UNFIT) as error:
        said = " ".join(str(error).split())[:200]
        raise MismatchError(
            f"{name}: its edits do not fit your data ({said}), so there is no suite; get the edits again"
        ) from error


def _entry(task: Task, name: str, entry: EditsEntry, source: _Source) -> SuiteEntry:
    from datasets import Features

    sliced = SLICES in entry.edits.column_names
    features = Features(
        {
            **source.rows.features,
            **({SLICES: entry.edits.features[SLICES]} if sliced else {}),
            **record_features(),
        }
    )
    pairs = list(_pieces(task, name, entry, source, features))
    original, perturbed = (gathered((pair[side] for pair in pairs), features.arrow_schema) for side in (0, 1))
    return pairs_entry(entry, original, perturbed)


def _pieces(
    task: Task, name: str, entry: EditsEntry, source: _Source, features: "Features"
) -> Iterator[tuple[pa.Table, pa.Table]]:
    """Originals and changed rows, piece by piece."""
    chosen = source.rows.select(source.indices(entry))
    edits = entry.edits.with_format(None)
    sliced = [SLICES] if SLICES in edits.column_names else []
    for start, table in zip(range(0, len(chosen), CHUNK), pieces_of(chosen)):
        said = edits[start : start + CHUNK]
        rows = _rows(chosen[start : start + CHUNK])
        for column in sliced:
            table = table.append_column(column, pa.array(said[column], features.arrow_schema.field(column).type))
        new, records = _rebuilt(task, name, rows, said)
        yield (
            table.append_column(RECORD, original_column(said["source_id"])),
            _replaced(table, new, features).append_column(RECORD, pa.array(records, record_type())),
        )


def _rows(columns: Mapping[str, list]) -> list[dict[str, Any]]:
    return [dict(zip(columns, values)) for values in zip(*columns.values(), strict=True)]


def _rebuilt(
    task: Task, name: str, rows: Sequence[Mapping[str, Any]], said: Mapping[str, list]
) -> tuple[dict[str, list], list[dict[str, Any]]]:
    """The columns that edits change, and the records of the rows.

    Raises:
        MismatchError: When edits do not fit the row that they are of.
    """
    found = []
    records = []
    for number, row in enumerate(rows):
        try:
            one = rebuilt(task, row, said["edits"][number], said["labels"][number])
        except (UsageError, *_UNFIT) as error:
            raise MismatchError(
                f"{name}: the edits of the row {str(said['source_id'][number])[:60]!r} do not fit your data "
                f"({str(error)[:200]}), so there is no suite; get the edits again"
            ) from error
        found.append(one.values)
        facts = {field: said[field][number] for field in ("source_id", *RECORD_FIELDS)}
        records.append({**facts, "status": "changed", "reason": "", "edits": one.edits})
    changed = Counter(column for values in found for column in values)
    columns = {name: [values.get(name, row[name]) for values, row in zip(found, rows)] for name in changed}
    return columns, records


def _replaced(table: pa.Table, new: Mapping[str, list], features: "Features") -> pa.Table:
    """A table with new values in some columns."""
    from datasets import Dataset, Features

    made = Dataset.from_dict(dict(new), features=Features({name: features[name] for name in new})) if new else None
    for name in new:
        assert made is not None
        table = table.set_column(table.column_names.index(name), name, made.data.column(name))
    return table
