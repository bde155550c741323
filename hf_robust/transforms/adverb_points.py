"""Adverbs before points in place and time: "right at the start", "just north of Lyon", "back in 1905", "ever since"."""

import re

from hf_robust.language.english.closed_classes import (
    APPROXIMATORS,
    BE_TENSED,
    COMPASS,
    CONDITIONS,
    FIRST_PERSON,
    HAVE_TENSED,
    MODALS,
    MONTHS,
    NOMINATIVES_THIRD,
    SECOND_PERSON,
    SPEAKERS_CONTRACTED,
)
from hf_robust.language.english.nations import nations
from hf_robust.language.english.places import place_names
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

PAST_YEAR = re.compile(r"1[5-9]\d\d|20[01]\d")
# points by the preposition before them: "right at the start", "right in the middle"
_POINTS = {
    "at": frozenset(
        "back beginning border bottom center centre corner edge end entrance foot front heart start top".split()
    ),
    "in": frozenset({"center", "centre", "heart", "middle", "midst"}),
    "from": frozenset({"beginning", "outset", "start"}),
}
_PHRASES = {("in", "front", "of"): "right", ("on", "top", "of"): "right", ("next", "to", "the"): "right"}
_BESIDE = {"opposite": "directly", "beneath": "directly", "outside": "just"}
SIDES = COMPASS | {first + second for first in ("north", "south") for second in ("east", "west")}
NOT_SAME = frozenset({"time", "name", "old"})  # "at the same time", "of the same name"
_NAMED = frozenset({"NNP", "NNPS"})
_AFTER_WORDS = frozenset({"NN", "NNS", "NNP", "RP", "PRP", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "-RRB-", "RB"})
ALREADY = APPROXIMATORS | frozenset("close directly even exactly immediately just mid only right".split())
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_ENDS_DATE = frozenset({"", ".", ",", ":", "IN", "PRP", "DT", "NNP", "WRB", "-RRB-", "TO"})
_GO_ON_WITH = frozenset({"CC", "CD", "TO", "HYPH", "NN", "NNS"})  # tags of what goes on with a year
_BEFORE_YEAR = frozenset({"VBD", "VBN", "NN", "NNS", "RP", "NNP", "PRP"})
_LASTING = frozenset("be been live lived remain remained serve served work worked stay stayed hold held".split())
# "fell back" tells something else
_WITH_BACK = frozenset(
    "bring call come cut date draw fall fight fly get give go hit hold look move pull push put return send set step "
    "take turn".split()
)
_LATER = MODALS | {"before", "until", "till"}  # a month alone may be still to come
_WEIGHED = CONDITIONS | frozenset("until yet so because too any ever unless that whether reached".split())
_WE = frozenset({"i", "we"})


def point(place: Place) -> tuple[str, ...] | None:
    """ "Stands at the edge of" becomes "stands right at the edge of", and "outside Lyon" "just outside Lyon"."""
    if place.tag(-1) not in _AFTER_WORDS or not ALREADY.isdisjoint(place.near(CLOSE, 0)) or place.asks():
        return None
    if place.is_negated(CLOSE):
        return None
    words = place.word(0), place.word(1), place.word(2)
    if words in _PHRASES and place.word(-1) != "out":
        return (_PHRASES[words],)
    if words[1] == "the" and words[2] in _POINTS.get(words[0], ()):
        fits = place.word(3) == "of" or words[2] in ("beginning", "start", "outset")
        return ("right",) if fits and place.word(4) != "day" else None
    if words[0] in _BESIDE:
        fits = words[1] in place_names() and words[1] not in nations() and place.tag(-1) != "RP"
        return (_BESIDE[words[0]],) if fits and not _is_measured(place) else None
    return None


def side(place: Place) -> tuple[str, ...] | None:
    """ "A town north of Lyon" becomes "a town just north of Lyon"."""
    fits = place.word(0) in SIDES and place.word(1) == "of" and place.tag(2) in _NAMED | {"DT"}
    fits = fits and place.tag(-1) in ("NN", "NNS", "NNP", "VBN", "VBZ", "VBD")
    return ("just",) if fits and ALREADY.isdisjoint(place.near(CLOSE, 0)) and not _is_measured(place) else None


def _is_measured(place: Place) -> bool:
    return any(place.tag(step) == "CD" for step in range(-NEAR, 0))


def year(place: Place) -> tuple[str, ...] | None:
    """ "Was built in 1905" becomes "was built back in 1905", also in "in May 1905" and "on 1 May 1905"."""
    size = _date(place)
    if not size or place.tag(-1) not in _BEFORE_YEAR or place.tag(size) in _GO_ON_WITH or place.asks():
        return None
    before = place.token(-1)
    if before is not None and before.lemma in _WITH_BACK:
        return None
    verb = next((step for step in range(-1, -NEAR - 1, -1) if place.tag(step)[:2] in ("VB", "MD")), 0)
    past = verb < 0 and place.tag(verb) in ("VBD", "VBN") and "(" not in place.near(-verb, -1)
    plain = place.word(0) == "in" and PAST_YEAR.fullmatch(place.word(1).rstrip("."))  # "back on 1 May 1905" is casual
    fits = past and _has_one_date(place, size) and not place.is_negated() and (plain or _is_casual(place))
    return ("back",) if fits and listed("no_year").isdisjoint(place.sentence()) else None


