"""Products of matrices in float32 on a processor, by the library that uses its whole vector width."""

import os
from collections.abc import Callable
from typing import Any

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
