"""SQuAD's two scores of an answer string, normalised as its authors do.

``transformers`` 5 no longer carries these functions, and ``evaluate.load("squad")`` needs the network.
"""

import re
import string
from collections import Counter
from collections.abc import Mapping
from typing import Any

from hf_robust.core.errors import UsageError

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_DROP_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normalize_answer(text: str) -> str:
    """Lower-case, drop ASCII punctuation and English articles, and squeeze blanks.

    Args:
        text: An answer.

    Returns:
        The form in which answers are compared.

    Source: Rajpurkar et al. 2016, "SQuAD: 100,000+ Questions for Machine Comprehension of Text", section 6.1.

    Example:
        >>> normalize_answer("The  Eiffel-Tower, in Paris!")
        'eiffeltower in paris'
    """
    bare = text.lower().translate(_DROP_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def exact_match(prediction: str, gold: str) -> float:
    """Return 1.0 when both answers are equal after `normalize_answer`, else 0.0.

    Example:
        >>> exact_match("the cat", "Cat."), exact_match("a cat", "cats")
        (1.0, 0.0)
    """
    return float(normalize_answer(prediction) == normalize_answer(gold))


def answer_f1(prediction: str, gold: str) -> float:
    """Return the F1 of the shared words of two answers.

    When either answer is empty after normalisation ("no answer"), the score is 1.0 if both are, else 0.0.

    Source: Rajpurkar et al. 2016, section 6.1; empty answers as in Rajpurkar et al. 2018 (SQuAD 2.0).

    Example:
        >>> answer_f1("the red house", "red house by the sea")
        0.6666666666666666
        >>> answer_f1("", "")
        1.0
    """
    predicted, expected = normalize_answer(prediction).split(), normalize_answer(gold).split()
    if not predicted or not expected:
        return float(predicted == expected)
    shared = sum((Counter(predicted) & Counter(expected)).values())
    if shared == 0:
        return 0.0
    precision, recall = shared / len(predicted), shared / len(expected)
    return 2 * precision * recall / (precision + recall)


def gold_answers(reference: Any, row: int) -> list[str]:
    """Return the acceptable answers of one row; ``[""]`` when the question has none.

    Args:
        reference: ``{"text": [...], "answer_start": [...]}``, a list of strings, or one string.
        row: Row number, for the message.

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
            f"one string, found {reference!r}"
        )
    return [text for text in texts if normalize_answer(text)] or [""]
