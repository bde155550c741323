"""Words and figures beside a surname that only the name of a person has: those of a citation, a speaker, a role."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import COORDINATORS, GENDERED, NEAR_KIN
from hf_robust.language.english.name_origins import family_names
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.transforms.capital_words import RULING, core
from hf_robust.transforms.person_signs import ALSO_FIRMS, SPEECH, YEAR, is_rare, is_role

_YEAR_BEHIND = re.compile(rf"(?:['’]s)? ?\( ?{YEAR.pattern}[a-z]? ?\)")
_CITED_BEHIND = re.compile(rf" ?,? {YEAR.pattern}[a-z]? ?[);]")
_COAUTHOR_BEHIND = re.compile(
    rf" (?:&|and) [A-Z][\w-]+ ?,? {YEAR.pattern}[a-z]? ?[);]"
    rf"|,? et al\b\.? ?[,(]? ?{YEAR.pattern}"
)
_CITED_BEFORE = re.compile(r"[(;] ?(?:(?:cf\.|e\.g\.|see)(?: also)? )?(?:[A-Z][\w-]+ (?:&|and) )?\Z")
_QUOTE_ENDS = re.compile(r"(?:\"|''|”|quot;)\Z")
_SELF = frozenset({"himself", "herself"})
_OWN = GENDERED - {"he", "she", "him", "hers"}


def has_surname_sign(doc: Doc, number: int) -> bool:
    """Whether words beside a name that the recognizer takes for a person confirm it.

    They are those of a citation, "himself", a verb of speech behind a quotation, a role, or "his" in the clause that
    the name opens: "Quilis (1964) noted", "(Quilis, 2013)", "Quilis himself", '", said Quilis about', "driver Quilis",
    "Quilis started his career".

    Args:
        doc: The text.
        number: The name.
    """
    tokens, token = doc.tokens, doc.tokens[number]
    after = tokens[number + 1 : number + 2]
    if after and after[0].text in _SELF:
        return True
    if _is_cited(doc, number) or _says(doc, number):
        return True
    before = tokens[number - 1] if number else None
    if before is not None and is_role(before) and before.text not in RULING | NEAR_KIN | ALSO_FIRMS:
        return not after or not after[0].text[:1].isupper()
    return _opens_clause_of(doc, token, number)


def _is_cited(doc: Doc, number: int) -> bool:
    token = doc.tokens[number]
    start, end = token.start, token.start + len(core(token))
    if _COAUTHOR_BEHIND.match(doc.text, end):
        return True
    if _CITED_BEHIND.match(doc.text, end):
        return _CITED_BEFORE.search(doc.text, 0, start) is not None
    found = _YEAR_BEHIND.match(doc.text, end)
    if found is None:
        return False
    if number and doc.tokens[number - 1].text.isalpha():
        return doc.tokens[number - 1].text.islower() and doc.tokens[number - 1].pos in ("VERB", "ADP", "SCONJ")
    beyond = doc.tokens[doc.token_at(found.end()) :][:1]
    return bool(beyond) and beyond[0].tag in FINITE and not beyond[0].text.startswith(("is", "was"))


def _says(doc: Doc, number: int) -> bool:
    """Whether a name follows the verb of what somebody says: '... much, " said Quilis about it'."""
    before = doc.tokens[number - 1] if number > 1 else None
    if before is None or before.text not in SPEECH:
        return False
    if doc.tokens[number + 1 : number + 2] and doc.tokens[number + 1].pos in ("NOUN", "PROPN"):
        return False  # '", said Quilis supporter Anna Smith'
    return _QUOTE_ENDS.search(doc.text[: before.start].rstrip()) is not None


def _opens_clause_of(doc: Doc, token: Token, number: int) -> bool:
    """Whether a rare name opens a text, and what it does has "his" or "her": "Quilis started his career"."""
    opens = number == 0 or (number == 1 and doc.tokens[0].text.lower() in COORDINATORS)
    rest = doc.tokens[number + 1 :]
    if not opens or not rest or not (is_rare(token.text.lower()) or token.text.lower() in family_names()):
        return False
    verb = rest[1] if rest[0].tag == "RB" and len(rest) > 1 else rest[0]
    return verb.tag in FINITE and verb.text not in ("ruled", "reigned") and _has_own(rest)


def _has_own(rest: Sequence[Token]) -> bool:
    """Whether the first clause has "his" or "her" and names nobody else whom it may mean."""
    for token in rest:
        if token.text in _OWN:
            return True
        if token.pos == "PUNCT" or token.text in ("who", "that") or (token.pos == "PROPN" and token.text[:1].isupper()):
            return False
    return False
