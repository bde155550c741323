"""How many threads a model gets on the processor: no more than the cores that this process may use."""

import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_CHOSEN = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")
_QUOTAS = ("cpu.max", "cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")
_GROUPS = Path("/sys/fs/cgroup")


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


def visible_cores() -> int:
    """Cores that this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def quota(groups: Path = _GROUPS) -> int | None:
    """Cores whose time the container of this process is given, rounded up; None where it has no limit.

    Args:
        groups: Folder of the control groups; version 2 or 1.

    Source: ``cpu.max`` and ``cpu.cfs_quota_us`` in the documentation of the Linux kernel, "Control Group v2" and
        "CFS Bandwidth Control".
    """
    limit, allowed, period = (_numbers(groups / name) for name in _QUOTAS)
    share = limit if len(limit) == 2 else [*allowed, *period]
    if len(share) != 2 or share[0] <= 0 or share[1] <= 0:
        return None
    return math.ceil(share[0] / share[1])


def _numbers(path: Path) -> list[int]:
    """The whole numbers of a file; none where it does not exist or says ``max``."""
    try:
        words = path.read_text().split()
    except OSError:
        return []
    return [int(word) for word in words if word.lstrip("-").isdigit()]
