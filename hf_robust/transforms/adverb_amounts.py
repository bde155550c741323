"""Adverbs before amounts and spans of time: "about 300 people", "about two years", "just a few days"."""

import re

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    CALENDAR_UNITS_PLURAL,
    COMPARING,
    DIGIT_WORDS,
    HOURS_AND_MINUTES,
    JOINERS,
    NEXT_AND_LAST,
    TIES,
    TWO_TO_FIVE,
)
from hf_robust.language.english.verbs import plain
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLAUSE_END, CLOSE, NEAR, Place

_MULTIPLIERS = frozenset({"million", "billion", "trillion"})
_PERCENT = frozenset({"percent", "%"})
_WHOLE = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*")
_DECIMAL = re.compile(r"\d{1,3}(?:\.\d+)?")
_EXACT_DECIMAL = re.compile(r"\d+\.\d\d+")
_HUNDRED = 100
_SMALL = TWO_TO_FIVE | DIGIT_WORDS | frozenset("ten twelve fifteen twenty thirty forty fifty".split())
_UNITS = (
    (CALENDAR_UNITS_PLURAL - {"weekends"}) | HOURS_AND_MINUTES | frozenset("miles kilometers kilometres km".split())
)
_FOR = frozenset({"for", "after", "within", "in"})
_OF_SPANS = frozenset("for of is was took takes spent lasted".split())  # "for over 40 years"
_LASTING = frozenset(
    "spent spend spends lasted lasts last took takes take lies lived waited worked walked drove".split()
)
# words beside which a number is meant as it stands
_EXACT = (NEXT_AND_LAST - {"previous"}) | frozenset(
    """exactly precisely total score vote votes first consecutive straight prison jail sentenced
        sentence contract deal ban suspended term row probation interest rate holes overs""".split()
)
_NO_SPAN = JOINERS | {"to", "-", "old", "of", "under", "over", "into"}
_NO_FEW = COMPARING | (TIES - {"for"}) | {"about", "by", "from", "over"}


def one_of(place: Place) -> tuple[str, ...] | None:
    """ "Is one of the best films" becomes "is certainly one of the best films"."""
    if place.word(0) != "one" or place.word(-1) not in BE_TENSED or (place.word(1), place.word(2)) != ("of", "the"):
        return None
    graded = place.tag(3) == "JJS" or place.word(3) == "most"
    fits = graded and not place.is_negated() and not place.asks() and place.tag(-2) in ("NN", "NNS", "PRP", "NNP", "DT")
    reported = not listed("reporting").isdisjoint(place.sentence())
    return ("certainly",) if fits and not reported and "perhaps" not in place.sentence() else None


def amount(place: Place) -> tuple[str, ...] | None:
    """ "300 people" becomes "about 300 people": a round amount is seldom meant exactly."""
    if place.word(-1) == "or" and place.word(1) in _PERCENT:  # "41 points, or 0.44 percent"
        same = place.word(-2) == "," and any(place.tag(step) == "CD" for step in range(-NEAR, -2))
        return ("about", "roughly") if same and _DECIMAL.fullmatch(place.word(0)) else None
    money = place.word(0) == "$"
    number, step = (place.word(1), 2) if money else (place.word(0), 1)
    before, following = place.word(-1), place.token(step)
    if following is None or not before or not before.isalpha() or before in listed("no_amounts"):
        return None
    if place.tag(-1) in ("CD", "NNP", "NNPS", "JJS", "PRP$", "POS", "RB", "RBR", "JJR", "JJ", "CC", "WDT"):
        return None
    if _ends_name(place):
        return None
    if before == "to" and (place.tag(-2) == "CD" or place.word(-2) in _PERCENT | {"up"}):  # "five to 30 years"
        return None
    if _EXACT_DECIMAL.fullmatch(number) or "fine" in place.near(CLOSE, 0):  # "16.68 billion", "a fine of $20,000"
        return None
    if place.tag(-1) in ("VBG", "VBN") and "DT" in (place.tag(-2), place.tag(-3)):  # "a staggering $4 billion"
        return None
    if before == "as" and place.word(-2) in ("much", "many"):
        return None
    if not listed("thresholds").isdisjoint(place.near(CLOSE, CLOSE)):  # a limit is meant exactly
        return None
    span = None if money else _span(place, following)
    if span is not None:
        return span
    word, scaled = plain(following), plain(following) in _MULTIPLIERS
    after = place.word(step + 1)
    if not scaled and not _is_round(number, at_least=1000 if money else 20):
        return None
    if number == "100" and word in _PERCENT:
        return None
    head = place.token(step + 1) if following.tag in ("JJ", "NN") and following.text.islower() else following
    counted = head is not None and head.tag == "NNS" and head.text.islower() and plain(head) not in listed("scores")
    if not (scaled or counted or word in _PERCENT or (money and following.tag in CLAUSE_END)):
        return None
    if place.is_negated(CLOSE) or after in ("to", "or", "-", "old", "%"):
        return None
    if not {"exactly", "precisely", "total", "score", "vote", "votes"}.isdisjoint(place.near(NEAR, NEAR)):
        return None
    led = place.tag(-1) == "DT"  # "a roughly $4 billion deal"
    return ("roughly", "approximately") if led else ("about", "roughly", "approximately")


