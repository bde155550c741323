"""People, films, places, businesses and other things by name, each with a description of one line."""

import csv
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.core.errors import DataFileError
from hf_robust.core.json_text import parse_json
from hf_robust.core.word_bounds import find_words
from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    COURTESY_OF_MEN,
    COURTESY_OF_WOMEN,
    DEMONSTRATIVES,
    INDEFINITE_ARTICLES,
    POSSESSIVES,
    SURNAME_TITLES,
)
from hf_robust.language.lexicons import lexicon

KINDS = ("person", "film", "place", "business", "product", "character", "dish")
_FIELDS = ("name", "summary", "kind", "gender", "role")


class Famous(NamedTuple):
    """One entry of a table.

    Args:
        summary: What is said of it, a phrase without a full stop.
        kind: One of ``KINDS``; empty where a file does not say.
        gender: Of a person, ``female`` or ``male``; may be empty.
        role: The group of entries that can replace each other, such as ``actor``; may be empty.
        cased: Whether it is recognized only with its capital letters, also in a text in lower case.
        unique: Whether no other entry can replace it.
    """

    name: str
    summary: str
    kind: str = ""
    gender: str = ""
    role: str = ""
    cased: bool = False
    unique: bool = False

    @property
    def summaries(self) -> list[str]:
        """The descriptions, which the table divides by ``|``."""
        return self.summary.split("|")


class FamousMention(NamedTuple):
    """A name in a text: where it begins and ends, and whose it is."""

    start: int
    end: int
    entry: Famous


class NameTable:
    """Names, found in texts by their words.

    Args:
        entries: The entries; a name is that of one of them.

    Example:
        >>> table = NameTable([Famous("Ann Smith", "a singer", "person"), Famous("Ann", "a friend", "person")])
        >>> [mention.entry.summary for mention in table.find(Doc("They met Ann Smith."))]
        ['a singer']
    """

    def __init__(self, entries: Iterable[Famous]):
        self.entries = tuple(entries)
        self._groups: dict[tuple[str, str, str], list[Famous]] = {}
        for entry in self.entries:
            self._groups.setdefault((entry.kind, entry.gender, entry.role), []).append(entry)
        # by the first word, then by the length: thousands of titles begin with "The"
        self._by_first: dict[str, dict[int, dict[str, list[tuple[str, Famous]]]]] = {}
        for entry in self.entries:
            for written in dict.fromkeys((entry.name, _apart(entry.name), entry.name.replace("'", "’"))):
                first, last = find_words(written)[0]
                lengths = self._by_first.setdefault(written[first:last].lower(), {})
                lengths.setdefault(len(written), {}).setdefault(written.lower(), []).append((written, entry))

    def of_group(self, entry: Famous) -> Sequence[Famous]:
        """The entries of the kind, gender and role of one."""
        return self._groups[entry.kind, entry.gender, entry.role]

    def find(self, doc: Doc) -> list[FamousMention]:
        """The names in a text, the longest where several overlap, in order."""
        text, found = doc.text, []
        lower = text == text.lower()
        for start, end in doc.words:
            for length, names in self._by_first.get(text[start:end].lower(), {}).items():
                stop = start + length
                if text[stop : stop + 1].isalnum():
                    continue
                for written, entry in names.get(text[start:stop].lower(), ()):
                    if _is_written(text[start:stop], written, entry, lower) and _is_meant(text, start, stop, entry):
                        found.append(FamousMention(start, stop, entry))
        return _apart_from_each_other(found)


def _is_written(piece: str, written: str, entry: Famous, lower: bool) -> bool:
    """Whether a piece of text is a name; in a text in lower case, names of several words and clear ones are."""
    if piece == written:
        return True
    if entry.kind == "dish":
        return piece.lower() == written
    if lower and not entry.cased and (entry.kind not in ("person", "film") or " " in written):
        return piece == written.lower()
    return piece == written.upper() and " " in written


def _apart(name: str) -> str:
    """The name as texts have it whose tokens stand apart."""
    return re.sub(r"(?<=\w)'s\b", " 's", name)


def _apart_from_each_other(found: list[FamousMention]) -> list[FamousMention]:
    kept: list[FamousMention] = []
    for mention in sorted(found, key=lambda one: (one.start - one.end, one.start)):
        if all(mention.end <= other.start or other.end <= mention.start for other in kept):
            kept.append(mention)
    return sorted(kept, key=lambda one: one.start)


# --- whether it is the name that is meant

