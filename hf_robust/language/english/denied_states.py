"""Participles that are adjectives, denied: "was disappointed by" becomes "was not pleased with", "is overpriced"."""

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import BE_TENSED, MIDDLE_DEGREES
from hf_robust.language.english.denial_signs import HIGH, ends_clause, follows_all, has_host, is_quantified, word_at
from hf_robust.language.english.verbs import plain

# feelings, whose cause stands behind a preposition
_FELT = {"disappointed": "pleased", "dissatisfied": "satisfied", "displeased": "pleased", "unimpressed": "impressed"}
_OPPOSITES = {**_FELT, "overpriced": "cheap", "disappointing": "satisfying"}
_CAUSES = frozenset({"at", "by", "in"})
_HIGH = HIGH | frozenset({"bitterly", "gravely", "severely", "sorely"})

WORDS = frozenset(_OPPOSITES)
"""The participles."""


def state_denied(doc: Doc, place: int) -> Edit | None:
    """The edit that denies the opposite of a participle behind a form of "be" or alone; None where it is another word.

    Args:
        doc: The text, with tags and trees.
        place: Number of the participle among its tokens.

    Example:
        >>> state_denied(Doc.tagged("I/PRON/PRP//nsubj/3 was/AUX/VBD/be/cop/3 disappointed/ADJ/JJ//root/0"), 2).text
        ' not pleased'
    """
    tokens = doc.tokens
    word = plain(tokens[place])
    opposite, first, high = _OPPOSITES.get(word), place, False
    if opposite is None:
        return None
    while first and word_at(tokens, first - 1) in _HIGH | MIDDLE_DEGREES:
        first -= 1
        high = high or word_at(tokens, first) in _HIGH
    said = f"not {opposite} at all" if high else f"not {opposite}"
    stop = place
    if word in _FELT and word_at(tokens, place + 1) in _CAUSES | {"with"}:
        said, stop = f"{said} with", place + 1
    elif not ends_clause(tokens, place):
        return None
    if first == 0 or tokens[first - 1].sent != tokens[place].sent:
        if stop == place and word_at(tokens, place + 1) not in (".", "!", "", "..."):
            return None
        if tokens[place].text.isupper():
            said = said.upper()
        elif tokens[first].text[:1].isupper():
            said = said[:1].upper() + said[1:]
        return Edit(tokens[first].start, tokens[stop].end, said)
    if word_at(tokens, first - 1) not in BE_TENSED or not has_host(tokens, first - 1):
        return None
    if is_quantified(tokens, place) or follows_all(tokens, place):
        return None
    return Edit(tokens[first - 1].end, tokens[stop].end, f" {said}")