def _ends_name(place: Place) -> bool:
    """Whether a number may belong to a name before it, whatever its tag is: "FT-SE 100 shares"."""
    before, opens = place.token(-1), place.token(-2) is None
    return before is not None and before.text[:1].isupper() and not opens


def _is_round(number: str, at_least: int) -> bool:
    if not _WHOLE.fullmatch(number):
        return False
    value = int(number.replace(",", ""))
    is_year = "," not in number and 1000 <= value < 2200
    unit = 5 if value < _HUNDRED else 10 if value < 10 * _HUNDRED else _HUNDRED
    return value >= at_least and value % unit == 0 and not is_year


def more_than(place: Place) -> tuple[str, ...] | None:
    """ "Over 300 people" becomes "well over 300 people", and "more than 300" "slightly more than 300"."""
    word = place.word(0)
    step = 1 if word == "over" else 2 if word in ("more", "less") and place.word(1) == "than" else 0
    money = step and place.tag(step) == "$"
    if not step or place.tag(step + money) != "CD" or not place.word(step + money)[:1].isdigit():
        return None
    counted = money or place.tag(step + 1) == "NNS" or place.word(step + 1) in _MULTIPLIERS | _PERCENT
    before = place.word(-1)
    if (
        not counted
        or place.tag(-1) in ("", "RB", "RBR", "CC", "CD", "DT", "JJ")
        or before in ("no", "win", "victory", "a")
    ):
        return None
    if place.is_negated() or place.asks() or place.word(step + 1) in listed("scores"):
        return None
    if word == "over" and place.word(step + 1) in CALENDAR_UNITS_PLURAL and before not in _OF_SPANS:
        return None  # "saved over 40 years" may mean during them
    return ("well",) if step == 1 else ("slightly",)


def _span(place: Place, following: Token) -> tuple[str, ...] | None:
    """ "Spent two years" becomes "spent about two years", and "a loss of 7 percent" "a loss of about 7 percent"."""
    unit, number = plain(following), place.word(0)
    small = number in _SMALL or (number.isdigit() and 2 < int(number) < _HUNDRED)
    if unit in _PERCENT:
        fits = small and number.isdigit() and place.tag(-1) in ("IN", "VBD", "VBZ", "VBN", "VB")
    else:
        fits = small and unit in _UNITS and (place.word(-1) in _FOR or place.word(-1) in _LASTING)
        since = place.word(2) in ("ago", "later") and place.tag(-1) in ("NN", "NNS", "VBD", "VBN", "RP", "PRP")
        fits = fits or (small and unit in _UNITS and since)
    after = place.word(2)
    if not fits or place.is_negated(CLOSE) or after in _NO_SPAN:
        return None
    told = not _EXACT.isdisjoint(place.near(NEAR, NEAR))
    return None if told or place.asks() else ("about", "roughly")


def few(place: Place) -> tuple[str, ...] | None:
    """ "In a few days" becomes "in just a few days", and "a lot of" "quite a lot of"."""
    word, before = place.word(1), place.tag(-1)
    if place.word(0) != "a" or before not in ("IN", "VBD", "VBZ", "VBN", "VB", "VBP") or place.is_negated():
        return None
    if not listed("weighing").isdisjoint(place.near(CLOSE, 0)) or place.asks():
        return None
    if word == "few":
        unit = place.token(2)
        fits = unit is not None and unit.tag == "NNS" and place.word(-1) not in _NO_FEW
        return ("just",) if fits else None
    if word == "lot" and place.word(2) == "of":
        return ("quite",) if place.tag(3) in ("NN", "NNS", "JJ") and before != "IN" else None
    return None