_BEFORE = re.compile(r"([^\s\"“‘'`(]+)\s+[\"“‘'`]*\s*\Z")
_SEQUEL = re.compile(r"\s*(?:[:\-–]\s*[A-Z0-9]|\s(?:[IVX]+|\d+|Jr\.?|Sr\.?|Part)(?!\w)|,\s?[JS]r\b)")
_NAME_GOES_ON = re.compile(r"(?:\s+(?:de|von|van|of|&)\b)?\s+[A-Z][a-z]")
_INNER = re.compile(r"[-/@#&]\w")
_OPEN, _CLOSE = frozenset("\"“‘`'"), frozenset("\"”’'")
_OF_FILMS = frozenset(
    "film films movie movies picture classic masterpiece thriller musical sequel remake watch watched watching saw "
    "seen rented titled called entitled".split()
)
_TITLES = (
    SURNAME_TITLES
    | COURTESY_OF_WOMEN
    | COURTESY_OF_MEN
    | frozenset("dame saint st queen king prince president director actor".split())
)
_DETERMINERS = POSSESSIVES | DEMONSTRATIVES | INDEFINITE_ARTICLES | ANY_SOME_NO | {"another"}
# titles of several words that mean something else as well: a place, a day, a person
_AMBIGUOUS = frozenset(
    (
        "Pearl Harbor",
        "Wall Street",
        "Sunset Boulevard",
        "Mulholland Drive",
        "Key Largo",
        "Notting Hill",
        "Independence Day",
        "White Christmas",
        "Marie Antoinette",
        "Malcolm X",
        "Mona Lisa",
        "John Carter",
        "Alexander Nevsky",
        "Andrei Rublev",
        "The Doors",
        "Apollo 13",
        "Central Station",
        "American Sniper",
        "Public Enemies",
        "Bad Education",
        "Great Expectations",
        "Jane Eyre",
        "Gran Torino",
        "Cold Mountain",
    )
)
_FAR = 40  # characters beside a name in which the word next to it is looked for, longer than any English word


def _is_meant(text: str, start: int, stop: int, entry: Famous) -> bool:
    """Whether nothing around a name says that it is a part of another one, or no name at all."""
    if text[start - 1 : start] in ("-", "/", "@", "#", "&", "'", "’") and text[start - 2 : start - 1].strip():
        return False
    if _INNER.match(text, stop) or _SEQUEL.match(text, stop):
        return False
    before = _BEFORE.search(text, max(0, start - _FAR), start)
    word = before.group(1) if before else ""
    first = before is None or before.start(1) == 0 or text[: before.start(1)].rstrip()[-1:] in ".!?;:("
    quoted = _is_quoted(text, start, stop)
    if entry.kind == "dish":
        return True
    if not quoted and (_continues(text, stop) or _is_continued(word, first)):
        return False
    if text[start:stop].islower() and entry.kind == "film":
        return quoted or _says_film(text, stop, word)
    if entry.kind not in ("person", "film"):
        return True
    if entry.kind != "film":
        return word.rstrip(".").lower() not in _TITLES or word.lower() in ("director", "actor")
    if word.lower() in _DETERMINERS or (word.lower() == "the" and not quoted):
        return False
    plain = len(find_words(entry.name)) > 1 and entry.name not in _AMBIGUOUS
    return quoted or plain or _says_film(text, stop, word)


def _is_quoted(text: str, start: int, stop: int) -> bool:
    before, after = text[:start].rstrip()[-1:], text[stop:].lstrip()[:1]
    return before in _OPEN and after in _CLOSE and text[stop:].lstrip()[:2] != "'s"


def _continues(text: str, stop: int) -> bool:
    """Whether a name goes on after a piece of text."""
    return _NAME_GOES_ON.match(text, stop) is not None


def _is_continued(word: str, first: bool) -> bool:
    """Whether the word before is a part of the name: it has a capital, and no sentence begins with it."""
    if not word[:1].isupper() or word.endswith((",", ".", ";", ":", "!", "?", "'s", "’s", ")", "-")):
        return False
    known = word.lower() in lexicon("stop_words") or word.lower() in _OF_FILMS or word.lower().rstrip(".") in _TITLES
    return not known and not (first and word.lower() in _VERBS)


_VERBS = frozenset("watching seeing starring like unlike directed meet director actor actress critics fans".split())


def _says_film(text: str, stop: int, word: str) -> bool:
    """Whether a title of one word stands beside a word that says that it is one."""
    after = find_words(text[stop : stop + _FAR])[:2]
    following = [text[stop + first : stop + last].lower() for first, last in after]
    return word.lower() in _OF_FILMS or following[:2] in (["the", "movie"], ["the", "film"])


