"""Whether all words of one person move together: no pronoun of them stays, and none is that of something else."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    GENDERED,
    GENERATIONS,
    MORE_PARTS_OF_NAMES,
    NEAR_KIN,
    PARTS_OF_NAMES,
    SPEAKERS,
)
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.places import place_names
from hf_robust.language.entity_lookup import entity_at
from hf_robust.transforms.capital_words import in_title, is_proper
from hf_robust.transforms.entity_spans import is_person
from hf_robust.transforms.gendered_words import core_of, gender_of

_PRONOUNS = {
    "female": re.compile(r"(?<![a-z])(?:he|him|his|himself)(?![a-z])", re.IGNORECASE),
    "male": re.compile(r"(?<![a-z])(?:she|her|hers|herself)(?![a-z])", re.IGNORECASE),
}
_PARTICLES = (PARTS_OF_NAMES - {"el"}) | MORE_PARTS_OF_NAMES | {"y"}
_OF_NAMES = frozenset({"and", "&"})
_NAME = re.compile(r"[A-Z][^\W\d_]+")
_QUOTES = frozenset("\" ' `` “ ‘ (".split())
_NEAR = 4  # tokens from a noun to a name that it may belong to
_SHORT = 2  # letters of a word in capitals that may stand for several words
_MANY = (SPEAKERS - {"i"}) | {"people", "they"}


def is_particle(tokens: Sequence[Token], number: int) -> bool:
    """Whether a surname with a particle begins there: "Bertrand de Montluc"."""
    return number < len(tokens) and tokens[number].text in _PARTICLES and is_proper(tokens, number + 1)


def is_before_title(tokens: Sequence[Token], number: int) -> bool:
    """Whether a title of a work goes on after a name: "Oliver and the Lions", "Oliver the Brave Mouse"."""
    at = number + 1 if number < len(tokens) and tokens[number].text.lower() in _OF_NAMES else number
    if at + 1 >= len(tokens) or in_title(tokens, at + 1):
        return False
    article = tokens[at].text in ARTICLES | {"his", "her"} or (at == number and tokens[at].text == "The")
    large = tokens[at + 1].text[:1].isupper()
    return article and large and tokens[at + 1].text.lower() not in GENERATIONS


def is_first_name(tokens: Sequence[Token], number: int) -> bool:
    """Whether a given name that stands alone is no surname, as those of texts that call people by their surnames are.

    Args:
        tokens: The tokens of the text.
        number: The name.
    """
    name, named = core_of(tokens[number]).lower(), False
    if number and tokens[number - 1].text.islower() and gender_of(tokens[number - 1].text):
        return True  # "his son Anton"
    if [token.text for token in tokens[number + 1 : number + 2]] == ["and"] and is_proper(tokens, number + 3):
        other = given_names().get(core_of(tokens[number + 2]).lower())
        if other is not None and other == given_names().get(name):
            return True  # "Anton and Karl Berg"
    for first in range(len(tokens) - 1):
        opens = is_proper(tokens, first) and is_proper(tokens, first + 1) and not is_proper(tokens, first - 1)
        low = core_of(tokens[first]).lower()
        if opens and low in given_names() and not in_title(tokens, first):
            named = True
            if low == name:
                return True
    return not named


def refuse_halves(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text where the words of a person would move in part, or a pronoun means no person.

    Args:
        doc: The text.
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When a pronoun would stay, or is part of a title, or means several people.
    """
    if not edits:
        return
    starts = {edit.start for edit in edits}
    for found in _PRONOUNS[to].finditer(doc.text):
        if found.start() not in starts:
            raise NotApplicable(f"'{found[0]}' would stay beside words that change")
        _refuse_pronoun(doc, doc.token_at(found.start()))


