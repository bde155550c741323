"""Numbers of results in sports: which of them may change so that the result stays a possible one."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.english.number_formats import DASHED

_STANDING = re.compile(
    r"\s*(?:\d+\. )?[A-Z][A-Za-z.'’() -]*?(?: ([0-9]{1,2}))? (\d+) (\d+) (\d+) ([1-9]\d*) ([1-9]\d*) (\d+)\s*\Z"
)
_TIME = re.compile(r"\) (?:[0-9]{1,2}:)?([0-9]{2}\.[0-9]{1,2})(?![\w%.:,-])")
_GOALS = (-2, -1, 1, 2)  # a result stays one that teams reach
_NAME = r"[A-Z][A-Za-z.'’-]*(?: (?:[A-Z][A-Za-z.'’-]*|de|la|van|of))*(?: \( [A-Z][A-Za-z .]+ \))?"
_MINUTE = re.compile(r"(?<=[a-z]) ([1-9][0-9]?)(?: penalty| pen)?(?= [,)]| and |\s*\Z)")
_SCORERS_OF_TEAM = re.compile(r"\s*[A-Z][A-Za-z .'-]* - [A-Z][A-Za-z.'’ -]* [1-9][0-9]?(?: ,|\s*\Z)")
_TIME_LEFT = re.compile(r"\b([1-9]|1[0-9]):[0-5][0-9] (?:left|remaining|to (?:go|play))\b")
_SCORERS = re.compile(r"\( [A-Z][A-Za-z.'’ -]* [1-9][0-9]? ")
_FINAL = re.compile(rf"\s*(?:{_NAME}) ([0-9]{{1,3}}) (?:{_NAME}) ([0-9]{{1,3}})(?= [A-Z(]|\s*\Z)(?! \( [A-Z])")
_ROUNDS = re.compile(rf"\s*([0-9]{{3}}) (?:{_NAME})((?: [0-9]{{2}}){{3,4}})(?=\s*[,.]|\s*\Z)")
_SET = r"([0-9]{1,2})[-–]([0-9]{1,2})"
_SETS = re.compile(rf"(?<![\w.,:/$-]){_SET},? {_SET}(?:,? {_SET})?(?:,? {_SET})?(?:,? {_SET})?(?![\w/%:–-]|[.,][0-9])")
_DRAWN = re.compile(r"(?<![\w.,:/$-])([0-9]{1,2})[-–]([0-9]{1,2})(?![\w/%:–-]|[.,][0-9])")
_LEVEL = re.compile(r"\b(?:draws?|drew|drawn|ties?|tied|held|stalemate)\b", re.IGNORECASE)
_MORE_TOLD = re.compile(
    r"\b(?:goals?|scor\w+|aggregate|penalt\w*|equali[sz]\w*|half-?time|leads?|levels?|twice|brace|hat-?trick|headed|"
    r"games? (?:to|all)|dropp\w+|converted|minute)\b",
    re.IGNORECASE,
)
# minutes of football; basketball ends below 150 points; games that win a set
_HALF_TIME, _FULL_TIME, _MOST_SCORE, _TENNIS = 45, 90, 150, 6
_LOSING = range(5)  # games of who loses a set with six
_TO_POINTS = (11, 15, 21)  # sets of badminton, squash and table tennis


_PLACED = re.compile(rf"\s*[0-9]{{1,3}}[.=] (?:{_NAME}) ([0-9]{{1,4}}(?:\.[0-9]{{1,2}})?)(?: points)?\s*\Z")
_NTH_MINUTE = re.compile(r"\b([0-9]{1,2}(?:st|nd|rd|th)) minute\b")
_PHONE = re.compile(r"(?:\+[0-9]{1,3}|newsroom|[Tt]el\.?|[Pp]hone)[ ,:()-]*(?:[0-9]+[ -]+)*([0-9]{4,8})\s*\Z")


class ResultNumber(NamedTuple):
    """A number of a result that may change.

    Args:
        span: Where it stands.
        values: The values that it may have instead.
        follower: Where a number stands that changes by the same difference, where one does.
    """

    span: Offsets
    values: Sequence[int | float]
    follower: Offsets | None = None


def results_in(text: str) -> Iterator[ResultNumber]:
    """The numbers of results of a text that may change.

    Args:
        text: A text with a digit.

    Example:
        >>> [(one.span, one.values) for one in results_in("Berg beat Lund 6-3 6-2.")]
        [((21, 22), [0, 1, 3, 4])]
    """
    for span, values in times_of_results(text):
        yield ResultNumber(span, values)
    ends_in_figure = text.rstrip()[-1:].isdigit()
    for span, values, follower in goals_of_standing(text) if ends_in_figure else ():
        yield ResultNumber(span, values, follower)
    yield from _rounds_of_golf(text)
    if placed := _PLACED.match(text):
        old = placed[1]
        whole, decimals = old.partition(".")[::2]
        news = [int(whole) + n for n in (-2, -1, 1, 2) if len(str(abs(int(whole) + n))) == len(whole)]
        yield ResultNumber(
            placed.span(1), [round(new + float(f"0.{decimals}0"), 2) for new in news] if decimals else news
        )
    if ends_in_figure and (phone := _PHONE.search(text)) and phone[1][0] != "0":
        old = phone[1]
        yield ResultNumber(
            phone.span(1), [int(old) + n for n in (-31, -14, 23, 42) if len(str(int(old) + n)) == len(old)]
        )
    if " minute" in text:
        yield from _minute(text)
    if ":" in text and (left := _TIME_LEFT.search(text)):
        old = int(left[1])
        yield ResultNumber(
            left.span(1), [new for new in (old - 2, old - 1, old + 1, old + 2) if len(str(new)) == len(left[1])]
        )
    if ("( " in text and _SCORERS.search(text)) or _SCORERS_OF_TEAM.match(text):
        yield from _minutes_of_goals(text)
    else:
        yield from _final_score(text)
    if DASHED.search(text):
        yield from _last_set(text)
        yield from _drawn_game(text)


def _rounds_of_golf(text: str) -> Iterator[ResultNumber]:
    """The last round, and the total that goes with it: "207 Anna Berg 70 70 67"."""
    found = _ROUNDS.match(text)
    if found is None:
        return
    rounds = [int(one) for one in found[2].split()]
    if sum(rounds) == int(found[1]):
        end = found.end(2)
        news = [rounds[-1] + step for step in (-2, -1, 1, 2)]
        yield ResultNumber((end - 2, end), [new for new in news if new > 60], found.span(1))


def _minute(text: str) -> Iterator[ResultNumber]:
    """The minute of a game, which stays in its half: "in the 55th minute"."""
    found = list(_NTH_MINUTE.finditer(text))
    if len(found) == 1:
        old = int(found[0][1][:-2])
        near = [old + step for step in (-3, -2, -1, 1, 2, 3)]
        half = range(1, _HALF_TIME) if old < _HALF_TIME else range(_HALF_TIME + 1, _FULL_TIME)
        yield ResultNumber(found[0].span(1), [new for new in near if old in half and new in half])


def _minutes_of_goals(text: str) -> Iterator[ResultNumber]:
    """The minutes of goals, which stay in their order: "( Berg 39 , Lund 89 )"."""
    found = [(match.span(1), int(match[1])) for match in _MINUTE.finditer(text)]
    known = [minute for _, minute in found]
    for span, minute in found:
        near = [other for other in known if other != minute and abs(other - minute) <= 6]
        news = [minute + step for step in (-3, -2, -1, 1, 2, 3)]
        if not near and known.count(minute) == 1:
            yield ResultNumber(
                span, [new for new in news if 1 <= new < _FULL_TIME and len(str(new)) == len(str(minute))]
            )


def _final_score(text: str) -> Iterator[ResultNumber]:
    """The goals or points of the winner of a game that opens a text: "Berg Town 96 Lund 89"."""
    found = _FINAL.match(text)
    if found is None or any(text.count(found[group]) > 1 for group in (1, 2) if found[group] != "0"):
        return
    scores = [int(found[1]), int(found[2])]
    most = max(scores)
    if scores[0] != scores[1] and most < _MOST_SCORE:
        winner = 1 if scores[0] == most else 2
        yield ResultNumber(found.span(winner), [new for new in (most + 1, most + 2) if len(str(new)) == len(str(most))])


def _last_set(text: str) -> Iterator[ResultNumber]:
    """What the loser got in the last set of a match: "6-3 6-2"."""
    found = list(_SETS.finditer(text))
    if len(found) != 1 or _MORE_TOLD.search(text):
        return
    last = max(group for group in range(2, 11, 2) if found[0][group])
    one, other = int(found[0][last - 1]), int(found[0][last])
    loser, least, most = (last, other, one) if one > other else (last - 1, one, other)
    if most == _TENNIS and least in _LOSING:
        news = [new for new in _LOSING if new != least]
    elif most in _TO_POINTS and least < most - 1:
        news = [new for new in range(least - 2, least + 3) if 0 < new < most - 1 and new != least]
    else:
        return
    if found[0][loser] == str(least):
        yield ResultNumber(found[0].span(loser), [new for new in news if len(str(new)) == len(str(least))])


def _drawn_game(text: str) -> Iterator[ResultNumber]:
    """Both scores of a draw: "a 2-2 draw"."""
    found = list(_DRAWN.finditer(text))
    if len(found) != 1 or found[0][1] != found[0][2] or not _LEVEL.search(text) or _MORE_TOLD.search(text):
        return
    old = int(found[0][1])
    yield ResultNumber(found[0].span(1), [new for new in (old - 1, old + 1) if 0 <= new < 5], found[0].span(2))


def goals_of_standing(text: str) -> Iterator[tuple[Offsets, Sequence[int], Offsets]]:
    """The goals for and against of a row of a table of standings, with others that may stand there.

    Games, wins, draws, losses and points belong together; only the goals may change, both by as many.

    Example:
        >>> list(goals_of_standing("Quillon 15 8 5 2 28 13 29"))
        [((17, 19), (26, 27, 29, 30), (20, 22))]
    """
    found = _STANDING.match(text)
    if found is None:
        return
    played, won, other, lost, points = (int(found[group] or 0) for group in (1, 2, 3, 4, 7))
    football = found[1] is not None and played == won + other + lost
    hockey = found[1] is None and points == 2 * won + lost  # wins, losses, ties
    if not football and not hockey:
        return
    goals = [found[5], found[6]]
    news = [int(goals[0]) + step for step in _GOALS if all(_is_as_long(one, step) for one in goals)]
    if news:
        yield found.span(5), tuple(news), found.span(6)


def _is_as_long(goals: str, step: int) -> bool:
    return int(goals) + step > 0 and len(str(int(goals) + step)) == len(goals)


def times_of_results(text: str) -> Iterator[tuple[Offsets, Sequence[float]]]:
    """The time in seconds of a row of results of a race, with others that may stand there.

    Example:
        >>> list(times_of_results("Anna Quill ( Norway ) 41.19 ; 5 ."))
        [((22, 27), (41.16, 41.17, 41.18, 41.2, 41.21, 41.22))]
    """
    found = list(_TIME.finditer(text)) if ") " in text else []
    if len(found) == 1:
        old, decimals = float(found[0][1]), len(found[0][1].partition(".")[2])
        news = (round(old + step / 10**decimals, decimals) for step in (-3, -2, -1, 1, 2, 3))
        yield found[0].span(1), tuple(new for new in news if int(new) == int(old))
