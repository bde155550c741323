"""``AugmentCallback``: fresh augmented rows in each epoch of a stock ``transformers.Trainer``."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.protection import Protected, protection
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.training.augmented_dataset import AugmentedDataset
from hf_robust.training.draw import make_recipe
from hf_robust.training.epoch_rows_callback import EpochRowsCallback
from hf_robust.training.extended_dataset import Encode, ExtendedDataset
from hf_robust.transforms.chains import Entry

if TYPE_CHECKING:
    from datasets import Dataset


class AugmentCallback(EpochRowsCallback):
    """Train on clean rows and on additional rows that are perturbed again in each epoch, or on test cases.

    The Trainer fixes its dataset before any callback runs, so the callback must create the dataset. Either call
    ``attach(trainer)``, or pass ``train_dataset=callback.wrap(rows)`` and ``callbacks=[callback]``. Without either,
    training stops with an error. A run that is resumed from a checkpoint sees the same rows as one that was never
    stopped.

    ``history`` has one entry per epoch with the number of rows per transformation. ``trainer.state.log_history`` (and
    ``trainer_state.json``) has the same numbers as ``augment/<transformation>`` and ``augment/clean``. The latter
    counts the additional rows that are clean, because no more rows could be changed.

    Args:
        task: The task with the columns, or its id.
        transformations: Names, objects, mappings with parameters, or lists of these (chains).
        budget: Number of additional rows as a share of the clean rows. An epoch has correspondingly more steps.
        seed: Random seed.
        encode: Function that tokenizes a batch of rows, as in ``dataset.map(encode, batched=True)``.
        start_epoch: First epoch with perturbed rows. In earlier epochs the additional rows are clean.
        remove_columns: Columns to drop after ``encode``.
        protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
            ``"numbers"``. See :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders.
        nlp: Name or folder of the spaCy pipeline, for transformations that need annotation.
        cases: Test cases to train on, for example the training part of
            :func:`~hf_robust.training.split_cases`; see :class:`AugmentedDataset`.

    Raises:
        UsageError: If an argument is invalid.
        UnknownNameError: If a transformation does not exist.
        MissingResource: If a transformation needs a model, lexicon or package that is not installed.

    Source: retraining on transformed rows, as in Wang et al. 2021 (TextFlint).

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"text": ["a wonderful film", "a terrible story"], "label": [1, 0]})
        >>> callback = hr.AugmentCallback("sentiment-classification", ["keyboard"], budget=1.0)
        >>> train_dataset = callback.wrap(rows)  # for Trainer(train_dataset=..., callbacks=[callback])
        >>> len(train_dataset)
        4
    """

    log_name = "augment"

    def __init__(
        self,
        task: Task | str,
        transformations: Sequence[Entry] = (),
        *,
        budget: float = 0.5,
        seed: int = 0,
        encode: Encode | None = None,
        start_epoch: int = 0,
        remove_columns: Sequence[str] = (),
        protect: Protected = (),
        protect_defaults: bool = True,
        nlp: str | None = None,
        cases: Any = None,
    ):
        task = as_task(task)
        rules = protection(protect, protect_defaults)
        draws: dict[str, Any] = {"budget": budget, "seed": seed, "start_epoch": start_epoch}
        self.recipe = make_recipe(task, transformations, cases=cases, protect=rules, nlp=nlp, **draws)
        super().__init__()
        self._encode = encode
        self._remove_columns = remove_columns

    def wrap(self, dataset: "Dataset", encode: Encode | None = None) -> AugmentedDataset:
        """Return the ``train_dataset`` for a Trainer that has this callback.

        Args:
            dataset: Labeled rows with their text.
            encode: Function that replaces the ``encode`` of the callback.

        Raises:
            UsageError: If the dataset does not fit; see :class:`AugmentedDataset`.
        """
        augmented = self.recipe
        return AugmentedDataset(
            dataset,
            augmented.task,
            augmented.entries,
            encode=encode or self._encode,
            budget=augmented.budget,
            seed=augmented.seed,
            start_epoch=augmented.start_epoch,
            remove_columns=self._remove_columns,
            protect=augmented.protect,
            nlp=augmented.nlp,
            cases=augmented.cases,
        )

    def matches(self, dataset: ExtendedDataset) -> bool:
        """Return whether a dataset draws the same rows."""
        return isinstance(dataset, AugmentedDataset) and dataset.recipe == self.recipe

    def fill(self, dataset: ExtendedDataset, epoch: int, args: Any, state: Any, **kwargs: Any) -> None:
        """Draw the rows of the epoch."""
        dataset.set_epoch(epoch)
