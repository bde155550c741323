"""Whether a text means the known thing of a name, and whether it also uses a short form of that name."""

import re
from collections.abc import Collection, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.word_bounds import find_words
from hf_robust.language.aspect_clauses import domain_of
from hf_robust.language.english.closed_classes import GOALS, LOCATIVES, VISITS
from hf_robust.language.famous_names import Famous, FamousMention
from hf_robust.language.lexicons import lexicon

_FAR = 40  # characters before a name in which the word before it is looked for
# before a preposition and a place, these say that it is no part of a title
_BEFORE_PLACES = frozenset(
    """live lives lived living filmed shot set made located born up moved move moves moving goes going went go
        travel travels traveled back trip came come comes coming am was is been i'm flew flies work works working worked
        store home""".split()
)
_TITLE_WORDS = 3  # words before a place of which a title would have one with a capital
_SHORT = 3  # letters of a part of a title that can stand for the title
_FILM_WORDS = frozenset(
    """film films movie movies cinema documentary documentaries screenplay script director directors directed actor
        actors actress actresses cast plot plots sequel prequel remake comedy drama thriller flick flicks filmmaker
        filmmakers screenwriter cinematography storytelling viewer viewers audience audiences moviegoers""".split()
)
_WHERE = (
    (LOCATIVES - {"on"})
    | VISITS
    | GOALS - {"onto"}
    | frozenset("visiting leaving throughout toward towards downtown beautiful sunny nearby".split())
)
# places that texts name for an industry, a government or a festival
_STANDING_FOR_MORE = frozenset(
    {"hollywood", "bollywood", "broadway", "washington", "cannes", "wall street", "sundance"}
)
_QUOTES = {'"': '"', "“": "”", "``": "''"}


def is_sure(text: str, mention: FamousMention, words: Collection[str]) -> bool:
    """Whether a text means the thing that the table describes.

    Args:
        mention: The name in it.
        words: All words of the text, in lower case.

    Example:
        >>> place, dish = Famous("Africa", "a continent", "place"), Famous("wasabi", "a paste", "dish")
        >>> is_sure("It plays in Africa.", FamousMention(12, 18, place), {"it", "plays", "in", "africa"})
        True
        >>> is_sure("Wasabi is slight fare.", FamousMention(0, 6, dish), {"wasabi", "is", "slight", "fare"})
        False
    """
    start, stop, entry = mention
    if entry.kind in ("person", "film", ""):
        return not _is_inside_title(text, start, stop) or entry.kind == ""
    if _is_inside_title(text, start, stop):
        return False
    of_films = not _FILM_WORDS.isdisjoint(words)
    if entry.kind == "dish":
        capital = text[start].isupper() and text != text.upper()
        others = set(words) - {part.lower() for part in entry.name.split()}
        return not (of_films or capital) and domain_of(others) in ("restaurants", "hotels")
    if entry.kind == "place":
        sure = not of_films or _is_only_place(text, start, stop)
        return sure and entry.name.lower() not in _STANDING_FOR_MORE and _word_before(text, start) in _WHERE
    if not of_films or (not entry.cased and len(find_words(entry.name)) > 1):
        return True
    lower = text == text.lower()
    if entry.role == "author":
        return not lower and text[stop:].split()[:1] != ["in"]  # "Shakespeare in Love"
    return _is_no_word(entry) and (lower or text[start:stop] == entry.name)


def _is_only_place(text: str, start: int, stop: int) -> bool:
    """Whether a place in a text about films is no part of a title or of a longer address: "in Paris, Texas"."""
    before = text[max(0, start - _FAR) : start].split()[-_TITLE_WORDS:]
    if text == text.lower() and (len(before) < _TITLE_WORDS or before[-2] not in _BEFORE_PLACES):
        return False
    goes_on = re.match(r"(?:['’]s)?,?\s+(?:[A-Z0-9]|in\b)", text[stop:])
    return goes_on is None and not any(word[:1].isupper() for word in before[1:])


def _is_no_word(entry: Famous) -> bool:
    """Whether no common word is written as a name is: "BBC", "eBay", "Netflix"."""
    acronym = any(letter.isupper() for letter in entry.name[1:])
    return acronym or (entry.kind == "business" and entry.name.lower() not in lexicon("english_words"))


def _word_before(text: str, start: int) -> str:
    piece = text[max(0, start - _FAR) : start]
    found = find_words(piece)[-1:]
    return piece[slice(*found[0])].lower() if found and not piece[found[0][1] :].strip() else ""


def _is_inside_title(text: str, start: int, stop: int) -> bool:
    """Whether a name is a part of a short text in quotation marks."""
    for opening, closing in _QUOTES.items():
        before = text.rfind(opening, max(0, start - _FAR), start)
        after = text.find(closing, stop, stop + _FAR)
        if before < 0 or after < 0 or (opening == closing and text[:start].count(opening) % 2 == 0):
            continue
        if text[before + len(opening) : start].strip() or text[stop:after].strip(" ,.!?"):
            return True
    return False


def also_short(doc: Doc, mentions: Sequence[FamousMention]) -> set[Famous]:
    """The names of a text of which it also has a short form: a part of a title, or another name for one place.

    Args:
        doc: The text.
        mentions: The names in it.

    Example:
        >>> film = Famous("This Is Spinal Tap", "a comedy", "film")
        >>> doc = Doc("This Is Spinal Tap is odd. Spinal Tap is loud.")
        >>> also_short(doc, [FamousMention(0, 18, film)]) == {film}
        True
    """
    text, found = doc.text, set[Famous]()
    lower = text == text.lower()
    for one in mentions:
        parts = {part.lower() for part in one.entry.name.split()}
        if any(_is_part(parts, one.entry, other.entry) and not is_same(one.entry, other.entry) for other in mentions):
            found.add(one.entry)
        if one.entry.kind in ("person", "") or len(parts) == 1:
            continue
        spans = [(other.start, other.end) for other in mentions]
        for start, end in doc.words:
            word = text[start:end]
            free = not any(first <= start < last for first, last in spans)
            telling = len(word) >= _SHORT and word.lower() not in lexicon("stop_words")
            # in a text in lower case, a common word of a title is no sign of the title
            shown = word[:1].isupper() or (lower and one.entry.kind in ("place", "business"))
            if free and telling and shown and word.lower() in parts:
                found.add(one.entry)
    return found


def is_same(entry: Famous, other: Famous) -> bool:
    """Whether two entries are a place and a short form of its name: "Las Vegas" and "Vegas".

    Example:
        >>> is_same(Famous("Las Vegas", "a city", "place"), Famous("Vegas", "a city", "place"))
        True
    """
    parts, others = set(entry.name.split()), set(other.name.split())
    alike = entry.kind == "place" and entry._replace(name=other.name) == other
    return alike and (parts <= others or others <= parts)


def _is_part(parts: Collection[str], entry: Famous, other: Famous) -> bool:
    """Whether one of two names of a kind has all words of the other one."""
    if other == entry or other.kind != entry.kind or entry.kind == "person":
        return False
    others = {part.lower() for part in other.name.split()}
    return set(parts) < others or others < set(parts)
