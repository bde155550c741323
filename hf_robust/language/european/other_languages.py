"""Whether the function words of a text are those of another language."""

from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.language.english.function_words import language_name, language_points
from hf_robust.language.lexicons import lexicon

CODES = ("de", "es", "fr", "it", "pt")
"""The languages of :mod:`hf_robust.language.european.definition`."""
_READ = 50  # words of a text that are read
_POINTS = 2  # of a function word that few other languages have
_CLEARLY = 1  # words by which others must have more than twice as many: Catalan shares most words with Spanish


def in_other_language(doc: Doc, code: str) -> str | None:
    """Why a text is not in a language: another one has more of its function words. None for a text that may be in it.

    Args:
        doc: The text.
        code: Code of the language in which it should be.

    Example:
        >>> in_other_language(Doc("The food was very good."), "de"), in_other_language(Doc("Ein guter Film."), "de")
        ('it is in English', None)
    """
    words = [doc.text[start:end].lower() for start, end in doc.words[:_READ]]
    found = {one: sum(word in _function_words(one) for word in words) for one in (*CODES, "en")}
    counts = {one: points / _POINTS for one, points in language_points(doc).items()} | found
    own = counts[code]
    more = [one for one in counts if counts[one] > (own if one in found else 2 * own + _CLEARLY)]
    return f"it is in {language_name(max(more, key=lambda one: counts[one]))}" if more else None


@cache
def _function_words(code: str) -> frozenset[str]:
    words: frozenset[str] = lexicon("stop_words", code)
    return words if code == "en" else words | lexicon("kept_words", code)
