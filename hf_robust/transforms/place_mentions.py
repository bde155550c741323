"""Where a text names a country, its people or a city, and where a place is only a part of something else."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Span, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import LANDSCAPE, LOCATIVES, NAME_PREPOSITIONS, STATE_OFFICES, VISITS
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.nations import nation_of_city, nations, peoples
from hf_robust.language.english.places import is_doubtful, place_names, takes_article
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.entity_spans import entity_at, is_no_person, is_person

_INNER = frozenset("and de del do es of , ".split())  # small words inside a name
_OF_MORE = frozenset("african latin native north south central anglo indo afro red".split())  # "African American"
_SPEAKING = frozenset("in into speak speaks speaking spoke learn learning language ancient modern".split())
_OFFICES = STATE_OFFICES | frozenset("ambassador leader emperor king pope premier prince queen secretary".split())
_OF_OLD = frozenset("ancient colonial feudal imperial medieval old occupied postwar prewar classical team".split())
_STATE = re.compile(r"\s?,?\s(?:[A-Z]{2}\b(?!\s?\()|[A-Z][a-z]{1,5}\.)")  # "Boston MA", "Denver, Colo."
_TIES = NAME_PREPOSITIONS | {"&", "'s"}
_LOCATIVE = (LOCATIVES - {"on"}) | VISITS | {"via"}
_LANDSCAPE = LANDSCAPE | frozenset("beaches capital coastal metro skyline subway volcano".split())
_MOST = 100  # places of a text; each is compared with all that stands beside
_GLUE = frozenset("-/#@.")
_SUFFIXES = ("-based",)


class Mention(NamedTuple):
    """A country, its people or a city in the text.

    Args:
        start: First character.
        end: Character after the last.
        kind: ``country``, ``city``, ``adjective`` or ``people``.
        nation: The country in lower case.
        number: Of a city, its number among those of the country.
        modifies: Whether it stands before a noun.
    """

    start: int
    end: int
    kind: str
    nation: str
    number: int = 0
    modifies: bool = False


def mentions(doc: Doc) -> list[Mention]:
    """All of them, from left to right, in a text whose places may all move.

    Args:
        doc: The text.

    Raises:
        NotApplicable: When a place stands in it that cannot be told or changed, as in a longer name.
    """
    found = []
    for start, end, mention in _scan(doc):
        if mention is None:
            raise NotApplicable(_why(doc, start, end))
        found.append(mention)
        if len(found) > _MOST:
            raise NotApplicable("the text mentions too many places")
    if found:
        _refuse_others(doc, found)
    return found


def cities(doc: Doc) -> list[Mention]:
    """Cities that stand as such wherever the text has them, at least once with a preposition before it.

    Args:
        doc: The text.
    """
    found, blocked, inside = [], set(), set()
    for start, end, mention in _scan(doc):
        if mention is None:
            blocked.add(plain(doc.text[start:end]))
        elif mention.kind == "city":
            found.append(mention)
            before = doc.tokens[max(0, doc.token_at(mention.start) - 1)]
            if before.text.lower() in _LOCATIVE and not _is_followed(doc, mention):
                inside.add((mention.nation, mention.number))
    at_sea = {token.text.lower() for token in doc.tokens} & _LANDSCAPE
    others = any(entity.label == "LOC" for entity in doc.entities)
    names = {nations()[mention.nation].cities[mention.number].lower() for mention in found}
    if at_sea or others or blocked & names:
        return []
    return [mention for mention in found if (mention.nation, mention.number) in inside]


def _why(doc: Doc, start: int, end: int) -> str:
    """Why a place cannot be changed."""
    place, entity = doc.text[start:end], entity_at(doc, start, end)
    if entity is not None and entity.end - entity.start > end - start + 4:
        return f"the place '{place}' is a part of '{doc.text[entity.start : entity.end]}'"
    return f"the place '{place}' cannot be told or changed where it stands"


def _is_followed(doc: Doc, mention: Mention) -> bool:
    """Whether a larger place follows, as in "Portland, Maine"; its own country may."""
    rest = doc.text[mention.end : mention.end + 30].lstrip(" ,")
    own = nations()[mention.nation].name
    comma = doc.text[mention.end : mention.end + 3].lstrip()[:1] == ","
    return comma and rest[:1].isupper() and not rest.startswith(own)


def _scan(doc: Doc) -> Iterator[tuple[int, int, Mention | None]]:
    """Where each listed name stands and what it means; None where that cannot be told."""
    low, tokens, table, at = plain(doc.text), doc.tokens, _by_first_word(), 0
    for number, token in enumerate(tokens):
        if token.start < at:
            continue
        for phrase in table.get(_first(low[token.start : token.end]), ()):
            end = token.start + len(phrase)
            if not low.startswith(phrase, token.start) or low[end : end + 1].isalnum():
                continue
            at = end
            if token.text[:1].isupper():
                if phrase != "us" or doc.text[token.start : end] == "US":
                    yield token.start, end, _mention(doc, number, end, phrase)
            elif not (is_doubtful(phrase) or phrase in genders_of_names() or len(phrase) < 4 or phrase in peoples()):
                yield token.start, end, None
            break


def _mention(doc: Doc, number: int, end: int, phrase: str) -> Mention | None:
    """The place at a listed name; None where it cannot be told or changed."""
    tokens, start = doc.tokens, doc.tokens[number].start
    last = number
    while last + 1 < len(tokens) and tokens[last + 1].start < end:
        last += 1
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if _is_bound(doc, number, last, end):
        return None
    modifies = after is not None and after.pos in ("NOUN", "ADJ") and after.text[:1].islower() and after.start > end
    if phrase in peoples() and phrase not in place_names():
        nation, kind = peoples()[phrase]
        if not _is_people(tokens, number, last, nation, kind, modifies):
            return None
        return Mention(start, end, kind, nation, 0, modifies)
    place = place_names()[phrase]
    if not place or not _is_place(doc, number, last, end, phrase):
        return None
    if place in nations():
        return Mention(start, end, "country", place, 0, modifies)
    if place not in nation_of_city():
        return None
    nation, order = nation_of_city()[place]
    return Mention(start, end, "city", nation, order, modifies)


def _is_bound(doc: Doc, number: int, last: int, end: int) -> bool:
    """Whether what stands right beside a name makes it a part of something: "old Rome", "Boston, MA", "pro-China"."""
    tokens, text, start = doc.tokens, doc.text, doc.tokens[number].start
    before = tokens[number - 1].text.lower() if number else ""
    after = tokens[last + 1 : last + 3]
    numbered = bool(after) and after[0].pos == "NUM" and after[0].start == end + 1 and after[0].text[0].isdigit()
    of_more = len(after) == 2 and after[0].text == "of" and after[1].text[:1].isupper()
    joined = text[end : end + 1] == "-" and text[end + 1 : end + 2].isalnum() and not text.startswith(_SUFFIXES, end)
    glued = text[max(0, start - 1) : start] in _GLUE or text[end : end + 1] in ("/", "_")
    return before in _OF_OLD or numbered or of_more or joined or glued or _STATE.match(text, end) is not None


def _is_people(tokens: Sequence[Token], number: int, last: int, nation: str, kind: str, modifies: bool) -> bool:
    before = tokens[number - 1] if number else None
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if after is not None and after.text[:1].isupper() and after.text[:1].isalpha():
        return False
    named = before is not None and before.pos == "PROPN" and before.text[:1].isupper()
    if before is not None and (named or before.text.lower() in _OF_MORE):
        return False
    if kind == "people" or modifies:
        return True
    if before is not None and before.text.lower() in _SPEAKING:
        return False
    # alone, "French" is a language or a people, and "German" a person
    return nations()[nation].is_plain and before is not None and before.text.lower() in ("a", "an", "one")


def _is_place(doc: Doc, number: int, last: int, end: int, phrase: str) -> bool:
    """Whether a listed name means the place where it stands."""
    tokens = doc.tokens
    start = tokens[number].start
    entity = entity_at(doc, start, end)
    if entity is not None and doc.text[start:end].isupper() and not doc.text[entity.start : entity.end].isupper():
        entity = None  # "Wins Gold ATHENS": a dateline in capitals is no part of a name before it
    doubtful = is_doubtful(phrase) or phrase in genders_of_names()
    if is_doubtful(phrase) and place_names()[phrase] in nation_of_city():
        return False
    small = _INNER if last > number else ()
    kinds = {t.pos for t in tokens[number : last + 1] if t.text.lower() not in small}
    if kinds != {"PROPN"} or in_longer_name(tokens, number, last):
        return False
    if entity is not None and is_person(entity):
        return entity.start == start and entity.end <= end + 2 and is_no_person(phrase)
    if doubtful:
        return entity is not None and entity.label == "GPE"
    return entity is None or (entity.start >= start - 4 and entity.end <= end + 2)


def in_longer_name(tokens: Sequence[Token], first: int, last: int) -> bool:
    """As in "Bank of America" and "Chicago Bulls"."""
    before = first - 1
    if before > 0 and tokens[before].text.lower() == "the":
        before -= 1
    if before > 0 and tokens[before].text.lower() in _TIES:
        before -= 1
    beside = (tokens[n] for n in (before, last + 1) if 0 <= n < len(tokens))
    capitals = (
        tokens[first].text.isupper() and len(tokens[first].text.replace(".", "")) > 3
    )  # a dateline: "Talks Go On BEIJING"
    named = [t for t in beside if t.text[:1].isupper() and not (capitals and not t.text.isupper())]
    possessed = tokens[last + 1 : last + 3]
    if len(possessed) == 2 and possessed[0].text in ("'s", "’s") and possessed[1].pos == "PROPN":
        return True  # "London's Stock Exchange"
    kinds = ("PROPN",) if capitals else ("PROPN", "NOUN", "ADJ")
    return any(t.pos in kinds and not _is_listed(t) for t in named)


def _is_listed(token: Token) -> bool:
    """Another place beside, as in "London England"; it is looked at by itself."""
    return token.text.lower() in place_names() or token.text.lower() in peoples()


def _refuse_others(doc: Doc, found: Sequence[Mention]) -> None:
    """Places that are not listed, and people who hold an office somewhere."""
    if not found:
        return
    for token in doc.tokens:
        low = token.text.lower()
        if any(mention.start <= token.start < mention.end for mention in found):
            continue
        if low in _anchors() and not (token.text.islower() and low in _in_capitals()):
            raise NotApplicable(f"'{token.text}' may refer to a specific country or place")
    for entity in doc.entities:
        if entity.label in ("GPE", "LOC", "FAC", "NORP") and not _covers(found, entity):
            raise NotApplicable(f"the place '{doc.text[entity.start : entity.end]}' is not listed")
    for before, token in zip(doc.tokens, doc.tokens[1:]):
        if (
            token.tag == "NNPS"
            and before.text.lower() == "the"
            and not any(m.start <= token.start < m.end for m in found)
        ):
            raise NotApplicable(f"'the {token.text}' may be related to a place")
        if before.text.lower() in _OFFICES and token.pos == "PROPN" and token.text[:1].isupper():
            raise NotApplicable(f"'{before.text} {token.text}' refers to a specific country")


def _covers(found: Sequence[Mention], entity: Span) -> bool:
    return any(mention.start < entity.end and entity.start < mention.end for mention in found)


def place_edit(doc: Doc, mention: Mention, new: str) -> list[Edit]:
    """A new name in the place of a mention; "the" goes where it belonged to the old name.

    Args:
        doc: The text.
        mention: The mention.
        new: The name, which takes no article.
    """
    start, end = mention.start, mention.end
    old = doc.text[start:end]
    edits = []
    head = doc.text[max(0, start - 4) : start]
    articled = mention.kind == "country" and not mention.modifies and takes_article(old)
    if articled and head.lower() == "the " and doc.is_free(start - 4, start - 1):
        edits.append(Edit(start - 4, start, ""))
    if old.isupper() and sum(c.isalpha() for c in old) > 3:
        new = new.upper()
    if old.endswith(".") and doc.bounds is None and not doc.text[end:].strip():  # its stop ends the sentence too
        new += "."
    return [*edits, Edit(start, end, new)]


@cache
def _by_first_word() -> Mapping[str, Sequence[str]]:
    table: dict[str, list[str]] = {}
    for name in sorted(place_names().keys() | peoples().keys(), key=lambda name: (-len(name), name)):
        table.setdefault(_first(name), []).append(name)
    return table


@cache
def _anchors() -> frozenset[str]:
    return frozenset(lexicon("places_apart")["anchors"])


@cache
def _in_capitals() -> frozenset[str]:
    return frozenset(lexicon("places_apart")["in_capitals"])


def _first(name: str) -> str:
    return name.split(" ")[0].split(",")[0].removesuffix("'s").removesuffix("’s")


def plain(text: str) -> str:
    """Lower case without accents, as long as the text."""
    return text.lower() if text.isascii() else "".join(map(_plain_letter, text))


@cache
def _plain_letter(letter: str) -> str:
    low = unicodedata.normalize("NFD", letter)[:1].lower()
    return low if len(low) == 1 else letter
