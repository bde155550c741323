"""``AttackCallback``: adversarial training on what attacks on the model of the moment find."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.adapters import as_predictor
from hf_robust.attacks.attack_rows import Attack
from hf_robust.core.checks import is_number, whole_number
from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.training.attacked_dataset import AttackedDataset, AttackedExamples
from hf_robust.training.epoch_rows_callback import EpochRowsCallback
from hf_robust.training.extended_dataset import Encode, ExtendedDataset
from hf_robust.transforms.base import Effect

if TYPE_CHECKING:
    from datasets import Dataset


class AttackCallback(EpochRowsCallback):
    """Train on clean rows and on adversarial rows that are searched again at the start of each epoch.

    The callback attacks training rows in random order with the current weights, in evaluation mode, until it has found
    the given share of adversarial rows. If the attacks find fewer, clean rows fill the rest, so the length of an epoch
    never changes. Either call ``attach(trainer)``, or pass ``train_dataset=callback.wrap(rows)`` and
    ``callbacks=[callback]``. A run that is resumed from a checkpoint sees the same rows as one that was never stopped:
    the rows of the epoch are stored with each checkpoint.

    ``history`` has one entry per epoch. ``trainer.state.log_history`` has the same numbers as ``attack/<recipe>``,
    ``attack/clean``, ``attack/attacked`` and ``attack/queries``.

    Args:
        task: The task with the columns, or its id.
        recipe: Name of a published attack, or an :class:`~hf_robust.Attack` with your own parts.
        share: Number of adversarial rows as a share of the clean rows.
        clean_epochs: Number of epochs without adversarial rows, at the beginning.
        every: Number of epochs after which the rows are searched again.
        seed: Random seed.
        encode: Function that tokenizes a batch of rows, as in ``dataset.map(encode, batched=True)``.
        remove_columns: Columns to drop after ``encode``.
        labels_hold: Accept an attack that has no constraint to keep the gold label correct.
        max_length: Maximum number of tokens per input. None uses the limit of the model.
        **options: Passed to :class:`~hf_robust.Attack` if the recipe is given by name: ``budget``, ``like``, ``nlp``...

    Raises:
        UsageError: If an argument is invalid.
        UnknownNameError: If the recipe does not exist.
        MissingResource: If the recipe needs a resource that is not installed.

    Source: Yoo and Qi (2021), Towards Improving Adversarial Training of NLP Models, section 3, Algorithm 1.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"text": ["a wonderful film", "a terrible story"] * 5, "label": [1, 0] * 5})
        >>> callback = hr.AttackCallback("sentiment-classification", "deepwordbug", share=0.2)
        >>> len(callback.wrap(rows))  # for Trainer(train_dataset=..., callbacks=[callback])
        12
    """

    log_name = "attack"

    def __init__(
        self,
        task: Task | str,
        recipe: "str | Attack" = "a2t",
        *,
        share: float = 0.2,
        clean_epochs: int = 1,
        every: int = 1,
        seed: int = 0,
        encode: Encode | None = None,
        remove_columns: Sequence[str] = (),
        labels_hold: bool = False,
        max_length: int | None = None,
        **options: Any,
    ):
        task = as_task(task)
        super().__init__()
        if not is_number(share) or not 0 < share <= 1:
            raise UsageError(f"share must be a number above 0 and up to 1, found {share!r}")
        if isinstance(recipe, Attack) and options:
            raise UsageError("give the options to hr.Attack(...), which you pass as the recipe")
        self.task = task
        self.attack = recipe if isinstance(recipe, Attack) else Attack(recipe, seed=seed, **options)
        if self.attack.effect is not Effect.PRESERVES and not labels_hold:
            raise UsageError(
                f"nothing in the attack {self.attack.name!r} stands for the gold labels of its rows; choose another "
                "(a2t, textfooler), or use labels_hold=True where you have read what it makes"
            )
        self.share = float(share)
        self.clean_epochs = whole_number(clean_epochs, "clean_epochs", 0)
        self.every = whole_number(every, "every", 1)
        self._encode = encode
        self._remove_columns = remove_columns
        self._max_length = max_length
        self._examples: AttackedExamples | None = None

    def wrap(self, dataset: "Dataset", encode: Encode | None = None) -> AttackedDataset:
        """The ``train_dataset`` for a Trainer that has this callback.

        Args:
            dataset: Labeled rows with their text.
            encode: Function that replaces the ``encode`` of the callback.

        Raises:
            UsageError: If the dataset is not a ``datasets.Dataset``, if it is tokenized and has lost its text columns,
                or if ``encode`` is missing or invalid.
        """
        return AttackedDataset(
            dataset, self.task, self.attack, self.share, encode or self._encode, self._remove_columns
        )

    def matches(self, dataset: ExtendedDataset) -> bool:
        """Whether a dataset was made for this attack and share."""
        same = isinstance(dataset, AttackedDataset) and dataset.attack is self.attack
        return same and dataset.share == self.share

    def fill(self, dataset: ExtendedDataset, epoch: int, args: Any, state: Any, **kwargs: Any) -> None:
        """Attack with the weights of the moment; within an epoch, take what was found at its beginning."""
        assert isinstance(dataset, AttackedDataset)
        if epoch < self.clean_epochs:
            dataset.nothing(epoch)
            return
        first = epoch - (epoch - self.clean_epochs) % self.every  # the epoch of which the rows are
        kept = self._examples if self._examples is not None and self._examples.epoch == first else None
        updates = max(1, -(-len(kwargs["train_dataloader"]) // args.gradient_accumulation_steps))
        if kept is None and (state.global_step % updates or first < epoch):
            kept = AttackedExamples.load(Path(args.output_dir) / f"checkpoint-{state.global_step}", self._key, first)
        self._examples = kept or self._attacked(dataset, first, kwargs["model"], kwargs.get("processing_class"))
        dataset.take(self._examples)
        dataset.epoch = epoch

    def _attacked(self, dataset: AttackedDataset, epoch: int, model: Any, tokenizer: Any) -> AttackedExamples:
        if tokenizer is None:
            raise UsageError("AttackCallback needs the tokenizer: use Trainer(processing_class=...)")
        task = dataset.task.with_seen(dataset.task.labels_in(dataset.rows))
        predictor = as_predictor(model, task, tokenizer=tokenizer, max_length=self._max_length)
        return dataset.find(epoch, predictor, task)

    @property
    def _key(self) -> str:
        return f"{self.attack.signature}|{self.attack.budget}|{self.attack.seed}|{self.share}"

    def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Keep the rows of the epoch beside the checkpoint."""
        folder = Path(args.output_dir) / f"checkpoint-{state.global_step}"
        if self._examples is not None and state.is_world_process_zero and folder.is_dir():
            self._examples.save(folder, self._key)
