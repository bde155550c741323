"""Whether all words of one person move together: no pronoun of them stays, and none is that of something else."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    GENERATIONS,
    MORE_PARTS_OF_NAMES,
    PARTS_OF_NAMES,
    SPEAKERS,
)
from hf_robust.transforms.capital_words import in_title, is_proper

_PRONOUNS = {
    "female": re.compile(r"(?<![a-z])(?:he|him|his|himself)(?![a-z])", re.IGNORECASE),
    "male": re.compile(r"(?<![a-z])(?:she|her|hers|herself)(?![a-z])", re.IGNORECASE),
}
_PARTICLES = (PARTS_OF_NAMES - {"el"}) | MORE_PARTS_OF_NAMES | {"y"}
_OF_NAMES = frozenset({"and", "&"})
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
