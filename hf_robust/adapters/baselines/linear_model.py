"""A linear classifier, trained in seconds and the same at every run."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import torch

Features = np.ndarray | Sequence[Sequence[str]]
"""Numbers, a row an example; or for each example the names of what it has."""

_STEPS = 60


class LinearModel:
    """Multinomial logistic regression with squared weights as its price, solved by L-BFGS from zero.

    Args:
        examples: What is known of each example.
        labels: The label of each.
        decay: What squared weights cost, on the scale of one example.

    Example:
        >>> model = LinearModel([["good"], ["bad"], ["good", "very"]], ["pos", "neg", "pos"])
        >>> [label for label, _ in model.predict([["very", "good"], ["bad"]])]
        ['pos', 'neg']
    """

    def __init__(self, examples: Features, labels: Sequence[str], decay: float = 1.0):
        import torch

        self.labels = sorted(set(labels))
        self._index: dict[str, int] = {}
        if not isinstance(examples, np.ndarray):
            for names in examples:
                for name in names:
                    self._index.setdefault(name, len(self._index))
        width = examples.shape[1] if isinstance(examples, np.ndarray) else len(self._index)
        number = {label: place for place, label in enumerate(self.labels)}
        targets = torch.tensor([number[label] for label in labels])
        self._weights = torch.zeros(width, len(self.labels), requires_grad=True)
        self._bias = torch.zeros(len(self.labels), requires_grad=True)
        self._solve(self._read(examples), targets, decay / max(1, len(labels)))

    def predict(self, examples: Features) -> list[tuple[str, float]]:
        """The likeliest label of each example, and its probability."""
        import torch

        if not len(examples):
            return []
        with torch.no_grad():
            best = self._scores(self._read(examples)).softmax(-1).max(-1)
        return [(self.labels[n], score) for n, score in zip(best.indices.tolist(), best.values.tolist())]

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
            found = torch.nn.functional.cross_entropy(self._scores(inputs), targets)
            found = found + 0.5 * decay * self._weights.square().sum()
            found.backward()
            return found

        with torch.enable_grad():
            optimizer.step(loss)
