"""Gold entities that become other names of their type: invented, ambiguous or long ones."""

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.composed_names import events, long_person_names, long_towns
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.places import places
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NER, NESTED_NER
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.entity_spans import innermost
from hf_robust.transforms.task_specific.entity_kinds import gender_told, is_phrase, kind_of_entity
from hf_robust.transforms.task_specific.organization_kinds import names_of_organizations, speaks_of_sport

# what datasets call the types of entities, in lower case and without hyphens
_KINDS = {
    "person": "per person peop people",
    "place": "loc location gpe geoloc facility fac place building",
    "organisation": "org organization organisation corporation group company",
    "product": "product prod",
    "work": "creativework work workofart art",
    "misc": "misc",
}
_KIND_OF = {label: kind for kind, labels in _KINDS.items() for label in labels.split()}
_MARKUP = re.compile(r"[@#/\\_<>*=]|\d{3}|-[a-z]+\Z|\A[^\W_]\Z")
_POSSESSIVE = re.compile(r"(?<=\w)(?: ?['’]s|(?<=s)['’]|(?<=s) ['’])\Z")  # also as a token of its own
_WORD_BEFORE = re.compile(r"\S+(?=\s\Z)")
_WORD_AFTER = re.compile(r"\s(\S+)")
_ALONE = frozenset((")", ":", "-", "--", "/"))  # a name before one of these stands by itself
_VERBS = frozenset(("VB", "VBD", "VBP", "VBZ", "VBN"))
_NOUNS = frozenset(("NN", "NNS", "JJ"))
_MOST = 0.7  # share of the words of a text in capitals
_LONG_NAME = 4  # words of a long name of a person
_REAL = 0.7  # share of towns that become real cities of several words; there are too few for all
_SPELLED = 0.5  # share of abbreviated countries that are spelled out; few countries have an abbreviation
_SHORT, _LONG = 4, 6  # an acronym has so many letters at most, that of an organization some more


class EntityMention(NamedTuple):
    """A gold entity that may become another name.

    Args:
        start: First character, without an article of its own.
        end: Character after the last, without *'s*.
        text: What stands there.
        kind: What kind of name is wanted; the label itself where the user gives names for it.
        before: The word before it in lower case, empty at the start.
        after: The word after it, empty at the end.
        is_modifier: Whether a noun follows that it belongs to: the *Boston* office.
        in_sport: Whether the text is about sport, so that an organization may be a club.
        gender: Of a person, ``female`` or ``male`` as the given name or the pronouns of the text say; else empty.
        subkind: What kind of place, organization, product or work it is; empty where that cannot be told.
    """

    start: int
    end: int
    text: str
    kind: str
    before: str
    after: str
    is_modifier: bool
    in_sport: bool
    gender: str
    subkind: str

    @property
    def has_article(self) -> bool:
        """Whether it stands behind *the* and is what that belongs to."""
        return self.before == "the" and not self.is_modifier


