"""Adverbs that stress what is total or compared: "absolutely nothing", "absolutely no answer", "a much better look"."""

from hf_robust.language.english.closed_classes import BE_TENSED
from hf_robust.language.lexicons.wordnet import CONCRETE, noun_kind
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLOSE, NEAR, Place

_STRESSED = frozenset("or and little almost practically virtually absolutely nearly say yes with to by in".split())
_NO_COMMENT = frozenset({"spokesman", "spokeswoman", "company", "officials"})
_NAMED_BY_SIZE = frozenset(
    """education court courts house school schools level levels class classes deck half lip jaw leg legs back term
    body limb limbs power powers bound ground floor case side end animals learning town degree stage stages
    mathematics self being order good number part""".split()
)
_BEFORE_PLURAL = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "IN"})
_BEFORE_MORE = frozenset({"VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "NN", "NNS", "PRP"})


def total(place: Place) -> tuple[str, ...] | None:
    """ "Heard nothing" becomes "heard absolutely nothing", and "got no answer" "got absolutely no answer"."""
    word = place.word(0)
    token = place.token(0)
    if (word not in listed("totals") and word != "no") or token is None or not token.text.islower():
        return None
    if place.token(-1) is None or place.tag(-1) in ("RB", "CC", "CD") or place.asks() or place.is_negated():
        return None
    if not listed("reporting").isdisjoint(place.sentence()) or not _NO_COMMENT.isdisjoint(place.sentence()):
        return None
    if not listed("left_open").isdisjoint(place.near(NEAR, NEAR)):
        return None
    if not {"but", "except"}.isdisjoint(place.near(0, CLOSE + 1)):
        return None
    fits = _is_no(place) if word == "no" else place.word(1) not in listed("no_total")
    return ("absolutely",) if fits else None


def _is_no(place: Place) -> bool:
    noun = place.token(2 if place.tag(1) == "JJ" else 1)
    if noun is None or noun.tag not in ("NN", "NNS") or not listed("no_no").isdisjoint({place.word(1), noun.lemma}):
        return False
    kind = noun_kind(noun.lemma.lower())
    single = noun.tag == "NN" and kind in (CONCRETE - {"food"}) | {"person"}
    if single or (place.word(-1) in BE_TENSED and kind == "person"):
        return False  # "she was no schoolgirl", "he wore no gun"
    again = any(place.word(step) in ("no", "not", "n't") for step in range(-2 * NEAR, 2 * NEAR) if step)
    return not again and place.word(-1) not in _STRESSED


def greater(place: Place) -> tuple[str, ...] | None:
    """ "A better look" becomes "a much better look", and "a more useful tool" "a much more useful tool"."""
    word, led = place.word(0), place.word(-1)
    more = word in ("more", "less")
    if (word not in listed("greater") and not more) or place.is_negated() or place.asks() or place.tag(-2) == ":":
        return None
    if not (listed("weighing") | listed("spans") | {"nothing"}).isdisjoint(place.near(CLOSE, -1)) or _is_measured(
        place
    ):
        return None
    if more:
        fits = place.tag(1) in ("JJ", "RB", "VBN") and place.word(1) not in ("or", "than", "likely", "recently")
        return ("much",) if fits and (led in ("a", "an") or place.tag(-1) in _BEFORE_MORE) else None
    noun = place.token(2 if place.tag(1) == "JJ" else 1)
    if noun is None or not noun.text.islower() or noun.text in _NAMED_BY_SIZE or place.word(1) in _NAMED_BY_SIZE:
        return None
    single = led in ("a", "an") and noun.tag == "NN"
    if (
        place.tag(-1) == "IN"
        and "than" not in place.sentence()
        and not {",", "and", "or"}.isdisjoint(place.near(CLOSE, CLOSE))
    ):
        return None  # "in pairs, in larger groups and alone"
    return ("much",) if single or (place.tag(-1) in _BEFORE_PLURAL and noun.tag in ("NN", "NNS")) else None


def _is_measured(place: Place) -> bool:
    return any(place.tag(step) in ("CD", "$") for step in range(-CLOSE, NEAR))
