"""Answers that are free text: of extractive question answering, translation, summarization and generation."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.adapters.language_models.answer_json import json_values
from hf_robust.adapters.language_models.answer_text import folded, unified, unquoted
from hf_robust.adapters.language_models.answers import NO_VALUE, AnswerFormat, Parsed

NO_ANSWER = "no answer"
"""Name under which the words of a question without an answer stand."""

_FIELD = re.compile(
    r"\A(?:(?:the\s+)?(?:short\s+|final\s+)?answer(?:\s*[:：]|\s+is\b(?:\s*:)?)|答案(?:\s*[:：]|是|为))\s*",
    re.IGNORECASE,
)
# a sentence that says that the context is silent
_SILENT = re.compile(
    r"\b(?:not|no|cannot|can['’]t|doesn['’]t|isn['’]t|unable)\b(?:\W+\w+){0,3}?\W+(?:mention|sa(?:y|id)|state|contain|"
    r"provide|specif|include|give|answer|determine|find|found|tell|information|enough)|"
    r"(?:没有|未|无法|不能|不)(?:明确|直接)?(?:提到|提及|说明|包含|给出|提供|回答|确定|找到|足够|答案)",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"\b(?:context|passage|text|document|article|paragraph)\b|上下文|文中|文本|原文|文章|段落", re.IGNORECASE
)
_LONGEST_SENTENCE = 300
_KEYS = ("answer", "text", "span", "答案")
_FULL_STOPS = ".。"


class TextAnswers(AnswerFormat):
    """Reads the text as it is, without reasoning blocks.

    Example:
        >>> TextAnswers().parse_loosely("A short summary.", {}).value
        'A short summary.'
    """

    free_text = True

    def parse(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """None: whether a text is a refusal decides first."""
        return None

    def parse_loosely(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return the text."""
        return Parsed(text)

    def missing(self, row: Mapping[str, Any]) -> str:
        """Return the empty text."""
        return ""

    def write(self, gold: Any, row: Mapping[str, Any]) -> str:
        """Return the text, or the first of several references.

        Example:
            >>> TextAnswers().write(["A short summary.", "A summary."], {})
            'A short summary.'
        """
        return str(gold[0] if isinstance(gold, (list, tuple)) and gold else gold)


class SpanAnswers(AnswerFormat):
    """Reads the answer to a question about a context.

    The answer is the value of a JSON object, what follows ``Answer:``, or the text. Quotation marks around it, and a
    full stop or further lines behind it, are left out where only the rest stands in the context. Words such as
    ``unanswerable``, or a sentence that says that the context does not tell, mean the empty answer.

    Args:
        no_answer: The words that mean that the context does not hold the answer, the one that prompts show first.

    Example:
        >>> spans = SpanAnswers(["unanswerable"])
        >>> row = {"context": "The tower is in Paris.", "question": "Where is it?"}
        >>> spans.parse('Answer: "Paris".', row).value, spans.parse("Unanswerable.", row).value
        ('Paris', '')
        >>> spans.parse("In France.", row), spans.parse_loosely("In France.", row).value
        (None, 'In France.')
    """

    free_text = True
    most_tokens = 128

    def __init__(self, no_answer: Sequence[str]):
        self._no_answer = tuple(no_answer)
        self._means_none = {folded(word) for word in no_answer}

    def parse(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return the answer when it stands in the context, is stated as one, or says that there is none."""
        stated = _in_json(text)
        if stated is None and (field := _FIELD.match(text)):
            stated = text[field.end() :].strip()
        answer = _trimmed(text if stated is None else stated, str(row.get("context") or ""))
        known = answer in str(row.get("context") or "")
        if folded(answer) in self._means_none or (not known and _says_none(answer)):
            return Parsed("")
        known = known or bool(stated)
        return Parsed(answer) if answer and known else None

    def parse_loosely(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return the text: an answer in other words than those of the context."""
        return Parsed(text)

    def missing(self, row: Mapping[str, Any]) -> str:
        """Return a text that is in no context; the empty text would mean that there is no answer."""
        return NO_VALUE

    def write(self, gold: Any, row: Mapping[str, Any]) -> str:
        """Return the first answer, or the words for none.

        Example:
            >>> SpanAnswers(["unanswerable"]).write({"text": [], "answer_start": []}, {})
            'unanswerable'
        """
        texts = gold["text"] if isinstance(gold, Mapping) else [gold]
        return next((text for text in texts if text), self._no_answer[0])


def _in_json(text: str) -> str | None:
    """What the only JSON object of a text holds as the answer; an empty answer and null are the empty text."""
    found = [value for value in json_values(text) if isinstance(value, dict)]
    if len(found) != 1:
        return None
    held = {key.casefold(): value for key, value in found[0].items()}
    values = [held[key] for key in _KEYS if key in held]
    if not values or not (values[0] is None or isinstance(values[0], (str, int, float))):
        return None
    return "" if values[0] is None else str(values[0])


def _says_none(answer: str) -> bool:
    """Whether an answer says that the context does not tell."""
    return len(answer) <= _LONGEST_SENTENCE and bool(_CONTEXT.search(answer) and _SILENT.search(answer))


def _trimmed(answer: str, context: str) -> str:
    """An answer without quotation marks and full stop, where it stands in the context without them alone."""
    said = answer.strip()
    first = said.partition("\n")[0].strip()
    for shorter in (
        first,
        first.rstrip(_FULL_STOPS),
        said.rstrip(_FULL_STOPS),
        unquoted(said),
        unquoted(said.rstrip(_FULL_STOPS)).rstrip(_FULL_STOPS),
    ):
        if said not in context and shorter and unified(shorter) in unified(context):
            return shorter
    return said
