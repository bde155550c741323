"""Tasks: which columns a data set has, by role, and what their labels are called.

Names are the Hub's own task ids where it has one. A :class:`Task` is the only place where column
names live; ``bind`` checks them against a data set before any work starts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral, Real
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError, EmptyDataError, LabelError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from datasets import Dataset, Features, IterableDataset

TEXT_CLASSIFICATION = "text-classification"
SENTIMENT = "sentiment-classification"
HATE_SPEECH = "hate-speech-detection"
ABSA = "aspect-based-sentiment-analysis"
NLI = "natural-language-inference"
SIMILARITY = "semantic-similarity-classification"
NER = "named-entity-recognition"
POS = "part-of-speech"
PARSING = "parsing"
QA = "extractive-qa"


@dataclass(frozen=True)
class TaskSpec:
    """What a task consists of.

    Args:
        kind: ``classification``, ``tagging``, ``parsing``, ``span`` or ``aspects``.
        texts: Roles that hold text or tokens.
        labels: Roles that hold gold labels; the first is the one that is scored.
        edited: Roles that are perturbed unless the user says otherwise.
    """

    kind: str
    texts: tuple[str, ...]
    labels: tuple[str, ...]
    edited: tuple[str, ...]


_ONE_TEXT = TaskSpec("classification", ("text",), ("label",), ("text",))

TASKS: Mapping[str, TaskSpec] = MappingProxyType(
    {
        TEXT_CLASSIFICATION: _ONE_TEXT,
        SENTIMENT: _ONE_TEXT,
        HATE_SPEECH: _ONE_TEXT,
        ABSA: TaskSpec("aspects", ("text",), ("aspects",), ("text",)),
        NLI: TaskSpec("classification", ("premise", "hypothesis"), ("label",), ("premise", "hypothesis")),
        SIMILARITY: TaskSpec("classification", ("sentence1", "sentence2"), ("label",), ("sentence1", "sentence2")),
        NER: TaskSpec("tagging", ("tokens",), ("ner_tags",), ("tokens",)),
        POS: TaskSpec("tagging", ("tokens",), ("pos_tags",), ("tokens",)),
        PARSING: TaskSpec("parsing", ("tokens",), ("heads", "deprels", "pos_tags"), ("tokens",)),
        QA: TaskSpec("span", ("context", "question"), ("answers",), ("context",)),
    }
)

CLASSIFICATION_TASKS = tuple(name for name, spec in TASKS.items() if spec.kind == "classification")


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
    def spec(self) -> TaskSpec:
        """The task's roles and kind."""
        return TASKS[self.name]

    @property
    def kind(self) -> str:
        """``classification``, ``tagging``, ``parsing``, ``span`` or ``aspects``."""
        return self.spec.kind

    @property
    def text_roles(self) -> tuple[str, ...]:
        """Roles that hold text or tokens."""
        return self.spec.texts

    @property
    def label_role(self) -> str:
        """The role whose gold values are scored."""
        return self.spec.labels[0]

    @property
    def tags_role(self) -> str:
        """The role that holds one tag a token."""
        return "pos_tags" if self.name in (POS, PARSING) else "ner_tags"

    @property
    def optional(self) -> frozenset[str]:
        """Label roles whose column may be absent."""
        return frozenset({"pos_tags"} if self.kind == "parsing" else ())

    def column(self, role: str) -> str:
        """The column of a role."""
        return self.columns[role]

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
        self._check_columns(features, labels)
        if self.kind == "classification" and labels and hasattr(dataset, "num_rows"):
            _check_whole(dataset, self.columns["label"])
        return replace(self, label_names=self._names(features) or self.label_names)

    def _check_columns(self, features: Mapping[str, Any], labels: bool) -> None:
        optional = set(self.spec.labels) if self.kind == "classification" and not labels else self.optional
        wanted = {role: column for role, column in self.columns.items() if role not in optional}
        missing = {role: column for role, column in wanted.items() if column not in features}
        if self.id_column is not None and self.id_column not in features:
            missing["id"] = self.id_column
        if missing:
            raise ColumnError(_missing_message(self, missing, features))
        for role in self.spec.texts:
            expected = "tokens" if role == "tokens" else "text"
            found = _text_shape(features[self.columns[role]])
            if found is None or (expected == "tokens" and found == "text"):
                shape = "a list of tokens" if expected == "tokens" else "text or a list of tokens"
                raise ColumnError(
                    f"column {self.columns[role]!r} must hold {shape} for {self.name} (role {role!r}), found "
                    f"{features[self.columns[role]]}; name another with hr.task({self.name!r}, {role}='...')"
                )
        for role in (*self.spec.texts, *self.spec.labels):
            column = self.columns[role]
            if role in self.spec.texts or role in wanted or (role in self.optional and column in features):
                self._check_shape(role, column, features[column])

    def _check_shape(self, role: str, column: str, feature: Any) -> None:
        if getattr(feature, "length", -1) not in (-1, None):
            raise ColumnError(
                f"column {column!r} holds lists of a fixed length, which edits change; say "
                f"dataset.cast_column({column!r}, datasets.List(dataset.features[{column!r}].feature))"
            )
        expected = None if role in self.spec.texts else _expected_label(role, feature)
        if expected:
            raise ColumnError(
                f"column {column!r} must hold {expected} for {self.name} (role {role!r}), found {feature}; "
                f"name another with hr.task({self.name!r}, {role}='...')"
            )

    def _names(self, features: Mapping[str, Any]) -> tuple[str, ...] | None:
        role = self.tags_role if self.kind in ("tagging", "parsing") else self.label_role
        feature = features.get(self.columns.get(role, ""))
        inner = getattr(feature, "feature", feature)
        names = getattr(inner, "names", None)
        if names is not None:
            return tuple(names)
        if self.kind == "tagging" and str(getattr(inner, "dtype", "")).startswith("int") and self.label_names is None:
            raise LabelError(
                f"column {self.columns[role]!r} holds numbers without names; say "
                f"hr.task({self.name!r}, label_names=['O', ...]) in the order of the numbers"
            )
        return None


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
        name: The task's id, for example ``"sentiment-classification"``; see ``hf_robust.tasks.TASKS``.
        id: Column with a stable id of each row.
        fields: Roles to perturb, for example ``"question"`` for extractive QA.
        label_names: Names of labels or tags that the data holds as bare numbers.
        language: Language of the texts.
        **columns: Column by role, for example ``text="sentence"``.

    Raises:
        UnknownNameError: When there is no such task.
        UsageError: When a role is not one of the task's, or the names are no list of names.

    Example:
        >>> import hf_robust as hr
        >>> hr.task("natural-language-inference", premise="sentence1").column("premise")
        'sentence1'
    """
    if name not in TASKS:
        raise UnknownNameError("task", name, TASKS)
    if isinstance(label_names, str) or not all(isinstance(label, str) for label in label_names or ()):
        raise UsageError(f"label_names must be a list of names such as ['negative', 'positive'], found {label_names!r}")
    spec = TASKS[name]
    roles = spec.texts + spec.labels
    for role in columns:
        if role not in roles:
            raise UsageError(f"{name} has no role {role!r}; its roles are {', '.join(roles)}")
    fields = (fields,) if isinstance(fields, str) else tuple(fields or spec.edited)
    for role in fields:
        if role not in spec.texts:
            raise UsageError(f"{name} cannot perturb {role!r}; it can perturb {', '.join(spec.texts)}")
    return Task(
        name=name,
        columns={role: columns.get(role, role) for role in roles},
        fields=fields,
        id_column=id,
        label_names=tuple(label_names) if label_names is not None else None,
        language=language,
    )


def require_task(task: Any) -> None:
    """Check that what was given as a task is one.

    Raises:
        UsageError: When it is something else, for example only its name.
    """
    if not isinstance(task, Task):
        name = task if isinstance(task, str) and task in TASKS else SENTIMENT
        raise UsageError(f"task must be made with hr.task, for example hr.task({name!r}); found {task!r}")


def label_name(value: Any, names: Sequence[str] | None) -> str:
    """The name of a gold label or tag as a data set holds it.

    Args:
        value: A name, or a number (``1.0`` is 1: a CSV file with an empty cell gives such).
        names: Names in the order of the numbers; None when there are none.

    Raises:
        LabelError: When the value is no single label, or not among the names.

    Example:
        >>> label_name(1.0, ["neg", "pos"]), label_name("neg", ["neg", "pos"]), label_name(2, None)
        ('pos', 'neg', '2')
    """
    if isinstance(value, str):
        if names and value not in names:
            raise LabelError(f"the label {value!r} is not among the names {', '.join(names)}")
        return value
    number = _whole(value)
    if number is None:
        raise LabelError(f"a label is a name or a whole number, found {value!r}")
    if not names:
        return str(number)
    if not 0 <= number < len(names):
        raise LabelError(f"the label {number} is outside of the {len(names)} names (0 to {len(names) - 1})")
    return names[number]


def _whole(value: Any) -> int | None:
    """A number as an integer; None when it is not a whole one."""
    if isinstance(value, Integral):
        return int(value)
    return int(value) if isinstance(value, Real) and float(value).is_integer() else None


def _check_whole(dataset: "Dataset", column: str) -> None:
    if not str(getattr(dataset.features[column], "dtype", "")).startswith("float"):
        return
    values = dataset.with_format(None)[column][:]
    wrong = [value for value in values if value is not None and value == value and _whole(value) is None]
    if wrong:
        raise ColumnError(
            f"column {column!r} must hold one label a row: a name or a whole number; found {wrong[0]!r} "
            f"({len(wrong)} of {len(values)} rows are no whole numbers); turn scores into classes with dataset.map"
        )


_LABEL_TYPES = ("string", "large_string", "int", "uint", "bool", "null")


def _expected_label(role: str, feature: Any) -> str | None:
    """What a label column must hold, where it holds something else."""
    inner = _inner(feature)
    kind = type(inner if inner is not None else feature).__name__
    if role == "label":
        fits = inner is None and _is_type(feature, (*_LABEL_TYPES, "float"))
        return None if fits else "one label a row (a name or a whole number)"
    if role == "answers":
        shape = inner if inner is not None else feature
        fits = kind == "Json" or (isinstance(shape, Mapping) and {"text", "answer_start"} <= shape.keys())
        return None if fits else "answers with 'text' and 'answer_start' (a struct, or a list of structs)"
    if role == "aspects":
        fits = kind == "Json" or (inner is not None and isinstance(inner, Mapping)) or _is_type(inner, ("null",))
        return None if fits else "a list of structs with 'term', 'start', 'end'"
    fits = inner is not None and _is_type(inner, _LABEL_TYPES)
    return None if fits else "a list with one value a token (class labels, whole numbers or names)"


def _inner(feature: Any) -> Any:
    """The feature of a list's members; None when it is no list."""
    return feature[0] if isinstance(feature, list) else getattr(feature, "feature", None)


