"""Synonyms of Chinese words by the senses that the Chinese Open Wordnet gives them.

Two words are the nearer, the larger the share of their senses that they have in common. The words are those of the
dictionary, in simplified characters.

Source: Wang and Bond (2013), Building the Chinese Open Wordnet.
"""

from functools import cache

from hf_robust.language.chinese.dictionary import frequency, is_candidate, universal_tags_of
from hf_robust.language.lexicons import lexicon

__all__ = ["sense_overlap", "senses_of", "synonyms_of"]

_CLASSES = {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}
_TAGS = {"n": {"NOUN"}, "v": {"VERB"}, "a": {"ADJ"}, "r": {"ADV"}}


@cache
def _senses() -> dict[str, frozenset[str]]:
    found: dict[str, list[str]] = {}
    for synset, words in lexicon("synonyms", "zh").items():
        for word in words:
            found.setdefault(word, []).append(synset)
    return {word: frozenset(synsets) for word, synsets in found.items()}


def senses_of(word: str, pos: str = "") -> frozenset[str]:
    """The senses of a word as synsets of WordNet 3.0.

    Args:
        word: A word in simplified characters.
        pos: A universal part of speech, to keep its senses only.

    Returns:
        Offsets with ``-n``, ``-v``, ``-a`` or ``-r`` after them; empty for a word or a part of speech that it lacks.

    Example:
        >>> sorted(senses_of("价钱")), senses_of("价钱", "VERB")
        (['05145118-n', '13303315-n'], frozenset())
    """
    senses = _senses().get(word, frozenset())
    return frozenset(sense for sense in senses if sense[-1] == _CLASSES.get(pos)) if pos else senses


def sense_overlap(word: str, other: str, pos: str = "") -> float:
    """The share of the senses of two words that both have.

    Args:
        word: A word in simplified characters.
        other: Another one.
        pos: A universal part of speech, to count its senses only.

    Returns:
        Between 0 and 1: senses of both by senses of one of them.

    Example:
        >>> round(sense_overlap("价钱", "价格"), 2), sense_overlap("价钱", "老师")
        (0.67, 0.0)
    """
    mine, others = senses_of(word, pos), senses_of(other, pos)
    return len(mine & others) / len(mine | others) if mine and others else 0.0


def synonyms_of(word: str, pos: str = "", least: float = 0.25) -> tuple[str, ...]:
    """Words that share senses with a word, the nearest first, then the most frequent.

    Only words that may be put into a text, and whose part of speech in the dictionary is that of the sense.

    Args:
        word: A word in simplified characters.
        pos: The universal part of speech that the word has where it stands; "" for any.
        least: The least :func:`sense_overlap`.

    Example:
        >>> synonyms_of("价钱", "NOUN"), synonyms_of("价钱", "VERB")
        (('价格', '币值', '价款'), ())
    """
    mine = senses_of(word, pos)
    table = lexicon("synonyms", "zh")
    found = {}
    for sense in mine:
        for other in table[sense]:
            if other != word and other not in found and _TAGS[sense[-1]] & set(universal_tags_of(other)):
                near = sense_overlap(word, other, pos)
                if near >= least and is_candidate(other):
                    found[other] = (-near, -frequency(other), other)
    return tuple(sorted(found, key=found.__getitem__))
