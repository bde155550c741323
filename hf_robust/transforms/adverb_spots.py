"""Adverbs before places and ways: "right behind the counter", "very near the sea", "went straight to the barn"."""

from hf_robust.language.english.closed_classes import ACCUSATIVES, DISTRIBUTIVES
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.adverb_points import ALREADY
from hf_robust.transforms.word_places import CLOSE, NEAR, Place

_RIGHT = frozenset({"behind", "beside", "beneath", "underneath", "under", "inside"})
_BESIDE_PEOPLE = frozenset({"behind", "beside", "beneath", "above", "below"})
_PEOPLE = ACCUSATIVES | {"her"}
_THINGS = frozenset({"artifact", "object", "plant"})
_LED = frozenset({"DT", "PRP$"})
_INSIDE_NOUN = frozenset({"JJ", "NN", "VBN", "VBG"})
_HERE = ALREADY | {"far", "straight", "somewhere", "back", "deep", "high"}
_AFTER = frozenset({"NN", "NNS", "NNP", "RP", "PRP", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"})
_LOOKING = frozenset("look looked looking stare stared staring gaze gazed gazing glare glared pointed pointing".split())
_FIGURES = frozenset("belt table wing scenes law door counter weather bar bench wire line lines bus polls".split())


def spot(place: Place) -> tuple[str, ...] | None:
    """ "Sat beside him" becomes "sat right beside him", and "near the sea" "very near the sea"."""
    word, following = place.word(0), place.word(1)
    if place.tag(-1) not in _AFTER or place.asks() or place.is_negated(NEAR):
        return None
    if not _HERE.isdisjoint(place.near(CLOSE, 0)) or any(place.tag(step) == "CD" for step in range(-NEAR, 0)):
        return None
    if word in _BESIDE_PEOPLE and following in _PEOPLE and place.tag(2) in (".", ",", ":", "CC", "IN", "''", ""):
        return ("just",) if word in ("above", "below") else ("right",)
    if word in _RIGHT:
        # "radiation inside the shelter" is in all of it
        fits = place.tag(-1) != "RP" and (word not in ("inside", "under") or place.tag(-1)[:2] == "VB")
        return ("right",) if fits and _is_thing(place) else None
    if word == "near":
        return ("very",) if place.tag(1) == "NNP" or _is_thing(place) else None
    return _way(place)


def _way(place: Place) -> tuple[str, ...] | None:
    """ "Went to the barn" becomes "went straight to the barn", and "stared at her" "stared directly at her"."""
    word, verb = place.word(0), place.word(-1)
    if word == "at" and verb in _LOOKING:
        return ("directly",) if place.word(1) in _PEOPLE and place.tag(2) in (".", ",", ":", "CC", "IN", "") else None
    if verb not in listed("moving") or (word not in listed("into") and word != "past") or place.tag(-1) == "VBN":
        return None
    if not listed("habits").isdisjoint(place.sentence()) or (word == "through" and place.word(2).endswith("s")):
        return None  # "went to the hall in the afternoons", "walked through the streets"
    return (("right",) if word == "past" else ("straight",)) if _is_thing(place) else None


def _is_thing(place: Place) -> bool:
    """Whether a preposition leads a thing that has a place: "the old barn"."""
    if place.tag(1) not in _LED or place.word(1) in DISTRIBUTIVES | {"any", "no"}:
        return False
    step = 2
    while step < NEAR and place.tag(step) in _INSIDE_NOUN and place.tag(step + 1) in _INSIDE_NOUN | {"NNS"}:
        step += 1
    noun = place.token(step)
    if noun is None or noun.tag not in ("NN", "NNS") or noun.text in _FIGURES or not noun.text.islower():
        return False
    return noun_kind(noun.lemma.lower()) in _THINGS
