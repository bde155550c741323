"""Opposites of times and phases: "late Thursday", "the end of the year", "before the match", "the second half"."""

from collections.abc import Collection, Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    DAY_PARTS,
    HOURS_AND_MINUTES,
    MONTHS,
    SEASONS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import plain

_DAYS = WEEKDAYS | {"yesterday", "today"}
_EARLY_LATE = {"early": "late", "late": "early"}
# other words that tell the hour, or that are said of a market
_HOURS = (
    DAY_PARTS | HOURS_AND_MINUTES | frozenset("midnight noon dawn dusk trading trade session a.m p.m am pm".split())
)
_BOUNDS = {"end": "beginning", "beginning": "end", "start": "end"}
_PHASED = CALENDAR_UNITS | MONTHS | SEASONS | frozenset("season decade century period quarter era".split())
_AT_BOUNDS = frozenset({"at", "by", "near", "towards", "toward", "before", "since"})
_SETTING = frozenset({"but", "when", "if"})
_HALVES = {"first": "second", "second": "first"}
_SIGNS = ".,;:!?\"'()"
_PARTS = {"morning": "evening", "evening": "morning", "afternoon": "morning", "night": "morning"}
_SEASONS = {"summer": "winter", "winter": "summer"}
_WHICH = frozenset("the this that one next every each following previous early late".split())
# what is done or seen at some hours or in some seasons only
_LIT = frozenset(
    """sun sunny sunlight sunset sunrise sunshine moon moonlight stars light lights lamp lamps candle candles dark
        darkness shadow shadows bed bedroom sleep sleeping slept asleep awake woke waking wake dream dreamed dreams
        breakfast lunch dinner supper tea coffee dine dined dining ate meal paper newspaper newspapers church
        school class work works working shift party ball dance concert opera theatre theater play show film
        movie game match watched good last yesterday today tomorrow tonight day days ago until till since before after
        from cool cold hot warm heat fire snow ice rain weather temperature beach ski skiing swimming vacation
        saloon bar drink drinks drank mornings evenings afternoons nights
        holiday holidays christmas easter olympics games camp harvest climate""".split()
)


def opposed_time(tokens: Sequence[Token], place: int) -> str | None:
    """What a word of time becomes where it stands; None where it stays.

    Args:
        tokens: The tokens of a text, with tags.
        place: Number of the word.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("He/PRON left/VERB late/ADV/RB on/ADP Thursday/PROPN")
        >>> opposed_time(doc.tokens, 2)
        'early'
    """
    word = plain(tokens[place])
    if word in _EARLY_LATE:
        return _EARLY_LATE[word] if _is_of_day(tokens, place) else None
    if word in _BOUNDS:
        return _BOUNDS[word] if _is_bound(tokens, place) else None
    if word in _PARTS:
        return _PARTS[word] if _is_part(tokens, place) else None
    if word in _SEASONS:
        return _SEASONS[word] if _is_season(tokens, place) else None
    if word in _HALVES:
        return _HALVES[word] if _is_half(tokens, place) else None
    return None


def is_year(token: Token) -> bool:
    """Whether a token is the number of a year.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> [is_year(token) for token in Doc.tagged("in/ADP 1990/NUM").tokens]
        [False, True]
    """
    return len(token.text) == 4 and token.text.isdigit() and "1000" < token.text < "2100"


def _word(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]).strip(_SIGNS) if 0 <= place < len(tokens) else ""


def _others(tokens: Sequence[Token], place: int) -> set[str]:
    return {_word(tokens, n) for n in range(len(tokens)) if n != place}


def _count(tokens: Sequence[Token], word: str) -> int:
    return sum(_word(tokens, n) == word for n in range(len(tokens)))


def _is_of_day(tokens: Sequence[Token], place: int) -> bool:
    """Whether a day follows "early" or "late", and nothing else tells the hour: "late Thursday", "early on Friday"."""
    day = place + 2 if _word(tokens, place + 1) == "on" else place + 1
    others = _others(tokens, place)
    clock = any(":" in token.text and token.text[:1].isdigit() for token in tokens)
    told = clock or not others.isdisjoint(_HOURS | _EARLY_LATE.keys())
    return _word(tokens, day) in _DAYS and not told and _word(tokens, place - 1) not in ("as", "so", "too")


def _is_bound(tokens: Sequence[Token], place: int) -> bool:
    """Whether it is "the end of" a time: "at the end of May"."""
    led = _word(tokens, place - 1) == "the" and _word(tokens, place - 2) in _AT_BOUNDS
    if not led or _word(tokens, place + 1) != "of" or _word(tokens, place + 2) in ("this", "last", "next"):
        return False
    if _word(tokens, place - 2) == "since" and _word(tokens, place) != "end" and _word(tokens, place + 2) == "the":
        return False  # nothing is told of what was after the end of the year that still goes on
    near = [_word(tokens, n) for n in range(place + 2, place + 5)]
    if not _SETTING.isdisjoint(_others(tokens, place)):
        return False
    years = any(len(word) == 4 and word.isdigit() for word in near)
    stems = {word[:5] for word in _others(tokens, place)}
    again = any(word in _PHASED and near.count(word) < _count(tokens, word) for word in near)
    alone = not again and stems.isdisjoint(
        {"end", "ends", "ended", "endin", "begin", "began", "start", "open", "opene", "final"}
    )
    return alone and (years or not _PHASED.isdisjoint(near))


def _is_half(tokens: Sequence[Token], place: int) -> bool:
    """Whether it is the first or second half of a game, in a text that tells nothing else of when."""
    led = _word(tokens, place - 1) == "the" and _word(tokens, place - 2) in ("in", "during", "of")
    if not led or _word(tokens, place + 1) != "half":
        return False
    others = [_word(tokens, n) for n in range(len(tokens)) if n not in (place, place + 1)]
    told = {"half", "halves", "halftime", "minute", "minutes", "quarter", "first", "second", "later", "final", "late"}
    told |= {"early", "profit", "profits", "earnings", "year", "century", "1990s", "then"}
    return told.isdisjoint(others)


def _is_part(tokens: Sequence[Token], place: int) -> bool:
    """Whether it is a part of a day in a text that tells nothing else of the hour: "on Monday evening"."""
    before = _word(tokens, place - 1)
    if before not in WEEKDAYS | _WHICH or (before == "the" and _word(tokens, place - 2) not in ("in", "during")):
        return False
    if any(token.pos == "NUM" for token in tokens[max(0, place - 3) : place]):
        return False  # "two in the morning", "at three this afternoon"
    if any(token.lemma.lower() == _word(tokens, place) for n, token in enumerate(tokens) if n != place):
        return False  # "that morning and all mornings after it"
    if _word(tokens, place) == "night" and before in ("the", "this"):
        return False
    return _stands_alone(tokens, place, _HOURS)


def _is_season(tokens: Sequence[Token], place: int) -> bool:
    """Whether it is a season in a text that tells nothing else of the time of the year: "every summer"."""
    return _word(tokens, place - 1) in _WHICH - {"the"} and _stands_alone(tokens, place, MONTHS | SEASONS)


def _stands_alone(tokens: Sequence[Token], place: int, times: Collection[str]) -> bool:
    """Whether no other noun follows a noun of time, and a text tells the time in no other way."""
    follows = tokens[place + 1].pos if place + 1 < len(tokens) else ""
    clock = any(":" in token.text and token.text[:1].isdigit() for token in tokens)
    told = clock or not _others(tokens, place).isdisjoint(_LIT.union(times))
    return tokens[place].pos == "NOUN" and follows not in ("NOUN", "PROPN", "NUM") and not told
