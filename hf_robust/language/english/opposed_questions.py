"""Opposites that only fit a question: "What is the worst laptop under $500?"."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    AS_THAN,
    BE_FINITE,
    COMPARED_JUDGMENTS,
    CONTRASTS,
    FIRST_PERSON,
    NEGATIONS,
    QUESTION_WORDS,
    REASONS,
)
from hf_robust.language.english.verbs import plain

_EXTREMES = {"best": "worst", "worst": "best", "easiest": "hardest"}
_LED = BE_FINITE | {"some", "of", "are", "s"}
_AIMS = frozenset({"for", "in", "to"})
# with the adjective these are set expressions, or things that nobody asks for with the opposite
_SET = frozenset(
    """friend friends friendship practice practices man seller sellers interest interests wishes regards bet luck way
        ways known selling""".split()
)
PRAISED = frozenset("top leading best enjoy enjoyed favorite favourite love loved".split())
# other words of a question that judge, want or compare
_WANTING = (
    FIRST_PERSON
    | CONTRASTS
    | REASONS
    | NEGATIONS
    | AS_THAN
    | COMPARED_JUDGMENTS
    | PRAISED
    | frozenset(
        """or and should need needs want wants buy good bad recommend suggest help improve suitable
            great why number""".split()
    )
)


def opposed_in_question(tokens: Sequence[Token], place: int) -> str | None:
    """What a superlative becomes in a text that is one question; None where it stays.

    Args:
        tokens: The tokens of a question, with tags.
        place: Number of the word.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("Which/DET/WDT is/AUX/VBZ the/DET/DT best/ADJ/JJS laptop/NOUN/NN ?/PUNCT/.")
        >>> opposed_in_question(doc.tokens, 3)
        'worst'
    """
    word = plain(tokens[place])
    return _EXTREMES.get(word) if tokens[place].tag == "JJS" and _asks_for(tokens, place) else None


def _asks_for(tokens: Sequence[Token], place: int) -> bool:
    """Whether a question is "What is the best ...?" and says nothing else of what is good."""
    led = place - 1 if place and plain(tokens[place - 1]) == "the" else place
    if led < 1 or plain(tokens[led - 1]).strip("'’") not in _LED:
        return False
    if plain(tokens[0]) not in QUESTION_WORDS | {"what's"}:
        return False
    others = {plain(token).strip("'’\",") for n, token in enumerate(tokens) if n != place}
    follows = tokens[place + 1 : place + 2]
    named = any(token.pos in ("NOUN", "PROPN", "ADJ") or plain(token) in _AIMS for token in follows)
    easy = plain(tokens[place]) == "easiest"
    near = {plain(token) for token in tokens[place + 1 : place + 3]}
    return named and _WANTING.isdisjoint(others) and (easy or _SET.isdisjoint(near))
