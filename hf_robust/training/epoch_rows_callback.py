"""What callbacks have in common that fill the slots of a dataset anew in each epoch."""

import inspect
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

from transformers import TrainerCallback

from hf_robust.core.deprecated_names import deprecated_attribute
from hf_robust.core.errors import UsageError
from hf_robust.training.extended_dataset import Encode, ExtendedDataset

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import Trainer, TrainerControl, TrainerState, TrainingArguments


class EpochRowsCallback(TrainerCallback, ABC):
    """Base of callbacks that give a stock Trainer other rows in each epoch.

    The Trainer fixes its dataset before any callback runs, so the callback must have made the dataset: either
    ``attach`` it to a Trainer, or pass ``train_dataset=callback.wrap(rows)`` and ``callbacks=[callback]``.

    Class attributes:
        log_name: What its counts are called in the logs: ``<log_name>/<kind>``.
    """

    log_name: ClassVar[str]

    def __init__(self) -> None:
        self.history: list[dict[str, int]] = []
        self._next_epoch = 0

    @abstractmethod
    def wrap(self, dataset: "Dataset", encode: Encode | None = None) -> ExtendedDataset:
        """The ``train_dataset`` for a Trainer that has this callback."""

    @abstractmethod
    def matches(self, dataset: ExtendedDataset) -> bool:
        """Whether a dataset is one that this callback would make."""

    made = deprecated_attribute("the method made of a callback", "matches", removed_in="0.4.0")

    @abstractmethod
    def fill(self, dataset: ExtendedDataset, epoch: int, args: Any, state: Any, **kwargs: Any) -> None:
        """Fill the slots for an epoch."""

    def attach(self, trainer: "Trainer") -> Self:
        """Wrap the Trainer's ``train_dataset`` and add the callback; call it before ``trainer.train()``.

        The dataset must still contain its text columns. ``raw.map(tokenize, batched=True)`` keeps them.

        Returns:
            The callback itself.

        Raises:
            UsageError: If the Trainer has settings that the callback does not support, or if its dataset lacks the
                text columns.
        """
        if trainer.train_dataset is None:
            raise UsageError("the Trainer has no train_dataset; give it one, then attach the callback")
        dataset = trainer.train_dataset
        if not isinstance(dataset, ExtendedDataset):
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
        """Fill the dataset for the epoch.

        This happens before the dataloader workers start and before a resumed run skips batches.
        """
        dataset = _dataset_of(kwargs["train_dataloader"])
        epoch, self._next_epoch = self._next_epoch, self._next_epoch + 1
        self.fill(dataset, epoch, args, state, **kwargs)
        self.history.append({"epoch": epoch, **dataset.counts})
        # a run that is resumed within an epoch has its entry from before
        if not any(entry.get(f"{self.log_name}/epoch") == epoch for entry in state.log_history):
            logs = {f"{self.log_name}/{name}": count for name, count in {"epoch": epoch, **dataset.counts}.items()}
            state.log_history.append({**logs, "epoch": state.epoch, "step": state.global_step})

    def _check(self, dataset: Any, args: "TrainingArguments", model: Any) -> None:
        if not isinstance(dataset, ExtendedDataset):
            found = f"{type(dataset).__module__.partition('.')[0]}.{type(dataset).__name__}"
            raise UsageError(
                f"{type(self).__name__} found a train_dataset that it did not make ({found}), and the Trainer does "
                "not let a callback replace it. Use callback.attach(trainer) before trainer.train(), or "
                "Trainer(train_dataset=callback.wrap(dataset), callbacks=[callback], ...)"
            )
        if not self.matches(dataset):
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
                f"the collator sees it; use {type(self).__name__}(..., encode=<function for datasets.map>), or "
                "remove_unused_columns=False in TrainingArguments for a collator that tokenises"
            )


def _dataset_of(loader: Any) -> Any:
    """The dataset behind a data loader, which accelerate may have wrapped."""
    dataset = getattr(loader, "dataset", None)
    inner = getattr(loader, "base_dataloader", None)
    return getattr(inner, "dataset", dataset) if dataset is None else dataset
