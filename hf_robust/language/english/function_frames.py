"""Constructions in which function words replace others: *this* and *that*, *on Monday* and *before Monday*."""

import re
from collections.abc import Callable, Mapping, Sequence

from hf_robust.language.english.closed_classes import (
    AFTER_NOT,
    ARTICLES,
    AS_THAN,
    BE,
    BE_TENSED,
    BEFORE_AFTER,
    CALENDAR_UNITS,
    CLOCK_UNITS,
    CORRELATIVES,
    COURTESY_OF_WOMEN,
    DAY_PARTS,
    DEMONSTRATIVES,
    DO_TENSED,
    EXTENTS,
    FOCUS_ADVERBS,
    HAVE_TENSED,
    HEDGES,
    JOINERS,
    MODALS,
    MONTHS,
    NEAR_KIN,
    NOMINATIVES,
    NOT,
    NOUN_PREPOSITIONS,
    POSSESSIVES,
    PRIMARY_VERBS,
    QUESTION_WORDS,
    RELATIVE_TIMES,
    SEASONS,
    SUBJECT_PRONOUNS,
    TIME_NOUNS,
    WEEKDAYS,
)
from hf_robust.language.english.nations import nation_of_city

Frame = Callable[[Sequence[str], Sequence[str], int], bool]

CLOSES = frozenset(".,;!?") | {"", "and", "but"}
"""What closes a clause: marks, the end of the text, and conjunctions."""
OWNERS = frozenset({"PRP$", "POS"})
"""Tags of what says whose a thing is."""
_SUBJECT_TAGS = frozenset({"DT", "PRP$", "NNP", "NNPS", "NNS", "EX"})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "AUX", "MD"})
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_CLOCK = re.compile(r"\d{1,2}(?::\d\d)?")
_HALVES = frozenset({"am", "pm", "a.m.", "p.m."})
# before a time that is compared, dated more closely or told of something: "as in 2003", "late in 2003", "it was in May"
_NO_TIME = (
    AS_THAN | BE | RELATIVE_TIMES | FOCUS_ADVERBS | frozenset("back early late only even and or ( , : office".split())
)
# verbs behind "this" that need not agree with more than one thing
_TELLS = (
    BE_TENSED
    | HAVE_TENSED
    | MODALS
    | frozenset("looks sounds seems means makes made took takes does did works".split())
)
# nouns of times, of what the text itself is and of manners: not "that year", "that email"
_OWN_POINT = (
    CALENDAR_UNITS
    | CLOCK_UNITS
    | DAY_PARTS
    | SEASONS
    | TIME_NOUNS
    | frozenset(
        "fall way date point page message email e-mail letter list thread post posting article document".split()
    )
    | frozenset("agreement section site website paper report study book world one country guide blog video".split())
)
_KINSHIP = (
    NEAR_KIN
    | COURTESY_OF_WOMEN
    | frozenset(
        "born birth died death married marriage marry wedding pregnant baby family kids children mom dad".split()
    )
    | frozenset("parents aunt uncle cousin friends friend engaged honeymoon divorce divorced".split())
)
_PAIRS = CORRELATIVES | frozenset("between each other another former latter - or".split())
_BEFORE_THAT = BEFORE_AFTER | (NOUN_PREPOSITIONS - {"in", "on"}) | {"like"}
_ADMIT = frozenset("wonder say admit agree confess disagree ask tell".split())  # "I have to admit that"
_NO_REASON = NOT | BE | AFTER_NOT | HEDGES | EXTENTS | JOINERS | {"simply", "largely", "why"}


def word_at(low: Sequence[str], place: int) -> str:
    """The word at a place; empty outside the sentence."""
    return low[place] if 0 <= place < len(low) else ""


def tag_at(penn: Sequence[str], place: int) -> str:
    """The tag at a place; empty outside the sentence."""
    return penn[place] if 0 <= place < len(penn) else ""


