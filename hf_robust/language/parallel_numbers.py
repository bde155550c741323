"""Numbers that a text and its translation share, in whatever way each language writes them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import article
from hf_robust.language.english.closed_classes import MONTHS, SHORT_MONTHS

_NUMBER = re.compile(r"[0-9]+(?:[.,'’\u00a0\u202f][0-9]+)*")
_MARK = re.compile(r"[.,'’\u00a0\u202f]")
_BRACKETED = re.compile(r"[(（][^)）]*[0-9]")
_PERCENT = re.compile(r"\s?(?:%|percent\b|per cent\b|Prozent\b)")
_ARTICLE = re.compile(r"(?<!\w)an?\s+\Z", re.IGNORECASE)
_UNIT = re.compile(r"(?:mm|cm|km|kg|ml|g|m|lbs?|GB|MB|TB)(?![A-Za-z])")
# what may stand right before or behind a number that is one by itself
_OPENS, _CLOSES = frozenset("([\"“„«»‘'$€£¥~约"), frozenset(")]\"”“»«’'%‰,;!?。，；！？、°€$£")
_MONTHS = (
    MONTHS
    | SHORT_MONTHS
    | frozenset(
        """januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août
            septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre
            octubre noviembre diciembre""".split()
    )
)
_MOST_DIGITS = 7  # longer numbers are codes rather than quantities
_YEARS = range(1900, 2030)
_MAYBE_YEARS = range(1800, 2100)
# what is held in years of a kind
_HELD = re.compile(
    r"olympi|paralympi|world cup|world championship|championships|election|inaugurat|weltmeister|wahl|coupe du monde|"
    r"élection|mundial|eleccion|奥运|奥林匹克|世界杯|锦标赛|选举|大选|オリンピック|ワールドカップ",
    re.IGNORECASE,
)
_TRIES = 12  # draws until a number fits both languages; after them the number stays
_SMALL, _WHOLE = 5, 100  # counts below five have forms of their own in some languages; percent of a whole


class SharedNumber(NamedTuple):
    """A number of both texts.

    Args:
        digits: Its digits alone.
        first: Where it stands in the first text.
        second: Where it stands in the second one, as often.
        size: How many digits stand before the decimals.
    """

    digits: str
    first: Sequence[Offsets]
    second: Sequence[Offsets]
    size: int


def shared_numbers(first: str, second: str) -> list[SharedNumber]:
    """The numbers that two texts have equally often, with the same value however it is written.

    ``1,000`` and ``1.000`` are the same, ``1.5`` and ``15`` are not. Parts of names, times of day, versions, ordinals
    and months stay out.

    Example:
        >>> [found.digits for found in shared_numbers("It cost 1,000 euros in 1998.", "1998 kostete es 1.000 Euro.")]
        ['1000', '1998']
    """
    if any(len(list(_numbers(text))) > 1 and _BRACKETED.search(text) for text in (first, second)):
        return []  # "85 miles (137 kilometers)"
    here, there = list(_numbers(first)), list(_numbers(second))
    found = []
    for digits in dict.fromkeys(re.sub(r"\D", "", first[start:end]) for start, end in here):
        one = [span for span in here if _digits(first, span) == digits]
        other = [span for span in there if _digits(second, span) == digits]
        sizes = {_size(text[start:end]) for text, spans in ((first, one), (second, other)) for start, end in spans}
        if len(one) != len(other) or len(sizes) != 1 or len(digits) > _MOST_DIGITS:
            continue
        if all(_is_alone(first, span) for span in one) and all(_is_alone(second, span) for span in other):
            found.append(SharedNumber(digits, one, other, sizes.pop()))
    return found


def same_shape(number: SharedNumber, others: Sequence[str], rng: RowRandom, first: str, second: str) -> str | None:
    """Other digits for a number: as many, of the same magnitude, in the same order with all others of the text.

    A year stays a year, what may be a day, a minute or a share stays one, and what asks for one form of a noun does
    not become what asks for another.

    Args:
        others: The digits of the text's numbers, and of those that have been drawn.
        rng: The draws.
        first: The first text.
        second: The second text.
    """
    sides = ((first, number.first), (second, number.second))
    digits, year = number.digits, _is_year(number, first)
    end = number.first[0][1]
    if end - number.first[0][0] == 4 and int(digits) in _MAYBE_YEARS and any(map(_HELD.search, (first, second))):
        return None
    share = _PERCENT.match(first, end) is not None
    # "a 3-day" is no "a 8-day"
    named = any(_ARTICLE.search(text, 0, span[0]) for text, spans in sides for span in spans)
    for _ in range(_TRIES):
        new = _drawn(digits, year, rng)
        if new is None or new in others or not _keeps_order(digits, new, others):
            continue
        if (named and article(new) != article(digits)) or (share and int(new[: number.size]) >= _WHOLE):
            continue
        return new
    return None


def written_as(old: str, digits: str) -> str:
    """Digits with the marks of a number as it is written.

    Example:
        >>> written_as("1.000,50", "230075")
        '2.300,75'
    """
    new = iter(digits)
    return "".join(next(new) if char.isdigit() else char for char in old)


def _drawn(digits: str, year: bool, rng: RowRandom) -> str | None:
    value, size = int(digits), len(digits)
    if value < 2:
        return None
    if year:
        return str(min(_YEARS[-1], value + rng.choice((-7, -5, -4, -3, -2, 2, 3, 4))))
    zeros = size - len(digits.rstrip("0"))
    stem = value // 10**zeros
    if zeros == 0 and value < _SMALL:
        low, high = 2, 4
    elif stem < 10 and zeros == 0:
        low, high = 5, 9
    elif stem < 10:
        low, high = max(2, stem - 2), min(9, stem + 3)
        if value < 60:
            high = min(high, 5)
    elif value <= 31:
        low, high = (13, 28) if value > 20 else (11, 20)
    elif value < 60:
        low, high = 32, 59
    else:
        reach = max(3, stem * 3 // 10)
        low, high = max(10 ** (len(str(stem)) - 1) + 1, stem - reach), min(10 ** len(str(stem)) - 1, stem + reach)
        if value < 100:
            low = max(low, 60)
    new = rng.randint(low, high) * 10**zeros
    unchanged = new == value or (stem >= 10 and new // 10**zeros % 10 == 0)
    return None if unchanged else str(new).zfill(size)


def _keeps_order(old: str, new: str, others: Sequence[str]) -> bool:
    """Whether a number of another value is as much more or less than the others as it was."""
    return all(
        (int(old) < int(other)) == (int(new) < int(other)) for other in others if other != old and len(other) < 9
    )


def _is_year(number: SharedNumber, first: str) -> bool:
    start, end = number.first[0]
    return end - start == 4 and first[start:end].isdigit() and int(number.digits) in _YEARS


def _numbers(text: str) -> Iterator[Offsets]:
    for match in _NUMBER.finditer(text):
        yield match.span()


def _digits(text: str, span: Offsets) -> str:
    return re.sub(r"\D", "", text[span[0] : span[1]])


def _size(number: str) -> int:
    """How many digits stand before the decimals: a mark before three digits is taken for one of thousands.

    Where that cannot be told ("1.500"), both texts write it alike, or one of them without a mark.
    """
    groups = _MARK.split(number)
    if len(groups) == 1 or (all(len(group) == 3 for group in groups[1:]) and len(groups[0]) <= 3 and groups[0] != "0"):
        return sum(map(len, groups))
    return sum(map(len, groups[:-1]))


def _is_alone(text: str, span: Offsets) -> bool:
    """Whether a number is no part of a name, a time, a range, a month or a code."""
    start, end = span
    before, after = text[start - 1 : start], text[end : end + 1]
    if before and not (before.isspace() or before in _OPENS or _is_wide(before)):
        return False
    joined = not (after.isspace() or after in _CLOSES or _is_wide(after) or _UNIT.match(text, end))
    if after and joined and (after not in ".-" or text[end + 1 : end + 2].isalnum()):
        return False
    if not text[:start].strip() and after in (")", "."):
        return False  # of a list
    if text[end:].lstrip(" ,")[:1].isdigit():
        return False  # part of a longer sign
    if text[end:].lstrip().startswith(("月", ":", "/", "x ", "×", "- ", "– ", "点", "a.m", "p.m", "am ", "pm ")):
        return False
    word = text[:start].rstrip().rpartition(" ")[2]
    if word[:1].isupper() and word.lower().strip(".,") not in _MONTHS and len(text[:start].split()) > 1:
        return False  # "Galaxy Watch 4"
    return not word.endswith(("#", "No.", "Nr.", "第", "/", ":", "-", "–"))


def _is_wide(char: str) -> bool:
    """Whether a character is written without spaces round it, as Chinese is."""
    return char >= "\u2e80" and not char.isdigit()
