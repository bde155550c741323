"""Things of a relation become other things of their type."""

import re
from collections.abc import Sequence
from functools import lru_cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import BE_THIRD, JOINERS, RANKS
from hf_robust.language.english.noun_sisters import close_sisters, is_of_field, sisters
from hf_robust.language.english.noun_types import noun_types, number_tag
from hf_robust.language.english.word_pairs import fitting_words
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.famous_mentions import NAMED_WORKS
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import is_compound, noun_kind
from hf_robust.transforms.task_specific.relation_mentions import RelationMention
from hf_robust.transforms.task_specific.relation_types import type_edits

_JOINS = ("-", "/", "–")
WEIGHTS = frozenset("heavyweight middleweight welterweight featherweight bantamweight flyweight lightweight".split())
_RANKS = RANKS | {"field", "rear", "vice"}
# before these, a word is one for a language and not for a people: "Greek film", not "Greek mythology"
_IN_A_LANGUAGE = NAMED_WORKS | frozenset(
    "cinema dialogue dub film films language languages lyrics movie movies original remake songs soundtrack speaking "
    "subtitles television text title translation tv version".split()
)
_OF_LANGUAGES = frozenset("dub language languages speaking subtitles translation version".split())
_PLURAL_VERBS = frozenset({"are", "were", "have"})
# before "of" and animals of any kind
_COUNTS = frozenset("kind type species number hundred thousand million lot head sort variety".split())
_REACH = 4  # tokens behind a word for a language: "Tamil comedy television series"
_SPOKEN = frozenset({"and", "from", "in", "into", "or", ","})  # before a language
_SCRIPT = re.compile(r"[\u0590-\u0e7f\u3040-\u9fff\uac00-\ud7af]")  # Arabic, Hindi, Chinese and others
_STEM = 4  # letters of a word that tell it in a longer one


