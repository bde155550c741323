"""Words that judge: on which side they stand, whether they are negated there, and what is opposed to them."""

from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import COMPARED_JUDGMENTS, NOT
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.lexicons import lexicon

SIDES = ("positive", "negative")
OTHER = {"positive": "negative", "negative": "positive"}
NEGATORS = NOT | {"never", "no", "hardly", "nt"}
_KINDS = {"ADJ": "adjectives", "VERB": "verbs", "ADV": "adverbs", "NOUN": "nouns"}
_BACK = 4  # words before a sentiment word in which a negation may stand: "not a very good film"


@cache
def opposites_of(side: str, kind: str) -> dict[str, Sequence[str]]:
    return dict(lexicon("polar_words")["reversals"][side][kind])


@cache
def extremes() -> frozenset[str]:
    return frozenset(lexicon("polar_words")["extremes"])


def side_of(token: Token) -> str | None:
    """On which side of the table a word stands by itself; None where it is in neither.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> side_of(Doc.tagged("great/ADJ/JJ").tokens[0]), side_of(Doc.tagged("table/NOUN/NN").tokens[0])
        ('positive', None)
    """
    found = [side for side in SIDES if entry_of(token, side) is not None]
    return found[0] if len(found) == 1 else None


def entry_of(token: Token, side: str) -> tuple[str, Sequence[str]] | None:
    """The kind of word and the opposites of a token on one side."""
    word, lemma = plain(token), token.lemma.lower()
    kind = _KINDS.get(token.pos)
    if token.tag in ("JJ", "JJR", "JJS", "VBN", "VBG", "RB", "RBR", "RBS") or kind == "adjectives":
        found = opposites_of(side, "adjectives").get(word)
        if found and (token.pos != "ADV" or word in COMPARED_JUDGMENTS):
            return "adjectives", found
    if kind == "adjectives":
        found = opposites_of(side, "adjectives").get(lemma)
        return ("graded", found) if found and token.tag in ("JJR", "JJS") else None
    if kind is None:
        return None
    found = opposites_of(side, kind).get(word if kind == "adverbs" else lemma)
    return (kind, found) if found else None


def negator_of(tokens: Sequence[Token], place: int) -> int | None:
    """The word that negates another, in the same clause; None where there is none.

    Args:
        place: Number of the word that is judged with.
    """
    heads = [place]
    token = tokens[place]
    if token.dep in ("xcomp", "advmod", "amod", "obj", "obl", "acomp") and token.head >= 0:
        above = tokens[token.head]
        is_said = token.dep != "amod" or any(tokens[n].dep == "cop" for n in children(tokens, token.head))
        if is_said and above.pos in ("VERB", "AUX", "ADJ", "NOUN"):
            heads.append(token.head)
    for head in heads:
        for n in children(tokens, head):
            if plain(tokens[n]) in NEGATORS and n < max(place, head) and plain(tokens[n]) != "no":
                return n
    for at in range(place - 1, max(-1, place - _BACK), -1):
        word = plain(tokens[at])
        if word in NEGATORS and tokens[at].sent == token.sent:
            return at
        if tokens[at].tag not in ("RB", "DT", "JJ", "PDT") and word not in ("be", "been"):
            break
    return None


def polar_words(tokens: Sequence[Token], places: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The words of the table among some tokens, each with what it says where it stands, negated or not.

    Args:
        places: Numbers of the tokens.
    """
    for n in places:
        side = side_of(tokens[n])
        if side is not None:
            yield n, OTHER[side] if negator_of(tokens, n) is not None else side


def is_under_negation(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb above a word is negated: "I have not had a good meal here"."""
    for _ in range(_BACK):
        token = tokens[place]
        noun = token.dep == "conj" and token.pos in ("NOUN", "PROPN")  # "not for games or work"
        if token.head in (place, -1) or (
            not noun and token.dep.split(":")[0] in ("conj", "parataxis", "ccomp", "root", "advcl")
        ):
            return False
        place = token.head
        if any(plain(tokens[n]) in NEGATORS for n in children(tokens, place)):
            return True
    return False


def cased(token: Token, new: str) -> str:
    if len(token.text) > 1 and token.text.isupper():
        return new.upper()
    return new[:1].upper() + new[1:] if token.text[:1].isupper() else new
