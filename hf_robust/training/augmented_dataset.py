"""``AugmentedDataset``: clean rows, and beside them rows that are perturbed anew in each epoch."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torch.utils.data import Dataset as TorchDataset

from hf_robust.capability.cases import CASE
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import is_helper
from hf_robust.perturb.provenance import features
from hf_robust.tasks.base import Task
from hf_robust.training.draw import draw, make_recipe
from hf_robust.training.retraining import as_training_rows
from hf_robust.transforms.chains import Entry, annotated_for

if TYPE_CHECKING:
    from datasets import Dataset

Encode = Callable[[dict[str, list]], Mapping[str, Any]]

_ENCODE_BATCH = 1000  # as datasets.map


class AugmentedDataset(TorchDataset):
    """Clean rows followed by augmented rows; the length never changes, the augmented rows do.

    The Trainer counts its steps once, before training: rows added later would be dropped. So the number of
    augmented rows is fixed here, and :meth:`set_epoch` draws them anew by (seed, epoch). The same epoch
    gives the same rows in every process and after a restart. A slot whose row could not be changed gets
    another row or transformation; when nothing is left, a clean row.

    Add :class:`~hf_robust.training.AugmentCallback` to the Trainer: the Trainer alone does not tell a data
    set its epoch when it resumes in the middle of one, or on several GPUs.

    Args:
        dataset: Labeled rows with their text, before tokenization (or with the text still there).
        task: The task with the columns.
        transformations: Names, objects, mappings with parameters, or lists of these (chains).
        encode: What you would give to ``dataset.map(encode, batched=True)`` to get the model's columns
            (``input_ids``, ``labels``, ...); one row out for each row in. Applied to the clean rows once and
            to the augmented rows in each epoch. None: rows stay as they are, for a collator that tokenises.
        budget: Augmented rows as a share of the clean ones.
        seed: Seed of all draws.
        start_epoch: First epoch with augmented rows; before it their slots hold clean rows.
        remove_columns: Columns to drop after ``encode``; the Trainer drops what its model does not take.
        protect: Words that are never touched.
        nlp: spaCy pipeline for transformations that need annotations, name or folder.
        cases: Test cases to train on beside the transformations, or alone where there are none: a table of cases (see
            :func:`~hf_robust.training.as_training_rows` for those left out), a capability suite, or rows with the
            columns of the task. An epoch draws some of them, as many as rows of each transformation.

    Attributes:
        epoch: The epoch whose rows it holds; None before the first.
        counts: Rows by transformation in this epoch, and ``clean`` for slots that nothing could fill.

    Raises:
        UsageError: When an argument does not fit; see the message.
        ColumnError: When columns are absent or of another shape.
        EmptyDataError: When the data set has no rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> clean = Dataset.from_dict({"text": ["a wonderful film", "a terrible story"], "label": [1, 0]})
        >>> rows = AugmentedDataset(clean, hr.task("sentiment-classification"), ["keyboard"], budget=1.0)
        >>> rows.set_epoch(0)
        >>> len(rows), rows[0]["text"], rows.counts
        (4, 'a wonderful film', {'keyboard': 2, 'clean': 0})
        >>> before = [rows[place]["text"] for place in (2, 3)]
        >>> rows.set_epoch(1)
        >>> before == [rows[place]["text"] for place in (2, 3)]
        False
    """

    def __init__(
        self,
        dataset: "Dataset",
        task: Task,
        transformations: Sequence[Entry] = (),
        *,
        encode: Encode | None = None,
        budget: float = 0.5,
        seed: int = 0,
        start_epoch: int = 0,
        remove_columns: Sequence[str] = (),
        protect: Sequence[str] = (),
        nlp: str | None = None,
        cases: Any = None,
    ):
        draws: dict[str, Any] = {"budget": budget, "seed": seed, "start_epoch": start_epoch}
        self.recipe = make_recipe(task, transformations, cases=cases, protect=protect, nlp=nlp, **draws)
        _check(dataset, task, encode)
        self.task = task.bind(dataset)
        self.encode = encode
        self.epoch: int | None = None
        self.counts: dict[str, int] = {}
        dataset = dataset.remove_columns([name for name in dataset.column_names if name == "robust"])
        self._raw = annotated_for(dataset.with_format(None), self.task, self.recipe.entries, nlp)
        self._clean = _encoded(dataset, encode, list(remove_columns))
        self._slots = self.recipe.slots(len(dataset))
        self._cases = None if cases is None else _rows_of_cases(cases, self.task, self._raw)
        self._extra: Dataset | None = None
        self._fill: Sequence[int] = ()
        self._warned = False

    def __len__(self) -> int:
        return len(self._clean) + self._slots

    def __repr__(self) -> str:
        names = ", ".join(self.recipe.kinds)
        return f"AugmentedDataset({len(self._clean)} clean + {self._slots} by {names}; epoch {self.epoch})"

    def set_epoch(self, epoch: int) -> None:
        """Draw the rows of an epoch; nothing happens when they are there already.

        Args:
            epoch: The epoch, from 0.
        """
        if epoch == self.epoch:
            return
        drawn = draw(self._raw, self.task, self.recipe, epoch, self._cases)
        self._extra = self._extended(drawn.columns)
        self._fill = drawn.clean
        self.counts = dict(drawn.counts)
        self.epoch = epoch
        if drawn.clean and epoch >= self.recipe.start_epoch and not self._warned:
            self._warned = True
            warnings.warn(
                f"{len(drawn.clean)} of {self._slots} augmented rows are clean rows, since nothing more "
                f"could be changed in the data by {', '.join(self.recipe.names)}; use a smaller budget or "
                "more transformations",
                stacklevel=2,
            )

    def augmented_rows(self, epoch: int) -> "Dataset":
        """The changed rows of an epoch before ``encode``, with the ``robust`` column that says what changed.

        Args:
            epoch: The epoch, from 0; the rows held at the moment stay.
        """
        from datasets import Dataset, Features

        texts = {self.task.column(role) for role in self.task.text_roles}
        known = Features({name: kind for name, kind in self._raw.features.items() if not is_helper(name, texts)})
        columns = draw(self._raw, self.task, self.recipe, epoch, self._cases).columns
        together = Features({**known, **features()})
        return Dataset.from_dict({name: columns.get(name, []) for name in together}, features=together)

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
        """The data set and row that an index stands for."""
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


def _check(dataset: Any, task: Task, encode: Encode | None) -> None:
    from datasets import Dataset

    if not isinstance(dataset, Dataset):
        raise UsageError(
            f"expected a datasets.Dataset, found {type(dataset).__name__}; a stream has no length to fix the "
            "steps of an epoch by, and a DatasetDict needs its split named: data['train']"
        )
    if dataset.format["type"] == "custom":
        raise UsageError("the data set has a transform (with_transform); pass that function as encode=...")
    if encode is not None and not callable(encode):
        raise UsageError(f"encode must be a function as for map(..., batched=True), found {encode!r:.60}")
    tokenized = "input_ids" in dataset.column_names
    absent = [task.column(role) for role in task.text_roles if task.column(role) not in dataset.column_names]
    if tokenized and absent:
        raise UsageError(
            f"the data set is tokenized and its text is gone (no {', '.join(absent)}); pass the rows as they "
            "were before, and encode=<the function you gave to map>"
        )
    if tokenized and encode is None:
        raise UsageError(
            "the data set has input_ids, made from the texts before they are perturbed; say encode=<the "
            "function you gave to map>, so that augmented rows are tokenized too"
        )


def _rows_of_cases(cases: Any, task: Task, clean: "Dataset") -> "Dataset":
    """Cases as rows like the clean ones."""
    from datasets import Dataset

    if not isinstance(cases, Dataset) or CASE in cases.column_names:
        return as_training_rows(cases, task, like=clean)
    task.bind(cases)
    wanted = [task.column(role) for role in task.kind.roles]
    unlike = [name for name in wanted if cases.features[name] != clean.features[name]]
    if unlike:
        raise UsageError(
            f"column {unlike[0]!r} of the cases is {cases.features[unlike[0]]}, that of the data set "
            f"{clean.features[unlike[0]]}; say hf_robust.training.as_training_rows(cases, task, like=dataset)"
        )
    return cases.select_columns(wanted).with_format(None)


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
        made = encode(batch)
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
