"""Opposites of what an act needs or how it is done: "with the help of", "without permission"."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import NOUN_PREPOSITIONS
from hf_robust.language.english.single_clauses import LEANING
from hf_robust.language.english.verbs import plain

_ATTACHED = {"with": "without", "without": "with"}
_HELP = frozenset("aid approval assistance authorization consent help knowledge permission supervision support".split())
# how something is done, so that either word is idiomatic
_MANNER = _HELP | frozenset(
    """authority caution conviction difficulty dignity effort emotion enthusiasm hesitation incident
        opposition passion prejudice reluctance restraint reward  success warning""".split()
)
_LISTING = frozenset({"and", "or", "nor", "but", "who", "whose", "that", "which", "on", "to"})
_STEM = 5  # letters
_LONGEST = 4  # tokens of the phrase after the word


def opposed_attachment(tokens: Sequence[Token], place: int) -> str | None:
    """What "with" or "without" becomes where it stands; None where it stays.

    It changes where it says how something is done ("with the help of", "without success"), if the text names that once
    and argues nothing.

    Args:
        tokens: The tokens of a text, with tags and lemmas.
        place: Number of the word.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("They/PRON/PRP tried/VERB/VBD/try without/ADP/IN success/NOUN/NN/success ./PUNCT/.")
        >>> opposed_attachment(doc.tokens, 2)
        'with'
    """
    word = plain(tokens[place])
    if word not in _ATTACHED or tokens[place].pos != "ADP":
        return None
    others = [plain(token) for n, token in enumerate(tokens) if n != place]
    near = [plain(token) for n, token in enumerate(tokens) if n != place and token.sent == tokens[place].sent]
    if not _ATTACHED.keys().isdisjoint(others) or not LEANING.isdisjoint(near):
        return None
    noun = _noun(tokens, place)
    if noun is None or _is_named_again(tokens, place, noun):
        return None
    return _ATTACHED[word] if _is_manner(tokens, place, noun) else None


def _noun(tokens: Sequence[Token], place: int) -> int | None:
    """The last noun of the phrase after a word, if nothing joins or describes it further."""
    at = place + 1
    while at < len(tokens) and at - place <= _LONGEST and tokens[at].pos in ("DET", "ADJ", "NOUN"):
        at += 1
    noun = at - 1
    return noun if noun > place and tokens[noun].pos == "NOUN" else None


def _is_named_again(tokens: Sequence[Token], place: int, noun: int) -> bool:
    """Whether another word of the text has the stem of one in a phrase: "with extractive policies they extract"."""
    inside = range(place + 1, noun + 1)
    stems = {tokens[n].lemma.lower()[:_STEM] for n in inside if tokens[n].pos != "DET"}
    return any(token.lemma.lower()[:_STEM] in stems for n, token in enumerate(tokens) if n not in inside)


def _is_manner(tokens: Sequence[Token], place: int, noun: int) -> bool:
    """Whether it is "without success", "with the help of"."""
    lemma = tokens[noun].lemma.lower()
    after = _word(tokens, noun + 1)
    if lemma in _HELP and noun == place + 2 and _word(tokens, place + 1) == "the":
        return after in ("of", "from")
    led = tokens[place - 1].pos not in ("ADJ", "AUX", "DET") and tokens[place - 1].tag != "VBN" if place else False
    return lemma in _MANNER and noun == place + 1 and led and after not in _LISTING | NOUN_PREPOSITIONS


def _word(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]) if 0 <= place < len(tokens) else ""
