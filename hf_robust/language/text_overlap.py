"""What two texts share, and which of them alone says no, for linear baselines; in the words of their language."""

import re
from collections.abc import Callable, Collection, Mapping

from hf_robust.core.languages import Language
from hf_robust.language.english.closed_classes import AUXILIARIES_NOT, NEAR_NEGATIONS, NEGATIONS
from hf_robust.language.lexicons import lexicon

WORD = re.compile(r"\w+(?:['’]\w+)*|[^\w\s]")
"""A word or a mark of an English text."""
NEGATION = NEGATIONS | NEAR_NEGATIONS | AUXILIARIES_NOT
"""English words that say no."""


def _english(text: str, language: Language) -> set[str]:
    return {word.lower() for word in WORD.findall(text)}


def _own(text: str, language: Language) -> set[str]:
    return {text[start:end].lower() for start, end in language.words(text, None)}


def _denies_in_chinese(words: Collection[str]) -> bool:
    told = lexicon("negation_words", "zh")
    return any(word in told["words"] or (word[0] in told["first"] and word not in told["unless"]) for word in words)


def _denies_in_english(words: Collection[str]) -> bool:
    return not NEGATION.isdisjoint(words)


# the words of a text; in English its marks too
_WORDS: Mapping[str, Callable[[str, Language], set[str]]] = {"en": _english}
_DENIES: Mapping[str, Callable[[Collection[str]], bool]] = {"en": _denies_in_english, "zh": _denies_in_chinese}


def shared_words(premise: str, hypothesis: str, language: Language) -> list[float]:
    """The share of the words of either text in the other, and whether one of them alone says no.

    Args:
        premise: One text.
        hypothesis: The other.
        language: The language of both.

    Returns:
        Four numbers from 0 to 1: the share of the words of the first, of the second, 1 where only the second says no,
        1 where only the first does.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> shared_words("他去北京", "他没去北京", CHINESE)
        [1.0, 0.75, 1.0, 0.0]
    """
    words = _WORDS.get(language.code, _own)
    first, second = words(premise, language), words(hypothesis, language)
    both = len(first & second)
    denies = _DENIES.get(language.code, _denies_in_english)
    negated = [denies(first), denies(second)]
    apart = float(negated[1] and not negated[0]), float(negated[0] and not negated[1])
    return [both / max(1, len(first)), both / max(1, len(second)), *apart]
