"""Memory of a process that tests one model after another: the package keeps each that it has loaded."""

import ctypes
import gc
import sys
from pathlib import Path

ALLOWED = 1040  # MB that a process may have before it lets go of models
GROWTH = 100  # MB that it must have grown by since then, so that it does not load the same models for each file
WITHIN_A_FILE = 100  # MB more than both: tests of one file use the same models
LOADERS = {
    "hf_robust.language.constituency.parsers": ("_benepar_model", "_stanza_pipeline"),
    "hf_robust.language.embedded.chinese_encoder": ("chinese_encoder",),
    "hf_robust.language.embedded.chinese_tagger_model": ("chinese_reader",),
    "hf_robust.language.fill_mask": ("_remembered", "_vocabulary"),
    "hf_robust.language.lexicons.wordnet": ("_index",),
    "hf_robust.language.lexicons.wordnet_facts": ("_opposed", "_uses"),
    "hf_robust.language.lexicons.wordnet_senses": ("_lines", "_members"),
    "hf_robust.language.lexicons.wordnet_types": ("_nouns",),
    "hf_robust.language.models": ("_masked_lm", "_causal_lm", "_translator", "_encoder"),
    "hf_robust.language.spacy_pipelines": ("_loaded",),
    "hf_robust.language.subword_fills": ("_kinds",),
    "hf_robust.language.vectors": ("_word_vectors",),
    "hf_robust.transforms.synonyms": ("_all_synonyms",),
}
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
    """Forget the models that were loaded, where the process has much memory.

    Args:
        more: MB that the process may have beyond the limit.
    """
    global _least
    if resident() < max(ALLOWED, _least + GROWTH) + more:
        return
    for name, functions in LOADERS.items():
        for function in functions if name in sys.modules else ():
            getattr(sys.modules[name], function).cache_clear()
    gc.collect()
    trim()
    _least = resident()
