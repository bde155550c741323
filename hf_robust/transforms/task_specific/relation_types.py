"""Things of a relation become what they are: a wasp becomes an insect, and every relation still holds."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    BE,
    BE_THIRD,
    COMPARING,
    COORDINATORS,
    CORRELATIVES,
    DEMONSTRATIVES,
    DISTRIBUTIVES,
    GENDERED,
    INDEFINITE_ARTICLES,
    JOINERS,
    NAMED,
    OTHERS,
    POSSESSIVES,
    QUANTITIES,
    RESTRICTIONS,
    SAME,
    UNIVERSALS,
)
from hf_robust.language.english.noun_types import NounType, noun_types, number_tag
from hf_robust.transforms.task_specific.relation_mentions import RelationMention

_KIN = frozenset({"child", "parent", "relative", "sibling", "spouse"})
# who owns one owns a certain one: "her kitchen" is not any room of hers
_UNOWNED = frozenset(
    "animal building company container device food growth machine person room ruler substance text work".split()
)
_SEXED = frozenset({"parent", "person"})  # types that a pronoun for one sex does not go with
_GROUPS = frozenset("flock group herd number series set swarm variety".split())
# what tells that a room is a kitchen, or what a bottle holds
_COOKING = frozenset("bake bread chef cook cooking dish drink eat food meal nutrition oven recipe".split())
_DRINKS = frozenset({"alcohol", "drink", "liquor"})
_LIMITING = ANY_SOME_NO | DISTRIBUTIVES | OTHERS | SAME | UNIVERSALS | QUANTITIES | RESTRICTIONS
_LIMITING |= {"first", "last", "one"}
_NAMING = NAMED | frozenset("dubbed including labeled nicknamed such termed".split())
_BEHIND = _NAMING | {"(", ":", '"', "``", "''", "”", "—", "–", "--", "/"}
_JOINING = JOINERS | {",", "nor", "&"}
_GOING_ON = frozenset("VBD VBZ VBP MD RB PRP WDT WP WRB WP$ IN VBG VBN TO EX".split())  # behind a comma or "and"
_LISTED = ("NOUN", "PROPN", "ADJ", "NUM", "PUNCT")
_DEFINITE = DEMONSTRATIVES | {"the", "whose"}
_INSIDE = frozenset({"VBN", "VBG", "JJ", "JJR", "JJS", "RBS"})
_LEADING = frozenset({"PRP$", "POS", "PDT", "DT"})
_STEM = 4  # letters of a word that tell it in a longer one


def type_edits(doc: Doc, mention: RelationMention, again: Sequence[int], taken: set[str]) -> list[Edit]:
    """The edits that make a noun the word for its type.

    Args:
        doc: The sentence.
        mention: The noun, or a phrase that ends in it.
        again: The numbers of all tokens with the noun.
        taken: Words that the other mention has become; the new noun is added.

    Raises:
        NotApplicable: When its type is not listed, or the sentence needs just this noun.
    """
    place = mention.last - 1
    token = doc.tokens[place]
    types = noun_types(token.text, number_tag(token.text, token.tag))
    if not types or taken:  # two words for types would say too little
        raise NotApplicable(f"the {mention.role} is no name and no thing whose type is known")
    owner = place + 1 < len(doc.tokens) and doc.tokens[place + 1].tag == "POS" and types[0].noun == "ruler"
    if owner or (place and doc.tokens[place - 1].pos == "NOUN"):  # "king 's evil", "jewellery robbers"
        raise NotApplicable(f"the {mention.role} is part of a longer term")
    reason = _reason_to_stay(doc.tokens, place, types)
    if reason:
        raise NotApplicable(f"the {mention.role} {reason}")
    new = next((one for one in types if all(_fits(doc.tokens, number, one) for number in again)), None)
    if new is None:
        raise NotApplicable(f"the type of the {mention.role} cannot stand in its place")
    if _is_told(doc.tokens, again, types):
        raise NotApplicable(f"the sentence has another thing of the type of the {mention.role}")
    taken.add(new.noun)
    edits = []
    for number in again:
        one = doc.tokens[number]
        text = new.many if number_tag(one.text, one.tag) == "NNS" else new.noun
        edits.append(Edit(one.start, one.end, text.capitalize() if one.text[0].isupper() else text))
    return edits


def _reason_to_stay(tokens: Sequence[Token], place: int, types: Sequence[NounType]) -> str:
    """Why a noun cannot be said less exactly: it is limited, listed, named or defined; empty where it can."""
    first = _first_of_phrase(tokens, place)
    words = [token.text.lower() for token in tokens[first:place]]
    before = tokens[first - 1].text.lower() if first else ""
    earlier = tokens[first - 2] if first > 1 else None
    after = [token.text.lower() for token in tokens[place + 1 : place + 3]]
    superlative = any(token.tag in ("JJS", "RBS") for token in tokens[first:place])
    if superlative or not _LIMITING.isdisjoint(words):
        return "is said to be one of all or the only one"
    if not OTHERS.isdisjoint(token.text.lower() for token in tokens):
        return "stands beside others of its kind"
    listed = before in COORDINATORS | CORRELATIVES and (earlier is None or earlier.pos in _LISTED)
    if listed or before == "/" or _is_list(tokens, place):
        return "is part of a list"
    collected = before == "of" and earlier is not None and earlier.tag == "NN"
    several = number_tag(tokens[place].text, tokens[place].tag) == "NNS"
    if several and collected and earlier is not None and earlier.text.lower() not in _GROUPS:
        return "says what a collection is of"
    if before in COMPARING | _NAMING | {"or"} or (earlier is not None and earlier.text.lower() in _NAMING):
        return "is an example or a name"
    if after[:1] and (after[0] in _BEHIND or (after[0] == "of" and types[0].noun not in _KIN)):
        return "is described by what follows"
    defined = len(after) > 1 and after[0] in BE_THIRD and after[1] in INDEFINITE_ARTICLES
    if defined or before in BE:
        return "is what the sentence defines"
    bare = first == place or words[0] in INDEFINITE_ARTICLES
    if bare and not first and not any(token.tag == "VBD" for token in tokens):
        return "stands for all of its kind"
    return ""


def _first_of_phrase(tokens: Sequence[Token], place: int) -> int:
    """The first token of the phrase that ends in a noun."""
    first = place
    while first and (tokens[first - 1].pos in ("ADJ", "NUM") or tokens[first - 1].tag in _INSIDE):
        first -= 1
    while first and (tokens[first - 1].pos == "DET" or tokens[first - 1].tag in _LEADING):
        first -= 1
    return first


def _is_list(tokens: Sequence[Token], place: int) -> bool:
    """Whether a noun is the first of a list."""
    after = tokens[place + 1 : place + 3]
    if not after or after[0].text.lower() not in _JOINING or (len(after) > 1 and after[1].tag in _GOING_ON):
        return False
    return after[0].text != "," or len(after) < 2 or after[1].text.lower() not in ("but", "so", "and")


def _fits(tokens: Sequence[Token], place: int, new: NounType) -> bool:
    """Whether a type agrees with the number and the article of a noun, and with the words of its sentence."""
    first = _first_of_phrase(tokens, place)
    words = {token.text.lower() for token in tokens[first:place]}
    text = {token.text.lower() for token in tokens}
    owned = not POSSESSIVES.isdisjoint(words) or any(token.tag == "POS" for token in tokens[first:place])
    definite = not _DEFINITE.isdisjoint(words)
    if owned and new.noun in _UNOWNED:
        return False
    if new.noun in _SEXED and not GENDERED.isdisjoint(text):
        return False
    if new.noun == "room" and not _COOKING.isdisjoint(text):
        return False
    if new.noun == "container" and any(one.noun in _DRINKS for word in text for one in noun_types(word, "NN")):
        return False
    if number_tag(tokens[place].text, tokens[place].tag) == "NNS":
        counted = definite or tokens[first].pos == "NUM"
        return bool(new.many) and (new.noun != "person" or counted)
    if not INDEFINITE_ARTICLES.isdisjoint(words):
        return new.counts
    return owned or definite or new.is_mass


def _is_told(tokens: Sequence[Token], again: Sequence[int], types: Sequence[NounType]) -> bool:
    """Whether a sentence has the word for the type already, or another thing of the type."""
    names = {one.noun for one in types}
    stems = (*(name[:_STEM] for name in names), *(one.irregular for one in types if one.irregular))
    for number, token in enumerate(tokens):
        if number in again or not token.text.isalpha():
            continue
        low = token.text.lower()
        if low.startswith(stems):
            return True
        tag = token.tag if token.tag in ("NN", "NNS") else "NNS" if low.endswith("s") else "NN"
        if any(one.noun in names for one in noun_types(low, tag)):
            return True
    return False
