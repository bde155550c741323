"""Numbers that a text finds, ranks or dates things by: "on page 34", "the top 10", "in 592", "the 1950s and 1960s"."""

import re
from collections.abc import Iterator, Sequence

from hf_robust.core.edits import Offsets
from hf_robust.language.english.written_numbers import Number

_PAGE = re.compile(r"\b(?:[Pp]age|[Cc]hapter|p\.)\s([1-9][0-9]{0,2})(?![\w%/:–-]|\s?(?:[-–,&]|and|to|of|or)\s?\d|\.\d)")
_TOP = re.compile(r"\b[Tt]op\s(5|10|20|25|50|100|three|five|ten)(?![\w%/:–-]|\s(?:percent|per cent|[%])|\.\d)")
# "In 592, Guntram died", "In 338 BC, his son followed"
_OLD_YEAR = re.compile(r"\b[Ii]n\s([1-9][0-9]{2})(?=\s(?:BCE?|CE|AD)\b|,\s[A-Za-z])")
_FULL_YEAR = re.compile(r"(?:1[1-9]|20)[0-9]{2}(?![0-9]|\s?['’]?s\b)")
_OTHER_YEAR = re.compile(r"(?<!\d)[1-9][0-9]{2,3}(?!\d)")
_DECADES = re.compile(
    r"(?<![\w.,$-])((?:19)?[1-8]0)(['’]?s\b)(?:\s(?:and|or|to)\s(?:the\s)?(?:early\s|late\s)?|[-–])((?:19)?[2-9]0)\2"
)
_PAGES = (-12, -7, -4, 3, 5, 9)
_CHAPTERS = (-2, -1, 1, 2)
_YEARS = (-7, -4, -3, 2, 3, 5)
_TOPS, _SPELLED_TOPS = (5, 10, 20, 25, 50, 100), (3, 5, 10)
_SPELLED = {"three": 3, "five": 5, "ten": 10}
# "a man of twenty-four", "he was perhaps thirty-two"
_BEFORE_AGE = re.compile(
    r"\b(?:(?:man|woman|boy|girl|fellow|lad|lady|guy|widow\w*|bachelor)\sof\s(?:about\s|some\s|perhaps\s)?"
    r"|\b(?:[Tt]urn(?:s|ed|ing)?|[Hh]e\s(?:was|is)|[Ss]he\s(?:was|is))\s(?:about\s|perhaps\s|only\s|now\s|just\s|almost\s|nearly\s)?)\Z"
)
_AFTER_AGE = re.compile(r"\s?[,.;]|\s(?:with|and|or so|when|then|now|in|who|whose)\b|\Z")
_AGES = re.compile(r"\b(?:years?|age[ds]?|born|birthdays?|older|younger)\b")
_SIXTIES, _ADULT, _OLDEST, _YOUNGEST = 60, 20, 89, 4
_FEW = 20  # from here on a page may be moved further


def labels_in(text: str) -> Iterator[tuple[Offsets, Sequence[int], Offsets | None]]:
    """The numbers of pages, rankings, old years and two decades of a text, with others that may stand there.

    Two pages stay, since one may follow from the other; two decades change together.

    Args:
        text: A text with a digit.

    Example:
        >>> list(labels_in("See the table on page 34."))
        [((22, 24), (22, 27, 30, 37, 39, 43), None)]
        >>> list(labels_in("It is among the top 10 songs."))
        [((20, 22), (5, 20), None)]
    """
    for sign in (_PAGE, _TOP, _OLD_YEAR):
        found = list(sign.finditer(text))
        if len(found) != 1:
            continue
        size = len(found[0][1])
        old = _SPELLED[found[0][1]] if found[0][1] in _SPELLED else int(found[0][1])
        if sign is _TOP:
            yield found[0].span(1), _next_to(old, _SPELLED_TOPS if found[0][1] in _SPELLED else _TOPS), None
            continue
        if sign is _OLD_YEAR and len(_OTHER_YEAR.findall(text)) > 1:
            continue
        steps = _YEARS if sign is _OLD_YEAR else _PAGES if old > _FEW else _CHAPTERS
        yield found[0].span(1), tuple(new for step in steps if (new := old + step) > 1 and len(str(new)) == size), None
    decades = list(_DECADES.finditer(text)) if "0" in text else []
    if len(decades) == 1 and not _FULL_YEAR.search(text) and len(decades[0][1]) == len(decades[0][3]):
        one, other = int(decades[0][1]), int(decades[0][3])
        first = _SIXTIES if one % 100 >= _SIXTIES else 20  # what there is since then need not be older
        news = [one + step for step in (-10, 10) if (other + step) % 100 >= first and one % 100 + step > 0]
        yield decades[0].span(1), tuple(news) if one < other else (), decades[0].span(3)


def _next_to(old: int, known: Sequence[int]) -> tuple[int, ...]:
    place = known.index(old)
    return tuple(known[at] for at in (place - 1, place + 1) if 0 <= at < len(known))


def ages_of_people(text: str, found: Sequence[Number]) -> dict[Offsets, Sequence[int]]:
    """The age that stands without "years", with others: an adult stays one, and so does a child. Two of them stay.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> text = "He was a young man of twenty-four, clothed in muscle."
        >>> ages_of_people(text, numbers_in(text))
        {(22, 33): (21, 22, 23, 25, 26, 27)}
    """
    ages: dict[Offsets, Sequence[int]] = {}
    for number in found:
        if number.value % 1 or number.ordinal or not _BEFORE_AGE.search(text[max(0, number.start - 40) : number.start]):
            continue
        low, high = (_ADULT, _OLDEST) if number.value >= _ADULT else (_YOUNGEST, _ADULT - 2)
        if _AFTER_AGE.match(text, number.end) and low <= number.value <= high and not _AGES.search(text):
            near = (int(number.value) + step for step in (-3, -2, -1, 1, 2, 3))
            ages[number[:2]] = tuple(age for age in near if low <= age <= high)
    return ages if len(ages) == 1 else {}
