"""Whether a sentence asserts, denies or only considers a label that it mentions."""

import re
from typing import Literal

from hf_robust.language.chinese.closed_classes import CLASSICAL_NEGATIONS
from hf_robust.language.chinese.closed_classes import NEGATIONS as CHINESE_NEGATIONS
from hf_robust.language.english.closed_classes import (
    CLAUSE_LINKS,
    HARD_ADJECTIVES,
    JUDGING_VERBS,
    NEAR_NEGATIONS,
    NEGATIONS,
    SELDOM,
    SHOWING_PARTICIPLES,
    UNFULFILLED_VERBS,
)

Stance = Literal["asserted", "denied", "considered"]

_AROUND = 160  # characters before and behind a label that are read


def _any(words: frozenset[str]) -> str:
    return f"(?:{'|'.join(sorted(words))})"


# phrases with a negation, a condition or a doubt that leave a statement as it is
_HARMLESS = re.compile(
    r"\b(?:no doubt|without (?:a |any )?doubt|nothing but|not (?:only|just|merely)|"
    r"(?:even )?if (?:(?:i|one) ha(?:d|ve) to \w+|anything)|even if)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?。\n]")
_CLAUSE_END = re.compile(
    rf"[.!?。,;:；、\n()（）—–]|\b(?<!anything )(?:{_any(CLAUSE_LINKS)}|{_any(SHOWING_PARTICIPLES)})\b", re.IGNORECASE
)
# 别 also ends 特别 and other words that do not negate
_CHINESE_NEGATIONS = (CHINESE_NEGATIONS | CLASSICAL_NEGATIONS) - {"别"}
_DENIED = re.compile(
    rf"\b{_any(NEGATIONS | NEAR_NEGATIONS | SELDOM)}\b|n['’]t\b|\bno one\b|"
    r"\b(?:un|non|anti)[\s-]?\Z|"
    r"\b(?:lack(?:s|ed|ing)?|devoid of|absence of|fail(?:s|ed|ing)? to|far from|anything but|except|excluding|"
    r"opposite of|rather than|instead of|unlike|falsely|short of)\b|"
    r"\b(?:false|less|less than)[\s\"'“‘*]{1,4}\Z|"
    rf"(?:{'|'.join(sorted(_CHINESE_NEGATIONS))})[是属于很太算能说有完全]{{0,3}}[\s\"'“‘*(-]{{0,4}}\Z",
    re.IGNORECASE,
)
_CONSIDERED = re.compile(
    rf"\bdoubt(?:s|ed|ful)?\b|\b(?:unlikely|unsure|uncertain|unclear|maybe|perhaps|possibly)\b|"
    r"\b(?:could|might|may|(?:would|should) have)\b|"
    r"\bused to\b|\b(?:despite|in spite of)\b|"
    rf"\b{_any(UNFULFILLED_VERBS)}\b|\b{_any(HARD_ADJECTIVES)} to {_any(JUDGING_VERBS)}\b|"
    r"\bthan\s+(?:\w+\s+){0,2}[\"'“‘*]{0,3}\Z",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|unless|whether)\b", re.IGNORECASE)
