"""Place names swapped for places in a chosen region of the world."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.core.text_columns import is_upper
from hf_robust.core.word_tables import WordTable
from hf_robust.language.annotated_texts import AnnotatedTexts
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.places import REGIONS, fits_anywhere, is_doubtful, place_edits, place_names, places
from hf_robust.tasks import ABSA, HATE_SPEECH, NLI, PARSING, POS, SENTIMENT, SIMILARITY, TEXT_CLASSIFICATION
from hf_robust.transforms.annotated_words import edits_of_annotated
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.entities import entity_at, genders_of_names, is_no_person, is_person, one_to_one, shuffled

_INNER = frozenset("and de del do es of , ".split())  # small words inside a name
_SMALLEST = 5  # of a group this small the choice would show


class _Mention(NamedTuple):
    """A place in the text: its characters, and the place in lower case."""

    start: int
    end: int
    place: str


@register
@dataclass(frozen=True, kw_only=True)
class SwapRegion(Transformation):
    """Places outside the chosen region of the world become places in it: a city a city, a country a country.

    Nothing is drawn: a place becomes the same other place wherever it stands, and two never become one. A name is
    a place where it is tagged as a name, and is no person and no part of a longer name. In a token list it keeps
    its number of tokens.

    Args:
        to: ``africa``, ``asia``, ``europe``, ``middle-east``, ``north-america``, ``oceania`` or ``south-america``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Prejudice".

    Example:
        >>> doc = Doc.tagged("Oslo/PROPN is/AUX in/ADP Norway/PROPN", {"Oslo": "GPE"})
        >>> SwapRegion(to="oceania").preview(doc), SwapRegion(to="europe").preview(doc)
        ('Christchurch is in Fiji', 'Oslo is in Norway')
    """

    to: str = "africa"

    name = "swap-region"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Prejudice (location)"
    needs = frozenset({"ent", "pos"})
    # not questions: they keep the places that the context loses; and entities are protected in their own task
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, POS, PARSING)

    def __post_init__(self) -> None:
        self._require_choice("to", REGIONS)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        found = [mention for mention in _mentions(doc) if mention.place]
        # a place that has to stay in one place of the text stays in all
        kept = {place for start, end, place in found if not doc.is_free(start, end)}
        used = {mention.place for mention in found}
        new: dict[tuple[str, int], str] = {}
        for size in sorted({_size(doc, mention) for mention in found}):
            table = _choices(self.to, size)
            olds = {mention.place for mention in found if _size(doc, mention) == size} & table.keys() - kept
            for old, name in one_to_one(table, olds, used).items():
                new[old, size] = name
                used.add(name.lower())
        swaps: list[Edit] = []
        for mention in found:
            other = new.get((mention.place, _size(doc, mention)))
            swaps += place_edits(doc, mention.start, mention.end, other) if other else ()
        return with_articles(doc, swaps)

    def edits_annotated(self, texts: AnnotatedTexts, draws: Draws) -> EditColumns | None:
        opens, (start, *_) = _first_words(), texts.tokens
        known = opens.holds(texts.column, texts.tokens) | texts.holding("'") | texts.holding(",")
        capital = is_upper(texts.column.data[start])
        return edits_of_annotated(self.edits, texts, draws, texts.with_tokens(known & capital))


def _size(doc: Doc, mention: _Mention) -> int:
    """Number of words that a name in a token list keeps; 0 in a text, where it is free."""
    return 0 if doc.bounds is None else len(doc.text[mention.start : mention.end].split())


def _mentions(doc: Doc) -> Iterator[_Mention]:
    """Places from left to right, the longest name first."""
    low = _plain(doc.text)
    table, tokens = _by_first_word(), doc.tokens
    at = 0
    for number, token in enumerate(tokens):
        if token.start < at or not token.text[:1].isupper():
            continue
        for phrase in table.get(_first(low[token.start : token.end]), ()):
            end = token.start + len(phrase)
            if low.startswith(phrase, token.start) and _stands_alone(low, token.start, end):
                whole = doc.bounds is not None and "," in phrase  # a comma has a token and a tag of its own
                place = "" if whole else place_names()[phrase]
                if not place or _is_place(doc, number, end, phrase):
                    yield _Mention(token.start, end, place)
                    at = end
                    break


def _is_place(doc: Doc, number: int, end: int, phrase: str) -> bool:
    """Whether a listed name means the place where it stands."""
    tokens = doc.tokens
    start, last = tokens[number].start, number
    while last + 1 < len(tokens) and tokens[last + 1].start < end:
        last += 1
    if phrase == "us" and doc.text[start:end] != "US":
        return False
    entity = entity_at(doc, start, end)
    if entity is not None and doc.text[start:end].isupper() and not doc.text[entity.start : entity.end].isupper():
        entity = None  # "Wins Gold ATHENS": a dateline in capitals is no part of a name before it
    doubtful = is_doubtful(phrase) or phrase in genders_of_names()
    small = _INNER if last > number else ()
    kinds = {t.pos for t in tokens[number : last + 1] if t.text.lower() not in small}
    if entity is not None and entity.label in ("GPE", "LOC"):
        return kinds <= ({"PROPN"} if doubtful else {"PROPN", "ADJ", "NOUN"})  # taggers differ on capitals
    if kinds != {"PROPN"}:
        return False
    if entity is not None and is_person(entity):
        return entity.start == start and entity.end <= end + 2 and is_no_person(phrase)
    if doubtful or _in_longer_name(tokens, number, last):
        return False
    return entity is None or (entity.start >= start - 4 and entity.end <= end + 2)


def _in_longer_name(tokens: Sequence[Token], first: int, last: int) -> bool:
    """As in "Bank of America" and "Chicago Bulls"."""
    before = first - 1
    if before > 0 and tokens[before].text.lower() == "the":
        before -= 1
    if before > 0 and tokens[before].text.lower() == "of":
        before -= 1
    beside = (tokens[n] for n in (before, last + 1) if 0 <= n < len(tokens))
    capitals = tokens[last].text.isupper()  # a dateline again: "Talks Go On BEIJING"
    return any(t.pos == "PROPN" and t.text[:1].isupper() and t.text.isupper() == capitals for t in beside)


@cache
def _choices(to: str, size: int) -> Mapping[str, tuple[Sequence[str], int]]:
    """By place outside the region the places that it may become, and the place of its own.

    Args:
        to: The region.
        size: Number of words of what it may become; 0: as many as the place has where there are enough of them.
    """
    table: dict[str, tuple[Sequence[str], int]] = {}
    for group in ("cities", "countries", "areas"):
        members = [(low, place) for low, place in places().items() if place.group == group]
        inside = [place.name for _, place in members if place.region == to and fits_anywhere(place)]
        olds: dict[int, list[str]] = {}
        for low, place in members:
            if place.region != to:
                # those with an article go mostly by a short name
                olds.setdefault(len(low.split()) if fits_anywhere(place) else 1, []).append(low)
        for words, names in olds.items():
            pool = shuffled(name for name in inside if len(name.split()) == (size or words))
            if len(pool) < _SMALLEST and not size:
                pool = shuffled(inside)
            table.update((low, (pool, number)) for number, low in enumerate(names) if pool)
    return table


@cache
def _by_first_word() -> Mapping[str, Sequence[str]]:
    table: dict[str, list[str]] = {}
    for name in sorted(place_names(), key=lambda name: (-len(name), name)):
        table.setdefault(_first(name), []).append(name)
    return table


@cache
def _first_words() -> WordTable:
    return WordTable(_by_first_word())


def _first(name: str) -> str:
    return name.split(" ")[0].split(",")[0].removesuffix("'s").removesuffix("’s")


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Not a part of a longer word, as in "London-based"."""
    after, before = text[end : end + 2], text[max(0, start - 2) : start]
    joined = (after[:1] == "-" and after[1:].isalnum()) or (before[1:] == "-" and before[:1].isalnum())
    return not (joined or after[:1].isalnum() or after[:1] == "_")


def _plain(text: str) -> str:
    """Lower case without accents, as long as the text."""
    return text.lower() if text.isascii() else "".join(map(_plain_letter, text))


@cache
def _plain_letter(letter: str) -> str:
    low = unicodedata.normalize("NFD", letter)[:1].lower()
    return low if len(low) == 1 else letter
