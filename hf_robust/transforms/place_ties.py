"""What ties a text to the country that it names, so that no other place could stand there."""

import re
from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import LOCATIVES, MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, VISITS, WEEKDAYS
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.entity_spans import TITLES, entity_at, is_person
from hf_robust.transforms.place_mentions import Mention

_LOCATIVE = (LOCATIVES - {"on"}) | VISITS | {"of", "throughout", "into", "within"}
_OF_A_PLACE = re.compile(r"[A-Z][a-z]+(?:ian|ean|ese|ish|ic)s?")  # "Siberian"
_CALENDAR = MONTHS | SHORT_MONTHS | SHORT_WEEKDAYS | WEEKDAYS | {"christmas"}
_YEAR = re.compile(r"['’]?(?:1\d|20)?\d0s|(?:1\d|20)\d\d")
_NAMES = frozenset("PERSON PER ORG EVENT WORK_OF_ART LAW PRODUCT LANGUAGE MISC FAC LOC".split())


def refuse_ties(doc: Doc, found: Sequence[Mention]) -> None:
    """Refuse a text whose places could not be others.

    Args:
        doc: The text; one without places may be of a pair whose other text has them.
        found: The places of it.

    Raises:
        NotApplicable: When something ties it to a country, or a place does not stand as one.
    """
    if len({mention.nation for mention in found}) > 1:
        raise NotApplicable("the text compares or connects two countries")
    _refuse_unplaced(doc, found)
    in_cities = bool(found) and all(mention.kind == "city" for mention in found)
    place = "another place" if found else "a place that the other text mentions"
    for number, token in enumerate(doc.tokens):
        low = token.text.lower()
        if low in _ties() or _YEAR.fullmatch(low):
            raise NotApplicable(f"'{token.text}' may be specific to one country")
        of_another = number > 0 and _OF_A_PLACE.fullmatch(token.text) is not None
        named = _is_in_name(doc.tokens, number) and not (in_cities and _is_unknown(doc, token))
        if not _within(token, found) and (of_another or named):
            raise NotApplicable(f"'{token.text}' may belong to {place}")
    for entity in doc.entities:
        name = doc.text[entity.start : entity.end]
        inside = any(mention.start < entity.end and entity.start < mention.end for mention in found)
        person = (
            is_person(entity) and (in_cities or _is_given(name)) and not _known().intersection(name.lower().split())
        )
        if entity.label in _NAMES and not inside and not person and name[:1].isupper():
            raise NotApplicable(f"'{name}' may belong to {place}")


def _refuse_unplaced(doc: Doc, found: Sequence[Mention]) -> None:
    """A place that nothing is in may be a title, a team or a government.

    Raises:
        NotApplicable: When there is one.
    """
    placed = {_key(mention) for mention in found if _follows_preposition(doc, mention)}
    for mention in found:
        if mention.kind in ("country", "city") and (
            mention.modifies or _key(mention) not in placed or doc.text[mention.end : mention.end + 1] == "-"
        ):
            name = doc.text[mention.start : mention.end]
            raise NotApplicable(f"'{name}' may be something else than the place")


def _key(mention: Mention) -> tuple[str, str, int]:
    return mention.nation, mention.kind, mention.number


def _follows_preposition(doc: Doc, mention: Mention) -> bool:
    before = doc.token_at(mention.start) - 1
    if before > 0 and doc.tokens[before].text.lower() == "the":
        before -= 1
    return before >= 0 and doc.tokens[before].text.lower() in _LOCATIVE


def _is_in_name(tokens: Sequence[Token], number: int) -> bool:
    """A proper noun beside another one; days and titles are none."""
    run = [_is_proper(token) for token in tokens[max(0, number - 1) : number + 2]]
    return _is_proper(tokens[number]) and sum(run) > 1


def _is_proper(token: Token) -> bool:
    low = token.text.lower().rstrip(".")
    return token.pos == "PROPN" and token.text[:1].isupper() and low not in _CALENDAR and low not in TITLES


def _is_unknown(doc: Doc, token: Token) -> bool:
    """Whether a token is of the name of somebody who may live in any city."""
    return is_person(entity_at(doc, token.start, token.end)) and token.text.lower() not in _known()


def _is_given(name: str) -> bool:
    return name.lower() in genders_of_names() and name.lower() not in _known()


def _within(token: Token, found: Sequence[Mention]) -> bool:
    return any(mention.start <= token.start < mention.end for mention in found)


@cache
def _ties() -> frozenset[str]:
    return frozenset(lexicon("places_apart")["ties"])


@cache
def _known() -> frozenset[str]:
    return frozenset(lexicon("genders")["known"])
