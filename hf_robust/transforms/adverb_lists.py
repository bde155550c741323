"""The word lists of the rules of adverbs."""

from functools import cache

from hf_robust.language.lexicons import lexicon


@cache
def listed(name: str) -> frozenset[str]:
    """A list of the table of adverbs.

    Example:
        >>> "big" in listed("measuring")
        True
    """
    return frozenset(lexicon("adverbs")["degrees"][name])
