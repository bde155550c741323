"""Names of people, organizations and places replaced by others of their type."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.name_origins import name_pool
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA, HATE_SPEECH, POS, RELATION, SENSES, SENTIMENT
from hf_robust.transforms.base import LABELED_TEXTS, NoEdits, Transformation, preserves, register
from hf_robust.transforms.capital_words import lower_words
from hf_robust.transforms.gendered_words import GENDERS
from hf_robust.transforms.lone_names import names_of_either
from hf_robust.transforms.named_sites import site_swaps
from hf_robust.transforms.old_names import is_of_old_times, names_of_time
from hf_robust.transforms.organization_names import (
    agency_swaps,
    known_swaps,
    named_by_kind,
    why_organizations_stay,
)
from hf_robust.transforms.organization_units import whole_names
from hf_robust.transforms.person_names import parts_of, people, places_of, why_people_stay
from hf_robust.transforms.place_swaps import place_swaps, why_places_stay
from hf_robust.transforms.score_lines import player_swaps, standing_swaps

TYPES = ("person", "organisation", "place")
_MARKUP = re.compile(r"</?[A-Za-z][^>]*>|(?:https?://|www\.)\S+")  # names may be parts of addresses there
_MAIL = re.compile(r"\S+@\S+")
_BARE_POSSESSIVE = re.compile(r"s['’](?=\]? \w)")
_OF_WOMEN, _OF_MEN = ("eva", "ina", "ova"), ("ev", "in", "ov")  # how surnames of East Europe end
_TICKER = re.compile(r"\bticker=|\b[A-Z]{2,5}\.(?:[A-Z]|OQ|PK)\b(?!\.)|\b(?:AMEX|NYSE|Nasdaq|NASDAQ) ?: ?[A-Z]")


@register
@dataclass(frozen=True, kw_only=True)
class NamedEntity(Transformation):
    """Replace names of people, organizations and places with other names of the same type, in all mentions.

    A name is replaced only if several signs agree: the recognizer, the tagger, capitals, lists of given names,
    surnames, places and organizations, a title, a word for the kind ("Corp.", "University", "maker"), a preposition,
    a dateline, a score, a row of a table, an age, or the state or country after a city. All mentions of a name change
    together: a surname alone, a possessive, a headline, a team and its city. If one mention of a name cannot change, or
    if the name is a part of a longer name, no mention of it changes; the other names do. A name that a later "it" may
    mean, as the title of a film, stays.

    A given name becomes one of the same gender and, where it is known, of the same language. A voice, a rank or a sport
    may tell the gender, and the people that the text gives somebody the language: *a Polish tenor*. Initials and titles
    stay. A text about a time before 1600, a court of rulers or a myth does not change; in a text with a year from 1600
    to 1899, the new given names are older ones.

    A river, a street, a bridge or a county gets a name that no place has, if all countries of the text are
    English-speaking, and so does a town that no list has. The city in the name of a university becomes another one.

    A well-known organization becomes another one of its group (an airline, a team of the same sport); a company whose
    shares or profits the text tells of gets a name that no company has. Both clubs of a result become clubs of one
    league, and the players of a scorecard get other names. A city becomes a city of the same country or state, about as
    well known, an area another area of its country, and a country, with the names of its people, another country of its
    region; the United States, Canada and Australia become another large country. So does a country or a state in the
    name of a body that all have (*the Bank of Finland*). If the text does not name the country, the names of its people
    change where they only say who or what is from there: *an Italian company*, not *Italian food*. Entities of a better
    recognizer are used if the texts are annotated with one.

    Args:
        types: Which of ``person``, ``organisation``, ``place`` are replaced.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNamedEnt".

    Example:
        >>> doc = Doc.tagged("Anna/PROPN moved/VERB to/ADP Lyon/PROPN", {"Anna": "PERSON", "Lyon": "GPE"})
        >>> NamedEntity(types=("place",)).preview(doc, seed=2)
        'Anna moved to Nantes'
    """

    types: tuple[str, ...] = TYPES

    name = "named-entity"
    resources = ("wordnet",)  # it tells people whom everybody knows
    version = "19"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNamedEnt"
    choice = "names of people, organizations or places that can be replaced"
    needs = frozenset({"ent", "pos"})
    # not where a pronoun or another mention may mean whom the name named
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, ABSA, POS, RELATION, SENSES)

    def __post_init__(self) -> None:
        # a list from JSON or YAML is as good
        listed = (self.types,) if isinstance(self.types, str) else self.types
        right = isinstance(listed, (tuple, list)) and bool(listed) and all(name in TYPES for name in listed)
        self._require(right, "types", f"some of {', '.join(TYPES)}")
        object.__setattr__(self, "types", tuple(listed))

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found: list[Edit] = []
        for kind, swaps in _SWAPS.items():
            if kind in self.types:
                found += [edit for edit in swaps(doc, rng) if _is_apart(edit, found)]
        if found and is_of_old_times(doc.text):
            return NoEdits("names of old times, of rulers or of myths have no others of their kind")
        outside = _without_halves(doc, found, _outside_markup(doc.text, whole_names(doc, found)))
        if found and not outside:
            return NoEdits("the names also occur in addresses, in tags or in longer names")
        return with_articles(doc, sorted(outside))

    def why_unchanged(self, doc: Doc) -> str:
        for kind, reason in _REASONS.items():
            if kind in self.types and (why := reason(doc)):
                return why
        if any(token.pos == "PROPN" and token.text[:1].isupper() for token in doc.tokens):
            return "it is not clear whether the names are people, places or organizations"
        return super().why_unchanged(doc)


def _is_apart(edit: Edit, others: Sequence[Edit]) -> bool:
    return not any(other.start < edit.end and edit.start < other.end for other in others)


def _without_halves(doc: Doc, found: Sequence[Edit], kept: Sequence[Edit]) -> Sequence[Edit]:
    """The edits that are kept without those of people who would keep a part of their name."""
    if len(kept) == len(found):
        return kept
    gone = {doc.text[edit.start : edit.end].lower() for edit in set(found) - set(kept)}
    halves = {part for name in people(doc) if not gone.isdisjoint(name.parts) for part in name.parts}
    return [edit for edit in kept if doc.text[edit.start : edit.end].lower() not in halves]


def _outside_markup(text: str, edits: Sequence[Edit]) -> Sequence[Edit]:
    """The edits of names that no tag and no address has; none where an address of mail has one, or its initials."""
    mail = " ".join(_MAIL.findall(text)).lower() if "@" in text else ""
    if mail and any(text[edit.start : edit.end].lower() in mail for edit in edits):
        return []
    marked = " ".join(_MARKUP.findall(text)).lower() if "<" in text or "/" in text or "www" in text else ""
    return [edit for edit in edits if text[edit.start : edit.end].lower() not in marked] if marked else edits


def _person_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    listed = list(player_swaps(doc, rng))
    yield from listed
    found = () if listed else people(doc)
    if not found:
        return
    taken = set(lower_words(doc))
    new: dict[str, str] = {}
    for name in found:
        gender = name.gender or rng.choice(GENDERS)
        for part, kind in parts_of(name, gender).items():
            if part not in new:
                names = names_of_either() if kind == "either" else name_pool(name.language, kind)
                drawn = _drawn(names if kind in ("surnames", "either") else names_of_time(doc.text, names), taken, rng)
                if drawn is None:
                    return
                if part.endswith(_OF_WOMEN) and drawn.endswith(_OF_MEN):
                    drawn += "a"  # "Petrova"
                new[part] = drawn
                taken.add(drawn.lower())
    for start, end, part in places_of(doc, new):
        drawn = new[part].upper() if end - start > 1 and doc.text[start:end].isupper() else new[part]
        bare = _BARE_POSSESSIVE.match(doc.text, end - 1) if doc.bounds is None and drawn[-1:].lower() != "s" else None
        quoted = doc.text[start - 1 : start] in ("'", "‘")
        if bare and not quoted and doc.is_free(end, end + 1):
            end, drawn = end + 1, f"{drawn}{doc.text[end]}s"  # "Jones' book"
        yield Edit(start, end, drawn)


def _organisation_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    sources = list(agency_swaps(doc, rng))
    if _TICKER.search(doc.text):  # "MSFT.O" says which company is meant
        yield from sources
        return
    known = list(standing_swaps(doc, rng)) or [
        *sources,
        *(one for one in known_swaps(doc, rng) if _is_apart(one, sources)),
    ]
    yield from known
    named = list(named_by_kind(doc, _coined(), rng))
    twice = {edit.text for edit in named if not _is_apart(edit, known)}  # all mentions of a name change, or none
    yield from (edit for edit in named if edit.text not in twice)


def _place_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    listed = list(place_swaps(doc, rng))
    yield from listed
    yield from (edit for edit in site_swaps(doc, rng) if _is_apart(edit, listed))


# why a text keeps what is surely a name of each type; empty where it has none
_REASONS: dict[str, Callable[[Doc], str]] = {
    "organisation": why_organizations_stay,
    "person": why_people_stay,
    "place": why_places_stay,
}
# organizations first: a team takes its place with it
_SWAPS: dict[str, Callable[[Doc, RowRandom], Iterator[Edit]]] = {
    "organisation": _organisation_swaps,
    "person": _person_swaps,
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
