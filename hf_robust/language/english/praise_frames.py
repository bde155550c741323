"""Constructions in which words of praise replace each other: *great food*, *the food was great*."""

from collections.abc import Mapping, Sequence

from hf_robust.language.english.closed_classes import (
    ARTICLES,
    BE_TENSED,
    DAY_PARTS,
    INDEFINITE_ARTICLES,
    PERCEPTIONS,
)
from hf_robust.language.english.function_frames import CLOSES, OWNERS, Frame, tag_at, word_at
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons.wordnet import CONCRETE, is_compound, noun_kinds

# nouns of these kinds are good or bad by themselves: not "great interest"
_JUDGED = (CONCRETE - {"object"}) | {"communication", "person", "tops"}
# of these too, where a customer judges them
_SERVED = frozenset("service job work help experience deal value selection quality care taste atmosphere".split())
_GREETED = DAY_PARTS | {"day", "luck", "afternoon"}


def _is_thing(low: Sequence[str], penn: Sequence[str], place: int, kinds: frozenset[str] | None) -> bool:
    """Whether a noun, of these kinds if there are some, stands at a place, and no other noun behind it."""
    if tag_at(penn, place) not in ("NN", "NNS") or tag_at(penn, place + 1) in ("NN", "NNS", "NNP"):
        return False
    lemma = next(iter(lemmas_of(low[place], penn[place])), low[place])
    return kinds is None or next(iter(noun_kinds(lemma)), "") in kinds


def _attribute(low: Sequence[str], penn: Sequence[str], place: int, kinds: frozenset[str] | None) -> bool:
    """Whether an adjective stands alone before a noun of these kinds, with which it is no term: "a large house"."""
    before = tag_at(penn, place - 1)
    free = not place or before in ("IN", "CC", "VBP", "VBD", "VB", ",", ".")
    determined = before in OWNERS or word_at(low, place - 1) in ARTICLES
    noun = _is_thing(low, penn, place + 1, kinds) and not is_compound(low[place], low[place + 1])
    return penn[place] == "JJ" and (determined or free) and noun and low[max(0, place - 2) : place] != ["as", "a"]


def _praise(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "they have an excellent reputation"; no greeting: "good morning"."""
    return _attribute(low, penn, place, None) and word_at(low, place + 1) not in _GREETED


def _praise_of_thing(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "they serve great food", not "of great interest"."""
    judged = _attribute(low, penn, place, None) and low[place + 1].removesuffix("s") in _SERVED
    return judged or _attribute(low, penn, place, _JUDGED)


def _praise_of_kind(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "a great lunch menu", "a good local bike shop"; no term such as "good faith"."""
    end = place + 1
    while tag_at(penn, end) == "JJ":
        end += 1
    more = end > place + 1 or tag_at(penn, place + 2) in ("NN", "NNS")
    before = tag_at(penn, place - 1)
    free = not place or before in ("IN", "VBP", "VBD", "VB", ",", ".") or word_at(low, place - 1) in INDEFINITE_ARTICLES
    return (
        more
        and free
        and low[place + 1] not in ("long", "many")
        and tag_at(penn, end) in ("NN", "NNS")
        and not is_compound(low[place], low[place + 1])
    )


def _exclamation(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "great !": a verdict alone."""
    return all(not word[0].isalnum() for word in (*low[:place], *low[place + 1 :])) and len(low) > 1


def _opening(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "great to have you here", "good with children"."""
    return not place and word_at(low, 1) in ("to", "with", "at")


def _verdict(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "the food was good ."."""
    closed = word_at(low, place + 1) in CLOSES or word_at(low, place + 1)[0] in "!.:"
    before = word_at(low, place - 1)
    told = before in BE_TENSED or (before == "been" and penn[place - 2] == "AUX")
    verb = penn[place - 1][:2] == "VB"
    tasted = verb and not PERCEPTIONS.isdisjoint(lemmas_of(before, penn[place - 1]))
    subject = tag_at(penn, place - 3 if before == "been" else place - 2)[:2] in ("NN", "PR", "DT", "EX")
    return closed and "how" not in low[:place] and ((told and subject) or tasted)


PRAISE_FRAMES: Mapping[str, Frame] = {
    "praise": _praise,
    "praise of a thing": _praise_of_thing,
    "praise of a kind": _praise_of_kind,
    "verdict": _verdict,
    "exclamation": _exclamation,
    "opening": _opening,
}
"""The frames of words of praise, by name."""
