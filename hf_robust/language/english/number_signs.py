"""Which numbers of a text may change with nothing else leaning on them, and how far."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.english.closed_classes import (
    APPROXIMATORS,
    ARTICLES,
    AS_IF,
    BE_THIRD,
    COMMON_PREPOSITIONS,
    CURRENCIES,
    DEMONSTRATIVES,
    DO_TENSED,
    HAVE_TENSED,
    HERE,
    INDEFINITE_ARTICLES,
    JOINERS,
    LONG_UNITS,
    MEASURES,
    MONTHS,
    MORE,
    NUMBER_SIGNS,
    PARTICLES,
    PLURAL_POINTERS,
    POSSESSIVES,
    SCALES,
    SOME_ONE,
    SUBJECT_PRONOUNS,
    UNIVERSALS,
    WEEKDAYS,
    WHEN_WHERE,
)
from hf_robust.language.english.number_ages import ages_of_people, decades_of_life
from hf_robust.language.english.number_conversions import UNIT_SIGNS, Conversion, conversions
from hf_robust.language.english.number_dependence import COMPARED, PERCENT, bound_numbers, is_money
from hf_robust.language.english.number_events import counts_forces
from hf_robust.language.english.number_formats import ANY_YEAR, COUNTED, NO_FORMATS, formatted_numbers
from hf_robust.language.english.number_labels import hours_in_words, labels_in
from hf_robust.language.english.number_lists import ENUMERATED, is_listed, opens_list
from hf_robust.language.english.number_ordinals import SERIAL_WORKS
from hf_robust.language.english.number_quotes import is_in_title
from hf_robust.language.english.number_ranges import ranges_in
from hf_robust.language.english.number_results import results_in
from hf_robust.language.english.number_surroundings import (
    ADDRESS,
    AFTER,
    BEFORE_THOUSANDS,
    CHANGE,
    CROWD,
    EVERY,
    FAR,
    FIXED,
    FIXED_TURNS,
    FRACTIONS,
    FREQUENT,
    GUESSED,
    IN_RUPEES,
    KILLED,
    LABELLED,
    MOVED,
    NAMED_PAIR,
    NATIONALS,
    OR_MORE,
    OR_SO,
    PAIRED,
    PARTITIVE,
    PEOPLE,
    POPULATION,
    QUARTER_POINT,
    RUPEES,
    SETS,
    SPEED,
    STANDARD,
    STORM,
    STRUCK,
    THOUSANDS,
    TIMES,
    TO_PRICE,
    is_in_eighths,
)
from hf_robust.language.english.number_values import near_values
from hf_robust.language.english.number_words import has_words_of_number, words_of_number
from hf_robust.language.english.written_numbers import Number, numbers_in, words_in

_CLEAN = re.compile(r"(?:[1-9][0-9]{0,2}(?:[ ,][0-9]{3})+|[0-9]+)(?:\.[0-9]+)?\Z")
_BANKNOTES = re.compile(r"\b(?:notes?|banknotes?|denominations?|coins?|demoneti[sz]\w*|currency)\b", re.IGNORECASE)
_NOTES = frozenset({100, 500, 1000, 2000})  # of rupees
_RATING = re.compile(r"\s+out\s+of\s|[\s-]+(?:stars?|thumbs?)\b", re.IGNORECASE)
_SCALED = re.compile(r"(?:bn|mn|tn|[MBKmbk])(?![A-Za-z0-9])")
_TITLED_SCALE = re.compile(r"\s?(?:Million|Billion|Trillion)\b")
_MEASURE = re.compile(r"\s?(?:m|km|ft|mi|ha|kg|metres|meters|feet|miles|acres)\s?\)")  # "(2780 m)"
_LATER = re.compile(
    r"\s(?:(?:seconds|minutes|hours|days|weeks|months)\s(?:later|earlier|ago)|(?:years|decades)\sago)\b"
)
_OLD = re.compile(r"\bolds?\b")
# "20 minutes to nine", "two hours to a day"
_TO_NUMBER = re.compile(
    r"\s*[\w-]+\s+to\s+(?:\d|(?:an?|half|midnight|noon|one|two|three|four|five|six|seven|eight|nine)\b)"
)
# units that a value must stay below where it was below: no day of 25 hours
_BOUNDS = {"second": 60, "minute": 60, "hour": 24, "day": 7, "week": 52, "month": 12}
_UNITS = (
    MEASURES
    | CURRENCIES
    | LONG_UNITS
    | UNIT_SIGNS
    | frozenset(
        """foot inch light night page megabyte gigabyte milligram milliliter millimeter centimeter watt volt mb gb
            mph min hr""".split()
    )
)
_PLURALS = frozenset(
    {"men", "women", "people", "children", "kids", "feet", "teeth", "mice", "fish", "sheep", "aircraft"}
)
_NO_PLURALS = frozenset(
    "was has does is this its his as us yes thus plus perhaps always sometimes less unless across versus news says "
    "afterwards towards besides whereas series means goes gets makes takes comes starts ends seems looks tells "
    "plays".split()
)
_SPANS = LONG_UNITS | {"centurie"}
_FROM_THEN = frozenset({"after", "before", "since", "old", "from"})
_FROM_NOW = frozenset({"ago", "later", "earlier"})
# a noun phrase does not go on behind one of these
_STOPS = (
    COMMON_PREPOSITIONS
    | SUBJECT_PRONOUNS
    | BE_THIRD
    | DEMONSTRATIVES
    | ARTICLES
    | DO_TENSED
    | HAVE_TENSED
    | (PARTICLES - {"away"})
    | JOINERS
    | AS_IF
    | WHEN_WHERE
    | HERE
    | SOME_ONE
    | frozenset(
        """be than but so who which not no into over under after before between then will would can could only
            more less too also just even ago later old times time one""".split()
    )
)
_BESIDES = frozenset({"more", "other", "additional"})
# nouns behind a number and a hyphen: "a 12-member delegation"
_JOINED_NOUNS = frozenset(
    "bed bedroom car disc gun member page passenger person room seat seater song storey story track unit vehicle "
    "word".split()
)
# what stands before numbers that count off one certain thing or set
_DEFINITE = (
    POSSESSIVES
    | UNIVERSALS
    | PLURAL_POINTERS
    | NUMBER_SIGNS
    | frozenset(
        """the other between another any which whose 's numbers part chapter episode season version volume vol
            page room route highway channel phase class grade level item article section step type model series size
            gate platform exit lane apartment apt suite box act scene verse line figure table question rule
            round game set day week month year age aged windows top catch area ages ranked rank seed nos. times
            plus minus over/under x odds best exactly precisely""".split()
    )
)
_ALSO_CAPITAL = (
    COMMON_PREPOSITIONS
    | APPROXIMATORS
    | (SUBJECT_PRONOUNS - {"it"})
    | BE_THIRD
    | HAVE_TENSED
    | MORE
    | JOINERS
    | INDEFINITE_ARTICLES
    | frozenset(
        "over after before some only just than least up it's there but when while every under within even".split()
    )
)
_NAMED_BY = _DEFINITE | frozenset("final fantastic famous formula radio war group zone big world least of".split())
_IN_TURN = SERIAL_WORKS | frozenset(
    "win victory defeat loss pick title "
    "day week month night visit attempt trip try time straight consecutive successive "
    "round stage lap term marriage wife husband son daughter magnitude "
    "single largest biggest highest tallest oldest longest annual edition child floor".split()
)
_RANKS = frozenset(word for word in _IN_TURN if word.endswith("est"))
_EPISODES = frozenset({"season", "episode"})  # the number of either tells the other
_AFTER_OTHERS = re.compile(r"\b(?:after|behind|ahead|below|above|following|second|first)\b", re.IGNORECASE)
_OF_ONE = (POSSESSIVES - {"your"}) | frozenset("the this that these those 's another".split())
_LASTS = re.compile(
    r"\s?-\s?(?:minute|hour|day|week|month|year|mile|kilomet(?:er|re)|page|inch|foot|ton|pound|acre|ounce|yard|gallon|"
    r"room)(?!-?\s?-?old)\b"
)
_ONE_BY_ONE = frozenset("once twice first second next then last".split())  # times that are told one by one
_STATES = range(48, 52)
_THE = frozenset({"The", "His", "Her", "Their", "Its", "My", "Our", "A", "An"})
_YEAR_LIKE = range(1100, 2100)
_MONEY = "$£€"
# numbers of a text that is no table; times up to five and counts up to thirteen are often named one by one; house
# numbers are above 20; characters that are read behind a number; digits of a year
_MOST, _NEAR, _TEENS, _YEAR = 12, 5, 20, 4
# how many times a move its price is
_MULTIPLE = 5
_OPENING = ("", ".", "!", "?")  # what stands before the first word of a sentence
_RANGE = 2  # words from the start of a range to its second number


class FreeNumbers(NamedTuple):
    """The numbers of a text that may change.

    Args:
        values: The values that a number may have instead.
        followers: The numbers that change by the same difference as another one, by that one: the years of a text.
        conversions: The numbers that say the same in another unit as another one, by that one.
        counts: Whether the text has a number other than one, or a word of number such as "first".
    """

    values: Mapping[Offsets, Sequence[int | float | str]]
    followers: Mapping[Offsets, Sequence[Offsets]]
    conversions: Mapping[Offsets, Conversion]
    counts: bool = False


def free_numbers(text: str) -> FreeNumbers:
    """The numbers of a text that may change, with the values that they may have instead.

    These count or measure something, or have a format of their own (see :func:`formatted_numbers`). Numbers in ratings,
    names, titles, sayings and known sets ("the two") stay, and so do numbers that are repeated, listed, summed up or
    compared elsewhere in the text. Other values are near the old one and in the same order with all other numbers.

    Example:
        >>> free_numbers("We waited 30 minutes at gate 5.").values
        {(10, 12): (20, 40)}
    """
    found = numbers_in(text)
    counts = any(number.value != 1 for number in found)
    if not counts or len(found) > _MOST:
        words = {} if counts else {**decades_of_life(text)} or words_of_number(text)
        return FreeNumbers(words, {}, {}, counts or has_words_of_number(text))
    digits = any(not number.spelled for number in found)
    formatted = formatted_numbers(text) if digits else NO_FORMATS
    figures = Counter(text[number.start : number.end] for number in found)
    pairs = {one.first: one for one in conversions(text)}
    claimed = (
        formatted.claimed.union(*((one.first, one.second) for one in pairs.values())) if pairs else formatted.claimed
    )
    counted = [number for number in found if number[:2] not in claimed and not _is_code(text, number.start)]
    free: dict[Offsets, Sequence[int | float | str]] = {
        span: values
        for span, values in formatted.values.items()
        if not is_in_title(text, span[0]) and (span in formatted.followers or figures[text[slice(*span)]] <= 1)
    }
    limits = {index: limit for index, number in enumerate(counted) if (limit := _limit(text, number))}
    bound = bound_numbers(text, counted) if limits else set()
    worth = [number.value for number in counted]
    followers = dict(formatted.followers)
    for index in limits:
        number = counted[index]
        same = [other for other, one in enumerate(counted) if one.value == number.value]
        if index != same[0] or any(counted[other] in bound or other not in limits for other in same):
            continue
        if values := near_values(text, number, min(limits[other] for other in same), worth):
            free[number[:2]] = values
            if same[1:]:
                followers[number[:2]] = [counted[other][:2] for other in same[1:]]
    free |= ages_of_people(text, found)
    free |= hours_in_words(text, found)
    for first, news, second in ranges_in(text, counted, _limit_of_range):
        free[first], followers[first] = news, [second]
        free.pop(second, None)
    for span, values, follower in (*labels_in(text), *results_in(text)) if digits else ():
        if values and not is_in_title(text, span[0]):
            free[span] = values
        if values and follower is not None:
            followers[span] = [follower]
    measures = [number for number in found if number[:2] in pairs]
    for number in measures:
        spans = (number[:2], pairs[number[:2]].second)
        if all(figures[text[slice(*span)]] == 1 for span in spans) and not is_in_title(text, number.start):
            values = near_values(text, number, float("inf"), [*worth, *(other.value for other in measures)])
            free |= {number[:2]: values} if values else {}
    free = free or dict(decades_of_life(text)) or dict(words_of_number(text))
    return FreeNumbers(dict(sorted(free.items())), followers, pairs, counts)


def _limit(text: str, number: Number) -> float:
    """The value below which a number must stay; 0 where it must stay itself."""
    start, end = number.start, number.end
    few = number.value < 2 and not _is_scaled(text, number) and not number.value % 1
    if few or is_in_title(text, start) or _RATING.match(text, end):
        return 0
    if STRUCK.match(text, end) and not number.ordinal and start:
        return float("inf") if text[start - 1].isspace() and not text[: start - 1].endswith(("all", "of", "the")) else 0
    before = text[start - 1] if start else " "
    if not text[:start].strip("$£€") and LABELLED.match(text, end):
        return 100 if " - Percentage" in text[end : end + 14] else float("inf")
    money = is_money(text, start)
    if not (before.isspace() or money or (before == "(" and _MEASURE.match(text, end))):
        return 0
    ahead = text[max(0, start - 30) : start].rstrip(_MONEY + " ")
    words = (RUPEES.sub("", ahead) if money else ahead).split()
    last = words[-1] if words else ""
    opens = text[:start].rstrip().removesuffix(last).strip()[-1:] in _OPENING
    if opens and last[:1].isupper() and last.lower().endswith(("ed", "ly")):
        last = last.lower()  # "Ordered 2 pizzas"
    if (
        (money and (_BANKNOTES.search(text) or (words != ahead.split() and number.value in _NOTES)))
        or STANDARD.match(text, end)
        or is_in_eighths(text, end, money=money)
    ):
        return 0  # there are not notes and coins of any value, and few lengths of loans
    if (SPEED.match(text, end) and STORM.search(text)) or counts_forces(text, start, end):
        return 0  # a storm has its name by its wind
    if number.ordinal:
        return _limit_of_ordinal(text, number, last)
    apart = (
        before == "(" or (_LATER.match(text, end) and not ANY_YEAR.search(text)) or _opens_sentence(text, number, last)
    )
    lasts = _LASTS.match(text, end) is not None
    apart = (
        apart
        or FAR.match(text, end) is not None
        or (last.lower() == "every" and EVERY.match(text, end) is not None and not FIXED_TURNS.search(text))
    )
    lasts = lasts or money or number.value >= ENUMERATED or any(sign.match(text, end) for sign in (PERCENT, PEOPLE))
    if not (apart or _may_follow(last.lower() if money else last, lasts)) or words[-2:] == ["out", "of"]:
        return 0
    if not number.spelled and not _CLEAN.match(text[start:end]):
        return 0
    if (number.value > _NEAR and TIMES.match(text, end)) or (last in BEFORE_THOUSANDS and THOUSANDS.match(text, end)):
        return float("inf")
    if number.value > 2 and _is_part(text, number, ahead):
        return float("inf")
    if words[-2:] in (["to", "yield"], ["index", "of"]):
        return 0  # the price of a bond tells its yield, and an index has its name by its size
    if PERCENT.match(text, end) or CHANGE.match(text, end):
        if QUARTER_POINT.search(text) or FRACTIONS.search(text):
            return 0  # interest rates of central banks move by quarters, and a share of prices in eighths can be told
        return 100 if number.value < 100 else 0
    if "." in text[start:end] and MOVED.search(ahead + " ") and not COMPARED.search(text):
        return float("inf")
    if number.value > _NEAR and (OR_SO.match(text, end) or OR_MORE.match(text, end)):
        return float("inf")
    if (price := TO_PRICE.match(text, end)) and MOVED.search(ahead + " ") and int(price[1]) > _MULTIPLE * number.value:
        return float("inf")
    addressed = number.value > _TEENS and ADDRESS.match(text, end)
    if addressed or POPULATION.search(ahead + " ") or (KILLED.search(ahead + " ") and _ends_there(text, end)):
        return float("inf")
    if IN_RUPEES.match(text, end) or ((found := NATIONALS.match(text, end)) and found[1].lower() not in FIXED):
        return float("inf") if number.value > ENUMERATED or not opens_list(text, end) else 0
    following = AFTER.match(text, end)
    if end - start == _YEAR and number.value in _YEAR_LIKE and not money and not COUNTED.match(text, end):
        return 0  # a year in a name or a code
    limit = _limit_of_noun(text, number, following) if following is not None else 0
    if money:
        return float("inf") if _ends_amount(text, end) else 0
    return limit


def _is_part(text: str, number: Number, ahead: str) -> bool:
    """Whether a number is how often something happens, the size of a crew, or how many of some others are meant."""
    if " times" in text and FREQUENT.match(text, number.end):
        return words_in(text).isdisjoint(_ONE_BY_ONE)
    if " of " in ahead + " " and CROWD.search(ahead + " ") and _ends_there(text, number.end):
        return True
    parts = PARTITIVE.match(text, number.end)
    if parts is None or sum(other.value != 1 for other in numbers_in(text)) > 1:
        return False
    return not opens_list(text, parts.end())


def _is_code(text: str, start: int) -> bool:
    """Whether a number is a part of a code: "AC-130"."""
    return text[start - 1 : start] == "-" and text[max(0, start - 2) : start - 1].isupper()


def _limit_of_range(text: str, second: Number) -> float:
    """The value below which the numbers of a range stay; the first one is behind whatever names or knows it."""
    before = text[: second.start].rstrip(_MONEY).split()
    last = before[-_RANGE - 1] if len(before) > _RANGE else ""
    known = last not in ("another", "between") and not _may_follow(last)
    if known:
        return 0
    guessed = before[-1:] == ["or"] and GUESSED.match(text, second.end) is not None
    return _limit(text, second) or (100 if guessed and not is_in_title(text, second.start) else 0)


def _is_scaled(text: str, number: Number) -> bool:
    """Whether a number below two is one of millions: "$1.3 billion"."""
    if number.spelled or number.value < 1:
        return False
    after = text[number.end : number.end + 10].strip(" ").partition(" ")[0].rstrip(",.;:)").lower()
    return after in SCALES or _SCALED.match(text, number.end) is not None


def _opens_sentence(text: str, number: Number, last: str) -> bool:
    """Whether a number that is spelled out has a capital in the midst of a text, as after a headline."""
    return number.spelled and text[number.start].isupper() and last[:1].isalpha() and last.lower() not in _NAMED_BY


def _ends_there(text: str, end: int) -> bool:
    """Whether no noun follows a number."""
    following = AFTER.match(text, end)
    return following is None or following[2] in _STOPS


def _limit_of_ordinal(text: str, number: Number, last: str) -> float:
    """An ordinal may change before a noun that things are counted by: "the sixth album"."""
    following = AFTER.match(text, number.end)
    if number.value <= 2 or following is None or following[1].strip() or (last[:1].isupper() and last not in _THE):
        return 0
    words = [word for word in following.groups()[1:] if word]
    first = next((word for word in words if word in _IN_TURN), None)
    counted = first is not None and all(word not in _STOPS for word in words[: words.index(first)])
    if (first in _RANKS and _AFTER_OTHERS.search(text)) or words_in(text) >= _EPISODES:
        return 0
    return 1000 if counted and not last[-1:].isdigit() else 0


def _ends_amount(text: str, end: int) -> bool:
    if _SCALED.match(text, end) or _TITLED_SCALE.match(text, end):  # "$200M", "$7.4bn", "$3 Million"
        return True
    if not text[end : end + 2].strip(" ")[:1].isalnum() or text[end + 1 : end + 2].islower():
        return True
    return text[end : end + 12].strip().partition(" ")[0].lower() in WEEKDAYS | MONTHS


def _may_follow(last: str, lasts: bool = False) -> bool:
    """Whether a number behind a word may count something that is not named or known by it.

    Args:
        lasts: Whether the number says how long something is: "the three-day talks" may be of four days.
    """
    word = last.lower().replace("’", "'")
    if lasts and (word in _OF_ONE or word.endswith(("'s", "s'"))):
        return True
    if last.endswith(","):
        return not last[-2:-1].isdigit()  # "Already, 10 towns agreed"
    if word in _DEFINITE or word.endswith(("'s", "s'")) or last[-1:].isdigit():
        return False
    return not last[:1].isupper() or word in _ALSO_CAPITAL


def _limit_of_noun(text: str, number: Number, following: re.Match[str]) -> float:
    joined = "-" in following[1]
    words = [word for word in following.groups()[1:] if word]
    if words[0] in _BESIDES and words[1:] and not joined:
        words = words[1:]  # "two more hours"
    first = words[0].split("-")[0] if joined else words[0]
    if joined and first in _JOINED_NOUNS:
        return float("inf")
    if joined or _is_unit(first):
        if _OLD.search(text, following.start(2), following.end(2) + 6) or not _is_unit(first):
            return 0
        if words[1:2] == ["of"] and words[-1] == "age":
            return 0
        return _limit_of_unit(text, number, first.removesuffix("s"), words[1:2])
    if first in SCALES:
        return float("inf") if len(words) < 2 or words[1] not in ("and", "or", "to") else 0
    for word in words:
        if word == "cents" and not number.spelled:
            return 100
        if word == "states" and number.value in _STATES:
            return 0
        if word in _STOPS or word in FIXED or (word in SETS and number.value <= ENUMERATED):
            return 0
        if word in _PLURALS or (
            word[-1] == "s" and word not in _NO_PLURALS and word[-2:] not in ("ss", "us", "is", "'s")
        ):
            return (
                0
                if is_listed(text, number, word)
                or (number.value == 2 and (PAIRED.search(text) or NAMED_PAIR.search(text)))
                else float("inf")
            )
    return 0


def _is_unit(word: str) -> bool:
    one = "foot" if word == "feet" else word.removesuffix("s")
    return one in _BOUNDS or one in _UNITS or word in ("centuries", "inches")


def _limit_of_unit(text: str, number: Number, unit: str, following: Sequence[str]) -> float:
    if unit in _SPANS and not _FROM_THEN.isdisjoint(following):  # "20 years after its first release"
        return 0
    if not _FROM_NOW.isdisjoint(following) and ANY_YEAR.search(text):
        return 0
    bound = _BOUNDS.get(unit)
    if (
        (following[:1] == ["to"] and unit not in ("week", "month", "year") and _TO_NUMBER.match(text, number.end))
        or bound == number.value
        or (unit == "minute" and " half" in text)
    ):
        return 0
    return bound if bound is not None and number.value < bound else float("inf")
