"""Ordinals of things that follow one another: "his first wife", "the third quarter", "a fifth-grade class"."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.edits import Offsets
from hf_robust.language.english.closed_classes import CHILDREN, SIBLINGS_BY_AGE, SPOUSES, STARTS, TWO_TO_FIVE
from hf_robust.language.english.written_numbers import words_in
from hf_robust.language.lexicons import lexicon

SERIAL_WORKS = frozenset("film movie album book novel season episode series".split())
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
# what is counted in a row, and what is a part of something of a known number of parts
_COUNTED = (
    "season|episode|series|chapter|floor|story|storey|deck|row|grade|grader|year|month|week|session|"
    "semester|edition|volume|album|novel|film|movie|book|trip|visit|tour|meeting|stage|phase|level|variation|"
    "wife|husband|marriage|son|daughter|lap|attempt|ship|circle|category|role|appearance|tier"
)
_PARTS = {"half": 2, "act": 3, "quarter": 4, "round": 4}
# what may stand between a hyphen or a noun of these and the noun that it is said of: "a third-quarter loss"
_JOINED = "quarter|half|grade|story|storey|year"
_KINDS = "major|professional|big|serious|solo|studio|starring|leading|Broadway|film|screen|television|TV|feature"
_ORDINAL = re.compile(
    rf"(?<![\w'’-])({'|'.join(ORDINALS)})(?:(-)({_JOINED})|\s(?:(?:{_KINDS})\s){{0,2}}({_COUNTED}|{'|'.join(_PARTS)}))"
    r"(?![\w'’-]|\s(?:in\s(?!succession|a\srow|which|school|college|office|the|this|that|his|her)|to|ever|since|after|"
    r"that|where|whose|out|over)\b)",
    re.IGNORECASE,
)
# a name follows, or the noun goes on: "the first film version"
_NO_HEAD = re.compile(r"\s(?!and\b|or\b)[a-z]+s?(?=\s(?:of|was|is|in|for|by|to|on|at)\b|[,.;:!?]|\Z)")
_BEFORE_ORDINAL = TWO_TO_FIVE | frozenset("very one next last few every these those each for no or and than".split())
# words that tell the place of the thing in its row again; those of the first one of a row are also others
_IN_ORDER = SIBLINGS_BY_AGE | frozenset(
    "previous latter former final finally another oldest youngest again sequel firstly secondly thirdly".split()
)
_FIRST_IN_ORDER = STARTS | frozenset(
    """last next only begun beginning starting opening introduces original
        remake both initial initially newly debut earlier later before then never already pilot yet""".split()
)
# "gave way at the first attempt" tells how easily, and half of a known span is a time of its own
_AT_THE = re.compile(r"\b(?:at|on|with)\s(?:the|their|its)\Z", re.IGNORECASE)
_OF_SPAN = re.compile(r"\s(?:of|in)\s(?:[0-9]|the\s(?:[a-z]+\s)?(?:year|century|decade|month|war)\b)")
_AS_A = re.compile(r"\bas an?\Z", re.IGNORECASE)
_CENTURIES = re.compile(r"\b[a-z-]+(?:st|nd|rd|th)[\s-]centur(?:y|ies)\b", re.IGNORECASE)
# "was the first novel", "the world's first ship"
_A_RECORD = re.compile(
    r"(?:\b(?:is|was|are|were|be|been|became|become|becoming|as)\s(?:the|their|its)\s|"
    r"\b(?:world|history|nation|country)['’]s\s)\Z"
)
# what comes after a first film, and a quarter that is named again or is one of a game
_ANOTHER_PART = re.compile(r"\b(?:2|3|II|III|two|three|second|third|sequels?|prequels?)\b")
_GAME = re.compile(
    r"\b(?:[1-4]Q|Q[1-4]|game|ball|touchdowns?|yards?|coach|quarterback|rebounds?|baskets?|holes|hour|innings|holidays?|"
    r"[0-9]{1,3}[-–][0-9]{1,3})\b"
)
# parts of a film or a book, whose beginning or end a text may tell
_OF_STORY = frozenset({"act", "half"})
_IN_STORY = frozenset(
    "finale finish finishes finished end ends ending climax conclusion downhill sustain sustains promise late".split()
)
_OTHERS_BESIDE = frozenset({"round"})  # only the next one may take its place
_NEAR = 3  # parts of a thing that may take the place of each other
_OF_MARRIAGE = SPOUSES | {"marriage"}
_OF_FAMILY = _OF_MARRIAGE | CHILDREN


def other_ordinals(text: str) -> Iterator[tuple[Offsets, Sequence[str]]]:
    """The ordinal of a text that has no other one, with those that may stand there.

    Example:
        >>> list(other_ordinals("She was his first wife."))
        [((12, 17), ('second',))]
        >>> list(other_ordinals("It was the first film of its kind."))
        []
    """
    found = list(_ORDINAL.finditer(text))
    words = words_in(_CENTURIES.sub(" ", text))
    if len(found) != 1 or len(words & _all_ordinals()) != 1 or len(_words(text, found[0][1])) != 1:
        return
    match = found[0]
    before = text[: match.start()].split()
    noun = (match[3] or match[4]).lower()
    parts = _PARTS.get(noun, 0)
    if (not parts and not words.isdisjoint(_IN_ORDER)) or _AS_A.search(" ".join(before[-2:])):
        return
    in_order = not parts or noun in _OTHERS_BESIDE
    if in_order and match[1].lower() == ORDINALS[0] and not words.isdisjoint(_FIRST_IN_ORDER):
        return
    if (noun == "attempt" and _AT_THE.search(" ".join(before))) or (
        noun == "half" and _OF_SPAN.match(text, match.end())
    ):
        return
    if noun in _OF_STORY and not words.isdisjoint(_FIRST_IN_ORDER | _IN_STORY):
        return
    if match[1].lower() == ORDINALS[0] and noun not in _OF_FAMILY and _A_RECORD.search(text[: match.start()]):
        return
    if (noun in SERIAL_WORKS and _ANOTHER_PART.search(text)) or (parts and _GAME.search(text)):
        return
    last = before[-1].lower() if before else ""
    if last in _BEFORE_ORDINAL or (match[1].isupper() and len(match[1]) > 1) or (match[4] and match[4][0].isupper()):
        return
    if not parts and not match[2] and noun not in _OF_FAMILY and _NO_HEAD.match(text, match.end()):
        return
    place = ORDINALS.index(match[1].lower())
    if parts:
        near = 2 if noun in _OTHERS_BESIDE else _NEAR
        news = [other for other in range(parts) if other != place and abs(other - place) < near and place < parts]
    else:
        news = [place + 1, *([place - 1] if place > 1 and noun not in _OF_MARRIAGE else [])]
    if others := tuple(ORDINALS[new] for new in news if new < len(ORDINALS)):
        yield match.span(1), others


def _words(text: str, word: str) -> Sequence[str]:
    return re.findall(rf"\b{word}\b", text, re.IGNORECASE)


@cache
def _all_ordinals() -> frozenset[str]:
    table = lexicon("number_words")
    return frozenset((*table["ordinal_units"], *table["ordinal_tens"]))