@dataclass(frozen=True, kw_only=True)
class EntitySwap(Transformation):
    """Base of those that give each gold entity another name of its type.

    All mentions of one name in a row become the same name, and a surname by itself that of the full name. If entities
    are nested, only the inner ones get new names. An outer entity remains one entity, with the new text.

    Args:
        names: Path of a JSON file with names of your own: an object with a list of names for each type of the
            dataset. They stand before those of the library; types that neither has names for stay as they are.
    """

    names: str | None = None

    level = "word"
    linguistics = "paradigmatic"
    resources = ("wordnet",)  # it tells nouns behind a name from verbs
    effects = preserves(NER, NESTED_NER)
    edits_protected = True
    by_subkind: ClassVar[bool] = False  # whether names come by kinds of places, organizations, products and works

    _own: ClassVar[Mapping[str, tuple[str, ...]]] = {}

    def __post_init__(self) -> None:
        if self.names is not None:
            self._require(isinstance(self.names, str) and bool(self.names), "names", "the path of a JSON file")
            # an attribute, so that the content counts for the cache and not the path alone
            object.__setattr__(self, "_own", _read_names(self.name, self.names))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        if not doc.marks:
            raise NotApplicable("no entity")
        mentions = [
            found for mark in innermost(doc.marks, of_one_type=True) if (found := self._mention(doc, mark)) is not None
        ]
        if self.by_subkind:
            mentions = _of_one_gender(mentions)
        groups: dict[tuple[str, str], list[EntityMention]] = {}
        for mention in mentions:
            groups.setdefault((mention.kind, mention.text.lower()), []).append(mention)
        new = self._new_names(groups, doc, rng)
        if not new:
            raise NotApplicable("no entity of a type for which there are names")
        edits = [
            edit
            for mention in mentions
            for edit in _renamed(doc, mention, new.get((mention.kind, mention.text.lower())))
        ]
        return with_articles(doc, edits)

    def _new_names(
        self, groups: Mapping[tuple[str, str], list[EntityMention]], doc: Doc, rng: RowRandom
    ) -> dict[tuple[str, str], str]:
        """A name for each group; full names come first, since a surname goes with its full name."""
        new: dict[tuple[str, str], str] = {}
        surnames: dict[str, str] = {}
        low = doc.text.lower()
        taken = set(low.split())
        for number, (key, mentions) in sorted(enumerate(groups.items()), key=lambda one: -one[1][0][1].count(" ")):
            kind, text = key
            name = surnames.get(text) if kind == "person" else None
            if name is None:
                own = self._own.get(kind)
                options = self.options(mentions, rng.fork(number)) if own is None else rng.fork(number).permuted(own)
                name = next((one for one in options if _is_new(one, taken, low)), None)
            if name is None:
                continue
            new[key] = name
            taken.update(name.lower().split())
            if kind == "person" and " " in text:
                surnames.setdefault(text.rpartition(" ")[2], self.short(name))
        return new

    def _mention(self, doc: Doc, mark: Span) -> EntityMention | None:
        start, end = mark.start, mark.end
        kind = mark.label if mark.label in self._own else _KIND_OF.get(re.sub(r"[\W_]", "", mark.label.lower()), "")
        text = doc.text[start:end]
        if not kind or doc.is_kept(start, end) or is_phrase(text, cased=_has_capitals(doc, mark)):
            return None
        if kind == "person" and text.lower() in peoples():  # a people, and nobody's name
            return None
        before = _WORD_BEFORE.search(doc.text[max(0, start - 40) : start])
        word = before.group().lower() if before is not None else ""
        if text[:4].lower() == "the " and kind not in ("work", "person"):
            start, word = start + 4, "the"
        found = _POSSESSIVE.search(doc.text[start:end])
        if found is not None:
            end = start + found.start()
        text = doc.text[start:end]
        plural = kind == "person" and word == "the" and text.endswith("s")
        if plural or any(_MARKUP.search(part) for part in text.split()) or not re.search(r"[^\W\d_]", text):
            return None
        after = _WORD_AFTER.match(doc.text, end)
        follows = after.group(1) if after is not None and found is None else ""
        modifies = _is_noun(follows)
        subkind = ""
        if self.by_subkind and kind not in ("person", *self._own):
            label = re.sub(r"[\W_]", "", mark.label)
            subkind = kind_of_entity(kind, label, doc.text, start, end, word, word == "the" and not modifies)
        in_sport = kind == "organisation" and speaks_of_sport(doc.text)
        gender = gender_told(text, doc.text) if kind == "person" else ""
        return EntityMention(start, end, text, kind, word, follows, modifies, in_sport, gender, subkind)

    @abstractmethod
    def options(self, mentions: Sequence[EntityMention], rng: RowRandom) -> Iterator[str]:
        """Names that the mentions of one name may get, in the order in which they are tried.

        Args:
            mentions: At least one; all are written alike.
            rng: The draws.
        """

    def short(self, name: str) -> str:
        """What somebody with a new full name is called by surname."""
        return name.rpartition(" ")[2]


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityOutOfVocabulary(EntitySwap):
    """Replace entities with invented names of the same type, which are in no dictionary.

    The word for the kind of a company stays: "Siemens AG" becomes "Dorveon AG". After *the*, a noun is added: "the
    U.N." becomes "the Dorveon Council".

    Source: TextFlint (Wang et al. 2021), section 3, "OOV".

    Example:
        >>> from hf_robust.core.doc import Doc, Span
        >>> doc = Doc.of_tokens(["Norway", "won", "."], marks=[Span(0, 6, "LOC")])
        >>> SwapEntityOutOfVocabulary().preview(doc)
        'Yinkwyn won .'
    """

    name = "swap-entity-oov"
    version = "2"
    seed_name = "OOV"
    choice = "entities that can be replaced"

    def options(self, mentions: Sequence[EntityMention], rng: RowRandom) -> Iterator[str]:
        kind, words = mentions[0].kind, mentions[0].text.split()
        table = lexicon("entity_swaps")["oov"].get(kind)
        if table is None:
            return
        if kind == "person":
            yield from _full_names(table, mentions[0], rng)
            return
        heads = table["heads"]
        if kind == "organisation" and words[-1].endswith("s") and words[-1] not in ("Nations", "States"):
            heads = table["plural_heads"]
        tail = ""
        if len(words) > 1 and words[-1].lower() in _kinds_of_organizations():
            tail = " " + words[-1]
        elif heads and any(mention.has_article for mention in mentions):
            tail = " " + rng.choice(heads)
        yield from (name + tail for name in rng.permuted(table["plain"]))


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityCrossCategory(EntitySwap):
    """Replace entities with names that are also used for another entity type: "Jordan", "Chelsea".

    A town becomes a town, a bank becomes a bank, and a soccer club becomes a soccer club. An organization of no known
    kind becomes a firm or an institute. An entity does not change if the kind of place, product or work is not known.

    Source: TextFlint (Wang et al. 2021), section 3, "CrossCategory".

    Example:
        >>> from hf_robust.core.doc import Doc, Span
        >>> doc = Doc.of_tokens(["Norway", "won", "."], marks=[Span(0, 6, "LOC")])
        >>> SwapEntityCrossCategory().preview(doc)
        'Brazil won .'
    """

    name = "swap-entity-cross-category"
    version = "5"
    by_subkind = True
    seed_name = "CrossCategory"
    choice = "entities that can be replaced"

    def options(self, mentions: Sequence[EntityMention], rng: RowRandom) -> Iterator[str]:
        kind = mentions[0].kind
        table = lexicon("entity_swaps")["cross"].get(kind, {})
        if kind == "person":
            yield from _full_names(table, mentions[0], rng)
        else:
            yield from rng.permuted(_names_for(mentions, table, "cross"))


