"""The language that the new name of a person comes from, by the old name and by the people that a text gives them."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import ARTICLES
from hf_robust.language.english.name_origins import (
    language_of_family,
    language_of_given,
    languages_of_nations,
    name_pool,
)
from hf_robust.language.english.nations import all_peoples

_OF_PARTICLES = {"van": "dutch", "von": "german", "di": "italian", "della": "italian", "al": "arabic"}
_NEAR, _FAR = 3, 24  # tokens in which a text says from where somebody is, and those before "is" with dates in brackets


def language_of_name(
    tokens: Sequence[Token], first: int, end: int, names: Sequence[str], particles: Sequence[str]
) -> str:
    """The language of a full name; empty where nothing tells, or where too few surnames of it are listed.

    Args:
        tokens: The tokens of a text.
        first: The first token of the name.
        end: The token after the last.
        names: The given names and the surname, in lower case.
        particles: The particles of the name, in lower case.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("Zorp/PROPN Quilis/PROPN is/AUX a/DET Spanish/ADJ rower/NOUN")
        >>> language_of_name(doc.tokens, 0, 2, ("zorp", "quilis"), ())
        'spanish'
    """
    if told := _told(tokens, first, end):
        return told
    language = next((_OF_PARTICLES[word] for word in particles if word in _OF_PARTICLES), "")
    language = language or next(filter(None, map(language_of_given, names[:-1])), "") or language_of_family(names[-1])
    if not language and not {"de", "du"}.isdisjoint(particles):
        language = "french"
    return language if _has_surnames(language) else ""


def _told(tokens: Sequence[Token], first: int, end: int) -> str:
    """The language of the people beside a name: "the French president Anna Smith", "Anna Smith is a Polish rower"."""
    said = next((n for n in range(end, min(len(tokens), end + _FAR)) if tokens[n].text in ("is", "was")), len(tokens))
    said = end if end < len(tokens) and tokens[end].text == "," else said
    article = said + 1 < len(tokens) and tokens[said + 1].text in ARTICLES
    beside = (*tokens[max(0, first - _NEAR) : first], *(tokens[said + 2 : said + 2 + _NEAR] if article else ()))
    countries = (all_peoples().get(token.text.lower(), ("", ""))[0] for token in beside if token.text[:1].isupper())
    found = (languages_of_nations()[country] for country in countries if country in languages_of_nations())
    return next(filter(_has_surnames, found), "")


def _has_surnames(language: str) -> bool:
    """Whether surnames of a language are listed: a Polish given name beside an English surname is of no people."""
    return language == "english" or name_pool(language, "surnames") != name_pool("", "surnames")