def thing_edits(doc: Doc, mention: RelationMention, kind: str, rng: RowRandom, taken: set[str]) -> list[Edit]:
    """The edit that makes a common noun another of its group: a carton of a box, a mule of a horse.

    Languages, ranks and constellations have groups, too.

    Args:
        mention: The noun, or a phrase that ends in it.
        kind: As for ``swap-entity``; for ``low-frequency``, the rarer half of the group is drawn from.
        rng: The draws.
        taken: Words that the other mention has become; the new noun is added.

    Raises:
        NotApplicable: When it has no group, is part of a fixed term or stands elsewhere in another form.
    """
    place, proper = _place_of(doc, mention)
    tokens = doc.tokens
    token = tokens[place]
    others = () if kind == "multi-type" else close_sisters(token.text, "NNP" if proper else _tag_of(doc, place))
    if not others and kind != "multi-type":
        others = _paired(doc, place)
    if not others and kind == "multi-type":
        raise NotApplicable(f"the {mention.role} is no name and no thing whose type is known")
    if not others and not noun_types(token.text, number_tag(token.text, token.tag)):
        raise NotApplicable(f"the {mention.role} is no name and no thing whose type is known")
    _check_apart(doc, mention, place, proper)
    if not proper and token.pos == "NOUN":
        _check_use(doc, mention, place)
    again = _again(doc, mention, place)
    if len(again) == 1 and [one.text for one in tokens[max(0, place - 2) : place]] == ["named", "after"]:
        raise NotApplicable(f"something is named after the {mention.role}")
    if not proper and any(tokens[number + 1].pos == "NOUN" for number in again if number + 1 < len(tokens)):
        raise NotApplicable(f"the {mention.role} is part of a longer term")
    if not proper and any(_is_in_title(doc, number) for number in again):
        raise NotApplicable(f"the {mention.role} stands in a title")
    rest = {other.text.lower() for number, other in enumerate(tokens) if number not in again} | taken
    if not proper and is_of_field(_singular(token.text.lower()), rest | {_singular(word) for word in rest}):
        raise NotApplicable(f"the {mention.role} is a term of the field that the sentence is about")
    if not others:
        return type_edits(doc, mention, again, taken)
    pool = others[len(others) // 2 :] if kind == "low-frequency" else others
    light = place and tokens[place - 1].text.lower() in ("light", "-")  # "light lightweight"
    free = [other for other in pool if other.lower() not in rest and other.lower()[:-1] not in rest]
    free = [other for other in free if not (light and other == "lightweight")]
    if not free:
        raise NotApplicable(f"the others of the type of the {mention.role} are in the sentence")
    new = rng.choice(free)
    taken.add(new.lower())
    return [
        Edit(tokens[number].start, tokens[number].end, new.capitalize() if tokens[number].text[0].isupper() else new)
        for number in again
    ]


def _check_use(doc: Doc, mention: RelationMention, place: int) -> None:
    """Refuse a noun that its sentence holds: by "between", by a verb in the plural, as what is said of all of it."""
    tokens = doc.tokens
    after = [token.text.lower() for token in tokens[place + 1 : place + 2]]
    if after == ["between"]:
        raise NotApplicable(f"the {mention.role} is one between two that follow")
    if tokens[place].tag == "NN" and after and after[0] in _PLURAL_VERBS and not _is_led(tokens, place):
        raise NotApplicable(f"the {mention.role} is one word for many things")  # "data were"
    told = any(token.tag in ("VBD", "MD") for token in tokens)
    if not place and tokens[0].tag == "NN" and not told and after and after[0] in BE_THIRD:
        raise NotApplicable(f"the {mention.role} is what the sentence defines")  # "Rum is distilled from molasses"


def _is_led(tokens: Sequence[Token], place: int) -> bool:
    """Whether another noun or "and" before a noun may be what the verb behind it agrees with."""
    return any(token.tag == "NNS" or token.text.lower() in JOINERS for token in tokens[:place])


def _paired(doc: Doc, place: int) -> tuple[str, ...]:
    """The words that can stand for a noun in this context by the table of word pairs; none where it stands again."""
    low = doc.tokens[place].text.lower()
    of = place + 1 < len(doc.tokens) and doc.tokens[place + 1].text == "of"  # "a pandemonium of parrots"
    if of or doc.tokens[place].pos != "NOUN" or sum(token.text.lower() == low for token in doc.tokens) > 1:
        return ()
    return tuple(word for word in fitting_words(doc, place) if " " not in word)


def _place_of(doc: Doc, mention: RelationMention) -> tuple[int, bool]:
    """The token that changes, and whether it is a name: *Hindi* in *Hindi language*, else the last."""
    for place in (mention.last - 1, mention.first):
        if sisters(doc.tokens[place].text, "NNP"):
            return place, True
    return mention.last - 1, False


def _tag_of(doc: Doc, place: int) -> str:
    """The tag of a noun; the parser may take a rare one, or the first word of a sentence, for a name."""
    token = doc.tokens[place]
    if (place == 0 or token.text.islower()) and token.tag in ("NNP", "NNPS"):
        return "NN" if sisters(token.text, "NN") else "NNS"
    return token.tag


def _check_apart(doc: Doc, mention: RelationMention, place: int, proper: bool) -> None:
    """Refuse a noun of a fixed term."""
    tokens, token = doc.tokens, doc.tokens[place]
    before = tokens[place - 1] if place else None
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    longer = NotApplicable(f"the {mention.role} is part of a longer term")
    if proper:
        if token.text.lower() in _RANKS and (place > mention.first or not _is_whole_rank(before, after)):
            raise longer
        if _is_language(token.text) and not _speaks_of_language(tokens, place):
            raise NotApplicable(f"the {mention.role} is said of a people and not of its language")
        if any(_SCRIPT.match(other.text) for other in tokens):
            raise NotApplicable("the sentence has words in another script")
        return
    if token.text.lower() in WEIGHTS:
        return
    if after is not None and after.pos == "NOUN":  # it says of what kind the noun behind it is
        raise longer
    of = after is not None and after.text.lower() == "of" and place + 2 < len(tokens)
    if of and is_compound(token.text.lower(), "of") and is_compound("of", tokens[place + 2].text.lower()):
        raise longer
    if before is not None and ((before.pos == "NOUN" and not _is_free(token)) or _is_joined(before, token)):
        raise longer
    led = [one.text.lower() for one in tokens[max(0, place - 2) : place]]
    if led[1:] == ["of"] and is_compound(led[0], "of") and is_compound("of", token.text.lower()):
        raise longer  # "freedom of speech"
    if [one.text.lower() for one in tokens[max(0, mention.first - 2) : mention.first]] == ["full", "of"]:
        raise NotApplicable(f"the {mention.role} is what something is full of")
    noun = token._replace(pos="NOUN") if token.text.islower() else token  # a rare noun may be taken for a name
    if after is not None and (after.pos == "PROPN" or _is_joined(noun, after)):
        raise longer
    if _is_in_collection(tokens, place):
        raise NotApplicable(f"the {mention.role} says what a collection is of, or is the collection")
    if after is not None and after.text == "of" and token.text.lower() in lexicon("noun_sisters")["partitive"].split():
        raise longer


def _is_language(name: str) -> bool:
    return any(
        name in group for group in (sisters("English", "NNP"), ("English",), sisters("Hindi", "NNP"), ("Hindi",))
    )


def _speaks_of_language(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word such as "Greek" is one for the language: "in Greek", "Greek film", "Greek - language"."""
    if place and tokens[place - 1].text == "Ancient":
        return False
    # "Spanish film" says where it was made, "Tamil film" in which language
    telling = _IN_A_LANGUAGE if tokens[place].text in ("Hindi", *sisters("Hindi", "NNP")) else _OF_LANGUAGES
    behind = [token for token in tokens[place + 1 : place + 1 + _REACH] if token.text not in _JOINS]
    for token in behind:
        if token.text.lower() in telling and (token.text.islower() or token.text in ("Movie", "Film")):
            return True
        if token.pos not in ("ADJ", "NOUN") or token.text.istitle():
            break
    ends = not behind or behind[0].pos in ("ADP", "CCONJ", "PUNCT", "SCONJ")
    return ends and (place == 0 or tokens[place - 1].text.lower() in _SPOKEN)


def _is_free(token: Token) -> bool:
    """Whether a noun keeps its sense behind any other noun: one of people."""
    return noun_kind(_singular(token.text.lower())) == "person"


def _is_whole_rank(before: Token | None, after: Token | None) -> bool:
    """Whether a rank is no half of another one and no name: not in "Major - General", "Commodore 64"."""
    if before is not None and (before.text in _JOINS or before.text.lower() in _RANKS):
        return False
    return after is None or not (
        after.pos in ("NOUN", "NUM", "ADJ", "X")
        or after.text in (*_JOINS, "League", "of")
        or after.text.lower() in _RANKS | {"der"}
        or after.text[:1].isdigit()
    )


def _again(doc: Doc, mention: RelationMention, place: int) -> list[int]:
    """All tokens with the same noun; none where it stands in another form."""
    low = doc.tokens[place].text.lower()
    stem = low[:-1] if len(low) > _STEM else low
    found = [number for number, token in enumerate(doc.tokens) if token.text.lower() == low]
    if any(doc.tokens[number].pos not in ("NOUN", "PROPN", "ADJ") for number in found if number != place):
        raise NotApplicable(f"the {mention.role} stands again as another part of speech")
    if len(stem) >= _STEM and any(
        stem in token.text.lower() for number, token in enumerate(doc.tokens) if number not in found
    ):
        raise NotApplicable(f"a word of the stem of the {mention.role} stands in the sentence")
    return found


def _is_in_title(doc: Doc, place: int) -> bool:
    """Whether a common noun has a capital that is not that of a sentence's first word."""
    return bool(place) and doc.tokens[place].text[:1].isupper() and doc.tokens[place - 1].text not in ".!?"


def _is_in_collection(tokens: Sequence[Token], place: int) -> bool:
    """Whether a noun is X in "a pack of X", or the collection: each thing has its own word for many of it."""
    low = tokens[place].text.lower()
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    if after == "of" and _is_collection(low):
        return True
    first = place
    while first and tokens[first - 1].pos in ("ADJ", "NOUN", "NUM"):
        first -= 1
    head = tokens[first - 2] if first > 1 and tokens[first - 1].text.lower() == "of" else None
    if head is None:
        return False
    kinds = {noun_kind(one) for one in (_singular(low), *close_sisters(_singular(low), "NN"))}
    if "animal" in kinds and head.tag in ("NN", "NNS") and head.text.lower() not in _COUNTS:
        return True  # "a conspiracy of ravens": each kind of animal has its own word
    return _is_collection(head.text.lower()) and low != _singular(low)


def _is_collection(noun: str) -> bool:
    lemma = _singular(noun)
    return noun_kind(lemma) == "group" or lemma in lexicon("noun_sisters")["partitive"].split()


@lru_cache(maxsize=20_000)
def _singular(noun: str) -> str:
    return next(iter(lemmas_of(noun, "NNS")), noun)


def _is_joined(first: Token, second: Token) -> bool:
    """Whether two tokens belong to a fixed term, or a name or a hyphen stands before the other."""
    if first.pos == "PROPN" or first.text in _JOINS or second.text in _JOINS:
        return True
    both = first.pos in ("NOUN", "ADJ", "VERB") and second.pos == "NOUN"
    return both and is_compound(first.text.lower(), second.text.lower())
