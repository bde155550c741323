"""What every subpopulation is: one small frozen dataclass that reads rows and says which slices they are in."""

import dataclasses
import inspect
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.deprecated_names import deprecated_arguments, take_deprecated_members
from hf_robust.core.docstrings import parameters, with_parameters
from hf_robust.core.errors import ColumnError, UnknownNameError, UsageError
from hf_robust.core.user_code import version_of
from hf_robust.language import resources
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.slices.row_view import RowView, read_roles
from hf_robust.slices.slice_table import SliceInfo
from hf_robust.slices.subpopulation_registry import subpopulations
from hf_robust.tasks.base import Task

register = subpopulations.register
LINGUISTICS = ("lexical", "syntax", "semantics", "pragmatics")


class Cut(NamedTuple):
    """The slices of a subpopulation on a dataset.

    Args:
        keys: The key of each slice: a name, or two bounds.
        notes: Expected slices that are missing, with the reason.
    """

    keys: tuple[Any, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Subpopulation(ABC):
    """Base class of all subpopulations. It reads values of each row, and assigns the rows to slices by these values.

    Each slice has a key. The values of a row depend only on this row. The keys may be computed from the data
    (:meth:`cut`). They are then fixed, so a row is in the same slices in any batch.

    Class attributes:
        name: Registered name.
        version: Changes whenever the slices of a row change.
        linguistics: ``lexical``, ``syntax``, ``semantics`` or ``pragmatics``. Empty if none applies.
        tasks: Tasks to which it applies. None for all tasks.
        languages: Languages that it supports. ``"*"`` for all languages.
        needs: Annotation layers that it reads: ``pos``, ``lemma``, ``dep``, ``ent``.
        resources: Resources that it needs; see ``hf_robust.language.resources``.
        costly: Whether it is used only if named: it needs annotation, a model, or input from the user.
        data_parameters: Parameters that determine how the keys are computed. In the description of a slice, the
            parameters of :meth:`params_of` replace them.

    A class inherits the descriptions of the parameters of its base classes. A subpopulation with a parameter ``role``
    reads only this text.
    """

    name: ClassVar[str]
    version: ClassVar[str] = "1"
    linguistics: ClassVar[str] = ""
    tasks: ClassVar[frozenset[str] | None] = None
    languages: ClassVar[tuple[str, ...]] = ("en",)
    needs: ClassVar[frozenset[str]] = frozenset()
    resources: ClassVar[tuple[str, ...]] = ()
    costly: ClassVar[bool] = False
    data_parameters: ClassVar[tuple[str, ...]] = ()
    _documented: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        old = {"found_by": "data_parameters", "one": "params_of"}
        take_deprecated_members(cls, old, removed_in="0.4.0")
        inherited = cls._documented
        cls._documented = MappingProxyType({**inherited, **parameters(cls.__doc__)})
        if cls.__doc__:
            cls.__doc__ = with_parameters(cls.__doc__, inherited)

    def fitted_to(self, task: Task) -> Self:
        """Return the subpopulation with the parameters that depend on the task, if they are not set."""
        return self

    @abstractmethod
    def read(self, rows: RowView) -> Any:
        """Return the values of each row from which the slices are computed.

        Args:
            rows: Some rows.
        """

    @abstractmethod
    def joined(self, parts: Sequence[Any]) -> Any:
        """Concatenate the values of several batches."""

    @abstractmethod
    def known(self) -> tuple[Any, ...] | None:
        """Return the keys, if they do not depend on the data. None otherwise."""

    @abstractmethod
    def cut(self, values: Any) -> Cut:
        """Compute the keys of the slices from the data.

        Args:
            values: The values of all rows.
        """

    @abstractmethod
    def members(self, values: Any, keys: Sequence[Any]) -> NDArray[np.bool_]:
        """Return which rows are in which slices.

        Args:
            values: The values of the rows.
            keys: The keys of the slices.

        Returns:
            Booleans of shape (rows, slices).
        """

    @abstractmethod
    def params_of(self, key: Any) -> Mapping[str, Any]:
        """Return the parameters that reproduce only the slice of a key."""

    @abstractmethod
    def title(self, key: Any) -> str:
        """Return the name of the slice of a key, without the name of the subpopulation."""

    def meaning(self, key: Any) -> str:
        """Return a description of the rows in the slice of a key."""
        return f"{summary(type(self)).removesuffix('.')}: {self.title(key)}"

    def prefix(self) -> str:
        """Return the beginning of the names of all slices."""
        role = getattr(self, "role", None)
        return f"{self.name} of {role}" if role else self.name

    def called(self, key: Any) -> str:
        """Return the full name of the slice of a key."""
        return f"{self.prefix()}: {self.title(key)}"

    def info(self, key: Any) -> SliceInfo:
        """Return the description of the slice of a key."""
        changed = {name: value for name, value in self.params.items() if value != self.defaults()[name]}
        made_by = {
            name: self.stated(name, value) for name, value in changed.items() if name not in self.data_parameters
        }
        return SliceInfo(
            name=self.called(key),
            family=self.name,
            summary=self.meaning(key),
            linguistics=self.linguistics,
            params={**made_by, **self.params_of(key)},
        )

    def stated(self, name: str, value: Any) -> Any:
        """Return the value of a parameter for a record.

        Args:
            name: The parameter.
        """
        return value

    @property
    def params(self) -> dict[str, Any]:
        """All parameters with their values."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Return the default values of the parameters."""
        return {field.name: field.default for field in dataclasses.fields(cls)}

    def looked_at(self, task: Task) -> tuple[str, ...]:
        """Return the roles of the texts that it reads."""
        role = getattr(self, "role", None)
        return (role,) if role else read_roles(task)

    def columns(self, task: Task) -> tuple[str, ...]:
        """Return the columns that it reads.

        Args:
            task: The task with the columns.
        """
        return tuple(task.column(role) for role in self.looked_at(task))

    @deprecated_arguments("0.4.0", found="columns")
    def check(self, task: Task, columns: Collection[str] | None = None) -> None:
        """Check that it applies to the task, and that the columns and resources exist.

        Args:
            task: The task with the columns.
            columns: The columns of the dataset. None if they are not known yet.

        Raises:
            UsageError: If it does not apply to the task or its language, or if the task has no such role.
            ColumnError: If a column is missing.
            MissingResource: If a resource is missing. The message contains the command that installs it.
        """
        if self.tasks is not None and task.name not in self.tasks:
            raise UsageError(
                f"the subpopulation {self.name} does not apply to {task.name}; it applies to "
                f"{', '.join(sorted(self.tasks))}. For {task.name} there are "
                f"{', '.join(cls.name for cls in fitting(task, costly=True))}"
            )
        if task.language not in self.languages and "*" not in self.languages:
            raise UsageError(
                f"the subpopulation {self.name} is for {', '.join(self.languages)}, the task's language is "
                f"{task.language}"
            )
        role = getattr(self, "role", None)
        if role is not None and role not in task.text_roles:
            raise UnknownNameError(f"role for {self.name}", role, task.text_roles)
        missing = [] if columns is None else [name for name in self.columns(task) if name not in columns]
        if missing and columns is not None:
            raise ColumnError(
                f"the subpopulation {self.name} reads the column {', '.join(map(repr, missing))}; found: "
                f"{', '.join(columns)}"
            )
        for name in self.needed:
            if resources.resource(name).choice(self._named) in ("", EMBEDDED):  # others may be on the Hub
                resources.get(name, self._named, what=f"{name} (for {self.name})")

    def stamp(self) -> tuple[str, ...]:
        """Return the versions on which the slices depend, besides the parameters."""
        return (self.name, self.version, *(resources.stamp(name, self._named) for name in self.needed))

    @property
    def needed(self) -> tuple[str, ...]:
        """Resources that it needs with these parameters."""
        return self.resources

    @property
    def _named(self) -> str | None:
        return getattr(self, "model", None)

    def __getstate__(self) -> dict[str, Any]:
        # datasets hashes imported code by its name: without these, an upgrade or an edit serves stale rows
        return {**self.__dict__, "__version__": version_of(self, self.version)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in state.items() if name != "__version__"})


def summary(cls: type[Subpopulation]) -> str:
    """First line of the docstring."""
    return inspect.cleandoc(cls.__doc__ or "").split("\n")[0]


def fitting(task: Task, costly: bool = False) -> Iterator[type[Subpopulation]]:
    """The subpopulations that apply to a task.

    Args:
        costly: Whether also those that are left out where nobody names them.
    """
    for cls in subpopulations.values():
        spoken = task.language in cls.languages or "*" in cls.languages
        if spoken and (cls.tasks is None or task.name in cls.tasks) and (costly or not cls.costly):
            yield cls


def frozen(value: Any) -> Any:
    """A value with tuples in the place of lists, so that it can be hashed and compared."""
    return tuple(map(frozen, value)) if isinstance(value, (list, tuple)) else value
