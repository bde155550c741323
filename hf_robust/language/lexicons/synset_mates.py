"""All single words that share a synset of WordNet with a lemma, as the dictionary has them."""

from functools import cache

from hf_robust.language.lexicons.wordnet import _FILES, wordnet_files


def synset_mates(lemma: str, pos: str) -> tuple[str, ...]:
    """The other single words of all synsets of a lemma, crude ones, names and other forms of the lemma among them.

    Args:
        lemma: Lower-case dictionary form.
        pos: ``n``, ``v``, ``a`` (satellites included) or ``r``.

    Returns:
        The words in the order of the dictionary's synsets, none twice.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> synset_mates("movie", "n")[:3]
        ('film', 'picture', 'pic')
    """
    synsets, places = _synsets()[pos]
    mates = (mate for place in places.get(lemma, ()) for mate in synsets[place])
    return tuple(dict.fromkeys(mate for mate in mates if mate.lower() != lemma))


@cache
def _synsets() -> dict[str, tuple[list[tuple[str, ...]], dict[str, list[int]]]]:
    """By part of speech the synsets with more than one word, and where each word, in lower case, stands."""
    read = wordnet_files()
    found = {}
    for pos, file in _FILES.items():
        synsets: list[tuple[str, ...]] = []
        places: dict[str, list[int]] = {}
        for line in read(file):
            size = int(line[14:16], 16) if line[:1].isdigit() else 0
            if size < 2:
                continue
            names = line.split(" ", 4 + 2 * size)[4 : 4 + 2 * size : 2]
            # adjectives may say where they stand: "galore(ip)"
            words = tuple(name.split("(")[0] for name in names if "_" not in name)
            for word in words:
                places.setdefault(word.lower(), []).append(len(synsets))
            synsets.append(words)
        found[pos] = (synsets, places)
    return found
