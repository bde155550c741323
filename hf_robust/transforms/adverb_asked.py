"""Adverbs before question words and in questions, before adverbs that a verb follows, and before "around the world"."""

from hf_robust.language.english.closed_classes import APPROXIMATORS, BE_TENSED, DO_TENSED, MODALS
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLOSE, Place

# what somebody who knows the answer does: "know exactly how", "explain exactly why"
KNOWING = frozenset("know explain understand learn determine remember realize specify discover show".split())
_MEASURES = frozenset({"many", "much", "long", "often", "far", "old"})
# beside these a question asks for no exact amount
_ROUGHLY = (APPROXIMATORS - {"almost", "nearly"}) | {"exactly", "precisely", "ever", "possibly", "average", "likely"}
DOUBTED = frozenset("possible true safe legal necessary normal good bad healthy unhealthy easy hard important".split())
_OPENING = (MODALS - {"may", "might", "must", "shall"}) | DO_TENSED
# what a question with "really" says already, or weighs against something
_NO_REALLY = frozenset(
    "really actually ever truly still just only not n't or than exactly anyone anybody any someone somebody".split()
)
_SUBJECT = frozenset({"DT", "JJ", "NN", "NNS", "NNP", "PRP$"})
_LONGEST_SUBJECT = 6  # tokens between the auxiliary that opens a question and its verb
_PLACES = frozenset("world country globe nation continent region state".split())
# adverbs that "very" grades before a verb
_GRADED = frozenset("carefully clearly closely frequently heavily often quickly slowly strongly widely".split())


def asked_exactly(place: Place) -> tuple[str, ...] | None:
    """ "Know how it works" becomes "know exactly how it works", and "How many?" "Exactly how many?"."""
    word, before, following = place.word(0), place.token(-1), place.word(1)
    if before is None:
        fits = word == "how" and following in _MEASURES and place.asks()
        return ("exactly",) if fits and _ROUGHLY.isdisjoint(place.sentence()) else None
    if place.tag(1) in ("", ".", ",", ":", "CC", "''") or following in ("ever", "else", "about", "if", "sometimes"):
        return None
    points = place.word(-1) in BE_TENSED and place.word(-2) in ("this", "that", "which") and word in ("why", "what")
    knows = (
        place.word(-2) != "who"
        and before.lemma.lower() in KNOWING
        and before.pos == "VERB"
        and word in ("how", "why", "what", "where", "who")
    )
    fits = (points and not place.asks()) or (knows and place.token(-2) is not None and not place.is_negated(CLOSE))
    return ("exactly",) if fits and _ROUGHLY.isdisjoint(place.near(CLOSE, CLOSE)) else None


def graded_before_verb(place: Place) -> tuple[str, ...] | None:
    """ "Quickly became" becomes "very quickly became", and "was recently sold" "was just recently sold"."""
    word, following = place.word(0), place.tag(1)
    if word not in _GRADED | {"recently"} or following not in ("VBN", "VBD", "VBZ", "VBP", "VB"):
        return None
    leads = ("PRP", "NN", "NNS", "NNP", "VBD", "VBZ", "VBP", "VBN", "MD", "-RRB-", "WDT", "WP")
    if place.tag(-1) not in leads or place.is_negated() or place.asks():
        return None
    if not listed("weighing").isdisjoint(place.near(CLOSE, 1)) or "not" in place.near(0, CLOSE):
        return None
    return ("very",) if word != "recently" else ("just",)


def all_around(place: Place) -> tuple[str, ...] | None:
    """ "Around the world" becomes "all around the world"."""
    if place.word(0) not in ("around", "across", "over") or place.word(1) != "the" or place.word(2) not in _PLACES:
        return None
    fits = place.tag(3) in (".", ",", ":", "CC", "IN", "") and place.tag(-1) in ("NN", "NNS", "VBN", "VBG", "VBD")
    return ("all",) if fits and not place.is_negated() else None


def doubted(place: Place) -> tuple[str, ...] | None:
    """ "Will prices fall?" becomes "Will prices really fall?", and "Is it safe?" "Is it really safe?"."""
    opening = next((step for step in range(-1, -_LONGEST_SUBJECT - 2, -1) if place.token(step - 1) is None), 0)
    words = place.sentence()
    if not opening or place.token(opening) is None or not place.asks() or not _NO_REALLY.isdisjoint(words):
        return None
    first, tag = place.word(opening), place.tag(0)
    if tag == "JJ":
        return (
            ("really",)
            if opening == -2 and first == "is" and place.word(-1) == "it" and place.word(0) in DOUBTED
            else None
        )
    subject = [place.tag(step) for step in range(opening + 1, 0)]
    if not subject or subject[-1] not in ("NN", "NNS", "NNP") or not set(subject) <= _SUBJECT:
        return None
    if tag == "VB":
        return ("really", "actually") if first in _OPENING else None
    return ("really", "actually") if first in ("is", "are") and place.word(0) in ("a", "an", "the") else None
