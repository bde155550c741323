"""Subpopulations by names of groups: a row is in none, one or several."""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.slices.row_view import RowView
from hf_robust.slices.subpopulation import Cut, Subpopulation, frozen

_MOST = 50  # groups that are found on the data


class RowGroups(NamedTuple):
    """Which rows are in which groups.

    Args:
        names: The groups.
        row: A row for each membership.
        group: The number of its group.
        size: How many rows there are.

    Example:
        >>> RowGroups.of_lists([["a"], [], ["b", "a"]]).members(["b", "c"]).tolist()
        [[False, False], [False, False], [True, False]]
    """

    names: tuple[str, ...]
    row: NDArray[np.int64]
    group: NDArray[np.int64]
    size: int

    @classmethod
    def of_lists(cls, rows: Sequence[Collection[str]]) -> "RowGroups":
        """From the names of each row."""
        numbers: dict[str, int] = {}
        pairs = [(place, numbers.setdefault(name, len(numbers))) for place, names in enumerate(rows) for name in names]
        row, group = np.array(pairs, np.int64).reshape(-1, 2).T
        return cls(tuple(numbers), row, group, len(rows))

    @classmethod
    def of_masks(cls, masks: Mapping[str, NDArray[np.bool_]], size: int) -> "RowGroups":
        """From the rows of each group."""
        found = [np.flatnonzero(mask) for mask in masks.values()]
        numbers = np.repeat(np.arange(len(found)), [len(rows) for rows in found])
        return cls(tuple(masks), np.concatenate([*found, np.empty(0, np.int64)]), numbers, size)

    @classmethod
    def joined(cls, parts: "Sequence[RowGroups]") -> "RowGroups":
        """Of several batches, one after the other."""
        numbers: dict[str, int] = {}
        rows, groups, size = [np.empty(0, np.int64)], [np.empty(0, np.int64)], 0
        for part in parts:
            new = np.array([numbers.setdefault(name, len(numbers)) for name in part.names], np.int64)
            rows.append(part.row + size)
            groups.append(new[part.group] if len(part.group) else part.group)
            size += part.size
        return cls(tuple(numbers), np.concatenate(rows), np.concatenate(groups), size)

    def members(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Which rows are in the groups of these names; boolean of shape (rows, names)."""
        places = {name: place for place, name in enumerate(names)}
        wanted = np.array([places.get(name, -1) for name in self.names], np.int64)
        found = np.zeros((self.size, len(names)), np.bool_)
        if len(self.group):
            column = wanted[self.group]
            found[self.row[column >= 0], column[column >= 0]] = True
        return found

    def counts(self) -> dict[str, int]:
        """How many rows each group has."""
        return dict(zip(self.names, np.bincount(self.group, minlength=len(self.names)).tolist()))


@dataclass(frozen=True, kw_only=True)
class GroupedSubpopulation(Subpopulation):
    """Base of subpopulations that assign each row to named groups.

    Class attributes:

        groups: Their names, if they are always the same. None: they depend on the data.

    Args:
        kinds: Only these groups. Default: all.
    """

    data_parameters: ClassVar[tuple[str, ...]] = ("kinds",)
    groups: ClassVar[tuple[str, ...] | None] = None

    kinds: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        given = (self.kinds,) if isinstance(self.kinds, str) else frozen(self.kinds)
        object.__setattr__(self, "kinds", given)
        if given is None:
            return
        if not isinstance(given, tuple) or not given or not all(isinstance(name, str) for name in given):
            raise UsageError(f"{self.name}: kinds must be a list of names, found {given!r}")
        for name in given:
            if self.groups is not None and name not in self.groups:
                raise UnknownNameError(f"kind of {self.name}", name, self.groups)

    @abstractmethod
    def read(self, rows: RowView) -> RowGroups:
        """The groups of the rows."""

    def joined(self, parts: Sequence[RowGroups]) -> RowGroups:
        """The groups of several batches."""
        return RowGroups.joined(parts)

    def known(self) -> tuple[str, ...] | None:
        """The groups, where they are given or always the same."""
        return self.kinds or self.groups

    def cut(self, values: RowGroups) -> Cut:
        """The groups that the data at hand has."""
        return cut_groups(values)

    def members(self, values: RowGroups, keys: Sequence[str]) -> NDArray[np.bool_]:
        """Which rows are in which groups."""
        return values.members(keys)

    def params_of(self, key: str) -> Mapping[str, Any]:
        """The group."""
        return {"kinds": [key]}

    def title(self, key: str) -> str:
        """The name of the group."""
        return key


def cut_groups(values: RowGroups, most: int = _MOST) -> Cut:
    """The groups that occur, sorted; of very many the largest.

    Args:
        values: The groups of the rows.
        most: How many are kept.

    Example:
        >>> cut_groups(RowGroups.of_lists([["b"], ["a"]])).keys, cut_groups(RowGroups.of_lists([["a"], ["a"]])).notes
        (('a', 'b'), ("all rows have the same value ('a'), so there are no slices",))
    """
    counts = values.counts()
    if not counts:
        return Cut((), ("no row has a value, so there are no slices",))
    if len(counts) == 1 and next(iter(counts.values())) == values.size:
        return Cut((), (f"all rows have the same value ({next(iter(counts))!r}), so there are no slices",))
    names = sorted(counts, key=lambda name: (-counts[name], name))
    notes = (f"{len(names)} different values; the {most} most frequent are kept",) if len(names) > most else ()
    return Cut(tuple(sorted(names[:most])), notes)


def of_names(names: Iterable[str | None]) -> RowGroups:
    """One group a row; None for none."""
    return RowGroups.of_lists([() if name is None else (name,) for name in names])
