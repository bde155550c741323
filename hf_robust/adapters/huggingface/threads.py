"""How many threads a model gets on the processor: no more than the cores that this process may use."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from hf_robust.core.cores import quota, visible_cores

_CHOSEN = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")


@contextmanager
def fitting_threads(device: str) -> Iterator[None]:
    """A context in which torch starts no more threads than there are cores for it.

    In a container that may use four cores of a large machine torch starts a thread for each core of the machine, and
    they wait for one another. What the user said stands: in ``OMP_NUM_THREADS`` or ``MKL_NUM_THREADS``, or by
    ``torch.set_num_threads``.

    Args:
        device: Where the model is, as ``str(device)`` says it.

    Example:
        >>> import torch
        >>> before = torch.get_num_threads()
        >>> with fitting_threads("cpu"):
        ...     during = torch.get_num_threads()
        >>> during <= before == torch.get_num_threads()
        True
    """
    import torch

    threads, cores = torch.get_num_threads(), visible_cores()
    fit = min(threads, quota() or threads)
    unsaid = threads in (cores, cores // 2)  # of two threads a core, torch counts the cores
    if device != "cpu" or fit == threads or not unsaid or any(name in os.environ for name in _CHOSEN):
        yield
        return
    torch.set_num_threads(fit)
    try:
        yield
    finally:
        torch.set_num_threads(threads)
