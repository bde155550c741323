"""One thing or half of one that may as well be two: "one year later", "half an hour", "helped one of his men"."""

import re
from collections.abc import Iterator, Sequence

from hf_robust.core.edits import Offsets

_Rule = Iterator[tuple[Offsets, Sequence[str]]]
_UNIT = "second|minute|hour|day|week|month|year|decade|mile|yard|foot|inch|pound|ounce|gallon|cup|teaspoon|tablespoon"
_ONE_UNIT = re.compile(
    rf"\b(?:(?<=after\s)|(?<=within\s)|(?<=in\s)|(?<=for\s)|(?<=exactly\s)|(?<=than\s)|(?<=by\s)|(?<=nearly\s)|"
    rf"(?<=least\s)|(?<=only\s)|(?<=just\s)|(?<=lasted\s)|(?<=took\s)|(?<=takes\s)|(?<=another\s))(one\s(?:{_UNIT}))"
    rf"(?![\w'’-]|\s(?:or|and|at|of|a|per|in\sthe|when|while|morning|evening|last|next)\b)"
    rf"|\b(one\s(?:second|minute|hour|day|week|month|year|decade))(?=\s(?:later|earlier|before|after|ago)\b)"
    rf"|\b(one\sstep)(?=\s(?:away|forward|back|backward|closer|ahead|behind)\b)"
    rf"|\b(one\s(?:day|hour|week))(?=\s(?:a|per|each|every)\s(?:day|week|month|year)\b)",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:one|another|two|three|four|five|six|seven|eight|nine|ten|single)\b", re.IGNORECASE)
# "half an hour", "a half mile", "half a dozen"
_HALF = re.compile(
    r"(?<![\w'’-])(?<!and\s)(?<!one\s)(?<!two\s)(?<!other\s)(?:half\san?|a\shalf[\s-])\s?"
    r"(?:(hour|mile|block|day|year|pound|ounce|glass|cup|bottle|inch|acre|gallon|page|teaspoon)(?=\s?[.,;:!?)]|\Z|"
    r"\s(?:later|longer|before|after|ago|away|off|early|late|in|on|at|for|from|to|of|until|when|while|by|with|wide|high|long|"
    r"behind|downstream|upstream|up|down|north|south|east|west|there|here|the|went|came)\b)|(dozen)(?=\s[a-z]))",
    re.IGNORECASE,
)
_ANY_NUMBER = re.compile(rf"[0-9]|{_ONE.pattern}", re.IGNORECASE)
_DETERMINED = r"(?:the|his|her|my|their|our|its|your|these|those|[A-Z][a-z]+['’]s)"
_PLURAL = r"(?:men|women|children|people|[a-z]+(?<!s)(?<!u)(?<!i)s)"
_ONE_OF = re.compile(
    rf"(?<![\w-])(one)\sof\s(?:{_DETERMINED}\s(?:[A-Za-z-]+\s){{0,3}}?{_PLURAL}|them)\b", re.IGNORECASE
)
_SUBJECT = re.compile(
    r"\s(?:[a-z]+(?:ed|ade)|would|could|can|will|must|might|should|had|did|may|came|went|took|wrote|got|said|fell|ran|"
    r"found|left|gave|saw|told|knew|thought|stood|spoke|sat|brought|began|won|lost|broke|shot|held)\s"
)
_OBJECT = re.compile(r"\s?[.;!?]|\Z|\s(?:in|from|at|on|to|with|of|for)\s")
_BEFORE_SUBJECT = re.compile(
    r"(?:\A|[.!?;:\"“]\s?|\b(?:and|but|when|then|that|if|before|after|because|until|while|,)\s)\Z", re.I
)
_BEFORE_OBJECT = re.compile(
    r"\b(?:with|for|from|by|against|about|killed|helped|met|saw|seen|took|taken|picked|bought|got|hit|shot|lost|visit|"
    r"visited|called|asked|have|had|has|sent|gave|read|use|used|keep|kept|told|find|found|see|buy|take|get)\s(?:at\sleast\s|only\s)?\Z"
)
# who is one of the best is that alone
_OUTSTANDING = re.compile(
    r"\b(?:best|better|worst|worse|most|more|few|fewer|only|main|chief|major|first|last|leading|[a-z]{3,}est)\b"
)
_SENTENCE_END = re.compile(r"(?<=[a-z]{3})[.!?](?:\s|\Z)")  # "St. Aubert" ends none
_SINGULAR = re.compile(
    r"\b(?:he|she|it|him|her|his|hers|its|who|which|whose|whom|himself|herself|itself|this|that|a|an|is|was|has)\b",
    re.I,
)


def more_units(text: str) -> _Rule:
    """One unit of time or length in a text without other numbers, and more of them.

    Example:
        >>> list(more_units("One year later, he left."))
        [((0, 8), ('two years', 'three years'))]
    """
    found = list(_ONE_UNIT.finditer(text))
    noun = found[0][0].partition(" ")[2].lower() if found else ""
    if len(found) == 1 == len(_ONE.findall(text)) and len(re.findall(rf"\b{noun}s?\b", text, re.IGNORECASE)) == 1:
        noun = "feet" if noun == "foot" else f"{noun}es" if noun.endswith("ch") else f"{noun}s"
        yield found[0].span(), (f"two {noun}", f"three {noun}")


def more_than_half(text: str) -> _Rule:
    """Half a unit that stands alone, and more of it.

    Example:
        >>> list(more_than_half("He left half an hour later."))
        [((8, 20), ('two hours',))]
    """
    found = list(_HALF.finditer(text))
    noun = (found[0][1] or found[0][2]).lower() if found else ""
    alone = len(found) == 1 == len(re.findall(rf"\b{noun}(?:s|es)?\b", text, re.IGNORECASE))
    alone = alone and _ANY_NUMBER.search(text) is None
    if alone and noun == "dozen":
        yield found[0].span(), ("a dozen",)
    elif alone:
        plural = f"{noun}es" if noun.endswith(("s", "ch")) else f"{noun}s"
        yield found[0].span(), (f"two {plural}",)


def more_of_several(text: str) -> _Rule:
    """One of several where nothing behind it is said of one alone, and two of them.

    Example:
        >>> list(more_of_several("She helped one of his men."))
        [((11, 14), ('two',))]
        >>> list(more_of_several("One of his men lost his way."))
        []
    """
    found = list(_ONE_OF.finditer(text))
    if len(found) != 1 or len(_ONE.findall(text)) != 1:
        return
    match = found[0]
    if _OUTSTANDING.search(match[0]):
        return
    after = text[match.end() :]
    sentence = _SENTENCE_END.split(after)[0]
    if _SINGULAR.search(sentence):
        return
    if _BEFORE_SUBJECT.search(text[: match.start()]):
        fits = _SUBJECT.match(after)
    else:
        fits = _BEFORE_OBJECT.search(text[: match.start()]) and _OBJECT.match(after)
    if fits:
        yield match.span(1), ("two",)
