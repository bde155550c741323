"""Slices by a function of the user's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import is_helper
from hf_robust.core.quoted import quoted
from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups, of_names
from hf_robust.slices.row_view import RowView
from hf_robust.slices.subpopulation import register
from hf_robust.tasks.base import Task

_IN = "yes"


@register
@dataclass(frozen=True, kw_only=True)
class UserPredicate(GroupedSubpopulation):
    """User-defined function that returns a boolean or a group name for each row.

    Args:
        function: Function of a row (dict from column to value). It returns True or False, the name of a group, or None
            for no group.
        title_of: Title of the slice. Default: the name of the function.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["LOUD", "quiet"], "label": [1, 0]})
        >>> shouting = UserPredicate(function=lambda row: row["text"].isupper(), title_of="shouting")
        >>> hr.slice_rows(data, "sentiment-classification", [shouting]).lists()
        [['shouting'], []]
    """

    name: ClassVar[str] = "predicate"
    languages: ClassVar[tuple[str, ...]] = ("*",)
    costly: ClassVar[bool] = True

    function: Callable[[Mapping[str, Any]], Any] | str = ""
    title_of: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not callable(self.function):
            raise UsageError(
                "the subpopulation predicate needs a function of a row, in Python: "
                f"{{'name': 'predicate', 'function': lambda row: ...}}; found {self.function!r}"
            )

    def columns(self, task: Task) -> tuple[str, ...]:
        """The text of the rows; the function may read any column."""
        return super().columns(task)[:1]

    def prefix(self) -> str:
        """What the slice is called."""
        return self.title_of or str(getattr(self.function, "__name__", type(self.function).__name__))

    def stated(self, name: str, value: Any) -> Any:
        """The function as its name."""
        return f"{self.function.__module__}.{self.prefix()}" if name == "function" else value

    def read(self, rows: RowView) -> RowGroups:
        """What the function says of each row."""
        names = [name for name in rows.columns if not is_helper(name)]
        values = [rows.columns[name] for name in names]
        return of_names(self._group(dict(zip(names, row))) for row in zip(*values))

    def _group(self, row: Mapping[str, Any]) -> str | None:
        assert callable(self.function)
        try:
            found = self.function(row)
        except Exception as error:  # somebody else's function may raise anything
            raise UsageError(
                f"the predicate {self.prefix()!r} raised {type(error).__name__}: {error}, for the row {quoted(row)}"
            ) from error
        if found is None or isinstance(found, str):
            return found
        return _IN if bool(found) else None

    def called(self, key: str) -> str:
        """What the slice is called; groups have names of their own."""
        return self.prefix() if key == _IN else super().called(key)

    def meaning(self, key: str) -> str:
        """What rows it holds."""
        return f"Rows for which {self.prefix()} says {'yes' if key == _IN else repr(key)}."
