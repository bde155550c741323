"""Products of matrices in float32 on a processor, by the library that uses its whole vector width."""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch

LEAST_ROWS = 64  # products of few rows take another path, which rounds otherwise

_process = os.getpid()


def wide_linear() -> Callable[..., Any] | None:
    """What oneDNN computes a linear layer with, where that is quicker than what torch takes; else None.

    torch asks MKL, which on processors of other makers than its own leaves half of a 512 bit vector unused. The sums
    are the same but for the order of their terms. Nothing can be trained with it.

    Returns:
        A function of rows, weights and bias, and of what may follow the layer: ``("none", [], "")`` for nothing.

    Example:
        >>> import torch
        >>> linear, rows = wide_linear(), torch.ones(2, 8)
        >>> linear is None or linear(rows, rows, None, "none", [], "").tolist() == [[8.0, 8.0], [8.0, 8.0]]
        True
    """
    import torch

    wide = torch.backends.cpu.get_cpu_capability() == "AVX512" and torch.backends.mkldnn.is_available()
    return getattr(torch.ops.mkldnn, "_linear_pointwise", None) if wide else None


def product(rows: "torch.Tensor", weights: "torch.Tensor", bias: "torch.Tensor | None" = None) -> "torch.Tensor":
    """A linear layer, with the same numbers for a row whatever the other rows are.

    Args:
        rows: One input a row.
        weights: One output a row.
        bias: What is added to each output.

    Example:
        >>> import torch
        >>> product(torch.ones(2, 8), torch.ones(1, 8), torch.ones(1)).tolist()
        [[9.0], [9.0]]
    """
    import torch

    use_own_threads()
    given = rows
    if len(rows) < LEAST_ROWS:
        given = torch.nn.functional.pad(rows, (0, 0, 0, LEAST_ROWS - len(rows)))
    linear = wide_linear()
    if linear is None:
        found: torch.Tensor = torch.nn.functional.linear(given, weights, bias)
    else:
        found = linear(given, weights, bias, "none", [], "")
    return found[: len(rows)]


def use_own_threads() -> None:
    """Let torch use one thread in a process that was forked from this one.

    Threads do not survive a fork: the first operation of torch would wait for them forever. To be called before it.

    Example:
        >>> use_own_threads()
    """
    global _process
    if _process != os.getpid():
        import torch

        _process = os.getpid()
        torch.set_num_threads(1)
