"""``AdversarialTrainingCallback``: adversarial training on the embeddings, in a stock ``transformers.Trainer``."""

import math
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from transformers import TrainerCallback

from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.training.adversarial_objective import AdversarialSettings
from hf_robust.training.adversarial_run import AdversarialRun
from hf_robust.training.embedding_perturbation import special_ids
from hf_robust.training.momentum_weights import MomentumWeights

if TYPE_CHECKING:
    from transformers import Trainer, TrainerControl, TrainerState, TrainingArguments

_COLLAPSED = 0.01  # predictions that ignore the input are at 0 or below
_ENOUGH_BATCHES = 50  # MiniLM learns SST-2 within about as many batches of 32 rows without the callback
_MIXIN = "class MyTrainer(hr.AdversarialTrainerMixin, Trainer), then MyTrainer(..., adversarial=<this callback>)"


class AdversarialTrainingCallback(TrainerCallback):
    """Train a model to withstand small changes of its input embeddings.

    During training, the forward pass of the model returns the adversarial loss in ``output.loss`` instead of the clean
    loss. Evaluation and calls between the steps are unchanged, and after training the model has no hooks left.

    - ``"fgm"``: the mean of the clean loss and of the loss after one step along the gradient; 2 passes per batch.
    - ``"pgd"``: the same after several projected steps from a random start; ``steps`` + 2 passes.
    - ``"freelb"``: the loss averaged over the steps of the search; ``steps`` + 1 passes, all kept in memory.
    - ``"vat"``: adds the divergence of the predictions under the change that affects them most; 3 passes. The rows need
      no labels.
    - ``"smart"``: adds the symmetric divergence, and the divergence from a moving average of the weights; 4 passes.

    Padding and special tokens are not changed. The search computes gradients of the change only, not of the weights.
    All passes of a batch use the same dropout masks, random starts depend on ``seed`` and the step, and the global
    random state is the same as without the callback. So a run that is resumed from a checkpoint ends with the same
    weights as one that was never stopped. If the adversarial loss of a batch is not finite, the batch uses its clean
    loss, and the callback warns once.

    Each epoch adds an entry to ``history`` and, as ``adversarial/...``, to ``trainer.state.log_history``: the number of
    ``batches``, how many were ``skipped`` (loss not finite), ``ratio``, the adversarial part divided by the clean loss,
    and, for classifiers, ``learned``: 1 - cross-entropy of the clean predictions / entropy of the labels. It is 1 for
    perfect predictions, 0 for the frequencies of the labels, and below 0 for predictions that are worse than these, as
    in the first steps of a training.

    If ``eps`` is too large, the model collapses: it predicts the same for all rows, because the changes hide the
    differences between the labels. ``ratio`` is then about 1 and ``learned`` about 0, and the callback warns. Use a
    smaller ``eps``.

    The callback supports one device, in float32 or bfloat16. If the Trainer computes the loss itself (label smoothing,
    ``compute_loss_func``), the callback raises an error; use :class:`~hf_robust.training.AdversarialTrainerMixin`.

    Args:
        method: ``"fgm"``, ``"freelb"``, ``"pgd"``, ``"smart"`` or ``"vat"``.
        eps: Norm of the change of a row, over all its tokens, as a share of the mean norm of its embeddings.
        steps: Steps of the search. None means 3 for pgd and freelb, and 1 for the others.
        weight: Weight of the adversarial part relative to the clean loss, 1 by default. ``fgm`` and ``pgd`` compute a
            weighted mean, so the scale of the loss does not change; ``vat`` and ``smart`` compute a sum.
        clean_epochs: Number of epochs of normal training at the beginning. Use at least one for a model with random
            weights.
        eps_warmup: Share of all training steps, after the clean epochs, in which ``eps`` grows linearly to its value. 0
            uses the full value from the first step.
        momentum: Decay of the moving average of ``smart``. None uses no moving average.
        seed: Seed of the random starts.
        clean_term: For ``freelb``: include the clean loss in the average, so the model also sees unchanged rows.
        special_tokens: Ids of tokens that are not changed. By default the special tokens of the ``processing_class`` of
            the Trainer.

    Raises:
        UsageError: If an argument is out of range; when training begins, also if the Trainer, its arguments or its
            model is not supported (no weight has changed yet).
        UnknownNameError: If the method does not exist.

    Source: Miyato et al. 2017 (fgm) and 2019 (vat), Madry et al. 2018 (pgd), Zhu et al. 2020 (freelb), Jiang et al.
    2020 (smart).

    Example:
        >>> import hf_robust as hr
        >>> callback = hr.AdversarialTrainingCallback("freelb", eps=0.3)  # for Trainer(..., callbacks=[callback])
        >>> callback.settings.method
        'freelb'
    """

    def __init__(
        self,
        method: str = "fgm",
        *,
        eps: float = 0.2,
        steps: int | None = None,
        weight: float | None = None,
        clean_epochs: float = 0,
        eps_warmup: float = 1 / 3,
        momentum: float | None = 0.99,
        seed: int = 0,
        clean_term: bool = False,
        special_tokens: Sequence[int] | None = None,
    ):
        self.settings = AdversarialSettings(method, eps, steps, weight, seed, clean_term)
        if not is_number(clean_epochs) or not clean_epochs >= 0:
            raise UsageError(f"clean_epochs must be a number of at least 0, found {clean_epochs!r}")
        if not is_number(eps_warmup) or not 0 <= eps_warmup <= 1:
            raise UsageError(f"eps_warmup must be a number from 0 to 1, found {eps_warmup!r}")
        if momentum is not None and not 0 <= momentum < 1:
            raise UsageError(f"momentum must be at least 0 and below 1, or None; found {momentum!r}")
        self.clean_epochs = clean_epochs
        self.eps_warmup = eps_warmup
        self.momentum = momentum if method == "smart" else None
        self.special_tokens = special_tokens
        self.run: AdversarialRun | None = None  # while training
        self.in_forward = True  # the mixin sets False: it asks for the loss itself
        self.history: list[dict[str, float]] = []
        self._clean_steps = 0
        self._warned = False

    def attach(self, trainer: "Trainer") -> "AdversarialTrainingCallback":
        """Check a Trainer and add the callback to it. ``Trainer(callbacks=[callback])`` checks when training begins.

        Returns:
            The callback itself.

        Raises:
            UsageError: If the Trainer computes the loss itself, or if its arguments are not supported.
        """
        if trainer.compute_loss_func is not None and self.in_forward:
            raise UsageError(f"with compute_loss_func the loss is not the model's own; use {_MIXIN}")
        check_training(trainer.args, trainer.model, self.in_forward)
        if self not in trainer.callback_handler.callbacks:
            trainer.add_callback(self)
        return self

    def on_train_begin(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Check what would not work, and put the hooks on the model."""
        model = kwargs["model"]
        check_training(args, model, self.in_forward)
        special = special_ids(kwargs.get("processing_class"), self.special_tokens)
        self._clean_steps = _steps(self.clean_epochs, kwargs["train_dataloader"], args)
        if state.global_step >= self._clean_steps == 0 and _is_random(model):
            warnings.warn(
                "the model's weights look random, and adversarial training from the first step may then learn nothing; "
                "use AdversarialTrainingCallback(..., clean_epochs=1)",
                stacklevel=2,
            )
        average = None
        if self.momentum is not None and state.global_step > self._clean_steps:
            average = MomentumWeights(model, self.momentum)
            folders = [args.resume_from_checkpoint, _checkpoint(args, state)]
            average.load([Path(folder) for folder in folders if isinstance(folder, (str, Path))])
        if self.run is not None:
            self.run.remove()  # of a run that was broken off
        self.run = AdversarialRun(self.settings, model, special, state, in_forward=self.in_forward)
        self.run.average = average

    def on_step_begin(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """From here on the passes in train mode belong to this step."""
        run = self.run
        if run is None or state.global_step < self._clean_steps:
            return
        if run.average is None and self.momentum is not None:
            run.average = MomentumWeights(kwargs["model"], self.momentum)
        warmup = self.eps_warmup * state.max_steps  # steps
        run.begin(state.global_step, min(1.0, (state.global_step - self._clean_steps + 1) / (warmup + 1)))

    def on_pre_optimizer_step(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Raise an error if the Trainer did not use the loss returned by the forward pass of the model."""
        if self.run is not None and self.run.unused:
            self.on_train_end(args, state, control)
            raise UsageError(
                "the Trainer did not use the loss that the model's forward returned, so nothing adversarial would be "
                f"learned: it has compute_loss_func or a compute_loss of its own. Use {_MIXIN}"
            )

    def on_step_end(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """The step is over; the moving average follows the weights."""
        if self.run is not None:
            self.run.end()
            if self.run.average is not None:
                self.run.average.update(kwargs["model"])

    def on_save(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Keep the moving average in the checkpoint."""
        folder = _checkpoint(args, state)
        if self.run is not None and self.run.average is not None and folder.is_dir() and not args.save_only_model:
            self.run.average.save(folder)

    def on_epoch_end(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Note how the epoch went."""
        tally = self.run.tally() if self.run is not None else {}
        if tally:
            self.history.append({"step": state.global_step, **tally})
            self._warn_of_a_collapse()
            logs = {f"adversarial/{name}": value for name, value in tally.items()}
            state.log_history.append({**logs, "epoch": state.epoch, "step": state.global_step})

    def _warn_of_a_collapse(self) -> None:
        """Warn once if the model knows no more than the frequencies of the labels."""
        learned = self.history[-1].get("learned", 1.0)
        batches = sum(entry["batches"] for entry in self.history)
        if batches >= _ENOUGH_BATCHES and learned < _COLLAPSED and not self._warned:
            self._warned = True
            warnings.warn(
                "the predictions are no better than the frequencies of the labels (adversarial/learned is "
                f"{learned:.3f}): the changes of the embeddings are too large to learn from. Use a smaller eps than "
                f"{self.settings.eps}, a larger eps_warmup, or clean_epochs=1",
                stacklevel=2,
            )

    def on_train_end(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Remove the hooks from the model."""
        if self.run is not None:
            self.run.remove()
        self.run = None


def check_training(
    args: "TrainingArguments", model: Any, in_forward: bool, what: str = "adversarial training", advice: str = _MIXIN
) -> None:
    """Refuse what cannot work before any training is done.

    Args:
        args: Arguments of the Trainer.
        in_forward: Whether the loss is the one that the model's forward returns.
        what: What is done, for messages.
        advice: What to do where the Trainer computes the loss itself.

    Raises:
        UsageError: When something does not fit.
    """
    several_labels = getattr(getattr(model, "config", None), "problem_type", None) == "multi_label_classification"
    if in_forward and args.label_smoothing_factor and not several_labels:  # the Trainer smooths one label alone
        raise UsageError(
            f"with label_smoothing_factor={args.label_smoothing_factor} the Trainer takes the labels away before the "
            f"model's forward and computes the loss itself; use {advice}"
        )
    reentrant = args.gradient_checkpointing and (args.gradient_checkpointing_kwargs or {}).get("use_reentrant")
    wrong = {
        "several devices": args.n_gpu > 1 or args.world_size > 1,
        "FSDP": bool(args.fsdp),
        "DeepSpeed": bool(args.deepspeed),
        "fp16=True (say bf16=True)": args.fp16,
        "torch_compile=True": args.torch_compile,
        "gradient_checkpointing_kwargs={'use_reentrant': True} (say False)": bool(reentrant),
    }
    found = [name for name, is_so in wrong.items() if is_so]
    if found:
        raise UsageError(f"{what} runs on one device in float32 or bfloat16, found {', '.join(found)}")


def _steps(epochs: float, loader: Any, args: "TrainingArguments") -> int:
    """Steps in so many epochs, as the Trainer counts.

    Raises:
        UsageError: When the dataset has no length.
    """
    if not epochs:
        return 0
    try:
        batches = len(loader)
    except TypeError:
        raise UsageError(
            f"clean_epochs={epochs} needs a dataset with a length; train first without the callback, or say 0"
        ) from None
    return math.ceil(epochs * max(1, -(-batches // args.gradient_accumulation_steps)))


def _is_random(model: torch.nn.Module) -> bool:
    """Whether no bias and no norm was ever trained: each is still constant, as when it was made."""
    flat = [weight for weight in model.parameters() if weight.dim() == 1 and weight.numel() > 1]
    return bool(flat) and all(bool((weight == weight[0]).all()) for weight in flat)


def _checkpoint(args: "TrainingArguments", state: "TrainerState") -> Path:
    return Path(args.output_dir) / f"checkpoint-{state.global_step}"