@register
@dataclass(frozen=True, kw_only=True)
class SwapEntityLonger(EntitySwap):
    """Replace entities with longer names: acronyms are spelled out, other entities get a name with more words.

    The new name is of the same kind: a country, a bank, a soccer club. An organization of no known kind becomes an
    association, but does not change where the label is ``group``. Another entity does not change if its kind is not
    known. Nationalities and events are the kinds of ``MISC``.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapLonger".

    Example:
        >>> from hf_robust.core.doc import Doc, Span
        >>> doc = Doc.of_tokens(["The", "WTO", "met", "."], marks=[Span(4, 7, "ORG")])
        >>> SwapEntityLonger().preview(doc)
        'The World Trade Organization met .'
    """

    name = "swap-entity-longer"
    version = "5"
    by_subkind = True
    seed_name = "SwapLonger"
    choice = "entities that can be replaced"

    def options(self, mentions: Sequence[EntityMention], rng: RowRandom) -> Iterator[str]:
        kind, words = mentions[0].kind, mentions[0].text.split()
        tables = lexicon("entity_swaps")
        table = tables["longer"][kind]
        spelled = tables["acronyms"].get(mentions[0].text) if kind in ("organisation", "place") else None
        if kind == "place" and rng.fork(1).random() > _SPELLED:
            spelled = None
        if spelled is not None and not (spelled.startswith("the ") and any(map(_lacks_article, mentions))):
            yield spelled.removeprefix("the ")
        if kind == "person":
            yield from long_person_names(mentions[0].gender, max(_LONG_NAME, len(words) + 1), rng)
            return
        pools = [_names_for(mentions, table, "longer")]
        if pools[0] and kind == "organisation":
            pools.append(names_of_organizations("longest", "longer"))
        elif mentions[0].subkind == "town":
            pools = [_long_cities(), long_towns()]
            if rng.fork(2).random() > _REAL:
                pools.reverse()
        for number, names in enumerate(pools):
            yield from (name for name in rng.fork(3 + number).permuted(names) if name.count(" ") >= len(words))

    def short(self, name: str) -> str:
        return name


def _has_capitals(doc: Doc, mark: Span) -> bool:
    """Whether another entity of the text has a capital letter, so that names are not in small letters."""
    return any(not doc.text[other.start : other.end].islower() for other in doc.marks if other != mark)


def _of_one_gender(mentions: Sequence[EntityMention]) -> list[EntityMention]:
    """People whose gender is not told get that of the others of the text, where these have one: they may be a team."""
    told = {mention.gender for mention in mentions if mention.gender}
    gender = told.pop() if len(told) == 1 else ""
    return [one._replace(gender=gender) if one.kind == "person" and not one.gender else one for one in mentions]


