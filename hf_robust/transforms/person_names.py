"""Full names of people in a text, with every place where a part of them stands again."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import DOTTED_TITLES, NAME_PREPOSITIONS, PARTS_OF_NAMES, SURNAME_TITLES
from hf_robust.language.english.name_origins import genders_of_names, origins
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.entity_spans import TITLES, entity_at, is_person

_MOST = 100  # people of a text; each part of a name is looked for everywhere
_LONGEST = 4  # words of a name
_OPENING = frozenset("\"'“‘") | {"``"}
_FIRMS = frozenset("bank brand broker chain company firm group label maker retailer".split())
_PARTICLES = PARTS_OF_NAMES | {"della"}
_JOINING = NAME_PREPOSITIONS | {"and", "&"}
_OF_SURNAMES = DOTTED_TITLES | SURNAME_TITLES | {"miss"}


class PersonName(NamedTuple):
    """A person as the text first calls them in full.

    Args:
        given: Given names, in lower case.
        surname: The surname in lower case.
        origin: The language that the names come from.
        gender: ``female`` or ``male``; empty where only a title and a surname are known.
    """

    given: tuple[str, ...]
    surname: str
    origin: str
    gender: str


def people(doc: Doc) -> list[PersonName]:
    """The people whose every mention can be told: a given name with a surname, or a title with one."""
    found = dict.fromkeys(_full_names(doc))
    surnames = {name.surname for name in found}
    found |= dict.fromkeys(name for name in _titled(doc) if name.surname not in surnames)
    known = frozenset(lexicon("genders")["known"])
    if len(found) > _MOST:
        return []
    clear = [name for name in found if not known.intersection((*name.given, name.surname))]
    parts = {part for name in clear for part in (*name.given, name.surname)}
    wrong = {part for part in parts if not _is_clear(doc, part, parts)}
    return [name for name in clear if not wrong.intersection((*name.given, name.surname))]


def places_of(doc: Doc, part: str) -> Iterator[tuple[int, int]]:
    """Where a part of a name stands."""
    for token in doc.tokens:
        start, end = token.start, token.start + len(core(token))
        if token.text[:1].isupper() and doc.text[start:end].lower() == part:
            yield start, end


def core(token: Token) -> str:
    """A token without its possessive, which token lists may hold in one piece."""
    return token.text[:-2] if token.text[-2:] in ("'s", "’s") and len(token.text) > 2 else token.text


def _full_names(doc: Doc) -> Iterator[PersonName]:
    tokens = doc.tokens
    at = 0
    for number, token in enumerate(tokens):
        if number < at or not is_proper(tokens, number) or not is_person(entity_at(doc, token.start, token.end)):
            continue
        end = number + 1
        while end < len(tokens) and end < number + _LONGEST and (is_proper(tokens, end) or _is_initial(tokens[end])):
            end += 1
        name = _read(tokens[number:end])
        at = end
        if name is not None and _is_apart(tokens, number, end):
            yield name


def _read(tokens: Sequence[Token]) -> PersonName | None:
    """Given names, initials and a surname."""
    words = [core(token).lower() for token in tokens if not _is_initial(token)]
    gender = genders_of_names().get(words[0], "")
    origin = origins(gender).get(words[0]) if gender in ("female", "male") else None
    last = tokens[-1]
    if origin is None or len(words) not in (2, 3) or words[-1] in place_names() or last.text.lower() == last.text:
        return None
    if len(words) == 3 and words[1] not in origins(gender):
        return None
    return PersonName(tuple(words[:-1]), words[-1], origin, gender)


def _titled(doc: Doc) -> Iterator[PersonName]:
    tokens = doc.tokens
    for number in range(1, len(tokens)):
        surname = core(tokens[number]).lower()
        title = tokens[number - 1].text
        titled = title.lower() in _OF_SURNAMES and title[1:].islower() and surname in origins("surnames")
        if titled and is_proper(tokens, number) and _is_apart(tokens, number, number + 1):
            yield PersonName((), surname, origins("surnames")[surname], "")


def _is_clear(doc: Doc, part: str, parts: set[str]) -> bool:
    """Whether a part of a name means the person wherever it stands."""
    tokens = doc.tokens
    for number, token in enumerate(tokens):
        word = core(token).lower()
        if word == part + "s" or word.startswith((part + "-", part + "'")) or word.endswith("-" + part):
            return False
        if word != part or not token.text[:1].isupper():
            continue
        end = token.start + len(part)
        if not is_proper(tokens, number) or not doc.is_free(token.start, end):
            return False
        if doc.text[token.start - 1 : token.start] in ("-", "/", "@", "#", ".") or doc.text[end : end + 1] in (
            "-",
            "/",
            "_",
        ):
            return False
        entity = entity_at(doc, token.start, token.end)
        if entity is not None and not is_person(entity):
            return False
        for beside in (number - 1, number + 1):
            near = tokens[beside] if 0 <= beside < len(tokens) else None
            if near is None or not is_proper(tokens, beside) or near.text.lower() in TITLES:
                continue
            if core(near).lower() not in parts and core(near).lower() not in genders_of_names():
                return False
    return True


def _is_apart(tokens: Sequence[Token], first: int, end: int) -> bool:
    """No part of a longer name or a title: "Being John Smith", "John Smith and the Band"."""
    before = tokens[max(0, first - 1)]
    after = tokens[end] if end < len(tokens) else None
    named = first > 1 and before.text[:1].isupper() and not before.text.isupper()
    if named and before.pos in ("PROPN", "VERB", "ADJ", "NOUN") and before.text.lower() not in TITLES:
        return False
    if first and (before.text in _OPENING or before.text.lower() in _FIRMS):
        return False
    if first > 1 and before.text.lower() == "of" and is_proper(tokens, first - 2):
        return False
    if after is not None and after.text.lower() in _PARTICLES:
        return False
    if after is None or not after.text[:1].isalnum():
        return True
    follows = tokens[end + 1 : end + 3]
    title = after.text.lower() in _JOINING and len(follows) == 2 and follows[0].text.lower() in ("the", "a")
    return not (title and follows[1].text[:1].isupper()) and not (after.pos == "PROPN" and after.text[:1].isupper())


def is_proper(tokens: Sequence[Token], number: int) -> bool:
    """Whether a token is a proper noun with a capital, and not all in capitals."""
    if not 0 <= number < len(tokens):
        return False
    token = tokens[number]
    word = core(token)
    shouted = len(word) > 1 and word.isupper()
    return token.pos == "PROPN" and word[:1].isupper() and word[-1:].isalpha() and not shouted


def _is_initial(token: Token) -> bool:
    return len(token.text) == 2 and token.text[0].isupper() and token.text[1] == "."


def parts_of(name: PersonName) -> Mapping[str, str]:
    """By part of a name the list that a new one comes from."""
    return {**dict.fromkeys(name.given, name.gender), name.surname: "surnames"}
