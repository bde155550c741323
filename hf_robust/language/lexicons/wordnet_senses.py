"""The senses of a word in WordNet: their keys, what the dictionary says of each, and how often texts have it."""

from functools import cache
from typing import NamedTuple

from hf_robust.language.lexicons.wordnet import _POS, wordnet_files

_DATA = {"n": "data.noun", "v": "data.verb", "a": "data.adj", "r": "data.adv"}


class Sense(NamedTuple):
    """One sense of a word.

    Args:
        key: WordNet's sense key, for example ``"bank%1:14:00::"``.
        uses: How often it was found in texts that people tagged.
        place: Where the dictionary has it.
    """

    key: str
    uses: int
    place: str

    @property
    def definition(self) -> str:
        """What it means."""
        return _gloss(self.place)[0]

    @property
    def examples(self) -> tuple[str, ...]:
        """How it is used."""
        return _gloss(self.place)[1]


def senses(lemma: str, pos: str | None = None) -> tuple[Sense, ...]:
    """The senses of a lemma, the most usual first.

    Args:
        lemma: Dictionary form in any case; blanks between words may be underscores.
        pos: ``n``, ``v``, ``a`` (satellites included) or ``r``; None for all.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> first = senses("mouse", "n")[0]
        >>> first.key, "rodent" in first.definition
        ('mouse%1:05:00::', True)
    """
    name = lemma.lower().replace(" ", "_")
    found = [line for kind in ([pos] if pos else _DATA) for line in _lines().get(f"{name}|{kind}", ())]
    # of several parts of speech the one that is found more often counts more, then the order of the dictionary
    order = sorted(found, key=lambda line: (-line[2], line[1])) if pos is None else sorted(found, key=lambda x: x[1])
    return tuple(Sense(key, count, place) for key, _, count, place in order)


def word_of_key(key: str) -> tuple[str, str]:
    """The lemma and the part of speech that a sense key is of.

    Example:
        >>> word_of_key("mouse%1:05:00::")
        ('mouse', 'n')
    """
    lemma, _, rest = key.partition("%")
    return lemma, _POS.get(rest[:1], "")


@cache
def _lines() -> dict[str, list[tuple[str, int, int, str]]]:
    """Key, number, count and place of each sense, by lemma and part of speech."""
    found: dict[str, list[tuple[str, int, int, str]]] = {}
    for line in wordnet_files()("index.sense"):
        key, offset, number, count = line.split()
        lemma, _, rest = key.partition("%")
        pos = _POS[rest[0]]
        found.setdefault(f"{lemma}|{pos}", []).append((key, int(number), int(count), offset + pos))
    return found


def _gloss(place: str) -> tuple[str, tuple[str, ...]]:
    """Definition and examples at an offset of the file of a part of speech."""
    parts = _glosses().get(place, "").split('; "')
    return parts[0].strip(), tuple(part.strip().strip('"') for part in parts[1:])


@cache
def _glosses() -> dict[str, str]:
    read = wordnet_files()
    return {
        line[:8] + pos: line.partition(" | ")[2]
        for pos, file in _DATA.items()
        for line in read(file)
        if line[:1].isdigit()
    }


class Member(NamedTuple):
    """A word of a synset.

    Args:
        lemma: In lower case, with underscores between words.
        key: The key of its sense.
        number: The place of this sense among those of the word, from 1, the most usual first.
        uses: How often it was found in texts that people tagged.
    """

    lemma: str
    key: str
    number: int
    uses: int


def members(key: str) -> tuple[Member, ...]:
    """The words of the synset that a sense key is of, itself included; none where WordNet has no such key.

    Args:
        key: A sense key of WordNet 3.0.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> {"attorney", "lawyer"} <= {member.lemma for member in members("lawyer%1:18:00::")}
        True
    """
    lemma, pos = word_of_key(key)
    lines = _lines().get(f"{lemma}|{pos}", ())
    place = next((place for found, _, _, place in lines if found == key), None)
    return () if place is None else _members().get(place, ())


@cache
def _members() -> dict[str, tuple[Member, ...]]:
    found: dict[str, list[Member]] = {}
    for word, lines in _lines().items():
        lemma = word.rpartition("|")[0]
        for key, number, count, place in lines:
            found.setdefault(place, []).append(Member(lemma, key, number, count))
    return {place: tuple(sorted(words)) for place, words in found.items()}


@cache
def frames(key: str) -> frozenset[str]:
    """Numbers of WordNet's sentence frames that a verb has in a sense.

    Example:
        >>> sorted(frames("sleep%2:29:00::"))
        ['02']
    """
    lemma, pos = word_of_key(key)
    place = next((place for found, _, _, place in _lines().get(f"{lemma}|{pos}", ()) if found == key), "")
    line = _verb_lines().get(place[:-1], "")
    parts = line.partition(" | ")[0].split()
    if not parts:
        return frozenset()
    size = int(parts[3], 16)
    words = [word.lower() for word in parts[4 : 4 + 2 * size : 2]]
    number = f"{words.index(lemma) + 1:02x}" if lemma in words else "00"
    given = parts[5 + 2 * size + 4 * int(parts[4 + 2 * size]) :]
    return frozenset(given[at + 1] for at in range(1, len(given) - 2, 3) if given[at + 2] in ("00", number))


@cache
def _verb_lines() -> dict[str, str]:
    return {line[:8]: line for line in wordnet_files()("data.verb") if line[:1].isdigit()}


@cache
def placed_adjectives() -> frozenset[tuple[str, str]]:
    """Adjectives that stand only in one place, behind a verb or before a noun, each with the offset of its synset."""
    found = set()
    for line in wordnet_files()("data.adj"):
        if line[:1].isdigit():
            parts = line.partition(" | ")[0].split()
            words = parts[4 : 4 + 2 * int(parts[3], 16) : 2]
            found |= {(word.partition("(")[0].lower(), line[:8]) for word in words if word.endswith(")")}
    return frozenset(found)
