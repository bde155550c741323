"""Numbers of dates, years, clock times, ages, centuries and scores: which may change, and within which bounds."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.english.closed_classes import MONTHS, SHORT_MONTHS, SHORT_WEEKDAYS, WEEKDAYS
from hf_robust.language.english.number_events import are_recent, is_ahead, is_of_event, tells_of_events
from hf_robust.language.english.number_surroundings import BEFORE_EXAM_YEAR, OF_COUNTRY, WORK, YEARLY
from hf_robust.language.english.written_numbers import words_in
from hf_robust.language.lexicons import lexicon

_NEARBY = 25  # characters in which a weekday, or a word of winning, belongs to a number
_DAYS = range(2, 29)  # days that every month has
# days, weeks in days, and years by which a date moves: far enough to be another date, near enough to fit the text
_DAY_STEPS = (-8, -5, -3, 2, 4, 7)
_WEEKS = (-14, -7, 7, 14)
_YEAR_STEPS = (-1, -2, -3)
_LATER_STEPS = (1, 2, 3)
_YEARS_OF_WEEKDAY = (-5, -6, -11)  # after which a date may be on the same day of the week
_MONTH_END = 28  # from here on a day may be the last one of what it ends
_CENTURIES = range(12, 20)
# ages in years: an adult stays one and a child a child, nobody becomes a baby, and hardly anybody is above 89
_ADULT, _OLDEST, _YOUNGEST = 19, 89, 3
_MOST_SCORE, _SMALL_SCORE = 150, 10  # basketball ends below 150; a score of one digit keeps one
_NOON, _HOURS_OF_DAY, _MINUTES, _TEENS = 12, 24, 60, 20

# days that readers know by their date
_HOLIDAYS = frozenset(
    {
        *(("jan", 1), ("feb", 14), ("mar", 8), ("mar", 17), ("apr", 1), ("may", 1), ("may", 4), ("may", 5)),
        *(("jun", 6), ("jul", 4), ("jul", 14), ("sep", 11), ("oct", 3), ("oct", 31), ("nov", 5), ("nov", 11)),
        *(("dec", 24), ("dec", 25), ("dec", 26), ("dec", 31)),
    }
)
# the last day of a month ends a quarter or a year, and days between two dates may be told
_ENDS = re.compile(
    r"\b(?:end(?:s|ed|ing)?|quarter\w*|fiscal|half|months|through|deadline|expir\w+|until)\b", re.IGNORECASE
)
_BETWEEN = re.compile(r"\b(?:days?|weeks?|fortnight|nights?)\b(?!-)", re.IGNORECASE)
_NAMED_DAYS = re.compile(
    r"\b(?:day|eve|anniversary|holiday|elections?|attacks?|plunge|crash|coup|massacre|bombings?|uprising|referendum|"
    r"olympics?|championships?|finals?|cup|bowl)\b",
    re.IGNORECASE,
)
# the days on which markets fell are known
_OF_MARKET, _FELL = frozenset({"market", "markets"}), frozenset("correction drop dropped fall fell slide slump".split())
_FULL = 4  # figures of a year that is written out
# what there was in few decades alone
_OF_ONE_DECADE = frozenset(
    "internet web online website websites email emails software mobile jazz punk disco techno hop grunge depression "
    "soviet hippie hippies apartheid nazi".split()
)
# the first decade of what there has been since then
_FIRST_DECADES = {"film": 10, "movie": 10, "radio": 20, "phone": 20, "television": 50, "tv": 50, "rock": 50} | {
    "computer": 80,
    "video": 80,
}
_MONTHS = MONTHS | SHORT_MONTHS
_DAYS_OF_WEEK = WEEKDAYS | SHORT_WEEKDAYS
_DECADE = re.compile(r"(?:(?<![\w.,$-])|(?<=\b[Mm]id-))((?:1[89]|20)?[0-9]0)\s?['’]?s\b")
_DECADE_END = re.compile(r"0\s?['’]?s\b")
_DECADES = {4: range(1900, 2000, 10), 2: range(30, 100, 10)}  # by their number of digits
_SHORT_RANGE = re.compile(r"[0-9]{4}(?:\s?[-–/][0-9]{1,2}|\s[-–]\s[0-9]{2}(?!\s[A-Z]))(?![0-9])")  # "2000 - 01"
# what a number that looks like a year counts
COUNTED = re.compile(
    r"\s(?:[a-z]+\s)?(?:students|people|inhabitants|residents|households|houses|homes|employees|workers|acres|seats|"
    r"units|copies|stores|pupils|children|families|volumes|hectares|metres|meters|feet)\b"
)
_NO_YEAR = re.compile(rf"{COUNTED.pattern}|\s(?:GMT|local time)\b")  # "1315 GMT" is a time of the day
# what stands before a year is looked at last: a pattern that begins with a digit is found faster
ANY_YEAR = re.compile(r"(?:1[1-9]|20)[0-9]{2}(?<![0-9]{5})(?![0-9])")  # in whatever form
_YEAR = re.compile(r"(?:1[1-9]|20)[0-9]{2}(?<![\w$€£#.,:/'’+][0-9]{4})(?![\w%:/+'’]|[.,][0-9]|-[a-z])")
_BEFORE_YEAR = re.compile(
    r"(?:\b(?:in|since|of|from|to|until|till|between|and|or|for|by|during|around|circa|c\.|late|early|mid|about|before|after|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"(?:jan|feb|aug|sept?|oct|nov|dec)\.|"
    r"born|died|founded|established|built|released|started|ended|the|an?|this|year|summer|spring|autumn|fall|winter)\s+"
    r"|[(\[,]\s?|[0-9]\s?[-–—]\s?|\A)\Z",
    re.IGNORECASE,
)
_UNIT_AFTER_YEAR = re.compile(
    r"(?:\s?[-–]\s?[0-9,]+)?\s?(?:m|ft|feet|km|mi|miles|metres|meters|kg|lb|lbs|hp|cc|mm|cm|acres?)\b"
)
_MEASURED = re.compile(r"\b(?:scores?|sum|totals?|costs?|price|height|elevation|altitude|average|rating) of \Z")
_NAME_AFTER_YEAR = re.compile(r"\s+(?:[A-Z]|[0-9])")
_ARTICLE_BEFORE = re.compile(r"\b(?:the|a|an|this|that)\s+\Z", re.IGNORECASE)
_CLOCK = re.compile(
    r"(?<![\w.:$-])([0-9]{1,2})(?:[:.]([0-5][0-9]))?\s?(a\.?m\b\.?|p\.?m\b\.?|o['’]clock\b)", re.IGNORECASE
)
_CLOCK_24 = re.compile(
    r"\b(?:at|by|until|till|from|around|about|before|after|since)\s+([0-9]{1,2}):([0-5][0-9])(?![\w:%])", re.IGNORECASE
)
_CLOCK_WORDS = frozenset({"am", "pm", "m", "clock"})
_GREENWICH = re.compile(r"(?<![\w.:$-])(1[0-9]|2[0-3])([0-5][0-9])(?=\sGMT\b)")
_COLON_TIME = re.compile(r"[0-9]:[0-9]{2}")
_AGE = re.compile(
    r"(?<![\w.,$-])([0-9]{1,2})(?:-year-olds?|\s+years?\s+olds?|-years?-old|\s+year-olds?|\s+years?\s+of\s+age)\b",
    re.IGNORECASE,
)
_AGED = re.compile(
    r"\b(?:aged|age|(?:(?<=at )|(?<=At ))(?:the )?age of)\s+([0-9]{1,2})"
    r"(?![\w:%/-]|\.[0-9]|\s?(?:to|and|or|-|–)\s?[0-9])"
)
_WAS_AGED = re.compile(
    r"\b(?:[Ww]hen|[Ww]hile)\s(?:I|he|she)\s(?:was|were)\s(?:just\s|only\s)?([0-9]{1,2})(?=\s?[,.;)]|\s(?:and|or so)\b)"
)
_YEARS_WORDS, _WHEN_WORDS = frozenset({"year", "years"}), frozenset({"when", "while"})
_AGE_WORDS = _YEARS_WORDS | _WHEN_WORDS | {"age", "aged"}
_TWO_FIGURES = re.compile(r",\s[0-9]{2}\s?[,.]")
_NAME_AND_AGE = re.compile(r"[A-Z][a-z]+\s?,\s([0-9]{2})(?=\s?[,.](?:\s|\Z))")
_BORN = re.compile(
    r"\b[Bb]orn:?\s+(?:on\s+)?(?:[A-Z][a-z]+\.?\s+[0-9]{1,2},?\s+|[0-9]{1,2}\s+[A-Z][a-z]+,?\s+|in\s+|c\.\s+)?"
    r"((?:1[1-9]|20)[0-9]{2})\b"
)
_OF_AGE = re.compile(
    r"\b(?:ages?|aged|years?[ -]old|years? of age|birthdays?|youngest|oldest|under-?\d+|junior|youth|teens?|teenager|"
    r"generation|twins?|childhood|child|zodiac)\b|\bU-?\d\d\b",
    re.IGNORECASE,
)
_OF_AGES = re.compile(r"\b(?:born|ages|birthday|generation)\b", re.IGNORECASE)
_CENTURY = re.compile(r"(?<![\w-])([0-9]{1,2})th(?=[ -]century\b)")
DASHED = re.compile(r"[0-9][-–][0-9]")
_SCORE = re.compile(r"(?<![\w.,:/$-])([0-9]{1,3})[-–]([0-9]{1,3})(?![\w/%:–-]|[.,][0-9])")
_UNIT_BEHIND = re.compile(
    r"\s?(?:mm|cm|m|km|ft|in|kg|g|lbs?|metres|meters|centimetres|centimeters|millimetres|millimeters|feet|inches|miles|"
    r"days|weeks|months|hours|minutes)\b(?!\s?\()"
)
_WINNING = re.compile(
    r"\b(?:wins?|won|victory|loss|lost|lose|defeat\w*|beats?|beat|beaten|triumph\w*|over|past|crush\w*|edge[sd]?|"
    r"mauling|rout\w*|thrash\w*|downed|down)\b",
    re.IGNORECASE,
)
# what is told of a game besides its score, which the score must go with
_GAME = re.compile(
    r"(?:\b(?:[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|lone|only|last|winning|late)[\s-]+(?:\w+[\s-]+)?"
    r"(?:goals?|points?|homers?|home runs?|runs?|touchdowns?|unanswered|yards?|strikes?)"
    r"|\b(?:penalt\w*|aggregate|series|shoot-?out|equali[sz]\w*|scor\w+|brace|hat-?trick|homered|headed|shut-?out|"
    r"overtime|sets?|double))\b",
    re.IGNORECASE,
)


class Formatted(NamedTuple):
    """The numbers of a text that have a format of their own.

    Args:
        values: The values that a number may have instead.
        followers: The numbers that change by the same difference as another one, by that one.
        claimed: All numbers of these formats, also those that stay.
    """

    values: Mapping[Offsets, Sequence[int]]
    followers: Mapping[Offsets, Sequence[Offsets]]
    claimed: frozenset[Offsets]


NO_FORMATS = Formatted({}, {}, frozenset())


def formatted_numbers(text: str) -> Formatted:
    """The dates, years, clock times, ages, centuries and scores of a text.

    A day stays a day that every month has, an hour stays before or after noon, an adult stays an adult and a child a
    child, the winner of a game wins, and all years of a text become earlier by the same number of years.

    Example:
        >>> formatted_numbers("It closes at 9 pm.").values
        {(13, 14): (7, 8, 10, 11)}
    """
    values: dict[Offsets, Sequence[int]] = {}
    followers: dict[Offsets, Sequence[Offsets]] = {}
    claimed: set[Offsets] = set()
    words = words_in(text)
    for rule, own_words, sign in _rules():
        applies = not own_words.isdisjoint(words) or (sign is not None and sign.search(text) is not None)
        for span, news in rule(text) if applies else ():
            if span not in claimed:
                claimed.add(span)
                if news:
                    values[span] = news
    years = [match.span() for match in _YEAR.finditer(text) if not _NO_YEAR.match(text, match.end())]
    claimed.update(years)
    known = [int(text[slice(*span)]) for span in years]
    if years and _years_may_change(text, years):
        if steps := tuple(_steps(text, known)):
            values[years[0]] = tuple(known[0] + step for step in steps)
            followers |= {years[0]: years[1:]} if years[1:] else {}
    elif years and (birth := _year_of_birth(text, years)):
        values[birth] = tuple(int(text[slice(*birth)]) + step for step in _YEAR_STEPS)
    return Formatted(dict(sorted(values.items())), followers, frozenset(claimed))


_Rule = Iterator[tuple[Offsets, Sequence[int]]]


@cache
def _rules() -> Sequence[tuple[Callable[[str], _Rule], frozenset[str], re.Pattern[str] | None]]:
    """The rules, each with words and a sign of which a text has one where it may apply: they are found faster."""
    none = frozenset[str]()
    return (
        (_days, _MONTHS, None),
        (_greenwich, frozenset({"gmt"}), None),
        (_hours, _CLOCK_WORDS, _COLON_TIME),
        (_ages, _AGE_WORDS, _TWO_FIGURES),
        (_centuries, frozenset({"century"}), None),
        (_scores, none, DASHED),
        (_decades, none, _DECADE_END),
    )


@cache
def _dates() -> re.Pattern[str]:
    months = "|".join(sorted(_MONTHS, key=len, reverse=True))
    forms = (
        (m.capitalize(), m.upper(), *(() if m in ("may", "mar", "march", "sun") else (m,))) for m in months.split("|")
    )
    capitals = "|".join(form for three in forms for form in three)
    ends = r"(?:st|nd|rd|th)?(?![\w:%/-]|[.,][0-9]|\s?[–]|\s(?:to|and|or|&)\s[0-9]|,\s[0-9]{1,2}(?![0-9]))"
    return re.compile(
        rf"\b({capitals})\.?\s+([0-9]{{1,2}}){ends}(?:,?\s+([0-9]{{4}})\b)?"
        rf"|(?<![\w.,:/–-])([0-9]{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+({capitals})\b\.?(?:,?\s+([0-9]{{4}})\b)?"
    )


def _days(text: str) -> _Rule:
    """Days of a month. Two days of one month stay, since one may be counted from the other."""
    dates = list(_dates().finditer(text))
    months = Counter((match[1] or match[5])[:3].lower() + (match[3] or match[6] or "") for match in dates)
    counted = len(dates) > 1 and _BETWEEN.search(text) is not None
    words = words_in(text)
    known = not _OF_MARKET.isdisjoint(words) and not _FELL.isdisjoint(words)
    steps = _WEEKS if _names_weekday(text) else _DAY_STEPS
    for match in dates:
        group = 2 if match[1] else 4
        month, day, year = (match[1] or match[5])[:3].lower(), int(match[group]), match[3] or match[6] or ""
        around = text[max(0, match.start() - _NEARBY) : match.end() + _NEARBY]
        fixed = (
            months[month + year] > 1
            or (month, day) in _HOLIDAYS
            or counted
            or known
            or day not in range(1, 32)
            or (day >= _MONTH_END and _ENDS.search(text))
            or _NAMED_DAYS.search(around)
            or match[group][0] == "0"
        )
        news = (
            [] if fixed else [new for step in steps if (new := day + step) in _DAYS and (month, new) not in _HOLIDAYS]
        )
        start, end = match.span(group)
        yield (start, end + 2 * text[end : end + 2].isalpha()), tuple(news)  # "22" or "22nd"


def _years_may_change(text: str, years: Sequence[Offsets]) -> bool:
    """Whether all years of a text may become earlier together: none is part of a name or of a known event."""
    decades = sum(match[0].endswith("0s") and len(match[1]) == _FULL for match in _decades_in(text))
    if _SHORT_RANGE.search(text) or len(ANY_YEAR.findall(text)) > len(years) + decades:
        return False  # a year in another form, which would have to move along
    return not tells_of_events(text, years) and all(_is_plain_year(text, *span) for span in years)


def _names_weekday(text: str) -> bool:
    return not _DAYS_OF_WEEK.isdisjoint(words_in(text))


def _year_of_birth(text: str, years: Sequence[Offsets]) -> Offsets | None:
    """The year in which somebody was born, where no age says it again: it may change though other years stay."""
    found = list(_BORN.finditer(text))
    if len(found) != 1 or _OF_AGE.search(text):
        return None
    span = found[0].span(1)
    born = int(found[0][1])
    others = [int(match[0]) for match in ANY_YEAR.finditer(text) if match.start() != span[0]]
    grown = all(other - born > _YOUNGEST * 4 for other in others)
    return span if span in years and grown else None


def _steps(text: str, years: Sequence[int]) -> Iterator[int]:
    """By how much years may change together and stay in the decades and centuries that the text names."""
    decades = {int(match[1]) % 100 // 10 for match in _decades_in(text)}
    century = not words_in(text).isdisjoint(("century", "centuries"))
    usual = _LATER_STEPS if is_ahead(text) and are_recent(years) else _YEAR_STEPS
    for step in usual if not _names_weekday(text) else _steps_of_weekday(text, usual):
        moved = [(year, year + step) for year in years]
        inside = {year // 10 for year in years if year % 100 // 10 in decades}
        if any(year // 10 in inside and new // 10 != year // 10 for year, new in moved):
            continue
        if any(new % 100 // 10 in decades and year // 10 not in inside for year, new in moved):
            continue
        if not century or all(year // 100 == new // 100 for year, new in moved):
            yield step


def _steps_of_weekday(text: str, usual: Sequence[int]) -> Iterator[int]:
    """By how many years all full dates of a text may change and keep their days of the week."""
    dates = []
    for match in _dates().finditer(text):
        if year := match[3] or match[6]:
            month = [name[:3] for name in lexicon("fake_answers")["sets"]["month"]].index(
                (match[1] or match[5])[:3].title()
            )
            dates.append((int(year), month + 1, int(match[2] or match[4])))
    later = usual is _LATER_STEPS
    for step in (-one if later else one for one in _YEARS_OF_WEEKDAY) if dates else usual:
        if all(_weekday(*one) == _weekday(one[0] + step, *one[1:]) for one in dates):
            yield step


def _weekday(year: int, month: int, day: int) -> int | None:
    try:
        return date(year, month, day).weekday()
    except ValueError:
        return None


def _is_plain_year(text: str, start: int, end: int) -> bool:
    before = text[:start]
    if _UNIT_AFTER_YEAR.match(text, end):
        return False  # "(1726 ft)" is no year
    found = _dates().search(text[max(0, start - 20) : end]) if not _MONTHS.isdisjoint(words_in(text)) else None
    dated = found is not None and (found[3] or found[6] or "") == text[start:end]
    placed = (
        dated
        or (text[start] == "2" and BEFORE_EXAM_YEAR.search(before[-20:]))
        or any(sign.match(text, end) for sign in (WORK, OF_COUNTRY))
        or _BEFORE_YEAR.search(before[-20:])
    )
    if not placed or _MEASURED.search(before[-20:]):
        return False
    if is_of_event(text, start, end):
        return False
    if not _ARTICLE_BEFORE.search(before[-10:]) or OF_COUNTRY.match(text, end):  # "a 1952 Argentine film"
        return True
    if YEARLY.match(text, end):  # "the 1976 Lund Awards"
        return True
    named = not dated and not text[end : end + 2].strip(" ")[:1].islower()  # "the 1927 Schneider Trophy"
    return not (named or _NAME_AFTER_YEAR.match(text, end))


def _hours(text: str) -> _Rule:
    """Hours of the clock. With two times in a text, all stay."""
    twelve = [] if _CLOCK_WORDS.isdisjoint(words_in(text)) else list(_CLOCK.finditer(text))
    pairs = _CLOCK_24.finditer(text) if ":" in text else ()
    others = [match for match in pairs if all(match.start(1) != one.start(1) for one in twelve)]
    single = len(twelve) + len(others) == 1 and len(_COLON_TIME.findall(text)) <= 1
    for match in twelve:
        hour = int(match[1])
        news = [new for new in range(hour - 2, hour + 3) if 0 < new < _NOON and new != hour]
        yield match.span(1), tuple(news) if single and 0 < hour < _NOON and match[1][0] != "0" else ()
        if match[2]:
            yield match.span(2), ()
    for match in others:
        hour, size = int(match[1]), len(match[1])
        low, high = (10, _HOURS_OF_DAY) if hour >= 10 else (1, 10)
        news = [new for new in range(hour - 2, hour + 3) if low <= new < high and new != hour]
        yield match.span(1), tuple(news) if single and hour < _HOURS_OF_DAY and (size == 1 or hour >= 10) else ()
        yield match.span(2), ()


def _greenwich(text: str) -> _Rule:
    """A time such as "1530 GMT". With another time in the text, it stays."""
    found = list(_GREENWICH.finditer(text))
    single = (
        len(found) == 1 == text.count("GMT")
        and "local time" not in text
        and not _CLOCK.search(text)
        and not _COLON_TIME.search(text)
    )
    for match in found:
        news = [int(match[0]) + step for step in (-20, -10, 10, 20) if 0 <= int(match[2]) + step < _MINUTES]
        yield match.span(), tuple(news) if single else ()


def _ages(text: str) -> _Rule:
    """Ages of people and things. With two of them in a text, all stay."""
    words = words_in(text)
    rules = (
        (_AGE, not words.isdisjoint(_YEARS_WORDS)),
        (_AGED, "age" in words or "aged" in words),
        (_WAS_AGED, not words.isdisjoint(_WHEN_WORDS)),
        (_NAME_AND_AGE, _TWO_FIGURES.search(text) is not None),
    )
    found = [match.span(1) for rule, applies in rules if applies for match in rule.finditer(text)]
    single = len(found) == 1 and not _OF_AGES.search(text)
    for span in found:
        age = int(text[slice(*span)])
        low, high = (_ADULT, _OLDEST) if age >= _ADULT else (_YOUNGEST, _ADULT - 2)
        near = [new for new in (age - 3, age - 2, age - 1, age + 1, age + 2, age + 3) if low <= new <= high]
        alike = [new for new in near if len(str(new)) == len(str(age))]
        yield span, tuple(alike) if single and low <= age <= high else ()


def _centuries(text: str) -> _Rule:
    found = list(_CENTURY.finditer(text))
    single = len(found) == 1 and not _YEAR.search(text)
    for match in found:
        number = int(match[1])
        news = [new for new in (number - 1, number + 1) if new in _CENTURIES]
        yield (match.start(1), match.end(1) + 2), tuple(news) if single and number in _CENTURIES else ()


def _decades_in(text: str) -> Sequence[re.Match[str]]:
    return list(_DECADE.finditer(text)) if _DECADE_END.search(text) else []


def _decades(text: str) -> _Rule:
    found = list(_DECADE.finditer(text))
    single = len(found) == 1 and not _YEAR.search(text) and not tells_of_events(text, ())
    words = words_in(text) if single else frozenset()
    single = single and _OF_ONE_DECADE.isdisjoint(words)
    first = max((_FIRST_DECADES.get(word.removesuffix("s"), 0) for word in words), default=0)
    ahead = is_ahead(text) or not words.isdisjoint(("could", "may", "might"))
    for match in found:
        usual = _DECADES[len(match[1])]
        near = (int(match[1]) - 10, int(match[1]) + 10)
        news = [new for new in near[ahead:] if new in usual and (new >= 2000 or new % 100 >= first)]
        yield match.span(1), tuple(news) if single and int(match[1]) in usual else ()


def _scores(text: str) -> _Rule:
    """The score of a game: the winner gets more. It stays where more of the game is told."""
    found = list(_SCORE.finditer(text))
    for match in found:
        one, other = int(match[1]), int(match[2])
        if one < other and _UNIT_BEHIND.match(text, match.end()) and len(found) == 1:
            step = round_step(other)
            larger = [new for new in (other - step, other + step, other + 2 * step) if new > one]
            yield match.span(1), ()
            yield match.span(2), tuple(new for new in larger if len(str(new)) == len(match[2]))
            continue
        around = text[max(0, match.start() - _NEARBY) : match.end() + _NEARBY]
        alone = len(found) == 1 and one != other and max(one, other) < _MOST_SCORE
        fits = alone and _WINNING.search(around) is not None and _GAME.search(text) is None
        most = max(one, other)
        news = (most + 1, most + 2) if most < _SMALL_SCORE - 2 else (most + 1, most + 2, most + 3)
        alike = tuple(new for new in news if len(str(new)) == len(str(most)))
        winner, loser = (1, 2) if one > other else (2, 1)
        yield match.span(winner), alike if fits else ()
        yield match.span(loser), ()


def round_step(value: int) -> int:
    """How far the next round value is: from 3 to 4, from 15 to 20, from 77 to 87, from 300 to 400.

    Example:
        >>> [round_step(value) for value in (3, 15, 77, 300)]
        [1, 5, 10, 100]
    """
    if value < _TEENS:
        return 1 if value % 5 or value < 10 else 5
    unit = 10 ** (len(str(value)) - 1)
    if value >= 2 * unit:
        return unit
    return unit // 2 if value == unit else unit // 10
