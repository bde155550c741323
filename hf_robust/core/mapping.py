"""``MapFunction``: the base of every function for ``datasets.map``, and the batches that such functions are given."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from hf_robust.core.arrow_text import table_without_views
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.user_code import class_stamps, code_stamps

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Features

# ends of the names of columns that stand beside a text or token list and describe it as it was before any edit
ANNOTATION, NEIGHBORS, IMPORTANCE, POOL = "__ann", "__next", "__importance", "__pool"
T = TypeVar("T")
_HELPERS = (ANNOTATION, NEIGHBORS, IMPORTANCE, POOL)


class MapFunction(ABC):
    """A function over batches of columns: pass it to ``map`` with ``batched=True``.

    A batch may be what ``Dataset.map`` or ``IterableDataset.map`` hands over, in any format (``with_format``), a
    plain mapping of columns, an Arrow table or a pandas frame. Tables and frames come back as such.

    Its pickled state holds the version and :meth:`stamp`, so ``datasets`` finds its cache again in every process, and
    never after an upgrade that changes the output. Attributes that begin with an underscore are made on the way and
    are not part of the state.

    Class attributes:
        version: Raise it when the output changes.
        keeps_rows: Whether each row stays in its place and only columns are added. Otherwise what is returned are all
            columns of the new rows.
        record_columns: Columns that say where a row comes from, which an instance can leave out.
    """

    version: ClassVar[str] = "1"
    keeps_rows: ClassVar[bool] = True
    record_columns: ClassVar[tuple[str, ...]] = ()
    keeps_record: bool = True
    """Whether the rows have the columns of the record; see :meth:`set_record`."""

    @property
    @abstractmethod
    def columns_in(self) -> tuple[str, ...]:
        """Columns that a batch must have."""

    @property
    @abstractmethod
    def columns_out(self) -> tuple[str, ...]:
        """Columns that it adds, or writes anew."""

    @abstractmethod
    def process(self, batch: "Columns") -> "dict[str, list] | pa.Table":
        """What comes of one batch."""

    def set_record(self, record: bool) -> None:
        """Set whether the rows have the columns of the record. A column of the same name that is there goes, too.

        Raises:
            UsageError: When it is neither True nor False.
        """
        if not isinstance(record, bool):
            raise UsageError(f"record must be True or False, found {record!r}")
        if not record:  # the state of a function that keeps its record stays as it is
            self.keeps_record = False

    @property
    def hint(self) -> str:
        """What to type where columns are missing."""
        return ""

    def stamp(self) -> tuple[Any, ...]:
        """What else the output depends on: versions of models and lists that are read on the way."""
        return ()

    def types(self) -> "dict[str, pa.DataType]":
        """Arrow types of columns whose values do not always tell them; a batch may have only empty lists."""
        return {}

    def check(self, batch: "Columns") -> None:
        """Refuse a batch that lacks columns.

        Raises:
            ColumnError: With the columns expected and found, and what to type.
        """
        missing = [name for name in self.columns_in if name not in batch]
        if missing:
            raise ColumnError(
                f"{type(self).__name__} expects the columns {', '.join(self.columns_in)}; found: {', '.join(batch)}"
                f"{'. ' if self.hint else ''}{self.hint}"
            )

    def is_row(self, batch: "Columns") -> bool:
        """Whether this is one row, as ``map`` without ``batched=True`` gives it."""
        return batch.is_row(self.columns_in)

    def __call__(self, batch: Any) -> Any:
        """Process one batch.

        Raises:
            UsageError: When it is a single row, or nothing that has columns.
            ColumnError: When columns are missing.
        """
        columns = Columns(batch)
        self.check(columns)
        if self.is_row(columns):
            name = type(self).__name__
            raise UsageError(f"{name} works on batches; use dataset.map({name}(...), batched=True)")
        return columns.like_batch(self.process(columns), self)

    def __getstate__(self) -> dict[str, Any]:
        # datasets hashes imported code by its name: without these, an upgrade or an edit would serve stale rows
        state = {name: value for name, value in self.__dict__.items() if not name.startswith("_")}
        return {**state, "_made_by": (self.version, *self.stamp(), *class_stamps(type(self)), *code_stamps(state))}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in state.items() if not name.startswith("_")})


class Columns(Mapping[str, Any]):
    """The columns of a batch; one is turned into plain Python values when it is first read.

    Args:
        batch: A mapping of columns, one of the classes in which ``datasets`` hands them over, an Arrow table or a
            pandas frame.

    Raises:
        UsageError: When it is something else.

    Example:
        >>> import numpy as np
        >>> Columns({"label": np.array([1, 0]), "text": ["good", "dull"]})["label"]
        [1, 0]
    """

    __slots__ = ("_batch", "_cached", "_read", "_table")

    def __init__(self, batch: Any):
        self._batch = batch
        self._table = _as_table(batch)
        self._read: dict[str, Any] = {}
        self._cached: dict[Hashable, Any] = {}
        if self._table is None and not isinstance(batch, Mapping):
            raise UsageError(
                f"expected a batch of columns, found {type(batch).__name__}; use "
                "dataset.with_format(None).map(<function>, batched=True)"
            )

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            self._read[name] = self._plain(name)
        return self._read[name]

    def _plain(self, name: str) -> Any:
        decoded = isinstance(self._batch, Mapping) and name in self._batch  # `datasets` decodes what features need it
        if self._table is None or decoded:
            return _plain(self._batch[name])
        if name not in self._table.column_names:
            raise KeyError(name)
        column = self._table.column(name)
        return _without_json(column.to_pylist()) if _holds_json(column.type) else column.to_pylist()

    def __iter__(self) -> Iterator[str]:
        return iter(self._batch if self._table is None else self._table.column_names)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in (self._batch if self._table is None else self._table.column_names)

    @property
    def features(self) -> "Features | None":
        """The features of the dataset, where the batch tells them."""
        known = getattr(getattr(self._batch, "formatter", None), "features", None)
        if known is None and (table := self._table) is not None:
            from datasets import Features

            known = self.once("features", lambda: Features.from_arrow_schema(table.schema))
        return known

    def arrow(self, name: str) -> "pa.ChunkedArray | None":
        """A column as it lies in Arrow; None where the batch is not backed by it."""
        return None if self._table is None else self._table.column(name)

    def with_column(self, name: str, values: "pa.Array") -> "Columns":
        """The batch with a column that is added or replaced; one that is backed by Arrow."""
        import pyarrow as pa

        assert self._table is not None, name
        table = self._table.drop_columns([name] if name in self._table.column_names else [])
        column = pa.chunked_array([values])
        columns = Columns(self._batch)
        columns._table, columns._read = table.append_column(name, column), {**self._read}
        columns._read.pop(name, None)
        return columns

    def once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What is found out about the batch, which is asked for more than once and found out once.

        Args:
            key: What it is.
            find: Finds it out.
        """
        if key not in self._cached:
            self._cached[key] = find()
        return self._cached[key]

    def is_row(self, names: Collection[str]) -> bool:
        """Whether this is one row: the columns of these names hold no lists."""
        if self._table is not None:
            return type(self._batch).__name__ == "LazyRow"
        return any(name in self and not _has_rows(self._batch[name]) for name in names)

    def take(
        self, indices: Sequence[int], new: "Mapping[str, list | pa.Array]", drop: Collection[str] = ()
    ) -> "dict[str, list] | pa.Table":
        """The rows at some places, as often and in the order as they are named, with new values in some columns.

        Columns that are neither new nor dropped are passed on without being turned into Python objects.

        Args:
            indices: Numbers of rows.
            new: Values of new or changed columns, one for each place.
            drop: Columns that are left out. A plain mapping has None in their place, as ``datasets`` would put the
                old values back.
        """
        if self._table is not None:
            return _taken(self._table, indices, new, drop)
        columns = {}
        for name in dict.fromkeys([*self._batch, *new]):
            if name in new:
                fresh: Any = new[name]
                columns[name] = fresh if isinstance(fresh, list) else fresh.to_pylist()
            elif name in drop:
                columns[name] = [None] * len(indices)
            else:
                values = self._batch[name]
                columns[name] = [values[index] for index in indices]
        return columns

    def like_batch(self, result: "dict[str, list] | pa.Table", function: MapFunction) -> Any:
        """What a function made, in the kind of batch that it was given.

        Args:
            result: Columns, or a whole table.
        """
        if not function.keeps_record:
            result = self._without(result, function.record_columns)
        if self._table is None:
            return result
        if isinstance(result, dict):
            types = function.types()
            if isinstance(self._batch, Mapping) and not (function.keeps_rows and types) and function.keeps_record:
                return result  # `datasets` adds the columns, or lets them replace the others
            if not function.keeps_rows:
                types = {**{field.name: field.type for field in self._table.schema}, **types}
            result = _with_columns(self._table if function.keeps_rows else None, result, types)
        return result.to_pandas() if _is_frame(self._batch) else result

    def _without(self, result: "dict[str, list] | pa.Table", names: Collection[str]) -> "dict[str, list] | pa.Table":
        """What a function made, without some columns; None where ``datasets`` would put old values back."""
        if not isinstance(result, dict):
            return result.drop_columns([name for name in names if name in result.column_names])
        rows = len(next(iter(result.values()), ()))
        kept = {name: values for name, values in result.items() if name not in names}
        return (
            kept if self._table is not None else kept | {name: [None] * rows for name in names if name in self._batch}
        )


