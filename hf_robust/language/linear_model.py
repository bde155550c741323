"""Linear models of labels, of sets of labels and of scores, trained in seconds and the same at every run."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    import torch

Features = np.ndarray | Sequence[Sequence[str]]
"""Numbers, a row an example; or for each example the names of what it has."""

_STEPS = 60  # of L-BFGS


class LinearFit(ABC):
    """Base of linear models with squared weights as their price, solved by L-BFGS from zero.

    Args:
        examples: What is known of each example.
        targets: What is to be predicted of each.
        decay: What squared weights cost, on the scale of one example.

    Attributes:
        labels: The labels that occur, sorted; none for a model of scores.
    """

    labels: Sequence[str] = ()

    def __init__(self, examples: Features, targets: Sequence[Any], decay: float = 1.0):
        import torch

        wanted = self._read_targets(targets)
        outputs = max(1, len(self.labels))
        self._index: dict[str, int] = {}
        if not isinstance(examples, np.ndarray):
            for names in examples:
                for name in names:
                    self._index.setdefault(name, len(self._index))
        width = examples.shape[1] if isinstance(examples, np.ndarray) else len(self._index)
        self._weights = torch.zeros(width, outputs, requires_grad=True)
        self._bias = torch.zeros(outputs, requires_grad=True)
        self._solve(self._read(examples), wanted, decay / max(1, len(targets)))

    @abstractmethod
    def _read_targets(self, targets: Sequence[Any]) -> "torch.Tensor":
        """What is to be predicted, as the loss takes it; the labels are known after it."""

    @abstractmethod
    def _loss(self, scores: "torch.Tensor", targets: "torch.Tensor") -> "torch.Tensor":
        """How far scores are off."""

    @abstractmethod
    def _said(self, scores: "torch.Tensor") -> list[tuple[Any, float | None]]:
        """What scores say of each example, and its probability where there is one."""

    def predict(self, examples: Features) -> list[tuple[Any, float | None]]:
        """What is predicted of each example, and its probability where there is one."""
        import torch

        if not len(examples):
            return []
        with torch.no_grad():
            return self._said(self._scores(self._read(examples)))

    def _read(self, examples: Features) -> "tuple[torch.Tensor, torch.Tensor | None]":
        """The examples as the sums take them: numbers, or the places of the features with where each row begins."""
        import torch

        if isinstance(examples, np.ndarray):
            return torch.from_numpy(examples.astype(np.float32)), None
        known = [[self._index[name] for name in names if name in self._index] for names in examples]
        starts = list(accumulate(map(len, known), initial=0))[:-1]
        flat = [place for row in known for place in row]
        return torch.tensor(flat, dtype=torch.long), torch.tensor(starts, dtype=torch.long)

    def _scores(self, inputs: "tuple[torch.Tensor, torch.Tensor | None]") -> "torch.Tensor":
        import torch

        numbers, starts = inputs
        if starts is None:
            return numbers @ self._weights + self._bias
        return torch.nn.functional.embedding_bag(numbers, self._weights, starts, mode="sum") + self._bias

    def _solve(self, inputs: "tuple[torch.Tensor, torch.Tensor | None]", targets: "torch.Tensor", decay: float) -> None:
        import torch

        optimizer = torch.optim.LBFGS(
            [self._weights, self._bias], max_iter=_STEPS, history_size=10, line_search_fn="strong_wolfe"
        )

        def loss() -> "torch.Tensor":
            optimizer.zero_grad()
            found = self._loss(self._scores(inputs), targets)
            found = found + 0.5 * decay * self._weights.square().sum()
            found.backward()
            return found

        with torch.enable_grad():
            optimizer.step(loss)


class LinearModel(LinearFit):
    """Multinomial logistic regression: the likeliest label of each example.

    Example:
        >>> model = LinearModel([["good"], ["bad"], ["good", "very"]], ["pos", "neg", "pos"])
        >>> [label for label, _ in model.predict([["very", "good"], ["bad"]])]
        ['pos', 'neg']
    """

    def _read_targets(self, targets: Sequence[str]) -> "torch.Tensor":
        import torch

        self.labels = sorted(set(targets))
        number = {label: place for place, label in enumerate(self.labels)}
        return torch.tensor([number[label] for label in targets])

    def _loss(self, scores: "torch.Tensor", targets: "torch.Tensor") -> "torch.Tensor":
        import torch

        return torch.nn.functional.cross_entropy(scores, targets)

    def _said(self, scores: "torch.Tensor") -> list[tuple[Any, float | None]]:
        best = scores.softmax(-1).max(-1)
        return [(self.labels[n], score) for n, score in zip(best.indices.tolist(), best.values.tolist())]


class ScaledModel(LinearModel):
    """Logistic regression over numbers that are brought to mean 0 and spread 1, as they are in the training examples.

    Example:
        >>> model = ScaledModel(np.array([[900.0], [901.0], [899.0]], np.float32), ["p", "p", "n"])
        >>> [label for label, _ in model.predict(np.array([[905.0], [890.0]], np.float32))]
        ['p', 'n']
    """

    def __init__(self, examples: np.ndarray, targets: Sequence[Any], decay: float = 1.0):
        self._middle, spread = examples.mean(0), examples.std(0)
        self._spread = np.where(spread > 0, spread, 1).astype(np.float32)
        super().__init__(examples, targets, decay)

    def _read(self, examples: Features) -> "tuple[torch.Tensor, torch.Tensor | None]":
        return super()._read((np.asarray(examples) - self._middle) / self._spread)

    def stored(self) -> dict[str, Any]:
        """All that it learned, as JSON can hold it: for each number its mean, spread and weights."""
        return {
            "labels": list(self.labels),
            "means": self._middle.tolist(),
            "spreads": self._spread.tolist(),
            "weights": self._weights.tolist(),
            "bias": self._bias.tolist(),
        }

    @classmethod
    def restored(cls, stored: Mapping[str, Any]) -> Self:
        """The model that gave :meth:`stored`."""
        import torch

        model = cls.__new__(cls)
        model.labels = stored["labels"]
        model._middle, model._spread = (np.array(stored[name], np.float32) for name in ("means", "spreads"))
        model._weights, model._bias = (torch.tensor(stored[name]) for name in ("weights", "bias"))
        return model


class LinearLabelSets(LinearFit):
    """A logistic regression for each label: its probability, whatever other labels an example has.

    Example:
        >>> sets = [["sport"], ["money"], ["money", "sport"]]
        >>> model = LinearLabelSets([["ball"], ["bank"], ["ball", "bank"]], sets, decay=0.01)
        >>> model.labels, [[one > 0.5 for one in row] for row, _ in model.predict([["ball"], ["bank"]])]
        (['money', 'sport'], [[False, True], [True, False]])
    """

    def _read_targets(self, targets: Sequence[Sequence[str]]) -> "torch.Tensor":
        import torch

        self.labels = sorted({label for row in targets for label in row})
        return torch.tensor([[float(label in row) for label in self.labels] for row in targets])

    def _loss(self, scores: "torch.Tensor", targets: "torch.Tensor") -> "torch.Tensor":
        import torch

        # a sum over the labels: each has a regression of its own
        return torch.nn.functional.binary_cross_entropy_with_logits(scores, targets) * max(1, len(self.labels))

    def _said(self, scores: "torch.Tensor") -> list[tuple[Any, float | None]]:
        return [(row, None) for row in scores.sigmoid().tolist()]


class LinearScores(LinearFit):
    """Ridge regression: a number for each example.

    Example:
        >>> model = LinearScores([["good"], ["bad"], ["good"], ["bad"]], [5.0, 1.0, 4.0, 2.0], decay=0.01)
        >>> [round(one, 1) for one, _ in model.predict([["good"], ["bad"]])]
        [4.5, 1.5]
    """

    def _read_targets(self, targets: Sequence[float]) -> "torch.Tensor":
        import torch

        wanted = torch.tensor(targets, dtype=torch.float32)
        self._mean, self._spread = float(wanted.mean()), float(wanted.std(correction=0)) or 1.0
        return (wanted - self._mean) / self._spread

    def _loss(self, scores: "torch.Tensor", targets: "torch.Tensor") -> "torch.Tensor":
        return 0.5 * (scores[:, 0] - targets).square().mean()

    def _said(self, scores: "torch.Tensor") -> list[tuple[Any, float | None]]:
        return [(one * self._spread + self._mean, None) for one in scores[:, 0].tolist()]
