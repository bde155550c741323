"""Classes of athletes, singers and officers become others of their kind: a welterweight title becomes another title."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.nations import all_peoples
from hf_robust.transforms.task_specific.relation_mentions import RelationMention
from hf_robust.transforms.task_specific.relation_things import WEIGHTS

_NOT_LIGHT = frozenset({"bantamweight", "featherweight", "lightweight"})  # do not follow "light" or "super"
_SPORTS = "basketball handball volleyball".split()
_IN_SPORT = re.compile(r"(?:(?:club|player|team)s?|coach|league)\Z")
# words of one sport, and what makes the name of a sport longer
_OF_ONE_SPORT = re.compile(
    r"(?:FC|F\.C\.|FIBA|NBA|WNBA|NCAA|ball|beach|clay|college|court|courts|dunk|forward|goal|goals|goalkeeper|guard|hoops?"
    r"|libero|rebound|rebounds|setter|wheelchair|winger|backcourt|center|centre)\Z",
    re.IGNORECASE,
)
_VOICES = (("soprano", "contralto"), ("tenor", "baritone"))
_SUNG = frozenset({"singer", "vocalist", "voice"})
_POUNDS = re.compile(r"(?:\d+)?(?:kg|kilograms?|lbs?|pounds?|stone)\Z")
_RANKS = (
    ("Major General", "Lieutenant General"),
    ("major general", "lieutenant general"),
    ("Rear Admiral", "Vice Admiral"),
    ("Group Captain", "Wing Commander"),
    ("Generalleutnant", "Generalmajor"),
    ("Vizeadmiral", "Konteradmiral"),
    ("Korvettenkapitän", "Fregattenkapitän"),
)
_STEM = 6  # letters of a word that tell it in another one
_RISE = re.compile(r"(?:promot|rank|rose|demot|brevet)", re.IGNORECASE)


def grade_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    """The edits that make a weight class, a sport, a voice or a rank another one, wherever it stands.

    Args:
        doc: The sentence.
        mention: The class.
        rng: The draws.

    Raises:
        NotApplicable: When it is none of these, or the sentence has something that goes with this one only.
    """
    low = mention.text(doc).split(" ")[-1].lower()
    if low in WEIGHTS:
        return _renamed(doc, mention, low, _other_weights(doc, mention, low), rng)
    if low in _SPORTS:
        return _renamed(doc, mention, low, _other_sports(doc, mention, low), rng)
    for pair in _VOICES:
        if low in pair:
            return _renamed(doc, mention, low, _other_voices(doc, mention, low, pair), rng)
    return _rank_edits(doc, mention)


def _renamed(doc: Doc, mention: RelationMention, low: str, others: Sequence[str], rng: RowRandom) -> list[Edit]:
    words = [token.text.lower() for token in doc.tokens]
    if any(word.startswith(low[:_STEM]) and word != low for word in words):
        raise NotApplicable(f"a word of the stem of the {mention.role} stands in the sentence")
    if any(other in word for other in others for word in words) or not others:
        raise NotApplicable(f"the sentence has another {mention.role} of the kind")
    new = rng.choice(others)
    return [
        Edit(token.start, token.end, new.capitalize() if token.text[0].isupper() else new)
        for token, word in zip(doc.tokens, words, strict=True)
        if word == low
    ]


def _other_weights(doc: Doc, mention: RelationMention, low: str) -> list[str]:
    if any(_POUNDS.match(token.text) for token in doc.tokens):
        raise NotApplicable(f"the weight that goes with the {mention.role} is told")
    others = sorted(WEIGHTS - {low})
    words = [token.text.lower() for token in doc.tokens]
    if any(word != low and word.endswith("weight") for word in words):
        raise NotApplicable("the sentence has two weight classes")
    moves = {"flyweight"} if "up" in words else {"heavyweight"} if "down" in words else set[str]()
    others = [other for other in others if other not in moves]
    led = {words[place - 1] for place, word in enumerate(words) if word == low and place}
    if led & {"light", "super", "junior", "-"}:
        others = [other for other in others if other not in _NOT_LIGHT | {"heavyweight"}]
    return others


def _other_sports(doc: Doc, mention: RelationMention, low: str) -> list[str]:
    tokens = doc.tokens
    for place, token in enumerate(tokens):
        if token.text.lower() == low:
            after = tokens[place + 1].text if place + 1 < len(tokens) else ""
            before = tokens[place - 1] if place else None
            compound = before is not None and before.pos == "NOUN"
            if _IN_SPORT.match(after) is None or token.text != low or compound:
                raise NotApplicable(f"the {mention.role} is part of a longer term")
    if any(_OF_ONE_SPORT.match(token.text) for token in tokens):
        raise NotApplicable(f"the sentence has words that go with the {mention.role} only")
    return [other for other in _SPORTS if other != low]


def _other_voices(doc: Doc, mention: RelationMention, low: str, pair: Sequence[str]) -> list[str]:
    tokens = doc.tokens
    for place, token in enumerate(tokens):
        if token.text.lower() == low:
            after = tokens[place + 1] if place + 1 < len(tokens) else None
            before = tokens[place - 1] if place else None
            compound = before is not None and (before.pos == "NOUN" or before.text in ("-", "high", "low"))
            named = before is not None and before.pos == "PROPN" and before.text.lower() not in all_peoples()
            longer = after is not None and (after.text == "-" or (after.pos == "NOUN" and after.text not in _SUNG))
            if compound or named or longer:
                raise NotApplicable(f"the {mention.role} is part of a longer term")
    return [other for other in pair if other != low]


def _rank_edits(doc: Doc, mention: RelationMention) -> list[Edit]:
    old = [token.text for token in mention.tokens(doc) if token.text != "-"]
    new = next((pair[1 - pair.index(" ".join(old))].split() for pair in _RANKS if " ".join(old) in pair), None)
    if new is None:
        raise NotApplicable(f"the {mention.role} is no class that has others of its kind")
    text = " ".join(token.text for token in doc.tokens if token.text != "-").lower()
    after = [token.text for token in doc.tokens[mention.last : mention.last + 2]]
    if " ".join(new).lower() in text or text.count(" ".join(old).lower()) > 1 or _RISE.search(text) or "(" in after:
        raise NotApplicable(f"the sentence has more of the {mention.role}")
    words = [token for token in mention.tokens(doc) if token.text != "-"]
    return [Edit(token.start, token.end, word) for token, word in zip(words, new, strict=True) if token.text != word]