def is_helper(column: str, texts: Collection[str] | None = None) -> bool:
    """Whether a column is one that ``annotate`` or ``WordImportance`` puts beside a text.

    Args:
        texts: Columns of the task's texts; without them any column counts that is called so.

    Example:
        >>> is_helper("text__ann", ["text"]), is_helper("user__ann", ["text"]), is_helper("text", ["text"])
        (True, False, False)
    """
    base = next((column.removesuffix(end) for end in _HELPERS if column.endswith(end)), None)
    return base is not None and (texts is None or (base in texts and column not in texts))


def _as_table(batch: Any) -> "pa.Table | None":
    """The batch as Arrow, where it is one or is backed by one."""
    if _is_frame(batch):
        import pyarrow as pa

        return pa.Table.from_pandas(batch, preserve_index=False)
    table = batch if type(batch).__module__ == "pyarrow.lib" else getattr(batch, "pa_table", None)
    return None if table is None else table_without_views(table)


def _is_frame(batch: Any) -> bool:
    return type(batch).__module__.partition(".")[0] == "pandas" and type(batch).__name__ == "DataFrame"


def _has_rows(column: Any) -> bool:
    single = isinstance(column, (str, bytes, Mapping)) or getattr(column, "ndim", 1) == 0
    return not single and hasattr(column, "__len__")


