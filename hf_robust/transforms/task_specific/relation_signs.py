"""What a relation, or a noun beside a name, says of a mention: its type, and the gender of a person."""

import re
from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    MORE_TITLES_OF_WOMEN,
    NEAR_KIN,
    PARTS_OF_NAMES,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
)
from hf_robust.language.english.name_origins import origins
from hf_robust.language.english.noun_sisters import sisters
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.person_signs import has_sign

_FAMILY = NEAR_KIN | {"spouse", "parents", "siblings", "children"}
_QUOTES = frozenset("\"'“”‘’`") | {"``", "''"}
_WORD = re.compile(r"[a-z]+")
_IN_BRACKET = 4  # tokens of a bracket in which "born" stands: "( ; born"
# properties of Wikidata by which data such as FewRel name a relation, with what their constraints ask for
_OF_TWO_PEOPLE = frozenset("P7 P9 P22 P25 P26 P40 P184 P185 P451 P802 P1038 P1066 P3373".split())
_PERSON_FIRST = frozenset(
    """P19 P20 P21 P27 P39 P54 P69 P97 P101 P102 P103 P106 P108 P119 P157 P410 P412 P413 P512 P551 P569 P570 P734 P735
    P937 P1412""".split()
)
_PERSON_SECOND = frozenset("P6 P35 P50 P57 P58 P61 P84 P86 P98 P112 P161 P162 P169 P286 P287 P488 P991 P1346".split())
_THING_SECOND = _PERSON_FIRST | {"P463"}  # places, dates, ranks, kinds of sport, bands
_PLACE_FIRST = frozenset("P30 P36 P47 P131 P150 P190 P206 P1376".split())
_PLACE_SECOND = frozenset("P19 P20 P36 P119 P131 P150 P159 P190 P276 P551 P740 P937 P1376".split())
_GENDER_OF_SECOND = {"P22": "male", "P25": "female", "father": "male", "mother": "female"}


def is_person_by_signs(doc: Doc, first: int, last: int, role: str, relation: str) -> bool:
    """Whether a capitalized name that no list holds is a person's.

    The relation says so ("spouse", or a property of Wikidata such as ``P26``), or a bracket with the birth behind the
    name, or a noun of people before it or behind *is*.

    Args:
        doc: The sentence.
        first: Number of the name's first token.
        last: Number of the token after its last.
        role: ``subject`` or ``object``.
        relation: The relation's name.

    Example:
        >>> doc = Doc.tagged("Orra/PROPN Vell/PROPN (/PUNCT born/VERB 1950/NUM )/PUNCT sang/VERB ./PUNCT")
        >>> is_person_by_signs(doc, 0, 2, "subject", "P364"), is_person_by_signs(doc, 6, 7, "object", "P364")
        (True, False)
    """
    tokens = doc.tokens
    name = [token for token in tokens[first:last] if token.text not in PARTS_OF_NAMES]
    if (role == "object" and relation in _THING_SECOND) or _is_of_thing(name):
        return False
    if not name or not (tokens[first].text[:1].isupper() and tokens[last - 1].text[:1].isupper()):
        return False
    before = tokens[first - 1] if first else None
    if (before is not None and before.text in _QUOTES | ARTICLES) or any(
        any(map(str.isdigit, token.text)) for token in name
    ):
        return False
    if _relates_people(role, relation) or _is_born(tokens, last):
        return True
    inside = tokens[last + 1].pos if last + 1 < len(tokens) and tokens[last].text == "(" else ""
    if inside == "NUM":  # the year of a film: "Zorp ( 1999 )"
        return False
    return (before is not None and before.text in gendered_nouns()) or has_sign(doc, first, last)


def _is_of_thing(name: Sequence[Token]) -> bool:
    """Whether the last word of a name is a noun that is no surname: "Isaac Newton Telescope"."""
    last = name[-1].text.lower() if len(name) > 1 else ""
    return bool(sisters(last, "NN")) and last not in origins("surnames")


def is_of_family(relation: str) -> bool:
    """Whether a relation is one between members of a family: ``per:spouse``, Wikidata's ``P26``.

    Args:
        relation: The relation's name.

    Example:
        >>> is_of_family("per:spouse"), is_of_family("P26"), is_of_family("per:age")
        (True, True, False)
    """
    return relation in _OF_TWO_PEOPLE or not _FAMILY.isdisjoint(_WORD.findall(relation.lower()))


def is_place_by_relation(name: Sequence[Token], role: str, relation: str) -> bool:
    """Whether a property of Wikidata says that a capitalized name is a place's.

    Args:
        name: The tokens of the name.
        role: ``subject`` or ``object``.
        relation: The relation's name.

    Example:
        >>> doc = Doc.tagged("Orra/PROPN lies/VERB on/ADP the/DET Ova/PROPN ./PUNCT")
        >>> is_place_by_relation(doc.tokens[:1], "subject", "P206")
        True
    """
    capitals = all(token.text[:1].isupper() for token in (name[0], name[-1]))
    return capitals and relation in (_PLACE_FIRST if role == "subject" else _PLACE_SECOND)


def _relates_people(role: str, relation: str) -> bool:
    if is_of_family(relation):
        return True
    return relation in (_PERSON_FIRST if role == "subject" else _PERSON_SECOND)


def _is_born(tokens: Sequence[Token], last: int) -> bool:
    inside = [token.text for token in tokens[last : last + _IN_BRACKET]]
    return inside[:1] in (["("], ["(;"]) and "born" in inside


def gender_by_signs(tokens: Sequence[Token], first: int, role: str, relation: str) -> str:
    """The gender that the relation, or a noun such as *daughter* before a name, tells of a person.

    Args:
        tokens: The tokens of the sentence.
        first: Number of the name's first token.
        role: ``subject`` or ``object``.
        relation: The relation's name.

    Returns:
        ``female``, ``male`` or nothing.

    Example:
        >>> doc = Doc.tagged("Their/PRON daughter/NOUN ,/PUNCT Orra/PROPN sang/VERB ./PUNCT")
        >>> gender_by_signs(doc.tokens, 3, "subject", "P40")
        'female'
    """
    told = _GENDER_OF_SECOND.get(relation, "") if role == "object" else ""
    if told or not first:
        return told
    place = first - 1
    if tokens[place].text == "," and place:
        place -= 1
    return gendered_nouns().get(tokens[place].text.lower(), "")


@cache
def gendered_nouns() -> dict[str, str]:
    """Nouns of one gender in the singular, and titles, with the gender.

    Example:
        >>> gendered_nouns()["daughter"], gendered_nouns()["son"]
        ('female', 'male')
    """
    rows = lexicon("genders")["nouns"]
    told = {row[0]: "male" for row in rows} | {row[1]: "female" for row in rows}
    return told | dict.fromkeys(TITLES_OF_MEN, "male") | dict.fromkeys(TITLES_OF_WOMEN | MORE_TITLES_OF_WOMEN, "female")
