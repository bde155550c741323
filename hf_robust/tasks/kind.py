"""What a kind of task declares, and the table of all tasks."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.deprecated_names import take_deprecated_members
from hf_robust.core.errors import ColumnError, UnknownNameError, UsageError, nearest_names
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.mapping import Columns
from hf_robust.core.registry import Registry
from hf_robust.tasks.columns import TEXT_TYPES, has_type, text_shape
from hf_robust.tasks.label_mover import LabelMover
from hf_robust.tasks.labels import is_missing
from hf_robust.tasks.offset_checks import check_offsets

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

_MISSPELLED = 0.8  # similarity from which a column is taken for the one that was named
Wrong = Callable[[str], UsageError]


@dataclass(frozen=True)
class TaskKind(ABC):
    """A task, described by the class of its kind: all that differs from kind to kind.

    A kind is a subclass in a module of its own, a task is an instance of it in :data:`TASKS`. Other packages add theirs
    through the entry point group ``hf_robust.tasks``.

    Class attributes:
        hub_category: The Hub's task category, for the card of a suite.
        classifies: Whether a prediction is one of a few classes, each with a probability.
        many_labels: Whether a prediction is any number of labels, each with a probability of its own.
        scores: Whether a prediction is a number, of which one is nearer to the right one than another.
        value_is_text: Whether a right prediction can be written as one text: a label, an answer.
        open_ended: Whether many different texts are right answers. The answers before and after an edit are then
            compared with each other too: their similarity, length and refusals.
        needs_names: Whether labels that are numbers must have names.
        wanted: What a function must return for each input, for messages; None: a function cannot be used.
        value_keys: Under which keys a result that is a mapping holds its value.
        adapter: ``"module:Class"`` of the adapter over transformers models, for kinds of other packages.
        pipeline_adapter: ``"module:Class"`` of the adapter over transformers pipelines, likewise.
        label_matcher: ``"module:Class"`` of what matches the labels of a model with those of the data, likewise; none
            where predictions have no labels.
        positions: Whether a label is the position of a candidate of its row, and no class.
        input_types: Roles with classes that a model is given beside the text, such as the types of two entities.
        offset_roles: Roles with character offsets, and the role of the text that they point into.
        whole_labels: Whether a column of numbers with fractions holds no labels.
        sized_labels: Whether lists of labels may have a fixed length, as no edit changes it.
        checks_rows: Whether a dataset is refused when a row's positions or gold label do not fit; see :meth:`fault`.

    Args:
        name: The task's id.
        texts: Roles that hold text or tokens. A role called ``tokens`` holds lists of tokens.
        labels: Roles that hold gold labels; the first is the one that is scored.
        spans: Roles that a model is given beside the texts: positions in a text, and what is said of them.
        edited: Roles that are perturbed unless the user says otherwise; all texts when empty.
        optional: Roles whose column may be absent.
        aliases: Other names that people type.
        measure: Name of the measure it is scored with (see ``hf_robust.scoring``); None when there is none.
        on_hub: Whether the Hub knows the id.
        language: Language of the texts where the user names none.

    Example:
        >>> from hf_robust.tasks import TASKS
        >>> kind = TASKS["natural-language-inference"]
        >>> kind.texts, kind.classifies, kind.measure
        (('premise', 'hypothesis'), True, 'accuracy')
        >>> kind.inputs({"premise": ["A man sleeps."], "hypothesis": ["He is awake."]})
        [{'premise': 'A man sleeps.', 'hypothesis': 'He is awake.'}]
    """

    name: str
    texts: tuple[str, ...]
    labels: tuple[str, ...]
    _: KW_ONLY
    spans: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    optional: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()
    measure: str | None = None
    on_hub: bool = True
    language: str = "en"

    hub_category: ClassVar[str]
    classifies: ClassVar[bool] = False
    many_labels: ClassVar[bool] = False
    scores: ClassVar[bool] = False
    value_is_text: ClassVar[bool] = False
    open_ended: ClassVar[bool] = False
    needs_names: ClassVar[bool] = False
    wanted: ClassVar[str | None] = None
    value_keys: ClassVar[tuple[str, ...]] = ()
    adapter: ClassVar[str | None]
    pipeline_adapter: ClassVar[str | None]
    label_matcher: ClassVar[str | None]
    whole_labels: ClassVar[bool] = True
    sized_labels: ClassVar[bool] = False
    checks_rows: ClassVar[bool] = False
    positions: ClassVar[bool] = False
    input_types: ClassVar[tuple[str, ...]] = ()
    offset_roles: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        old = {"given": "model_value", "given_types": "input_types", "asked": "question"}
        take_deprecated_members(cls, old, removed_in="0.4.0")

    @property
    def has_scheme(self) -> bool:
        """Whether the labels are tags of entities, which follow a scheme."""
        return False

    @property
    def scores_labels(self) -> bool:
        """Whether a model gives each label of the task a probability."""
        return self.classifies or self.many_labels

    def of_roles(self, roles: Sequence[str]) -> "TaskKind":
        """The kind that a user means who names columns of some roles: itself, or its twin with other roles."""
        return self

    def read_scheme(self, scheme: str) -> str:
        """How a user says that the labels are written, in its plain form.

        Args:
            scheme: What the user says.

        Raises:
            UsageError: There is no such way, or only one.
        """
        raise UsageError(f"{self.name} has no tags of entities; leave scheme={scheme!r} out")

    def is_missing(self, value: Any, names: Sequence[str] | None) -> bool:
        """Whether a value says that a row has no gold label: None, NaN, and -1 unless that is the name of a label.

        Args:
            value: A value of the role that is scored.
            names: The names of the labels, where there are any.
        """
        return is_missing(value, names)

    def __post_init__(self) -> None:
        object.__setattr__(self, "edited", self.edited or self.texts)

    @property
    def roles(self) -> tuple[str, ...]:
        """All roles: texts, positions, labels."""
        return tuple(dict.fromkeys((*self.texts, *self.spans, *self.labels)))

    @property
    def input_roles(self) -> tuple[str, ...]:
        """The roles that a model is given."""
        return (*self.texts, *self.spans)

    @property
    def scored_roles(self) -> tuple[str, ...]:
        """The roles that make up the gold value that is scored."""
        return self.labels[:1]

    def measure_on(self, dataset: "Dataset", task: "Task") -> str | None:
        """Name of the measure that these rows are scored with: that of the task, unless they lack what it reads.

        Args:
            dataset: Rows with gold labels.
            task: The task over their columns.
        """
        return self.measure

    @property
    def id_roles(self) -> tuple[str, ...]:
        """The roles that tell rows apart where they have no id: two may ask of different spans of one text."""
        return (*self.texts, *(role for role in self.spans if role not in self.optional))

    @property
    def token_roles(self) -> tuple[str, ...]:
        """The text roles that hold lists of tokens and nothing else."""
        return tuple(role for role in self.texts if role == "tokens")

    def looks_like_row(self, role: str, column: Sequence[Any]) -> bool:
        """Whether a column of a text role is the token list of one row, and not the texts of a batch.

        Args:
            column: What a plain mapping holds there.
        """
        return role in self.token_roles and isinstance(_first_filled(column), str)

    @property
    def named_role(self) -> str:
        """The role whose values have names, where the dataset gives its numbers such."""
        return self.labels[0]

    @property
    def tags_role(self) -> str | None:
        """The role that holds one tag a token, if there is one."""
        return None

    def check_features(
        self,
        features: Mapping[str, Any],
        columns: Mapping[str, str],
        required: Sequence[str],
        id_column: str | None = None,
    ) -> None:
        """Check that the columns of a dataset hold what the roles need.

        Args:
            features: Feature by column.
            columns: Column by role.
            required: The roles whose columns must be there.
            id_column: Column with ids that must be there, if there is one.

        Raises:
            ColumnError: When a column is absent or holds something else.
        """
        missing = {role: columns[role] for role in required if columns[role] not in features}
        if id_column is not None and id_column not in features:
            missing["id"] = id_column
        if missing:
            raise ColumnError(self._missing_message(columns, missing, features))
        for role in self.texts:
            expected = self.expected_text(role, features[columns[role]])
            if expected:
                raise self._wrong_shape(columns[role], role, expected, features[columns[role]])
        for role, column in columns.items():
            if role not in required and not (role in self.optional and column in features):
                continue
            moves = role not in self.spans and not (self.sized_labels and role in self.labels)
            if moves and getattr(features[column], "length", -1) not in (-1, None):
                raise ColumnError(
                    f"column {column!r} holds lists of a fixed length, which edits change; use "
                    f"dataset.cast_column({column!r}, datasets.List(dataset.features[{column!r}].feature))"
                )
            wanted = None if role in self.texts else self.expected(role, features[column])
            if wanted:
                raise self._wrong_shape(column, role, wanted, features[column])

    def _wrong_shape(self, column: str, role: str, expected: str, feature: Any) -> ColumnError:
        return ColumnError(
            f"column {column!r} must hold {expected} for {self.name} (role {role!r}), found {feature}; "
            f"name another with hr.task({self.name!r}, {role}='...')"
        )

    def _missing_message(
        self, columns: Mapping[str, str], missing: Mapping[str, str], features: Mapping[str, Any]
    ) -> str:
        expected = ", ".join(f"{column} ({role})" for role, column in columns.items())
        used = set(columns.values())
        fits: dict[str, str] = {}
        for role in missing:
            free = [name for name in features if name not in used and self._could_be(role, features[name])]
            near = nearest_names(columns.get(role, role), free, 1, _MISSPELLED)  # also in other letter case
            fits[role] = free[0] if len(free) == 1 else next(iter(near), "<column>")
            used.add(fits[role])
        fixes = [f"{role}={name!r}" for role, name in fits.items()]
        from hf_robust.tasks.layouts.layout import layout_of  # other layouts need the tasks

        convert = f"dataset = hr.with_layout(dataset, {self.name!r}), or " if layout_of(features, self.name) else ""
        return (
            f"{self.name} expects the columns {expected}; absent: {', '.join(missing.values())}; "
            f"found: {', '.join(features) or 'none'}. Use {convert}hr.task({self.name!r}, {', '.join(fixes)})"
        )

    def _could_be(self, role: str, feature: Any) -> bool:
        """Whether a column could have a role of a task, by the type of its values."""
        if role == "id":
            return has_type(feature, (*TEXT_TYPES, "int", "uint"))
        if role in self.texts:
            return text_shape(feature) is not None and not self.expected_text(role, feature)
        return not self.expected(role, feature)

    def bound(self, task: "Task", dataset: "Dataset") -> "Task":
        """The task with what all rows of a dataset tell of its labels.

        Args:
            task: The task, with the names of its labels.
            dataset: The rows.

        Raises:
            LabelError: When rows are not as the task reads them.
        """
        if self.offset_roles:
            offsets = {task.column(role): task.column(text) for role, text in self.offset_roles.items()}
            check_offsets(dataset, offsets, self.name)
        return task

    def check_scored(self, task: "Task", dataset: "Dataset") -> None:
        """Refuse rows whose gold values allow no score; none here.

        Args:
            task: The bound task.
            dataset: Rows with gold values.

        Raises:
            LabelError: When a score over these rows is undefined.
        """
        return

    def check_batch(self, task: "Task", batch: Columns) -> None:
        """Refuse a batch whose labels cannot be read; none here."""
        return

    def scored_names(self, task: "Task") -> tuple[str, ...] | None:
        """The names of the labels as :meth:`references` gives them.

        Args:
            task: The bound task.
        """
        return task.label_names

    def expected_text(self, role: str, feature: Any) -> str | None:
        """What the column of a text role must hold, where it holds something else.

        Args:
            feature: The column's feature.
        """
        found = text_shape(feature)
        if role in self.token_roles:
            return None if found == "tokens" else "a list of tokens"
        return None if found else "text or a list of tokens"

    @abstractmethod
    def expected(self, role: str, feature: Any) -> str | None:
        """What the column of a label (or position) role must hold, where it holds something else.

        Args:
            feature: The column's feature.
        """

    @abstractmethod
    def references(self, values: Sequence[Any], task: "Task") -> list[Any]:
        """The gold values as they are scored.

        Args:
            values: The column of the role that is scored; where there are several, mappings by role.
            task: The bound task.

        Raises:
            LabelError: When a label is not among the names.
        """

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> Any:
        """A prediction's value, from what a function returned for one input.

        Args:
            value: What it returned.
            row: The input, by role.
            name: Gives the data's name for a label or its number; None for what is neither.
            wrong: Makes the error to raise, from what was found.

        Raises:
            UsageError: When it is not as ``wanted``.
        """
        return value

    def inputs(self, columns: Mapping[str, Sequence[Any]], language: Language = SPACED) -> list[dict[str, Any]]:
        """What a model is given of each row, by role.

        Args:
            columns: The columns of ``input_roles``, by role; None in each row where an optional one is absent.
            language: The language of the texts.
        """
        read = [[self.model_value(role, value, language) for value in columns[role]] for role in self.input_roles]
        return [dict(zip(self.input_roles, row)) for row in zip(*read)]

    def read_text(self, role: str, value: Any) -> Any:
        """A value of a text role as a text or tokens, where the column writes it in another way."""
        return value

    def spoken(self, language: Language) -> Language:
        """The language as this kind reads it.

        Args:
            language: The language of a task.
        """
        return language

    def model_value(self, role: str, value: Any, language: Language = SPACED) -> Any:
        """What a model is given of one value; a token list in a text role becomes the text that it makes.

        Args:
            role: One of ``input_roles``.
            language: The language of the texts.
        """
        if role not in self.texts or role in self.token_roles or isinstance(value, str) or value is None:
            return value
        return language.join(value)

    def fault(self, row: Mapping[str, Any], task: "Task") -> str | None:
        """What is wrong with a row's gold label, beyond what the label mover finds; None when nothing is.

        Args:
            row: Values by role.
            task: The bound task.
        """
        return None

    def shown_text(self, role: str, value: Any) -> str | None:
        """A value of a text role for people to read, where its tokens are to be seen; None: as a plain text."""
        return None

    def show(self, value: Any) -> str:
        """A gold value or a prediction for people to read."""
        return value if isinstance(value, str) else " ".join(map(str, value))

    def show_in(self, value: Any, row: Mapping[str, Any], language: Language = SPACED) -> str:
        """The same with what the row says of it: the candidate that a number means, the words of a span.

        Args:
            value: A gold value or a prediction.
            row: Values by role.
            language: The language of the texts.
        """
        return self.show(value)

    def question(self, row: Mapping[str, Any]) -> str:
        """What a row asks of its text, for people to read; empty where it asks of the text as a whole.

        Args:
            row: Values by role.
        """
        return ""

    def label_mover(self, task: "Task") -> LabelMover | None:
        """What moves the labels with the edits; None when nothing points into the text."""
        return None

    def labels_of(self, values: Sequence[Any]) -> Iterable[Any] | None:
        """All labels in the column of the role that is scored; None where it holds no labels.

        Args:
            values: The column.
        """
        return None


TASKS: Registry[TaskKind] = Registry("task", "hf_robust.tasks", "hf_robust.tasks")


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
    aliases = {alias: kind.name for kind in TASKS.values() for alias in (*kind.aliases, kind.name)}
    found = aliases.get(spelled(name))
    if found is None:
        raise UnknownNameError("task", name, TASKS, also=aliases)
    return found


def spelled(name: str) -> str:
    """An id as the table of tasks spells it.

    Example:
        >>> spelled("Token_Classification")
        'token-classification'
    """
    return str(name).casefold().replace("_", "-").replace(" ", "-")


def _first_filled(values: Sequence[Any]) -> Any:
    """The first value that holds something."""
    return next((one for one in values if one is not None and not (hasattr(one, "__len__") and not len(one))), None)
