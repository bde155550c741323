"""A task over the columns of a data set: which column has which role, and what is read from it.

Names are the Hub's own task ids where it has one. A :class:`Task` is the only place where column
names live; ``bind`` checks them against a data set before any work starts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError, EmptyDataError, LabelError, UnknownNameError, UsageError
from hf_robust.tasks.columns import TEXT_TYPES, has_type, pieces, text_shape
from hf_robust.tasks.kind import TASKS, TaskKind
from hf_robust.tasks.label_mover import LabelMover
from hf_robust.tasks.labels import Seen, check_known, check_whole, in_order, label_name

if TYPE_CHECKING:
    from datasets import Dataset, Features, IterableDataset

_IDS = frozenset({"id", "idx", "guid", "uid", "uuid", "row_id", "example_id", "sentence_id"})


@dataclass(frozen=True)
class Task:
    """A task over the columns of a data set; made by :func:`task`.

    Args:
        name: The task's id.
        columns: Column by role.
        fields: Roles that are perturbed.
        id_column: Column with a stable id of each row; without it the id is a hash of the texts.
        label_names: Names of the labels or tags when the column holds numbers.
        language: Language of the texts.
    """

    name: str
    columns: Mapping[str, str] = field(hash=False)
    fields: tuple[str, ...] = ()
    id_column: str | None = None
    label_names: tuple[str, ...] | None = None
    language: str = "en"

    @property
    def kind(self) -> TaskKind:
        """What the task's kind declares; ask it instead of comparing names."""
        return TASKS[self.name]

    @property
    def text_roles(self) -> tuple[str, ...]:
        """Roles that hold text or tokens."""
        return self.kind.texts

    @property
    def input_roles(self) -> tuple[str, ...]:
        """Roles that a model is given: the texts, and positions in them."""
        return self.kind.input_roles

    @property
    def label_role(self) -> str:
        """The role whose gold values are scored."""
        return self.kind.labels[0]

    def column(self, role: str) -> str:
        """The column of a role."""
        return self.columns[role]

    def label_mover(self) -> LabelMover | None:
        """What moves the task's labels with edits; None when nothing points into the text."""
        return self.kind.label_mover(self)

    def inputs(self, dataset: "Dataset", start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
        """What a predictor reads of each row, by role.

        Args:
            dataset: The rows.
            start: The first that is read.
            stop: The place after the last; None: up to the end.

        Example:
            >>> from datasets import Dataset
            >>> data = Dataset.from_dict({"sentence": ["A film."], "label": [0]})
            >>> task("sentiment-classification", text="sentence").inputs(data)
            [{'text': 'A film.'}]
        """
        return self.kind.inputs({role: dataset[self.column(role)][start:stop] for role in self.input_roles})

    def references(self, dataset: "Dataset") -> list[Any]:
        """The gold value of each row: a label name, a list of tag names, or answers.

        Raises:
            LabelError: When a label is not among the names.

        Example:
            >>> from datasets import Dataset
            >>> data = Dataset.from_dict({"text": ["A film."], "label": [1]})
            >>> task("sentiment-classification", label_names=["neg", "pos"]).references(data)
            ['pos']
        """
        values = pieces(dataset, self.column(self.label_role))
        return [reference for piece in values for reference in self.kind.references(piece, self)]

    def show(self, value: Any) -> str:
        """A gold value or a prediction for people to read."""
        return self.kind.show(value)

    def labels_in(self, dataset: "Dataset") -> list[str] | None:
        """The task's label names; where it has none, those that occur in a data set. None for a kind without labels."""
        if self.label_names is not None:
            return list(self.label_names)
        found: set[Any] = set()
        for values in pieces(dataset, self.column(self.label_role)):
            labels = self.kind.labels_of(values)
            if labels is None:
                return None
            found.update(labels)
        return sorted({label_name(label, None) for label in found})

    def with_seen(self, labels: Iterable[str] | None) -> "Task":
        """The task with the labels that occur in a data set as its names, where it has none."""
        return self if self.label_names or not labels else replace(self, label_names=Seen(in_order(labels)))

    def check_labels(self, dataset: "Dataset") -> None:
        """Check before any work that each row has a gold label, and that the labels are known.

        Args:
            dataset: Rows, without a format.

        Raises:
            UsageError: When rows have no label.
            LabelError: When labels are not among the names; it says how many and which.
        """
        column = self.column(self.label_role)
        missing, counts = 0, Counter[Any]()
        for values in pieces(dataset, column):
            # `nan` is what some readers make of an empty cell
            absent = [value is None or value == -1 or value != value for value in values]
            missing += sum(absent)
            counts.update(self.kind.labels_of([value for value, none in zip(values, absent) if not none]) or ())
        if missing:
            raise UsageError(
                f"{missing} of {len(dataset)} rows have no gold label in column {column!r}; keep the others with "
                "--drop-unlabeled or "
                f"dataset.filter(lambda row: row[{column!r}] is not None and row[{column!r}] != -1)"
            )
        check_known(counts, self.label_names, self.name, column, tags=self.kind.tags_role is not None)

    def unused_id(self, dataset: "Dataset") -> str | None:
        """A column that could name the rows and is not used: called like an id, with another value in each row.

        It is missed only where rows have the same texts: the others have an id of their own, a hash.
        """
        if self.id_column is not None:
            return None
        used = self.columns.values()
        likely = [name for name in dataset.column_names if name.casefold() in _IDS and name not in used]
        plain = (name for name in likely if has_type(dataset.features[name], (*TEXT_TYPES, "int", "uint")))
        found = next((name for name in plain if len(dataset.unique(name)) == len(dataset)), None)
        return found if found is not None and self._texts_repeat(dataset) else None

    def _texts_repeat(self, dataset: "Dataset") -> bool:
        """Whether two rows have the same texts."""
        texts = dataset.with_format(None).select_columns([self.column(role) for role in self.text_roles])
        seen: set[int] = set()
        for batch in texts.iter(batch_size=1000):
            seen.update(map(hash, map(repr, zip(*batch.values()))))
        return len(seen) < len(dataset)

    def bind(self, dataset: "Dataset | IterableDataset | Features", labels: bool = True) -> "Task":
        """Check the task against a data set and take the label names from it.

        Args:
            dataset: A data set or its features.
            labels: Whether the gold label must be there; without it only what edits move is checked.

        Returns:
            The task with its label names filled in.

        Raises:
            ColumnError: When a column is absent or holds something else; it names the columns expected,
                those found and the argument that fixes it.
            LabelError: When tags are numbers without names.
            EmptyDataError: When the data set has no rows.

        Example:
            >>> from datasets import ClassLabel, Dataset, Features, Value
            >>> features = Features({"sentence": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
            >>> data = Dataset.from_dict({"sentence": ["fine"], "label": [1]}, features=features)
            >>> task("sentiment-classification", text="sentence").bind(data).label_names
            ('neg', 'pos')
        """
        features = dataset if isinstance(dataset, dict) else dataset.features
        if not isinstance(dataset, dict) and getattr(dataset, "num_rows", 1) == 0:
            raise EmptyDataError("the data set has no rows; check the split or the file you loaded")
        if features is None:  # a stream does not always know its columns before it is read
            return self
        check_features(self, features, self.required(labels))
        names = self._names_in(features)
        if labels and hasattr(dataset, "num_rows"):
            check_whole(dataset, self.column(self.label_role))
        return replace(self, label_names=names)

    def check_names(self, batch: Mapping[str, Sequence[Any]]) -> None:
        """Check a batch of plain values, of which no features are known.

        Raises:
            LabelError: When tags are numbers without names.
        """
        if not self.kind.needs_names or self.label_names is not None:
            return
        rows = batch[self.column(self.kind.named_role)]
        tags = next((row for row in rows if row is not None and len(row)), "O")
        if not isinstance(tags[0], str):
            raise LabelError(
                f"the tags are numbers without names; say task.bind(dataset) and use what it returns, "
                f"or hr.task({self.name!r}, label_names=['O', ...])"
            )

    def _names_in(self, features: Mapping[str, Any]) -> tuple[str, ...] | None:
        """Names that the features give the labels; else the task's own."""
        column = self.column(self.kind.named_role)
        feature = features.get(column)
        feature = getattr(feature, "feature", feature)
        names = getattr(feature, "names", None)
        if names:
            return tuple(names)
        if self.kind.needs_names and self.label_names is None and str(getattr(feature, "dtype", "")).startswith("int"):
            raise LabelError(
                f"column {column!r} holds numbers without names; say "
                f"hr.task({self.name!r}, label_names=['O', ...]) in the order of the numbers"
            )
        return self.label_names

    def required(self, labels: bool = True) -> list[str]:
        """The roles whose columns must be there.

        Args:
            labels: Whether those of gold labels are; without it only the texts and what moves with them.
        """
        mover = None if labels else self.label_mover()
        moved = mover.columns if mover is not None else ()
        free = () if labels else [role for role in self.kind.labels if self.columns[role] not in moved]
        return [role for role in self.columns if role not in free and role not in self.kind.optional]


def check_features(task: Task, features: Mapping[str, Any], required: Sequence[str]) -> None:
    """Check the columns of a data set against a task.

    Args:
        task: The task.
        features: Feature by column.
        required: The roles whose columns must be there.

    Raises:
        ColumnError: When a column is absent or holds something else.
    """
    missing = {role: task.column(role) for role in required if task.column(role) not in features}
    if task.id_column is not None and task.id_column not in features:
        missing["id"] = task.id_column
    if missing:
        raise ColumnError(_missing_message(task, missing, features))
    for role in task.text_roles:
        found = text_shape(features[task.column(role)])
        if found is None or (role == "tokens" and found == "text"):
            expected = "a list of tokens" if role == "tokens" else "text or a list of tokens"
            raise _wrong_shape(task, role, expected, features)
    for role, column in task.columns.items():
        if role not in required and not (role in task.kind.optional and column in features):
            continue
        if getattr(features[column], "length", -1) not in (-1, None):
            raise ColumnError(
                f"column {column!r} holds lists of a fixed length, which edits change; say "
                f"dataset.cast_column({column!r}, datasets.List(dataset.features[{column!r}].feature))"
            )
        wanted = None if role in task.text_roles else task.kind.expected(role, features[column])
        if wanted:
            raise _wrong_shape(task, role, wanted, features)


def _wrong_shape(task: Task, role: str, expected: str, features: Mapping[str, Any]) -> ColumnError:
    column = task.column(role)
    return ColumnError(
        f"column {column!r} must hold {expected} for {task.name} (role {role!r}), found {features[column]}; "
        f"name another with hr.task({task.name!r}, {role}='...')"
    )


def _missing_message(task: Task, missing: Mapping[str, str], features: Mapping[str, Any]) -> str:
    expected = ", ".join(f"{column} ({role})" for role, column in task.columns.items())
    used = set(task.columns.values())
    fixes = []
    for role in missing:
        textual = role in task.text_roles
        unused = {name: feature for name, feature in features.items() if name not in used}
        free = [name for name, feature in unused.items() if bool(text_shape(feature)) == textual]
        fixes.append(f"{role}={free[0] if len(free) == 1 else '<column>'!r}")
    return (
        f"{task.name} expects the columns {expected}; absent: {', '.join(missing.values())}; "
        f"found: {', '.join(features) or 'none'}. Say hr.task({task.name!r}, {', '.join(fixes)})"
    )


def task(
    name: str,
    *,
    id: str | None = None,
    fields: str | tuple[str, ...] | list[str] | None = None,
    label_names: tuple[str, ...] | list[str] | None = None,
    language: str = "en",
    **columns: str,
) -> Task:
    """A task, with the columns that are not called like their role.

    Args:
        name: The task's id, for example ``"sentiment-classification"``, or a short name such as ``"nli"``; see
            ``hf_robust.tasks.TASKS``.
        id: Column with a stable id of each row.
        fields: Roles to perturb, for example ``"question"`` for extractive QA.
        label_names: Names of labels or tags that the data holds as bare numbers.
        language: Language of the texts.
        **columns: Column by role, for example ``text="sentence"``.

    Raises:
        UnknownNameError: When there is no such task.
        UsageError: When a role is not one of the task's, two roles have one column, or the names are no list of names.

    Example:
        >>> import hf_robust as hr
        >>> hr.task("natural-language-inference", premise="sentence1").column("premise")
        'sentence1'
        >>> hr.task("ner").name
        'named-entity-recognition'
    """
    name = task_name(name)
    if isinstance(label_names, str) or not all(isinstance(label, str) for label in label_names or ()):
        raise UsageError(f"label_names must be a list of names such as ['negative', 'positive'], found {label_names!r}")
    kind = TASKS[name]
    for role in columns:
        if role not in kind.roles:
            raise UsageError(f"{name} has no role {role!r}; its roles are {', '.join(kind.roles)}")
    chosen = (fields,) if isinstance(fields, str) else tuple(fields or kind.edited)
    for role in chosen:
        if role not in kind.texts:
            raise UsageError(f"{name} cannot perturb {role!r}; it can perturb {', '.join(kind.texts)}")
    named = {role: columns.get(role, role) for role in kind.roles}
    for role, column in named.items():
        other = next(other for other in named if named[other] == column)
        if other != role:
            raise UsageError(
                f"{other} and {role} are both read from the column {column!r}; name a column for each: "
                f"hr.task({name!r}, {other}='...', {role}='...')"
            )
    return Task(
        name=name,
        columns=named,
        fields=chosen,
        id_column=id,
        label_names=tuple(label_names) if label_names is not None else None,
        language=language,
    )


def task_name(name: str) -> str:
    """The id of a task, from its id or one of the other names that people type.

    Raises:
        UnknownNameError: When there is no such task.

    Example:
        >>> task_name("NER"), task_name("parsing")
        ('named-entity-recognition', 'parsing')
    """
    if name in TASKS:
        return name
    typed = str(name).casefold().replace("_", "-").replace(" ", "-")
    found = next((kind.name for kind in TASKS.values() if typed in (kind.name, *kind.aliases)), None)
    if found is None:
        raise UnknownNameError("task", name, TASKS)
    return found


def require_task(task: Any) -> None:
    """Check that what was given as a task is one.

    Raises:
        UsageError: When it is something else, for example only its name.
    """
    if not isinstance(task, Task):
        name = task if isinstance(task, str) and task in TASKS else "sentiment-classification"
        raise UsageError(f"task must be made with hr.task, for example hr.task({name!r}); found {task!r}")
