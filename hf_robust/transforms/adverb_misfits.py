"""What the words beside a place say against one adverb there: "pursue aggressively", "later ... this week"."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from hf_robust.language.english.closed_classes import (
    ASSURANCES,
    BE_FINITE,
    CALENDAR_UNITS,
    CHILDREN,
    FREQUENCIES,
    HEDGES,
    MONTHS,
    MOST_TIMES,
)
from hf_robust.language.english.number_ordinals import SERIAL_WORKS
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

# adverbs that say how something is done; others in "ly" judge it or tell how sure it is
_OF_TIMES = frozenset({"eventually", "finally", "originally"}) | {"previously", "recently"}
_NO_MANNERS = ASSURANCES | HEDGES | _OF_TIMES | {"actually", "apparently", "officially"} | {"reportedly"}
_BE = BE_FINITE | {"be", "been", "being"}
_KIN = CHILDREN | {"sons", "daughters", "children", "child", "kids"}
_POINTING = frozenset({"this", "last", "next"})
_DAYS = frozenset({"today", "tonight", "yesterday"})
# what is met though it is nobody
_MET = frozenset(
    """challenge challenges condition conditions cost costs deadline deadlines demand demands expectations goal goals
    need needs obligation obligations requirement requirements standard standards target targets""".split()
)
# adverbs of frequency, and one work or part of it, in which a thing happens once
_OFTEN = FREQUENCIES | MOST_TIMES | {"commonly", "sometimes"}
_WORKS = SERIAL_WORKS | frozenset("finale game match musical opera play scene show video".split())
_QUOTES = frozenset({'"', "``", "''", "“", "”"})
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_PREVENTS = frozenset(
    "prevent prevented preventing prevents keep keeping keeps kept stop stopped stopping stops".split()
)
_SLIGHT = frozenset("bit little way far further due".split())
_OBJECT = frozenset({"DT", "PRP$", "PRP"})


def is_misfit(place: Place, lemma: str, adverb: str) -> bool:
    """Whether the words beside a word say against an adverb before it.

    Args:
        place: The word that the adverb is to precede.
        lemma: Its lemma.
        adverb: The adverb.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("We/PRON/PRP pursue/VERB/VBP/pursue it/PRON/PRP")
        >>> is_misfit(Place(doc.tokens, 1), "pursue", "actively")
        False
    """
    if place.tag(0)[:2] == "VB" and adverb.endswith("ly") and adverb not in _NO_MANNERS and _has_manner(place):
        return True
    if lemma == "use" and place.word(1) == "to" and place.word(-1) not in _BE:
        return True  # "often used to be"
    if adverb in _OFTEN and _is_of_one_work(place):
        return True
    rule = _rules().get(adverb)
    return rule is not None and rule(place, lemma)


def _has_manner(place: Place) -> bool:
    """Whether a verb has an adverb of manner behind it, or another verb beside it that the adverb would belong to."""
    after = place.token(1)
    if after is not None and after.lemma.endswith("ly") and after.tag in ("RB", "JJ") and after.text != "only":
        return True
    joined = place.word(1) == "or" or (place.word(1) == "and" and place.tag(2) == "VB")
    return place.tag(0) == "VB" and joined


def _is_of_one_work(place: Place) -> bool:
    """Whether a sentence tells what is in one named or dated work: "is performed in the 1957 film"."""
    words = place.sentence()
    named = not _QUOTES.isdisjoint(words) or any(_YEAR.fullmatch(word) for word in words)
    return named and not _WORKS.isdisjoint(words)


@cache
def _rules() -> Mapping[str, Callable[[Place, str], bool]]:
    return {
        "about": _is_dated,
        "absolutely": _is_compared,
        "closely": lambda place, lemma: lemma == "watch" and place.tag(1) in ("IN", ".", "", ","),
        "roughly": _is_dated,
        "approximately": _is_dated,
        "accurately": lambda place, lemma: lemma == "record",
        "apparently": lambda place, lemma: not {"heaven", "hell", "god"}.isdisjoint(place.sentence()),
        "already": lambda place, lemma: (lemma == "leave" and place.tag(1) == "PRP") or _is_added_up(place),
        # "caught her and helped her in" is one event
        "also": lambda place, lemma: place.tag(0) == "VBD" and place.word(-1) == "and" and place.tag(1) == "PRP",
        "carefully": _is_no_care,
        "completely": _is_partial,
        "fully": lambda place, lemma: _is_partial(place, lemma) or (lemma == "recover" and place.tag(1) in _OBJECT),
        "currently": _is_lasting,
        "formally": lambda place, lemma: (
            _is_no_act(place, lemma) or lemma == "ban" or (lemma, place.word(1)) == ("name", "for")
        ),
        "officially": _is_no_act,
        "further": lambda place, lemma: "any" in place.near(NEAR, 0),
        "greatly": _is_prevented,
        "significantly": _is_prevented,
        "considerably": _is_prevented,
        "heavily": lambda place, lemma: lemma == "invest" and place.word(1) != "in",
        "just": lambda place, lemma: place.word(-1) in _SLIGHT,
        "largely": _is_in_part,
        "later": _has_own_time,
        "mainly": _is_in_part,
        "personally": lambda place, lemma: lemma == "meet" and not _MET.isdisjoint(place.near(0, NEAR)),
        "possibly": lambda place, lemma: place.word(-1) in ("may", "might"),
        "probably": lambda place, lemma: not {"when", "percentage"}.isdisjoint(place.sentence()),  # it is a law
        "properly": lambda place, lemma: (
            (lemma == "treat" and "as" in place.near(0, NEAR)) or (lemma == "train" and place.tag(0) != "VB")
        ),
        "quickly": _is_first_time,
        "quietly": lambda place, lemma: lemma == "enter" and "NNP" in (place.tag(1), place.tag(2)),
        "really": _is_no_degree,
        "recently": _is_of_story,
        "seriously": lambda place, lemma: lemma == "consider" and "as" in place.near(0, NEAR),
        "safely": lambda place, lemma: lemma == "remove",
        "slowly": _is_first_time,
        "truly": lambda place, lemma: lemma == "great" and _is_of_size(place),
    }


def _is_dated(place: Place, lemma: str) -> bool:
    """ "27 days later, on April 10": who gives the date has counted. "Within 30 days" is a limit."""
    return place.word(-1) == "within" or (
        "later" in place.near(0, NEAR) and not MONTHS.isdisjoint(place.near(0, 2 * NEAR))
    )


def _is_added_up(place: Place) -> bool:
    """ "Has preached it as well", "the number of those that he has let in"."""
    return "number" in place.near(FAR, 0) or ("as", "well") in [
        (place.word(step), place.word(step + 1)) for step in range(1, FAR)
    ]


def _is_prevented(place: Place, lemma: str) -> bool:
    """ "Keeps them from lowering it" is said of any amount."""
    return place.word(-1) == "from" and place.tag(0) == "VBG" and not _PREVENTS.isdisjoint(place.near(NEAR, -1))


def _is_no_care(place: Place, lemma: str) -> bool:
    """ "Be prepared to spend" and "is mounted on" tell of a state, and what can be done by anybody needs no care."""
    if place.word(0) == "handled" and place.word(1) == "by":
        return True
    if place.tag(0) != "VBN":
        return False
    possible = not {"can", "could"}.isdisjoint(place.near(2, -1))
    return lemma == "mount" or possible or (lemma == "prepare" and place.word(1) in ("to", "for"))


def _is_partial(place: Place, lemma: str) -> bool:
    """ "To the degree that they fail"."""
    return not {"degree", "extent"}.isdisjoint(place.near(NEAR, 0))


def _is_compared(place: Place, lemma: str) -> bool:
    """ "No richer humor": taggers take some comparatives for plain adjectives."""
    graded = place.tag(1)[:2] in ("JJ", "RB") and place.word(1).endswith("er")
    return place.word(0) == "no" and graded and place.word(1) != "other"


def _is_lasting(place: Place, lemma: str) -> bool:
    """ "He has two sons", "is listed as the son of"."""
    return not _KIN.isdisjoint(place.near(0, NEAR + CLOSE)) and lemma in ("have", "list")


def _is_no_act(place: Place, lemma: str) -> bool:
    """ "Join him", "approve of it", "recognized that" tell of no act of an office."""
    if lemma == "join":  # "join the Union", "join forces"
        return place.word(1) != "forces" and not (place.tag(1) == "DT" and place.tag(2) in ("NNP", "NNPS"))
    return (lemma == "approve" and place.word(1) == "of") or (
        lemma in ("recognize", "recognise") and "that" in place.near(0, CLOSE + 1)
    )


def _is_in_part(place: Place, lemma: str) -> bool:
    """ "In part because"."""
    return not {"part", "partly", "partially", "only", "solely"}.isdisjoint(place.near(CLOSE, -1))


def _has_own_time(place: Place, lemma: str) -> bool:
    """ "Joined me at Google this week"."""
    steps = range(-FAR, FAR)
    named = any(place.word(step) in _POINTING and place.word(step + 1) in CALENDAR_UNITS for step in steps)
    return named or not _DAYS.isdisjoint(place.sentence())


def _is_first_time(place: Place, lemma: str) -> bool:
    """ "The first time I walked in"."""
    return "time" in place.near(CLOSE, 0)


def _is_no_degree(place: Place, lemma: str) -> bool:
    """ "Stood at $5 billion", "brought us our food", "wanted to waste no time", "great round eyes"."""
    if place.tag(0)[:2] != "VB":
        return lemma == "likely" or (lemma == "great" and _is_of_size(place))
    if lemma in ("bring", "make", "pull") and place.tag(1) == "PRP":
        return place.tag(2) in ("PRP$", "DT", "NN", "NNS")
    counted = lemma == "stand" and any(place.tag(step) in ("CD", "$") for step in range(1, NEAR))
    return counted or not {"no", "nothing"}.isdisjoint(place.near(0, NEAR))


def _is_of_story(place: Place, lemma: str) -> bool:
    """ "Finished his drink and extended his hand" is a step of a story."""
    steps = range(1, NEAR)
    return place.tag(0) == "VBD" and any(place.word(at) == "and" and place.tag(at + 1) == "VBD" for at in steps)


def _is_of_size(place: Place) -> bool:
    """ "Great round eyes" are large ones."""
    return place.tag(1) == "JJ" or place.word(1) in ("round", "square")
