"""Why a row stays as it is: short reasons, what kind each is, and how they are counted."""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache

from hf_robust.core.edits import Edit

SAME_TEXT = "the result is the same text"
"""The reason of a row with the status ``unchanged``: there were edits, and they give the same text."""
BROKEN = "broken row: "
"""How the reason of a row begins whose labels do not fit its text: that is a mistake of the data."""
PROTECTED = "the text has no word that can be changed outside protected text"


class ReasonKind(StrEnum):
    """What a reason says of a row.

    ``NO_CANDIDATE``: the row has no word or phrase of the lists of the transformation, and none of the kind that it
    changes, or its gold label is not one that the transformation is for. ``REFUSED``: it has one, and a rule or a check
    left it as it is; a person may still be able to change it. ``SAME``: the result is the same text.
    """

    NO_CANDIDATE = "no_candidate"
    REFUSED = "refused"
    SAME = "same"


# the gold labels of these rows are not those that the transformation is for, so that no rule could change them
_OTHER_GOLD = (
    "only a pair that is ",
    "no aspect",
    "no other aspect",
    "the target is neither positive nor negative",
    "no entity",
    "the question has no answer",
)
_NO_CANDIDATE = ("the text has no ", "the row has no ", "fewer than ", "empty text", "blank text", *_OTHER_GOLD)
_QUOTED = re.compile(r"(?<!\w)'[^']*'(?!\w)|\"[^\"]*\"")
_NUMBER = re.compile(r"\d+")
_ORDER = ("", ReasonKind.SAME, ReasonKind.NO_CANDIDATE, ReasonKind.REFUSED)


class NoEdits(tuple[Edit, ...]):
    """No edits, and why: what ``Transformation.edits`` returns instead of an empty list where it knows the reason.

    Unlike an error, it concerns one text: another text of the same row may still change.

    Args:
        reason: A short reason without names and numbers, for example "the text has two tenses". It is a refusal unless
            it is made by :func:`nothing`.

    Example:
        >>> none = NoEdits("the text has two tenses")
        >>> list(none), none.reason
        ([], 'the text has two tenses')
    """

    reason: str

    def __new__(cls, reason: str) -> "NoEdits":
        made = super().__new__(cls)
        made.reason = reason
        return made

    def __reduce__(self) -> tuple:
        return NoEdits, (self.reason,)


def nothing(what: str, whole: str = "text") -> str:
    """The reason of a row that has nothing to change.

    Args:
        what: What it lacks.
        whole: What lacks it: ``text`` or ``row``.

    Example:
        >>> nothing("words that have a synonym")
        'the text has no words that have a synonym'
    """
    return f"the {whole} has no {what}"


def reason_kind(reason: str) -> ReasonKind:
    """The kind of a reason, which its first words say.

    Example:
        >>> str(reason_kind(nothing("numbers"))), str(reason_kind("the text is not English"))
        ('no_candidate', 'refused')
    """
    if reason == SAME_TEXT:
        return ReasonKind.SAME
    return ReasonKind.NO_CANDIDATE if reason.startswith(_NO_CANDIDATE) else ReasonKind.REFUSED


def counted_reason(reason: str) -> str:
    """A reason without what differs from row to row: quoted words and numbers.

    Example:
        >>> counted_reason("the place 'Athens' is not listed"), counted_reason("3 tokens but 4 tags")
        ("the place '…' is not listed", 'N tokens but N tags')
    """
    return _NUMBER.sub("N", _QUOTED.sub("'…'", reason))


def eligible_rows(total: int, unchanged: int, reasons: Mapping[str, int]) -> int:
    """How many rows could change: all but those in which there was nothing to change.

    Args:
        total: All rows.
        unchanged: Those whose result is the same text.
        reasons: How many rows have each reason.

    Example:
        >>> eligible_rows(10, 1, {"the text has no numbers": 4, "the text is not English": 2})
        5
    """
    nothing_there = sum(rows for reason, rows in reasons.items() if reason_kind(reason) is ReasonKind.NO_CANDIDATE)
    return total - unchanged - nothing_there


def main_reason(reasons: Iterable[str]) -> str:
    """The reason of a row whose texts, or stages, have several: the first refusal, else the first of them.

    Example:
        >>> main_reason(["the text has no numbers", "the text is not English"])
        'the text is not English'
    """
    found = ""
    for reason in reasons:
        if outranks(reason, found):
            found = reason
    return found


def outranks(reason: str, other: str) -> bool:
    """Whether a reason is told instead of another one of the same row.

    Args:
        reason: The later one.
        other: The earlier one; empty for none.
    """
    return _rank(reason) > _rank(other)


@lru_cache(maxsize=256)
def _rank(reason: str) -> int:
    return _ORDER.index(reason_kind(reason)) if reason else 0
