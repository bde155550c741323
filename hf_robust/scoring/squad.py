"""SQuAD's two scores of an answer string, normalised as its authors do, or as the language of the answers asks for.

A language says how its answers are folded and over which tokens F1 is counted: in Chinese over characters.

``transformers`` 5 no longer carries these functions, and ``evaluate.load("squad")`` needs the network.
"""

import re
import string
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.languages import casefolded
from hf_robust.core.quoted import quoted
from hf_robust.core.registry import spoken_language

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_DROP_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalize_answer(text: str, language: str = "en") -> str:
    """Lower-case, drop ASCII punctuation and English articles, and squeeze blanks; or as the language folds answers.

    Chinese answers lose all marks and spaces, and full-width forms become their usual ones.

    Args:
        text: An answer.
        language: Code of its language. One that does not say how its answers are folded is read as SQuAD's.

    Returns:
        The form in which answers are compared.

    Source: Rajpurkar et al. 2016, "SQuAD: 100,000+ Questions for Machine Comprehension of Text", section 6.1.

    Example:
        >>> normalize_answer("The  Eiffel-Tower, in Paris!")
        'eiffeltower in paris'
        >>> normalize_answer("《红楼梦》，１２回。", "zh")
        '红楼梦12回'
    """
    return _folding(language)[0](text)


@cache
def _folding(language: str) -> tuple[Callable[[str], str], Callable[[str], list[str]]]:
    """What folds an answer, and what cuts a folded one into the tokens over which F1 is counted."""
    spoken = spoken_language(language)
    if spoken.fold_answer is casefolded:
        return _squad_form, str.split
    return spoken.fold_answer, spoken.answer_tokens


def _squad_form(text: str) -> str:
    bare = text.lower().translate(_DROP_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def exact_match(prediction: str, gold: str, language: str = "en") -> float:
    """Return 1.0 when both answers are equal after `normalize_answer`, else 0.0.

    Args:
        prediction: An answer.
        gold: The right one.
        language: Code of their language.

    Example:
        >>> exact_match("the cat", "Cat."), exact_match("a cat", "cats")
        (1.0, 0.0)
        >>> exact_match("３０%", "30％", "zh")
        1.0
    """
    return float(normalize_answer(prediction, language) == normalize_answer(gold, language))


def answer_f1(prediction: str, gold: str, language: str = "en") -> float:
    """Return the F1 of the shared words of two answers; of Chinese ones that of characters.

    A Latin word or a number counts as one character. Characters are counted as SQuAD counts words, wherever they stand;
    the script of CMRC 2018 counts only the longest run that both share, so its figures are at most these.

    When either answer is empty after normalisation ("no answer"), the score is 1.0 if both are, else 0.0.

    Args:
        prediction: An answer.
        gold: The right one.
        language: Code of their language.

    Source: Rajpurkar et al. 2016, section 6.1; empty answers as in Rajpurkar et al. 2018 (SQuAD 2.0).

    Example:
        >>> answer_f1("the red house", "red house by the sea")
        0.6666666666666666
        >>> answer_f1("", "")
        1.0
        >>> answer_f1("北京大学", "北京", "zh")
        0.6666666666666666
    """
    fold, cut = _folding(language)
    predicted, expected = cut(fold(prediction)), cut(fold(gold))
    if not predicted or not expected:
        return float(predicted == expected)
    shared = sum((Counter(predicted) & Counter(expected)).values())
    if shared == 0:
        return 0.0
    precision, recall = shared / len(predicted), shared / len(expected)
    return 2 * precision * recall / (precision + recall)


def gold_answers(reference: Any, row: int, language: str = "en") -> list[str]:
    """Return the acceptable answers of one row; ``[""]`` when the question has none.

    Args:
        reference: ``{"text": [...], "answer_start": [...]}``, a list of strings, or one string.
        row: Row number, for the message.
        language: Code of the language of the answers.

    Raises:
        UsageError: Another shape.

    Example:
        >>> gold_answers({"text": ["Paris", "the"], "answer_start": [3, 0]}, 0)
        ['Paris']
        >>> gold_answers({"text": [], "answer_start": []}, 0)
        ['']
    """
    texts = reference.get("text") if isinstance(reference, Mapping) else reference
    texts = [texts] if isinstance(texts, str) else texts
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise UsageError(
            f"references row {row}: expected {{'text': [...], 'answer_start': [...]}}, a list of strings or "
            f"one string, found {quoted(reference)}"
        )
    return [text for text in texts if normalize_answer(text, language)] or [""]
