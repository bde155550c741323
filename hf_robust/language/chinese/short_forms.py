"""Usual abbreviations of Chinese and what they stand for, cut into words."""

from functools import cache

from hf_robust.language.lexicons import lexicon

__all__ = ["long_form", "long_forms", "short_form"]


def long_form(short: str) -> tuple[str, ...]:
    """The words that an abbreviation stands for.

    Args:
        short: A word in simplified characters.

    Returns:
        Its words; ``()`` for what is no abbreviation that the table has.

    Example:
        >>> long_form("清华"), long_form("世博会"), long_form("博会")
        (('清华', '大学'), ('世界', '博览会'), ())
    """
    found: tuple[str, ...] = lexicon("abbreviations", "zh").get(short, ())
    return found


def short_form(words: str) -> str:
    """The abbreviation of a long form; "" for what has none, and where two have the same long form.

    Args:
        words: The long form in simplified characters, without spaces.

    Example:
        >>> short_form("世界博览会"), short_form("世界")
        ('世博会', '')
    """
    return _shortened().get(words, "")


def long_forms() -> tuple[str, ...]:
    """All long forms, sorted.

    Example:
        >>> "世界博览会" in long_forms()
        True
    """
    return tuple(sorted(_shortened()))


@cache
def _shortened() -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for short, words in lexicon("abbreviations", "zh").items():
        found.setdefault("".join(words), []).append(short)
    return {long: shorts[0] for long, shorts in found.items() if len(shorts) == 1}