def _renamed(doc: Doc, mention: EntityMention, name: str | None) -> Iterator[Edit]:
    """The edit of a mention."""
    if name is not None:
        yield Edit(mention.start, mention.end, _in_case_of(mention, name, doc.text))


def _in_case_of(mention: EntityMention, name: str, text: str) -> str:
    """A name in small letters or capitals, as the name that it replaces."""
    if mention.text.islower():
        return name.lower()
    longest = _LONG if mention.kind == "organisation" and not mention.in_sport else _SHORT
    shouted = mention.text.isupper() and sum(map(str.isalpha, mention.text)) > longest
    return name.upper() if shouted or (mention.text.isupper() and _is_shouted(text)) else name


def _is_shouted(text: str) -> bool:
    """Whether a text is in capitals but for links and the like."""
    words = [word for word in text.split() if word.isalpha() and len(word) > 1]
    return len(words) > 1 and sum(map(str.isupper, words)) > _MOST * len(words)


def _is_new(name: str, taken: set[str], text: str) -> bool:
    """Whether no part of a name that says something stands in the text already."""
    low = name.lower()
    return low not in text and (" " in name or low not in taken) and low.split()[0] not in taken - {"the", "a", "an"}


def _full_names(table: Mapping[str, Sequence[str]], mention: EntityMention, rng: RowRandom) -> Iterator[str]:
    """Surnames, with a given name before each where a full name is wanted."""
    is_full = " " in mention.text
    given = rng.fork(0).permuted(_given_names(table, mention.gender))
    if "first" not in table and mention.text.lower() in genders_of_names().keys() - surnames():
        yield from given
        return
    for surname in rng.fork(1).permuted(table["surname"]):
        first = next(given, None) if is_full else None
        if not is_full:
            yield surname
        elif first is not None and first != surname:
            yield f"{first} {surname}"


def _given_names(table: Mapping[str, Sequence[str]], gender: str) -> Sequence[str]:
    """Given names of a gender, or of any; invented names are of any."""
    if "first" not in table:
        return table[gender] if gender else [*table["female"], *table["male"]]
    known, fits = genders_of_names(), {"unisex", "", gender or "female", gender or "male"}
    return [name for name in table["first"] if known.get(name.lower(), "") in fits]


def _names_for(mentions: Sequence[EntityMention], table: Mapping[str, Sequence[str]], form: str) -> Sequence[str]:
    """The names of the kind that all mentions of a name are of; none where there is not one such kind."""
    subkinds = {mention.subkind for mention in mentions}
    if len(subkinds) > 1:
        return ()
    subkind = subkinds.pop()
    if mentions[0].kind == "organisation":
        return names_of_organizations(subkind, form)
    if subkind == "event" and form == "longer":
        return events()
    return table.get(subkind, ())


@cache
def _long_cities() -> tuple[str, ...]:
    """Cities of several words."""
    cities = [place.name for place in places().values() if place.group == "cities" and " " in place.name]
    return tuple(dict.fromkeys([*lexicon("entity_swaps")["longer"]["place"]["town"], *cities]))


def _is_noun(word: str) -> bool:
    """Whether a word that follows a name can only be a noun, or what stands before one."""
    if word[:1].isupper() and word.isalpha():
        return True
    tags = tags_of(word) if word.isalpha() and word.islower() else frozenset()
    return bool(tags & _NOUNS) and not tags & _VERBS


def _lacks_article(mention: EntityMention) -> bool:
    """Whether a spelled-out name would need *the* where its acronym has none."""
    return mention.before != "the" and not mention.is_modifier and mention.after not in _ALONE


@cache
def _kinds_of_organizations() -> frozenset[str]:
    return frozenset(kind.lower() for kind in lexicon("organizations")["kinds"])


def _read_names(who: str, path: str) -> dict[str, tuple[str, ...]]:
    """Names by type from the user's file.

    Raises:
        UsageError: When it cannot be read or holds something else.
    """
    try:
        found: Any = parse_json(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{who}: names must be the path of a JSON file, found {path!r}: {error}") from error
    right = isinstance(found, dict) and all(
        isinstance(names, list) and names and all(isinstance(name, str) and name.strip() for name in names)
        for names in found.values()
    )
    if not right or not found:
        raise UsageError(
            f'{who}: names must be a JSON file with lists of names by type, {{"PER": ["...", ...]}}, found {path!r}'
        )
    return {kind: tuple(" ".join(name.split()) for name in names) for kind, names in found.items()}
