"""Organizations that a text names, and the edits that replace each of them in all of its mentions."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Span, Token
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import (
    COURTESY_OF_MEN,
    COURTESY_OF_WOMEN,
    GENDERED,
    NAME_LINKS,
    SPORTS_GROUNDS,
    SPOTS,
)
from hf_robust.language.english.gazetteer import nation_of
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import nations, peoples
from hf_robust.language.english.organization_groups import (
    KnownOrganization,
    group_members,
    organizations_by_first_word,
    product_words,
)
from hf_robust.language.english.places import place_names
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import (
    capital_numbers,
    core,
    in_title,
    in_title_of_work,
    is_hyphened,
    is_name_word,
    is_proper,
    lower_words,
    token_texts,
)
from hf_robust.transforms.entity_spans import KINDS
from hf_robust.transforms.foreign_forms import has_foreign_form
from hf_robust.transforms.no_person_words import COMPANY_NOUNS
from hf_robust.transforms.organization_units import kinds
from hf_robust.transforms.person_signs import PEOPLE, is_role
from hf_robust.transforms.place_names import place_units
from hf_robust.transforms.traded_companies import has_market_word, is_traded

_MOST_ENTITIES = 200  # of a text; each organization is looked for everywhere
_OF_PEOPLE = GENDERED - {"he", "she"}
_MOST_HEADS = 3  # words of an organization before what says its kind


class KnownMention(NamedTuple):
    """Where a text names a well-known organization.

    Args:
        start: First character.
        end: Character after the last.
        known: The organization.
        clear: Whether the name stands for itself there, and is no part of a longer one.
    """

    start: int
    end: int
    known: KnownOrganization
    clear: bool


def known_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    """Each well-known organization becomes another one of its group."""
    found = _known_mentions(doc)
    if not found:
        return
    low = doc.text.lower()
    by_name: dict[KnownOrganization, list[KnownMention]] = {}
    for mention in found:
        by_name.setdefault(mention.known, []).append(mention)
    taken: set[str] = set()
    for known, mentions in by_name.items():
        if not all(mention.clear for mention in mentions) or not _is_told(doc, known, mentions, low):
            continue
        if any(_MODEL.match(doc.text, mention.end) for mention in mentions):
            continue  # "a Nokia X2" is of no other maker
        if known.group.endswith(("universities", "schools")) and any(
            _IN_CITY.match(doc.text, mention.end) for mention in mentions
        ):
            continue  # "his MIT office in Cambridge"
        new = _drawn_member(doc, known, low, taken, rng)
        if new is None:
            continue
        taken.add(new.name)
        for mention in mentions:
            yield Edit(mention.start, mention.end, new.name)
        if known.place:
            yield from _place_edits(doc, known, new)


def agency_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    """The source of a report becomes another one: "(FT.com) FT.com - Samsung expects", "NEW YORK (CNN/Money) - A"."""
    found = (_AGENCY_TWICE.search(doc.text) or _AGENCY.search(doc.text)) if ")" in doc.text else None
    if found is None or doc.bounds is not None:
        return
    spans = [found.span(group) for group in range(1, len(found.groups()) + 1)]
    known = [one.name for one in group_members("news agencies")]
    if found[1] in known or doc.text.count(found[1]) > len(spans) or not all(doc.is_free(*span) for span in spans):
        return
    initials = "".join(word[0] for word in found[1].split())
    if len(initials) > 1 and initials in doc.text:
        return  # "(Canadian Press) Canadian Press - TORONTO (CP)"
    new = rng.choice(known)
    yield from (Edit(*span, new) for span in spans)


def why_organizations_stay(doc: Doc) -> str:
    """Why the well-known organizations of a text keep their names; empty where the text names none."""
    found = _known_mentions(doc)
    if not found:
        return ""
    if not any(mention.clear for mention in found):
        return f"'{found[0].known.name}' may belong to a longer name or mean something else"
    return f"no other organization certainly fits the text instead of '{found[0].known.name}'"


@lru_cache(maxsize=2)  # for the edits and for the reason why there are none
def _known_mentions(doc: Doc) -> Sequence[KnownMention]:
    return tuple(_find_known(doc))


def _find_known(doc: Doc) -> Iterator[KnownMention]:
    table, tokens, at = organizations_by_first_word(), doc.tokens, 0
    for number in capital_numbers(doc):
        token = tokens[number]
        if token.start < at:
            continue
        for known in table.get(core(token), ()):
            end = token.start + len(known.name)
            if doc.text.startswith(known.name, token.start) and not doc.text[end : end + 1].isalnum():
                yield KnownMention(token.start, end, known, _is_clear(doc, number, end, known))
                at = end
                break


def _is_clear(doc: Doc, number: int, end: int, known: KnownOrganization) -> bool:
    tokens, start = doc.tokens, doc.tokens[number].start
    last = number
    while last + 1 < len(tokens) and tokens[last + 1].start < end:
        last += 1
    if not doc.is_free(start, end) or doc.text[max(0, start - 1) : start] in _GLUE or doc.text[end : end + 1] in _GLUE:
        return False
    if doc.text[end : end + 1] == "." and doc.text[end + 1 : end + 2].isalpha():
        return False
    if doc.text[end : end + 1] == "!" or _MODEL.match(doc.text, end):
        return False  # "Yahoo! Mail", "Samsung S5230", "HTC One"
    if (
        _SHORT_FORM.match(doc.text, end)
        or _CALLED_AFTER.match(doc.text, end)
        or (known.place and doc.text.startswith(" owner", end))
    ):
        return False
    if is_name_word(tokens, last + 1) and tokens[last + 1].text not in _LEGAL_FORMS and not in_title(tokens, last + 1):
        return False
    if known.name.startswith("University of ") and _CAMPUS.match(doc.text, end):
        return False
    entity = entity_at(doc, start, end)
    if known.place:  # the place of a team, or "the", stands before its nickname
        if _OLD_YEAR.search(doc.text):
            return False  # another team may have been founded later
        if _follows_place(doc, number, known):
            return True
        exact = entity is not None and entity.label == "ORG" and (entity.start, entity.end) == (start, end)
        return exact and known.place not in doc.text and not is_name_word(tokens, number - 1)
    before = tokens[number - 1] if number else None
    if before is not None and is_name_word(tokens, number - 1) and not in_title(tokens, number - 1):
        return False
    if known.name == "AP" and "(AP)" not in doc.text and (entity is None or entity.label != "ORG"):
        return False  # an arithmetic progression
    exact = entity is not None and entity.end <= end + 3 and entity.start >= start - 4
    if known.needs_recognizer:
        return exact and entity is not None and entity.label == "ORG"
    return entity is None or exact or entity.label in ("PRODUCT", "NORP")


def _follows_place(doc: Doc, number: int, known: KnownOrganization) -> bool:
    start = doc.tokens[number].start
    return doc.text.endswith(f"{known.place} ", 0, start) or (f"{known.place} {known.name}" in doc.text)


def _is_told(doc: Doc, known: KnownOrganization, mentions: Sequence[KnownMention], low: str) -> bool:
    """Whether the text has the name nowhere else, as in an address, and no product that goes with it."""
    written = len(re.findall(rf"(?<![a-z]){re.escape(known.name.lower())}(?![a-z])", low))
    if written != len(mentions):
        return False
    words = {*product_words(known.name), *(_DIVISIONS | _GROUNDS if known.place else ())}
    if not words.isdisjoint(lower_words(doc)):
        return False
    return not _is_shortened(doc, known, mentions)


def _is_shortened(doc: Doc, known: KnownOrganization, mentions: Sequence[KnownMention]) -> bool:
    """Whether the text also has a part of a name alone, or its initials: "Bayern Munich ... Bayern", "Skins"."""
    words = known.name.split()
    if known.place and _has_nickname(doc, known, mentions):
        return True
    if len(words) > 1 and "".join(word[0] for word in words) in token_texts(doc):
        return True
    ends = {word for word in (words[0], words[-1]) if word.lower() not in _COMMON and word not in kinds()}
    if len(words) == 1 or known.place:
        return False
    for token in doc.tokens:
        inside = any(mention.start <= token.start < mention.end for mention in mentions)
        if core(token) in ends and not inside and core(token).lower() not in peoples():
            return True
    return False


def _has_nickname(doc: Doc, known: KnownOrganization, mentions: Sequence[KnownMention]) -> bool:
    """Whether a part of the name of a team stands alone: "Skins", "Jays"."""
    whole = known.name.lower()
    for number in capital_numbers(doc):
        token = doc.tokens[number]
        word = core(token).lower()
        if len(word) < _SHORTEST or word not in whole or word in (whole, known.place.lower()):
            continue
        if not any(mention.start <= token.start < mention.end for mention in mentions):
            return True
    return False


def _drawn_member(
    doc: Doc, known: KnownOrganization, low: str, taken: set[str], rng: RowRandom
) -> KnownOrganization | None:
    """Another organization of the group that the text does not have."""
    size = len(known.name.split())
    place = len(known.place.split())
    pool = []
    for one in group_members(known.group):
        fits = doc.bounds is None or (len(one.name.split()) == size and len(one.place.split()) == place)
        plural = not known.place or (one.name[-1:] == "s") == (known.name[-1:] == "s")
        there = one.name.lower() in low or (one.place and one.place.lower() in low and one.place != known.place)
        if one.name != known.name and one.name not in taken and fits and plural and not there:
            pool.append(one)
    if known.home and _tells_home(doc, known.home):
        pool = [one for one in pool if one.home == known.home]
    return rng.choice(pool) if pool else None


def _tells_home(doc: Doc, home: str) -> bool:
    """Whether a text names the country of an organization, its people or its part of the world."""
    region = _PARTS_OF_WORLD.get(nations()[home].region, ())
    if any(unit.nation == home for unit in place_units(doc)):
        return True
    for token in doc.tokens:
        word = core(token).lower().removesuffix("-based")
        if (
            nation_of().get(word) == home
            or place_names().get(word, word) == home
            or peoples().get(word, ("",))[0] == home
            or word in region
        ):
            return True
    return False


def _place_edits(doc: Doc, known: KnownOrganization, new: KnownOrganization) -> Iterator[Edit]:
    """The place of a team moves with it wherever the text has it, unless it is a part of another name."""
    for found in re.finditer(rf"\b{re.escape(known.place)}\b", doc.text, re.IGNORECASE):
        team = doc.text.startswith(f" {known.name}", found.end())
        number = doc.token_at(found.end() + 1)
        longer = number < len(doc.tokens) and is_name_word(doc.tokens, number) and not in_title(doc.tokens, number)
        if (team or not longer) and doc.is_free(found.start(), found.end()):
            yield Edit(found.start(), found.end(), new.place.upper() if found[0].isupper() else new.place)


def named_by_kind(doc: Doc, coined: Sequence[str], rng: RowRandom) -> Iterator[Edit]:
    """The words before what says the kind of an organization become those of one that does not exist.

    Args:
        doc: The text.
        coined: Names of organizations that do not exist, of one word.
        rng: The draws of the row.
    """
    if (kinds() | COMPANY_NOUNS).isdisjoint(token_texts(doc)) and not has_market_word(doc):
        return
    taken: set[str] = set()
    done: set[str] = set()
    marked = [entity for entity in doc.entities if KINDS.get(entity.label) in ("organisation", "person")]
    for entity in (*marked, *_companies(doc))[:_MOST_ENTITIES]:
        head = _head(doc, entity) or _lone_head(doc, entity)
        words = [core(doc.tokens[number]) for number in head]
        if not words or done.intersection(words) or _has_acronym(doc, entity):
            continue
        if has_foreign_form(doc.text, entity.end):
            continue
        spans = _all_heads(doc, words)
        taken = taken or set(lower_words(doc))
        left = [name for name in coined if name.lower() not in taken]
        if spans and left:
            new = rng.choice(left)
            done.update(words)
            taken.add(new.lower())
            yield from (Edit(start, end, new) for start, end in spans)


def _companies(doc: Doc) -> Iterator[Span]:
    """Names before the legal form of a company, whatever the recognizer takes them for."""
    tokens = doc.tokens
    for number in capital_numbers(doc):
        token, first = tokens[number], number
        if token.text not in _COMPANY_FORMS:
            continue
        while is_proper(tokens, first - 1):
            first -= 1
        if first < number and not doc.text.endswith(("& ", ";", "; "), 0, tokens[first].start):
            yield Span(tokens[first].start, token.end, "ORG")


def _head(doc: Doc, entity: Span) -> Sequence[int]:
    """Numbers of the words that name an organization, before those that say its kind."""
    tokens, first = doc.tokens, doc.token_at(entity.start)
    end = first
    while is_proper(tokens, end) and tokens[end].text not in kinds() and end <= first + _MOST_HEADS:
        end += 1
    known = lexicon("organizations")["known"]
    words = [core(tokens[number]).lower() for number in range(first, end)]
    fits = 0 < len(words) <= _MOST_HEADS and end < len(tokens) and tokens[end].text in kinds()
    if len(words) == 1 and (words[0] in _PLAIN_WORDS or words[0].endswith("ing")):
        return ()  # "Jockey Club", "Skating Club"
    faith = fits and tokens[end].text == "Church" and words[-1].endswith(_OF_FAITHS)  # "Episcopal Church"
    if faith or in_title_of_work(tokens, first):
        return ()
    fits = (
        fits
        and words[0] not in peoples()
        and not any(_GLUED.search(tokens[number].text) for number in range(first, end))
    )
    if not fits or entity.end <= tokens[end - 1].end or any(word in known or word in place_names() for word in words):
        return ()
    before = tokens[first - 1] if first else None
    if (before is not None and before.text == "&") or any(token.text.isdigit() for token in tokens[end + 1 : end + 2]):
        return ()  # "Mystery Science Theatre 3000"
    named = before is not None and before.text[:1].isupper() and before.pos in ("PROPN", "ADJ", "NOUN", "VERB", "NUM")
    beside = doc.text[tokens[first].start - 1 : tokens[first].start] == "-" or is_hyphened(tokens, first, end)
    if beside or _is_hyphened(tokens, first - 1):
        return ()  # "Take-Two Interactive Software"
    if named and not in_title(tokens, first - 1):
        return ()
    return range(first, end)


def _is_hyphened(tokens: Sequence[Token], number: int) -> bool:
    """Whether a word with a capital is the second part of one with a hyphen, or has both parts."""
    if number < 0 or not tokens[number].text[:1].isupper():
        return False
    return "-" in tokens[number].text or (number > 0 and tokens[number - 1].text == "-")


def _lone_head(doc: Doc, entity: Span) -> Sequence[int]:
    """The number of the only word of a name that the text calls a company or a band: "provider Quillon"."""
    tokens, number = doc.tokens, doc.token_at(entity.start)
    word = core(tokens[number])
    low = word.lower()
    if entity.end > tokens[number].start + len(word) + 2 or len(word) < _SHORTEST or not word.isalpha():
        return ()
    if number and tokens[number - 1].text.lower().rstrip(".") in COURTESY_OF_MEN | COURTESY_OF_WOMEN:
        return ()  # "Ms. Quilis, the magazine's editor"
    traded = _OF_PEOPLE.isdisjoint(lower_words(doc)) and not (number and is_role(tokens[number - 1]))
    traded = traded and is_traded(doc, tokens[number].start, tokens[number].start + len(word))
    listed = low in place_names() or low in given_names() or (low in family_names() and not traded) or low in peoples()
    if listed or low in lexicon("organizations")["known"] or word in organizations_by_first_word() or word in kinds():
        return ()
    called = traded or (_is_called_company(tokens, number) and tags_of(low) <= {"NNP"})  # not "the band Queen"
    told = is_proper(tokens, number) and called
    return (number,) if told else ()


def _is_called_company(tokens: Sequence[Token], number: int) -> bool:
    before = tokens[number - 1].text if number else ""
    if before in COMPANY_NOUNS:
        return _NO_COMPANIES.isdisjoint(token.text for token in tokens[max(0, number - _FAR_BEFORE) : number])
    after = [token.text for token in tokens[number + 1 : number + 3]]
    if after not in (["is", "a"], ["is", "an"], [",", "a"], [",", "an"], [",", "the"], ["was", "a"], ["was", "an"]):
        return False
    for token in tokens[number + 3 : number + _FAR]:
        if token.text in COMPANY_NOUNS:
            return True
        if token.text in PEOPLE:
            return False  # "Quilis is a composer and producer"
        if token.pos in ("VERB", "ADP", "PUNCT") and token.text != "-":
            return False
    return False


_LONGEST = 10  # words of the full name of an organization
_INSIDE = NAME_LINKS | {"&", "for"}


def _has_acronym(doc: Doc, entity: Span) -> bool:
    """Whether the text has the initials of an organization too."""
    words = []
    for word in doc.text[entity.start :].split()[:_LONGEST]:
        if word[0].isupper():
            words.append(word)
        elif word not in _INSIDE:
            break
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
        named = after is not None and after.pos == "PROPN" and after.text[:1].isupper() and after.text not in kinds()
        named = named and not in_title(tokens, number + size)
        before = is_proper(tokens, number - 1) and not in_title(tokens, number - 1)
        free = doc.is_free(start, end) and is_proper(tokens, number) and not before
        joined = doc.text[end : end + 1] in ("-", "/", "_") or doc.text[max(0, start - 1) : start] in ("-", "/", "_")
        placed = number > 0 and tokens[number - 1].text.lower() in SPOTS and not _is_possessive(after)
        if named or not free or joined or placed:
            return []
        if doc.bounds is not None and size > 1:
            return []  # one word would stand for several tokens
        found.append((start, end))
        number += size
    return found


def _is_possessive(token: Token | None) -> bool:
    return token is not None and (token.text in ("'s", "’s") or token.text in kinds())


# leagues and parts of them, to which only some teams belong
_DIVISIONS = frozenset("al nl alcs nlcs alds nlds afc nfc".split())
_OF_FAITHS = ("al", "an", "ic", "ist", "ox", "reformed")  # endings of the names of Christian churches
_PLAIN_WORDS = frozenset(
    """business chess commerce commercial cricket daily digital financial garden graduate laboratory golf jockey law
    literary medical merchants music national press regional reserve rotary savings technology tennis university
    weekly yacht""".split()
)
_GROUNDS = SPORTS_GROUNDS | {"fieldhouse", "garden"}  # where a certain team plays
# words of the names of organizations that also mean something else
_COMMON = frozenset("city of the university us bank street records house home best new".split())
_PARTS_OF_WORLD = {"europe": ("europe", "european", "eu"), "asia": ("asia", "asian")}
_NO_COMPANIES = frozenset("ethnic guerrilla islamist lobby militant pressure rebel rights separatist terrorist".split())
_FAR_BEFORE = 4  # tokens before a name that say what kind of a group it is
_FAR = 12  # tokens from "is a" to the noun
_SHORTEST = 4  # letters of the name of a company that is not listed
_LEGAL_FORMS = frozenset("AG Co Co. Corp Corp. Corporation Group Inc Inc. Ltd Ltd. PLC SA plc".split())
_COMPANY_FORMS = frozenset("AG Corp Corp. GmbH Inc Inc. LLC Ltd Ltd. PLC".split())
_MODEL = re.compile(r" (?:[A-Z]+-?\d\w*|\d+[A-Za-z]\w*)\b")  # of a product
_AGENCY_TWICE = re.compile(r"\(([A-Z][\w.]*(?: [A-Z]\w*)?)\) (\1) - ")
_AGENCY = re.compile(r"\b(?:[A-Z]{4,}|[A-Z][a-z]+)[:,]? \(([A-Z][\w./]+(?: [A-Z]\w+)?)\) ?(?:--|-|—) ?[A-Z]")
_GLUED = re.compile(r"([A-Z][a-z]{2,})\1")  # "AquinasAquinas": two sentences without a space
_GLUE = frozenset("-/@#_")
_MODEL = re.compile(r" (?:(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{3,}|One|Two|Mini|Pro|Plus|Max)\b")
_IN_CITY = re.compile(r"(?: [a-z]+)? in [A-Z]")
_OLD_YEAR = re.compile(r"\b(?:18|19)\d\d\b")
# a short name, or that of shares: "(UAIR.O: Quote)", "(NYSE: F)"
_CALLED_AFTER = re.compile(r" (?:designation|effect|law|process|theorem)\b")  # "the Bayer designation"
_SHORT_FORM = re.compile(r"(?: (?:Inc|Corp|Co|Group|Plc|PLC|Ltd)\.?)? \( ?(?:NYSE|Nasdaq|NASDAQ|[A-Z]{2,5}\b[.:)])")
_CAMPUS = re.compile(r",? (?:at )?[A-Z]")  # "University of California, Berkeley"
