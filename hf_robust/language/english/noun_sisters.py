"""Nouns of one type that can stand in the same relations: a crate for a box, a cyclone for a hurricane."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache

from hf_robust.language.english.near_words import plural
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons import lexicon

_UNCHANGED = frozenset({"aircraft", "spacecraft"})  # these have no other plural


def sisters(word: str, tag: str) -> tuple[str, ...]:
    """The other nouns of the group of a noun, in its number.

    Args:
        word: The noun as written.
        tag: Its Penn tag. Names (``NNP``) have groups of their own: languages, ranks, constellations. What is tagged as
            an adjective (``JJ``) counts as a noun in the singular.

    Returns:
        The usual ones first; none when the noun is not listed or has several senses.

    Example:
        >>> sisters("boxes", "NNS"), sisters("Hindi", "NNP")[:2], sisters("plant", "NN")
        (('crates', 'cartons'), ('Tamil', 'Telugu'), ())
    """
    if tag == "NNP":
        return _groups("proper").get(word, ())
    return _of_groups(word.lower(), tag, _groups("groups"))


def close_sisters(word: str, tag: str) -> tuple[str, ...]:
    """The nouns that can stand for another one in nearly every sentence; names as :func:`sisters` gives them.

    Args:
        word: The noun as written.
        tag: Its Penn tag.

    Example:
        >>> sisters("shop", "NN"), close_sisters("shop", "NN"), close_sisters("desks", "NNS")
        (('store', 'boutique'), ('store',), ())
    """
    if tag == "NNP":
        return sisters(word, tag)
    found = _of_groups(word.lower(), tag, _groups("close"))
    return tuple(other.removesuffix("s") if other.removesuffix("s") in _UNCHANGED else other for other in found)


def _of_groups(low: str, tag: str, groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The others of the group of a noun in its number."""
    if tag in ("NN", "JJ"):
        return groups.get(low, ())
    if tag != "NNS":
        return ()
    man = (f"{low[:-2]}an",) if low.endswith("men") else ()
    lemma = next((one for one in (*lemmas_of(low, "NNS"), *man, low) if one in groups), "")
    if lemma == low and plural(lemma) != low:
        return ()
    return tuple(plural(other) for other in groups.get(lemma, ()))


def is_of_field(word: str, others: Collection[str]) -> bool:
    """Whether a noun is a term of a field such as computing, of which a text has other words.

    Args:
        word: The noun in lower case, in the singular.
        others: The other words of the text in lower case.

    Example:
        >>> is_of_field("variable", {"code", "store"}), is_of_field("variable", {"weather"})
        (True, False)
    """
    return any(word in nouns and not cues.isdisjoint({*others} - {word}) for nouns, cues in _fields())


@cache
def _fields() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return tuple(
        (frozenset(nouns.split()), frozenset(cues.split())) for nouns, cues in lexicon("noun_sisters")["fields"]
    )


@cache
def _groups(key: str) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word, group in _words(key):
        found.setdefault(word, tuple(other for other in group if other != word))
    for word in lexicon("noun_sisters")["ambiguous"].split():
        found.pop(word, None)
    return found


def _words(key: str) -> Iterator[tuple[str, list[str]]]:
    for line in lexicon("noun_sisters")[key]:
        group = line.split()
        yield from ((word, group) for word in group)
