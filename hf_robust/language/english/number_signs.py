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
    COORDINATORS,
    CURRENCIES,
    DEMONSTRATIVES,
    DO_TENSED,
    HAVE_TENSED,
    HERE,
    INDEFINITE_ARTICLES,
    JOINERS,
    LOCATIVES,
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
    SUBORDINATORS,
    TIME_PREPOSITIONS,
    UNIVERSALS,
    WEEKDAYS,
    WHEN_WHERE,
)
from hf_robust.language.english.number_conversions import UNIT_SIGNS, Conversion, conversions
from hf_robust.language.english.number_dependence import COMPARED, PERCENT, bound_numbers, is_money
from hf_robust.language.english.number_formats import ANY_YEAR, COUNTED, NO_FORMATS, formatted_numbers, round_step
from hf_robust.language.english.number_labels import ages_of_people, labels_in
from hf_robust.language.english.number_ranges import ranges_in
from hf_robust.language.english.number_results import results_in
from hf_robust.language.english.number_surroundings import (
    ADDRESS,
    AFTER,
    BEFORE_THOUSANDS,
    CHANGE,
    FAR,
    FIXED,
    IN_RUPEES,
    KILLED,
    LABELLED,
    MOVED,
    NATIONALS,
    OR_SO,
    PAIRED,
    PEOPLE,
    POPULATION,
    QUARTER_POINT,
    SETS,
    SPEED,
    STANDARD,
    STORM,
    STRUCK,
    THOUSANDS,
    TIMES,
    TO_PRICE,
)
from hf_robust.language.english.written_numbers import Number, numbers_in

_CLEAN = re.compile(r"(?:[1-9][0-9]{0,2}(?:[ ,][0-9]{3})+|[0-9]+)(?:\.[0-9]+)?\Z")
_BANKNOTES = re.compile(r"\b(?:notes?|banknotes?|denominations?|coins?|demoneti[sz]\w*|currency)\b", re.IGNORECASE)
_RATING = re.compile(r"\s+out\s+of\s|[\s-]+(?:stars?|thumbs?)\b", re.IGNORECASE)
_OPENS = re.compile(r"[:;]|\((?=[A-Z0-9])|\s-\s|--|[–—]|\bone\b|,\s+(?:[A-Z]|includ|such|namely|e\.g|i\.e)")
# "three daughters, musician Ella, actress Beattie and Freya"
_NO_ROLES = COMMON_PREPOSITIONS | SUBORDINATORS | COORDINATORS | TIME_PREPOSITIONS | LOCATIVES
_NAMED = re.compile(r",\s+([a-z-]+)\s+(?:[a-z-]+\s+)?[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*\s*(?:,|\band\b|&)")
_SENTENCE = re.compile(r"[.!?]")
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
    | frozenset("foot inch light night page megabyte gigabyte mb gb mph min hr".split())
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
            page room route highway channel phase grade level item article section step type model series size
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
_IN_TURN = frozenset(
    "win victory defeat loss pick title "
    "day week month night visit attempt trip try time straight consecutive successive album novel book film movie "
    "season round stage lap term marriage wife husband son daughter magnitude "
    "episode single largest biggest highest tallest oldest longest annual edition child floor".split()
)
_RANKS = frozenset(word for word in _IN_TURN if word.endswith("est"))
_AFTER_OTHERS = re.compile(r"\b(?:after|behind|ahead|below|above|following|second|first)\b", re.IGNORECASE)
_OF_ONE = (POSSESSIVES - {"your"}) | frozenset("the this that these those 's".split())
_LASTS = re.compile(r"\s?-\s?(?:minute|hour|day|week|month|year|mile|kilomet(?:er|re)|page)(?!-?\s?-?old)\b")
_STATES = range(48, 52)
_THE = frozenset({"The", "His", "Her", "Their", "Its", "My", "Our", "A", "An"})
_YEAR_LIKE = range(1100, 2100)
_MONEY = "$£€"
_QUOTES = (("“", "”"), ("``", "''"))
# numbers of a text that is no table; times up to five and counts up to thirteen are often named one by one; house
# numbers are above 20; characters that are read behind a number; digits of a year
_MOST, _NEAR, _ENUMERATED, _TEENS, _FOLLOWS, _YEAR = 12, 5, 13, 20, 90, 4
# how many times a move its price is; speech has two words of three in small letters
_MULTIPLE, _SMALL, _TENTHS = 5, 1.5, 10
_OPENING = ("", ".", "!", "?")  # what stands before the first word of a sentence
_RANGE = 2  # words from the start of a range to its second number


