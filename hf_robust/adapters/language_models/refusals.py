"""Refusals: texts in which a model declines to answer, in English, Chinese and five other languages."""

import re

_LONGEST_START = 300  # characters in which a refusal is looked for: models refuse at the beginning
_APOLOGY = r"(?:(?:i['’]?m|i am|we['’]?re)\s+(?:so |very |really )?sorry|sorry|my apologies|apologies|unfortunately)"
_UNABLE = (
    r"(?:can(?:['’]t|not| not)|could(?:n['’]t| not)|won['’]?t|will not|am (?:not able|unable)|"
    r"['’]m (?:not able|unable)|"
    r"do(?:n['’]t| not) feel comfortable|must decline|have to decline|refuse to|am not allowed|['’]m not allowed)"
)
_ACTS = (
    r"(?:to\s+)?(?:assist|help|comply|answer|provide|respond|classify|label|engage|process|fulfil+|do that|do this|"
    r"determine|judge|rate|analy[sz]e|translate|summari[sz]e|continue|discuss|support|generate|give|say|participat)"
)
_ENGLISH = (
    rf"\bi\s?{_UNABLE}\b.{{0,40}}?\b{_ACTS}",
    r"\bi\s?(?:must|have to) decline\b",
    rf"{_APOLOGY}[,.!]?\s+(?:but\s+)?i\s?{_UNABLE}",
    r"\bas an? (?:ai|artificial intelligence|(?:large )?language model)\b",
    r"\b(?:against|violates?) (?:my|our|the) (?:guidelines|policy|policies|programming|content policy)\b",
    r"\b(?:your|this) request (?:was|has been|is) (?:rejected|refused|declined|blocked)\b",
)
_CHINESE = (
    r"(?:很|非常|十分|实在)?(?:抱歉|对不起|遗憾|不好意思)[，,。！! ]{0,2}(?:但|不过)?.{0,14}"
    r"(?:无法|不能|不便|没办法|拒绝)",
    r"作为(?:一个|一名|一款)?(?:ai|人工智能|大?语言模型|智能助手)",
    r"我(?:无法|不能|不便|没办法|不可以|拒绝)(?:为您|为你|对此|对这|就此|就这)?.{0,8}"
    r"(?:回答|提供|协助|帮助|判断|评价|处理|分类|讨论|翻译|总结|继续|满足|回应)",
    r"(?:违反|不符合).{0,10}(?:政策|规定|准则|规范)",
)
# by language: an apology, "but", "I cannot", and what a model then cannot do; only at the start of a text
_STARTS = {
    "de": (
        r"(?:es )?tut mir (?:sehr |wirklich )?leid|entschuldigung|entschuldigen sie|leider",
        "aber|doch",
        r"(?:(?:dabei|damit|hierbei|hiermit|dazu) )?(?:ich (?:kann|darf|werde)|(?:kann|darf|werde) ich)\b.{0,60}?"
        r"\b(?:nicht|keine?n?)",
        "helfen|beantworten|antworten|beurteilen|bewerten|unterstützen|übersetzen|dienen",
    ),
    "es": (
        "lo siento(?: mucho)?|lo lamento|disculpa|disculpe|perdón|lamentablemente",
        "pero",
        "no (?:te |le |os )?(?:puedo|podré)|no me es posible",
        "ayudar|responder|contestar|asistir|clasificar|evaluar|traducir|proporcionar",
    ),
    "fr": (
        "(?:je suis |je regrette )?(?:vraiment )?désolée?|je regrette|malheureusement",
        "mais",
        "je ne (?:peux|puis|suis) (?:pas|malheureusement pas)",
        "aider|répondre|assister|classer|évaluer|traduire|fournir",
    ),
    "it": (
        "mi dispiace|spiacente|scusa|mi scuso|purtroppo",
        "ma",
        "non (?:ti |le |vi )?(?:posso|sono in grado)",
        "aiutar|risponder|assister|classificar|valutar|tradurre|fornire",
    ),
    "pt": (
        "desculpe?(?:-me)?|desculpa|sinto muito|lamento|infelizmente",
        "mas|porém",
        "(?:eu )?não (?:te |lhe )?(?:posso|consigo)",
        "ajudar|ajudá|responder|auxiliar|classificar|avaliar|traduzir|fornecer",
    ),
}
_OTHER_LANGUAGES = "|".join(
    rf"(?:{sorry})[,.!]?\s+(?:(?:{but})\s+)?(?:{unable})\b|(?:{unable})\b.{{0,40}}?\b(?:{acts})"
    for sorry, but, unable, acts in _STARTS.values()
)
_START = re.compile(rf"\W{{0,10}}(?:{_OTHER_LANGUAGES})", re.IGNORECASE)
_REFUSAL = re.compile("|".join((*_ENGLISH, *_CHINESE)), re.IGNORECASE)
_AT_START = re.compile(rf"\W{{0,10}}(?:{_REFUSAL.pattern})", re.IGNORECASE)


def is_refusal(text: str, at_start: bool = False) -> bool:
    """Return whether a text declines to answer.

    Only texts that hold no answer are asked: a review may well say "I cannot help it".

    Args:
        text: The answer, without reasoning blocks.
        at_start: Whether the refusal must be the first words, as in tasks whose answers are free text.

    Example:
        >>> is_refusal("I'm sorry, but I can't assist with that."), is_refusal("抱歉，我无法回答这个问题。")
        (True, True)
        >>> is_refusal("Lo siento, pero no puedo ayudar con eso.")
        True
        >>> is_refusal("It is a film.")
        False
    """
    start = text[:_LONGEST_START]
    if _START.match(start):
        return True
    return (_AT_START.match(start) if at_start else _REFUSAL.search(start)) is not None