_SCALARS = frozenset({str, int, float, bool, bytes, type(None)})


def _plain(value: Any) -> Any:
    """Plain Python values of a column, also where the dataset has the format of NumPy or Torch."""
    if hasattr(value, "tolist"):
        mixed = str(getattr(value, "dtype", "")) == "object"
        value = value.tolist()
        if mixed:  # NumPy's format writes nan for what is missing
            value = [None if type(one) is float and one != one else one for one in value]
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list) and not _SCALARS.issuperset(map(type, value)):
        return [_plain(one) for one in value]
    return value


def _holds_json(kind: "pa.DataType") -> bool:
    """Whether the values of an Arrow type, or the members of its lists, are JSON: structs that are unlike."""
    import pyarrow as pa

    while pa.types.is_list(kind) or pa.types.is_large_list(kind):
        kind = kind.value_type
    return getattr(kind, "extension_name", "") == "arrow.json"


def _without_json(value: Any) -> Any:
    """Values whose JSON is read, as ``datasets`` reads them for a batch that is not Arrow."""
    if isinstance(value, list):
        return [_without_json(one) for one in value]
    return value if value is None else parse_json(value)


def _taken(table: "pa.Table", indices: Sequence[int], new: Mapping[str, Any], drop: Collection[str]) -> "pa.Table":
    import pyarrow as pa

    table = table.drop_columns([name for name in table.column_names if name in drop])
    schema = table.schema
    rest = table.select([name for name in schema.names if name not in new])
    if len(indices) != table.num_rows or list(indices) != list(range(table.num_rows)):
        rest = rest.take(pa.array(indices, pa.int64()))
    columns, fields = [], []
    for name in dict.fromkeys([*schema.names, *new]):
        known = schema.field(name) if name in schema.names else None
        column = rest.column(name) if name not in new else arrow_array(new[name], known.type if known else None)
        columns.append(column)
        fields.append(known if known is not None and known.type == column.type else pa.field(name, column.type))
    return pa.table(columns, schema=pa.schema(fields, metadata=schema.metadata))


def arrow_array(values: "list | pa.Array", kind: "pa.DataType | None") -> "pa.Array":
    """Values of a column as Arrow, also JSON inside of lists, which PyArrow cannot convert.

    Args:
        values: The values of the rows. Arrow is returned as it is.
        kind: The type of the column. PyArrow infers it when None.

    Example:
        >>> import pyarrow as pa
        >>> arrow_array([[1], []], pa.list_(pa.int32())).to_pylist()
        [[1], []]
    """
    import pyarrow as pa

    if isinstance(values, (pa.Array, pa.ChunkedArray)):
        return values
    try:
        return pa.array(values, kind)
    except pa.ArrowNotImplementedError:  # JSON inside of lists, as `datasets` types lists of unlike structs
        from datasets.arrow_writer import TypedSequence
        from datasets.features.features import generate_from_arrow_type

        return pa.array(TypedSequence(values, type=generate_from_arrow_type(kind))).cast(kind)


def _with_columns(
    table: "pa.Table | None", columns: Mapping[str, list], types: "Mapping[str, pa.DataType]"
) -> "pa.Table":
    """The table with columns that are added, or the columns alone."""
    import pyarrow as pa

    arrays = {name: arrow_array(values, types.get(name)) for name, values in columns.items()}
    if table is None:
        return pa.table(arrays)
    table = table.drop_columns([name for name in arrays if name in table.column_names])
    for name, array in arrays.items():
        table = table.append_column(name, array)
    return table
