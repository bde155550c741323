"""Opposites of what a thing has or an act needs: "a house with a garden", "without permission"."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import INDEFINITE_ARTICLES, NOUN_PREPOSITIONS
from hf_robust.language.english.single_clauses import LEANING
from hf_robust.language.english.verbs import plain
from hf_robust.language.lexicons.wordnet import noun_kind

_ATTACHED = {"with": "without", "without": "with"}
_HELP = frozenset("aid approval assistance authorization consent help knowledge permission supervision support".split())
# how something is done, so that either word is idiomatic
_MANNER = _HELP | frozenset(
    """authority caution conviction difficulty dignity effort emotion enthusiasm hesitation incident interest
        opposition passion prejudice reluctance restraint reward sugar success warning""".split()
)
_THINGS = frozenset({"artifact", "body", "cognition", "communication", "feeling", "motive", "object", "plant", "state"})
_OWNERS = frozenset({"animal", "artifact", "body", "communication", "group", "location", "object", "person"})
# what a thing cannot lack, or what an act is done with and not what its object has
_NEEDED = frozenset("arm back body edge end eye face foot front hand head heart leg part side skin top".split())
_LISTING = frozenset({"and", "or", "nor", "but", "who", "whose", "that", "which", "on", "to"})
_STEM = 5  # letters
_LONGEST = 4  # tokens of the phrase after the word


def opposed_attachment(tokens: Sequence[Token], place: int) -> str | None:
    """What "with" or "without" becomes where it stands; None where it stays.

    It changes where it says what an unknown thing has ("a house with a large garden") or how something is done ("with
    the help of", "without success"), if the text names the thing once and argues nothing.

    Args:
        tokens: The tokens of a text, with tags and lemmas.
        place: Number of the word.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("a/DET/DT house/NOUN/NN/house with/ADP/IN a/DET/DT garden/NOUN/NN/garden ./PUNCT/.")
        >>> opposed_attachment(doc.tokens, 2)
        'without'
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
    return _ATTACHED[word] if _is_manner(tokens, place, noun) or _is_owned(tokens, place, noun) else None


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


def _is_owned(tokens: Sequence[Token], place: int, noun: int) -> bool:
    """Whether it is "a house with a garden": an unknown thing, and what another one of its kind may lack."""
    first = tokens[place + 1]
    if plain(first) not in INDEFINITE_ARTICLES and (first.pos == "DET" or tokens[noun].tag != "NNS"):
        return False
    owner = place - 1
    if owner >= 0 and tokens[owner].text == ",":
        owner -= 1
    if owner < 1 or tokens[owner].pos != "NOUN" or noun_kind(tokens[owner].lemma.lower()) not in _OWNERS:
        return False
    lemma = tokens[noun].lemma.lower()
    if noun_kind(lemma) not in _THINGS or lemma in _NEEDED or _word(tokens, noun + 1) in _LISTING:
        return False
    start = owner
    while start > 0 and tokens[start - 1].pos in ("ADJ", "NOUN", "NUM"):
        start -= 1
    known = tokens[start - 1].pos in ("DET", "PRON") and plain(tokens[start - 1]) not in INDEFINITE_ARTICLES
    acts = any(token.pos == "VERB" and token.sent == tokens[place].sent for token in tokens[:start])
    return not known and (plain(tokens[start - 1]) in INDEFINITE_ARTICLES or not acts)


def _word(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]) if 0 <= place < len(tokens) else ""
