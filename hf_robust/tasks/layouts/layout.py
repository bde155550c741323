"""What a layout is: the columns in which people keep the data of a task, and how they become those of the task."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.core.registry import Registry
from hf_robust.tasks.columns import inner_feature
from hf_robust.tasks.offset_units import read_row

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

Row = Mapping[str, Any]


def _any_features(features: Mapping[str, Any]) -> bool:
    return True


@dataclass(frozen=True)
class Layout:
    """One way in which data of a task is kept.

    Args:
        task: Id of the task.
        shapes: Sets of columns by which it is known; one of them must be there. They give way to the task's columns.
        features: The features of the new columns, given those of the dataset.
        convert: One row -> its new columns; a list, since a row may hold several (or no) examples. Raises NotApplicable
            with what is wrong.
        fits: Whether the features of these columns are as the layout has them, where other data has such columns, too.
        kept: Columns that stay although they belong to the shape.
        positions: Columns with character offsets in the text.
        texts: Columns of which one is the text that they point into.
        stale: Columns beside the shape that say the same again and would not follow edits; they are left out.
        by_name: Columns with lists of class labels, which it reads by their names.
        prevails: Whether data in this layout is turned also where it has the columns of the task.
    """

    name: str
    task: str
    shapes: tuple[tuple[str, ...], ...]
    features: Callable[[Mapping[str, Any]], dict[str, Any]]
    convert: Callable[[Row], list[dict[str, Any]]]
    fits: Callable[[Mapping[str, Any]], bool] = _any_features
    kept: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    texts: tuple[str, ...] = ("text", "sentence", "Text")
    stale: tuple[str, ...] = ()
    by_name: tuple[str, ...] = ()
    prevails: bool = False

    def shape(self, features: Mapping[str, Any]) -> tuple[str, ...] | None:
        """The columns by which data with these features has the layout; None where it has another.

        Args:
            features: Features by column.
        """
        there = next((shape for shape in self.shapes if set(shape) <= features.keys()), None)
        return there if there is not None and self.fits(features) else None

    def named(self, dataset: "Dataset | IterableDataset") -> "Dataset | IterableDataset":
        """A dataset with the names of the class labels that the layout reads by name.

        Args:
            dataset: The rows.
        """
        from datasets import Features, List, Value

        features = dict(dataset.features or {})
        inner = {name: inner_feature(features[name]) for name in self.by_name if name in features}
        labels = {name: feature.names for name, feature in inner.items() if getattr(feature, "names", None)}
        if not labels:
            return dataset

        def convert(row: Row) -> dict[str, Any]:
            return {name: [names[tag] for tag in row[name]] for name, names in labels.items()}

        return dataset.map(convert, features=Features({**features, **dict.fromkeys(labels, List(Value("string")))}))

    def rows_of(self, row: Row, offsets: str | None = None) -> list[dict[str, Any]]:
        """The rows that a row becomes.

        Args:
            row: Values by column.
            offsets: The unit of the character offsets; see :mod:`hf_robust.tasks.offset_units`.

        Raises:
            NotApplicable: When the row is not as the layout has it.
        """
        text = next((name for name in self.texts if name in row), None)
        if self.positions and text is not None:
            row = read_row(row, text, self.positions, offsets)
        return self.convert(row)

    @property
    def columns(self) -> str:
        """The columns that it needs, for messages."""
        return " or ".join(", ".join(shape) for shape in self.shapes)


LAYOUTS: Registry[Layout] = Registry("layout", "hf_robust.tasks.layouts", "hf_robust.layouts")


def layout_of(features: Mapping[str, Any], wanted: str) -> Layout | None:
    """The layout of a task that has such columns; None where there is none.

    Args:
        features: Features by column.
        wanted: Id of the task.
    """
    known = [(layout.shape(features), layout) for layout in layouts_for(wanted)]
    # the one that says most about the columns
    return max(known, key=lambda layout: len(layout[0] or ()))[1] if any(shape for shape, _ in known) else None


def layouts_for(wanted: str) -> list[Layout]:
    """The layouts of a task.

    Args:
        wanted: Id of the task.
    """
    return [layout for layout in LAYOUTS.values() if layout.task == wanted]


def text_feature() -> Any:
    """A text.

    Example:
        >>> text_feature().dtype
        'string'
    """
    from datasets import Value

    return Value("string")


def token_feature() -> Any:
    """A list of texts."""
    from datasets import List, Value

    return List(Value("string"))


def span_feature() -> Any:
    """Two numbers."""
    from datasets import List, Value

    return List(Value("int64"))


def is_struct(feature: Any) -> bool:
    """Whether a feature holds named parts, alone or in a list.

    Example:
        >>> from datasets import List, Value
        >>> is_struct(List({"start": Value("int64")})), is_struct(List(Value("int64")))
        (True, False)
    """
    inner = inner_feature(feature)
    return isinstance(feature if inner is None else inner, Mapping)


def is_list(feature: Any) -> bool:
    """Whether a feature holds a list."""
    return inner_feature(feature) is not None


def names_or_texts(feature: Any) -> Any:
    """The feature of a label column as it is where it has names; texts otherwise."""
    return feature if getattr(feature, "names", None) else text_feature()
