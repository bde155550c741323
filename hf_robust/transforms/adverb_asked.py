"""Adverbs before question words and in questions, before adverbs that a verb follows, and before "around the world"."""

from hf_robust.language.english.closed_classes import APPROXIMATORS, BE_TENSED, DO_TENSED, MODALS
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLOSE, FAR, Place

# what somebody who knows the answer does: "know exactly how", "explain exactly why"
KNOWING = frozenset("know explain understand learn determine remember realize specify discover show".split())
_MEASURES = frozenset({"many", "much", "long", "often", "far", "old"})
# beside these a question asks for no exact amount
_ROUGHLY = (APPROXIMATORS - {"almost", "nearly"}) | {"exactly", "precisely", "ever", "possibly", "average", "likely"}
QUOTES = frozenset({'"', "``", "''", "“"})
OPENING = (MODALS - {"may", "might", "must", "shall"}) | DO_TENSED
# what a question with "really" says already, or weighs against something
_NO_REALLY = frozenset(
    "really actually ever truly still just only not n't or than exactly anyone anybody any someone somebody".split()
)
_SUBJECT = frozenset({"DT", "JJ", "NN", "NNS", "NNP", "NNPS", "PRP$"})
_LONGEST_SUBJECT = 6  # tokens between the auxiliary that opens a question and its verb
_PLACES = frozenset("world country globe nation continent region state".split())
# adverbs that "very" does not grade before a verb, with those that it grades only behind one
_UNGRADED = frozenset(
    """abruptly briefly effectively fast hard happily kindly honestly oddly openly recently safely strangely
    suddenly unexpectedly""".split()
)


def asked_exactly(place: Place) -> tuple[str, ...] | None:
    """ "Know how it works" becomes "know exactly how it works", and "How many?" "Exactly how many?"."""
    word, before, following = place.word(0), place.token(-1), place.word(1)
    if before is None:
        if word != "how" or not place.asks() or not _ROUGHLY.isdisjoint(place.sentence()):
            return None
        counted = any(place.tag(step) == "CD" for step in range(2, FAR))  # "How tall is 157 cm in feet?"
        graded = place.tag(1) == "JJ" and place.word(2) in BE_TENSED | MODALS and not counted
        return ("exactly",) if following in _MEASURES else ("just",) if graded else None
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
    graded = word == "seldom" or (word in listed("manners") and word not in _UNGRADED)
    if not (graded or word == "recently") or following not in ("VBN", "VBD", "VBZ", "VBP", "VB"):
        return None
    leads = ("PRP", "NN", "NNS", "NNP", "VBD", "VBZ", "VBP", "VBN", "MD", "-RRB-", "WDT", "WP", "CC")
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


def what_like(place: Place) -> tuple[str, ...] | None:
    """ "What is it like to live there?" becomes "What is it really like to live there?"."""
    words = tuple(place.word(step) for step in range(-3, 1))
    asks = words[0] == "what" and words[1] in ("is", "was", "'s") and words[2:] == ("it", "like")
    return ("really",) if asks and place.tag(1) in ("TO", "VBG", "IN", ".") and place.asks() else None


def doubted(place: Place) -> tuple[str, ...] | None:
    """ "Will prices fall?" becomes "Will prices really fall?", and "Is it safe?" "Is it really safe?"."""
    opening = next((step for step in range(-1, -_LONGEST_SUBJECT - 2, -1) if place.token(step - 1) is None), 0)
    words = place.sentence()
    there = opening == -2 and place.word(-1) == "there" and place.word(0) == "any"
    if not opening or place.token(opening) is None or not place.asks():
        return None
    if not (_NO_REALLY - {"any"} if there or place.tag(0) == "JJ" else _NO_REALLY).isdisjoint(words):
        return None
    first, tag = place.word(opening), place.tag(0)
    if there and first in ("is", "are"):
        return ("really", "actually")
    if first == "should" and opening == -2 and place.word(-1) in ("i", "we") and tag == "VB" and place.word(0) != "be":
        return ("really",) if "or" not in words else None
    if tag == "JJ":
        return (
            ("really",)
            if opening == -2 and first == "is" and place.word(-1) == "it" and place.word(0) in listed("doubted")
            else None
        )
    subject = [place.tag(step) for step in range(opening + 1, 0)]
    if not subject or subject[-1] not in ("NN", "NNS", "NNP", "NNPS") or not set(subject) <= _SUBJECT:
        return None
    if tag == "VB" or (tag == "VBP" and first in DO_TENSED):
        return (("really",) if first == "should" else ("really", "actually")) if first in OPENING else None
    return ("really", "actually") if first in ("is", "are") and place.word(0) in ("a", "an", "the") else None
