"""How much a classifier has learned about the labels beyond their frequencies."""

import math
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional


class LabelInformation:
    """Compare the cross-entropy of the predictions with the entropy of the labels, over several batches.

    Batches are ignored if the model has several labels per row, or if it is no classifier of rows or tokens.

    Args:
        config: The configuration of the model.

    Example:
        >>> from types import SimpleNamespace
        >>> information = LabelInformation(SimpleNamespace(num_labels=2))
        >>> information.add((torch.zeros(4, 2),), torch.tensor([0, 1, 0, 1]))
        >>> round(information.share(), 6)
        0.0
    """

    def __init__(self, config: Any):
        several = getattr(config, "problem_type", None) == "multi_label_classification"
        self._classes = 0 if several else getattr(config, "num_labels", 0)
        self.clear()

    def clear(self) -> None:
        """Forget all batches."""
        self._loss: Any = 0.0
        self._counts: Tensor | None = None

    def add(self, scores: tuple[Tensor, ...], labels: Tensor | None) -> None:
        """Add a batch.

        Args:
            scores: Logits of the model, (rows, classes) or (rows, tokens, classes).
            labels: Labels, (rows) or (rows, tokens); -100 where there is none.
        """
        if labels is None or len(scores) != 1 or self._classes < 2 or labels.is_floating_point():
            return
        logits = scores[0].detach().float()
        if logits.shape != (*labels.shape, self._classes):
            return
        rows, gold = logits.flatten(0, -2), labels.flatten()
        self._loss += functional.cross_entropy(rows, gold, reduction="sum")
        counts = torch.bincount(gold[gold >= 0], minlength=self._classes)
        self._counts = counts if self._counts is None else self._counts + counts

    def share(self) -> float:
        """Return the share of the entropy of the labels that the predictions remove.

        It is 0 for the frequencies of the labels, and negative if the predictions are worse than these.

        NaN if there are no labels, or only one.
        """
        if self._counts is None or int((self._counts > 0).sum()) < 2:
            return math.nan
        entropy = torch.special.entr(self._counts / self._counts.sum()).sum() * self._counts.sum()
        return 1 - float(self._loss) / float(entropy)
