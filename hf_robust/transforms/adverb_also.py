""" "Also" before what "and" adds: "for work and also for fun", "an activist and also the wife of"."""

from hf_robust.language.english.closed_classes import BE_TENSED
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLOSE, NEAR, Place

# words beside which "and also" says too much
_NOT_BESIDE_ALSO = frozenset({"both", "between", "also", "or", "then", "but", "either", "not"})
_NO_ALSO = frozenset(
    "also as between both but combination cross either mix mixture neither or same then together".split()
)


def also_with(place: Place) -> tuple[str, ...] | None:
    """ "For work and for fun" becomes "for work and also for fun"."""
    word = place.word(0)
    earlier = [step for step in range(-2 * NEAR, -1) if place.word(step) == word and place.tag(step) == "IN"]
    if place.word(-1) != "and" or word not in listed("added") or not earlier:
        return None
    between = place.near(-earlier[-1] + 2, CLOSE)
    if word in ("in", "on") and place.tag(1) in ("CD", "NNP"):  # "turned pro in 1979 and in 1983 won"
        return None
    fits = _NOT_BESIDE_ALSO.isdisjoint(between)
    return ("also",) if fits and not place.is_negated(2 * NEAR) and not place.asks() else None


def also_the(place: Place) -> tuple[str, ...] | None:
    """ "Is an activist and the wife of" becomes "is an activist and also the wife of"."""
    if place.word(-1) != "and" or place.word(0) not in ("the", "a", "an") or place.tag(-2) not in ("NN", "NNS", "NNP"):
        return None
    steps = range(-2 * NEAR, -1)
    be = next((step for step in reversed(steps) if place.word(step) in BE_TENSED), 0)
    if not be or place.word(be + 1) not in ("the", "a", "an"):
        return None
    between = {place.tag(step) for step in range(be + 1, -1)}
    behind = {place.tag(step) for step in range(1, NEAR)}
    if not (between | behind).isdisjoint({"VBD", "VBZ", "VBP", "MD", ","}):
        return None
    fits = _NO_ALSO.isdisjoint(place.sentence()) and place.tag(be - 1) not in ("EX", "WDT", "WP")
    return ("also",) if fits and not place.is_negated(2 * NEAR) and not place.asks() else None
