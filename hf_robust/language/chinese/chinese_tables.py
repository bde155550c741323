"""The tables of Chinese, read by ``lexicon(name, "zh")``. All are in simplified characters.

================= =======================================================================================
name              what comes back
================= =======================================================================================
common_characters ``tuple`` of the 3,500 commonest characters, the commonest first
net_style         ``dict``: ``handles`` and ``topics`` of social media, ``words`` with what they become there
offensive         ``frozenset`` of offensive words that are never put into a text
script            rows of (character, ``"s"`` to simplified or ``"t"`` to traditional, its partner)
words             ``dict[word, "frequency<tab>tag<tab>pinyin"]``; read it through ``chinese.dictionary``
================= =======================================================================================
"""

from pathlib import Path

from hf_robust.language.lexicons.readers import Tables, json_table, row_table, text_of, word_set

__all__ = ["TABLES"]


def _ordered_words(path: Path) -> tuple[str, ...]:
    return tuple(text_of(path).splitlines())


def _first_cells(path: Path) -> dict[str, str]:
    """The first cell of each row, and the rest as it is: whoever looks a word up splits one row, not all."""
    return dict(line.split("\t", 1) for line in text_of(path).splitlines())


TABLES: Tables = {
    "common_characters": ("zh/common_characters.txt", _ordered_words),
    "net_style": ("zh/net_style.json", json_table),
    "offensive": ("zh/offensive.txt", word_set),
    "script": ("zh/script.tsv", row_table),
    "words": ("zh/words.tsv.gz", _first_cells),
}
