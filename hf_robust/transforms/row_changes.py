"""Transformations that see a whole row: all its texts, its gold labels, and other rows of the dataset."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Integral
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from hf_robust.core.doc import Doc, flat_tokens
from hf_robust.core.edits import Edit, apply, check
from hf_robust.core.errors import LabelError, NotApplicable, UsageError
from hf_robust.core.languages import Language
from hf_robust.core.protection import spared
from hf_robust.core.randomness import RowRandom, row_id, row_rng
from hf_robust.core.reasons import nothing
from hf_robust.language.annotation import annotate_values
from hf_robust.tasks.base import Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.labels import is_number, label_name, label_number
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.base import ANY_WORDS, Transformation

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class RowChange(NamedTuple):
    """What becomes of a row.

    Labels that point into a text are moved with its edits; ``labels`` says what is new beside that.

    Args:
        edits: The edits by text role; those of a text are sorted, and apart.
        labels: New gold by role: a value, or a function from the value after the edits moved it to the new one. A
            label is given by its name. Where a text role is among them, as the sentences of a document are, it and the
            others are taken as they are and nothing is moved; the edits must give the same text.
        why: Why there are no edits, where it is not what :meth:`RowTransformation.why_row_unchanged` says.
    """

    edits: Mapping[str, Sequence[Edit]] = _NOTHING
    labels: Mapping[str, Any | Callable[[Any], Any]] = _NOTHING
    why: str = ""


class TaskRow:
    """A row as a transformation of rows sees it. Nothing on it can be changed.

    Args:
        task: The task, with the names of its labels.
        docs: The texts by role.
        values: What the row holds, by role.
        pool: Other rows of the dataset, values by role.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> TaskRow(task, {"text": Doc("A fine film.")}, {"text": "A fine film.", "label": 1}).gold["label"]
        'pos'
    """

    __slots__ = ("_gold", "docs", "pool", "task", "values")

    def __init__(
        self,
        task: Task,
        docs: Mapping[str, Doc],
        values: Mapping[str, Any],
        pool: Sequence[Mapping[str, Any]] = (),
    ):
        self.task = task
        self.docs = docs
        self.values = values
        self.pool = pool
        self._gold: dict[str, Any] | None = None

    @property
    def gold(self) -> Mapping[str, Any]:
        """The gold labels and positions by role, numbers that have a name by their name.

        Raises:
            NotApplicable: When a label is none of the dataset's.
        """
        if self._gold is None:
            kind = self.task.kind
            roles = dict.fromkeys((*kind.labels, *kind.spans))
            self._gold = {role: self._named(role) for role in roles if role in self.values}
        return self._gold

    def _named(self, role: str) -> Any:
        value = self.values[role]
        if role != self.task.kind.named_role or value is None:
            return value
        names = self.task.label_names
        try:
            if not isinstance(value, (list, tuple)):
                return label_name(value, names) if isinstance(value, (str, Integral)) else value
            # aspects are named structures, and no labels themselves
            return [label_name(one, names) if isinstance(one, (str, Integral)) else one for one in value]
        except LabelError as error:
            raise NotApplicable(str(error)) from error


@dataclass(frozen=True, kw_only=True)
class RowTransformation(Transformation):
    """Base of transformations that read more than one text: another one beside it, the gold label, other rows.

    A subclass defines :meth:`change`; one that takes many rows at once is a :class:`BatchedRows`.

    Class attributes:
        annotated: Text roles of which ``needs`` are annotated; None: all.
        pool_size: How many other rows it is given, where ``needs`` has ``pool``.
    """

    annotated: ClassVar[tuple[str, ...] | None] = None
    pool_size: ClassVar[int] = 2
    edits_protected: ClassVar[bool] = True

    @abstractmethod
    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        """What becomes of a row; None when there is nothing to change.

        Raises:
            NotApplicable: When the row cannot be changed, with the reason.
        """

    def why_row_unchanged(self, row: TaskRow) -> str:
        """Why a row has no change, where :meth:`change` does not say it."""
        return nothing(self.choice or ANY_WORDS, "row")

    def edits(self, doc: Doc, rng: RowRandom) -> Iterable[Edit]:
        """There are none of a text alone.

        Raises:
            UsageError: Always.
        """
        raise UsageError(f"{self.name} changes rows of {', '.join(sorted(self.effects))}, not a text alone")

    def preview_row(
        self,
        values: Mapping[str, Any],
        task: Task | str | None = None,
        seed: int = 0,
        nlp: str | None = None,
        pool: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        """What becomes of one row, to try things out.

        Args:
            values: Values by role, labels by name.
            task: The task or its id; the first one that it applies to when None.
            seed: Seed of the draws.
            nlp: spaCy pipeline, name or folder.
            pool: Other rows, for what draws from them.

        Raises:
            NotApplicable: When the row cannot be changed.
        """
        given = as_task(next(iter(self.effects)) if task is None else task)
        task = replace(make_task(given.name, language=given.language), label_names=given.label_names)
        roles = [role for role in task.text_roles if role in values]
        layers = self.layers
        read = [role for role in roles if layers and self.reads(role)]
        found = dict(
            zip(read, annotate_values([values[role] for role in read], layers, nlp, task.language) if read else ())
        )
        mover = task.label_mover()
        docs = {
            role: task.doc(
                role,
                values[role],
                annotation=found.get(role),
                marks=mover.marks(values) if mover is not None and mover.role == role else (),
            )
            for role in roles
        }
        row = TaskRow(task, docs, values, pool)
        rng = row_rng(seed, self.signature, row_id([doc.text for doc in docs.values()]), "row")
        change = self.change(row, rng)
        return {
            **values,
            **(changed(row, change, values, rearranges=self.level == "sentence") if change is not None else {}),
        }

    def reads(self, role: str) -> bool:
        """Whether it reads the annotation of a text role."""
        return self.annotated is None or role in self.annotated


@dataclass(frozen=True, kw_only=True)
class BatchedRows(RowTransformation):
    """Base of those that ask a model: all rows of a batch are handed over at once, where that is much cheaper."""

    @abstractmethod
    def changes_batch(
        self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]
    ) -> Sequence[RowChange | NotApplicable | None]:
        """For each row its change, None when there is nothing to change, or why it cannot be changed.

        Args:
            rngs: The draws of each.
        """

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        """What becomes of one row."""
        (found,) = self.changes_batch([row], [rng])
        if isinstance(found, NotApplicable):
            raise found
        return found


def changed(row: TaskRow, change: RowChange, values: Mapping[str, Any], *, rearranges: bool = False) -> dict[str, Any]:
    """The new values of a row, by column.

    Args:
        change: What becomes of it.
        values: Its values by column; :meth:`RowTransformation.preview_row` names columns like their roles.
        rearranges: Whether the edits may move protected text together with what stands around it.

    Raises:
        NotApplicable: When protected text would change, or a label cannot be moved.
        UsageError: When the edits are out of order, or do not give the text that ``labels`` has.
    """
    task, new = row.task, dict[str, Any]()
    mover = task.label_mover()
    for role, edits in change.edits.items():
        doc, column = row.docs[role], task.column(role)
        check(edits, len(doc.text))
        spared(doc.text, edits, doc.kept, together=True, rearranges=rearranges)
        after = apply(doc.text, edits)
        if role in change.labels:
            _check_same(after, change.labels[role], role, doc.language)
        elif after == doc.text:
            continue
        elif mover is not None and mover.role == role:
            new.update(mover.move(values, doc, edits, after))
        if column not in new and role not in change.labels:
            new[column] = after if doc.bounds is None else doc.project(edits).tokens
    for role, value in change.labels.items():
        column = task.column(role)
        if callable(value):
            value = value(new.get(column, values.get(column)))
        new[column] = _as_in_column(task, role, value, values.get(column))
    return new


def _check_same(after: str, value: Any, role: str, language: Language) -> None:
    text = value if isinstance(value, str) else language.join(flat_tokens(value))
    if text.split() != after.split():
        raise UsageError(f"the edits of {role} do not give the new {role}")


def _as_in_column(task: Task, role: str, value: Any, old: Any) -> Any:
    """A label as its column holds it: by its number where it holds numbers."""
    if role != task.kind.named_role or not isinstance(old, Integral) or not isinstance(value, str):
        return value
    if not task.label_names and is_number(value):
        return int(value)
    if not task.label_names or value not in task.label_names:
        raise NotApplicable(f"the new label {value!r} is not among the labels of the dataset")
    number = label_number(value, task.label_names)
    return bool(number) if isinstance(old, bool) else number
