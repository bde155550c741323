"""``AugmentCallback``: fresh augmented rows in each epoch of a stock ``transformers.Trainer``."""

import inspect
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from transformers import TrainerCallback

from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import Task
from hf_robust.training.augmented_dataset import AugmentedDataset, Encode
from hf_robust.training.draw import make_recipe
from hf_robust.transforms.chains import Entry

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import Trainer, TrainerControl, TrainerState, TrainingArguments


class AugmentCallback(TrainerCallback):
    """Train on clean rows and, beside them, on rows that are perturbed anew in each epoch, or on test cases.

    The Trainer fixes its data set before any callback runs, so the callback must have made the data set:
    either ``attach`` it to a Trainer, or pass ``train_dataset=callback.wrap(rows)`` and
    ``callbacks=[callback]``. Added without either, it stops training with an error. A run that is resumed
    from a checkpoint sees the same rows as one that was never stopped.

    What was drawn stands in ``history``, one entry an epoch, and in ``trainer.state.log_history`` (so in
    ``trainer_state.json``) as ``augment/<transformation>`` and ``augment/clean``: the slots that held clean
    rows because nothing more could be changed.

    Args:
        task: The task with the columns.
        transformations: Names, objects, mappings with parameters, or lists of these (chains).
        budget: Augmented rows as a share of the clean ones; an epoch has so many more steps.
        seed: Seed of all draws.
        encode: What you would give to ``dataset.map(encode, batched=True)`` to get the model's columns.
        start_epoch: First epoch with augmented rows; before it their slots hold clean rows.
        remove_columns: Columns to drop after ``encode``.
        protect: Words that are never touched.
        nlp: spaCy pipeline for transformations that need annotations, name or folder.
        cases: Test cases to train on, for example the training part of
            :func:`~hf_robust.training.split_cases`; see :class:`AugmentedDataset`.

    Raises:
        UsageError: When an argument does not fit; see the message.
        UnknownNameError: When there is no such transformation.
        MissingResource: When one needs something that is not installed.

    Source: retraining on transformed rows, as in Wang et al. 2021 (TextFlint).

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"text": ["a wonderful film", "a terrible story"], "label": [1, 0]})
        >>> callback = hr.AugmentCallback(hr.task("sentiment-classification"), ["keyboard"], budget=1.0)
        >>> train_dataset = callback.wrap(rows)  # for Trainer(train_dataset=..., callbacks=[callback])
        >>> len(train_dataset)
        4
    """

    def __init__(
        self,
        task: Task,
        transformations: Sequence[Entry] = (),
        *,
        budget: float = 0.5,
        seed: int = 0,
        encode: Encode | None = None,
        start_epoch: int = 0,
        remove_columns: Sequence[str] = (),
        protect: Sequence[str] = (),
        nlp: str | None = None,
        cases: Any = None,
    ):
        draws: dict[str, Any] = {"budget": budget, "seed": seed, "start_epoch": start_epoch}
        self.recipe = make_recipe(task, transformations, cases=cases, protect=protect, nlp=nlp, **draws)
        self.history: list[dict[str, int]] = []
        self._encode = encode
        self._remove_columns = remove_columns
        self._next_epoch = 0

    def wrap(self, dataset: "Dataset", encode: Encode | None = None) -> AugmentedDataset:
        """The ``train_dataset`` for a Trainer that has this callback.

        Args:
            dataset: Labeled rows with their text.
            encode: Instead of the callback's own.

        Raises:
            UsageError: When the data set does not fit; see :class:`AugmentedDataset`.
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

    def attach(self, trainer: "Trainer") -> "AugmentCallback":
        """Wrap the Trainer's ``train_dataset`` and add the callback; call it before ``trainer.train()``.

        The data set must still have its text columns; ``raw.map(tokenize, batched=True)`` keeps them.

        Args:
            trainer: The Trainer.

        Returns:
            The callback itself.

        Raises:
            UsageError: When the Trainer or its data set does not fit.
        """
        if trainer.train_dataset is None:
            raise UsageError("the Trainer has no train_dataset; give it one, then attach the callback")
        dataset = trainer.train_dataset
        if not isinstance(dataset, AugmentedDataset):
            dataset = self.wrap(dataset)
        self._check(dataset, trainer.args, trainer.model)
        trainer.train_dataset = dataset
        if self not in trainer.callback_handler.callbacks:
            trainer.add_callback(self)
        return self

    def on_train_begin(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Check that training would see augmented rows, and find the epoch at which it begins."""
        loader = kwargs["train_dataloader"]
        self._check(_dataset_of(loader), args, kwargs["model"])
        # as the Trainer counts: state.epoch is off when an epoch was cut short
        updates = max(1, -(-len(loader) // args.gradient_accumulation_steps))
        self._next_epoch = state.global_step // updates
        self.history = [entry for entry in self.history if entry["epoch"] < self._next_epoch]

    def on_epoch_begin(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Draw the rows of the epoch, before the workers start and before batches are skipped."""
        dataset = _dataset_of(kwargs["train_dataloader"])
        epoch, self._next_epoch = self._next_epoch, self._next_epoch + 1
        dataset.set_epoch(epoch)
        self.history.append({"epoch": epoch, **dataset.counts})
        # a run that is resumed within an epoch has its entry from before
        if not any(entry.get("augment/epoch") == epoch for entry in state.log_history):
            logs = {f"augment/{name}": count for name, count in {"epoch": epoch, **dataset.counts}.items()}
            state.log_history.append({**logs, "epoch": state.epoch, "step": state.global_step})

    def _check(self, dataset: Any, args: "TrainingArguments", model: Any) -> None:
        if not isinstance(dataset, AugmentedDataset):
            found = f"{type(dataset).__module__.partition('.')[0]}.{type(dataset).__name__}"
            raise UsageError(
                f"AugmentCallback found a train_dataset that it did not make ({found}), and the Trainer does "
                "not let a callback replace it. Say callback.attach(trainer) before trainer.train(), or "
                "Trainer(train_dataset=callback.wrap(dataset), callbacks=[callback], ...)"
            )
        if dataset.recipe != self.recipe:
            raise UsageError(
                "the train_dataset was made with another task, transformations, budget or seed than this "
                "callback's; make it with callback.wrap(dataset)"
            )
        if args.dataloader_persistent_workers:
            raise UsageError(
                "dataloader_persistent_workers=True keeps the rows of the first epoch in the workers; set it "
                "to False in TrainingArguments"
            )
        taken = inspect.signature(model.forward).parameters
        texts = [dataset.task.column(role) for role in dataset.task.text_roles]
        if dataset.encode is None and args.remove_unused_columns and not any(text in taken for text in texts):
            raise UsageError(
                f"without encode the rows hold text ({', '.join(texts)}), which the Trainer removes before "
                "the collator sees it; say AugmentCallback(..., encode=<function for datasets.map>), or "
                "remove_unused_columns=False in TrainingArguments for a collator that tokenises"
            )


def _dataset_of(loader: Any) -> Any:
    """The data set behind a data loader, which accelerate may have wrapped."""
    dataset = getattr(loader, "dataset", None)
    inner = getattr(loader, "base_dataloader", None)
    return getattr(inner, "dataset", dataset) if dataset is None else dataset
