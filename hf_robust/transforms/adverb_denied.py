"""Adverbs behind "not": "does not really know", "does not actually use it", "is not really a problem"."""

from hf_robust.language.english.closed_classes import (
    ADVERSATIVES,
    ARTICLES,
    BE_TENSED,
    BELIEFS,
    DEMONSTRATIVES,
    DO_TENSED,
)
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLAUSE_END, CLOSE, FAR, NEAR, Place

NOT = frozenset({"not", "n't"})
_SUBJECTS = frozenset({"PRP", "NN", "NNS", "NNP", "NNPS", "WDT", "WP", "-RRB-"})
# what was so for some time, and not one act that somebody left out
_LASTING = frozenset("cause change contain exist have hear mean own prove show solve use work".split())

_HEDGING = frozenset({"know", "mind", "think"})


def denied_verb(place: Place) -> tuple[str, ...] | None:
    """ "Does not know" becomes "does not really know", and "does not use it" "does not actually use it"."""
    if place.word(-1) not in NOT or place.word(-2) not in DO_TENSED or not _is_told(place):
        return None
    if place.word(-2) == "do" and place.tag(-3) in ("NN", "NNP"):
        return None  # "In New York don't miss it"
    token = place.token(0)
    lemma = "" if token is None else token.lemma.lower()
    if lemma in BELIEFS or (place.word(-3) == "i" and lemma in _HEDGING and _clause_follows(place)):
        return None  # "I don't suppose you know": a hedge
    if lemma in listed("inward"):
        return ("really",)
    if (lemma in ("have", "get") and place.word(1) == "to") or lemma in listed("not_actually"):
        return None
    if place.tag(1) not in ("DT", "PRP$", "JJ", "NN", "NNS", "PRP", "IN", "NNP"):
        return None
    return ("actually",) if place.word(-2) != "did" or lemma in _LASTING else None


def denied_predicate(place: Place) -> tuple[str, ...] | None:
    """ "Is not a problem" becomes "is not really a problem", and "is not clear" "is not really clear"."""
    if place.word(-1) not in NOT or place.word(-2) not in BE_TENSED or not _is_told(place):
        return None
    word, tag = place.word(0), place.tag(0)
    if tag == "JJ":
        graded = word not in listed("no_denial") and not word.startswith("un")
        return ("really",) if graded and place.tag(1) in CLAUSE_END and place.word(1) not in ("except", "or") else None
    named = place.tag(1) in ("NNP", "NNPS", "CD", "JJS", "RBS", "RB") or place.word(1) in listed("single")
    opens = tag == "PRP$" or word in ARTICLES | {"part"}
    return ("really",) if opens and not named else None


def _clause_follows(place: Place) -> bool:
    return place.word(1) == "that" or (place.tag(1) == "PRP" and place.tag(2)[:2] in ("VB", "MD"))


def _is_told(place: Place) -> bool:
    """Whether a denial has a subject before it, depends on nothing, and is not weighed in another way."""
    if (place.tag(-3) not in _SUBJECTS and place.word(-3) not in DEMONSTRATIVES) or place.asks():
        return False
    if not NOT.isdisjoint(place.near(2 * NEAR, -CLOSE)):
        return False  # "I am not saying it isn't important"
    if not {"!", "whether"}.isdisjoint(place.sentence()) or not ADVERSATIVES.isdisjoint(place.near(0, NEAR)):
        return False
    return listed("not_denied").isdisjoint(place.near(2 * NEAR, 2 * NEAR)) and "until" not in place.near(0, FAR)
