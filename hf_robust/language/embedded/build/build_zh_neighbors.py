"""Makes the table of near words of Chinese: what the Chinese encoder says of each word alone."""

import gzip
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.language.chinese.closed_classes import OPPOSITE_CHARACTERS
from hf_robust.language.chinese.dictionary import entry, frequency, is_offensive, universal_tags_of
from hf_robust.language.embedded.chinese_encoder import chinese_encoder
from hf_robust.language.lexicons import lexicon
from hf_robust.language.vectors import WordVectors

if TYPE_CHECKING:
    import numpy as np

WORDS = 16_000
"""Most frequent words that get neighbors; every word that is one piece of the encoder does, too."""
LEAST_FREQUENT = 400
"""Rarer words are no neighbors."""
LEAST = 0.5
"""Smallest cosine."""
ALIKE = 0.68
"""Smallest cosine of words with a character in common, where one is no single piece: spelling makes them near."""
MOST = 8
_LOOKED_AT = 30
_TAGS = {"NOUN", "VERB", "ADJ"}
_OPPOSITE = (*OPPOSITE_CHARACTERS, "上下", "东西", "南北", "强弱", "生死")
"""Characters by which words are opposites."""
_CLOSED = ("t", "f", "s", "m", "q", "r")
_NOT_FIRST = set("不没无非几半一两二三四五六七八九十百千万多这那哪某每各")


def open_words(size: int = WORDS) -> list[str]:
    """Nouns, verbs and adjectives of two characters and more, the most frequent first, and those that are one piece."""
    known = sorted(filter(_is_open, lexicon("words", "zh")), key=lambda word: -frequency(word))
    pieces = _whole_pieces()
    return known[:size] + [word for word in known[size:] if word in pieces]


def _is_open(word: str) -> bool:
    found = entry(word)
    tags = set(universal_tags_of(word)) if found and not found.tag.startswith(_CLOSED) else set()
    return len(word) > 1 and bool(tags & _TAGS) and word[0] not in _NOT_FIRST and not is_offensive(word)


def _whole_pieces() -> set[str]:
    return {piece.lstrip("▁") for piece in chinese_encoder()[1].get_vocab()}


def outputs(words: Sequence[str], batch_size: int = 256) -> "np.ndarray":
    """What the encoder gives for each word alone, of length one, less what all have in common."""
    import numpy as np
    import torch

    model, tokenizer = chinese_encoder()
    found = []
    for start in range(0, len(words), batch_size):
        texts = [f"query: {word}" for word in words[start : start + batch_size]]
        batch = tokenizer(texts, padding=True, return_tensors="pt")
        with torch.inference_mode():
            states = model(**batch).last_hidden_state
        mask = batch["attention_mask"][..., None]
        pooled = (states * mask).sum(1) / mask.sum(1)
        found.append(torch.nn.functional.normalize(pooled, dim=-1).numpy())
    rows = np.concatenate(found)
    return rows - rows.mean(0)


def are_opposite(one: str, other: str) -> bool:
    """Whether a pair of opposite characters tells two words apart.

    Example:
        >>> are_opposite("上班", "下班"), are_opposite("上升", "上涨")
        (True, False)
    """
    return any((a in one and b in other) or (b in one and a in other) for a, b in _OPPOSITE)


def near(word: str, space: WordVectors, pieces: set[str]) -> list[str]:
    """The neighbors of a word, each with its cosine, as they stand in the table."""
    tags = set(universal_tags_of(word)) & _TAGS
    found = []
    for one in space.neighbors([word], _LOOKED_AT, LEAST)[word]:
        other = one.word
        alike = bool(set(word) & set(other)) and not {word, other} <= pieces and one.similarity < ALIKE
        holds = word in other or other in word
        if are_opposite(word, other):
            continue
        if tags & set(universal_tags_of(other)) and frequency(other) >= LEAST_FREQUENT and not alike and not holds:
            found.append(f"{other}:{one.similarity:.2f}")
    return found[:MOST]


def build(out: Path) -> dict:
    """Write the table.

    Args:
        out: The file, ``near_words.tsv.gz``.

    Returns:
        How many words it has, and how many neighbors.
    """
    words = open_words()
    space, pieces = WordVectors(words, outputs(words)), _whole_pieces()
    rows = {word: found for word in words if (found := near(word, space, pieces))}
    text = "".join(f"{word}\t{' '.join(found)}\n" for word, found in sorted(rows.items()))
    out.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    return {"words": len(rows), "neighbors": sum(map(len, rows.values()))}