def _date(place: Place) -> int:
    """How many words a past date has with its preposition: "in 1905", "in May 1905", "on 1 May 1905"; else 0."""
    words = [place.word(step).rstrip(".") for step in range(6)]
    if words[0] == "in":
        size = 3 if words[1] in MONTHS else 2
    else:
        day_first = words[0] == "on" and words[1].isdigit() and words[2] in MONTHS
        month_first = words[0] == "on" and words[1] in MONTHS and words[2].isdigit()
        size = 4 if day_first else 4 + (words[3] == ",") if month_first else 0
    if size and PAST_YEAR.fullmatch(words[size - 1]):
        return size
    if not _LATER.isdisjoint(place.sentence()):
        return 0  # "should be ready before they come in September"
    month = place.token(1)
    named = month is not None and size == 3 and month.text[0].isupper() and place.tag(2) in _ENDS_DATE
    return 2 if named else 0  # "in September"


def _is_casual(place: Place) -> bool:
    """Whether a sentence is written as one speaks: it has "I" or "you"."""
    return not (FIRST_PERSON | SECOND_PERSON | SPEAKERS_CONTRACTED).isdisjoint(place.sentence())


def _has_one_date(place: Place, size: int) -> bool:
    """Whether a sentence has no other year than that of a date, and none where the date is a month alone."""
    years = sum(bool(_YEAR.fullmatch(word.rstrip("."))) for word in place.sentence())
    return years == int(PAST_YEAR.fullmatch(place.word(size - 1).rstrip(".")) is not None)


def year_at_start(place: Place) -> tuple[str, ...] | None:
    """ "In 1905, I left" becomes "Back in 1905, I left"."""
    size, words = _date(place), place.sentence()
    if place.token(-1) is not None or not size or place.tag(size) in _GO_ON_WITH or place.asks():
        return None
    told = any(place.tag(at) == "VBD" for at in range(size, FAR)) and _has_one_date(place, size) and _is_casual(place)
    return ("back",) if told and (listed("no_year") - {"born", "first", "original"}).isdisjoint(words) else None


def ever_since(place: Place) -> tuple[str, ...] | None:
    """ "Has lived there since 1990" becomes "has lived there ever since 1990"."""
    if place.word(0) != "since" or place.tag(1) not in ("CD", "DT", "PRP", "PRP$", "VBG") or place.asks():
        return None
    before = place.near(NEAR, -1)
    lasts = not (HAVE_TENSED | {"'ve"}).isdisjoint(before) and not _LASTING.isdisjoint(before)
    counts = any(place.tag(step) in ("CD", "JJS", "RBS") for step in range(-NEAR, 0))
    counts = counts or not frozenset(
        "first second third more most only ever best times long killed".split()
    ).isdisjoint(before)
    return ("ever",) if lasts and not counts and not place.is_negated(FAR) else None


def simply(place: Place) -> tuple[str, ...] | None:
    """ "We cannot offer it" becomes "we simply cannot offer it"."""
    negated = place.word(1) in ("not", "n't") or place.word(0) == "cannot"
    if place.word(0) not in MODALS | {"cannot"} or not negated or place.asks():
        return None
    if place.word(-1) not in _WE | NOMINATIVES_THIRD | {"who"}:
        return None
    wills = place.word(0) in ("will", "would") and place.word(2) not in listed("no_will")
    fits = (place.word(0) in ("can", "could", "cannot") or wills) and place.tag(2) == "VB"
    if place.word(-1) not in _WE and not _WEIGHED.isdisjoint(place.near(2 * NEAR, 2 * NEAR)):
        return None
    words = place.near(NEAR, NEAR)
    vague = frozenset("help wait imagine believe stress recommend say just really simply even if only agree".split())
    return ("simply",) if fits and vague.isdisjoint(words) and BE_TENSED.isdisjoint(place.near(0, 2)) else None


def very_same(place: Place) -> tuple[str, ...] | None:
    """ "In the same year" becomes "in the very same year"."""
    fits = place.word(0) == "same" and place.word(-1) == "the" and place.tag(-2) == "IN" and place.tag(1) == "NN"
    fits = fits and place.word(1) not in NOT_SAME | {
        "way",
        "vein",
        "manner",
        "thing",
        "number",
        "amount",
        "rate",
        "period",
    }
    return ("very",) if fits and place.word(-2) not in ("as", "than", "about") and not place.is_negated() else None


def as_if(place: Place) -> tuple[str, ...] | None:
    """ "Looked as if he knew" becomes "looked almost as if he knew"."""
    if place.word(0) != "as" or place.word(1) not in ("if", "though") or place.word(-2) == "as" or place.asks():
        return None
    leads = place.tag(-1)[:2] == "VB" or place.tag(-1) in ("NN", "NNS", "PRP", "RB", "JJ", ",")
    return (
        ("almost",)
        if leads and listed("no_as_if").isdisjoint(place.near(CLOSE, CLOSE)) and not place.is_negated()
        else None
    )


def once_again(place: Place) -> tuple[str, ...] | None:
    """ "Looked at her again" becomes "looked at her once again"."""
    if place.word(0) != "again" or place.tag(-1) in ("RB", "CC", ",", "") or not place.ends_clause(1):
        return None
    fixed = {"never", "ever", "over", "once", "time", "yet", "then", "else", "born", "even", "and"}
    near = place.near(NEAR, 0) | {place.word(1)}
    return ("once",) if fixed.isdisjoint(near) and not place.is_negated(FAR) else None
