"""Which nouns denote people, and which words are written large, by WordNet."""

from functools import cache
from itertools import pairwise

from hf_robust.language.lexicons.wordnet import wordnet_files

_PEOPLE = ("person%1:03:00::", "people%1:14:00::")
"""WordNet's senses below which a noun denotes a person or people: *person.n.01* and *people.n.01*."""

_PERSON_FILE = "18"  # WordNet's number of its nouns for people


def denotes_people(lemma: str) -> bool:
    """Whether a noun, in the sense that it has most often, denotes a person or people.

    Args:
        lemma: Lower-case dictionary form.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> [denotes_people(noun) for noun in ("woman", "immigrant", "teacher", "people", "film", "head")]
        [True, True, True, True, False, False]
    """
    return lemma in _people()


def is_written_large(lemma: str) -> bool:
    """Whether a word begins with a capital wherever it stands: *Muslim*, *Paris*.

    Args:
        lemma: Dictionary form, in lower case.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> [is_written_large(word) for word in ("muslim", "american", "film", "china")]
        [True, True, False, False]
    """
    return lemma in _large()


@cache
def known_people() -> frozenset[str]:
    """The names of people, gods and figures of stories that WordNet has, in lower case, which name nothing else.

    A person whom everybody knows by one name is there with that name, too: *norman rockwell* and *rockwell*.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> [name in known_people() for name in ("james joyce", "odin", "sunday", "france")]
        [True, True, False, False]
    """
    found, others = set[str](), set[str]()
    for line in wordnet_files()("data.noun"):
        if line.startswith(" "):  # the license
            continue
        parts = line.partition(" | ")[0].split()
        names = 4 + 2 * int(parts[3], 16)
        single = parts[1] == _PERSON_FILE and "@i" in parts[names:]  # not a kind of people
        (found if single else others).update(name.replace("_", " ").lower() for name in parts[4:names:2])
    return frozenset(found - others)


@cache
def _large() -> frozenset[str]:
    """Words of one word that WordNet never writes small, names of single persons and places among them."""
    read = wordnet_files()
    spelled: dict[str, bool] = {}
    for file in ("data.noun", "data.adj"):
        for line in read(file):
            if line.startswith(" "):  # the license
                continue
            parts = line.split(" | ")[0].split()
            for word in parts[4 : 4 + 2 * int(parts[3], 16) : 2]:
                name = word.split("(")[0]
                spelled[name.lower()] = spelled.get(name.lower(), True) and name[0].isupper()
    return frozenset(name for name, large in spelled.items() if large and name.isalpha())


@cache
def _people() -> frozenset[str]:
    """Lemmas whose first sense is a person; WordNet numbers the senses by how often they occur."""
    read = wordnet_files()
    first: dict[str, str] = {}
    roots = set()
    for line in read("index.sense"):
        key, offset, number, _ = line.split()
        lemma, _, rest = key.partition("%")
        if rest.startswith("1") and number == "1":
            first[lemma.replace("_", " ")] = offset
        if key in _PEOPLE:
            roots.add(offset)
    below: dict[str, list[str]] = {}
    for line in read("data.noun"):
        if line.startswith(" "):  # the license
            continue
        offset, *pointers = line.split(" | ")[0].split()
        for symbol, above in pairwise(pointers):
            if symbol in ("@", "@i"):
                below.setdefault(above, []).append(offset)
    found, waiting = set(roots), list(roots)
    while waiting:
        fresh = [offset for offset in below.get(waiting.pop(), ()) if offset not in found]
        found.update(fresh)
        waiting += fresh
    return frozenset(lemma for lemma, offset in first.items() if offset in found)
