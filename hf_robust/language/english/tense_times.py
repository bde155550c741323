"""Times that go with one tense alone, and times that move with the verbs of a text."""

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    CALENDAR_UNITS_PLURAL,
    DAY_PARTS,
    HAVE_TENSED,
    HOURS_AND_MINUTES,
    MONTHS,
    NEXT_AND_LAST,
    POINTERS,
    POSSESSIVES,
    SEASONS,
    SHORT_MONTHS,
    TERMS,
    TIME_NOUNS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import ADVERBS, is_name, plain, reinflected

# times that go with the past alone, or with a perfect form
_OF_PAST = frozenset(
    "ago lately recently formerly previously originally once earlier since yesterday overnight".split()
)
# times that go with the present alone
_OF_PRESENT = frozenset("now nowadays currently presently today tonight tomorrow current tmrw tonite".split())
# a stretch of somebody's life, or of the past
_SPAN_OF_YEARS = re.compile(r"\([^()]*\b\d{4}\b[^()]*[-–—][^()]*\b\d{4}\b[^()]*\)")
_BORN = re.compile(r"\( ?(?:[^()]{0,40}[;,] )?born\b[^()]*\b(?:19|20)\d\d\b(?![^()]*(?:\d{4}|\bd\.|died))")  # who lives
_YEAR = re.compile(r"(?:1[1-9]|20)\d\d\Z")
_FROM_YEAR = re.compile(r"\b(?:from|between|until|through) (?:1[1-9]|20)\d\d\b")
_PAST_AGE = re.compile(
    r"\b(?:wwi+|ww[12]|world wars?|nazi germany|ancient)\b"
    r"|\b(?:(?:1?\d|20)th|1st|2nd|3rd|(?:eigh|fif|four|nine|seven|six|thir)teenth"
    r"|t(?:en|welf|wentie)th)[ -]+century\b"
)
# "in the 1980s", "the mid-1950's", "the early '60s", "the late sixties"; not "in her 60s"
_DECADE = re.compile(
    r"\b(?:1[1-9]|20)\d0 ?['’]?s\b|\bthe (?:(?:early|late|mid|middle)[ -]+)?"
    r"(?:['’`]? ?[2-9]0 ?['’]?s|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)\b"
)
_REACH = 6  # words before a day in which "be" makes it a day to come: "is to be opened on Friday"
_MONTHS = MONTHS | SHORT_MONTHS
_PARTICIPLES = frozenset({"acl", "amod"})  # "a ship built in 1920"
# what is planned, and told in the present of a day to come: "it begins on Friday"
_PLANNED = frozenset(
    "arrive begin close come end face fly go host leave meet open play resume return run sail start travel "
    "visit".split()
)
_PERIODS = frozenset("days years youth childhood boyhood girlhood teens reign tenure lifetime".split())
# how a time of the present is called in the past, and the other way round
_TO_PAST = {"now": "then", "nowadays": "then", "currently": "then", "presently": "then", "today": "yesterday"}
_TO_PRESENT = {"yesterday": "today"}
_OWNERS = POSSESSIVES | {"'s"}
_NEAR = POINTERS | NEXT_AND_LAST | {"coming", "recent"}
_AHEAD = frozenset({"next", "coming"})
_UNITS = (
    CALENDAR_UNITS
    | CALENDAR_UNITS_PLURAL
    | SEASONS
    | DAY_PARTS
    | TERMS
    | HOURS_AND_MINUTES
    | TIME_NOUNS
    | {"fall", "nights"}
)
_MOVING_UNITS = _UNITS - DAY_PARTS - TIME_NOUNS
# "for the time being" goes with the present alone, and "so far" with its perfect
_TILL_NOW = re.compile(
    r"\b(?:for the time being|these days|at (?:present|the moment)|(?:right|for|by|until|till|from|even|but) now|"
    r"now that|as of (?:now|today|yet)|to date|now on|so far this|to this day)\b"
)
_PERIOD_TILL_NOW = re.compile(r"\b(?:in|over|for|during) (?:the |these )?(?:past|last|recent)\b")
_CONTRASTS = frozenset({"then", "still"})  # "I loved it then, and I love it now"
_NEAR_VERB = 6  # words in which an adverb belongs to a perfect
_WITH_PERFECT = frozenset({"currently", "now", "far", "presently"})


def times_in(tokens: Sequence[Token], words: Sequence[str], inside: Collection[int], past: bool) -> dict[int, str]:
    """What the times of a text become in the other tense, by their indices: "now" becomes "then".

    Args:
        words: The tokens in lower case.
        inside: The indices of the tokens inside quotation marks, which stay.
        past: Whether the text is in the past.
    """
    table = _TO_PRESENT if past else _TO_PAST
    one, new = ("last", "this") if past else ("this", "that")
    found = {
        index: table[word]
        for index, word in enumerate(words)
        if word in table and index not in inside and not is_name(tokens, index)
    }
    if not past and any(token.dep == "cop" for token in tokens):
        found |= {index: "then" for index in found if words[index] == "today"}  # "popular today" is no day
    for index, word in enumerate(words[:-1]):
        if word == one and index not in inside and words[index + 1] in _MOVING_UNITS:
            found[index] = new
    return found


