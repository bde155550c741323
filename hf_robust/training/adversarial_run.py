"""What one run of adversarial training holds: hooks on the model, moving average, place in the run, tally."""

import math
import warnings
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from hf_robust.core.errors import UsageError
from hf_robust.training.adversarial_losses import ForwardOutput
from hf_robust.training.adversarial_objective import AdversarialObjective, AdversarialSettings, Forward, outcome_of
from hf_robust.training.embedding_perturbation import PerturbedEmbeddings
from hf_robust.training.label_information import LabelInformation
from hf_robust.training.momentum_weights import MomentumWeights

_RUNS: "WeakKeyDictionary[torch.nn.Module, AdversarialRun]" = WeakKeyDictionary()


class AdversarialRun:
    """Adversarial losses for one model, from ``on_train_begin`` to ``on_train_end``.

    Args:
        settings: What the user chose.
        special: Ids of the tokens that are never moved.
        owner: What tells one training run from another: the Trainer's state.
        in_forward: Whether the model's forward is to return the adversarial loss; else the caller asks for it.

    Raises:
        UsageError: When the run has another such object for the model.
    """

    def __init__(
        self, settings: AdversarialSettings, model: Any, special: list[int], owner: object, *, in_forward: bool
    ):
        other: AdversarialRun | None = _RUNS.get(model)
        if other is not None:
            if other._owner is owner:
                raise UsageError("the Trainer has two AdversarialTrainingCallbacks; give it one")
            other.remove()  # of a run that was broken off
        self.average: MomentumWeights | None = None
        self.unused = 0  # losses that no backward pass has reached
        self._settings = settings
        self._owner: object = owner
        self._embeddings = PerturbedEmbeddings(model, special)
        self._objective = AdversarialObjective(settings, self._embeddings, getattr(model, "config", None))
        self._handles: list[Any] = []
        if in_forward:
            self._handles.append(model.register_forward_pre_hook(self._before, with_kwargs=True))
            self._handles.append(model.register_forward_hook(self._after, with_kwargs=True))
        self._step: int | None = None
        self._growth = 1.0
        self._batch = 0
        self._busy = self._watching = self._warned = False
        self._information = LabelInformation(getattr(model, "config", None))
        self._clear()
        _RUNS[model] = self

    def begin(self, step: int, growth: float = 1.0) -> None:
        """The passes in train mode that follow belong to this step.

        Args:
            step: Its number.
            growth: Share of ``eps`` to use, from 0 to 1.
        """
        self._step, self._growth, self._batch, self.unused = step, growth, 0, 0

    def end(self) -> None:
        """No step is under way."""
        self._step = None

    def remove(self) -> None:
        """Take all hooks off the model."""
        self.end()
        self._embeddings.discard()
        self._embeddings.remove()
        while self._handles:
            self._handles.pop().remove()

    def watch(self, model: torch.nn.Module) -> bool:
        """Prepare for a pass that begins now, if it is one that is to be adversarial.

        Returns:
            Whether it is.
        """
        wanted = self._step is not None and not self._busy and model.training and torch.is_grad_enabled()
        if wanted:
            self._embeddings.watch(next(model.parameters()).device)
        return wanted

    def loss_of(
        self, model: torch.nn.Module, clean: ForwardOutput, forward: Forward, inputs: Mapping[str, Any], items: Any
    ) -> Tensor | None:
        """The loss to train on, after the clean pass of a batch.

        Args:
            clean: What the clean pass returned.
            forward: Runs the batch once more; see :class:`AdversarialObjective`.
            inputs: What the model was given.
            items: Labels in all batches of the step, or None.

        Returns:
            The adversarial loss, or the clean one where that would not be finite.

        Raises:
            UsageError: When the batch or the output lacks what the method needs.
        """
        key = f"{self._settings.seed}|{self._step}|{self._batch}"
        average, unlabeled = self.average, {name: value for name, value in inputs.items() if name != "labels"}
        teacher = None if average is None else lambda: outcome_of(average.run(model, unlabeled)).scores
        self._batch += 1
        self._busy = True
        try:
            found = self._objective.loss(clean, forward, inputs, items, key, teacher, self._growth)
        except UsageError:
            self.remove()
            raise
        finally:
            self._busy = False
            self._embeddings.discard()
        self._count += 1
        self._information.add(clean.scores, inputs.get("labels"))
        if found is None:
            self._skip()
            return clean.loss
        if clean.loss is not None:
            self._clean += clean.loss.detach().float()
            self._part += found.part.detach().float()
        return found.total

    def tally(self) -> dict[str, float]:
        """What happened since the last call; empty when nothing did."""
        if not self._count:
            return {}
        found: dict[str, float] = {"batches": self._count, "skipped": self._skipped}
        ratio = float(self._part) / float(self._clean) if self._clean else math.nan
        more = {"ratio": ratio, "learned": self._information.share()}
        self._clear()
        return {**found, **{name: value for name, value in more.items() if not math.isnan(value)}}

    def _clear(self) -> None:
        self._count = self._skipped = 0
        self._clean: Any = 0.0
        self._part: Any = 0.0
        self._information.clear()

    def _skip(self) -> None:
        self._skipped += 1
        if not self._warned:
            self._warned = True
            warnings.warn(
                f"a loss of {self._settings.method} was not finite; such a batch trains on its clean loss and is "
                "counted as adversarial/skipped. If there are many, choose a smaller eps or learning rate",
                stacklevel=2,
            )

    def _before(self, model: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._watching = self.watch(model)

    def _after(self, model: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any) -> Any:
        if not self._watching or self._busy:
            return None
        self._watching = False
        items = kwargs.get("num_items_in_batch")

        def forward(times: int) -> ForwardOutput:
            # not by calling the model, whose hooks would come here again
            more = {} if items is None else {"num_items_in_batch": items * times}
            return outcome_of(model.forward(*args, **{**kwargs, **more}))

        loss = self.loss_of(model, outcome_of(output), forward, kwargs, items)
        if loss is not None:
            self.unused += 1
            loss.register_hook(self._reached)
            output["loss"] = loss
        return output

    def _reached(self, gradient: Tensor) -> None:
        self.unused -= 1
