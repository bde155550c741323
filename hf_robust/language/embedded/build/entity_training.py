"""Named entities for training: GUM mentions and WNUT tags brought to PERSON, ORG, GPE, LOC and DATE; numbers."""

import re
from collections.abc import Sequence
from pathlib import Path

from hf_robust.language.embedded.build.treebanks import Document, Sentence, read_jsonl
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    CALENDAR_UNITS_PLURAL,
    COURTESY_OF_MEN,
    COURTESY_OF_WOMEN,
    DOTTED_MONTHS,
    DOTTED_TITLES,
    LANDSCAPE,
    MONTHS,
    NAME_LINKS,
    NAME_PREPOSITIONS,
    NEAR_DAYS,
    NUMBER_WORDS,
    ROLES,
    RULERS,
    SCALES,
    SEASONS,
    STATE_OFFICES,
    SURNAME_TITLES,
    WEEKDAYS,
)

Span = tuple[int, int, str]
"""First word, word after the last, label."""

MISSING = "?"
"""Label of words whose annotation is not known (they do not count in training)."""

_TITLES = DOTTED_TITLES | SURNAME_TITLES | COURTESY_OF_WOMEN | COURTESY_OF_MEN | {"prof.", "prof"}
_ROLES = STATE_OFFICES | ROLES | RULERS | frozenset("fellow major general king queen mayor chairman bishop".split())
_LANDSCAPE = LANDSCAPE | frozenset(
    """mount islands isle valley desert park street road
    avenue bridge airport station square museum castle palace church cathedral hall hill hills
    gulf peninsula canyon forest market tower building house stadium theatre theater library hotel
    centre center gallery garden gardens highway boulevard lane route trail falls creek cape cave
    glacier plateau basin strait temple mosque abbey monument memorial zoo
    farm pier reef pacific atlantic mediterranean europe asia africa antarctica arctic america americas
    earth moon mars sun caribbean balkans scandinavia quarter district""".split()
)
DATE_WORDS = (
    MONTHS | DOTTED_MONTHS | WEEKDAYS | SEASONS | NEAR_DAYS | CALENDAR_UNITS | (CALENDAR_UNITS_PLURAL - {"weekends"})
)
_NUMBER_WORDS = sorted(NUMBER_WORDS | SCALES | {"zero"})
_NUMBER = re.compile(r"(?!(?:1\d|20)\d\d$)\d[\d,]*(?:\.\d+)?(?:k|m|bn)?$|(?:" + "|".join(_NUMBER_WORDS) + ")$")
_CURRENCIES, _PERCENT = ["$", "€", "£", "¥"], ["%", "percent"]
NUMBER_PATTERNS = [
    {
        "label": "NUMBER",
        "pattern": [
            {"TEXT": {"IN": _CURRENCIES}, "OP": "?"},
            {"LOWER": {"REGEX": f"^(?:{_NUMBER.pattern})"}, "OP": "+"},
            {"LOWER": {"IN": _PERCENT}, "OP": "?"},
        ],
    }
]
"""Patterns of spaCy's ``entity_ruler`` for numbers and amounts; a year alone is none."""
_YEAR = re.compile(r"(1\d|20)\d\ds?$|'\d\ds?$")
_DATE_LIKE = re.compile(r".*\d.*")
_OPEN = NAME_PREPOSITIONS | {",", "-", "and"}
LINKS = NAME_LINKS | {"&", "for", "'s", "de"}
_SEPARATE = frozenset("conj appos acl:relcl parataxis list dep".split())
_WNUT = {"person": "PERSON", "corporation": "ORG", "group": "ORG", "location": "GPE"}


def gum_entities(documents: Sequence[Document], mentions_path: Path) -> list[list[list[Span]]]:
    """Named spans of each sentence of each document.

    Args:
        documents: The CoNLL-U documents, in the order of the mention file.
        mentions_path: GUM's ``*.coref.jsonl``.

    Returns:
        Per document, per sentence: spans in word indices of the sentence, not overlapping.
    """
    found = []
    for document, record in zip(documents, read_jsonl(mentions_path), strict=True):
        starts, offset = [], 0
        for sentence in document.sentences:
            starts.append(offset)
            offset += len(sentence.words)
        spans: list[list[Span]] = []
        for begin, sentence in zip(starts, document.sentences):
            end = begin + len(sentence.words)
            inside = [
                (m[0] - begin, m[1] - begin + 1, m[2]) for m in record["mentions"] if begin <= m[0] and m[1] < end
            ]
            spans.append(outermost([s for s in (_named(sentence, *m) for m in inside) if s]))
        found.append(spans)
    return found