_WOULD = re.compile(r"\bwould\b", re.IGNORECASE)  # the condition may stand in another clause
_CONCESSION = re.compile(r"\W{0,3}(?:although|though|while)\b", re.IGNORECASE)  # only the first clause concedes
# negations and doubts in other languages: their words stand before or behind the label
_OTHER_LANGUAGES = re.compile(
    r"\b(?:nicht|kein\w{0,2}|weder|n['’]est|ne|pas|ni|nem|né|não|nunca|jamais|aucun\w{0,2}|niet|geen|ikke|inte|"
    r"нет?|ни|non (?:è|e['’]|sembra|direi|si|ha|molto|del)|"
    r"vielleicht|möglicherweise|könnte|wäre|wenn|falls|peut-être|pourrait|serait|quizás?|tal vez|podría|sería|"
    r"forse|potrebbe|sarebbe|talvez|poderia|seria|возможно|может)\b|(?:지 않|아니)",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[^.!?。\n()（）]{0,120}\?")
_REJECTED = re.compile(
    r"[\"'”’*\s]{0,4}(?:(?:nothing|neither)\b|(?:is|would be) (?:not|wrong|incorrect|an? (?:mistake|error))\b|"
    r"[:=]\s{0,3}(?:false\b|no\b|0(?:\.[0-4]\d{0,9})?(?![\d.])|[0-4]?\d(?:\.\d{1,9})?\s?%))",
    re.IGNORECASE,
)


# a condition behind a label: "positive if you like slow films", "negative otherwise"
_CONDITION_BEHIND = re.compile(
    r"[\s\"'”’*_`,，(（–—-]{1,5}(?:but\s+)?"
    r"(?:only (?:if|when)\b|unless\b|provid(?:ed|ing)\b|assuming\b|(?:as|so) long as\b|in case\b|"
    r"on (?:the )?condition\b|"
    r"if (?!(?:i|one) (?:had|has|have|must)\b)(?:you|one|we|they|i|he|she|it|the|this|that|your|people|someone)\b|"
    r"when(?:ever)? (?:you|one|read|taken|interpreted|viewed|the reader)\b|"
    r"(?:如果|假如|要是|除非|只要|前提是))",
    re.IGNORECASE,
)
# the label of another case: "negative otherwise", "negative for others"
_OTHER_CASE_BEHIND = re.compile(
    r"[\s\"'”’*_`,，(（–—-]{1,5}(?:otherwise\W{0,3}(?:\Z|[.;\n])|for (?:others|the rest|every(?:one|body) else)\b|"
    r"depending\b|取决于)",
    re.IGNORECASE,
)
_OTHER_CASE = re.compile(
    r"(?:(?:\A|[,;:(（—–-]|\b(?:and|or|but))\s*(?:otherwise|else)\b|否则|不然)[^;；]{0,40}\Z", re.IGNORECASE
)
_CHINESE_CONDITION = re.compile(r"(?:如果|假如|要是|除非)(?!必须|一定要|非要|说)[^。！？；]{0,60}\Z")


def is_harmless(text: str, start: int) -> bool:
    """Return whether a phrase with a negation starts there that leaves a statement as it is.

    Example:
        >>> is_harmless("Yes, no doubt.", 5), is_harmless("Yes, no.", 5)
        (True, False)
    """
    return _HARMLESS.match(text, start) is not None


def is_conditional(text: str, end: int) -> bool:
    """Return whether a condition follows a label.

    Args:
        end: The place behind the last character of the label.

    Example:
        >>> is_conditional("Positive, if you like slow films.", 8), is_conditional("Positive, even if it is slow.", 8)
        (True, False)
    """
    return _CONDITION_BEHIND.match(text, end) is not None or _OTHER_CASE_BEHIND.match(text, end) is not None


def is_of_other_case(text: str, start: int, end: int) -> bool:
    """Return whether a label is what a text says of the other case of a condition.

    Args:
        start: The place of the first character of the label.
        end: The place behind its last character.

    Example:
        >>> is_of_other_case("Positive for fans, otherwise negative.", 29, 37)
        True
    """
    sentence = _SENTENCE_END.split(text[max(0, start - _AROUND) : start])[-1]
    return _OTHER_CASE.search(sentence) is not None or _OTHER_CASE_BEHIND.match(text, end) is not None


def stance(text: str, start: int, end: int) -> Stance:
    """Return how a text means the label that stands from ``start`` to ``end``.

    Args:
        start: The place of the first character of the label.
        end: The place behind its last character.

    Returns:
        ``denied`` under a negation in the same clause, ``considered`` in a question, a condition, a comparison, a
        concession, or with a word of doubt or of hope, else ``asserted``.

    Example:
        >>> stance("It is good.", 6, 10), stance("It is far from good.", 15, 19), stance("Is it good?", 6, 10)
        ('asserted', 'denied', 'considered')
    """
    before, behind = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    if _QUESTION.match(behind) or is_conditional(text, end):
        return "considered"
    if _REJECTED.match(behind) or _OTHER_LANGUAGES.search(_CLAUSE_END.split(behind)[0]):
        return "denied"
    return stance_before(before)


def stance_before(text: str) -> Stance:
    """Return how a sentence means what follows.

    Args:
        text: The text before it.

    Example:
        >>> stance_before("I doubt that it is "), stance_before("It does not work, so it is ")
        ('considered', 'asserted')
    """
    sentence = _HARMLESS.sub("", _SENTENCE_END.split(text[-_AROUND:])[-1])
    clause = _CLAUSE_END.split(sentence)[-1]
    if _DENIED.search(clause) or _OTHER_LANGUAGES.search(sentence):
        return "denied"
    conceded = len(clause) == len(sentence) and _CONCESSION.match(sentence)
    condition = _CONDITION.search(sentence if _WOULD.search(clause) else clause)
    depends = _OTHER_CASE.search(sentence) or _CHINESE_CONDITION.search(sentence)
    considered = conceded or condition or depends or _CONSIDERED.search(clause)
    return "considered" if considered else "asserted"
