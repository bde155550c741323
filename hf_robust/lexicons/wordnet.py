"""Synonyms from WordNet: an index built once, kept on disk, read once a process into a plain dict."""

import json
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from pathlib import Path

from hf_robust import resources
from hf_robust.files import write_files

VERSION = "2"
SENSES = 2  # a word is replaced in its most frequent senses only
_POS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}  # satellites count as adjectives
RANK = 1  # and only by words for which the shared sense is the first


def synonyms(lemma: str, pos: str) -> tuple[str, ...]:
    """Single-word synonyms of a lemma in its most frequent sense that has any.

    Args:
        lemma: Lower-case dictionary form.
        pos: WordNet's part of speech: ``n``, ``v``, ``a`` (satellites included) or ``r``.

    Returns:
        Synonyms, sorted; empty when there are none.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> "film" in synonyms("movie", "n")
        True
    """
    return _index().get(f"{lemma}|{pos}", ())


@cache
def _index() -> dict[str, tuple[str, ...]]:
    read = resources.wordnet_files()
    senses = read("index.sense")
    made_from = f"{VERSION}|{SENSES}|{RANK}|{len(senses)}|{senses[0]}|{senses[-1]}"
    stamp = blake2b(made_from.encode(), digest_size=6).hexdigest()
    path = resources.cache_folder() / f"wordnet-synonyms-{stamp}.json"
    try:
        return {key: tuple(words) for key, words in json.loads(path.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, TypeError, AttributeError):  # not built yet, cut off, or something else
        index = _build(senses, read)
        _store(path, index)
        return index


def _store(path: Path, index: dict[str, tuple[str, ...]]) -> None:
    """No reader sees half a file, and a read-only disk is no obstacle: the index is built again next time."""
    try:
        write_files(path.parent, {path.name: json.dumps(index).encode()})
    except OSError:
        return


def _build(sense_lines: list[str], read: Callable[[str], list[str]]) -> dict[str, tuple[str, ...]]:
    ranks: dict[str, dict[str, int]] = {}
    counts: dict[tuple[str, str], int] = {}
    for line in sense_lines:
        key, offset, number, count = line.split()
        lemma, _, rest = key.partition("%")
        word, synset = f"{lemma}|{_POS[rest[0]]}", f"{offset}{_POS[rest[0]]}"
        ranks.setdefault(word, {})[synset] = int(number) - 1
        counts[word, synset] = int(count)
    members = _members(read)
    index = {}
    for word, places in ranks.items():
        lemma, _, pos = word.partition("|")
        if not lemma.isalpha():
            continue
        for synset in _likely_senses(word, places, counts):
            found = {
                name
                for name in members.get(synset, ())
                if name != lemma and _is_usual(f"{name}|{pos}", synset, ranks, counts)
            }
            if found:
                index[word] = tuple(sorted(found))
                break
    return index


def _likely_senses(word: str, places: dict[str, int], counts: dict) -> list[str]:
    """The most frequent sense, and the next when texts have it nearly as often."""
    first, *others = sorted(places, key=places.__getitem__)[:SENSES]
    return [first, *(synset for synset in others if 2 * counts[word, synset] >= counts[word, first] > 0)]


def _is_usual(word: str, synset: str, ranks: dict, counts: dict) -> bool:
    """Whether the sense is a usual one of the word: among its first, and seen in tagged text."""
    return ranks.get(word, {}).get(synset, RANK) < RANK and counts[word, synset] > 0


def _is_word(name: str) -> bool:
    """Whether it is a single word in lower case, and no abbreviation ("hr")."""
    return name.isalpha() and name.islower() and any(letter in "aeiouy" for letter in name)


def _members(read: Callable[[str], list[str]]) -> dict[str, list[str]]:
    """Lower-case single words of each synset (``offset`` and part of speech)."""
    members = {}
    for pos, file in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in read(f"data.{file}"):
            if line[:1].isdigit():
                parts = line.split(" ", 4)
                words = parts[4].split(" ", 2 * int(parts[3], 16))[0 : 2 * int(parts[3], 16) : 2]
                plain = (word.split("(")[0] for word in words)  # adjectives may say where they stand
                members[parts[0] + pos] = [word for word in plain if _is_word(word)]
    return members
