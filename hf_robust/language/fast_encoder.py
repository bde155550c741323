"""Maxout layers of spaCy pipelines that work on blocks of rows: the same numbers, with arrays that stay in the cache.

thinc computes each step for all tokens of a batch, in arrays of many megabytes that the system has to clear each time.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from hf_robust.core.wide_products import product, use_own_threads, wide_linear

if TYPE_CHECKING:
    import torch
    from thinc.api import Model

_BLOCK = 512  # rows
_LEAST_VARIANCE = 1e-8  # what thinc adds to it
MAXOUT = "maxout>>layernorm>>dropout"
NEIGHBORS = 3  # the word before, the word, the word after


def use_blocks(layer: "Model") -> "Model":
    """Return a layer in blocks for a maxout layer with normalization; else the layer itself.

    Args:
        layer: The layer. The layer in blocks shares its weights as they are now and cannot be trained.
    """
    from thinc.api import Model

    if layer.name != MAXOUT:
        return layer
    maxout = Maxout.of(layer)

    def forward(model: "Model", rows: np.ndarray, is_train: bool) -> tuple[np.ndarray, Any]:
        if is_train:
            return model.layers[0](rows, is_train)
        found = np.empty((len(rows), maxout.width), np.float32)
        for block in blocks(len(rows)):
            found[block] = maxout(rows[block]).numpy()
        return found, no_training

    return Model("blocks", forward, layers=[layer], dims=dict(layer._dims))


def blocks(rows: int) -> Iterator[slice]:
    """Blocks of rows, in order.

    Args:
        rows: Number of rows in all.
    """
    return (slice(start, start + _BLOCK) for start in range(0, rows, _BLOCK))


def no_training(*_: Any) -> None:
    """Refuse to compute gradients.

    Raises:
        RuntimeError: Always.
    """
    raise RuntimeError("a pipeline with faster layers cannot be trained; load it with spacy.load")


def sums_of_rows(table: np.ndarray, chosen: np.ndarray) -> "torch.Tensor":
    """Sums of rows of a table.

    Args:
        table: The table.
        chosen: Numbers of the rows of each sum.
    """
    import torch

    use_own_threads()
    return torch.nn.functional.embedding_bag(torch.from_numpy(chosen), torch.from_numpy(table), mode="sum")


class Maxout:
    """A maxout layer and the normalization after it.

    Args:
        maxout: The maxout layer of thinc.
        norm: The normalization layer of thinc.

    Attributes:
        width: Number of columns of the result.
    """

    def __init__(self, maxout: "Model", norm: "Model"):
        import torch

        weights, bias = maxout.get_param("W"), maxout.get_param("b")
        self.width, self._pieces, inputs = weights.shape
        # pieces one after the other: their maximum is then taken over whole rows
        self._weights = np.ascontiguousarray(weights.swapaxes(0, 1).reshape(-1, inputs))
        parameters = bias.T.reshape(-1), norm.get_param("G"), norm.get_param("b")
        self._bias, self._scale, self._shift = (torch.from_numpy(np.array(one)) for one in parameters)
        self._ops = maxout.ops

    @classmethod
    def of(cls, layer: "Model") -> Self:
        """The layer in a thinc layer that contains one maxout layer and one normalization."""
        nodes = {node.name: node for node in layer.walk()}
        return cls(nodes["maxout"], nodes["layernorm"])

    def __call__(self, rows: np.ndarray) -> "torch.Tensor":
        """The result for rows of inputs."""
        import torch

        product = torch.from_numpy(self._ops.gemm(rows, self._weights, trans2=True))
        product += self._bias
        return self._chosen(product)

    def contributions(self, vectors: np.ndarray, places: int) -> np.ndarray:
        """What vectors add to the product where the inputs of the layer are several vectors, one after the other.

        Args:
            vectors: The vectors, one a row.
            places: How many vectors are joined in one input.

        Returns:
            A row for each vector: what it adds in the first place, in the second one and so on.
        """
        by_place = np.split(self._weights, places, axis=1)
        return self._ops.gemm(vectors, np.concatenate(by_place), trans2=True)

    def of_contributions(self, table: np.ndarray, chosen: np.ndarray) -> "torch.Tensor":
        """The result for joined vectors, from what each of them adds.

        Args:
            table: Contributions, one a row.
            chosen: Numbers of the rows of the table whose sum is the product, for each result.
        """
        product = sums_of_rows(table, chosen)
        product += self._bias
        return self._chosen(product)

    def _chosen(self, product: "torch.Tensor") -> "torch.Tensor":
        import torch

        best = product.view(len(product), self._pieces, self.width).amax(1)
        return torch.nn.functional.layer_norm(best, (self.width,), self._scale, self._shift, _LEAST_VARIANCE)


class MaxoutWindows(Maxout):
    """A maxout layer and the normalization after it, over windows of three rows: the one before, the row, the next one.

    Two windows that follow each other need four products of a row and a matrix, in place of six.

    Args:
        maxout: The maxout layer of thinc.
        norm: The normalization layer of thinc.

    Source:
        Lavin and Gray 2016, "Fast Algorithms for Convolutional Neural Networks", section 4.1: F(2, 3).
    """

    def __init__(self, maxout: "Model", norm: "Model"):
        import torch

        super().__init__(maxout, norm)
        before, at, after = np.split(self._weights.astype(np.float64), NEIGHBORS, axis=1)
        mixed = before, (before + at + after) / 2, (before - at + after) / 2, -after
        self._mixed = [torch.from_numpy(np.ascontiguousarray(one, np.float32)) for one in mixed]

    def windows(self, rows: "torch.Tensor") -> "torch.Tensor":
        """The result for each row but the first and the last one.

        Args:
            rows: The rows in even places, and those in odd ones: two tables of the same size. The result has the same
                form, one row shorter.
        """
        import torch

        (before, second), (first, after) = ((half[:-1], half[1:]) for half in rows)
        products = torch.empty(2, len(first), len(self._bias))
        sums = product(first + second, self._mixed[1], self._bias)
        differences = product(second - first, self._mixed[2])
        torch.add(sums, differences, out=products[0])
        torch.sub(sums, differences, out=products[1])
        self._add_product(products[0], before - second, self._mixed[0])
        self._add_product(products[1], first - after, self._mixed[3])
        return self._chosen(products.view(-1, len(self._bias))).view(2, len(first), self.width)

    @staticmethod
    def _add_product(found: "torch.Tensor", rows: "torch.Tensor", weights: "torch.Tensor") -> None:
        if wide_linear() is None:
            found.addmm_(rows, weights.T)
        else:
            found += product(rows, weights)
