"""A task over the columns of a dataset: which column has which role, and what is read from it.

Names are the Hub's own task ids where it has one. A :class:`Task` is the only place where column
names live; ``bind`` checks them against a dataset before any work starts.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from hf_robust.core.checks import is_number
from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.doc import Doc
from hf_robust.core.errors import EmptyDataError, LabelError, NotApplicable, UsageError
from hf_robust.core.languages import Language
from hf_robust.core.registry import language_code, spoken_language
from hf_robust.tasks.columns import check_split, column_values, pieces
from hf_robust.tasks.kind import TASKS, TaskKind, task_name
from hf_robust.tasks.label_columns import found_columns, labels_of_roles, spread
from hf_robust.tasks.label_mover import LabelMover
from hf_robust.tasks.labels import (
    Seen,
    as_names,
    check_known,
    check_whole,
    in_order,
    label_name,
    negative_advice,
)

if TYPE_CHECKING:
    from datasets import Dataset, Features, IterableDataset


THRESHOLD = 0.5


@dataclass(frozen=True)
class Task:
    """A task over the columns of a dataset. :func:`task` returns one.

    Args:
        name: Id of the task.
        columns: Column by role.
        fields: Roles that are perturbed.
        id_column: Column with a stable id of each row. None uses a hash of the texts as id.
        label_names: Names of the labels or tags in the order of their numbers, if the column holds numbers.
        language: Language code of the texts.
        scheme: Scheme of entity tags, such as ``"BIO"``, or ``"one-hot"`` for label sets as vectors. None infers it.
        only: Types of entities that are scored. Empty scores all types.
        threshold: Minimum probability of a predicted label, for models that predict several labels per row.
        score_range: Lowest and highest score, for a task of scores. None if the range is not known.
    """

    name: str
    columns: Mapping[str, str] = field(hash=False)
    fields: tuple[str, ...] = ()
    id_column: str | None = None
    label_names: tuple[str, ...] | None = None
    language: str = "en"
    scheme: str | None = None
    only: tuple[str, ...] = ()
    threshold: float = THRESHOLD
    score_range: tuple[float, float] | None = None

    @property
    def kind(self) -> TaskKind:
        """Properties of the task. Use them instead of comparing task names."""
        return TASKS[self.name].of_roles(tuple(self.columns))

    @property
    def text_roles(self) -> tuple[str, ...]:
        """Roles that contain text or tokens."""
        return self.kind.texts

    @property
    def input_roles(self) -> tuple[str, ...]:
        """Roles that the model receives: the texts, and positions in them."""
        return self.kind.input_roles

    @property
    def label_role(self) -> str:
        """Role of the gold labels that are scored."""
        return self.kind.labels[0]

    @property
    def spoken(self) -> Language:
        """Language of the texts: how they are split into words, and how tokens are joined."""
        return self.kind.spoken(spoken_language(self.language))

    def column(self, role: str) -> str:
        """Return the column of a role."""
        return self.columns[role]

    def doc(self, role: str, value: Any, **layers: Any) -> Doc:
        """Return the value of a text role as the :class:`Doc` that transformations read.

        Args:
            value: The value from the column.
            **layers: Other arguments of :class:`Doc`, such as ``annotation``.

        Raises:
            NotApplicable: If there is no text, or if a token is empty.

        Example:
            >>> task("word-segmentation").doc("words", "今天 很 好").text
            '今天很好'
        """
        return Doc.of_value(self.kind.read_text(role, value), language=self.spoken, **layers)

    def label_mover(self) -> LabelMover | None:
        """Return the object that moves the labels with the edits. None if no label refers to positions in the text."""
        return self.kind.label_mover(self)

    def inputs(self, dataset: "Dataset", start: int = 0, stop: int | None = None) -> list[dict[str, Any]]:
        """Return the inputs of the model for each row, by role.

        Args:
            dataset: The rows.
            start: Index of the first row.
            stop: Index after the last row. None reads up to the end.

        Example:
            >>> from datasets import Dataset
            >>> data = Dataset.from_dict({"sentence": ["A film."], "label": [0]})
            >>> task("sentiment-classification", text="sentence").inputs(data)
            [{'text': 'A film.'}]
        """
        rows = range(len(dataset))[start:stop]
        columns = {
            role: column_values(dataset, self.column(role), start, stop)
            if self.has(role, dataset.column_names)
            else [None] * len(rows)
            for role in self.input_roles
        }
        return self.kind.inputs(columns, self.spoken)

    @deprecated_arguments("0.4.0", found="columns")
    def has(self, role: str, columns: Collection[str]) -> bool:
        """Return whether the column of a role is available. False only for an optional role whose column is missing.

        Args:
            columns: The columns of a dataset.
        """
        return self.column(role) in columns or role not in self.kind.optional

    def references(self, dataset: "Dataset") -> list[Any]:
        """Return the gold value of each row for scoring: a label name, a list of tag names, or answers.

        The values are None if the column of the gold labels is optional and missing.

        Raises:
            LabelError: If a label is not one of the label names.

        Example:
            >>> from datasets import Dataset
            >>> data = Dataset.from_dict({"text": ["A film."], "label": [1]})
            >>> task("sentiment-classification", label_names=["neg", "pos"]).references(data)
            ['pos']
        """
        roles = [role for role in self.kind.scored_roles if self.has(role, dataset.column_names)]
        if not roles:
            return [None] * len(dataset)
        values = self.by_role(dataset, roles)
        return [reference for piece in values for reference in self.kind.references(piece, self)]

    def by_role(self, dataset: "Dataset", roles: Sequence[str]) -> Iterator[list[Any]]:
        """Yield the values of the rows in batches. For several roles, each value is a mapping by role.

        Args:
            dataset: The rows.
            roles: Roles whose columns exist.
        """
        if len(roles) == 1:
            yield from pieces(dataset, self.column(roles[0]))
            return
        for columns in zip(*(pieces(dataset, self.column(role)) for role in roles), strict=True):
            yield [dict(zip(roles, row)) for row in zip(*columns)]

    def fault(self, row: Mapping[str, Any]) -> str | None:
        """Return what is wrong with the positions or the gold label of a row. None if the row is valid.

        Args:
            row: Values by column.

        Example:
            >>> re = task("relation-extraction")
            >>> re.fault({"tokens": ["Anna", "left"], "subject": [0, 0], "object": [4, 5], "relation": "none"})
            'the object [4, 5] lies outside of the 2 tokens'
        """
        mover = self.label_mover()
        try:
            if mover is not None:
                mover.marks(row)
        except NotApplicable as error:
            return str(error)
        return self.kind.fault({role: row.get(column) for role, column in self.columns.items()}, self)

    @deprecated_arguments("0.4.0", asked="with_question")
    def show(self, value: Any, row: Mapping[str, Any] | None = None, with_question: bool = False) -> str:
        """Return a gold value or a prediction as readable text.

        Args:
            row: The row of the value: values by column.
            with_question: Whether to add the part of the row that the label is about, such as the target word.

        Example:
            >>> wsd = task("word-sense-disambiguation")
            >>> wsd.show("run%2:38:00::", {"tokens": ["He", "ran"], "target": [1, 1]}, with_question=True)
            'run%2:38:00:: (target: ran)'
        """
        if row is None:
            return self.kind.show(value)
        by_role = {role: row.get(column) for role, column in self.columns.items()}
        question = self.kind.question(by_role) if with_question else ""
        return self.kind.show_in(value, by_role, self.spoken) + (f" ({question})" if question else "")

    def labels_in(self, dataset: "Dataset") -> list[str] | None:
        """Return the label names of the task, or else the labels in a dataset. None if the task has no labels."""
        if self.label_names is not None:
            return list(self.label_names)
        if not self.has(self.label_role, dataset.column_names):
            return None
        found: set[Any] = set()
        for values in pieces(dataset, self.column(self.label_role)):
            labels = self.kind.labels_of([value for value in values if not self.kind.is_missing(value, None)])
            if labels is None:
                return None
            found.update(labels)
        return sorted({label_name(label, None) for label in found})

    @property
    def scored_names(self) -> tuple[str, ...] | None:
        """Names of the labels for scoring. Entity tags have the form ``B-PER`` for every scheme."""
        return self.kind.scored_names(self)

    def with_threshold(self, threshold: float | None) -> "Task":
        """Return the task with another threshold. None returns the task unchanged.

        Args:
            threshold: Minimum probability of a predicted label, between 0 and 1.

        Raises:
            UsageError: If the task does not predict label sets, or if the number is out of range.

        Example:
            >>> task("multi-label-classification").with_threshold(0.3).threshold
            0.3
        """
        if threshold is None:
            return self
        if not self.kind.many_labels:
            raise UsageError(f"threshold is for models that give several labels, not for {self.name}; leave it out")
        if not is_number(threshold) or not 0 < threshold < 1:
            raise UsageError(f"threshold must lie between 0 and 1; found {threshold!r}")
        return replace(self, threshold=float(threshold))

    def with_seen(self, labels: Iterable[str] | None) -> "Task":
        """Return the task with the given labels of a dataset as label names, if it has no label names yet."""
        return self if self.label_names or not labels else replace(self, label_names=Seen(in_order(labels)))

    def check_labels(self, dataset: "Dataset") -> None:
        """Check that each row has a gold label and that the labels are known.

        Args:
            dataset: The rows, without a format.

        Raises:
            UsageError: If rows have no label. If a label is not one of the label names, it is a LabelError.
        """
        if not self.has(self.label_role, dataset.column_names):
            return
        column = self.column(self.label_role)
        missing, seen, counts = 0, set[Any](), Counter[Any]()
        for values in pieces(dataset, column):
            labeled = [value for value in values if not self.kind.is_missing(value, self.label_names)]
            if len(labeled) < len(values):
                missing += len(values) - len(labeled)
                seen.update(value for value in values if value == -1 and self.kind.whole_labels)
            counts.update(self.kind.labels_of(labeled) or ())
        if missing:
            said = (
                f"{missing} of {len(dataset)} rows have no gold label in column {column!r}; keep the others with "
                "--drop-unlabeled or task.labeled(dataset)"
            )
            if not getattr(dataset.features[column], "names", None) and (advice := negative_advice([*seen, *counts])):
                said += f". {advice.replace('hr.task(...', f'hr.task({self.name!r}')}"
            raise UsageError(said)
        check_known(counts, self.label_names, self.name, column, tags=self.kind.tags_role is not None)

    def labeled(self, dataset: "Dataset") -> "Dataset":
        """Return the rows with a gold label. None, NaN and -1 are no labels, unless -1 is the name of a label.

        Example:
            >>> from datasets import Dataset
            >>> data = Dataset.from_dict({"text": ["Fine.", "Dull."], "label": [1.0, float("nan")]})
            >>> task("sentiment-classification").labeled(data)["text"][:]
            ['Fine.']
        """
        if not self.has(self.label_role, dataset.column_names):
            return dataset
        names = self._names_in(dataset.features) if dataset.features else self.label_names
        missing = self.kind.is_missing
        return dataset.filter(lambda value: not missing(value, names), input_columns=self.column(self.label_role))

    def bind(self, dataset: "Dataset | IterableDataset | Features", labels: bool = True) -> "Task":
        """Check the task against a dataset, and take the label names from the dataset.

        Args:
            dataset: A dataset or its features.
            labels: Whether the gold labels are required. If False, only the labels that move with edits are checked.

        Returns:
            The task with its label names.

        Raises:
            ColumnError: If a column is missing or has the wrong type. The message names the expected and the found
                columns, and the argument that fixes it.
            LabelError: If tags are numbers without names, or if positions in a text or gold labels are not valid.
            EmptyDataError: If the dataset has no rows.

        Example:
            >>> from datasets import ClassLabel, Dataset, Features, Value
            >>> features = Features({"sentence": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
            >>> data = Dataset.from_dict({"sentence": ["fine"], "label": [1]}, features=features)
            >>> task("sentiment-classification", text="sentence").bind(data).label_names
            ('neg', 'pos')
        """
        if isinstance(dataset, dict):
            check_split(dataset)
        features = dataset if isinstance(dataset, dict) else dataset.features
        if not isinstance(dataset, dict) and getattr(dataset, "num_rows", 1) == 0:
            raise EmptyDataError("the dataset has no rows; check the split or the file you loaded")
        if features is None:  # a stream does not always know its columns before it is read
            return self
        if self.kind.many_labels:
            self = replace(self, columns=found_columns(self.columns, self.label_names, features))
        self.kind.check_features(features, self.columns, self.required(labels), self.id_column)
        names = self._names_in(features)
        bound = replace(self, label_names=names)
        if hasattr(dataset, "num_rows"):
            bound = self.kind.bound(bound, dataset)
        if labels and hasattr(dataset, "num_rows") and self.has(self.label_role, features):
            if self.kind.whole_labels:
                check_whole(dataset, self.column(self.label_role))
            bound._check_rows(dataset)
        return bound

    def _check_rows(self, dataset: "Dataset") -> None:
        """Refuse a dataset whose positions or gold labels do not fit, where the task's kind asks for it."""
        if not self.kind.checks_rows:
            return
        roles = [role for role in self.columns if self.has(role, dataset.column_names)]
        names = [self.column(role) for role in roles]
        found = (row for piece in self.by_role(dataset, roles) for row in piece)
        rows = (dict(zip(names, row.values() if len(roles) > 1 else (row,))) for row in found)
        faults = [(number, fault) for number, row in enumerate(rows) if (fault := self.fault(row)) is not None]
        if faults:
            number, fault = faults[0]
            raise LabelError(
                f"row {number} does not fit {self.name}: {fault}; {len(faults)} of {len(dataset)} rows do not fit. "
                "Leave such rows out with dataset.filter(lambda row: task.fault(row) is None)"
            )

    def check_names(self, batch: Mapping[str, Sequence[Any]]) -> None:
        """Check a batch of plain values without features.

        Raises:
            LabelError: If tags are numbers without names.
        """
        if not self.kind.needs_names or self.label_names is not None:
            return
        rows = batch[self.column(self.kind.named_role)]
        tags = next((row for row in rows if row is not None and len(row)), "O")
        if not isinstance(tags[0], str):
            raise LabelError(
                f"the tags are numbers without names; use task.bind(dataset) and use what it returns, "
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
                f"column {column!r} holds numbers without names; use "
                f"hr.task({self.name!r}, label_names=['O', ...]) in the order of the numbers"
            )
        return self.label_names

    def required(self, labels: bool = True) -> list[str]:
        """Return the roles whose columns are required.

        Args:
            labels: Whether the gold labels are required. If False: the texts, and the labels that move with the edits.
        """
        mover = None if labels else self.label_mover()
        moved = mover.columns if mover is not None else ()
        gold = [role for role in self.kind.labels if role not in self.kind.texts]
        free = () if labels else [role for role in gold if self.columns[role] not in moved]
        return [role for role in self.columns if role not in free and role not in self.kind.optional]


def task(
    name: str,
    *,
    id: str | None = None,
    fields: str | tuple[str, ...] | list[str] | None = None,
    label_names: tuple[str, ...] | list[str] | None = None,
    language: str | None = None,
    scheme: str | None = None,
    threshold: float | None = None,
    score_range: tuple[float, float] | list[float] | None = None,
    **columns: str | Sequence[str],
) -> Task:
    """Return a task, with the names of the columns that differ from the names of their roles.

    Args:
        name: Id of the task, for example ``"sentiment-classification"``, or a short name such as ``"nli"``; see
            ``hf_robust.tasks.TASKS``.
        id: Column with a stable id of each row.
        fields: Roles to perturb, for example ``"question"`` for extractive question answering.
        label_names: Names of the labels or tags, if the column holds numbers, in the order of the numbers. Names that
            are whole numbers, such as ``["1", "2", "3"]`` or ``["-1", "0", "1"]``, are values of the column.
        language: Language code of the texts. None uses the default of the task: ``zh`` for word segmentation, else
            ``en``.
        scheme: Scheme of entity tags, if it cannot be inferred from the tags: ``"IO"`` (types alone), ``"BIO"``,
            ``"IOB1"``, ``"BIOES"``, ``"BILOU"`` or ``"BMES"``, if necessary with the first tag of an entity and the tag
            outside of entities, as in ``"BIO PER_B O"``. For several labels per row: ``"lists"`` or ``"one-hot"``.
        threshold: For several labels per row: minimum probability of a predicted label. None means 0.5.
        score_range: For scores: the lowest and the highest possible score, such as ``(0, 5)``. A score outside the
            range is an error. None uses the range of the rows.
        **columns: Column by role, for example ``text="sentence"``. If several labels per row have one column each (1 or
            0), ``labels`` is the list of these columns.

    Raises:
        UnknownNameError: If the task does not exist.
        LabelError: If the scheme does not exist.
        UsageError: If the task has no such role, if two roles have the same column, if the names are not a list of
            names, or if an argument does not apply to the task.

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
    named = spread(columns, label_names)
    kind = TASKS[name].of_roles(tuple(named))
    name = kind.name
    for role in named:
        if role not in kind.roles:
            raise UsageError(f"{name} has no role {role!r}; its roles are {', '.join(kind.roles)}")
    chosen = (fields,) if isinstance(fields, str) else tuple(fields or kind.edited)
    for role in chosen:
        if role not in kind.texts:
            raise UsageError(f"{name} cannot perturb {role!r}; it can perturb {', '.join(kind.texts)}")
    named = {role: named.get(role, role) for role in kind.roles}
    label_names = labels_of_roles(named) or label_names
    for role, column in named.items():
        other = next(other for other in named if named[other] == column)
        if other != role:
            raise UsageError(
                f"{other} and {role} are both read from the column {column!r}; name a column for each: "
                f"hr.task({name!r}, {other}='...', {role}='...')"
            )
    made = Task(
        name=name,
        columns=named,
        fields=chosen,
        id_column=id,
        label_names=None if label_names is None else as_names(label_names, values=not kind.needs_names),
        language=kind.language if language is None else language_code(language),
        scheme=None if scheme is None else kind.read_scheme(scheme),
        score_range=None if score_range is None else _range(kind, score_range),
    )
    return made.with_threshold(threshold)


def _range(kind: TaskKind, given: Sequence[float]) -> tuple[float, float]:
    """The range of scores that a user states."""
    if not kind.scores:
        raise UsageError(f"score_range is for tasks of scores, not for {kind.name}; leave it out")
    if isinstance(given, str) or len(given) != 2 or not all(map(is_number, given)) or not given[0] < given[1]:
        raise UsageError(f"score_range must be the lowest and the highest score, such as (0, 5); found {given!r}")
    return float(given[0]), float(given[1])
