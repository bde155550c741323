"""What kind of thing a noun names: the hypernyms of its usual sense in WordNet."""

from collections.abc import Mapping
from functools import cache, lru_cache

from hf_robust.language.lexicons.wordnet import wordnet_files

_LEVELS = 5  # above a sense; what stands higher says little


@lru_cache(maxsize=20_000)
def types_of(lemma: str) -> tuple[str, ...]:
    """Single words for what a noun is, the nearest first.

    Args:
        lemma: Lower-case dictionary form.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> "mammal" in types_of("horse"), types_of("nosuchword")
        (True, ())
    """
    senses, above, words = _nouns()
    place, found = senses.get(lemma, ""), list[str]()
    for _ in range(_LEVELS + 2):
        place = above.get(place, "")
        if not place:
            break
        found += words[place]
    return tuple(dict.fromkeys(found))


@cache
def _nouns() -> tuple[Mapping[str, str], Mapping[str, str], Mapping[str, tuple[str, ...]]]:
    """By noun its usual sense, by sense the one above it, and by sense its words."""
    senses: dict[str, str] = {}
    above: dict[str, str] = {}
    words: dict[str, tuple[str, ...]] = {}
    for line in wordnet_files()("index.noun"):
        if not line.startswith(" "):
            parts = line.split()
            senses[parts[0]] = parts[6 + int(parts[3])]
    for line in wordnet_files()("data.noun"):
        if line.startswith(" "):
            continue
        parts = line.partition(" | ")[0].split()
        size = int(parts[3], 16)
        names = parts[4 : 4 + 2 * size : 2]
        words[parts[0]] = tuple(name for name in names if name.isalpha() and name.islower())
        pointers = parts[5 + 2 * size :]
        higher = next((pointers[n + 1] for n in range(0, len(pointers) - 1, 4) if pointers[n] == "@"), "")
        if higher:
            above[parts[0]] = higher
    return senses, above, words
