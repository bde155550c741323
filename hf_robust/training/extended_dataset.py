"""``ExtendedDataset``: clean rows followed by slots for others, whose number never changes."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torch.utils.data import Dataset as TorchDataset

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

Encode = Callable[[dict[str, list]], Mapping[str, Any]]

_ENCODE_BATCH = 1000  # as datasets.map


class ExtendedDataset(TorchDataset):
    """Clean rows, and behind them a fixed number of slots that hold other rows in each epoch.

    The Trainer counts its steps once, before training: rows added later would be dropped.

    Args:
        dataset: Labeled rows with their text, before tokenization (or with the text still there).
        task: The task with the columns.
        slots: How many.
        encode: What you would give to ``dataset.map(encode, batched=True)`` to get the model's columns; one row out
            for each row in. None: rows stay as they are, for a collator that tokenises.
        remove_columns: Columns to drop after ``encode``.

    Attributes:
        epoch: The epoch whose rows it holds; None before the first.
        counts: What the slots hold, by where it comes from.

    Raises:
        UsageError: If the dataset is not a ``datasets.Dataset``, if it is tokenized and has lost its text columns,
            or if ``encode`` is missing or invalid.
        ColumnError: When columns are absent or of another shape.
    """

    def __init__(
        self,
        dataset: "Dataset",
        task: Task,
        slots: int,
        encode: Encode | None = None,
        remove_columns: Sequence[str] = (),
    ):
        self.task = task.bind(dataset)
        self.encode = encode
        self.epoch: int | None = None
        self.counts: dict[str, int] = {}
        dataset = dataset.remove_columns([name for name in dataset.column_names if name == "robust"])
        self._clean = _encoded(dataset, encode, list(remove_columns))
        self._slots = slots
        self._extra: Dataset | None = None
        self._fill: Sequence[int] = ()

    def __len__(self) -> int:
        return len(self._clean) + self._slots

    def set_epoch(self, epoch: int) -> None:
        """Have the rows of an epoch.

        Args:
            epoch: The epoch, from 0.
        """
        if epoch != self.epoch:
            self.put(epoch, {}, range(self._slots), {})

    def put(self, epoch: int, columns: Mapping[str, list], clean: Sequence[int], counts: Mapping[str, int]) -> None:
        """Fill the slots.

        Args:
            epoch: The epoch that they are for, from 0.
            columns: Rows before ``encode``, as columns.
            clean: Numbers of the clean rows that stand in the slots that are left.
            counts: What the slots hold.
        """
        self._extra = self._extended(columns)
        self._fill = [place % len(self._clean) for place in clean]
        self.counts = dict(counts)
        self.epoch = epoch

    def __getitem__(self, index: int) -> dict[str, Any]:
        source, row = self._at(range(len(self))[index])
        return source[row]

    def __getitems__(self, indices: Sequence[int]) -> list[dict[str, Any]]:
        # torch asks for a whole batch at once where it can: two reads instead of one a row
        items: dict[int, dict[str, Any]] = {}
        wanted: dict[int, tuple[Any, list[int], list[int]]] = {}
        for place, index in enumerate(indices):
            source, row = self._at(range(len(self))[index])
            _, places, rows = wanted.setdefault(id(source), (source, [], []))
            places.append(place)
            rows.append(row)
        for source, places, rows in wanted.values():
            items.update(zip(places, source.__getitems__(rows)))
        return [items[place] for place in range(len(indices))]

    def _at(self, index: int) -> "tuple[Dataset, int]":
        """The dataset and row that an index stands for."""
        if index < len(self._clean):
            return self._clean, index
        if self._extra is None:
            self.set_epoch(0)
        extra: Any = self._extra
        place = index - len(self._clean)
        filled = len(extra)
        return (extra, place) if place < filled else (self._clean, self._fill[place - filled])

    def _extended(self, drawn: Mapping[str, list]) -> "Dataset":
        """The model's columns for changed rows, typed and formatted as those of the clean rows."""
        from datasets import Dataset

        clean = self._clean
        columns = {name: values for name, values in drawn.items() if name != "robust"}
        size = len(next(iter(columns.values()), ()))
        if size and self.encode is not None:
            columns.update(_encode_all(self.encode, columns, size))
        absent = [name for name in clean.column_names if name not in columns] if size else []
        if absent:
            raise UsageError(f"encode gave {', '.join(absent)} for the clean rows, not for augmented ones")
        columns = {name: columns.get(name, []) for name in clean.column_names}
        rows = Dataset.from_dict(columns, features=clean.features)
        form = clean.format
        rows.set_format(form["type"], form["columns"], form["output_all_columns"], **form["format_kwargs"])
        return rows


def check_rows(dataset: Any, task: Task, encode: Encode | None) -> None:
    """Refuse rows that nothing can be added to in each epoch.

    Raises:
        UsageError: When it is no dataset with texts, or ``encode`` is no function or missing.
        ColumnError: When columns are absent or of another shape.
        EmptyDataError: When the dataset has no rows.
    """
    from datasets import Dataset

    if not isinstance(dataset, Dataset):
        raise UsageError(
            f"expected a datasets.Dataset, found {type(dataset).__name__}; a stream has no length to fix the "
            "steps of an epoch by, and a DatasetDict needs its split named: data['train']"
        )
    if dataset.format["type"] == "custom":
        raise UsageError("the dataset has a transform (with_transform); pass that function as encode=...")
    if encode is not None and not callable(encode):
        raise UsageError(f"encode must be a function as for map(..., batched=True), found {quoted(encode)}")
    tokenized = "input_ids" in dataset.column_names
    absent = [task.column(role) for role in task.text_roles if task.column(role) not in dataset.column_names]
    if tokenized and absent:
        raise UsageError(
            f"the dataset is tokenized and its text is gone (no {', '.join(absent)}); pass the rows as they "
            "were before, and encode=<the function you gave to map>"
        )
    if tokenized and encode is None:
        raise UsageError(
            "the dataset has input_ids, made from the texts before they are perturbed; use encode=<the "
            "function you gave to map>, so that augmented rows are tokenized too"
        )
    task.bind(dataset)


def _encoded(dataset: "Dataset", encode: Encode | None, remove_columns: list[str]) -> "Dataset":
    if encode is None:
        return dataset.remove_columns(remove_columns)
    _encode_all(encode, dataset.with_format(None)[:2], min(2, len(dataset)))  # refuse before any work
    return dataset.map(encode, batched=True, remove_columns=remove_columns, desc="encode")


def _encode_all(encode: Encode, columns: Mapping[str, list], size: int) -> dict[str, list]:
    """What ``datasets.map`` would give, in memory: no file for each epoch."""
    found: dict[str, list] = {}
    for start in range(0, size, _ENCODE_BATCH):
        batch = {name: values[start : start + _ENCODE_BATCH] for name, values in columns.items()}
        rows = len(next(iter(batch.values())))
        try:
            made = encode(batch)
        except KeyError as error:
            if not error.args or error.args[0] in batch:
                raise
            said = f"encode reads {error.args[0]!r}, which is no column of the rows; they have {', '.join(batch)}"
            raise UsageError(said) from error
        if not isinstance(made, Mapping) and not hasattr(made, "items"):
            raise UsageError(f"encode must return a mapping of columns, found {type(made).__name__}")
        wrong = {name: len(values) for name, values in made.items() if len(values) != rows}
        if wrong:
            raise UsageError(
                f"encode must return one row for each row, since the number of rows is fixed: {rows} rows "
                f"gave {wrong}; truncate long inputs instead of splitting them"
            )
        for name, values in made.items():
            found.setdefault(name, []).extend(values)
    return found
