"""Matrices in four bits: blocks of 32 numbers of a row, each of 16 steps around zero, with one scale a block."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError

if TYPE_CHECKING:
    from torch import Tensor

BLOCK = 32
"""Neighbors in a row that share a scale."""
SCALES = "|scales"
"""What the name of a matrix's scales ends with."""


def halves(steps: "Tensor") -> "Tensor":
    """Steps from 0 to 15, two in each byte.

    Example:
        >>> import torch
        >>> halves(torch.tensor([[1, 2, 3, 15]], dtype=torch.uint8)).tolist()
        [[33, 243]]
    """
    return (steps[..., 0::2] | steps[..., 1::2] << 4).contiguous()


def dequantized(stored: "Mapping[str, Tensor]") -> "dict[str, Tensor]":
    """All weights of a model in float32.

    Args:
        stored: For a matrix of shape (rows, columns): its steps by :func:`halves`, uint8 (rows, columns / 2), and under
            ``name|scales`` the size of a step in each block, float16 (rows, columns / 32); step 8 is zero. Everything
            else as it is.

    Raises:
        DataFileError: Scales and steps of a matrix do not fit.

    Example:
        >>> import torch
        >>> steps = torch.full((1, 32), 8, dtype=torch.uint8)
        >>> steps[0, :2] = torch.tensor([9, 0])
        >>> stored = {"w": halves(steps), "w|scales": torch.tensor([[0.5]]).half(), "b": torch.ones(1).half()}
        >>> found = dequantized(stored)
        >>> found["w"][0, :3].tolist(), found["b"].dtype
        ([0.5, -4.0, 0.0], torch.float32)
    """
    import torch

    weights = {}
    for name, tensor in stored.items():
        if name.endswith(SCALES):
            continue
        scales = stored.get(name + SCALES)
        if scales is None:
            weights[name] = tensor.to(torch.float32, copy=True)  # a view would keep the whole file in memory
            continue
        rows, width = len(tensor), 2 * tensor.shape[-1]
        if scales.shape != (rows, width // BLOCK):
            raise DataFileError(
                f"weight {name} has {tuple(scales.shape)} scales for {rows} rows of {width} numbers; "
                "run: pip install --force-reinstall hf-robust"
            )
        steps = torch.stack([tensor & 15, tensor >> 4], -1).view(rows, -1, BLOCK).float() - 8
        weights[name] = (steps * scales.float()[..., None]).view(rows, width)
    return weights
