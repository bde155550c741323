"""Rows that are perturbed a column at a time; whoever asks takes the rest row by row, with the same result."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hf_robust.core.arrow_text import column_of, is_text, is_tokens, text_array, token_array
from hf_robust.core.column_edits import EditColumns, splice
from hf_robust.core.mapping import Columns, arrow_array
from hf_robust.core.randomness import RandomSource, as_id, row_key
from hf_robust.core.reasons import SAME_TEXT, outranks
from hf_robust.core.text_columns import Strings, TextColumn, ranges
from hf_robust.core.token_columns import moved_tokens, rows_of_other_tokens
from hf_robust.perturb.plan import PerturbationPlan, takes_important
from hf_robust.perturb.record_columns import Edited, merged, record_of, replaced
from hf_robust.tasks.label_mover import checked_columns
from hf_robust.tasks.row_labels import RowLabels
from hf_robust.transforms.base import Transformation, WordTransformation
from hf_robust.transforms.row_changes import RowTransformation

if TYPE_CHECKING:
    import pyarrow as pa

# each row of a batch is taken by itself where fewer rows are in ASCII, or more of its bytes begin other characters
_WORTH_IT, _MOST_WIDE = 0.2, 0.15


class ColumnRows(NamedTuple):
    """Rows that were perturbed as columns.

    Args:
        places: Number of the row that each comes from, ascending. The rows of ``rest`` stand among them, unfinished:
            so nothing has to be moved when they come.
        texts: The columns that edits may change.
        record: The ``robust`` column.
        rest: Which rows of the batch must be taken row by row.
        faults: Among these the rows that raised an exception as part of a column, by their numbers in ``rest_of``.
    """

    places: np.ndarray
    texts: "dict[str, pa.Array | pa.ChunkedArray]"
    record: "pa.StructArray"
    rest: np.ndarray
    faults: Mapping[int, Exception]

    def rest_of(self, batch: Columns, plan: PerturbationPlan) -> Columns:
        """The rows that are left as a batch: texts, labels that move or are checked, and ids.

        Args:
            batch: The whole batch.
            plan: What is done; its task is bound.
        """
        import pyarrow as pa

        task = plan.task
        names = [task.column(role) for role in task.kind.id_roles] + list(self.texts)
        ids = [task.id_column] if task.id_column is not None and task.id_column in batch else []
        ids += [name for name in checked_columns(task.label_mover(), batch) if batch.arrow(name) is not None]
        places = np.flatnonzero(self.rest).tolist()
        # not `take`, which knows no views of strings
        return Columns(pa.table({name: _rows(_arrow(batch, name), places) for name in dict.fromkeys([*names, *ids])}))

    def joined(
        self, places: Sequence[int], new: "Mapping[str, list | pa.Array]"
    ) -> "tuple[np.ndarray, dict[str, pa.Array]]":
        """These rows and those that were taken row by row, in the order of the batch: their numbers and new columns.

        Args:
            places: Numbers of the rows that were taken row by row, among those that were left.
            new: Their new columns.
        """

        left = np.flatnonzero(self.rest)
        ends = np.searchsorted(np.array(places, np.int64), np.arange(len(left) + 1))
        at = np.searchsorted(self.places, left)
        columns = {}
        for name, known in {**self.texts, "robust": self.record}.items():
            columns[name] = replaced(known, at, arrow_array(new[name], known.type), ends)
        times = np.ones(len(self.places), np.int64)
        times[at] = np.diff(ends)
        return np.repeat(self.places, times), columns


class _Ids(NamedTuple):
    """Id of each row: as text, and the number that its draws depend on."""

    names: Strings
    keys: np.ndarray


def column_rows(plan: PerturbationPlan, batch: Columns) -> ColumnRows | None:
    """Perturb the rows of a batch whose texts are plain; None where columns cannot be read at all.

    Args:
        plan: What is done; its task is bound.
    """
    task = plan.task
    fields = [task.column(role) for role in task.fields]
    texts = [task.column(role) for role in task.text_roles]
    if not task.spoken.spaced or plan.protect.wants_entities or not task.spoken.reads_columns:
        return None
    if "robust" in batch or not all(map(_may_be_columnar, plan.stages)):
        return None
    if any(batch.arrow(name) is None for name in texts):
        return None
    types = [_arrow(batch, name).type for name in texts]
    if not all(is_text(kind) or is_tokens(kind) for kind in types):
        return None
    if plan.variants > 1 and len(plan.stages) > 1:
        return None
    work = _Work(plan, batch, texts, fields)
    if work.is_mostly_wide():
        return None
    mover = task.label_mover()
    if mover is not None and mover.role in task.fields:
        labeled = task.column(mover.role)
        labels = RowLabels.of_batch(mover, labeled, batch, work.originals[labeled])
        if labels is None or (labels.holds_text and any(stage.edits_protected for stage in plan.stages)):
            return None
        work.labels, work.labeled = labels, labeled
    return work.rows()


def _arrow(batch: Columns, name: str) -> "pa.ChunkedArray":
    """A column of a batch that is known to lie in Arrow."""
    found = batch.arrow(name)
    assert found is not None, name
    return found


def _rows(array: "pa.ChunkedArray", places: Sequence[int]) -> "pa.ChunkedArray":
    import pyarrow as pa

    return pa.chunked_array([chunk for place in places for chunk in array.slice(place, 1).chunks], array.type)


def _may_be_columnar(stage: Transformation) -> bool:
    """Whether a stage reads the texts alone."""
    return not isinstance(stage, RowTransformation) and not stage.needs and not takes_important(stage)


def _spares_words(stage: Transformation) -> bool:
    """Whether guarded words are all that a stage must be told of, as it edits words and nothing beside them."""
    return isinstance(stage, WordTransformation) and stage.stays_inside and not stage.edits_protected


class _Variant:
    """One output of each row: the new texts, and what was edited."""

    def __init__(self, columns: dict[str, TextColumn], size: int):
        self.columns = dict(columns)
        self.labels: RowLabels | None = None
        self.edited: list[Edited] = []
        self.fits = np.ones(size, bool)
        self.changed = np.zeros(size, bool)
        self.idle = [""] * size
        self.faults: dict[int, Exception] = {}

    def note(self, edits: EditColumns, moved: np.ndarray) -> None:
        """Note why texts have no edits, as rows do that are taken one by one.

        Args:
            edits: The edits of one stage on one column.
            moved: Which rows they changed.
        """
        edited = np.zeros(len(moved), bool)
        edited[edits.row] = True
        for row in np.flatnonzero(self.fits & ~moved).tolist():
            reason = SAME_TEXT if edited[row] or edits.why is None else edits.why(row)
            if outranks(reason, self.idle[row]):
                self.idle[row] = reason


class _Work:
    def __init__(self, plan: PerturbationPlan, batch: Columns, texts: list[str], fields: list[str]):
        self.plan = plan
        self.batch = batch
        self.fields = fields
        self.originals = {name: column_of(_arrow(batch, name)) for name in texts}
        self.size = self.originals[texts[0]].size
        self.labels: RowLabels | None = None
        self.labeled = ""
        self._known: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]] = {}

    def is_mostly_wide(self) -> bool:
        """Whether too little can be read here."""
        columns = [self.originals[name] for name in self.fields]
        letters = sum(len(column.wide.start) for column in columns) / max(
            1, sum(len(column.data) for column in columns)
        )
        if letters > _MOST_WIDE or not self.size:
            return letters > _MOST_WIDE
        alone = all(getattr(stage, "reads_word_alone", False) for stage in self.plan.stages)
        return not alone and float(np.mean(np.logical_and.reduce([column.in_ascii for column in columns]))) < _WORTH_IT

    @cached_property
    def ids(self) -> _Ids:
        """The id of each row."""
        column = self.plan.task.id_column
        if column is not None and column in self.batch:
            names = [str(value) for value in self.batch[column]]
            keys = np.array([row_key(name) for name in names], np.uint64)
            return _Ids(Strings.of(name.encode() for name in names), keys)
        texts = list(self.originals.values())
        spans = [self.plan.task.column(role) for role in self.plan.task.kind.id_roles[len(texts) :]]
        if len(texts) == 1 and not spans:
            digests = _digests(_as_id(texts[0]))
        else:
            parts = [_as_id(column).tolist() for column in texts]
            parts += [[as_id(value).encode("utf-8", "surrogatepass") for value in self.batch[name]] for name in spans]
            rows = zip(*parts)
            digests = _digests(Strings.of(b"\x1f".join(row) for row in rows))
        joined = b"".join(digests)
        digits = np.frombuffer(joined.hex().encode(), np.uint8).reshape(-1, 16)
        return _Ids(Strings.of_rows(digits), np.frombuffer(joined, ">u8").astype(np.uint64))

    def rows(self) -> ColumnRows | None:
        variants = []
        for number in range(self.plan.variants):
            variant = self._variant(number)
            if variant is None:
                return None
            variants.append(variant)
        fits = np.logical_and.reduce([variant.fits for variant in variants])
        chosen = self._chosen(variants, fits)
        places = np.concatenate(chosen)
        order = np.argsort(places, kind="stable")
        written = [*self.fields, *(self.labels.columns if self.labels is not None else ())]
        records: list[pa.StructArray] = []
        texts: dict[str, list] = {name: [] for name in written}
        for number, (variant, rows) in enumerate(zip(variants, chosen)):
            for name in self.fields:
                texts[name].append(self._texts(variant.columns[name], rows, name))
            for name, array in variant.labels.arrays(rows).items() if variant.labels is not None else ():
                texts[name].append(array)
            names = self.ids.names if len(rows) == self.size else self.ids.names.take(rows)
            records.append(record_of(self.plan, number, names, rows, variant.changed, variant.edited, variant.idle))
        numbers = np.cumsum(~fits) - 1
        faults = {int(numbers[row]): error for variant in variants for row, error in variant.faults.items()}
        if len(variants) == 1:
            return ColumnRows(places, {name: parts[0] for name, parts in texts.items()}, records[0], ~fits, faults)
        columns = {name: merged(parts, order) for name, parts in texts.items()}
        return ColumnRows(places[order], columns, merged(records, order), ~fits, faults)

    def _variant(self, number: int) -> _Variant | None:
        """All stages over all columns; None when one has no arrays."""
        found = _Variant(self.originals, self.size)
        found.fits &= self._takes_words
        if self.labels is not None:
            found.fits &= self.labels.fits
            found.labels = self.labels
            found.faults |= self.labels.faults
        for place, stage in enumerate(self.plan.stages):
            for name in self.fields:
                column = found.columns[name] = self._guarded(found, stage, name)
                signature = stage.signature if place == 0 else f"{place}|{stage.signature}"
                source = RandomSource(self.plan.seed, signature, name, number)
                edits = stage.edits_columns(column, source.rows(self.ids.keys))
                if edits is None:
                    return None
                found.fits &= self._in_language(column)
                # a row that is refused for another reason does not come as far as this stage by itself
                found.faults |= {row: error for row, error in edits.faults.items() if found.fits[row]}
                found.fits &= (column.readable if edits.read is None else edits.read) & ~edits.left
                moved = self._apply(found, place, name, edits)
                if self.plan.keep == "all":
                    found.note(edits, moved)
        if len(self.plan.stages) == 1:  # what a stage changes a later one may change back
            return found
        found.changed[:] = False
        for name in self.fields:
            if found.columns[name].texts is not self.originals[name].texts:
                found.changed |= differs(self.originals[name].texts, found.columns[name].texts)
        return found

    def _in_language(self, column: TextColumn) -> np.ndarray:
        """Which rows the language takes; the others are refused when each is taken by itself."""
        language, fits = self.plan.task.spoken, np.ones(self.size, bool)
        if language.refuses_none:
            return fits
        rows = np.flatnonzero(~column.in_ascii) if language.reads_ascii else np.arange(self.size)
        texts = (text.decode("utf-8", "surrogatepass") for text in column.texts.take(rows).tolist())
        fits[rows] = [language.refuses(text) is None for text in texts]
        return fits

    @cached_property
    def _takes_words(self) -> np.ndarray:
        """Which rows have words of the language; the others are refused when each is taken by itself."""
        takes = self.plan.task.spoken.takes_words
        if takes is None or not self.plan.uses_words:
            return np.ones(self.size, bool)
        return np.logical_and.reduce([takes(self.originals[name], np.arange(self.size)) for name in self.fields])

    def _apply(self, found: _Variant, stage: int, name: str, edits: EditColumns) -> np.ndarray:
        """Apply edits to a column; which rows they change."""
        column = found.columns[name]
        if column.tokens is not None:
            others = rows_of_other_tokens(column, edits)
            found.fits &= ~others
            edits = edits.keep(~others[edits.row])
        if not len(edits.row):
            return np.zeros(self.size, bool)
        spliced = splice(column, edits)
        rows = differs(column.texts, spliced.texts)
        found.changed |= rows
        first = column.characters(column.offsets)[edits.row]
        start, end = column.characters(edits.start) - first, column.characters(edits.end) - first
        edited = Edited(stage, name, edits.row, start, end, spliced.before, spliced.after)
        changed = rows[edits.row]
        found.edited.append(edited if changed.all() else edited.take(np.flatnonzero(changed)))
        tokens = None if column.tokens is None else moved_tokens(column.tokens, edits, spliced.shift)
        found.columns[name] = TextColumn(spliced.texts, tokens=tokens)
        if found.labels is not None and name == self.labeled:
            found.labels = found.labels.moved(column, edits, spliced.shift)
            found.fits &= found.labels.fits
        return rows

    def _guarded(self, found: _Variant, stage: Transformation, name: str) -> TextColumn:
        """A column, with what labels point to and the protected text guarded; rows with some may be left out."""
        column, guards = found.columns[name], []
        if found.labels is not None and name == self.labeled and (spans := found.labels.guards()) is not None:
            guards.append(spans)
        start, end, row = self._protected(column, name)
        if len(row):
            if len(self.plan.stages) == 1 and _spares_words(stage):
                guards.append((start, end))
            else:
                found.fits[row] = False
        if not guards:
            return column
        return column.guarded(*(np.concatenate(parts) for parts in zip(*guards)))

    def _protected(self, column: TextColumn, name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where protected text stands in a column; in the original ones it is looked for once."""
        if column.texts is not self.originals[name].texts:
            return self.plan.protect.guards(column)
        if name not in self._known:
            self._known[name] = self.plan.protect.guards(column)
        return self._known[name]

    def _chosen(self, variants: list[_Variant], fits: np.ndarray) -> list[np.ndarray]:
        """For each variant the rows that come out of it: each output once, and one of each row where all are kept."""
        taken = np.zeros(self.size, bool)
        chosen = []
        for number, variant in enumerate(variants):
            new = variant.changed & fits
            for earlier in variants[:number]:
                same = [~differs(earlier.columns[n].texts, variant.columns[n].texts) for n in self.fields]
                new &= ~(np.logical_and.reduce(same) & earlier.changed)
            taken |= new
            chosen.append(new)
        chosen[0] |= ~fits
        if self.plan.keep == "all":
            chosen[0] |= ~taken
        return [np.flatnonzero(rows) for rows in chosen]

    def _texts(self, column: TextColumn, rows: np.ndarray, name: str) -> "pa.Array | pa.ChunkedArray":
        kind = _arrow(self.batch, name).type
        if column.tokens is not None:
            return token_array(column, rows, kind)
        return text_array(column.texts if len(rows) == self.size else column.texts.take(rows), kind)


