"""Whether the function words of a text are those of another language."""

from hf_robust.core.doc import Doc
from hf_robust.language.english.function_words import language_name, language_points

CODES = ("de", "es", "fr", "it", "pt")
"""The languages of :mod:`hf_robust.language.european.room`."""
_COMPARED = frozenset({*CODES, "en"})
_CLEARLY = 2  # points by which others must have more than twice as many: Catalan shares most words with Spanish


def in_other_language(doc: Doc, code: str) -> str | None:
    """Why a text is not in a language: another one has more of its function words. None for a text that may be in it.

    Args:
        doc: The text.
        code: Code of the language in which it should be.

    Example:
        >>> in_other_language(Doc("The food was very good."), "de"), in_other_language(Doc("Ein guter Film."), "de")
        ('it is in English', None)
    """
    points = language_points(doc)
    own = points[code]
    more = [one for one in points if points[one] > (own if one in _COMPARED else 2 * own + _CLEARLY)]
    return f"it is in {language_name(max(more, key=lambda one: points[one]))}" if more else None
