"""``ConsistencyCallback``: training for equal predictions on a row and on its perturbed version."""

import inspect
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.core.protection import Protected, protection
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.training.adversarial_callback import check_training
from hf_robust.training.consistency_dataset import ConsistencyDataset, PairedCollator
from hf_robust.training.consistency_run import DIVERGENCES, ConsistencyRun
from hf_robust.training.draw import DrawSettings, make_recipe
from hf_robust.training.epoch_rows_callback import EpochRowsCallback
from hf_robust.training.extended_dataset import Encode, ExtendedDataset
from hf_robust.transforms.base import Effect
from hf_robust.transforms.chains import Entry

if TYPE_CHECKING:
    from datasets import Dataset
    from transformers import Trainer, TrainerControl, TrainerState, TrainingArguments

_LABELS = ("label", "label_ids", "labels")


class ConsistencyCallback(EpochRowsCallback):
    """Add a consistency term to the loss: the divergence between the predictions on a row and on its perturbed version.

    The loss is ``loss(row) + weight * divergence(prediction(row), prediction(perturbed row))``. The rows are perturbed
    again in every epoch. In each epoch, one transformation is drawn for each row. A row that cannot be changed is
    compared with itself. Each training step runs two forward passes. For tagging, the i-th labeled token of the row is
    compared with the i-th labeled token of the perturbed row. Rows whose number of labeled tokens changes are excluded
    from the divergence.

    Two published methods are special cases:

    - R-Drop: ``transformations=()``. The two forward passes of a row differ only in their dropout masks.
    - R3F: ``transformations=(), noise=1e-5``. The second forward pass adds noise to the input embeddings.

    Call :meth:`attach`: it wraps the Trainer's ``train_dataset`` and its collator. At the start of each epoch, the
    callback adds an entry to ``trainer.state.log_history``: ``consistency/<transformation>`` and
    ``consistency/unchanged`` are numbers of rows. At the end of the epoch, it adds one with
    ``consistency/divergence``, the mean over the batches. A run that is resumed from a checkpoint ends with the same
    weights as one that was never stopped. The callback supports training on one device, in float32 or bfloat16.

    Args:
        task: A classification or tagging task: its name, or an ``hr.task(...)`` object if your columns have other
            names.
        transformations: Names, objects, mappings with parameters, or lists of these (chains). They must keep the label.
        weight: Weight of the divergence. On SST-2 and CoNLL, 4 gave a better worst case than 1. On CoNLL it cost half a
            point of F1 on clean rows.
        divergence: ``"kl"`` (mean of both directions) or ``"js"`` (Jensen-Shannon).
        noise: Standard deviation of the noise on the input embeddings of the second pass; 0 for none.
        encode: Function that tokenizes a batch of rows, as in ``dataset.map(encode, batched=True)``.
        seed: Random seed.
        start_epoch: First epoch with perturbed rows.
        remove_columns: Columns to drop after ``encode``.
        protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
            ``"numbers"``. See :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders too.
        nlp: Name or folder of the spaCy pipeline, for transformations that need annotation.

    Raises:
        UsageError: If an argument is invalid, or if a transformation changes the label.
        UnknownNameError: If a transformation does not exist.
        MissingResource: If a transformation needs a model, lexicon or package that is not installed.

    Sources: Wu et al. 2021, "R-Drop: Regularized Dropout for Neural Networks"; Aghajanyan et al. 2021, "Better
        Fine-Tuning by Reducing Representational Collapse" (R3F).

    Example:
        >>> import hf_robust as hr
        >>> callback = hr.ConsistencyCallback("sentiment-classification", ["keyboard", "typos"], weight=1.0)
        >>> callback.recipe.names  # then callback.attach(trainer)
        ('keyboard', 'typos')
    """

    log_name = "consistency"

    def __init__(
        self,
        task: Task | str,
        transformations: Sequence[Entry] = (),
        *,
        weight: float = 1.0,
        divergence: str = "kl",
        noise: float = 0.0,
        encode: Encode | None = None,
        seed: int = 0,
        start_epoch: int = 0,
        remove_columns: Sequence[str] = (),
        protect: Protected = (),
        protect_defaults: bool = True,
        nlp: str | None = None,
    ):
        super().__init__()
        task = as_task(task)
        for name, value, least in (("weight", weight, "above 0"), ("noise", noise, "of at least 0")):
            wrong = not is_number(value) or not math.isfinite(value) or value < 0 or (name == "weight" and not value)
            if wrong:
                raise UsageError(f"{name} must be a number {least}, found {value!r}")
        if divergence not in DIVERGENCES:
            raise UsageError(f"divergence must be one of {', '.join(DIVERGENCES)}, found {divergence!r}")
        rules = protection(protect, protect_defaults)
        if transformations:
            self.recipe = make_recipe(
                task, transformations, budget=1.0, seed=seed, start_epoch=start_epoch, protect=rules, nlp=nlp
            )
            for perturb in self.recipe.perturbs(task, seed):
                if perturb.effect is not Effect.PRESERVES:
                    raise UsageError(
                        f"{perturb.name} changes the label of {task.name}, so equal predictions would be wrong; leave "
                        "it out, or train on its rows with hr.AugmentCallback"
                    )
        else:
            self.recipe = DrawSettings(task, (), 1.0, seed, start_epoch, rules, nlp)
        self.weight, self.divergence, self.noise = float(weight), divergence, float(noise)
        self._encode, self._remove_columns = encode, remove_columns
        self._run: ConsistencyRun | None = None

    def wrap(self, dataset: "Dataset", encode: Encode | None = None) -> ConsistencyDataset:
        """Return a dataset of row pairs. :meth:`attach` uses it as ``train_dataset``.

        Args:
            dataset: Labeled rows with their text.
            encode: Function that replaces the ``encode`` of the callback.

        Raises:
            UsageError: If the dataset is not a ``datasets.Dataset``, if it is tokenized and has lost its text columns,
                or if ``encode`` is missing or invalid.
        """
        return ConsistencyDataset(dataset, self.recipe, encode or self._encode, self._remove_columns)

    def matches(self, dataset: ExtendedDataset) -> bool:
        """Return whether this callback, or one with the same settings, created the dataset."""
        return isinstance(dataset, ConsistencyDataset) and dataset.recipe == self.recipe

    def fill(self, dataset: ExtendedDataset, epoch: int, args: Any, state: Any, **kwargs: Any) -> None:
        """Perturb the rows for the epoch."""
        dataset.set_epoch(epoch)

    def attach(self, trainer: "Trainer") -> Self:
        """Wrap the Trainer's ``train_dataset`` and collator, and add the callback; call it before ``trainer.train()``.

        The dataset must still contain its text columns. ``raw.map(tokenize, batched=True)`` keeps them.

        Returns:
            The callback itself.

        Raises:
            UsageError: If the Trainer has settings that the callback does not support, or if its dataset lacks the
                text columns.
        """
        if trainer.compute_loss_func is not None:
            raise UsageError("with compute_loss_func the loss is not the model's own; leave it out for this callback")
        _check(trainer.args, trainer.model)
        super().attach(trainer)
        if not isinstance(trainer.data_collator, PairedCollator):
            columns = None
            if trainer.args.remove_unused_columns:
                columns = [*inspect.signature(trainer.model.forward).parameters, *_LABELS]
            trainer.data_collator = PairedCollator(trainer.data_collator, columns)
        return self

    def on_train_begin(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Check that the batches contain pairs of rows, and add the hooks to the model."""
        super().on_train_begin(args, state, control, **kwargs)
        _check(args, kwargs["model"])
        collator = getattr(kwargs["train_dataloader"], "collate_fn", None)
        while collator is not None and not isinstance(collator, PairedCollator):
            collator = getattr(collator, "data_collator", None)
        if collator is None:
            raise UsageError(
                "ConsistencyCallback must wrap the collator of the Trainer too; use callback.attach(trainer) before "
                "trainer.train()"
            )
        if self._run is not None:
            self._run.remove()
        self._run = ConsistencyRun(kwargs["model"], self.weight, self.divergence, self.noise)

    def on_step_begin(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Reset the check of the loss for the next step."""
        if self._run is not None:
            self._run.unused = 0

    def on_pre_optimizer_step(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Raise an error if the Trainer did not use the loss returned by the forward pass of the model."""
        if self._run is not None and self._run.unused:
            self.on_train_end(args, state, control)
            raise UsageError(
                "the Trainer did not use the loss that the model's forward returned, so the divergence would not be "
                "learned: it has compute_loss_func or a compute_loss of its own; leave these out for this callback"
            )

    def on_epoch_end(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Log the mean divergence of the epoch."""
        tally = self._run.tally() if self._run is not None else {}
        if tally:
            self.history[-1] = {**self.history[-1], **tally}  # type: ignore[dict-item]
            logs = {f"consistency/{name}": value for name, value in tally.items()}
            state.log_history.append({**logs, "epoch": state.epoch, "step": state.global_step})

    def on_train_end(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Remove the hooks from the model."""
        if self._run is not None:
            self._run.remove()
        self._run = None


def _check(args: "TrainingArguments", model: Any) -> None:
    check_training(args, model, True, "consistency training", "label_smoothing_factor=0")
