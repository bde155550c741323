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
