"""What one run of consistency training holds: hooks on the model that add the divergence to its loss."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from hf_robust.core.errors import UsageError
from hf_robust.training.adversarial_losses import ForwardOutput, divergence
from hf_robust.training.adversarial_objective import ShareOfStep, kind_of_scores, outcome_of
from hf_robust.training.consistency_dataset import PARTNER

DIVERGENCES = ("kl", "js")
_NO_LABEL = -100
_RUNS: "WeakKeyDictionary[torch.nn.Module, ConsistencyRun]" = WeakKeyDictionary()


class ConsistencyRun:
    """Hooks on a model, from ``on_train_begin`` to ``on_train_end``.

    Args:
        weight: Weight of the divergence beside the loss.
        divergence: ``"kl"`` or ``"js"``.
        noise: Standard deviation of noise on the input embeddings of the second pass.
    """

    def __init__(self, model: Any, weight: float, divergence: str, noise: float):
        if (other := _RUNS.get(model)) is not None:
            other.remove()  # of a run that was broken off
        self._model, self._weight, self._divergence, self._noise = model, weight, divergence, noise
        self._share = ShareOfStep()
        self._partner: dict[str, Any] | None = None
        self._handles = [
            model.register_forward_pre_hook(self._before, with_kwargs=True),
            model.register_forward_hook(self._after, with_kwargs=True),
        ]
        self.unused = 0  # losses that no backward pass has reached
        self._clear()
        _RUNS[model] = self

    def remove(self) -> None:
        """Remove the hooks from the model."""
        self._partner = None
        while self._handles:
            self._handles.pop().remove()

    def tally(self) -> dict[str, float]:
        """What happened since the last call: batches, mean divergence, rows that were compared; empty without any."""
        if not self._batches:
            return {}
        found = {
            "batches": float(self._batches),
            "divergence": float(self._total) / self._batches,
            "compared": float(self._compared),
        }
        self._clear()
        return found

    def _clear(self) -> None:
        self._batches = self._compared = 0
        self._total: Any = 0.0

    def _before(self, model: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        partner = {name[len(PARTNER) :]: kwargs.pop(name) for name in list(kwargs) if name.startswith(PARTNER)}
        self._partner = partner if partner and model.training and torch.is_grad_enabled() else None
        return args, kwargs

    def _after(self, model: torch.nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any], output: Any) -> Any:
        partner, self._partner = self._partner, None
        if partner is None:
            return None
        clean = outcome_of(output)
        if clean.loss is None or len(clean.scores) != 1:
            raise UsageError(
                "consistency training needs a loss and logits from the model's forward, as models for classification "
                "of texts and tokens return; found neither or the logits of another task"
            )
        labels = partner.pop("labels", None)
        items = kwargs.get("num_items_in_batch")
        with self._noisy(model):
            other = outcome_of(model.forward(**partner)).scores  # not the model, whose hooks would come here again
        first, second = _aligned(clean.scores[0], other[0], kwargs.get("labels"), labels)
        self._batches += 1
        self._compared += len(first)
        if not len(first):
            return None
        kind = kind_of_scores(getattr(model, "config", None), clean.scores)
        part = symmetric_divergence(first, second, self._divergence, kind)

        def forward(times: int) -> ForwardOutput:
            more = {} if items is None else {"num_items_in_batch": items * times}
            return outcome_of(model.forward(*args, **{**kwargs, **more}))

        share = self._share(clean, forward, kwargs.get("labels"), items)
        loss = clean.loss + self._weight * share * part
        self._total += part.detach().float()
        self.unused += 1
        loss.register_hook(self._reached)
        output["loss"] = loss
        return output

    def _reached(self, gradient: Tensor) -> None:
        self.unused -= 1

    @contextmanager
    def _noisy(self, model: Any) -> Iterator[None]:
        """The second pass, with noise on the input embeddings where that is asked for."""
        if not self._noise:
            yield
            return
        embeddings = model.get_input_embeddings()
        handle = embeddings.register_forward_hook(
            lambda module, given, output: output + self._noise * torch.randn_like(output)
        )
        try:
            yield
        finally:
            handle.remove()


def _aligned(
    first: Tensor, second: Tensor, labels: Tensor | None, other_labels: Tensor | None
) -> tuple[Tensor, Tensor]:
    """The logits that are compared: rows, or the labeled tokens of rows that have as many of them on both sides.

    Example:
        >>> one, two = torch.zeros(1, 3, 2), torch.ones(1, 4, 2)
        >>> tags, others = torch.tensor([[0, 1, -100]]), torch.tensor([[-100, 0, -100, 1]])
        >>> [tuple(side.shape) for side in _aligned(one, two, tags, others)]
        [(2, 2), (2, 2)]
    """
    if first.dim() == 2:
        return first, second
    if first.dim() != 3 or labels is None or other_labels is None or labels.dim() != 2:
        raise UsageError(
            "consistency training compares one prediction a row or a token, and this model returns logits of shape "
            f"{tuple(first.shape)}; it works for classification of texts and tokens"
        )
    own, others = labels != _NO_LABEL, other_labels != _NO_LABEL
    same = own.sum(1) == others.sum(1)
    return first[same][own[same]], second[same][others[same]]


def symmetric_divergence(first: Tensor, second: Tensor, divergence_name: str, kind: str = "softmax") -> Tensor:
    """How far two predictions are from each other, whichever comes first.

    Args:
        first: Logits, the classes in the last dimension.
        second: Logits of the same shape.
        divergence_name: ``"kl"``: the mean of both Kullback-Leibler divergences, as in R-Drop. ``"js"``: the
            Jensen-Shannon divergence.
        kind: As for :func:`hf_robust.training.adversarial_losses.divergence`.

    Returns:
        The mean over rows or tokens.

    Sources: Wu et al. 2021, "R-Drop" (equation 2); Lin 1991 (Jensen-Shannon).

    Example:
        >>> even, sure = torch.zeros(1, 2), torch.tensor([[0.0, 50.0]])
        >>> round(symmetric_divergence(even, sure, "js").item(), 4)
        0.2158
        >>> symmetric_divergence(sure, sure, "kl").item()
        0.0
    """
    if divergence_name == "kl" or kind == "squared":
        one, other = divergence((first,), (second,), kind), divergence((second,), (first,), kind)
        return (one + other) / 2
    if kind == "sigmoid":  # each label is a distribution over "holds" and "does not hold"
        first, second = (torch.stack([side, torch.zeros_like(side)], -1) for side in (first, second))
    p, q = (torch.log_softmax(side.float(), -1) for side in (first, second))
    middle = torch.logaddexp(p, q) - torch.log(torch.tensor(2.0))
    return ((p.exp() * (p - middle)).sum(-1).mean() + (q.exp() * (q - middle)).sum(-1).mean()) / 2