def _this(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "this is good", "do not do that ."; no introduction: "this is to inform you", and no relative pronoun."""
    before, after = word_at(low, place - 1), word_at(low, place + 1)
    free = tag_at(penn, place - 1)[:2] == "VB" or (before in _BEFORE_THAT and after != ",")
    if free and after in CLOSES and penn[place] != "IN":
        return True
    told = after in _TELLS and word_at(low, place + 2) not in ("to", "my", "our", ",") and ":" not in low
    if low[place] == "that":
        return (
            told and after != "'s" and penn[place] != "IN" and (not place or before in ("and", "but", ";", '"', "``"))
        )
    return told and (not place or before in CLOSES or tag_at(penn, place - 1) in ("IN", "CC"))


def _this_thing(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "I love this restaurant"; not "this year"."""
    at = place + 1
    while tag_at(penn, at) in ("JJ", "JJS"):
        at += 1
    if penn[place] != "DT" or (low[place] == "that" and not {"that", "which", "who"}.isdisjoint(low[at + 1 :])):
        return False  # "that restaurant which"
    plain = tag_at(penn, at) == "NN" and tag_at(penn, at + 1) not in ("NN", "NNS", "NNP", "CD") and ":" not in low
    return plain and low[at] not in _OWN_POINT and {"last", "next", "past"}.isdisjoint(low[place:at])


def _clause_behind(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """Whether a subject follows, and a finite verb behind it."""
    subject = (
        word_at(low, place + 1) in SUBJECT_PRONOUNS | {"this", "there"} or tag_at(penn, place + 1) in _SUBJECT_TAGS
    )
    reach = penn[place + 2 : place + 8]
    ends = next((number for number, word in enumerate(low[place + 2 : place + 8]) if word in CLOSES), len(reach))
    return subject and not _FINITE.isdisjoint(reach[:ends])


def _contrast(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "he called , but nobody came"; not "not he but she"."""
    linked = not place or word_at(low, place - 1) == ","
    questions = "?" in low or not {"still", "not only"}.isdisjoint(low[place + 1 : place + 3])
    denied = bool(place) and not NOT.isdisjoint(low[max(0, place - 6) : place]) and "," not in low[place - 1 : place]
    return linked and not questions and not denied and _clause_behind(low, penn, place)


def _cause(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "we left because it rained"; not "just because", "is because"."""
    return bool(place) and word_at(low, place - 1) not in _NO_REASON and _clause_behind(low, penn, place)


def _until(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "until Monday", "until it rains"; no "up until", "not until" at the beginning."""
    return place > 1 and word_at(low, place - 1) != "up" and word_at(low, place + 1) not in ("", "now", "recently")


def _every(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "every day"; not "nearly every day", "every other day"."""
    return word_at(low, place + 1) in CALENDAR_UNITS | DAY_PARTS and tag_at(penn, place - 1) not in ("RB", "CC")


def _however(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "However , it rained": at the beginning."""
    return not place and word_at(low, 1) == ","


def _year(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "it opened in 2003"."""
    return bool(_YEAR.fullmatch(word_at(low, place + 1))) and _is_dated(low, penn, place)


def _time(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "call me on Monday", "at 5 pm"; not "in 2003", since "after 2003" says little of an event."""
    return not _YEAR.fullmatch(word_at(low, place + 1)) and _is_dated(low, penn, place)


def _is_dated(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """Whether a time stands behind a preposition: "call me on Monday", "at 5 pm"; no first or further date."""
    word, after = low[place], word_at(low, place + 1)
    if word == "at":
        end = place + 2
        clock = _CLOCK.fullmatch(after) and word_at(low, end) in _HALVES
        end += 1
    elif word == "in":
        end = place + 2
        clock = (_YEAR.fullmatch(after) or after in MONTHS) and "and" not in low[end : end + 2]
        if after in MONTHS and _YEAR.fullmatch(word_at(low, end)):
            end += 1
    else:
        end = place + 2
        clock = after in MONTHS | WEEKDAYS
        if after in MONTHS and tag_at(penn, end) == "CD":
            end += 1
    if (
        not clock
        or place < 2
        or "?" in low
        or word_at(low, place - 1) in _NO_TIME
        or word_at(low, end) in ("to", "-", "through")
    ):
        return False
    times = sum(bool(_YEAR.fullmatch(one)) or one in MONTHS | WEEKDAYS for one in (*low[:place], *low[end:]))
    more = word_at(low, end) == "," or tag_at(penn, end) in ("NNP", "CD")
    return not times and not more and tag_at(penn, end) not in _FINITE and _has_verb(penn[:place])


def _has_verb(penn: Sequence[str]) -> bool:
    return any(tag in _FINITE or tag in ("VB", "VBN", "") for tag in penn)


def _during(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "during the meeting"; not "during the day"."""
    at = place + 2
    if word_at(low, at) == "same":
        return False
    while tag_at(penn, at) in ("JJ", "NN"):
        at += 1
    units = CALENDAR_UNITS | CLOCK_UNITS | DAY_PARTS | SEASONS | TIME_NOUNS
    noun = word_at(low, at - 1)
    event = tag_at(penn, at - 1) == "NN" and noun not in units | {"life", "period", "lifetime", "process", "day", "era"}
    determined = word_at(low, place + 1) in ARTICLES | POSSESSIVES
    return determined and event and tag_at(penn, at)[:2] != "NN" and {"of", "'s", "which"}.isdisjoint(low[at : at + 1])


def _city(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "restaurants in Chicago"."""
    return _named_place(low, penn, place) in nation_of_city()


def _named_place(low: Sequence[str], penn: Sequence[str], place: int) -> str:
    """The name behind a preposition; empty where it is one of several, a part of a longer name or behind a name."""
    end = place + 1
    while tag_at(penn, end) == "NNP" and end < place + 4:
        end += 1
    several = word_at(low, end) == "," and tag_at(penn, end + 1) == "NNP"
    plain = not several and word_at(low, end) not in JOINERS | {"'s", "-", "/", "to", "near"}
    starts = not place or tag_at(penn, place - 1) in ("CC", "TO", "NNP") or word_at(low, place - 1) == ","
    return " ".join(low[place + 1 : end]) if plain and not starts and tag_at(penn, end)[:2] != "NN" else ""


def _count(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "three restaurants"; one number in the sentence, and no pair of things."""
    others = [tag for number, tag in enumerate(penn) if tag in ("CD", "$") and number != place]
    if word_at(low, place - 1) in DEMONSTRATIVES | {"all", "the"}:
        return False  # "these two", "all three circles"
    at = place + 1
    while tag_at(penn, at) == "JJ":
        at += 1
    return (
        not others
        and ":" not in low
        and tag_at(penn, at) == "NNS"
        and _PAIRS.isdisjoint(low)
        and tag_at(penn, place - 1) not in ("JJ", "RB")
    )


def _unknown(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "I do not know what it means"."""
    denied = not NOT.isdisjoint(low[max(0, place - 2) : place]) and not DO_TENSED.isdisjoint(
        low[max(0, place - 3) : place]
    )
    asks = not {"i", "we", "you"}.isdisjoint(low[max(0, place - 4) : place])
    return (
        asks
        and denied
        and word_at(low, place + 1) in QUESTION_WORDS | {"if", "whether"}
        and tag_at(penn, place + 2) != "TO"
    )


def _obligation(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "I have to leave"."""
    bare = word_at(low, place + 1) == "to" and (
        tag_at(penn, place + 2) == "VB" or word_at(low, place + 2) in PRIMARY_VERBS | {"get"}
    )
    if not bare or not (NOT | {"all"}).isdisjoint(low[max(0, place - 2) : place]) or word_at(low, place + 2) in _ADMIT:
        return False
    at = place - 1
    while tag_at(penn, at) == "RB":
        at -= 1
    return word_at(low, at) in NOMINATIVES | {"you", "who"} or tag_at(penn, at) in ("NNP", "NNPS")


def _relation(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "my sister lives here": somebody who is related to the speaker; one such person, of whom no kinship is told."""
    owned = word_at(low, place - 1) in POSSESSIVES - {"its"} and penn[place] == "NN"
    called = word_at(low, place + 1)[:1] in CLOSES and tag_at(penn, place - 2)[:2] not in ("VB", "IN", "TO")
    alone = (
        not called
        and word_at(low, place + 1) not in JOINERS | {",", "'s", "in"}
        and tag_at(penn, place + 1) not in ("NN", "NNS")
    )
    return (
        owned
        and alone
        and word_at(low, place - 2) not in ("and", ",")
        and _KINSHIP.isdisjoint((*low[:place], *low[place + 1 :]))
    )


def _closing(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "Regards ,": what closes a letter."""
    return (not place and list(low[1:]) in ([","], [])) or (low[place] == "thanks" and list(low[1:]) == ["."])


def _good_wishes(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "Best regards"."""
    return place == 1 and low[0] in ("best", "warm", "kind", "warmest") and all(not one[0].isalnum() for one in low[2:])


FUNCTION_FRAMES: Mapping[str, Frame] = {
    "this": _this,
    "this thing": _this_thing,
    "contrast": _contrast,
    "cause": _cause,
    "time": _time,
    "dated by a year": _year,
    "during": _during,
    "until": _until,
    "every": _every,
    "however": _however,
    "near a city": _city,
    "count": _count,
    "unknown": _unknown,
    "obligation": _obligation,
    "relation": _relation,
    "closing": _closing,
    "good wishes": _good_wishes,
}
"""The frames of function words and of verbs beside them, by name."""
