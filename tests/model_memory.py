"""Memory of a process that tests one model after another: the package keeps each model and table that it has read."""

import ctypes
import functools
import gc
import sys
from pathlib import Path

ALLOWED = 1150  # MB that a process may have before it lets go of models; the largest tests add 240 MB
GROWTH = 100  # MB that it must have grown by since then, so that it does not load the same models for each file
WITHIN_A_FILE = 250  # MB more: tests of one file use the same models, which take 450 MB in the largest of these files
ROOMS = ("hf_robust.language.", "hf_robust.perturb.validators.", "hf_robust.transforms.")  # they keep models and tables
LARGEST = {"test_moved_gold.py": -400}  # MB below the limit before these files
Cached = functools._lru_cache_wrapper
_least = 0


def resident() -> int:
    """The memory of this process in MB; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 >> 20 if statm.is_file() else 0


def trim() -> None:
    """Give free memory back to the system."""
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


def release(more: int = 0) -> None:
    """Forget the models and tables that were read, where the process has much memory.

    Args:
        more: MB that the process may have beyond the limit.
    """
    global _least
    if resident() < max(ALLOWED, _least + GROWTH) + more:
        return
    for name in [name for name in sys.modules if name.startswith(ROOMS)]:
        for function in vars(sys.modules[name]).values():
            if isinstance(function, Cached):
                function.cache_clear()
    gc.collect()
    trim()
    _least = resident()
