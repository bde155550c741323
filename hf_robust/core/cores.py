"""The cores of the processor that this process may use, and how many processes shall share a piece of work."""

import math
import os
import sys
import threading
from pathlib import Path

_QUOTAS = ("cpu.max", "cpu/cpu.cfs_quota_us", "cpu/cpu.cfs_period_us")
_GROUPS = Path("/sys/fs/cgroup")


def worth_processes(work: float) -> int | None:
    """How many processes shall share a piece of work that ``datasets.map`` does; None for the one that there is.

    One for each core, where each has enough to do. A process that was started as a worker starts none itself, nor does
    a thread beside the main one, nor a system on which a new process begins from nothing.

    Args:
        work: The work, in pieces that take several times as long as the start of a process.

    Example:
        >>> worth_processes(1.9) is None
        True
    """
    import multiprocess

    processes = min(int(work), visible_cores(), quota() or sys.maxsize)
    worker = multiprocess.parent_process() is not None or multiprocess.current_process().daemon
    forks = multiprocess.get_start_method(allow_none=True) in ("fork", None) and sys.platform == "linux"
    main = threading.current_thread() is threading.main_thread()
    return processes if processes > 1 and forks and main and not worker and not _is_worker() else None


def _is_worker() -> bool:
    """Whether Python's own ``multiprocessing`` started this process; ``multiprocess`` does not know of that."""
    import multiprocessing

    return multiprocessing.parent_process() is not None


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
    limit, allowed, period = (_read_numbers(groups / name) for name in _QUOTAS)
    share = limit if len(limit) == 2 else [*allowed, *period]
    if len(share) != 2 or share[0] <= 0 or share[1] <= 0:
        return None
    return math.ceil(share[0] / share[1])


def _read_numbers(path: Path) -> list[int]:
    """The whole numbers of a file; none where it does not exist or says ``max``."""
    try:
        words = path.read_text().split()
    except OSError:
        return []
    return [int(word) for word in words if word.lstrip("-").isdigit()]
