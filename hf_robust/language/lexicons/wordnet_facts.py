"""What WordNet says of a word besides its synonyms: how often it is which kind of word, and what its opposites are."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from hf_robust.language.lexicons.wordnet import _POS, wordnet_files

_FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
# numbers of the frames "Somebody ----s something" and "Somebody ----s somebody"
_WITH_OBJECT = frozenset({"08", "09"})


def uses(lemma: str, pos: str) -> int:
    """How often texts that people tagged with senses have a lemma as a part of speech.

    Args:
        lemma: Lower-case dictionary form.
        pos: ``n``, ``v``, ``a`` or ``r``.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> uses("film", "n") > uses("film", "v"), uses("nosuchword", "n")
        (True, 0)
    """
    return _uses().get(f"{lemma}|{pos}", 0)


@lru_cache(maxsize=20_000)
def opposites(lemma: str, pos: str) -> frozenset[str]:
    """Antonyms of any sense, and for adjectives those of similar ones: *huge* against *small* and *tiny*.

    Args:
        lemma: Lower-case dictionary form.
        pos: ``n``, ``v``, ``a`` or ``r``.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> {"small", "tiny"} <= opposites("huge", "a"), "film" in opposites("movie", "n")
        (True, False)
    """
    synsets, senses = _opposed()
    own = [synsets[key] for key in senses.get(f"{lemma}|{pos}", ())]
    near = own + [synsets[key] for synset in own for key in synset.similar if key in synsets]
    far = [synsets[key] for synset in near for key in synset.opposite if key in synsets]
    far += [synsets[key] for synset in far for key in synset.similar if key in synsets]
    return frozenset(word for synset in far for word in synset.words) - {lemma}


def takes_object(verb: str) -> bool:
    """Whether somebody does something to a thing or a person with a verb, in any of its senses.

    Args:
        verb: Lower-case dictionary form.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> takes_object("kick"), takes_object("trudge")
        (True, False)
    """
    return verb in _transitive()


@cache
def _transitive() -> frozenset[str]:
    """The verbs of the frames "Somebody ----s something" and "Somebody ----s somebody"."""
    found: set[str] = set()
    for line in wordnet_files()("data.verb"):
        if line.startswith(" "):
            continue
        parts = line.split(" | ")[0].split()
        words = [word.split("(")[0].lower() for word in parts[4 : 4 + 2 * int(parts[3], 16) : 2]]
        place = 4 + 2 * len(words)
        frames = parts[place + 2 + 4 * int(parts[place]) :]
        for number, word in zip(frames[1::3], frames[2::3]):
            if number in _WITH_OBJECT:
                found.update(words[int(word, 16) - 1 :][:1] if int(word, 16) else words)
    return frozenset(found)


@cache
def _uses() -> dict[str, int]:
    found: dict[str, int] = {}
    for line in wordnet_files()("index.sense"):
        if line.endswith(" 0"):  # most of them
            continue
        key, _, _, count = line.split()
        lemma, _, rest = key.partition("%")
        word = f"{lemma}|{_POS[rest[0]]}"
        found[word] = found.get(word, 0) + int(count)
    return found


class _Synset(NamedTuple):
    words: tuple[str, ...]
    opposite: tuple[str, ...]
    similar: tuple[str, ...]


@cache
def _opposed() -> tuple[dict[str, _Synset], dict[str, list[str]]]:
    """The synsets that have an opposite or are like one that has, and those of each word."""
    read: Callable[[str], Iterable[str]] = wordnet_files()
    synsets: dict[str, _Synset] = {}
    senses: dict[str, list[str]] = {}
    for pos, file in _FILES.items():
        for line in read(f"data.{file}"):
            if (" ! " not in line and (pos != "a" or " & " not in line)) or line.startswith(" "):
                continue
            key, synset = _synset(line, pos)
            synsets[key] = synset
            for word in synset.words:
                senses.setdefault(f"{word}|{pos}", []).append(key)
    return synsets, senses


def _synset(line: str, pos: str) -> tuple[str, _Synset]:
    parts = line.split(" | ")[0].split()
    size = int(parts[3], 16)
    words = tuple(word.split("(")[0].lower() for word in parts[4 : 4 + 2 * size : 2])
    pointers = parts[5 + 2 * size :]
    towards: dict[str, list[str]] = {"!": [], "&": []}
    for symbol, offset in zip(pointers[: 4 * int(parts[4 + 2 * size]) : 4], pointers[1::4]):
        if symbol in towards:
            towards[symbol].append(offset + pos)
    return parts[0] + pos, _Synset(words, tuple(towards["!"]), tuple(towards["&"]))
