"""Numbers that other numbers of a text determine: sums, shares, ratios, and one quantity in two units."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations

from hf_robust.language.english.closed_classes import CURRENCIES, HIGH_SCALES, JOINERS
from hf_robust.language.english.number_conversions import scaled_size
from hf_robust.language.english.number_surroundings import IN_TIME, POPULATION, RUPEES, TO_PRICE
from hf_robust.language.english.written_numbers import Number

PERCENT = re.compile(r"\s?%|[\s-]+per\s?cent\b", re.IGNORECASE)
_FRACTION = re.compile(
    r"\b(?:(?<!first )(?<!second )half|halved|halves|doubl\w+|tripl\w+|twice|thirds?(?!.quarter)|quarters of|"
    r"(?<!-)times)\b"
)
_RATIOS = {
    2: re.compile(r"\b(?:half|halved|halves|halving|doubl\w+|twice|two-fold)\b", re.IGNORECASE),
    3: re.compile(r"\b(?:third|tripl\w+|treble\w*|three times|threefold)\b", re.IGNORECASE),
    4: re.compile(r"\b(?:quarter of|quadrupl\w+|four times|fourfold)\b", re.IGNORECASE),
}
_RATIO = re.compile("|".join(sign.pattern for sign in _RATIOS.values()), re.IGNORECASE)
_BEFORE_BRACKETS = re.compile(
    r"[0-9]\s?(?:[mb]illion\s)?[A-Za-z]+\s?\((?:about\s|around\s|or\s)?\Z"
)  # "137 km (85 miles)"
# "85 miles (137 km)", "300 pounds (euro430)"
_IN_BRACKETS = re.compile(
    r"[^.;()]{0,25}(?:\(|-LRB-)\s?(?:about\s|around\s|or\s)?(?:[A-Z]{0,3}\s?[£$€]|[A-Z]{3}|euros?)?\s?[0-9]"
)
COMPARED = re.compile(r"\b(?:from|than|against|compared|versus)\b")
_RANGES = re.compile(r"\b(?:to|and|or)\b")
# "10 points, or 5 percent", "10 points, a gain of 5 percent"
_AGAIN = re.compile(
    r"\s?(?:[a-z-]+\s){0,3}[a-z-]*(?:,? or\s|,\s+(an?)\s\w+\sof\s)(?:about\s|around\s|some\s)?[A-Z]{0,2}[$£€]?\Z"
)
# "5 percent to $3.2 billion from $3 billion": the share follows from the amounts, however they are rounded
_TO_AND_FROM = re.compile(
    r"(?:\s?%|[\s-]+per\s?cent)[^;:%]{0,30}?\s(?:to\s(?:[^\s]+\s)?[A-Z]{0,2}[$£€]?\s?[0-9][^;:%]{0,40}?\sfrom|"
    r"from\s(?:[^\s]+\s)?[A-Z]{0,2}[$£€]?\s?[0-9][^;:%]{0,40}?\sto)\s(?:[^\s]+\s)?[A-Z]{0,2}[$£€]?\s?[0-9]"
)
_MOVES = re.compile(
    r"\b(?:rose|fell|ris\w+|fall\w*|gain\w*|los[st]\w*|up|down|grew|growth|jump\w*|drop\w*|climb\w*|slid\w*)\b"
)
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")
_DEGREES = re.compile(r"\s?(?:degrees?\s?|°\s?)?(C|F|Celsius|Fahrenheit)\b")
_EQUALS = re.compile(
    r"\b(?:unchanged|same|equal\w*|nearly|almost|roughly|slight\w*|little|close|similar|match\w*|flat|average|total\w*|"
    r"more than|less than|difference|remain\w*)\b"
)
_ALONG = re.compile(r"\b(?:along|alongside|together|besides|including|other)\b")
_PER_SHARE = re.compile(r"\s?(?:cents?\s)?(?:a|per)\sshare\b")
_SHARES_HELD = re.compile(r"\s(?:[a-z]+\s)?shares\b")  # with what one of them costs, they tell the sum
_OFF = frozenset({"up", "down", "off"})  # "at $19.50, up 12.5 cents"
_SHARES = ("%", "per", "pound", "cent", *sorted(HIGH_SCALES | CURRENCIES))
_SCALED = re.compile(r"[\s-]?(thousand|million|billion|trillion)|([kmb])n?(?![a-z])", re.IGNORECASE)
_CENTS = re.compile(r"[\s-]?(?:cents?|pence|c|p)\b")
_POWERS = {"t": 1e3, "k": 1e3, "m": 1e6, "b": 1e9}
_UNIT = re.compile(r"[\s-]?((?:square |sq |cubic )?[A-Za-z²]+2?)")
_SIGNS, _RUPEES_END = frozenset("$£€"), frozenset("sSR.")
_JOINED = JOINERS | {"to", "of", "-"}
# characters between two numbers side by side; small numbers agree by chance; a pair; characters of a comparison
_NEAR, _TEENS, _PAIR, _NEARBY = 5, 20, 2, 60
_ALIKE = 0.06  # how far a rounded number may be from what the others determine
_WHOLE = 100  # percent
_NEARLY_WHOLE = range(85, 102)  # what shares of one whole add up to where few are left out


def bound_numbers(text: str, found: Sequence[Number]) -> set[Number]:
    """The numbers of a text that others determine, or that stand side by side or nearly say the same.

    Args:
        found: Its numbers but for dates, years and others with a format of their own.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> text = "The index rose 10 points, or 5 percent, to 210 in 30 days."
        >>> sorted(number.value for number in bound_numbers(text, numbers_in(text)))
        [5, 10, 210]
    """
    bound: set[Number] = set()
    if len(found) < _PAIR:
        return bound
    values = {number.value for number in found}
    brackets = "(" in text or "-LRB-" in text
    for place, before in enumerate(found):
        if brackets and _IN_BRACKETS.match(text, before.end):
            bound.update(found[place : place + 2])
        elif brackets and _BEFORE_BRACKETS.search(text[max(0, before.start - 30) : before.start]):
            bound.add(before)
        for one in found[place + 1 :]:
            if _lean(text, before, one):
                bound.update((before, one))
            if min(one.value, before.value) >= 0 and (total := one.value + before.value) in values:
                bound.update((before, one), (other for other in found if other.value == total))
    for group in _said_twice(text, found):
        bound.update(group)
    return bound


def _lean(text: str, before: Number, one: Number) -> bool:
    """Whether two numbers stand side by side, are nearly the same, or are one number as a count and as an ordinal."""
    between = text[before.end : one.start]
    apart = between == " in " and (_is_population(text, before) or IN_TIME.match(text, one.end))
    apart = apart or _moves_to(text, before, one) or _is_per_share(text, one) or between.strip(" ,") in _OFF
    if len(between) <= _NEAR and not apart:
        pronoun = any(number.spelled and number.value == 1 for number in (before, one))
        if between == " of " and before.spelled and before.value == 1 and one.value > _PAIR and not _ALONG.search(text):
            return False  # "one of three executives"
        if not pronoun or (not between.strip(" ") or between.strip(" ") in _JOINED):
            return True
    near = one.value != before.value and one.value > _TEENS < before.value and _is_close(text, one.value, before.value)
    if near and not are_compared(text, before, one) and not _are_unlike(text, before, one):
        return True
    return one.value == before.value and one.ordinal != before.ordinal


def _is_per_share(text: str, number: Number) -> bool:
    """Whether a number is an amount per share, and the only one: nobody can tell the number of shares."""
    alone = _PER_SHARE.match(text, number.end) is not None and len(_PER_SHARE.findall(text)) == 1
    return alone and not text.endswith(("cents to ", " to $"), 0, number.start)


def _moves_to(text: str, before: Number, one: Number) -> bool:
    """Whether a price moved by one number to another one: "rose 9 to 753"."""
    price = TO_PRICE.match(text, before.end)
    return price is not None and price.start(1) == one.start and one.value > _NEAR * before.value


def _are_unlike(text: str, one: Number, other: Number) -> bool:
    """Whether one number is a share or counts cents, and the other one does not, so that nobody compares them."""
    return any(
        (sign.match(text, one.end) is None) != (sign.match(text, other.end) is None) for sign in (PERCENT, _CENTS)
    )


def _said_twice(text: str, found: Sequence[Number]) -> Iterator[Sequence[Number]]:
    """Groups of numbers each of which the others of its group determine."""
    amounts = [number for number in found if number.value != 1 and _is_amount(text, number)]
    if len({number.value for number in amounts}) > 1 and _FRACTION.search(text):
        yield amounts
    for before, one in pairwise(found):
        again = _AGAIN.match(text, before.end, one.start) if text[before.end : one.start].strip() != "or" else None
        if again and not _is_per_share(text, one) and (again[1] is None or _MOVES.search(text, 0, before.start)):
            yield before, one
    shares = [number for number in found if PERCENT.match(text, number.end)]
    held = [number for number in found if _SHARES_HELD.match(text, number.end)]
    if held and _PER_SHARE.search(text):
        yield [*held, *(number for number in found if _PER_SHARE.match(text, number.end))]
    for share in shares:
        if both := _TO_AND_FROM.match(text, share.end):
            yield [number for number in found if share.start <= number.start < both.end()]
    worth = {number: number.value * _scale(text, number) for number in found}
    others = [number for number in found if number not in shares and number.value > 1]
    for share in shares:
        for one, other in permutations(others, 2):
            if _is_share(share.value, worth[one], worth[other]):
                yield share, one, other
    if len(shares) > 1 and round(sum(share.value for share in shares)) in _NEARLY_WHOLE and not _MOVES.search(text):
        yield shares
    if len(found) > _PAIR:
        yield from _calculated(found, [number for number in others if worth[number] == number.value])
    for ratio, sign in _RATIOS.items() if _RATIO.search(text) else ():
        if sign.search(text):
            for one, other in permutations(found, 2):
                if other.value and _is_alike(worth[one], ratio * worth[other]):
                    yield one, other
    yield from _units(text, found)


def _calculated(found: Sequence[Number], counts: Sequence[Number]) -> Iterator[Sequence[Number]]:
    """Numbers that are the sum of others, or the product of two."""
    for total in found:
        yield from _parts([number for number in found if number is not total], total.value, total)
    products = {number.value: number for number in counts}
    for one, other in combinations(counts, 2):
        if (
            min(one.value, other.value) >= _PAIR
            and one.value * other.value > _TEENS
            and (product := products.get(one.value * other.value))
        ):
            yield one, other, product


def _is_share(percent: float, one: float, other: float) -> bool:
    """Whether a percentage is that of one number in another, or of a change from or to it."""
    rounding = 0.006 if percent % 1 else 0.6  # of the percentage itself
    bases = (other, other - one, other + one)
    parts = [one / base for base in bases if base > 0] + [abs(other - one) / one]
    return any(abs(_WHOLE * part - percent) <= max(rounding, percent / 50) for part in parts)


def _parts(numbers: Sequence[Number], total: float, *more: Number) -> Iterator[Sequence[Number]]:
    """Numbers in a row whose sum is a total."""
    for start, first in enumerate(numbers[:-1]):
        sum_ = first.value
        for end, number in enumerate(numbers[start + 1 :], start + 2):
            sum_ += number.value
            if sum_ >= total:
                if sum_ == total and first.value > 0 < number.value:
                    yield (*numbers[start:end], *more)
                break


def _units(text: str, found: Sequence[Number]) -> Iterator[Sequence[Number]]:
    """Pairs that say the same in two units, as "60 minutes" and "an hour", and temperatures on two scales."""
    sized = []
    degrees = []
    for number in found:
        if unit := _UNIT.match(text, number.end):
            size = scaled_size(unit[1])
            if size is not None and number.value > 0:
                sized.append((number, unit[1].lower().removesuffix("s"), size[0], number.value * size[1]))
        if scale := _DEGREES.match(text, number.end):
            degrees.append((number, scale[1][0]))
    for (one, name, kind, value), (other, second, like, same) in combinations(sized, 2):
        if kind == like and name != second and _is_alike(value, same):
            yield one, other
    if len({scale for _, scale in degrees}) > 1:
        yield [number for number, _ in degrees]


def _is_alike(one: float, other: float) -> bool:
    return abs(one - other) <= _ALIKE * max(one, other)


def _scale(text: str, number: Number) -> float:
    """What a number counts: ones, cents as parts of a dollar, or millions."""
    if _CENTS.match(text, number.end):
        return 0.01
    found = _SCALED.match(text, number.end)
    if found is None:
        return 1
    word = found[0].strip(" -").lower()
    return 1e12 if word.startswith("tr") else _POWERS[word[0]]


def are_compared(text: str, one: Number, other: Number) -> bool:
    """Whether two numbers are only compared, as in "4 percent, down from 5": each may change while more stays more.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> text = "It was 40 percent, down from 50 percent."
        >>> are_compared(text, *numbers_in(text))
        True
    """
    between = text[one.end : other.start]
    if is_money(text, one.start) and is_money(text, other.start) and _SENTENCE_END.search(between):
        return True  # two prices of two sentences
    if _unit_behind(text, one) != _unit_behind(text, other) or _FRACTION.search(text):
        return False
    return COMPARED.search(between) is not None or (_RANGES.search(between) is not None and len(between) < _NEARBY)


def _unit_behind(text: str, number: Number) -> str:
    return text[number.end : number.end + 20].strip(" -").partition(" ")[0].rstrip(",.;:)").lower()


def _is_close(text: str, one: float, other: float) -> bool:
    """Whether two values are nearly the same; of those that differ by more, a text says so."""
    return abs(one - other) * (4 if _EQUALS.search(text) else 20) < max(one, other)


def is_money(text: str, start: int) -> bool:
    """Whether the sign of a currency stands before a place.

    Example:
        >>> is_money("for $5", 5), is_money("for 5", 4)
        (True, False)
    """
    before = text[max(0, start - 6) : start].rstrip(" ")
    return before[-1:] in _SIGNS or (before[-1:] in _RUPEES_END and RUPEES.search(before) is not None)


def _is_amount(text: str, number: Number) -> bool:
    """Whether a number is one of money or a share."""
    follows = text[number.end : number.end + 10].lstrip(" -").lower()
    return is_money(text, number.start) or follows.startswith(_SHARES)


def _is_population(text: str, number: Number) -> bool:
    return POPULATION.search(text[max(0, number.start - 40) : number.start]) is not None