class FreeNumbers(NamedTuple):
    """The numbers of a text that may change.

    Args:
        values: The values that a number may have instead.
        followers: The numbers that change by the same difference as another one, by that one: the years of a text.
        conversions: The numbers that say the same in another unit as another one, by that one.
        counts: Whether the text has a number other than one.
    """

    values: Mapping[Offsets, Sequence[int | float]]
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
        return FreeNumbers({}, {}, {}, counts)
    digits = any(not number.spelled for number in found)
    formatted = formatted_numbers(text) if digits else NO_FORMATS
    figures = Counter(text[number.start : number.end] for number in found)
    pairs = {one.first: one for one in conversions(text)}
    claimed = (
        formatted.claimed.union(*((one.first, one.second) for one in pairs.values())) if pairs else formatted.claimed
    )
    counted = [number for number in found if number[:2] not in claimed]
    free: dict[Offsets, Sequence[int | float]] = {
        span: values
        for span, values in formatted.values.items()
        if not _is_inside(text, span[0]) and (span in formatted.followers or figures[text[slice(*span)]] <= 1)
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
        if values := _near(text, number, min(limits[other] for other in same), worth):
            free[number[:2]] = values
            if same[1:]:
                followers[number[:2]] = [counted[other][:2] for other in same[1:]]
    free |= ages_of_people(text, found)
    for first, news, second in ranges_in(text, counted, _limit_of_range):
        free[first], followers[first] = news, [second]
        free.pop(second, None)
    for span, values, follower in (*labels_in(text), *results_in(text)) if digits else ():
        if values and not _is_inside(text, span[0]):
            free[span] = values
        if values and follower is not None:
            followers[span] = [follower]
    measures = [number for number in found if number[:2] in pairs]
    for number in measures:
        spans = (number[:2], pairs[number[:2]].second)
        if all(figures[text[slice(*span)]] == 1 for span in spans) and not _is_inside(text, number.start):
            values = _near(text, number, float("inf"), [*worth, *(other.value for other in measures)])
            free |= {number[:2]: values} if values else {}
    return FreeNumbers(dict(sorted(free.items())), followers, pairs, counts)


def _limit(text: str, number: Number) -> float:
    """The value below which a number must stay; 0 where it must stay itself."""
    start, end = number.start, number.end
    few = number.value < 2 and not _is_scaled(text, number) and not number.value % 1
    if few or _is_inside(text, start) or _RATING.match(text, end):
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
    words = (ahead.removesuffix("Rs.").removesuffix("Rs") if money else ahead).split()
    last = words[-1] if words else ""
    opens = text[:start].rstrip().removesuffix(last).strip()[-1:] in _OPENING
    if opens and last[:1].isupper() and last.lower().endswith(("ed", "ly")):
        last = last.lower()  # "Ordered 2 pizzas"
    if (money and _BANKNOTES.search(text)) or STANDARD.match(text, end):
        return 0  # there are not notes and coins of any value, and few lengths of loans
    if SPEED.match(text, end) and STORM.search(text):
        return 0  # a storm has its name by its wind
    if number.ordinal:
        return _limit_of_ordinal(text, number, last)
    apart = (
        before == "(" or (_LATER.match(text, end) and not ANY_YEAR.search(text)) or _opens_sentence(text, number, last)
    )
    lasts = _LASTS.match(text, end) is not None
    apart = apart or FAR.match(text, end) is not None
    lasts = lasts or money or number.value > _ENUMERATED or any(sign.match(text, end) for sign in (PERCENT, PEOPLE))
    if not (apart or _may_follow(last.lower() if money else last, lasts)) or words[-2:] == ["out", "of"]:
        return 0
    if not number.spelled and not _CLEAN.match(text[start:end]):
        return 0
    if (number.value > _NEAR and TIMES.match(text, end)) or (last in BEFORE_THOUSANDS and THOUSANDS.match(text, end)):
        return float("inf")
    if PERCENT.match(text, end) or CHANGE.match(text, end):
        if QUARTER_POINT.search(text):
            return 0  # interest rates of central banks move by quarters
        return 100 if number.value < 100 else 0
    if "." in text[start:end] and MOVED.search(ahead + " ") and not COMPARED.search(text):
        return float("inf")
    if number.value > _NEAR and OR_SO.match(text, end):
        return float("inf")
    if (price := TO_PRICE.match(text, end)) and MOVED.search(ahead + " ") and int(price[1]) > _MULTIPLE * number.value:
        return float("inf")
    addressed = number.value > _TEENS and ADDRESS.match(text, end)
    if addressed or POPULATION.search(ahead + " ") or (KILLED.search(ahead + " ") and _ends_there(text, end)):
        return float("inf")
    if IN_RUPEES.match(text, end) or ((found := NATIONALS.match(text, end)) and found[1].lower() not in FIXED):
        return float("inf") if number.value > _ENUMERATED or not _OPENS.search(text, end, end + _FOLLOWS) else 0
    following = AFTER.match(text, end)
    if end - start == _YEAR and number.value in _YEAR_LIKE and not money and not COUNTED.match(text, end):
        return 0  # a year in a name or a code
    limit = _limit_of_noun(text, number, following) if following is not None else 0
    if money:
        return float("inf") if _ends_amount(text, end) else 0
    return limit


def _limit_of_range(text: str, second: Number) -> float:
    """The value below which the numbers of a range stay; the first one is behind whatever names or knows it."""
    before = text[: second.start].rstrip(_MONEY).split()
    last = before[-_RANGE - 1] if len(before) > _RANGE else ""
    known = last not in ("another", "between") and not _may_follow(last)
    return 0 if known else _limit(text, second)


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
    if first in _RANKS and _AFTER_OTHERS.search(text):
        return 0
    return 1000 if counted and not last[-1:].isdigit() else 0


def _ends_amount(text: str, end: int) -> bool:
    if _SCALED.match(text, end) or _TITLED_SCALE.match(text, end):  # "$200M", "$7.4bn", "$3 Million"
        return True
    if not text[end : end + 2].strip(" ")[:1].isalnum() or text[end + 1 : end + 2].islower():
        return True
    return text[end : end + 12].strip().partition(" ")[0].lower() in WEEKDAYS | MONTHS


def _is_inside(text: str, start: int) -> bool:
    """Whether a place is inside a title in quotation marks; speech is longer, and in small letters."""
    if text.count('"', 0, start) % 2:
        return not _is_speech(text[text.rfind('"', 0, start) + 1 :].partition('"')[0])
    for opens, ends in _QUOTES:
        if opens in text and (begin := text.rfind(opens, 0, start)) > text.rfind(ends, 0, start):
            return not _is_speech(text[begin + len(opens) :].partition(ends)[0])
    return False


def _is_speech(quoted: str) -> bool:
    words = quoted.split()
    return len(words) > _NEAR and _SMALL * sum(word[0].islower() for word in words) > len(words)


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
        if word in _STOPS or word in FIXED or (word in SETS and number.value <= _ENUMERATED):
            return 0
        if word in _PLURALS or (
            word[-1] == "s" and word not in _NO_PLURALS and word[-2:] not in ("ss", "us", "is", "'s")
        ):
            return 0 if _is_listed(text, number, word) or (number.value == 2 and PAIRED.search(text)) else float("inf")
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


def _is_listed(text: str, number: Number, noun: str) -> bool:
    """Whether what a small number counts may be told one by one."""
    if number.value > _ENUMERATED:
        return False
    ending = next((old for old in ("ies", "men", "s") if noun.endswith(old)), "")
    one = noun.removesuffix(ending) + {"ies": "y", "men": "man"}.get(ending, "")
    rest = text[number.end :] if one != noun else text[number.end :].partition(noun)[2]
    if re.search(rf"\b{re.escape(one)}\b", rest, re.IGNORECASE):
        return True
    if re.search(rf"\b{re.escape(noun)}\b[^.]{{0,20}}(?: (?:are|were|being)|[:(,]) [A-Z]", text[number.end :]):
        return True  # "two comedians ... the comedians are Berg and Lund"
    ends = _SENTENCE.search(text, number.end, number.end + _FOLLOWS)
    stop = ends.start() if ends else number.end + _FOLLOWS
    if _OPENS.search(text, number.end, stop) is not None:
        return True
    return any(named[1] not in _NO_ROLES for named in _NAMED.finditer(text, number.end, stop))


def _near(text: str, number: Number, limit: float, worth: Sequence[float]) -> Sequence[int | float]:
    """Values below a limit that stay clear of all numbers of the text, so that more stays more."""
    value = number.value
    decimals = 0 if number.spelled else len(text[number.start : number.end].partition(".")[2])
    scaled = round(value * 10**decimals)
    size = len(str(scaled))
    step = _TENTHS if decimals == 1 and scaled % _TENTHS == _NEAR else round_step(scaled)  # from 1.5 to 2.5
    reach = max(step, scaled * 3 // 10)
    least = 2 if number.spelled else max(2, 10 ** (size - 1))
    most = 99 if number.spelled else 10**size - 1
    below = above = -1.0  # half the way to the next numbers
    for other in worth:
        if below < other < value:
            below = other
        elif value < other and not 0 <= above <= other:
            above = other
    low = max((value + below) / 2 if below >= 0 else min(1, value // 1), 2 if number.ordinal else 0)
    high = min((value + above) / 2 if above >= 0 else limit, limit)
    start = scaled - reach // step * step
    news = (new for new in range(start, scaled + reach + 1, step) if least <= new <= most and new != scaled)
    if decimals:
        return tuple(real for new in news if low < (real := new / 10**decimals) < high)
    return tuple(new for new in news if low < new < high)
