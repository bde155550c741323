"""Whether a name of a person stands for itself, and is no part of a longer name or of a title."""

import re
from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import MORE_PARTS_OF_NAMES, NAME_PREPOSITIONS, PARTS_OF_NAMES
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import core, in_title, is_initial, is_name_word, is_proper, stands_apart
from hf_robust.transforms.defined_things import is_kind_of_thing, is_numeral, is_thing
from hf_robust.transforms.entity_spans import TITLES
from hf_robust.transforms.foreign_forms import goes_on_abroad, has_foreign_form
from hf_robust.transforms.no_person_words import CALLED_AFTER, COMPANY_NOUNS
from hf_robust.transforms.person_signs import is_group
from hf_robust.transforms.same_person import is_before_title

_OPENING = frozenset("\"'“‘") | {"``"}
PARTICLES = PARTS_OF_NAMES | MORE_PARTS_OF_NAMES | {"ben", "bint", "ibn"}
_JOINING = NAME_PREPOSITIONS | {"and", "&"}
_SAINTS = frozenset({"Sta.", "Sto.", "Ste.", "Sta", "Sto", "Ste"})
_MANY_SAINTS = frozenset({"Saints", "Sts", "Sts."})
_SHIPS = frozenset("HMAS HMCS HMS LÉ MS MV RMS SS USNS USS".split())
_SPELT = frozenset("known pronounced spelled spelt transliterated written".split())
_INNER_CAPITAL = re.compile(r"[a-z]+[A-Z]|[A-Z]\w+[(/]")
_ABBREVIATED = re.compile(r"[A-Z][a-z]{1,3}\.")
_HEADLINE = 4  # tokens of a headline that are looked at
_OF_COMPANIES = frozenset("distributed manufactured operated owned published sponsored".split())
_RULES = re.compile(
    r" (?:the )?(?:\d+(?:st|nd|rd|th) )?(?:Baron|Count|Duchess|Duke|Earl|Elector|Emperor|King|Lord|Margrave|Marquess|"
    r"Prince|Princess|Queen)(?:ess)? of "
)
_INSIDE_NOUN_PHRASE = frozenset({"JJ", "NN", "NNS", "VBG"})
_SHORT_WORD = 3  # letters of a small word that is a given name by chance
_CLOSING = _OPENING | {"”", "’", "''"}


def is_name_apart(doc: Doc, first: int, end: int) -> bool:
    """No part of a longer name or a title: "Being John Smith", "John Smith and the Band"."""
    tokens = doc.tokens
    before, after = tokens[max(0, first - 1)], tokens[end] if end < len(tokens) else None
    if is_thing(tokens, end):
        return False
    if (first and before.text == "&") or (after is not None and after.text == "&"):
        return False  # "Emerson, Lake & Palmer"
    if first and (
        before.text.lower() in COMPANY_NOUNS
        or (before.text in _OPENING and after is not None and after.text in _CLOSING)
    ):
        return False
    named = first > 1 and before.text[:1].isupper() and not before.text.isupper() and before.text[-1:].isalpha()
    low = before.text.lower()
    if first and (low == "pope" or before.text in _SHIPS or is_word_itself(tokens, first)):
        return False
    if after is not None and _INNER_CAPITAL.match(after.text):
        return False  # "Pain fitzJohn", "Mary Ellen Berg(who plays her"
    if low == "by" and first > 1 and tokens[first - 2].text in _OF_COMPANIES:
        return False  # "published by Quilis Brown"
    if after is not None and after.text == "," and _RULES.match(doc.text, after.end):
        return False  # "Frederick William, Elector of Brandenburg"
    last = core(tokens[end - 1]).lower()
    if after is not None and last[-1:] == "s" and last not in family_names() and after.tag in _INSIDE_NOUN_PHRASE:
        return False  # "Richard Bransons business"
    if first and is_kind_of_thing(before.text):
        return False  # "the constellation Leo Minor"
    if first and (low == "during" or _is_of_saints(tokens, first)):
        return False  # "during Raksha Bandhan"
    if first > 1 and low == "or" and tokens[first - 2].text == "(":
        return False  # "Karl Lund (or Charles Lund)"
    if first and is_group(before):
        return False  # "the news agency Quilis", "the club Quilis Redbank"
    if first and end - first == 1 and before.pos == "DET" and after is not None and after.tag in ("NN", "NNS"):
        return False  # "the Quilis deposit"
    if first > 1 and before.text == ")" and after is not None and after.text == ":":
        return False  # "(2012) Anna Smith: The Life"
    worded = named and before.pos in ("VERB", "ADJ", "NOUN") and not in_title(tokens, first - 1)
    worded = worded and not _ends_headline(tokens, first, end)
    if worded and low not in TITLES and low not in peoples():
        return False
    if first > 1 and low == "of" and (is_proper(tokens, first - 2) or is_kind_of_thing(tokens[first - 2].text)):
        return False  # "the constellation of Norma"
    if not stands_apart(tokens, first, end) or _is_half(tokens, first, end):
        return False
    if has_foreign_form(doc.text, tokens[end - 1].end):
        return False
    if goes_on_abroad(tokens, end) or is_before_title(tokens, end):
        return False
    if after is None or after.text.lower() not in _JOINING:
        return True
    follows = tokens[end + 1 : end + 3]
    title = len(follows) == 2 and follows[0].text.lower() in ("the", "a") and follows[1].text[:1].isupper()
    title = title and not (after.text == "of" and end - first > 1)  # "Anna Smith of the Northern Club"
    return not title and not (after.text.lower() == "of" and end - first == 1 and is_proper(tokens, end + 1))


