"""Years and counts of events that readers know, and years of what is still to come: "the Olympics of 1984"."""

import re
from collections.abc import Sequence

from hf_robust.core.edits import Offsets
from hf_robust.language.english.closed_classes import FUTURE_SIGNS, MONTHS
from hf_robust.language.english.written_numbers import words_in

# a year of these is a fact that readers know
_KNOWN = frozenset(
    """war wars elect elected election elections olympic olympics olympiad olympian olympians paralympic paralympics cup
        championship championships earthquake tsunami revolution anniversary millennium decade decades medal medals
        medalist medalists medallist medallists games bicentennial centennial pandemic covid census denomination
        denominations saddam iraq eurovision blitz blitzes voted voters""".split()
)
_KNOWN_SMALL = frozenset("attack attacks note notes".split())  # with a capital they are parts of names
_KNOWN_PAIRS = re.compile(r"\b(?:grand prix|world (?:record|series|fair|title|tour)|great (?:fire|plague|famine))\b")
_WORLD_WAR = re.compile(r"\bworld wars?\b")
_AROUND_WARS = range(1910, 1950)
# an event of history by its name: "the Battle of Spotsylvania Court House in 1864"
_BATTLE = re.compile(
    r"\b(?:[Bb]attle|[Ss]iege|Sack|Treaty|Massacre|Surrender|Peace)\sof\s(?:the\s)?[A-Z]|"
    r"\b[A-Z][\w'’-]+\s(?:Massacre|Rebellion|Uprising|Revolt|Mutiny|Crusade)\b"
)
_NAMED_WAR = re.compile(r"\b[A-Z][\w'’-]+\sWars?\b")
# "300 Spartans", "1,200 men", "three days"
_FORCES = re.compile(
    r"[\s-](?:[a-z]+\s)?(?:[A-Z][a-z]+(?:s|men)|men|troops|soldiers|sailors|marines|warriors|horsemen|cavalry|infantry|"
    r"ships|warships|tanks|guns|cannons?|aircraft|planes|casualties|dead|prisoners|days?|weeks?|months?|years?)\b"
)
_SENTENCE_END = re.compile(r"[.!?]\s")
# what is still to come, where the year is no old one
_AHEAD = FUTURE_SIGNS | frozenset("due expectation expecting forecasts scheduled upcoming".split())
_FROM_THEN = re.compile(r"\b(?:beginning|starting) (?:in|on|with|from|at)\b")
_OLD = 1990  # earlier years are told as history, not as news
# words by which a year is this one or the next
_NEAR_YEAR = re.compile(
    r"\b(?:(?:this|next|last|past|current|previous|every|each) (?:\w+ )?(?:year|season|month|week)|ago|annual\w*)\b"
)
# "the Judiciary Act of 1891", "the 1987 crash"
_EVENT_OF = re.compile(
    r"\b(?:Act|Acts|Treaty|Constitution|Convention|Agreement|Statute|Revolution|Crisis|Panic|Battle|Siege|Council|Congress|"
    r"Edict|Peace|Union|Amendments?|War|Compromise|Convention|Code|Ordinance|Charter|Proclamation)\sof\s\Z"
)
_EVENT_AFTER_YEAR = re.compile(
    r"\s(?:stock\s|market\s|stock-market\s|financial\s)*(?:crash|coup|uprising|riots?|massacre|genocide|famine|invasion|"
    r"bombings?|crisis|recession|plunge|war|flood|hurricane|referendum|constitution|treaty)\b"
)
# what a named body announced on a day, who held an office then, and what a question asks about a year
_ANNOUNCED = frozenset("announced announces announcement unveiled".split())
_OFFICE = re.compile(
    r"\b(?:[Pp]resident|[Pp]rime [Mm]inister|[Cc]hancellor|[Gg]overnor|[Mm]ayor)(?: of [A-Z]\w+)? [A-Z][a-z]|"
    r"\bas (?:the )?(?:president|prime minister)\b(?! of\b)"
)
_CASE = re.compile(r"[a-z.] v\. [A-Z]")  # "Shelley v. Kraemer (1948)"
_PAST_BE_DO = frozenset({"did", "was", "were"})
_LETTERS = re.compile(r"[a-z]+")


def tells_of_events(text: str, years: Sequence[Offsets]) -> bool:
    """Whether a text tells of an event whose year readers know, or of what is still to come.

    Args:
        years: The places of its years.

    Example:
        >>> tells_of_events("The Olympics of 1984 were there.", [(16, 20)])
        True
    """
    low, words = text.lower(), words_in(text)
    known = [int(text[slice(*span)]) for span in years]
    if not _KNOWN.isdisjoint(words):
        others = words
        if not any(year in _AROUND_WARS for year in known) and not {"war", "wars"}.isdisjoint(words):
            others = frozenset(_LETTERS.findall(_WORLD_WAR.sub(" ", low)))
        if not _KNOWN.isdisjoint(others):
            return True
    if _is_on_record(text, words, known):
        return True
    if years and _BATTLE.search(text):
        return True
    if not _KNOWN_SMALL.isdisjoint(words) and not _KNOWN_SMALL.isdisjoint(_LETTERS.findall(text)):
        return True
    if not words.isdisjoint(("grand", "world", "great")) and _KNOWN_PAIRS.search(low):
        return True
    return is_ahead(text) and (len(set(known)) != 1 or _NEAR_YEAR.search(low) is not None) and are_recent(known)


def _is_on_record(text: str, words: frozenset[str], years: Sequence[int]) -> bool:
    """Whether a year is that of an announcement, or of somebody in office, or what a question is about."""
    if years and text.rstrip().endswith("?") and not _PAST_BE_DO.isdisjoint(words):
        return True
    announced = not _ANNOUNCED.isdisjoint(words) and not words.isdisjoint(MONTHS)
    if years and _CASE.search(text):
        return True
    return are_recent(years) and bool(years) and (announced or _OFFICE.search(text) is not None)


def is_ahead(text: str) -> bool:
    """Whether a text tells of what is still to come.

    Example:
        >>> is_ahead("It will open in 2030."), is_ahead("It opened in 1990.")
        (True, False)
    """
    words = words_in(text)
    starts = not words.isdisjoint(("beginning", "starting"))
    return not _AHEAD.isdisjoint(words) or (starts and _FROM_THEN.search(text.lower()) is not None)


def are_recent(years: Sequence[int]) -> bool:
    """Whether a year is told as news, not as history.

    Example:
        >>> are_recent([1950]), are_recent([1950, 2004])
        (False, True)
    """
    return max(years, default=_OLD) >= _OLD


def counts_forces(text: str, start: int, end: int) -> bool:
    """Whether a number counts the forces or the days of a battle or war that its sentence names.

    Example:
        >>> text = "At the Battle of Lund, 300 men held out."
        >>> counts_forces(text, 23, 26), counts_forces("300 men held out.", 0, 3)
        (True, False)
    """
    if _FORCES.match(text, end) is None:
        return False
    sentence = _SENTENCE_END.split(text[:start])[-1] + _SENTENCE_END.split(text[start:])[0]
    return any(sign.search(sentence) for sign in (_BATTLE, _NAMED_WAR))


def is_of_event(text: str, start: int, end: int) -> bool:
    """Whether a year is a part of the name of an event or a law.

    Example:
        >>> is_of_event("after the 1987 crash", 10, 14), is_of_event("It opened in 1987.", 13, 17)
        (True, False)
    """
    return (
        _EVENT_AFTER_YEAR.match(text, end) is not None or _EVENT_OF.search(text[max(0, start - 20) : start]) is not None
    )