# --- tables


@cache
def known_names() -> NameTable:
    """The project's own people, films, places, businesses, products, characters and dishes.

    Example:
        >>> {entry.kind for entry in known_names().entries} == set(KINDS)
        True
    """
    people = [Famous(name, summary, "person", gender, role) for name, gender, role, summary in lexicon("persons")]
    films = [Famous(title, summary, "film") for title, summary in lexicon("films")]
    things = [
        Famous(name, summary, kind, "", group, "c" in marks, "a" in marks)
        for name, kind, group, marks, summary in lexicon("known_things")
    ]
    return NameTable([*people, *films, *things])


def read_names(path: str) -> NameTable:
    """A user's table: ``.csv`` or ``.tsv`` with a header, or ``.json`` (a list of objects, or summaries by name).

    Args:
        path: The file. Its fields are ``name`` and ``summary``, and, where known, ``kind`` (one of ``KINDS``),
            ``gender`` and ``role``.

    Raises:
        DataFileError: The file is missing or not of that shape; the message says where.
    """
    try:
        facts = os.stat(path)
    except OSError as error:
        raise DataFileError(f"{path}: expected a table of names, .csv, .tsv or .json, found: {error}") from error
    return _read_names(path, (facts.st_mtime_ns, facts.st_size))


@lru_cache(maxsize=8)
def _read_names(path: str, version: tuple[int, int]) -> NameTable:
    """A table, read again where its file changed."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
        rows = _json_rows(text) if file.suffix == ".json" else _csv_rows(text, file.suffix)
    except (OSError, ValueError, csv.Error) as error:
        raise DataFileError(f"{path}: expected a table of names, .csv, .tsv or .json, found: {error}") from error
    entries = [_entry(row, f"{path}, entry {number}") for number, row in enumerate(rows, start=1)]
    if not entries:
        raise DataFileError(f"{path}: expected at least one name, found none")
    return NameTable(entries)


def _csv_rows(text: str, suffix: str) -> Sequence[Mapping[str, Any]]:
    return list(csv.DictReader(text.splitlines(), delimiter="\t" if suffix == ".tsv" else ","))


def _json_rows(text: str) -> Sequence[Mapping[str, Any]]:
    found = parse_json(text)
    if isinstance(found, dict):
        return [{"name": name, "summary": summary} for name, summary in found.items()]
    if not isinstance(found, list):
        raise ValueError(f"a {type(found).__name__} instead of a list or an object")
    return found


def _entry(row: Mapping[str, Any], where: str) -> Famous:
    if not isinstance(row, Mapping):
        raise DataFileError(f"{where}: expected fields name and summary, found {row!r}")
    values = {field: row.get(field) or "" for field in _FIELDS}
    for field, value in values.items():
        if not isinstance(value, str) or "\n" in value or (field in ("name", "summary") and not value.strip()):
            raise DataFileError(f"{where}: expected a text of one line as {field}, found {row.get(field)!r}")
    if not find_words(values["name"]):
        raise DataFileError(f"{where}: expected a name with a letter, found {values['name']!r}")
    if values["kind"] not in (*KINDS, ""):
        raise DataFileError(f"{where}: kind must be one of {', '.join(KINDS)}, found {values['kind']!r}")
    name, summary, kind, gender, role = (values[field].strip() for field in _FIELDS)
    return Famous(name, summary.rstrip("."), kind, gender, role)


def bare_mentions(doc: Doc, word: str, spared: Sequence[Offsets]) -> list[Offsets]:
    """Where a single part of a person's name stands for them: with its capital, and beside no other name.

    In a text in lower case, it is a part that is no common word, between function words or marks.

    Args:
        word: The part, a surname or a first name.
        spared: Places of whole names.

    Example:
        >>> doc = Doc("Ann Smith sang. Smith left with John Smith.")
        >>> bare_mentions(doc, "Smith", [(0, 9)])
        [(16, 21)]
    """
    found = []
    lower = doc.text == doc.text.lower()
    for start, end in doc.words:
        piece = doc.text[start:end]
        core = piece[:-2] if piece.endswith(("'s", "’s")) else piece
        if core != (word.lower() if lower else word) or any(first <= start < last for first, last in spared):
            continue
        stop = start + len(core)
        if lower and not _is_name_in_small_letters(doc.text, start, stop):
            continue
        before = _BEFORE.search(doc.text, max(0, start - _FAR), start)
        alone = before is None or before.group(1).lower() in lexicon("stop_words") or not before.group(1)[:1].isupper()
        alone = alone or (before is not None and before.group(1).endswith((".", ",", ";", ":", "!", "?")))
        if alone and not _continues(doc.text, stop) and not _INNER.match(doc.text, stop):
            found.append((start, stop))
    return found


def _is_name_in_small_letters(text: str, start: int, stop: int) -> bool:
    """Whether a part of a name stands where only the person can be meant, in a text in lower case."""
    word, before = text[start:stop], _BEFORE.search(text, max(0, start - _FAR), start)
    after = re.match(r"\s+(\w+)", text[stop : stop + _FAR])
    led = before.group(1) if before else ""
    free = not led or not led[-1:].isalnum() or (led in lexicon("stop_words") and led not in _LEADING)
    follows = after is None or after.group(1) in lexicon("stop_words")
    return len(word) >= _TELLING and word not in _ALSO_WORDS and free and follows


_TELLING = 4  # letters of a part of a name by which readers know the person
_LEADING = _DETERMINERS | {"the"}
# parts of the names of known people that are common words as well
_ALSO_WORDS = frozenset(
    """alley ally amber archer atom bacon baker bale ball band banks barker bean bell berry bill birch bird black
    blessed bloom blunt bond booth bottoms brand brass bridges brook brooks brown buddy burns butler cage camp
    candy cannon carpenter carter cash castle chamberlain chandler chase chevalier christian chuck church cliff
    close cole combs cook cooper coward craven cruise crystal cube curry dance daphne dean delta diamond dick
    diesel dolly driver duke dyke fanny farmer felicity field fields finch fisher ford forest forte foster frank
    freeman frost fuller gable garland gene ginger given glass goldsmith gore grace grant graves green grey
    gross guest guru hall hardy hark harmony hart hawks heard heath heather hill holly hope hopper hunt hunter
    hurt idle irons ivory jack jean jimmy judge keel keener king knight lake lance lane laurel lily long lord
    lords love majors march mark marshall mason mature meadows mercury miles milestone miller mills monte moss
    nick norm pace page park parks patty peck penny pepper phoenix pierce pike pine piper porter potter power
    powers price queen raft rains rice rich rick river rivers roach robin rock roman rose rosemary ruby rush
    saint sally sands sandy savage sellers shearer shepherd shields shire shore short sissy slim smart snow
    spade spelling spike stack stamp sterling stern stoker stone strode strong summer swank temple treat turner
    twain union victor viola wait waits walker waltz ward warden warner waters weaver west whale white wilde
    winger winters wise wonder wood woods woody young zero zombie torn""".split()
)
_WHOSE = re.compile(r"(\S*?)\s?(?:['’]s|(?<=s)['’])\s+[\"“‘'`]*\s*\Z")
_BY = re.compile(r"[\s\"”’']*,?\s*(?:(?:written and )?directed |made )?by\s+(?=[A-Z])")
_YEAR = re.compile(r"[\s\"”’']*\([^()\d]{0,40}(?:19|20)\d\d")


def credit(text: str, start: int, stop: int) -> Offsets | None:
    """Where a text, right beside a title, goes on to say who made the film or of which year it is.

    Args:
        start: Where the title begins.
        stop: Where it ends.

    Returns:
        From the end of the maker's name to the title, or from the title to where the maker's name or the year begins.

    Example:
        >>> credit("We saw Spielberg's Jaws.", 19, 23), credit("We saw Jaws by Spielberg.", 7, 11)
        ((16, 19), (11, 15))
        >>> credit("We saw Jaws twice.", 7, 11) is None
        True
    """
    before = _WHOSE.search(text, max(0, start - _FAR), start)
    if before is not None and before.group(1).lower() not in lexicon("stop_words"):
        return before.end(1), start
    after = _BY.match(text, stop) or _YEAR.match(text, stop)
    return None if after is None else after.span()


def spellings(text: str, name: str) -> list[Offsets]:
    """Where the words of a name stand in a text, in large or small letters and with any signs between them.

    Example:
        >>> spellings("Pulp Fiction! #PulpFiction", "Pulp Fiction")
        [(0, 12), (15, 26)]
    """
    words = r"[\W_]*".join(map(re.escape, re.findall(r"[^\W_]+", name)))
    return [found.span() for found in re.finditer(rf"(?<!\w){words}(?!\w)", text, re.IGNORECASE)]
