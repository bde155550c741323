"""What a text states of a place that only this place has: a site of its own, or a class that it belongs to."""

import re

from hf_robust.core.doc import Doc

_LANDMARK = re.compile(
    r"[A-Z][a-z]+ (?:Abbey|Castle|Cathedral|Field|Gardens?|Mosque|Opera House|Palace|Park|Pyramid|Tower|Temple)\b"
    r"|\b(?:U\.?N\.?|United Nations) headquarters\b"
)
_AFTER_SCHOOL = re.compile(r"(?:University|College|Institute)[\w ]* ?\( ?\Z")  # "University of North Texas (Denton"
_AFTER_SITE = re.compile(r"[A-Z][\w'’-]+ (?:Gallery|Library|Museum|Theat(?:er|re)) ?,? ?(?:(?:in|at|of) )?\Z")
_CLASSED = re.compile(
    r"\b(?:countries|democracies|economies|markets|nations|powers|societies|states)\b[^.;:]{0,30}?"
    r"\b(?:such as|like|including|especially|particularly) (?:[^.;:]|(?<=[A-Z])\.){0,60}\Z"
)


def has_site_before(doc: Doc, start: int) -> bool:
    """Whether a school or a site stands before its city: "Ashmolean Museum, Oxford".

    Args:
        doc: The text.
        start: Where the city begins.
    """
    return any(sign.search(doc.text, 0, start) is not None for sign in (_AFTER_SCHOOL, _AFTER_SITE))


def has_landmark(doc: Doc) -> bool:
    """Whether a text names a building or a park that readers may know.

    Args:
        doc: The text.
    """
    return _LANDMARK.search(doc.text) is not None


def is_example(doc: Doc, start: int) -> bool:
    """Whether a country is an example of a class of countries: "more mature markets, such as Japan".

    Args:
        doc: The text.
        start: Where the country begins.
    """
    return _CLASSED.search(doc.text, 0, start) is not None
