"""Names of organizations that have several parts, which change as a whole or not at all."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.gazetteer import nation_of
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons import lexicon

_WORD = r"[A-Z][\w.'’-]*"
# "Quillon, Arps & Co.", "Procter & Gamble", "Quill, Brown and Company"
_JOINED = re.compile(
    rf"(?:{_WORD}(?: ?,)? )+(?P<joint>&|and) (?:Associates|Bros|Brothers|Co|Company|Daughters|Partners|Sons)\b"
    rf"|(?:{_WORD} ){{1,3}}(?P<sign>&) {_WORD}(?: {_WORD})*"
)
# "Hudson's Bay Company", "St. Mary's Hospital"
_OWNED = re.compile(rf"(?:St\.? )?(?P<owner>[A-Z][\w-]+) ?(?P<joint>['’])s? (?P<rest>{_WORD}(?: {_WORD}){{0,3}})")
_FIRMS = frozenset({"Companies", "Corp", "Corp.", "Inc", "Inc.", "Ltd", "Stores"})
_MORE_KINDS = frozenset(
    """Abbey Academy Brewing Center Centre Church Clinic Club Company Elementary Gallery Grammar High Hotel Library
    Museum Orchestra Press Productions Recordings School Secondary Shipbuilding Society Theater Theatre Trust
    Wireless""".split()
)


class _Unit(NamedTuple):
    """A name of several parts: where it stands, and a character between its parts."""

    start: int
    end: int
    joint: int


def whole_names(doc: Doc, edits: Sequence[Edit]) -> Sequence[Edit]:
    """The edits without those of names that are a part of the name of an organization.

    Args:
        doc: The text.
        edits: What would change in it.

    Example:
        >>> doc = Doc.tagged("Sears/PROPN ,/PUNCT Roebuck/PROPN &/CCONJ Co./PROPN grew/VERB")
        >>> whole_names(doc, [Edit(0, 5, "Kmart")])
        []
    """
    units = list(_units(doc.text))
    if not units:
        return edits
    broken = {
        doc.text[edit.start : edit.end].lower()
        for edit in edits
        for unit in units
        if unit.start < edit.end and edit.start < unit.end and not edit.start <= unit.joint < edit.end
    }
    return [edit for edit in edits if doc.text[edit.start : edit.end].lower() not in broken]


def _units(text: str) -> Iterator[_Unit]:
    if "&" in text or " and " in text:
        for found in _JOINED.finditer(text):
            yield _Unit(*found.span(), max(found.start("joint"), found.start("sign")))
    for found in _OWNED.finditer(text) if "'" in text or "’" in text else ():
        owner, words = found["owner"].lower(), found["rest"].split()
        placed = owner in place_names() or owner in nation_of()
        last = max((number for number, word in enumerate(words) if word in kinds() | _FIRMS), default=-1)
        if last >= 0 and not placed:
            yield _Unit(found.start(), found.start("rest") + len(" ".join(words[: last + 1])), found.start("joint"))


@cache
def kinds() -> frozenset[str]:
    """Words with a capital that say what kind of an organization a name is."""
    return frozenset(lexicon("organizations")["kinds"]) | _MORE_KINDS
