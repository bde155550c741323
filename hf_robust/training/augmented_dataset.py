"""``AugmentedDataset``: clean rows, and beside them rows that are perturbed anew in each epoch."""

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import CASE
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import is_helper
from hf_robust.core.protection import Protected, protection
from hf_robust.perturb.provenance import features
from hf_robust.perturb.unmatched import warn_unmatched
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.training.draw import draw, make_recipe
from hf_robust.training.extended_dataset import Encode, ExtendedDataset, check_rows
from hf_robust.training.retraining import as_training_rows
from hf_robust.transforms.chains import Entry, annotated_for

if TYPE_CHECKING:
    from datasets import Dataset


class AugmentedDataset(ExtendedDataset):
    """Clean rows followed by augmented rows, which change in each epoch. The length never changes.

    The Trainer counts its steps once, before training, so rows that are added later would be ignored. Therefore the
    number of augmented rows is fixed, and :meth:`set_epoch` draws them again, depending on the seed and the epoch. An
    epoch has the same rows in every process and after a restart. If a row cannot be changed, another row or
    transformation replaces it. If none is left, a clean row is used.

    Add :class:`~hf_robust.training.AugmentCallback` to the Trainer. The Trainer alone does not pass the epoch to the
    dataset when it resumes in the middle of an epoch, or on several GPUs.

    Args:
        dataset: Labeled rows with their text, before tokenization (or with the text columns kept).
        task: The task with the columns, or its id.
        transformations: Names, objects, mappings with parameters, or lists of these (chains).
        encode: Function that tokenizes a batch of rows, as in ``dataset.map(encode, batched=True)``, and returns one
            row per input row (``input_ids``, ``labels``, ...). It is applied once to the clean rows and in each epoch
            to the augmented rows. None does not encode, for a collator that tokenizes.
        budget: Number of augmented rows as a share of the clean rows.
        seed: Random seed.
        start_epoch: First epoch with augmented rows. In earlier epochs clean rows are used instead.
        remove_columns: Columns to drop after ``encode``. The Trainer drops the columns that its model does not accept.
        protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
            ``"numbers"``. See :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders.
        nlp: Name or folder of the spaCy pipeline, for transformations that need annotation.
        cases: Test cases to train on, in addition to the transformations or instead of them: a table of cases (see
            :func:`~hf_robust.training.as_training_rows` for the cases that are left out), a capability suite, or rows
            with the columns of the task. Each epoch draws as many cases as rows of each transformation.

    Attributes:
        epoch: The current epoch; None before the first.
        counts: Number of rows by transformation in this epoch, and ``clean`` for clean rows used instead.

    Raises:
        UsageError: If an argument is invalid.
        ColumnError: If columns are missing or have the wrong type.
        EmptyDataError: If the dataset has no rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> clean = Dataset.from_dict({"text": ["a wonderful film", "a terrible story"], "label": [1, 0]})
        >>> rows = AugmentedDataset(clean, "sentiment-classification", ["keyboard"], budget=1.0)
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
        task: Task | str,
        transformations: Sequence[Entry] = (),
        *,
        encode: Encode | None = None,
        budget: float = 0.5,
        seed: int = 0,
        start_epoch: int = 0,
        remove_columns: Sequence[str] = (),
        protect: Protected = (),
        protect_defaults: bool = True,
        nlp: str | None = None,
        cases: Any = None,
    ):
        task = as_task(task, dataset)
        rules = protection(protect, protect_defaults)
        draws: dict[str, Any] = {"budget": budget, "seed": seed, "start_epoch": start_epoch}
        self.recipe = make_recipe(task, transformations, cases=cases, protect=rules, nlp=nlp, **draws)
        check_rows(dataset, task, encode)
        warn_unmatched(rules, dataset, task)
        super().__init__(dataset, task, self.recipe.slots(len(dataset)), encode, remove_columns)
        plain = dataset.remove_columns([name for name in dataset.column_names if name == "robust"])
        self._raw = annotated_for(plain.with_format(None), self.task, self.recipe.entries, nlp)
        self._cases = None if cases is None else _rows_of_cases(cases, self.task, self._raw)
        self._warned = False

    def __repr__(self) -> str:
        names = ", ".join(self.recipe.kinds)
        return f"AugmentedDataset({len(self._clean)} clean + {self._slots} by {names}; epoch {self.epoch})"

    def set_epoch(self, epoch: int) -> None:
        """Draw the rows of an epoch, unless it is the current epoch.

        Args:
            epoch: The epoch, from 0.
        """
        if epoch == self.epoch:
            return
        drawn = draw(self._raw, self.task, self.recipe, epoch, self._cases)
        self.put(epoch, drawn.columns, drawn.clean, drawn.counts)
        if drawn.clean and epoch >= self.recipe.start_epoch and not self._warned:
            self._warned = True
            warnings.warn(
                f"{len(drawn.clean)} of {self._slots} augmented rows are clean rows, since nothing more "
                f"could be changed in the data by {', '.join(self.recipe.names)}; use a smaller budget or "
                "more transformations",
                stacklevel=2,
            )

    def augmented_rows(self, epoch: int) -> "Dataset":
        """Return the changed rows of an epoch before ``encode``, with the column ``robust`` that records the edits.

        Args:
            epoch: The epoch, from 0. The current rows of the dataset do not change.
        """
        from datasets import Dataset, Features

        texts = {self.task.column(role) for role in self.task.text_roles}
        known = Features({name: kind for name, kind in self._raw.features.items() if not is_helper(name, texts)})
        columns = draw(self._raw, self.task, self.recipe, epoch, self._cases).columns
        together = Features({**known, **features()})
        return Dataset.from_dict({name: columns.get(name, []) for name in together}, features=together)


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
            f"column {unlike[0]!r} of the cases is {cases.features[unlike[0]]}, that of the dataset "
            f"{clean.features[unlike[0]]}; use hf_robust.training.as_training_rows(cases, task, like=dataset)"
        )
    return cases.select_columns(wanted).with_format(None)
