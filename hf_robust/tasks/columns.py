"""What a column of a dataset holds, read from its feature: text, tokens, numbers, names, or lists of these."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import Columns

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Dataset

_PIECE = 10_000  # rows
TEXT_TYPES = ("string", "large_string", "string_view")
LABEL_TYPES = (*TEXT_TYPES, "int", "uint", "bool", "null")


def check_split(dataset: Any) -> None:
    """Refuse a dict of splits where one dataset is read.

    Raises:
        UsageError: With the first split.
    """
    from datasets import DatasetDict, IterableDatasetDict

    if isinstance(dataset, (DatasetDict, IterableDatasetDict)):
        split = next(iter(dataset), "test")
        raise UsageError(f"expected one dataset, found a {type(dataset).__name__}; choose a split: dataset[{split!r}]")


def inner_feature(feature: Any) -> Any:
    """The feature of a list's members; None when it is no list."""
    return feature[0] if isinstance(feature, list) else getattr(feature, "feature", None)


def has_type(feature: Any, types: tuple[str, ...]) -> bool:
    """Whether a feature holds plain values of one of these types; their size in bits does not count.

    Example:
        >>> from datasets import Value
        >>> has_type(Value("int64"), ("int",)), has_type({"text": Value("string")}, ("string",))
        (True, False)
    """
    return not isinstance(feature, Mapping) and str(getattr(feature, "dtype", "")).rstrip("0123456789") in types


def is_json(feature: Any) -> bool:
    """Whether a column (or the members of its lists) is JSON, as ``datasets`` types structs that are unlike."""
    inner = inner_feature(feature)
    return type(feature if inner is None else inner).__name__ == "Json"


def text_shape(feature: Any) -> str | None:
    """``text``, ``tokens`` or None when a column holds neither.

    Example:
        >>> from datasets import List, Value
        >>> text_shape(Value("string")), text_shape(List(Value("string"))), text_shape(Value("int64"))
        ('text', 'tokens', None)
    """
    if has_type(feature, TEXT_TYPES):
        return "text"
    inner = inner_feature(feature)
    return "tokens" if inner is not None and has_type(inner, TEXT_TYPES) else None


def holds_labels(feature: Any) -> bool:
    """Whether a column holds one label a row: a name or a number."""
    return inner_feature(feature) is None and has_type(feature, (*LABEL_TYPES, "float"))


def holds_label_lists(feature: Any) -> bool:
    """Whether a column holds lists of labels: names or whole numbers."""
    inner = inner_feature(feature)
    return inner is not None and has_type(inner, LABEL_TYPES)


def decoded_columns(features: Mapping[str, Any]) -> list[str]:
    """Columns that open files or addresses when they are read: images, sounds, videos, documents.

    Args:
        features: Features of a dataset.

    Example:
        >>> from datasets import Features, Image, List, Value
        >>> decoded_columns(Features({"text": Value("string"), "pages": List({"scan": Image()})}))
        ['pages']
    """
    return [name for name, feature in features.items() if _opens_files(feature)]


def _opens_files(feature: Any) -> bool:
    if isinstance(feature, Mapping):
        return any(map(_opens_files, feature.values()))
    if isinstance(feature, (list, tuple)):
        return any(map(_opens_files, feature))
    inner = getattr(feature, "feature", None)
    if inner is not None:
        return _opens_files(inner)
    return hasattr(feature, "decode_example") and type(feature).__name__ != "Json"  # JSON is read from the text itself


def column_values(dataset: "Dataset", column: str, start: int = 0, stop: int | None = None) -> list[Any]:
    """Return rows of a column as plain Python values, whatever the format of the dataset.

    Args:
        column: Name of the column.
        start: The first row.
        stop: The row after the last; None: up to the end.

    Example:
        >>> from datasets import Dataset
        >>> column_values(Dataset.from_dict({"text": ["a", "b", "c"]}).with_format("numpy"), "text", 1)
        ['b', 'c']
    """
    from datasets import Features
    from datasets.formatting import get_formatter

    features = Features({column: dataset.info.features[column]})
    return get_formatter(None, features=features).format_column(_table(dataset, [column], start, stop))


def pieces(dataset: "Dataset", column: str) -> Iterator[list[Any]]:
    """The values of a column, some rows at a time: a column of lists takes much memory as Python objects."""
    for start in range(0, len(dataset), _PIECE):
        yield column_values(dataset, column, start, start + _PIECE)


def pieces_of(dataset: "Dataset", columns: Sequence[str]) -> Iterable[Columns]:
    """Some columns of a dataset, some rows at a time, as they lie in Arrow."""
    for start in range(0, len(dataset), _PIECE):
        yield Columns(_table(dataset, columns, start, start + _PIECE))


def _table(dataset: "Dataset", columns: Sequence[str], start: int, stop: int | None) -> "pa.Table":
    """Return rows of columns as they lie in Arrow.

    ``dataset[column]``, ``select_columns`` and ``with_format`` copy all features and make fingerprints: that takes
    longer than to read some thousand rows.
    """
    from datasets.formatting import query_table

    rows = range(len(dataset))[start:stop]
    return query_table(dataset.data.select(list(columns)), rows, indices=dataset._indices)
