"""``a`` or ``an``: repaired before a word that was replaced."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit

_ARTICLE = re.compile(r"(?<![\w'’.&+@#-])(an?)\s+\Z", re.IGNORECASE)
_ROOM = 12  # characters in which an article is looked for
_VOWEL_SOUND = re.compile(r"(?:[aeiou]|h(?:eir|our|onest|onou?r)|8|11(?:\d\d)?(?!\d)|18(?:\d\d)?(?!\d))")
_LETTERS = re.compile(r"[^\W\d_]+")
# initialisms that could be words; others show by their consonants ("FBI", "HTML")
_SPELLED = frozenset("EU HIV LED MIT SOS SUV UK UN US USA".split())
_CLUSTERS = frozenset(
    "BL BR CH CL CR DR DW FL FR GH GL GN GR KN PH PL PR PS QU SC SH SK SL SM SN SP SQ ST SW TH TR TW WH WR".split()
)
_CONSONANT_SOUND = re.compile(
    r"(?:eu|ewe|one(?!\w)|once|u(?:ni(?!n|m)|s[aeiu]|t[aei]|topi|r(?:anium|anus|ugua|uk|ine|al)|k(?:ulele|rain)|gand|buntu))"
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
