"""Whether a text is English: it is, unless function words of other languages or unknown words speak against it."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from string import ascii_lowercase
from typing import Any

import numpy as np

from hf_robust.core.doc import Doc
from hf_robust.core.scripts import foreign_script
from hf_robust.core.text_columns import TextColumn, WordColumns, byte_mask, ranges
from hf_robust.core.word_tables import WordTable
from hf_robust.language.lexicons import lexicon

NOT_ENGLISH = "the text is not English"
_READ = 50  # words of a text that are read
# Points of a word. "weak" words of other languages are common in English names, or are English words, too.
_SURE_ENGLISH, _SHARED_ENGLISH, _WEAK_OTHER, _SURE_OTHER = 2, 1, -1, -2
_ACCENTED = re.compile("[a-z].*[À-ȿ]", re.DOTALL)  # no name: English writes few such words
_PIECE = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")  # every word without other signs is one
_RARE = re.compile("[a-z].*[Ā-ȿ]", re.DOTALL)  # and with "ă", "ő" or "ż" none
_SMALL = 2  # words in small letters that say something of a language
_KNOWN_OF = 3  # one word in so many is known by chance: "club", "salon"
_IS_ACCENT = np.isin(np.arange(256), np.arange(0xC3, 0xC9))  # the first byte of each of these letters
_IS_RARE = np.isin(np.arange(256), np.arange(0xC4, 0xC9))
_IS_LOWER = byte_mask(ascii_lowercase)
_NAMES = {
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "sv": "Swedish",
    "da": "Danish",
    "no": "Norwegian",
    "pl": "Polish",
    "cs": "Czech",
    "tr": "Turkish",
    "fi": "Finnish",
    "id": "Indonesian",
    "ro": "Romanian",
    "hu": "Hungarian",
    "hr": "Croatian",
    "sk": "Slovak",
    "et": "Estonian",
    "lt": "Lithuanian",
    "lv": "Latvian",
    "vi": "Vietnamese",
    "sw": "Swahili",
    "tl": "Tagalog",
    "ca": "Catalan",
    "sq": "Albanian",
}

_REMEMBERED: dict[str, bool] = {}
_TEXTS = 1024  # that are remembered: all of a batch are asked about twice


def is_english(doc: Doc) -> bool:
    """Whether a text is English, by its first words.

    Many headlines and short texts have no function word, so a text in Latin script is English unless its words speak
    against it: function words of other languages, or words with accents, outweigh the English function words. A text
    with hardly a function word is not English if at most a third of its words in small letters are in a list of English
    words. One word alone is too short to tell.

    Example:
        >>> is_english(Doc("Stocks fall sharply")), is_english(Doc("Il est tard et on a faim."))
        (True, False)
    """
    # several rows often have one text: the questions about a passage
    found = _REMEMBERED.get(doc.text) if doc.bounds is None else None
    if found is None:
        found = _reads_as_english(doc)
        if doc.bounds is None:
            if len(_REMEMBERED) >= _TEXTS:
                _REMEMBERED.clear()
            _REMEMBERED[doc.text] = found
    return found


def _reads_as_english(doc: Doc) -> bool:
    points, text, total, sure = _points(), doc.text, 0, False
    in_ascii, low = text.isascii(), text.lower()
    if in_ascii:
        pieces = _PIECE.findall(low)
        if _of_others().isdisjoint(pieces) and not _of_english().isdisjoint(pieces[:_READ]):
            return True  # no word speaks against it
    for start, end in doc.words[:_READ]:
        found = points.get(low[start:end] if in_ascii else text[start:end].lower())
        if found is None and not in_ascii and _ACCENTED.match(text[start:end]):
            found = _SURE_OTHER if _RARE.match(text[start:end]) else _WEAK_OTHER
        if found:
            total, sure = total + found, sure or found == _SURE_OTHER
    if len(doc.words) > 1 and (_is_outweighed(total, sure) or (total <= _SHARED_ENGLISH and _is_unknown(_small(doc)))):
        return False
    return foreign_script(doc.text) is None


def _small(doc: Doc) -> list[str]:
    """The words of a text that begin with a small letter: names do not."""
    return [doc.text[start:end] for start, end in doc.words[:_READ] if doc.text[start] in ascii_lowercase]


def _is_unknown(words: Sequence[str]) -> bool:
    """Whether so few of some words are English that a text with hardly a function word is in another language."""
    lows = [word.lower() for word in words if len(word) > 1 and word.isalpha()]
    if len(lows) < _SMALL:
        return False
    words_known, points = lexicon("english_words"), _points()
    known = sum(low in words_known or points.get(low, 0) > 0 for low in lows)
    return not known or (len(lows) > _SMALL and _KNOWN_OF * known <= len(lows))


def not_english(doc: Doc) -> str | None:
    """Why a text is not English; None for one that is.

    Example:
        >>> not_english(Doc("Das ist ein Hund.")), not_english(Doc("That is a dog."))
        ('it is in German', None)
    """
    if is_english(doc):
        return None
    language = latin_language(doc)
    return "it is not in English" if language is None else f"it is in {language[1]}"


def latin_language(doc: Doc) -> tuple[str, str] | None:
    """The code and English name of the language of a text in Latin script.

    Returns:
        None where no function word tells the language. If two languages have equally many of them, the one that comes
        first in the table of languages.

    Example:
        >>> latin_language(Doc("El perro duerme debajo de la mesa")), latin_language(Doc("Hola"))
        (('es', 'Spanish'), None)
    """
    if is_english(doc):
        told = any(_points().get(doc.text[start:end].lower(), 0) > 0 for start, end in doc.words[:_READ])
        return ("en", "English") if told else None
    points = language_points(doc)
    if not any(points[code] for code in _NAMES):
        return None
    code = max(_NAMES, key=lambda one: points[one])
    return code, _NAMES[code]


def language_points(doc: Doc) -> "Counter[str]":
    """The points of the function words of a text by code of the language, of its first words.

    Example:
        >>> sorted(language_points(Doc("The mother of the child")).items())
        [('en', 6)]
    """
    points: Counter[str] = Counter()
    for start, end in doc.words[:_READ]:
        word = doc.text[start:end].lower()
        points.update(_points_by_language().get(word, {}))
        points["en"] += max(_points().get(word, 0), 0)
    return +points


def language_name(code: str) -> str:
    """English name of a language of the function words.

    Example:
        >>> language_name("de")
        'German'
    """
    return _NAMES.get(code, "English")


def are_english(column: TextColumn, rows: np.ndarray) -> np.ndarray:
    """:func:`is_english` of some rows; False for all other rows.

    Args:
        rows: The numbers of these rows, ascending.
    """
    words = _words_to_read(column, rows)
    table, known = _table()
    found = table.find(column, words)
    points = known[found]
    if not column.in_ascii.all():
        accented = np.where(_with_letters(column, words, _IS_ACCENT), _WEAK_OTHER, 0)
        accented[_with_letters(column, words, _IS_RARE)] = _SURE_OTHER
        points = np.where(found < 0, accented, points)
    if words is column.words:  # no copy of them: what is behind the first words does not count
        points = np.where(np.arange(len(points)) - words.first[words.row] < _READ, points, 0)
    total = np.bincount(words.row, weights=points, minlength=column.size)
    sure = np.bincount(words.row[points == _SURE_OTHER], minlength=column.size) > 0
    english = np.zeros(column.size, bool)
    english[rows] = ~(_is_outweighed(total, sure) & (np.diff(words.first) > 1))[rows]
    small = np.where(_IS_LOWER[column.data[words.start]], 1, 0) if len(words.start) else np.zeros(0)
    few = np.bincount(words.row, weights=small, minlength=column.size) >= _SMALL
    for row in np.flatnonzero(english & few & (total <= _SHARED_ENGLISH) & (np.diff(words.first) > 1)).tolist():
        places = np.arange(words.first[row], min(words.first[row + 1], words.first[row] + _READ))
        places = places[small[places] > 0]
        found_words = column.texts.slices(words.start[places], words.end[places]).tolist()
        english[row] = not _is_unknown([word.decode() for word in found_words])
    wide = np.flatnonzero(english & ~column.in_ascii)
    english[wide] = [foreign_script(text.decode()) is None for text in column.texts.take(wide).tolist()]
    return english


def _is_outweighed(total: Any, sure: Any) -> Any:
    """Whether the points speak against English; one weak word alone does not. Of one text, or of each in arrays."""
    return (total <= _SURE_OTHER) | (sure & (total < 0))


def _with_letters(column: TextColumn, words: WordColumns, letters: np.ndarray) -> np.ndarray:
    """Which words begin with a small letter and have one of some others, given by their first bytes."""
    before = np.concatenate([[0], np.cumsum(letters[column.data])])
    return _IS_LOWER[column.data[words.start]] & (before[words.end] > before[words.start])


def _words_to_read(column: TextColumn, rows: np.ndarray) -> WordColumns:
    """The first words of some rows; all words of the column where they are not many more.

    What the lookup computes for all words is kept with the column, so the tables of a transformation need it no more.
    """
    words = column.words
    return words if len(words.start) <= 2 * _READ * len(rows) else first_words(column, rows, _READ)


def first_words(column: TextColumn, rows: np.ndarray, most: int) -> WordColumns:
    """The first words of some rows, so many of each at most."""
    first = column.words.first
    places = ranges(first[rows], np.minimum(first[rows + 1] - first[rows], most))
    return column.words.take(places, column.size)


@cache
def _points() -> dict[str, int]:
    """The points of each word."""
    words = lexicon("function_words")
    lists = [
        (other[kind], points)
        for kind, points in (("weak", _WEAK_OTHER), ("sure", _SURE_OTHER))
        for other in words["others"].values()
    ]
    lists += [(words["english"]["shared"], _SHARED_ENGLISH), (words["english"]["sure"], _SURE_ENGLISH)]
    plain = {word: points for one, points in lists for word in one.split()}
    return plain | {word.replace("'", "’"): points for word, points in plain.items()}


@cache
def _of_english() -> frozenset[str]:
    """The words that only English has."""
    return frozenset(word for word, points in _points().items() if points == _SURE_ENGLISH)


@cache
def _of_others() -> frozenset[str]:
    """The words that speak against English."""
    return frozenset(word for word, points in _points().items() if points < 0)


@cache
def _points_by_language() -> dict[str, dict[str, int]]:
    """The points of each word for each of the other languages."""
    found: dict[str, dict[str, int]] = {}
    for code, kinds in lexicon("function_words")["others"].items():
        for kind, points in (("weak", -_WEAK_OTHER), ("sure", -_SURE_OTHER)):
            for word in kinds[kind].split():
                for form in {word, word.replace("'", "’")}:
                    found.setdefault(form, {})[code] = points
    return found


@cache
def _table() -> tuple[WordTable, np.ndarray]:
    """The words as a table, and the points of each; the last entry is for words that are not in it."""
    points = _points()
    table = WordTable(sorted(points))
    return table, np.array([*(points[word] for word in table.words), 0])
