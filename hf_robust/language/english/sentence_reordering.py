"""Whether the sentences of a text can be told in another order. The words alone are read, no annotation is needed."""

import re
from collections.abc import Iterable, Sequence

from hf_robust.language.english.closed_classes import (
    NEXT_AND_LAST,
    RELATIVE_TIMES,
    STORY_TIMES,
    SURE_MONTHS,
    TIMES_OF_CLAUSES,
)
from hf_robust.language.lexicons import lexicon

_WORD = re.compile(r"[^\W_]+")
_STEM = 6  # letters in which two forms of a word are alike: "attack", "attacked", "attacking"
_YEAR = re.compile(r"\b(1\d{3}|20\d\d)s?\b|\b\d{1,2}(?:st|nd|rd|th) centur(?:y|ies)\b")
_TIMES = (
    SURE_MONTHS
    | RELATIVE_TIMES
    | (NEXT_AND_LAST - {"past"})
    | STORY_TIMES
    | frozenset(
        "age aged birth born death died dies still recently today season marriage married "
        "retired retirement childhood youth war debut former formerly decade".split()
    )
)
_TIMED_OPENINGS = TIMES_OF_CLAUSES | frozenset(
    "during since following upon as at by on first second third then".split()
)
_NAME = re.compile(r"\b[A-Z][^\W_]+(?: (?:de |von |van |of |the )?[A-Z][^\W_]+)*")
_KNOWN = re.compile(r"\b(?:the|their|his|her|its)\s+((?:[^\W_]+\s+)?[^\W_]+)", re.IGNORECASE)
_PAIRS = (("“", "”"), ("(", ")"), ("[", "]"), ("``", "''"), ("«", "»"))


def is_balanced(text: str) -> bool:
    """Whether every quotation and bracket that begins in a text ends in it.

    Example:
        >>> is_balanced('He said "no".'), is_balanced('He said "no.')
        (True, False)
    """
    return text.count('"') % 2 == 0 and all(text.count(first) == text.count(last) for first, last in _PAIRS)


def is_timed(text: str) -> bool:
    """Whether a sentence says when something was, so that it has its place in what is told.

    Example:
        >>> is_timed("It opened in 1904."), is_timed("Later it burned."), is_timed("Rivers carry sand.")
        (True, True, False)
    """
    words = _lower(text)
    return names_time(text) or words[:1] == [] or words[0] in _TIMED_OPENINGS


def names_time(text: str) -> bool:
    """Whether a text has a year, a month, a century or a word of relative time.

    Example:
        >>> names_time("It opened in 1904."), names_time("At noon it rains.")
        (True, False)
    """
    return bool(_YEAR.search(text)) or not _TIMES.isdisjoint(_lower(text))


def content_stems(text: str) -> frozenset[str]:
    """Beginnings of the words of a text that carry its content, names included.

    Example:
        >>> sorted(content_stems("The attackers attacked Fort Ross."))
        ['attack', 'fort', 'ross']
    """
    stop = lexicon("stop_words")
    words = (word for word in _lower(text) if len(word) > 2 and word not in stop and not word.isdecimal())
    return frozenset(_stem(word) for word in words)


def can_be_told(texts: Sequence[str], order: Sequence[int], told: Sequence[frozenset[str]] | None = None) -> bool:
    """Whether pieces of a text can be read in another order.

    What is first spoken of in one piece may not come up in another before it, pieces that say when something was stay
    in their order, and no piece cuts a quotation in two.

    Args:
        texts: The pieces in the order of the text.
        order: Their numbers in the new order.
        told: What each speaks of; nothing of it may come up earlier than where it came up first. Without it names in
            short stay behind the names in full, and things told with "the" behind the first that speaks of them.

    Example:
        >>> texts = ["Rain fell in Lima.", "Ana Ruiz won.", "Ruiz sang."]
        >>> can_be_told(texts, [1, 2, 0]), can_be_told(texts, [0, 2, 1])
        (True, False)
    """
    if not all(map(is_balanced, texts)):
        return False
    timed = [number for number in order if is_timed(texts[number])]
    if timed != sorted(timed):
        return False
    if told is not None:
        return _firsts(told, range(len(texts))) == _firsts(told, order)
    at = {number: place for place, number in enumerate(order)}
    turned = [(one, two) for one in at for two in at if one < two and at[two] < at[one]]
    return not any(_introduces(texts[one], texts[two]) for one, two in turned)


def _introduces(first: str, second: str) -> bool:
    """Whether a text names in full what another names in short, or speaks of what the other takes as known."""
    runs, known = _NAME.findall(first), _KNOWN.findall(second)
    short = {name for name in _NAME.findall(second) if any(name != run and name in run.split() for run in runs)}
    return bool(short) or not content_stems(" ".join(known)).isdisjoint(content_stems(first))


def _firsts(told: Sequence[frozenset[str]], order: Iterable[int]) -> dict[str, int]:
    """In which piece each thing comes up first."""
    found: dict[str, int] = {}
    for number in order:
        for thing in told[number]:
            found.setdefault(thing, number)
    return found


def _lower(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _stem(word: str) -> str:
    return (word[:-1] if word.endswith("s") and not word.endswith("ss") else word)[:_STEM]
