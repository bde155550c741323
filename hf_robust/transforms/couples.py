"""Husbands and wives of people whose gender changes: they change to the other one."""

from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import GENDERED, POSSESSIVE_CLITICS, POSSESSIVES, SPOUSES
from hf_robust.language.english.name_origins import given_names
from hf_robust.transforms.base import match_case
from hf_robust.transforms.gendered_words import GENDERS, core_of, gender_of, other_noun

_PARTNERS = SPOUSES | frozenset(
    """boyfriend boyfriends bride bridegroom brides ex-boyfriend ex-girlfriend ex-husband ex-husbands ex-wife ex-wives
    fiance fiancee fiancé fiancée girlfriend girlfriends husbands widow widower widowers widows wives""".split()
)
_SPEAKERS_OWN = frozenset({"my", "our", "your"})
_BETWEEN = frozenset({"-", "ex", "first", "second", "third"})  # "his ex-wife", "his first wife"
_BEFORE = 4  # tokens between the possessive and the noun, with the possessive
_NEAR = 6  # tokens after the noun that may name the partner: "his second wife , the writer Anna"
_CALLED = frozenset({"called", "named", "née"})


def spouse_swaps(doc: Doc, edits: Sequence[Edit], to: str) -> list[Edit]:
    """The edits that keep couples of a man and a woman: in a text about women, "his wife" becomes "her husband".

    Args:
        doc: The text.
        edits: What else changes in it.
        to: The gender that people move to.

    Raises:
        NotApplicable: When the other partner does not change, or something else shows the gender of the partner.
    """
    if not edits:
        return []
    return list(_partners(doc, {edit.start for edit in edits}, to))


def _partners(doc: Doc, starts: set[int], to: str) -> Iterator[Edit]:
    for number, token in enumerate(doc.tokens):
        word = core_of(token)
        low = word.lower()
        gender = gender_of(low) if low in _PARTNERS else None
        owner = _owner(doc.tokens, number) if gender else None
        if gender is None or (owner is not None and owner.text.lower() in _SPEAKERS_OWN):
            continue
        if gender != to:
            if shown := _first_of(doc, to):
                raise NotApplicable(f"'{word}' and '{shown}' may be a couple, and only one of them would change")
            continue
        if owner is None or owner.start not in starts:
            raise NotApplicable(f"'{word}' may be of somebody whose gender changes")
        if shown := _shown(doc, number, starts, to):
            raise NotApplicable(f"'{shown}' may be the {low}")
        end = token.start + len(word)
        new = other_noun(low, GENDERS[to == "female"])
        if new is None or not doc.is_free(token.start, end):
            raise NotApplicable(f"'{word}' cannot be changed")
        yield Edit(token.start, end, match_case(word, new))


def _owner(tokens: Sequence[Token], number: int) -> Token | None:
    """The possessive before a noun, or what has the possessive sign: "his late wife", "the teacher's wife"."""
    for place in range(number - 1, max(-1, number - 1 - _BEFORE), -1):
        token = tokens[place]
        low = token.text.lower()
        if low in POSSESSIVES:
            return token
        if low in POSSESSIVE_CLITICS:
            return tokens[place - 1] if place else None
        if core_of(token) != token.text:
            return token
        if token.pos not in ("ADJ", "ADV", "NUM") and low not in _BETWEEN:
            return None
    return None


def _first_of(doc: Doc, gender: str) -> str:
    """The first word or name of a gender in a text; empty where it has none."""
    for token in doc.tokens:
        word = core_of(token)
        if gender_of(word.lower()) == gender or (word[:1].isupper() and given_names().get(word.lower()) == gender):
            return word
    return ""


def _shown(doc: Doc, number: int, starts: set[int], gender: str) -> str:
    """What shows the gender of a partner: a pronoun of the text, or a name after the noun; empty where nothing does."""
    for token in doc.tokens:
        low = token.text.lower()
        if low in GENDERED and gender_of(low) == gender and token.start not in starts:
            return token.text
    near = doc.tokens[number + 1 : number + 1 + _NEAR]
    for token in near:
        if token.pos == "PROPN" and token.text[:1].isupper():
            return token.text
        if token.pos not in ("PUNCT", "ADJ", "DET", "NOUN", "NUM") and token.text not in _CALLED:
            break
        if token.text in (".", ";"):
            break
    return ""
