"""Synonyms and antonyms from WordNet: indexes built in one pass, kept on disk, read once a process into plain dicts."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hf_robust.core.files import write_files
from hf_robust.language.english.closed_classes import ARTICLES
from hf_robust.language.lookup import cache_folder
from hf_robust.language.resources import get, note

VERSION = "6"
LIKELY = 0.2  # share of a word's uses that a sense needs to count as likely
CLEAR = 0.6  # and to count as what the word nearly always means
_POS = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}  # satellites count as adjectives
_FILES = {"n": "data.noun", "v": "data.verb", "a": "data.adj", "r": "data.adv"}
# WordNet's marks of usage (pointer ";u"), and what its definitions say where the pointer is absent
_CRUDE_USAGE = frozenset({"obscenity", "disparagement", "ethnic_slur", "slang"})
_CRUDE_GLOSS = re.compile(
    r"\b(?:slang|vulgar|obscene|ethnic slur|(?:offensive|derogatory|disparaging|insulting|contemptuous)\b.{0,40}"
    r"\b(?:name|term|word)s?)\b"
)
# crude too, and without a mark
_UNMARKED = frozenset({"homo", "slut", "whoremaster", "whoremonger"})
_INDEXES = ("all-synonyms", "antonyms", "akin")
_KINDS = (  # of nouns: the files from which WordNet is made, from number 3 on
    "tops act animal artifact attribute body cognition communication event feeling food group location motive object "
    "person phenomenon plant possession process quantity relation shape state substance time"
).split()
# kinds of things, of what happens, and of what cannot be touched
CONCRETE = frozenset({"animal", "artifact", "food", "object", "plant"})
EVENTS = frozenset({"act", "event", "phenomenon", "process", "time"})
ABSTRACT = frozenset({"attribute", "cognition", "communication", "possession", "quantity", "state"})
_ARTICLES = ARTICLES | {"and"}
_ENDING = re.compile(r"(?:ings?|ed|es|s|ly|e)\Z")


class Synset(NamedTuple):
    """One line of a data file: the words, whether it is a satellite, the pointers, the gloss."""

    words: tuple[str, ...]
    satellite: bool
    pointers: tuple[tuple[str, str, str], ...]
    gloss: str


def all_synonyms(lemma: str, pos: str) -> tuple[str, ...]:
    """Single-word synonyms of a lemma in any of its senses, without crude words and other forms of the lemma.

    A sense is left out when WordNet marks it as obscene, disparaging or slang, and so is a word that has such a sense,
    unless texts hardly ever have it so.

    Args:
        lemma: Lower-case dictionary form.
        pos: WordNet's part of speech: ``n``, ``v``, ``a`` (satellites included) or ``r``.

    Returns:
        Synonyms, sorted; empty when there are none.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> sorted({"bound", "springiness"} & set(all_synonyms("spring", "n")))
        ['bound', 'springiness']
    """
    return _index("all-synonyms").get(f"{lemma}|{pos}", ())


def antonyms(lemma: str) -> tuple[str, ...]:
    """Single-word antonyms of an adjective in its likely sense; empty when there are none.

    Args:
        lemma: Lower-case dictionary form.

    Example:
        >>> antonyms("happy"), antonyms("huge")
        (('unhappy',), ('small',))
    """
    return _index("antonyms").get(lemma, ())


def all_antonyms() -> dict[str, tuple[str, ...]]:
    """:func:`antonyms` of all adjectives that have any.

    Example:
        >>> all_antonyms()["happy"]
        ('unhappy',)
    """
    return _index("antonyms")


@cache
def by_part_of_speech(name: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """An index such as ``all-synonyms`` under the part of speech, then the lemma.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> "film" in by_part_of_speech("all-synonyms")["n"]["movie"]
        True
    """
    found: dict[str, dict[str, tuple[str, ...]]] = {pos: {} for pos in _FILES}
    for key, words in _index(name).items():
        lemma, _, pos = key.partition("|")
        found[pos][lemma] = words
    return found


def akin(lemma: str, pos: str) -> tuple[str, ...]:
    """Single words that say the same as a lemma in a likely sense, or the same less exactly, or more.

    These are its synonyms there, where the sense is none of their rare ones, and the words for the kind of thing that
    it is; of an adjective the head of its group.

    Args:
        lemma: Lower-case dictionary form.
        pos: As for :func:`all_synonyms`.

    Example:
        >>> "film" in akin("movie", "n"), "player" in akin("golfer", "n"), "golfer" in akin("player", "n")
        (True, True, False)
    """
    return _index("akin").get(f"{lemma}|{pos}", ())


def is_compound(first: str, second: str) -> bool:
    """Whether two neighboring words are part of one entry of WordNet: there neither means what it means alone.

    Example:
        >>> is_compound("home", "movie"), is_compound("long", "movie")
        (True, False)
    """
    return second in _index("compounds").get(first, ())


def noun_kind(lemma: str) -> str:
    """What kind of thing a noun names in its most usual sense; empty for words that are no nouns.

    Args:
        lemma: Lower-case dictionary form.

    Example:
        >>> noun_kind("chair"), noun_kind("farmer"), noun_kind("quickly")
        ('artifact', 'person', '')
    """
    return next(iter(noun_kinds(lemma)), "")


def noun_kinds(lemma: str) -> tuple[str, ...]:
    """All kinds of things that a noun names in its likely senses, the most usual first.

    Args:
        lemma: Lower-case dictionary form.

    Example:
        >>> noun_kinds("letter")
        ('communication',)
    """
    return tuple(_index("kinds").get(lemma, ()))


def wordnet_files() -> Callable[[str], list[str]]:
    """A reader of WordNet's database files: file name in, lines out.

    Raises:
        MissingResource: WordNet is not installed.
    """
    found = get("wordnet")
    note(found.record())

    def read(name: str) -> list[str]:
        # not NLTK's own reader: it seeks by offset, and the package's files have other line ends
        return found.path.joinpath(name).read_bytes().decode("utf-8").splitlines()

    return read


@cache
def _index(name: str) -> dict[str, tuple[str, ...]]:
    read = wordnet_files()
    senses = read("index.sense")
    made_from = f"{VERSION}|{LIKELY}|{CLEAR}|{len(senses)}|{senses[0]}|{senses[-1]}"
    stamp = blake2b(made_from.encode(), digest_size=6).hexdigest()
    folder = cache_folder()
    try:
        kept = json.loads((folder / f"wordnet-{name}-{stamp}.json").read_text(encoding="utf-8"))
        return {key: tuple(words) for key, words in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError):  # not built yet, cut off, or something else
        built = Builder(senses, read).indexes()
        _store(folder, {f"wordnet-{each}-{stamp}.json": index for each, index in built.items()})
        return built[name]


def _store(folder: Path, indexes: dict[str, dict[str, tuple[str, ...]]]) -> None:
    """No reader sees half a file, and a read-only disk is no obstacle: the indexes are built again next time."""
    try:
        write_files(folder, {file: json.dumps(index).encode() for file, index in indexes.items()})
    except OSError:
        return


class Builder:
    """Reads WordNet once and makes all the indexes.

    Args:
        sense_lines: The lines of ``index.sense``.
        read: Gives the lines of a file.
    """

    def __init__(self, sense_lines: list[str], read: Callable[[str], list[str]]):
        self.ranks: dict[tuple[str, str], dict[str, int]] = {}
        self.counts: dict[tuple[str, str], int] = {}
        self.entries: list[list[str]] = []
        self.kinds: dict[str, tuple[str, ...]] = {}
        for line in sense_lines:
            key, offset, number, count = line.split()
            lemma, _, rest = key.partition("%")
            pos = _POS[rest[0]]
            if "_" in lemma:
                self.entries.append(lemma.replace("-", "_").split("_"))
            elif lemma.isalpha():
                self.ranks.setdefault((lemma, pos), {})[f"{offset}{pos}"] = int(number)
                self.counts[lemma, f"{offset}{pos}"] = int(count)
                if pos == "n" and number == "1":
                    self.kinds[lemma] = (_KINDS[int(rest.split(":")[1]) - 3],)
        self.synsets = dict(_synsets(read))

    def indexes(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """All indexes by name."""
        crude, never = self._crude()
        found: dict[str, dict[str, tuple[str, ...]]] = {name: {} for name in _INDEXES}
        for (lemma, pos), senses in self.ranks.items():
            key = f"{lemma}|{pos}"
            clean = (synset for synset in senses if synset not in crude)
            names = {name for synset in clean for name in self._others(lemma, synset)}
            _put(found["all-synonyms"], key, names - never)
            _put(found["akin"], key, set(self._akin(lemma, pos)) - never)
            if pos == "a":
                _put(found["antonyms"], lemma, self._opposites(lemma))
        return {**found, "compounds": self._compounds(), "kinds": self.kinds}

    def share(self, lemma: str, synset: str) -> float:
        """How large a part of a word's uses a sense has; one is added to each count, as a rare word has few."""
        senses = self.ranks.get((lemma, synset[-1]), {})
        seen = sum(self.counts[lemma, each] for each in senses)
        return (self.counts.get((lemma, synset), 0) + 1) / (seen + max(1, len(senses)))

    def _others(self, lemma: str, synset: str) -> Iterator[str]:
        for name in self.synsets[synset].words:
            if is_word(name) and not same_word(lemma, name):
                yield name

    def _akin(self, lemma: str, pos: str) -> Iterator[str]:
        for synset in self.ranks[lemma, pos]:
            if self.share(lemma, synset) >= LIKELY:
                broader = [
                    target for sign, target, _ in self.synsets[synset].pointers if sign == ("&" if pos == "a" else "@")
                ]
                for near in (synset, *broader):
                    for name in self._others(lemma, near) if near in self.synsets else ():
                        if self.share(name, near) >= LIKELY:
                            yield name

    def _crude(self) -> tuple[frozenset[str], frozenset[str]]:
        """Synsets with a crude word in them or derived from such a word, and the crude words."""
        usage = {key for key, synset in self.synsets.items() if _CRUDE_USAGE.intersection(synset.words)}
        marked = {
            key
            for key, synset in self.synsets.items()
            if any(sign == ";u" and target in usage for sign, target, _ in synset.pointers)
            or _CRUDE_GLOSS.search(synset.gloss)
        }
        members = {name for key in marked for name in self.synsets[key].words}
        words = _UNMARKED | {name for name in members if not self._is_usually_fine(name, marked)}
        crude = {
            key
            for key, synset in self.synsets.items()
            if key in marked or any(sign == "+" and target in marked for sign, target, _ in synset.pointers)
        }
        return frozenset(crude), frozenset(words)

    def _is_usually_fine(self, name: str, marked: set[str]) -> bool:
        """Whether texts have a word often and hardly ever in a crude sense ("bread", which is also slang for money)."""
        senses = {synset for pos in _FILES for synset in self.ranks.get((name, pos), ())}
        crude = sum(self.counts[name, synset] for synset in senses & marked)
        return sum(self.counts[name, synset] for synset in senses) >= 10 * (crude + 1)

    def _opposites(self, lemma: str) -> set[str]:
        """Antonyms of the likely sense: the word's own; else those of its synset, or of the head that it belongs to."""
        order = sorted(self.ranks[lemma, "a"], key=self.ranks[lemma, "a"].__getitem__)
        first, enough = order[0], 0.5 * self.counts[lemma, order[0]]
        own = self._pointed(first, lemma, 1)
        if not own and self.share(lemma, first) >= CLEAR:
            # not the word's own: natural only where both ends of the scale are usual words
            heads = [target for sign, target, _ in self.synsets[first].pointers if sign == "&"]
            synset = heads[0] if self.synsets[first].satellite and heads else first
            return self._pointed(synset, self.synsets[synset].words[0], 3)
        for synset in order[1:2]:
            if self.counts[lemma, synset] >= enough > 0 and (own or self._is_alone(lemma, first)):
                own |= self._pointed(synset, lemma, 1)
        return own

    def _is_alone(self, lemma: str, synset: str) -> bool:
        """Whether nothing is opposed to a sense; else the next sense would be taken for the likely one."""
        return not any(self._pointed(synset, name, 1) for name in self.synsets[synset].words if name != lemma)

    def _pointed(self, synset: str, lemma: str, least: int) -> set[str]:
        """Where the antonym pointers of one word of a synset lead, if texts have it at least that often."""
        names = set()
        for sign, target, ends in self.synsets[synset].pointers:
            if sign == "!" and self.synsets[synset].words[int(ends[:2], 16) - 1] == lemma:
                name = self.synsets[target].words[int(ends[2:], 16) - 1]
                usual = self.counts.get((name, target), 0) >= least and self.share(name, target) >= LIKELY
                if usual and is_word(name) and not name.startswith("non"):
                    names.add(name)
        return names

    def _compounds(self) -> dict[str, tuple[str, ...]]:
        pairs: dict[str, set[str]] = {}
        for parts in self.entries:
            for first, second in pairwise(parts):
                if first.isalpha() and second.isalpha() and not _ARTICLES.intersection((first, second)):
                    pairs.setdefault(first, set()).add(second)
        return {first: tuple(sorted(seconds)) for first, seconds in sorted(pairs.items())}


