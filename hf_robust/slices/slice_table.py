"""Which rows are in which slices: what subpopulations, suites, reports and the search for weak slices hand around."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.errors import UnknownNameError, UsageError

_SHOWN, _NOTES = 20, 5  # slices and notes that are printed
_NAME = 60  # characters of a name that are printed


@dataclass(frozen=True)
class SliceInfo:
    """Description of a slice.

    Args:
        name: Name of the slice, such as ``"length: shortest 20%"`` or ``"negation"``. It is unique in a table.
        family: Name of the subpopulation, such as ``"length"``. ``"custom"`` for slices of the user.
        summary: Description of the rows in the slice.
        linguistics: ``"lexical"``, ``"syntax"``, ``"semantics"`` or ``"pragmatics"``. Empty if none applies.
        params: Parameters that reproduce the slice: those of the subpopulation, with the bounds that were found.
    """

    name: str
    family: str
    summary: str = ""
    linguistics: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)

    def describe(self) -> dict[str, Any]:
        """Return the slice as a dict for a record."""
        return {
            "name": self.name,
            "family": self.family,
            "summary": self.summary,
            "linguistics": self.linguistics,
            "params": dict(self.params),
        }

    @classmethod
    def of_record(cls, described: Mapping[str, Any]) -> "SliceInfo":
        """Create a slice from the output of :meth:`describe`."""
        return cls(**{one.name: described[one.name] for one in fields(cls) if one.name in described})


@dataclass(frozen=True, repr=False)
class SliceTable:
    """Table of the rows and the slices that contain them. A row can be in several slices or in none.

    Args:
        slices: Descriptions of the slices.
        members: Whether a row is in a slice: booleans of shape (rows, slices).
        notes: Requested slices that are not in the table, with the reason.

    Raises:
        UsageError: If the shape is wrong, or if two slices have the same name.

    Example:
        >>> table = SliceTable((SliceInfo("short", "length"),), np.array([[True], [False], [True]]))
        >>> table.names, table.sizes.tolist(), table.rows_in("short").tolist()
        (('short',), [2], [0, 2])
        >>> print(table)
        1 slice of 3 rows
          short  2 (67%)
    """

    slices: tuple[SliceInfo, ...]
    members: NDArray[np.bool_]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.members.dtype != np.bool_ or self.members.ndim != 2 or self.members.shape[1] != len(self.slices):
            raise UsageError(
                f"expected booleans of shape (rows, {len(self.slices)}), found {self.members.dtype} of shape "
                f"{self.members.shape}"
            )
        if len(set(self.names)) < len(self.slices):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise UsageError(f"two slices are called {twice!r}; rename one")

    def __len__(self) -> int:
        return len(self.members)

    def __repr__(self) -> str:
        """The slices with the number of their rows, the first of many, and the notes."""
        rows, sizes = len(self), self.sizes.tolist()
        head = f"{len(self.slices)} slice{'s' * (len(self.slices) != 1)} of {rows} row{'s' * (rows != 1)}"
        names = [name if len(name) <= _NAME else name[: _NAME - 1] + "…" for name in self.names[:_SHOWN]]
        wide = max(map(len, names), default=0)
        lines = [f"  {name:{wide}}  {size} ({size / rows if rows else 0:.0%})" for name, size in zip(names, sizes)]
        more = [f"  and {len(self.slices) - _SHOWN} more"] if len(self.slices) > _SHOWN else []
        left = [f"  and {len(self.notes) - _NOTES} more notes"] if len(self.notes) > _NOTES else []
        return "\n".join([head, *lines, *more, *(f"  note: {note}" for note in self.notes[:_NOTES]), *left])

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the slices."""
        return tuple(one.name for one in self.slices)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Number of rows of each slice."""
        return self.members.sum(axis=0)

    def rows_in(self, name: str) -> NDArray[np.intp]:
        """Return the indices of the rows in a slice.

        Raises:
            UnknownNameError: If the slice does not exist.
        """
        if name not in self.names:
            raise UnknownNameError("slice", name, self.names)
        return np.flatnonzero(self.members[:, self.names.index(name)])

    @deprecated_arguments("0.4.0", places="indices")
    def take(self, indices: NDArray[np.integer]) -> "SliceTable":
        """Return the table of the rows with the given indices, in the given order. Indices can be repeated."""
        return SliceTable(self.slices, self.members[indices], self.notes)

    def beside(self, other: "SliceTable") -> "SliceTable":
        """Return a table with the slices of two tables of the same rows."""
        if len(self) != len(other):
            raise UsageError(f"the tables are of {len(self)} and of {len(other)} rows; expected the same rows")
        members = np.hstack([self.members, other.members])
        return SliceTable(self.slices + other.slices, members, self.notes + other.notes)

    def lists(self, rows: range | None = None) -> list[list[str]]:
        """Return the names of the slices of each row, as values of a column.

        Args:
            rows: The rows to return. None returns all rows.
        """
        names = np.array(self.names, object)
        members = self.members if rows is None else self.members[rows.start : rows.stop]
        return [names[row].tolist() for row in members]

    @classmethod
    def of_lists(
        cls, slices: Sequence[SliceInfo], rows: Iterable[Sequence[str]], notes: tuple[str, ...] = ()
    ) -> "SliceTable":
        """Create a table from the output of :meth:`lists`."""
        number = {one.name: place for place, one in enumerate(slices)}
        rows = list(rows)
        members = np.zeros((len(rows), len(slices)), np.bool_)
        for place, names in enumerate(rows):
            members[place, [number[name] for name in names if name in number]] = True
        return cls(tuple(slices), members, notes)
