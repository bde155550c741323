"""Whether a sentence goes on from the one directly before it, and whether a text tells what happened in order."""

import re
from collections import Counter
from collections.abc import Container, Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.core.edits import Offsets
from hf_robust.language.english.closed_classes import (
    FREQUENCIES,
    INVOLVE,
    LINKING_VERBS,
    NOMINATIVES_THIRD,
    OPINIONS,
    PRIMARY_VERBS,
    PROVIDE,
    STATIVE_VERBS,
    THOUGHTS,
)
from hf_robust.language.english.number_ordinals import ORDINALS

_OPENING = 4  # tokens in which the noun of "The old schematic" stands
_YEAR = re.compile(r"(?<![\w,.])(?:1[0-9]|20)\d\d(?![\w,]\d|\w)")
_PEOPLE = frozenset({"he", "she"})
_STEPS = frozenset({"afterwards", "finally", "first", "next", "soon", "then"})
_CAUSES = frozenset({("due", "to"), ("because", "of"), ("owing", "to"), ("thanks", "to"), ("given", "the")})
_FOLLOW = frozenset({"ensue", "follow"})
_DATED = 3  # sentences with a year whose order shows
_NUMBERED = frozenset(ORDINALS[2:]) | {"eleventh", "twelfth"}
_TOLD = 4  # sentences of the shortest text that tells of hardly anything but events
_NEARLY_ALL = 0.75
_OFTEN = 3  # sentences that name what a story is about
_PLOT = 2  # sentences in the present tense with what somebody does
# what is so, or what somebody thinks or writes: it has no place in the order of events
_NO_ACTS = (LINKING_VERBS | STATIVE_VERBS | THOUGHTS | OPINIONS | INVOLVE | PROVIDE | PRIMARY_VERBS) - {
    "become"
} | frozenset(
    """argue appear comprise consider cover define derive describe discuss feature hold house lead lie live love
        mention note own prefer represent rule speak stand state suggest theorize work""".split()
)


def goes_on(tokens: Sequence[Token], before: Offsets, first: int, end: int, known: Container[str]) -> bool:
    """Whether a sentence opens with what the sentence before it tells of for the first time.

    Args:
        tokens: The tokens of the text.
        before: The tokens of the sentence before it.
        first: The first token of the sentence.
        end: The token after its last.
        known: The nouns that stand before the sentence before it.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> words = Doc.tagged("A/DET fort/NOUN fell/VERB ./PUNCT The/DET fort/NOUN was/AUX old/ADJ ./PUNCT").tokens
        >>> goes_on(words, (0, 4), 4, 9, set()), goes_on(words, (0, 4), 4, 9, {"fort"})
        (True, False)
    """
    if tokens[first].text.lower() == "the":
        head = next((n for n in range(first + 1, min(end, first + _OPENING)) if _is_head(tokens, n)), end)
        if head < end and tokens[head + 1 : head + 2] and tokens[head + 1].text != "of":
            lemma = tokens[head].lemma.lower()
            told = {token.lemma.lower() for token in tokens[slice(*before)] if token.pos in ("NOUN", "PROPN")}
            return lemma in told and lemma not in known
    return (
        _opens_with_surname(tokens, before, first, end)
        or _tells_background(tokens, first, end)
        or _is_part_of(tokens, first, end, known)
        or adds_to_it(tokens, first, end)
        or _follows_cause(tokens, before)
    )


def _follows_cause(tokens: Sequence[Token], before: Offsets) -> bool:
    """Whether the sentence before opens with a cause, so that a sentence tells what came of it: "Due to traffic"."""
    return tuple(token.text.lower() for token in tokens[before[0] : before[0] + 2]) in _CAUSES


def _is_head(tokens: Sequence[Token], place: int) -> bool:
    """Whether a noun is the last word of its phrase."""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    return tokens[place].pos == "NOUN" and (after is None or after.pos not in ("NOUN", "PROPN"))


