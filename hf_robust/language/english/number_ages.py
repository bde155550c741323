"""Ages in words or without "years", and decades of a life: "a man of twenty-four", "in her late forties"."""

import re
from collections.abc import Sequence

from hf_robust.core.edits import Offsets
from hf_robust.language.english.written_numbers import Number, words_in

# "a man of twenty-four", "he was perhaps thirty-two"
_BEFORE_AGE = re.compile(
    r"(?:(?:man|woman|boy|girl|fellow|lad|lass|youth|lady|guy|widow\w*|bachelor)\sof\s(?:about\s|some\s|perhaps\s)?"
    r"|\b(?:[Tt]urn(?:s|ed|ing)?|[Hh]e\s(?:was|is)|[Ss]he\s(?:was|is)|(?:[Ss]he|[Hh]e)['’]s|"
    r"(?:[Ww]hen|[Ss]ince|until|till)\sI\swas)"
    r"\s(?:about\s|perhaps\s|only\s|now\s|just\s|almost\s|nearly\s)?|\b(?:dies|died)\sat\s|(?<!over\sthe\s)(?<!under\sthe\s)\bage\sof\s)\Z"
)
_OLD = re.compile(r"\s?-\s?years?[\s-]old\b")  # "a nineteen-year-old machinist"
_AFTER_AGE = re.compile(r"\s?[,.;]|\s(?:with|and|or so|when|then|now|in|who|whose)\b|\Z")
_AGES = re.compile(r"\b(?:bab(?:y|ies)|infants?|toddlers?|years?|age[ds]?|born|birthdays?|older|younger)\b")
_ADULT, _OLDEST, _YOUNGEST, _BABY, _INFANT = 18, 89, 4, 2, 6
_NEARBY = 40  # characters that are read before a number
_TENS = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies")
_DECADE_OF_LIFE = re.compile(
    rf"\b[Ii]n\s(?:his|her|my|their)\s(?:early\s|late\s|mid[\s-])?({'|'.join(_TENS)}|[2-7]0(?=['’]?s\b))"
)
_ANY_DECADE = re.compile(rf"\b(?:{'|'.join(_TENS)}|[0-9]+0['’]?s|[0-9]0-something)\b")


def ages_of_people(text: str, found: Sequence[Number]) -> dict[Offsets, Sequence[int]]:
    """The age that stands in words or without "years", with others: an adult stays one, a child a child. Two stay.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> text = "He was a young man of twenty-four, clothed in muscle."
        >>> ages_of_people(text, numbers_in(text))
        {(22, 33): (21, 22, 23, 25, 26, 27)}
    """
    ages: dict[Offsets, Sequence[int]] = {}
    for number in found:
        old = _OLD.match(text, number.end) if number.spelled else None
        start = max(0, number.start - _NEARBY)
        told = not old and not number.ordinal and _AFTER_AGE.match(text, number.end) is not None
        before = _BEFORE_AGE.search(text[start : number.start]) if told else None
        if number.value % 1 or not (old or before):
            continue
        rest = text[: start + before.start()] if before else text[: number.start]
        rest += text[old.end() if old else number.end :]
        low, high = (_ADULT, _OLDEST) if number.value >= _ADULT else (_BABY if old else _YOUNGEST, _ADULT - 2)
        if low <= number.value <= high and not _AGES.search(rest):
            steps = (-1, 1) if number.value <= _INFANT else (-3, -2, -1, 1, 2, 3)
            near = (int(number.value) + step for step in steps)
            ages[number[:2]] = tuple(age for age in near if low <= age <= high)
    return ages if len(ages) == 1 else {}


def decades_of_life(text: str) -> dict[Offsets, Sequence[int | str]]:
    """The decade of somebody's life, with the decades beside it.

    Example:
        >>> decades_of_life("She was in her late forties.")
        {(20, 27): ('thirties', 'fifties')}
    """
    if "0" not in text and words_in(text).isdisjoint(_TENS):
        return {}
    found = list(_DECADE_OF_LIFE.finditer(text))
    if len(found) != 1 or len(_ANY_DECADE.findall(text)) != 1 or _AGES.search(text.lower()):
        return {}
    old = found[0][1]
    place = _TENS.index(old) if old in _TENS else int(old) // 10 - 2
    near = [new for new in (place - 1, place + 1) if 0 <= new < len(_TENS)]
    return {found[0].span(1): tuple(_TENS[new] if old in _TENS else 10 * new + 20 for new in near)}