def _put(index: dict[str, tuple[str, ...]], key: str, names: set[str]) -> None:
    if names:
        index[key] = tuple(sorted(names))


def _synsets(read: Callable[[str], list[str]]) -> Iterator[tuple[str, Synset]]:
    """Each synset under its offset and part of speech."""
    for pos, file in _FILES.items():
        for line in read(file):
            if not line[:1].isdigit():
                continue
            head, _, gloss = line.partition(" | ")
            parts = head.split()
            end = 4 + 2 * int(parts[3], 16)
            size = int(parts[end])
            # adjectives may say where they stand: "galore(ip)"
            words = tuple(word.split("(")[0] for word in parts[4:end:2])
            at = range(end + 1, end + 1 + 4 * size, 4)
            pointers = tuple((parts[n], parts[n + 1] + parts[n + 2].replace("s", "a"), parts[n + 3]) for n in at)
            yield parts[0] + pos, Synset(words, parts[2] == "s", pointers, gloss.partition('; "')[0])


def is_word(name: str) -> bool:
    """Whether it is a single word in lower case, and no abbreviation ("hr").

    Example:
        >>> is_word("film"), is_word("hr"), is_word("ice_cream")
        (True, False, False)
    """
    return name.isalpha() and name.islower() and any(letter in "aeiouy" for letter in name)


def same_word(one: str, other: str) -> bool:
    """Whether two synonyms are the same word in another form or spelling.

    Example:
        >>> same_word("journey", "journeying"), same_word("centre", "center"), same_word("film", "movie")
        (True, True, False)
    """
    if _stem(one) == _stem(other):
        return True
    longest = max(len(one), len(other))
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return start > 0 and longest > 3 and start + end >= longest - (2 if longest > 5 else 1)


def _stem(word: str) -> str:
    stem = _ENDING.sub("", word) if len(word) > 4 else word
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem
