"""The word for what a thing is, as people use it: an insect for a wasp, an instrument for a violin."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from hf_robust.language.english.near_words import plural
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons import lexicon


class NounType(NamedTuple):
    """The noun for a type of things.

    Args:
        noun: In the singular.
        irregular: Its plural where that is listed.
        counts: Whether it stands behind "a".
        is_mass: Whether it stands without an article in the singular.
    """

    noun: str
    irregular: str
    counts: bool
    is_mass: bool

    @property
    def many(self) -> str:
        """The plural; empty where it has none."""
        return (self.irregular or plural(self.noun)) if self.counts else ""


@lru_cache(maxsize=20_000)
def noun_types(word: str, tag: str) -> tuple[NounType, ...]:
    """The types that a noun belongs to, the nearest first; none where it is not listed.

    Args:
        word: The noun as written.
        tag: Its Penn tag, ``NN`` or ``NNS``.

    Example:
        >>> [one.noun for one in noun_types("violin", "NN")], noun_types("aircraft", "NN")
        (['instrument'], ())
    """
    low = word.lower()
    listed = _types()
    if tag != "NNS":
        return listed.get(low, ()) if tag == "NN" else ()
    man = (f"{low[:-2]}an",) if low.endswith("men") else ()
    return next((listed[one] for one in (*lemmas_of(low, "NNS"), *man, low) if one in listed), ())


def number_tag(word: str, tag: str) -> str:
    """``NN`` or ``NNS`` of a listed noun, also where a tagger takes it for a name: "osprey", "geese".

    Example:
        >>> number_tag("ospreys", "NNP"), number_tag("osprey", "NNP"), number_tag("Osprey", "NNP")
        ('NNS', 'NN', 'NNP')
    """
    if tag not in ("NNP", "NNPS") or not word.islower():
        return tag
    return "NN" if noun_types(word, "NN") else "NNS"


@cache
def _types() -> Mapping[str, tuple[NounType, ...]]:
    """By noun its types. Behind a type, ``+`` means that it is a mass noun, too, and ``-`` that it is nothing else."""
    found: dict[str, tuple[NounType, ...]] = {}
    for line in lexicon("noun_sisters")["types"]:
        head, _, nouns = line.partition(": ")
        name, _, many = head.rstrip("+-").partition("/")
        counts = not head.endswith("-")
        one = NounType(name, many, counts, head.endswith(("+", "-")))
        for noun in nouns.split():
            found[noun] = (*found.get(noun, ()), one)
    return found
