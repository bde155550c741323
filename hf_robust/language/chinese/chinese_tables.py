"""The tables of Chinese, read by ``lexicon(name, "zh")``.

================ ========================================================================================
name             what comes back
================ ========================================================================================
offensive        ``frozenset`` of offensive words, in simplified characters, that are never put into a text
================ ========================================================================================
"""

from hf_robust.language.lexicons.readers import Tables, word_set

__all__ = ["TABLES"]

TABLES: Tables = {
    "offensive": ("zh/offensive.txt", word_set),
}
