"""The clauses of a sentence: which word heads the clause of another word."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.verbs import children, known_clauses

_CLAUSES = frozenset("root advcl acl acl:relcl ccomp csubj parataxis advcl:relcl".split())


def heads_clause(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word is the head of a clause.

    Args:
        tokens: The tokens, parsed.
        place: Index of the word.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("It/PRON/PRP//nsubj/2 works/VERB/VBZ//root/2 ./PUNCT/.//punct/2")
        >>> [heads_clause(doc.tokens, place) for place in range(3)]
        [False, True, False]
    """
    token = tokens[place]
    if token.dep.lower() in _CLAUSES or token.head in (place, -1):
        return True
    if token.dep != "conj":
        return False
    return token.pos in ("VERB", "AUX") or has_subject(tokens, place)


def has_subject(tokens: Sequence[Token], place: int) -> bool:
    """Whether a subject or a copula depends on a word."""
    return any(tokens[n].dep.startswith(("nsubj", "cop")) for n in children(tokens, place))


def clause_of(tokens: Sequence[Token], place: int) -> int:
    """The index of the head of the clause of a word."""
    known = known_clauses(tokens)
    found = known.get(place)
    if found is None:
        found = place
        for _ in range(len(tokens)):
            if heads_clause(tokens, found):
                break
            found = tokens[found].head
        known[place] = found
    return found