def _is_type(feature: Any, kinds: tuple[str, ...]) -> bool:
    return not isinstance(feature, Mapping) and str(getattr(feature, "dtype", "")).rstrip("0123456789") in kinds


def _text_shape(feature: Any) -> str | None:
    """``text``, ``tokens`` or None when a column holds neither."""
    if getattr(feature, "dtype", None) in ("string", "large_string"):
        return "text"
    inner = getattr(feature, "feature", None)
    if inner is not None and getattr(inner, "dtype", None) in ("string", "large_string"):
        return "tokens"
    return None


def _missing_message(task: Task, missing: Mapping[str, str], features: Mapping[str, Any]) -> str:
    expected = ", ".join(f"{column} ({role})" for role, column in task.columns.items())
    used = set(task.columns.values())
    fixes = []
    for role in missing:
        textual = role in task.spec.texts
        unused = {name: feature for name, feature in features.items() if name not in used}
        free = [name for name, feature in unused.items() if bool(_text_shape(feature)) == textual]
        fixes.append(f"{role}={free[0] if len(free) == 1 else '<column>'!r}")
    return (
        f"{task.name} expects the columns {expected}; absent: {', '.join(missing.values())}; "
        f"found: {', '.join(features) or 'none'}. Say hr.task({task.name!r}, {', '.join(fixes)})"
    )