def outermost(spans: Sequence[Span]) -> list[Span]:
    """Of overlapping spans keep the longest, the earlier one of two equal ones."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda s: (s[0] - s[1], s[0])):
        if all(span[1] <= other[0] or other[1] <= span[0] for other in kept):
            kept.append(span)
    return sorted(kept)


def _named(sentence: Sentence, start: int, end: int, kind: str) -> Span | None:
    """The name inside a mention, or nothing when its head is no proper noun."""
    if kind == "time":
        return _date(sentence, start, end)
    if kind not in ("person", "organization", "place"):
        return None
    heads = [i for i in range(start, end) if not start <= sentence.heads[i] < end or sentence.heads[i] == i]
    if len(heads) != 1 or sentence.tags[heads[0]] != "NNP":
        return _plural_name(sentence, start, end, kind, heads)
    first, last = _name_around(sentence, heads[0], start, end)
    while first < last and kind == "person" and sentence.words[first].lower() in _TITLES:
        first += 1
    words = sentence.words[first : last + 1]
    role = kind == "person" and words[0].lower() in _ROLES and (len(words) == 1 or words[1] == "of")
    if role or not any(w[:1].isupper() for w in words):
        return None
    return first, last + 1, _label(kind, words)


def _plural_name(sentence: Sentence, start: int, end: int, kind: str, heads: list[int]) -> Span | None:
    """Plural proper nouns: places and organisations ("United States"), never peoples ("Americans")."""
    if len(heads) != 1 or sentence.tags[heads[0]] != "NNPS" or kind == "person":
        return None
    first, last = _name_around(sentence, heads[0], start, end)
    return first, last + 1, _label(kind, sentence.words[first : last + 1])


def _name_around(sentence: Sentence, head: int, start: int, end: int) -> tuple[int, int]:
    """The unbroken run of name words around the head, with "of ..." parts and inner hyphens."""

    def belongs(i: int) -> bool:
        tag, word = sentence.tags[i], sentence.words[i]
        return tag in ("NNP", "NNPS") or (tag in ("CD", "JJ", "NN", "NNS", "FW") and word[:1].isupper())

    def link(i: int) -> bool:
        return sentence.tags[i] == "HYPH" or sentence.words[i].lower() in LINKS

    def inside(i: int) -> bool:
        """Is word i in the subtree of the head?"""
        seen = 0
        while i != head and sentence.heads[i] != i and seen < 40:
            i, seen = sentence.heads[i], seen + 1
        return i == head

    def tight(i: int) -> bool:
        return i == head or (inside(i) and sentence.deps[i] not in _SEPARATE)

    first = last = head
    while (first > start and belongs(first - 1) and tight(first - 1)) or (
        first - 1 > start and sentence.tags[first - 1] == "HYPH" and belongs(first - 2)
    ):
        first -= 1
    while last + 1 < end:
        step = last + 1
        while step < end and link(step) and inside(step) and step - last <= 2:
            step += 1
        if step >= end or not belongs(step) or not tight(step):
            break
        if any(sentence.deps[j] == "conj" for j in range(last + 1, step + 1)):
            break
        last = step
    return first, last


def _label(kind: str, words: Sequence[str]) -> str:
    if kind != "place":
        return {"person": "PERSON", "organization": "ORG"}[kind]
    return "LOC" if any(word.lower() in _LANDSCAPE for word in words) else "GPE"


def _date(sentence: Sentence, start: int, end: int) -> Span | None:
    """A calendar expression of at most seven words at the start of a time mention."""
    while (
        start < end
        and sentence.tags[start] in ("DT", "IN", "PDT")
        and sentence.words[start].lower() in ("the", "a", "an", "in", "on", "all")
    ):
        start += 1
    stop = start
    while stop < end and stop - start < 7 and not _ends_date(sentence, stop):
        stop += 1
    while stop > start and sentence.words[stop - 1] in _OPEN:
        stop -= 1
    words = [w.lower() for w in sentence.words[start:stop]]
    if any(w in DATE_WORDS or _YEAR.match(w) for w in words):
        return start, stop, "DATE"
    return None


def _ends_date(sentence: Sentence, i: int) -> bool:
    return sentence.deps[i].startswith(("acl", "advcl", "mark", "nsubj", "cop")) or sentence.tags[i] in (
        "WDT",
        "WRB",
        "VBD",
        "VBZ",
        ":",
        "-LRB-",
    )


def wnut_rows(path: Path) -> list[tuple[list[str], list[Span]]]:
    """WNUT-17 rows as words and spans; possible dates, which it does not annotate, are MISSING."""
    rows = []
    for record in read_jsonl(path):
        words, tags = record["tokens"], record["ner"]
        spans: list[Span] = []
        for i, tag in enumerate(tags):
            kind = _WNUT.get(tag[2:])
            if tag.startswith("B-") and kind:
                end = i + 1
                while end < len(tags) and tags[end] == f"I-{tag[2:]}":
                    end += 1
                spans.append((i, end, _label("place", words[i:end]) if kind == "GPE" else kind))
            elif tag == "O" and (words[i].lower() in DATE_WORDS or _DATE_LIKE.match(words[i])):
                spans.append((i, i + 1, MISSING))
        rows.append((words, spans))
    return rows


def certain_outside(sentence: Sentence) -> list[Span]:
    """MISSING spans for all words of a tagged sentence that may be part of a name or a date.

    What is left is certainly outside of entities: so treebanks without entities teach what no name is, for
    example most words that open a sentence.
    """
    words = [word.lower() for word in sentence.words]
    name = [tag in ("NNP", "NNPS") for tag in sentence.tags]
    date = [word in DATE_WORDS or bool(_DATE_LIKE.match(word)) for word in words]
    unsure = []
    for i, word in enumerate(words):
        near_name = any(name[max(i - 1, 0) : i + 2]) and (
            word in LINKS or not word.isalpha() or sentence.words[i][0].isupper()
        )
        near_date = any(date[max(i - 2, 0) : i + 3]) and sentence.tags[i] != "."
        unsure.append(name[i] or near_name or near_date or sentence.tags[i] == "CD")
    return [(i, i + 1, MISSING) for i, open_ in enumerate(unsure) if open_]


def with_numbers(words: Sequence[str], tags: Sequence[str], spans: Sequence[Span]) -> list[Span]:
    """Add NUMBER: words tagged CD outside of other entities, with a currency before or % or percent after.

    Years outside of dates become MISSING, for GUM marks only those that are a time of something.

    Args:
        words: Words of a text.
        tags: Their Penn tags, by hand.
        spans: Entities.

    Example:
        >>> with_numbers(["About", "$", "5", "million", "in", "1990"], ["RB", "$", "CD", "CD", "IN", "CD"], [])
        [(1, 4, 'NUMBER'), (5, 6, '?')]
    """
    free = set(range(len(words))) - {i for start, end, _ in spans for i in range(start, end)}
    numbers, at = list(spans), 0
    for start, tag in enumerate(tags):
        if tag != "CD" or start not in free or start < at:
            continue
        at = start + 1
        while at in free and tags[at] == "CD":
            at += 1
        if at == start + 1 and _YEAR.match(words[start]):
            numbers.append((start, at, MISSING))
            continue
        at += at in free and words[at].lower() in _PERCENT
        numbers.append((start - (start - 1 in free and tags[start - 1] == "$"), at, "NUMBER"))
    return sorted(numbers)


def open_numbers(words: Sequence[str], spans: Sequence[Span]) -> list[Span]:
    """Add MISSING spans for words like numbers, where the data do not annotate them.

    Example:
        >>> open_numbers(["two", "dogs", "in", "Rome"], [(3, 4, "GPE")])
        [(0, 1, '?'), (3, 4, 'GPE')]
    """
    taken = {i for start, end, _ in spans for i in range(start, end)}
    found = [i for i, word in enumerate(words) if i not in taken and _NUMBER.match(word.lower())]
    return sorted([*spans, *((i, i + 1, MISSING) for i in found)])
