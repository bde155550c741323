"""Names of people, organizations and places replaced by others of their type."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.name_origins import names_of
from hf_robust.language.english.nations import nations, neighbor
from hf_robust.language.english.places import fits_anywhere, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA, HATE_SPEECH, POS, RELATION, SENSES, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.entity_spans import KINDS
from hf_robust.transforms.person_names import core, is_proper, parts_of, people, places_of
from hf_robust.transforms.place_mentions import PlaceMention, cities, mentions, place_edit

TYPES = ("person", "organisation", "place")
_MARKUP = re.compile(r"</?[A-Za-z]")  # names stand in addresses and tags there, too
_MOST_ENTITIES = 200  # of a text; each organization is looked for everywhere
_MOST_HEADS = 2  # words of an organization before what says its kind


@register
@dataclass(frozen=True, kw_only=True)
class NamedEntity(Transformation):
    """Replace names of people, organizations and places with other names of the same type, in all mentions.

    A name is replaced only if several signs agree: the recognizer, the tagger, capitals, and a title, a listed given
    name, a word for the kind ("Corp.", "University") or a preposition before a listed city. A given name becomes one of
    the same gender and language, and a surname becomes a surname. Initials, titles and the words for the kind do not
    change. A city becomes a city of the same country, and a country that is mentioned alone becomes one of the same
    region, so that the topic of the text stays the same. If one mention of a name cannot be replaced, no mention of it
    is.

    Args:
        types: Which of ``person``, ``organisation``, ``place`` are replaced.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNamedEnt".

    Example:
        >>> doc = Doc.tagged("Anna/PROPN moved/VERB to/ADP Lyon/PROPN", {"Anna": "PERSON", "Lyon": "GPE"})
        >>> NamedEntity(types=("place",)).preview(doc, seed=6)
        'Anna moved to Paris'
    """

    types: tuple[str, ...] = TYPES

    name = "named-entity"
    version = "5"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNamedEnt"
    choice = "names of people, organizations or places that can be replaced"
    needs = frozenset({"ent", "pos"})
    # not where a pronoun or another mention may mean whom the name named
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, POS, RELATION, SENSES)

    def __post_init__(self) -> None:
        # a list from JSON or YAML is as good
        listed = (self.types,) if isinstance(self.types, str) else self.types
        right = isinstance(listed, (tuple, list)) and bool(listed) and all(name in TYPES for name in listed)
        self._require(right, "types", f"some of {', '.join(TYPES)}")
        object.__setattr__(self, "types", tuple(listed))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        found: list[Edit] = []
        if not any(entity.label in KINDS for entity in doc.entities) or _MARKUP.search(doc.text):
            return found
        for kind, swaps in _SWAPS.items():
            if kind in self.types:
                taken = {(edit.start, edit.end) for edit in found}
                new = list(swaps(doc, rng))
                if not any(start < edit.end and edit.start < end for edit in new for start, end in taken):
                    found += new
        return with_articles(doc, sorted(found))


def _person_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    taken = {token.text.lower() for token in doc.tokens}
    new: dict[str, str] = {}
    for name in people(doc):
        for part, kind in parts_of(name).items():
            if part not in new:
                drawn = _drawn(names_of(name.origin, kind), taken, rng)
                if drawn is None:
                    return
                new[part] = drawn
                taken.add(drawn.lower())
    for part, other in new.items():
        for start, end in places_of(doc, part):
            yield Edit(start, end, other)


def _organisation_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    taken = {token.text.lower() for token in doc.tokens}
    done: set[str] = set()
    for entity in doc.entities[:_MOST_ENTITIES]:
        head = _head(doc, entity) if KINDS.get(entity.label) == "organisation" else ()
        words = [core(doc.tokens[number]) for number in head]
        if not words or done.intersection(words) or _has_acronym(doc, entity):
            continue
        spans = _all_heads(doc, words)
        new = _drawn(_coined(), taken, rng)
        if spans and new is not None:
            done.update(words)
            taken.add(new.lower())
            yield from (Edit(start, end, new) for start, end in spans)


def _head(doc: Doc, entity: Span) -> Sequence[int]:
    """Numbers of the words that name an organization, before those that say its kind."""
    tokens, first = doc.tokens, doc.token_at(entity.start)
    end = first
    while is_proper(tokens, end) and tokens[end].text not in _kinds() and end <= first + _MOST_HEADS:
        end += 1
    known = lexicon("organizations")["known"]
    words = [core(tokens[number]).lower() for number in range(first, end)]
    fits = 0 < len(words) <= _MOST_HEADS and end < len(tokens) and tokens[end].text in _kinds()
    if not fits or entity.end <= tokens[end - 1].end or any(word in known or word in place_names() for word in words):
        return ()
    before = tokens[first - 1] if first else None
    if before is not None and before.text[:1].isupper() and before.pos in ("PROPN", "ADJ", "VERB"):
        return ()
    return range(first, end)


def _has_acronym(doc: Doc, entity: Span) -> bool:
    """Whether the text has the initials of an organization too."""
    words = doc.text[entity.start : entity.end].split()
    initials = ["".join(word[0] for word in words[:size]).upper() for size in range(2, len(words) + 1)]
    return any(token.text.replace(".", "") in initials for token in doc.tokens)


def _all_heads(doc: Doc, words: Sequence[str]) -> list[tuple[int, int]]:
    """Where a name stands, in full or by its first word; nothing where one of the places is in another name."""
    tokens, found, number = doc.tokens, [], 0
    while number < len(tokens):
        size = 0
        while size < len(words) and number + size < len(tokens) and core(tokens[number + size]) == words[size]:
            size += 1
        if not size:
            if any(word.lower() in tokens[number].text.lower() for word in words):
                return []
            number += 1
            continue
        start, last = tokens[number].start, tokens[number + size - 1]
        end = last.start + len(core(last))
        after = tokens[number + size] if number + size < len(tokens) else None
        named = after is not None and after.pos == "PROPN" and after.text[:1].isupper() and after.text not in _kinds()
        free = doc.is_free(start, end) and is_proper(tokens, number) and not is_proper(tokens, number - 1)
        if named or not free or doc.text[end : end + 1] in ("-", "/", "_"):
            return []
        if doc.bounds is not None and size > 1:
            return []  # one word would stand for several tokens
        found.append((start, end))
        number += size
    return found


def _place_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    found = cities(doc)
    if found:
        yield from _city_swaps(doc, found, rng)
    else:
        yield from _country_swaps(doc)


def _city_swaps(doc: Doc, found: Sequence[PlaceMention], rng: RowRandom) -> Iterator[Edit]:
    """Each city becomes another one of its country, of as many words."""
    new: dict[tuple[str, int], str] = {}
    text = doc.text.lower()
    for mention in found:
        key = (mention.nation, mention.number)
        if key not in new:
            size = len(doc.text[mention.start : mention.end].split())
            pool = [city for city in nations()[mention.nation].cities if len(city.split()) == size]
            pool = [city for city in pool if city.lower() not in text and fits_anywhere(places()[city.lower()])]
            pool = [city for city in pool if city not in new.values()]
            if not pool or not all(doc.is_free(m.start, m.end) for m in found if (m.nation, m.number) == key):
                continue
            new[key] = rng.choice(pool)
        yield from place_edit(doc, mention, new[key])


def _country_swaps(doc: Doc) -> Iterator[Edit]:
    """A country that stands alone in a text becomes another one of its region."""
    try:
        found = mentions(doc)
    except NotApplicable:  # this kind of name stays; the others may change
        return
    if {mention.kind for mention in found} != {"country"} or len({m.nation for m in found}) > 1:
        return
    names = (token for token in doc.tokens if token.pos == "PROPN")
    if not all(any(m.start <= token.start < m.end for m in found) for token in names):
        return  # who or what else has a name may be of that country
    other = neighbor(found[0].nation)
    sizes = {len(doc.text[m.start : m.end].split()) for m in found}
    if other is None or (doc.bounds is not None and sizes != {1}):
        return
    if all(doc.is_free(m.start, m.end) for m in found):
        for mention in found:
            short = len(doc.text[mention.start : mention.end]) < 5
            yield from place_edit(doc, mention, other.adjective if mention.modifies and short else other.name)


_SWAPS: dict[str, Callable[[Doc, RowRandom], Iterator[Edit]]] = {
    "person": _person_swaps,
    "organisation": _organisation_swaps,
    "place": _place_swaps,
}


def _drawn(names: Sequence[str], taken: set[str], rng: RowRandom) -> str | None:
    """A name whose lower case is not taken, if there is one."""
    for _ in range(4):  # nearly always the first draw will do; the scan is for the rest
        name = rng.choice(names)
        if name.lower() not in taken:
            return name
    left = [name for name in names if name.lower() not in taken]
    return rng.choice(left) if left else None


@cache
def _coined() -> Sequence[str]:
    """Names of organizations that do not exist, of one word."""
    return tuple(name for name in lexicon("entities")["ORG"] if " " not in name)


@cache
def _kinds() -> frozenset[str]:
    return frozenset(lexicon("organizations")["kinds"])
