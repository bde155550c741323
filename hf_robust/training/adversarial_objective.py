"""One step of adversarial training: from the clean pass of a batch to the loss to train on."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch import Tensor

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.training.adversarial_losses import (
    METHODS,
    AdversarialLoss,
    ForwardOutput,
    Method,
    Problem,
    divergence,
)
from hf_robust.training.embedding_perturbation import PerturbedEmbeddings, random_direction

Forward = Callable[[int], ForwardOutput]
_SCORES = (("logits",), ("start_logits", "end_logits"))


@dataclass(frozen=True)
class AdversarialSettings:
    """What the user chose; see :class:`~hf_robust.training.AdversarialTrainingCallback`.

    Raises:
        UsageError: When a value is out of range or does not belong to the method.
        UnknownNameError: When there is no such method.
    """

    method: str
    eps: float
    steps: int | None
    weight: float | None
    seed: int
    clean_term: bool = False

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise UnknownNameError("method of adversarial training", self.method, METHODS)
        for name, value in (("eps", self.eps), ("weight", 1.0 if self.weight is None else self.weight)):
            if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < math.inf:
                raise UsageError(f"{name} must be a number above 0, found {value!r}")
        if self.weight is not None and self.method == "freelb":
            raise UsageError("freelb trains on the mean over its steps and has no weight; leave weight out")
        if self.clean_term and self.method != "freelb":
            raise UsageError(f"clean_term belongs to freelb, found the method {self.method!r}; leave clean_term out")
        if self.steps is not None and (
            isinstance(self.steps, bool) or not isinstance(self.steps, int) or self.steps < 1
        ):
            raise UsageError(f"steps must be a whole number of at least 1, found {self.steps!r}")
        if self.method == "fgm" and self.steps not in (None, 1):
            raise UsageError(f"fgm takes one step, found steps={self.steps}; for several say 'pgd'")

    @property
    def table(self) -> Method:
        """The method's line of the table."""
        return METHODS[self.method]


class AdversarialObjective:
    """Computes the loss to train on.

    Args:
        settings: What the user chose.
        embeddings: The hook on the model's input embeddings, which has watched the clean pass.
        config: The model's configuration.
    """

    def __init__(self, settings: AdversarialSettings, embeddings: PerturbedEmbeddings, config: Any):
        self._settings = settings
        self._embeddings = embeddings
        self._config = config
        self._share = ShareOfStep()

    def loss(
        self,
        clean: ForwardOutput,
        forward: Forward,
        inputs: Mapping[str, Any],
        items: Tensor | int | None,
        key: str,
        teacher: Callable[[], tuple[Tensor, ...]] | None = None,
        growth: float = 1.0,
    ) -> AdversarialLoss | None:
        """The loss to train on, None where it would not be finite.

        Args:
            clean: What the clean pass returned.
            forward: Runs the same batch once more, with that multiple of ``items``.
            inputs: What the model was given.
            items: Labels in all batches of the step, where the loss is a sum divided by them.
            key: Says which batch this is; the random start depends on it alone.
            teacher: Runs the batch with the momentum weights.
            growth: Share of ``eps`` to use, from 0 to 1.

        Raises:
            UsageError: When the batch or the model's output lacks what the method needs.
        """
        method = self._settings.table
        self._check(clean, method)
        if clean.loss is not None and not torch.isfinite(clean.loss):
            return None
        valid = inputs.get("attention_mask")
        between = partial(
            divergence,
            kind=self._kind(clean.scores),
            valid=None if valid is None else valid.bool(),
        )
        scale = self._scale(clean, forward, inputs, items) if method.compares_scores else 1.0
        ball = self._embeddings.ball(valid, growth * self._settings.eps)
        zero = self._embeddings.zero()

        def run(delta: Tensor) -> ForwardOutput:
            with self._embeddings.moved(delta):
                return forward(1)

        with self._embeddings.moved(None):
            opinion = teacher() if teacher else None
        number = RowRandom(key.encode()).bits() >> 1
        found = method.loss(
            Problem(
                clean,
                zero,
                run,
                ball,
                start=lambda: ball.surface(random_direction(zero, number)),
                divergence=lambda first, second: scale * between(first, second),
                steps=self._settings.steps or method.steps,
                weight=1.0 if self._settings.weight is None else self._settings.weight,
                teacher=opinion,
                clean_term=self._settings.clean_term,
            )
        )
        return found if torch.isfinite(found.total) else None

    def _check(self, clean: ForwardOutput, method: Method) -> None:
        if method.needs_labels and clean.loss is None:
            raise UsageError(
                f"{self._settings.method} needs a loss from the model's forward, which returned none: the batch has no "
                "labels there. Without labels use 'vat'; where the Trainer computes the loss itself "
                "(compute_loss_func, label smoothing) derive it from hr.AdversarialTrainerMixin"
            )
        if method.compares_scores and not clean.scores:
            raise UsageError(
                f"{self._settings.method} compares logits, and the model returned none; use 'fgm' or 'freelb'"
            )

    def _kind(self, scores: tuple[Tensor, ...]) -> str:
        return kind_of_scores(self._config, scores)

    def _scale(
        self, clean: ForwardOutput, forward: Forward, inputs: Mapping[str, Any], items: Tensor | int | None
    ) -> float:
        def once_more(times: int) -> ForwardOutput:
            with self._embeddings.moved(None):
                return forward(times)

        return self._share(clean, once_more, inputs.get("labels"), items)


class ShareOfStep:
    """By how much a model shrinks the loss of a batch, as one of several batches in a step.

    Some models divide by the labels of the whole step, as the Trainer expects. Others take the mean over the batch.
    Which it is shows when the same batch is run with twice as many labels; this is tried once.
    """

    def __init__(self) -> None:
        self._divides: bool | None = None

    def __call__(
        self, clean: ForwardOutput, forward: Forward, labels: Tensor | None, items: Tensor | int | None
    ) -> float:
        """The factor, 1 where the loss is a mean over the batch.

        Args:
            clean: What the model returned for the batch.
            forward: Runs the batch once more, with that multiple of ``items``.
            labels: Labels of the batch.
            items: Labels in all batches of the step.
        """
        if items is None or labels is None or clean.loss is None:
            return 1.0
        share = float((labels != -100).sum()) / float(items)
        if share == 1:
            return 1.0
        if self._divides is None:
            with torch.no_grad():
                doubled = forward(2).loss
            assert doubled is not None
            self._divides = bool((2 * doubled - clean.loss).abs() < (doubled - clean.loss).abs())
        return share if self._divides else 1.0


def kind_of_scores(config: Any, scores: tuple[Tensor, ...]) -> str:
    """What the logits of a model mean: ``softmax``, ``sigmoid`` or ``squared``; see :func:`divergence`.

    Args:
        config: The configuration of the model.
        scores: Its logits.
    """
    problem = getattr(config, "problem_type", None)
    if problem == "multi_label_classification":
        return "sigmoid"
    single = bool(scores) and scores[0].shape[-1] == 1
    return "squared" if problem == "regression" or single else "softmax"


def outcome_of(output: Any) -> ForwardOutput:
    """Loss and scores of a model's output.

    Raises:
        UsageError: When the output has no names.
    """
    if not isinstance(output, Mapping):
        raise UsageError(
            f"adversarial training needs an output with names (loss, logits), found {type(output).__name__}; leave "
            "return_dict at True in the model's configuration"
        )
    for names in _SCORES:
        if all(isinstance(output.get(name), Tensor) for name in names):
            return ForwardOutput(output.get("loss"), tuple(output[name] for name in names))
    return ForwardOutput(output.get("loss"), ())
