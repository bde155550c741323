"""``a`` or ``an``: repaired before a word that was replaced."""

import re
from collections.abc import Sequence
from string import ascii_letters, digits

import numpy as np

from hf_robust.core.column_edits import EditColumns, merged
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.text_columns import IS_SPACE, Strings, TextColumn, byte_mask, lowered

_ARTICLE = re.compile(r"(?<![\w'’.&+@#-])(an?)\s+\Z", re.IGNORECASE)
_ROOM = 12  # characters in which an article is looked for
_A_OR_N = np.frombuffer(b"an", np.uint8)
_NOT_BEFORE = byte_mask(f"_'.&+@#-{ascii_letters}{digits}")
_VOWEL_SOUND = re.compile(r"(?:[aeiou]|h(?:eir|our|onest|onou?r)|8|11(?!\d)|18(?!\d))")
_LETTERS = re.compile(r"[^\W\d_]+")
# initialisms that could be words; others show by their consonants ("FBI", "HTML")
_SPELLED = frozenset("EU HIV LED MIT SOS SUV UK UN US USA".split())
_CLUSTERS = frozenset(
    "BL BR CH CL CR DR DW FL FR GH GL GN GR KN PH PL PR PS QU SC SH SK SL SM SN SP SQ ST SW TH TR TW WH WR".split()
)
_CONSONANT_SOUND = re.compile(
    r"(?:eu|ewe|one(?!\w)|once|u(?:ni(?!n|m)|s[aeiu]|t[ai]|topi|r(?:anium|anus|ugua|uk|ine|al)|k(?:ulele|rain)|gand|buntu))"
)


def with_articles(doc: Doc, edits: Sequence[Edit]) -> list[Edit]:
    """The edits, and for each ``a`` or ``an`` before one that no longer fits, its repair.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> doc = Doc("a film")
        >>> apply(doc.text, with_articles(doc, [Edit(2, 6, "old film")]))
        'an old film'
    """
    repaired: list[Edit] = []
    for edit in edits:
        found = _ARTICLE.search(doc.text, max(0, edit.start - _ROOM), edit.start) if edit.text else None
        if found is not None and doc.is_free(found.start(1), found.end(1)):
            old = found.group(1)
            new = _repaired(old, edit.text)
            if new != old:
                repaired.append(Edit(found.start(1), found.end(1), new))
        repaired.append(edit)
    return repaired


def _repaired(old: str, following: str) -> str:
    """An article as it is written before a word."""
    new = article(following)
    if new == old.lower():
        return old
    return new.upper() if old.isupper() and len(old) > 1 else new.capitalize() if old[0].isupper() else new


def with_article_columns(column: TextColumn, edits: EditColumns) -> EditColumns:
    """:func:`with_articles` for a whole batch.

    Args:
        column: The texts.
        edits: The edits.
    """
    places, start, end = _articles(column, edits)
    _, begin, stop, at, until = (array[places] for array in edits[:5])
    kept_of = column.texts.slices
    words = Strings.joined([kept_of(begin, at), edits.new.take(places), kept_of(until, stop)], len(places)).tolist()
    written = kept_of(start, end).tolist()
    kept, texts = [], []
    for number, (article, new) in enumerate(zip(written, words)):
        if new:
            text = _repaired(article.decode(), new.decode()).encode()
            if text != article:
                kept.append(number)
                texts.append(text)
    if not kept:
        return edits
    row, left = edits.row[places[kept]], np.zeros(column.size, bool)
    return merged(EditColumns.whole(row, start[kept], end[kept], Strings.of(texts), left), edits)


def _articles(column: TextColumn, edits: EditColumns) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Which edits stand behind an article that may be touched, and where it begins and ends."""
    data, low = column.data, column.offsets[edits.row]
    first = np.maximum(low, edits.start - _ROOM)
    at = edits.start - 1
    for _ in range(_ROOM - 1):
        at = at - ((at >= first) & IS_SPACE[data[np.maximum(at, 0)]])
    places = np.flatnonzero((at < edits.start - 1) & (at >= first) & np.isin(lowered(data[np.maximum(at, 0)]), _A_OR_N))
    at, low, first = at[places], low[places], first[places]
    start = at - (lowered(data[at]) == ord("n"))
    fits = (start >= first) & (lowered(data[np.maximum(start, 0)]) == ord("a"))
    fits &= (start == low) | ~_NOT_BEFORE[data[np.maximum(start - 1, 0)]]
    places, start, end = places[fits], start[fits], at[fits] + 1
    free = column.are_free(start, end)
    return places[free], start[free], end[free]


def article(following: str) -> str:
    """``a`` or ``an`` by the sound that follows.

    Example:
        >>> [article(word) for word in ("hour", "house", "user", "uncle", "8", "FBI")]
        ['an', 'a', 'a', 'an', 'an', 'an']
    """
    head = _LETTERS.match(following)
    if head is not None and _is_spelled(head.group()):
        return "an" if head.group()[0] in "AEFHILMNORSX" else "a"
    word = following.lower()
    return "an" if _VOWEL_SOUND.match(word) and not _CONSONANT_SOUND.match(word) else "a"


def _is_spelled(word: str) -> bool:
    """Whether capitals are read letter by letter, which a text in capitals makes hard to tell."""
    if not word.isupper():
        return False
    if len(word) == 1 or word in _SPELLED or not set(word) & set("AEIOUY"):
        return True
    consonants = not set(word[:2]) & set("AEIOUY")
    return len(word) <= 4 and consonants and word[:2] not in _CLUSTERS
