"""Encoder layers of spaCy pipelines that work on blocks of rows: the same numbers, with arrays that stay in the cache.

thinc computes each step for all tokens of a batch, in arrays of many megabytes that the system has to clear each time.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from thinc.api import Model

_BLOCK = 512  # rows
_LEAST_VARIANCE = 1e-8  # what thinc adds to it
_STEPS = "maxout>>layernorm>>dropout"
_WINDOWED = f"residual(expand_window>>{_STEPS})"


def use_blocks(layer: "Model") -> "Model":
    """Return a layer in blocks for a maxout layer with normalization, with or without a window; else the layer itself.

    Args:
        layer: The layer. The layer in blocks shares its weights as they are now and cannot be trained.
    """
    from thinc.api import Model

    if layer.name not in (_STEPS, _WINDOWED):
        return layer
    steps = {node.name: node for node in layer.walk()}
    window = steps["expand_window"].attrs["window_size"] if layer.name == _WINDOWED else None
    maxout = _Maxout(steps["maxout"], steps["layernorm"])

    def forward(model: "Model", rows: np.ndarray, is_train: bool) -> tuple[np.ndarray, Any]:
        if is_train:
            return model.layers[0](rows, is_train)
        found = np.empty((len(rows), maxout.width), np.float32)
        read = _window_reader(rows, window)
        for start in range(0, len(rows), _BLOCK):
            block = slice(start, start + _BLOCK)
            maxout(read(block), found[block])
        if window is not None:
            found += rows
        return found, no_training

    return Model("blocks", forward, layers=[layer], dims=dict(layer._dims))


def no_training(*_: Any) -> None:
    """Refuse to compute gradients.

    Raises:
        RuntimeError: Always.
    """
    raise RuntimeError("a pipeline with faster layers cannot be trained; load it with spacy.load")


def _window_reader(rows: np.ndarray, window: int | None) -> Callable[[slice], np.ndarray]:
    """A function that returns the rows of a block, each joined with its neighbors where there is a window."""
    if window is None:
        return lambda block: rows[block]
    count, width = rows.shape
    padded = np.zeros((count + 2 * window, width), np.float32)
    padded[window : window + count] = rows
    size, step = width * (2 * window + 1), padded.strides[0]
    joined = np.lib.stride_tricks.as_strided(padded, (count, size), (step, padded.itemsize), writeable=False)
    return lambda block: np.ascontiguousarray(joined[block])


class _Maxout:
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

    def __call__(self, rows: np.ndarray, out: np.ndarray) -> None:
        """Write the result of a block of rows into an array."""
        import torch

        product = torch.from_numpy(self._ops.gemm(rows, self._weights, trans2=True))
        product += self._bias
        best = product.view(len(rows), self._pieces, self.width).amax(1)
        out[:] = torch.nn.functional.layer_norm(best, (self.width,), self._scale, self._shift, _LEAST_VARIANCE).numpy()
