"""Memory of a process that tests one model after another: the package keeps each model and table that it has read."""

import ctypes
import functools
import gc
import sys
from pathlib import Path

ALLOWED = 1100  # MB that a process may have before it lets go of models; the largest tests add 180 MB
GROWTH = 100  # MB that it must have grown by since then, so that it does not load the same models for each file
WITHIN_A_FILE = 190  # MB more: tests of one file use the same models, which take 400 MB in the largest of these files
ROOMS = ("hf_robust.language.", "hf_robust.perturb.validators.", "hf_robust.transforms.")  # they keep models and tables
LARGEST = dict.fromkeys(  # MB below, before these files, and between the tests of those that build suites of all tasks
    (
        "test_moved_gold.py",
        "test_config_run.py",
        "test_golden.py",
        "test_default_lists.py",
        "test_protected_text.py",
        "test_answer_shards.py",
        "test_validators.py",
        "test_word_edits.py",
        "test_sense_targets.py",
    ),
    -400,
)
SEVERAL = {"test_default_lists.py": -150, "test_validators.py": -100, "test_protected_text.py": -100}
Cached = functools._lru_cache_wrapper
LARGE_BLOCK = 4 << 20  # bytes; the matrices of the embedded models have 0.6 to 47 MB
_MMAP_THRESHOLD = -3  # the number of M_MMAP_THRESHOLD in malloc.h
_least = 0


def give_large_blocks_back() -> None:
    """Let the C library ask the system for each large block, and give it back when it is freed.

    Otherwise it raises its limit with the blocks that are freed, and tensors leave holes between small blocks.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE_BLOCK)


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