def has_fixed_time(tokens: Sequence[Token], words: Sequence[str], past: bool) -> bool:
    """Whether a text names a time that has no counterpart in the other tense."""
    table = _TO_PRESENT if past else _TO_PAST
    fixed = _OF_PAST if past else _OF_PRESENT
    if any(word in fixed and word not in table for word in words):
        return True
    if past and (_has_past_period(words) or _looks_back(tokens, words)):
        return True
    if past and (_SPAN_OF_YEARS.search(" ".join(words))):
        return True
    if past and (_names_time_of_event(tokens, words) or _is_dated(tokens, words)):
        return True
    if not past and (_lasts_till_now(tokens, words) or _BORN.search(" ".join(words))):
        return True
    if (
        not past
        and _has_perfect(tokens, words)
        and any(one == "since" and other[:1].isdigit() for one, other in pairwise(words))
    ):
        return True
    for one, other in pairwise(words):
        if one == "now" and other == "that":
            return True
        if one in _NEAR and other in _UNITS:
            if past:
                moves = (one == "last" and other != "night") or one in _AHEAD or (one == "this" and len(other) > 3)
            else:
                moves = one in POINTERS | {"that"}
            if not moves or (other in DAY_PARTS and past):
                return True
    return not past and any(one in _AHEAD and other in _UNITS | WEEKDAYS | MONTHS for one, other in pairwise(words))


def has_two_times(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a text with both tenses names a time that goes with its verbs in the present alone."""
    if not (_OF_PRESENT - {"currently"}).isdisjoint(words) or _lasts_till_now(tokens, words):
        return True
    if _BORN.search(" ".join(words)):
        return True
    return any(
        (one in _AHEAD and other in _UNITS | WEEKDAYS) or (one in POINTERS and other in DAY_PARTS | WEEKDAYS)
        for one, other in pairwise(words)
    )


def _lasts_till_now(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a time of a text in the present reaches up to now, and a verb in the past would not."""
    if _TILL_NOW.search(" ".join(words)) or ("now" in words and not _CONTRASTS.isdisjoint(words)):
        return True
    if _PERIOD_TILL_NOW.search(" ".join(words)) and _has_perfect(tokens, words):
        return True
    return not _WITH_PERFECT.isdisjoint(words) and any(
        word in HAVE_TENSED
        and not _WITH_PERFECT.isdisjoint(words[max(0, n - 2) : n + _NEAR_VERB])
        and any(token.tag == "VBN" for token in tokens[n + 1 : n + _NEAR_VERB])
        for n, word in enumerate(words)
    )


def _names_time_of_event(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """ "The last general election", "in April", and "was traded on Friday", which is no plan."""
    for place, word in enumerate(words[:-1]):
        if word == "last" and words[place + 1] not in _UNITS and tokens[place + 1].pos in ("ADJ", "NOUN"):
            return True
        if word in ("in", "since") and words[place + 1] in MONTHS and tokens[place + 1].pos == "PROPN":
            return True
    passive = any(one in ("was", "were") and other.tag == "VBN" for one, other in zip(words, tokens[1:]))
    return passive and "yesterday" in words


def _is_dated(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a verb in the past has a decade, a year or a day on which nothing is planned: "he died on May 3"."""
    text = " ".join(words)
    if _PAST_AGE.search(text) or _FROM_YEAR.search(text) or _DECADE.search(text):
        return True
    for place, word in enumerate(words):
        day = word in WEEKDAYS
        dated = _YEAR.match(word) or (word.rstrip(".") in _MONTHS and words[place + 1 : place + 2][:1] != [])
        if day or (dated and (word[0].isdigit() or words[place + 1][:1].isdigit())):
            verb = _verb_of_time(tokens, place)
            if verb is None or (verb.tag == "VBD" and not (day and reinflected(plain(verb), "VBD", "VB") in _PLANNED)):
                return True
            if verb.tag == "VBN" and verb.dep not in _PARTICIPLES and "be" not in words[max(0, place - _REACH) : place]:
                return True
    return False


def _verb_of_time(tokens: Sequence[Token], place: int) -> Token | None:
    """The verb that a time belongs to: the last one before it in its sentence, or else the first one behind it."""
    sentence = tokens[place].sent
    for n in range(place - 1, -1, -1):
        if tokens[n].sent != sentence:
            break
        if tokens[n].tag[:2] == "VB":
            return tokens[n]
    return next((token for token in tokens[place + 1 :] if token.tag in ("VBD", "VBN")), None)


def _has_perfect(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether a verb is in the perfect: "has grown", "have always grown"."""
    for place, word in enumerate(words):
        if word in HAVE_TENSED:
            after = next((token for token in tokens[place + 1 :] if token.tag not in ADVERBS), None)
            if after is not None and after.tag == "VBN":
                return True
    return False


def _has_past_period(words: Sequence[str]) -> bool:
    """ "In the past two days", "in my student days" and "in his youth" are no times of the present."""
    for place, word in enumerate(words):
        before = words[max(0, place - 3) : place]
        if word in _UNITS and not {"past", "last", "previous"}.isdisjoint(before[:-1]):
            return True
        if word in _PERIODS and before and not _OWNERS.isdisjoint(before) and "in" in words[max(0, place - 4) : place]:
            return True
    return False


def _looks_back(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """ "When I was your age", "when it first came out"."""
    return any(
        word == "when" and tokens[n + 1].tag[:2] in ("PR", "NN") and words[n + 2] in ("was", "were", "first", "came")
        for n, word in enumerate(words[:-2])
    )