def _as_id(column: TextColumn) -> Strings:
    """The texts as their hash is taken: tokens are joined by a character that stands in no text."""
    if column.tokens is None:
        return column.texts
    data = np.append(column.data, np.uint8(0))
    data[np.delete(column.tokens.end, column.tokens.first[1:][np.diff(column.tokens.first) > 0] - 1)] = ord("\x1e")
    return Strings(data[:-1], column.offsets)


def _digests(texts: Strings) -> list[bytes]:
    """The hash of each text, as in :func:`hf_robust.core.randomness.row_id`."""
    content, empty, digests = texts.data.tobytes(), blake2b(digest_size=8), []
    for start, end in pairwise(texts.offsets.tolist()):
        hasher = empty.copy()  # cheaper than a new one
        hasher.update(content[start:end])
        digests.append(hasher.digest())
    return digests


def differs(left: Strings, right: Strings) -> np.ndarray:
    """Which strings are not the same in both.

    Example:
        >>> differs(Strings.of([b"ab", b"c"]), Strings.of([b"ax", b"c"])).tolist()
        [True, False]
    """
    lengths = left.lengths
    different = lengths != right.lengths
    if not different.any():  # all stand where they stood
        filled = lengths > 0
        different[filled] = _any(left.data != right.data, left.offsets[:-1][filled])
        return different
    same = np.flatnonzero(~different & (lengths > 0))
    lengths = lengths[same]
    unlike = left.data[ranges(left.offsets[same], lengths)] != right.data[ranges(right.offsets[same], lengths)]
    different[same] = _any(unlike, np.cumsum(lengths) - lengths)
    return different


def _any(mask: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Whether any is true from each start to the next."""
    return np.logical_or.reduceat(mask, starts) if len(starts) else np.zeros(0, bool)