def refuse_left(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text where a name that changes stands elsewhere too, or somebody is named in capitals.

    Args:
        doc: The text.
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When a name would stay beside other words of the same person.
    """
    starts = {edit.start for edit in edits}
    moved = {doc.text[edit.start : edit.end].lower() for edit in edits if doc.text[edit.start].isupper()} - GENDERED
    for edit in edits:
        old = doc.text[edit.start : edit.end]
        part = "-" in (doc.text[edit.end : edit.end + 1], doc.text[edit.start - 1 : edit.start])
        if part and old[0].isupper() and gender_of(old.lower()) is None:
            raise NotApplicable(f"'{old}' is a part of a name with a hyphen")
    pronouns = any(doc.text[edit.start : edit.end].lower() in GENDERED for edit in edits)
    moved = {name for name in moved if given_names().get(name, to) != to}
    for place, token in enumerate(doc.tokens if edits else ()):
        name = core_of(token).lower()
        if token.start in starts:
            continue
        before = doc.tokens[place - 1] if place else token
        before = doc.tokens[place - 2] if before.text == "," and place > 1 else before  # "whose son , Anton"
        beside = before.start in starts and before.text.islower() and before.text not in GENDERED  # "father Anton"
        first = _NAME.match(token.text)
        gender = given_names().get(first[0].lower()) if first and token.pos == "PROPN" else to
        # "father Anton"; a name that no list has may be one of either gender
        if first and gender not in (to, "unisex") and (beside or (gender and pronouns and _begins_name(doc, place))):
            raise NotApplicable(f"'{first[0]}' would stay beside words that change")
        if not moved.isdisjoint(name.split("-")) and token.text[:1].isupper():
            raise NotApplicable(f"'{token.text}' would stay beside words that change")
        follows = doc.tokens[place + 1].text if place + 1 < len(doc.tokens) else ""
        loud = token.text.isupper() and len(name) > _SHORT and follows.isupper() and len(follows) > _SHORT
        if loud and given_names().get(name, to) not in (to, "unisex") and not doc.text.isupper():
            raise NotApplicable(f"'{token.text} {follows}' would stay beside words that change")


def refuse_kin(doc: Doc, edits: Sequence[Edit], to: str) -> None:
    """Refuse a text where a noun for somebody changes and a name of theirs stays: "Quilis was the son of Zorp".

    Args:
        doc: The text.
        edits: What changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When a name would stay.
    """
    starts = {edit.start for edit in edits}
    words = [doc.text[edit.start : edit.end] for edit in edits]
    names = [n for n in range(len(doc.tokens)) if is_proper(doc.tokens, n)]
    lone = [n for n in names if n - 1 not in names and n + 1 not in names and doc.tokens[n].start not in starts]
    families = {core_of(doc.tokens[n]) for n in names if n - 1 in names}
    lone = [n for n in lone if core_of(doc.tokens[n]) not in families]
    own = not any(word.lower() in GENDERED or word[:1].isupper() for word in words)
    for edit, word in zip(edits, words, strict=True):
        if not word.islower() or word in GENDERED:
            continue
        number = doc.token_at(edit.start)
        kin = own and word.removeprefix("grand").removesuffix("s") in NEAR_KIN
        name = _said_of(doc.tokens, number, starts) or (kin and _unlisted(doc, lone, to)) or _called(doc, number, to)
        if name:
            raise NotApplicable(f"'{name}' would stay beside words that change")


def _said_of(tokens: Sequence[Token], number: int, starts: set[int]) -> str:
    """The name before "son of", or empty where that is a word that changes."""
    if [token.text for token in tokens[number + 1 : number + 2]] != ["of"]:
        return ""
    for place in range(number - 1, -1, -1):
        token = tokens[place]
        if token.start in starts or token.text in (".", ";") or token.text.lower() in SPEAKERS:
            return ""
        if is_proper(tokens, place):
            first = place
            while is_proper(tokens, first - 1):
                first -= 1
            return "" if any(one.start in starts for one in tokens[first : place + 1]) else token.text
    return ""


def _unlisted(doc: Doc, lone: Sequence[int], to: str) -> str:
    """A name that stands alone and may be a given name that no list has; empty where there is none."""
    for number in lone:
        name = core_of(doc.tokens[number]).lower()
        entity = entity_at(doc, doc.tokens[number].start, doc.tokens[number].end)
        listed = name in family_names() or given_names().get(name) in (to, "unisex")
        if not listed and name not in place_names() and is_person(entity):
            return doc.tokens[number].text
    return ""


def _called(doc: Doc, number: int, to: str) -> str:
    """The name that follows a noun for somebody, a few words behind it: "two sons : Quilis and Zorp"."""
    for place in range(number + 1, min(number + 1 + _NEAR, len(doc.tokens))):
        token = doc.tokens[place]
        if is_proper(doc.tokens, place):
            entity = entity_at(doc, token.start, token.end)
            known = given_names().get(core_of(token).lower()) is not None
            return "" if known or not is_person(entity) else token.text
        if token.pos not in ("PUNCT", "DET", "NUM", "ADJ") and token.text not in ("called", "named"):
            return ""
    return ""


def _begins_name(doc: Doc, number: int) -> bool:
    """Whether a name of two words or with a nickname begins at a token: "Norman Berg", "Norman 'Fritz' Berg"."""
    tokens = doc.tokens
    if number + 1 >= len(tokens) or is_proper(tokens, number - 1) or in_title(tokens, number):
        return False
    after = tokens[number + 1]
    nickname = after.text in _QUOTES and is_proper(tokens, number + 2)
    return nickname or (is_proper(tokens, number + 1) and after.text.lower() in family_names())


def _refuse_pronoun(doc: Doc, number: int) -> None:
    tokens, low = doc.tokens, doc.tokens[number].text.lower()
    before = tokens[number - 1] if number else None
    after = tokens[number + 1] if number + 1 < len(tokens) else None
    if before is None or after is None:
        return
    if low in ("he", "she") and before.pos == "ADP" and after.pos in ("NOUN", "ADJ", "PROPN"):
        raise NotApplicable(f"'{tokens[number].text}' before '{after.text}' may be a misspelled article")
    if low not in ("his", "her"):
        return
    titled = number > 1 and is_proper(tokens, number - 2) and is_before_title(tokens, number - 1)
    if before.text.lower() in _OF_NAMES and titled:
        raise NotApplicable(f"'{tokens[number].text} {after.text}' may be a part of a title")
    many = tokens[number - 2] if number > 1 else None
    owned = after.pos == "NOUN" or (after.pos == "ADJ" and tokens[min(number + 2, len(tokens) - 1)].pos == "NOUN")
    if many is not None and before.pos == "VERB" and many.text.lower() in _MANY and owned:
        raise NotApplicable(f"'{tokens[number].text}' may mean '{many.text}', who are several")
