"""The language that the new name of a person comes from, by the old name and by the people that a text gives them."""

from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import ARTICLES
from hf_robust.language.english.name_origins import (
    family_names,
    given_names,
    language_of_family,
    language_of_given,
    languages_of_nations,
    name_pool,
)
from hf_robust.language.english.nations import all_peoples

_OF_PARTICLES = {"van": "dutch", "von": "german", "di": "italian", "della": "italian", "al": "arabic"}
# where most people have English names
_ENGLISH_COUNTRIES = frozenset({"australia", "canada", "ireland", "new zealand", "united kingdom", "united states"})
_ENGLISH_PEOPLES = frozenset({"english", "scottish", "welsh"})
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
    if not language and not any(name in family_names() or name in given_names() for name in names):
        language = _of_text(tokens)
    return language if _has_surnames(language) else ""


def _told(tokens: Sequence[Token], first: int, end: int) -> str:
    """The language of the people beside a name: "the French president Anna Smith", "Anna Smith is a Polish rower"."""
    said = next((n for n in range(end, min(len(tokens), end + _FAR)) if tokens[n].text in ("is", "was")), len(tokens))
    said = end if end < len(tokens) and tokens[end].text == "," else said
    article = said + 1 < len(tokens) and tokens[said + 1].text in ARTICLES
    beside = (*tokens[max(0, first - _NEAR) : first], *(tokens[said + 2 : said + 2 + _NEAR] if article else ()))
    return next(filter(_has_surnames, _languages_of_peoples(beside)), "")


def _of_text(tokens: Sequence[Token]) -> str:
    """The language of the only people that a text names: "a 1987 Indian film, directed by Zorp Quilis"."""
    found = set(_languages_of_peoples(tokens))
    return found.pop() if len(found) == 1 else ""


def languages_of_text(tokens: Sequence[Token]) -> frozenset[str]:
    """The languages of all peoples that a text names; of one without listed names, its country in lower case.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> sorted(languages_of_text(Doc.tagged("Belgian/ADJ and/CCONJ Irish/ADJ poets/NOUN").tokens))
        ['belgium', 'english']
    """
    words = {token.text.lower() for token in tokens if token.text[:1].isupper()}
    countries = {all_peoples()[word][0] for word in words & all_peoples().keys()}
    found = {languages_of_nations().get(country, country) for country in countries - _ENGLISH_COUNTRIES}
    return frozenset(found | ({"english"} if countries & _ENGLISH_COUNTRIES or words & _ENGLISH_PEOPLES else set()))


def _languages_of_peoples(tokens: Sequence[Token]) -> Iterator[str]:
    countries = (all_peoples().get(token.text.lower(), ("", ""))[0] for token in tokens if token.text[:1].isupper())
    return (languages_of_nations()[country] for country in countries if country in languages_of_nations())


def _has_surnames(language: str) -> bool:
    """Whether surnames of a language are listed: a Polish given name beside an English surname is of no people."""
    return language == "english" or name_pool(language, "surnames") != name_pool("", "surnames")
