"""Chinese characters that are taken for each other by eye: by people who type, by machines that read images."""

from hf_robust.language.lexicons import lexicon

__all__ = ["look_alikes"]


def look_alikes(character: str) -> tuple[str, ...]:
    """Common characters that look like a common one, the likest first.

    Args:
        character: One simplified character.

    Returns:
        At most eight; ``()`` for one that has none, is rare or is no Han character.

    Example:
        >>> look_alikes("杭")[:2], look_alikes("未"), look_alikes("A")
        (('航', '抗'), ('末',), ())
    """
    found: tuple[str, ...] = lexicon("look_alikes", "zh").get(character, ())
    return found
