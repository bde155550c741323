"""Memory of a process that tests one model after another: the package keeps each model and table that it has read."""

import ctypes
import functools
import gc
import sys
from pathlib import Path
from typing import NamedTuple

ALLOWED = 1000  # MB that a process may have before it lets go of models; the largest tests add 180 MB
GROWTH = 100  # MB that it must have grown by since then, so that it does not load the same models for each file
# they keep models, tables and syntax trees
ROOMS = (
    "hf_robust.cli.docs.",
    "hf_robust.language.",
    "hf_robust.perturb.validators.",
    "hf_robust.slices.",
    "hf_robust.transforms.",
)
Cached = functools._lru_cache_wrapper
LARGE_BLOCK = 4 << 20  # bytes; the matrices of the embedded models have 0.6 to 47 MB
_MMAP_THRESHOLD = -3  # the number of M_MMAP_THRESHOLD in malloc.h
_ARENA_MAX = -8  # the number of M_ARENA_MAX in malloc.h
_least = 0


class Margin(NamedTuple):
    """MB that a process may have beyond the limit, at the two times when it may let go of models."""

    before: int = 0  # before the file
    between: int = 100  # between its tests, which use the same models: those of the largest file take 400 MB


_BEFORE = Margin(before=-400)
# files whose tests need the most memory, and those that build suites of all tasks
# processes grow, so they run first, in this order: the first ones add 200 to 350 MB
MARGINS = {
    "test_moved_gold.py": Margin(-400, -50),
    "test_golden.py": _BEFORE,
    "test_commands.py": Margin(-400, -100),
    "test_default_lists.py": Margin(-400, 0),
    "test_left_out_records.py": _BEFORE,
    "test_parser.py": _BEFORE,
    "test_transformations.py": _BEFORE,
    "test_row_transformations.py": Margin(-400, 0),
    "test_word_edits.py": _BEFORE,
    "test_sense_targets.py": _BEFORE,
    "test_answer_shards.py": _BEFORE,
    "test_config_run.py": _BEFORE,
    "test_docstrings.py": Margin(-400, 0),
    "test_fast_layers.py": _BEFORE,
    "test_training_comparison.py": _BEFORE,
    "test_text_windows.py": _BEFORE,
    "test_masked_lm.py": _BEFORE,
    "test_linear_time.py": _BEFORE,
    "test_baselines.py": _BEFORE,
    "test_meaning_guard.py": _BEFORE,
    "test_chinese_baselines.py": _BEFORE,
    "test_chinese_encoder.py": _BEFORE,
    "test_chinese_pipeline.py": _BEFORE,
    "test_letter_recipes.py": _BEFORE,
    "test_whole_words.py": _BEFORE,
    "test_golden_chinese.py": _BEFORE,
    "test_candidates.py": Margin(-400, 0),
    "test_gates.py": Margin(-400, 0),
    "test_parameters.py": Margin(-400, 0),
    # these read the dictionaries of a grammar checker, which never lets go of its 85 MB
    "test_protected_text.py": Margin(-400, -100),
    "test_validators.py": Margin(-400, -100),
}


def margin(file: str) -> Margin:
    """The margin of a file of tests, by its name."""
    return MARGINS.get(file, Margin())


def give_large_blocks_back() -> None:
    """Let the C library ask the system for each large block, and give it back when it is freed.

    Otherwise it raises its limit with the blocks that are freed, and tensors leave holes between small blocks.
    """
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        library.mallopt(_MMAP_THRESHOLD, LARGE_BLOCK)
        library.mallopt(_ARENA_MAX, 1)  # free blocks in the arena of one thread serve the others too


def resident() -> int:
    """The memory of this process in MB; 0 where the system does not say."""
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[1]) * 4096 >> 20 if statm.is_file() else 0


def trim() -> None:
    """Give free memory back to the system."""
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)


def release(more: int = 0) -> None:
    """Forget models and tables where the process has much memory.

    Args:
        more: MB that the process may have beyond the limit.
    """
    if resident() >= max(ALLOWED, _least + GROWTH) + more:
        forget()


def forget() -> None:
    """Forget the models and tables that were read."""
    global _least
    for name in [name for name in sys.modules if name.startswith(ROOMS)]:
        for function in vars(sys.modules[name]).values():
            if isinstance(function, Cached):
                function.cache_clear()
    gc.collect()
    trim()
    _least = resident()