def _tells_background(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a sentence tells what had happened before, or what followed: "Wars had drained the treasury"."""
    for place in range(first, end):
        verb = tokens[place]
        if verb.dep == "ROOT":
            had = any(tokens[n].head == place and tokens[n].text.lower() == "had" for n in range(first, place))
            return (had and verb.tag == "VBN") or (verb.tag == "VBD" and verb.lemma in _FOLLOW)
    return False


def _is_part_of(tokens: Sequence[Token], first: int, end: int, known: Container[str]) -> bool:
    """Whether a sentence speaks of a part of something that was not told of: "Rest is part of the treatment"."""
    for place in range(first, end - 3):
        words = [token.text.lower() for token in tokens[place : place + 3]]
        if words == ["part", "of", "the"] and tokens[place + 3].pos == "NOUN":
            return tokens[place + 3].lemma.lower() not in known
    return False


def _opens_with_surname(tokens: Sequence[Token], before: Offsets, first: int, end: int) -> bool:
    """Whether a sentence begins with the last part of a name that the sentence before it gives in full."""
    name = tokens[first]
    if name.pos != "PROPN" or (first + 1 < end and tokens[first + 1].pos == "PROPN"):
        return False
    full = any(
        token.text == name.text and tokens[place - 1].pos == "PROPN"
        for place, token in enumerate(tokens[slice(*before)], before[0])
        if place > before[0]
    )
    return full and all(token.text != name.text for token in tokens[: before[0]])


def adds_to_it(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a sentence with an opening pronoun adds something to what was told: "It is old and also holds a mill".

    Args:
        tokens: The tokens of the text.
        first: The first token of the sentence.
        end: The token after its last.
    """
    pairs = pairwise(token.text.lower() for token in tokens[first:end])
    return tokens[first].text.lower() in NOMINATIVES_THIRD | {"it"} and any(pair == ("and", "also") for pair in pairs)


def is_story(tokens: Sequence[Token], sentences: Sequence[Offsets]) -> bool:
    """Whether a text tells what happened step by step, "Then, the fire spread.", or what happened to one person.

    Args:
        tokens: The tokens of the text.
        sentences: The tokens of its sentences.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> words = Doc.tagged("Rain fell/VERB/VBD/fall/ROOT . Then snow fell/VERB/VBD/fall/ROOT .").tokens
        >>> is_story(words, [(0, 3), (3, 7)])
        True
    """
    told = [
        any(token.tag == "VBD" for token in tokens[first:end]) and tells_event(tokens, first, end)
        for first, end in sentences
    ]
    steps = any(tokens[first].text.lower() in _STEPS and past for (first, _), past in zip(sentences, told))
    if steps or len(told) < _TOLD or sum(told) < _NEARLY_ALL * len(told):
        return steps
    # of one person or thing
    names = Counter(
        name for first, end in sentences for name in {token.text for token in tokens[first:end] if token.pos == "PROPN"}
    )
    return max(names.values(), default=0) >= _OFTEN


def is_numbered(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a sentence tells of one of a row: "the Ninth Doctor", "the tenth series"; a century is no such thing."""
    return any(
        tokens[place].text.lower() in _NUMBERED and not tokens[place + 1].text.lower().startswith("centur")
        for place in range(first, end - 1)
    )


def tells_event(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether the main verb of a sentence tells what happens: "Pressure rose", "The men were asphyxiated"."""
    for place in range(first, end):
        verb = tokens[place]
        if verb.dep == "ROOT":
            before = {tokens[n].text.lower() for n in range(first, place) if tokens[n].head == place}
            happened = verb.tag == "VBN" and not {"had", "was", "were"}.isdisjoint(before)
            return happened or (verb.tag in ("VBD", "VBZ", "VBP") and verb.lemma not in _NO_ACTS)
    return False


def acts(tokens: Sequence[Token], first: int, end: int, persons: Container[int]) -> str:
    """The tense of what somebody does in a sentence, "VBD" or "VBZ", or nothing: "Ruiz sold the house".

    Args:
        tokens: The tokens of the text.
        first: The first token of the sentence.
        end: The token after its last.
        persons: Where the names of people stand. In the present, only what people do are acts.
    """
    for place, token in enumerate(tokens[first:end], first):
        verb = tokens[token.head]
        if token.dep != "nsubj" or verb.dep != "ROOT" or verb.lemma in _NO_ACTS:
            continue
        if verb.tag not in ("VBD", "VBZ") or any(other.text in FREQUENCIES for other in tokens[first:end]):
            continue
        somebody = token.start in persons or token.text.lower() in _PEOPLE
        # "Nami fights"; what a road or a company does in the present is so at any time
        if somebody or (token.pos == "PROPN" and (verb.tag == "VBD" or tokens[place - 1].pos != "PROPN")):
            return verb.tag
    return ""


def is_plot(tokens: Sequence[Token], sentences: Sequence[Offsets], persons: Container[int]) -> bool:
    """Whether a text tells a story in the present tense: "Kara meets Lena. Lena leaves." """
    by_people = any(acts(tokens, *one, persons) == "VBZ" for one in sentences)
    return by_people and sum(_happens_now(tokens, *one) for one in sentences) >= _PLOT


def _happens_now(tokens: Sequence[Token], first: int, end: int) -> bool:
    return any(token.dep == "ROOT" and token.tag == "VBZ" for token in tokens[first:end]) and tells_event(
        tokens, first, end
    )


def is_chronicle(texts: Sequence[str]) -> bool:
    """Whether sentences of a text name years, each one not before the last.

    Example:
        >>> is_chronicle(["It was built in 1810.", "It burned in 1870.", "It was sold in 1902."])
        True
    """
    years = [int(found[0]) for text in texts if (found := _YEAR.search(text)) is not None]
    return len(years) >= _DATED and years == sorted(years) and years[0] < years[-1]
