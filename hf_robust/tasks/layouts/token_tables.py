"""Tables of tokens: cells that hold lists as text, and tables with a token a row."""

import ast
from typing import TYPE_CHECKING, Any

from hf_robust.core.json_text import parse_json
from hf_robust.tasks.columns import TEXT_TYPES, has_type

if TYPE_CHECKING:
    from datasets import Dataset

# columns of a table with a token a row, in lower case, and what they are called in a row for each sentence
_SENTENCE, _WORD, _TAG = "sentence #", "word", "tag"
_NAMES = {_WORD: "tokens", "pos": "pos_tags", _TAG: "ner_tags"}


def with_token_lists(dataset: "Dataset") -> "Dataset":
    """A table with its lists as lists, and with a row for each sentence where it had one for each token.

    A column is read as lists when each of its cells is a list of texts or of whole numbers, as Python or JSON writes
    it. A table has a token a row when its columns are called ``Sentence #``, ``Word`` and ``Tag``.

    Args:
        dataset: The rows of a table.

    Example:
        >>> from datasets import Dataset
        >>> with_token_lists(Dataset.from_dict({"tokens": ["['a', 'b']", '["c"]']}))["tokens"][:]
        [['a', 'b'], ['c']]
    """
    if {_SENTENCE, _WORD, _TAG} <= {name.casefold() for name in dataset.column_names}:
        return _sentences(dataset)
    for name in dataset.column_names:
        if has_type(dataset.features[name], TEXT_TYPES) and (lists := _lists(dataset[name][:])) is not None:
            dataset = _replaced(dataset, name, lists)
    return dataset


def _replaced(dataset: "Dataset", name: str, lists: list[Any]) -> "Dataset":
    import pyarrow as pa
    from datasets import Dataset

    table = dataset.data.table
    return Dataset(table.set_column(table.column_names.index(name), name, pa.array(lists)).replace_schema_metadata())


def _lists(cells: list[str | None]) -> list[list[Any] | None] | None:
    """The lists that all cells hold; None where one holds another thing."""
    lists: list[list[Any] | None] = []
    for cell in cells:
        found = None if cell is None else _list(cell)
        if cell is not None and found is None:
            return None
        lists.append(found)
    kinds = {type(member) for found in lists for member in found or ()}
    return lists if kinds in ({str}, {int}) else None


def _list(cell: str) -> list[Any] | None:
    text = cell.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        found = parse_json(text)
    except ValueError:
        try:
            found = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None
        if repr(found) != text:  # numpy writes ['a' 'b'], which Python reads as ['ab']
            return None
    return found if isinstance(found, list) else None


def _sentences(dataset: "Dataset") -> "Dataset":
    """A row for each sentence, whose number stands in its first row or in all of its rows."""
    from datasets import Dataset

    columns = {name.casefold(): dataset[name][:] for name in dataset.column_names}
    kept = [name for name in _NAMES if name in columns]
    rows: list[dict[str, list[str]]] = []
    last = None
    for place, number in enumerate(columns[_SENTENCE]):
        if not rows or (number is not None and number != last):
            rows.append({_NAMES[name]: [] for name in kept})
        last = last if number is None else number
        for name in kept:
            value = columns[name][place]
            rows[-1][_NAMES[name]].append("" if value is None else str(value))
    return Dataset.from_list(rows)