def _is_of_saints(tokens: Sequence[Token], first: int) -> bool:
    """Whether a name stands in a list of saints: "Saints Matthew, Mark, Luke and John"."""
    before = first - 1
    while before > 0 and (tokens[before].text in (",", "and") or is_name_word(tokens, before)):
        if tokens[before].text in _MANY_SAINTS:
            return True
        before -= 1
    return tokens[before].text in _MANY_SAINTS


def is_word_itself(tokens: Sequence[Token], first: int) -> bool:
    """Whether a text speaks of a name as a word or a thing: "the name Quilis", "written as Quilis", "the Quilis is"."""
    before = [token.text.lower() for token in tokens[max(0, first - 2) : first]]
    after = tokens[first + 1] if first + 1 < len(tokens) else None
    if before[-1] == "the" and (after is None or after.pos not in ("ADJ", "NOUN", "NUM", "PROPN")):
        return True
    return before[-1] in ("name", "nickname", "surname", "word") or (before[-1] == "as" and before[0] in _SPELT)


def _ends_headline(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a headline without a stop ends before a name of listed parts that does something."""
    before = [token for token in tokens[max(0, first - _HEADLINE) : first] if len(token.text) > _SHORT_WORD]
    listed = core(tokens[first]).lower() in given_names() and core(tokens[end - 1]).lower() in family_names()
    acts = end < len(tokens) and (tokens[end].tag in ("VBD", "VBZ", "MD") or tokens[end].text in ("the", "who"))
    return listed and acts and len(before) > 1 and all(token.text[:1].isupper() for token in before)


def _is_half(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a name goes on beside some tokens: "Alfred Charles Turner", "Paul III", "Moore's Mill"."""
    if first and _is_given_before(tokens, first - 1):
        return True
    if first > 1 and (is_initial(tokens[first - 1]) or tokens[first - 1].text in _SAINTS):
        return True
    if first > 1 and tokens[first - 1].text == "." and tokens[first - 2].text in _SAINTS:
        return True
    if first > 1 and _ABBREVIATED.fullmatch(tokens[first - 1].text) and tokens[first - 1].text.lower() not in TITLES:
        return is_name_word(tokens, first - 2)  # "Abu Bakar Hj. Abdullah"
    if end >= len(tokens):
        return False
    low = tokens[end].text.lower()
    if low in PARTICLES and (is_proper(tokens, end + 1) or is_proper(tokens, end + 2)):
        return True  # "Willem van de Velde"
    if low in ("'s", "’s") and end + 1 < len(tokens) and tokens[end + 1].text.lower() in CALLED_AFTER:
        return True
    if (
        is_numeral(tokens[end].text)
        or is_initial(tokens[end])
        or tokens[end].text in ("I", "V")
        or (is_proper(tokens, end) and low in family_names())
    ):
        return True
    return low in ("'s", "’s") and is_proper(tokens, end + 1) and not in_title(tokens, end + 1)


def _is_given_before(tokens: Sequence[Token], number: int) -> bool:
    """Whether a given name stands there, also one in small letters: "denzel Washington"."""
    token = tokens[number]
    low = core(token).lower()
    if low not in given_names():
        return False
    small = token.text.islower() and len(low) > _SHORT_WORD and low not in also_words()
    return is_name_word(tokens, number) or (small and token.pos not in ("ADP", "AUX", "DET", "PRON", "CCONJ", "SCONJ"))


@cache
def also_words() -> frozenset[str]:
    return frozenset(name.lower() for name in lexicon("genders")["also_words"])


def is_plain_given(word: str) -> bool:
    """Whether a listed given name is no other word, no place and no surname."""
    if word not in given_names() or word in also_words() or word in place_names():
        return False
    return word not in family_names()
