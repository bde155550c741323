"""Numbers that a text finds, ranks or dates things by: "on page 34", "the top 10", "in 592", "the 1950s and 1960s"."""

import re
from collections.abc import Iterator, Sequence

from hf_robust.core.edits import Offsets
from hf_robust.language.english.written_numbers import Number

_SMALL = re.compile(r"([1-9][0-9]{0,2})(?![\w%/:–-]|\s?(?:[-–,&]|and|to|of|or)\s?\d|\.\d)")
_LABELS = tuple(
    f" {label} "
    for label in "page Page chapter Chapter p. fig. Fig. figure Figure table Table item lesson exercise".split()
)
_TOP = re.compile(r"\b[Tt]op\s(5|10|20|25|50|100|three|five|ten)(?![\w%/:–-]|\s(?:percent|per cent|[%])|\.\d)")
# "In 592, Guntram died", "In 338 BC, his son followed"
_OLD_YEAR = re.compile(r"\b[Ii]n\s([1-9][0-9]{2})(?=\s(?:BCE?|CE|AD)\b|,\s[A-Za-z])")
_FULL_YEAR = re.compile(r"(?:1[1-9]|20)[0-9]{2}(?![0-9]|\s?['’]?s\b)")
_OTHER_YEAR = re.compile(r"(?<!\d)[1-9][0-9]{2,3}(?!\d)")
_DECADES = re.compile(
    r"(?<![\w.,$-])((?:19)?[1-8]0)(['’]?s\b)(?:\s(?:and|or|to)\s(?:the\s)?(?:early\s|late\s)?|[-–])((?:19)?[2-9]0)\2"
)
_BEFORE_HOUR = re.compile(
    r"\b(?:at|by|until|till|before|after|around|about|was|is)\s(?:about\s|around\s)?\Z", re.IGNORECASE
)
_AFTER_HOUR = re.compile(
    r"(?:\so['’]?clock)?(?:\s(?:in\sthe|this|that|every|each|the\snext|tomorrow|yesterday|on\s\w+)\s"
    r"(?:morning|afternoon|evening|night)\b|\s(?:tonight|at\snight)\b)|\so['’]?clock\b|\s[ap]\.?m\b"
)
_OTHER_HOUR = re.compile(r"\b(?:noon|midnight|half[\s-]past|quarter|dawn|sunrise|sunset|dusk)\b")
_NOON = 12
_LABEL = 10  # characters of the longest label, with spaces
_PAGES = (-12, -7, -4, 3, 5, 9)
_CHAPTERS = (-2, -1, 1, 2)
_YEARS = (-7, -4, -3, 2, 3, 5)
_TOPS, _SPELLED_TOPS = (5, 10, 20, 25, 50, 100), (3, 5, 10)
_SPELLED = {"three": 3, "five": 5, "ten": 10}
_SIXTIES = 60
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
    pages = [match for match in _SMALL.finditer(text) if _is_labelled(text, match.start())]
    for sign, found in (
        (_SMALL, pages),
        (_TOP, list(_TOP.finditer(text))),
        (_OLD_YEAR, list(_OLD_YEAR.finditer(text))),
    ):
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


def _is_labelled(text: str, start: int) -> bool:
    """Whether a word such as "page" stands before a number."""
    before = text[max(0, start - _LABEL) : start]
    return f" {before}".replace("(", " ").endswith(_LABELS)


def _next_to(old: int, known: Sequence[int]) -> tuple[int, ...]:
    place = known.index(old)
    return tuple(known[at] for at in (place - 1, place + 1) if 0 <= at < len(known))


def hours_in_words(text: str, found: Sequence[Number]) -> dict[Offsets, Sequence[int]]:
    """The hour of the clock in words, with others; two numbers stay.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> text = "He came at nine o'clock."
        >>> hours_in_words(text, numbers_in(text))
        {(11, 15): (7, 8, 10, 11)}
    """
    if len(found) != 1 or not found[0].spelled or not 1 < found[0].value < _NOON:
        return {}
    number = found[0]
    near = _AFTER_HOUR.match(text, number.end) and _BEFORE_HOUR.search(text[max(0, number.start - 20) : number.start])
    if not near or number.ordinal or _OTHER_HOUR.search(text):
        return {}
    hour = int(number.value)
    return {number[:2]: tuple(new for new in range(hour - 2, hour + 3) if 1 < new < _NOON and new != hour)}
