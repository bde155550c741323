"""Adverbials of time at the beginning or the end of a sentence: "In 1990, she left", "She left in 1990"."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    DAY_PARTS,
    LIMITS,
    MONTHS,
    PERIODS,
    PLACE_PREPOSITIONS,
    SEASONS,
    TIME_PREPOSITIONS,
    WEEKDAYS,
)
from hf_robust.language.english.verbs import children

_PREPOSITIONS = PLACE_PREPOSITIONS | TIME_PREPOSITIONS | LIMITS | {"throughout"}
_TIMES = (
    MONTHS
    | WEEKDAYS
    | SEASONS
    | DAY_PARTS
    | PERIODS
    | (CALENDAR_UNITS - {"weekend"})
    | frozenset(
        """season beginning end era reign age start middle game match visit trip election revolution conflict battle
            campaign""".split()
    )
)
_OPENING_ONLY = LIMITS | {"at", "since"}  # only with a time behind it
_SIMPLE_START = ("DET", "PROPN", "NOUN", "ADJ", "NUM", "PRON")
_CLAUSES = ("conj", "advcl", "ccomp", "parataxis", "acl", "xcomp", "acl:relcl", "appos")
_LONGEST = 12  # tokens of an adverbial
_FEWEST = 4  # tokens of what is left of the sentence


def time_moved(doc: Doc, first: int, end: int) -> list[Edit]:
    """Move an adverbial of time from the end of a sentence to its beginning, or back.

    Args:
        doc: A parsed text.
        first: The first token of the sentence.
        end: The token after its last.

    Returns:
        The edits; none where no adverbial can move.
    """
    tokens = doc.tokens
    if end - first < _FEWEST + 2 or tokens[end - 1].text != "." or doc.bounds is not None:
        return []
    roots = [place for place in range(first, end) if tokens[place].dep in ("ROOT", "root")]
    if len(roots) != 1 or any(token.text in '"“”;:()' for token in tokens[first:end]):
        return []
    return _fronted(doc, first, end, roots[0]) or _moved_back(doc, first, end, roots[0])


def _fronted(doc: Doc, first: int, end: int, root: int) -> list[Edit]:
    tokens = doc.tokens
    start = _last_adverbial(tokens, root, end - 1)
    if start is None or start - first < _FEWEST or tokens[start - 1].text == "," or tokens[start - 1].pos == "ADP":
        return []
    if tokens[first].pos not in _SIMPLE_START or not _opens_with_subject(tokens, first, root):
        return []
    inside = range(root + 1, start)
    if any(tokens[place].dep in _CLAUSES and tokens[place].head == root for place in inside):
        return []
    if any(tokens[place].pos in ("VERB", "SCONJ") for place in inside):
        return []
    moved = doc.text[tokens[start].start : tokens[end - 2].end]
    cut = Edit(tokens[start - 1].end, tokens[end - 2].end, "")
    if not doc.is_free(cut.start, cut.end):
        return []
    at = tokens[first].start
    word = tokens[first].text
    keeps_capital = tokens[first].pos == "PROPN" or word == "I" or word[1:].lower() != word[1:]
    if not keeps_capital and not doc.is_free(at, at + 1):
        return []
    front = moved[:1].upper() + moved[1:] + ", "
    if keeps_capital:
        return [Edit(at, at, front), cut]
    return [Edit(at, at + 1, front + word[0].lower()), cut]


def _moved_back(doc: Doc, first: int, end: int, root: int) -> list[Edit]:
    tokens = doc.tokens
    comma = next((place for place in range(first, min(first + _LONGEST, end)) if tokens[place].text == ","), None)
    if comma is None or comma + _FEWEST > end or not _is_time(tokens, first, comma):
        return []
    rest = tokens[comma + 1 : end - 1]
    if any(token.text == "," or token.pos in ("SCONJ", "CCONJ") or token.dep in _CLAUSES for token in rest):
        return []
    if tokens[comma + 1].pos == "VERB" or any(_says_time(token) for token in rest):
        return []
    head = tokens[first].head
    while head != root and tokens[head].head != head and first <= head < comma:
        head = tokens[head].head
    opens = tokens[comma + 1].start
    if head != root or not doc.is_free(tokens[first].start, opens + 1):
        return []
    word, start = tokens[comma + 1].text, tokens[first].start
    moved = doc.text[start : tokens[comma - 1].end]
    back = moved if tokens[first].pos == "PROPN" else moved[0].lower() + moved[1:]
    at = tokens[end - 2].end
    if not doc.is_free(at - 1, at):
        return []
    return [Edit(start, opens + 1, word[0].upper()), Edit(at, at, f" {back}")]


def _last_adverbial(tokens: Sequence[Token], root: int, stop: int) -> int | None:
    """The first token of an adverbial of time that ends a sentence and hangs on its root."""
    for place in reversed(children(tokens, root)):
        if not root < place < stop or tokens[place].dep not in ("obl", "obl:tmod", "obl:unmarked", "nmod", "advmod"):
            continue
        start = _span_start(tokens, place, root)
        if _span_end(tokens, place) == stop and _is_time(tokens, start, stop):
            return start
    return None


def _span_start(tokens: Sequence[Token], head: int, root: int) -> int:
    start = head
    while start - 1 > root and _hangs_on(tokens, start - 1, head):
        start -= 1
    return start


def _span_end(tokens: Sequence[Token], head: int) -> int:
    end = head + 1
    while end < len(tokens) and _hangs_on(tokens, end, head):
        end += 1
    return end


def _hangs_on(tokens: Sequence[Token], place: int, head: int) -> bool:
    for _ in range(len(tokens)):
        above = tokens[place].head
        if above == head:
            return tokens[place].dep != "punct" or tokens[place].text == ","
        if above in (place, -1):
            return False
        place = above
    return False


def _is_time(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether some tokens are a preposition with a time: "in March 1990", "during the war"."""
    words = tokens[start:end]
    if len(words) < 2 or len(words) > _LONGEST or words[0].text.lower() not in _PREPOSITIONS:
        return False
    if any(token.pos in ("VERB", "AUX", "PRON", "SCONJ") for token in words[1:]) or words[-1].text == ",":
        return False
    return any(_says_time(token) for token in words[1:])


def _says_time(token: Token) -> bool:
    word = token.text.lower()
    year = word[:4].isdecimal() and len(word) in (4, 5) and word[4:] in ("", "s")
    return year or (token.pos in ("NOUN", "PROPN") and (word in _TIMES or token.lemma.lower() in _TIMES))


def _opens_with_subject(tokens: Sequence[Token], first: int, root: int) -> bool:
    """Whether nothing stands before the subject of a root."""
    subjects = [place for place in children(tokens, root) if tokens[place].dep.startswith("nsubj") and place < root]
    if len(subjects) != 1:
        return False
    return subjects[0] == first or all(_hangs_on(tokens, place, subjects[0]) for place in range(first, subjects[0]))
