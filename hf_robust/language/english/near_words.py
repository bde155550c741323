"""Nouns that are near each other and exclude each other: a player is no coach."""

from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.language.lexicons import lexicon


@cache
def near_nouns() -> Mapping[str, Sequence[str]]:
    """By noun the others of its group; of a noun in several groups the first counts.

    Example:
        >>> near_nouns()["player"]
        ['coach', 'referee', 'trainer', 'scout']
    """
    found: dict[str, Sequence[str]] = {}
    for group in lexicon("near_words")["nouns"]:
        for word in group:
            found.setdefault(word, [other for other in group if other != word])
    return found


def plural(noun: str) -> str:
    """A noun in the plural.

    Example:
        >>> plural("coach"), plural("city")
        ('coaches', 'cities')
    """
    from hf_robust.language.english.lemminflect_forms import getInflection

    return (getInflection(noun, "NNS") or (noun + "s",))[0]
