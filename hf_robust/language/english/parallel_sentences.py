"""Neighbouring sentences that begin with the same pronoun or noun: "They grow rice. They export tea"."""

from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Offsets
from hf_robust.language.english.back_references import refers_back
from hf_robust.language.english.passages import token_sentences
from hf_robust.language.english.sentence_bonds import adds_to_it
from hf_robust.language.english.sentence_reordering import is_balanced, names_time

_OF_THE_SAME = ({"he", "his"}, {"she", "her"}, {"it", "its"}, {"they", "their"})
_PRESENT = frozenset({"VBZ", "VBP"})
_SHORTEST = 4  # tokens of "The lake froze."
_NOT_TOLD = 5  # words in which "that" or "to" follows an "it" that means nothing


def parallel_pairs(doc: Doc) -> Iterator[tuple[Offsets, Offsets]]:
    """Two sentences that begin with the same pronoun or noun, in the present tense, of which neither needs the other.

    The sentence behind them does not refer to the second one.

    Args:
        doc: A parsed text.

    Example:
        >>> from hf_robust.core.doc import Annotation
        >>> from hf_robust.language.annotation import annotate_values
        >>> text = "Farmers live here. They grow rice. They export tea."
        >>> doc = Doc(text, annotation=Annotation.of_column(annotate_values([text], {"pos", "dep", "lemma"})[0]))
        >>> list(parallel_pairs(doc))
        [((19, 34), (35, 51))]
    """
    tokens, found = doc.tokens, token_sentences(doc)
    for number in range(1, len(found) - 1):
        one, two = found[number], found[number + 1]
        opening = {tokens[one[0]].text.lower(), tokens[two[0]].text.lower()}
        same = [words for words in _OF_THE_SAME if opening <= words]
        if opening == {"the"} and _thing(tokens, one, found[0][0]) == _thing(tokens, two, found[0][0]) != "":
            same = [{"it", "its", "they", "their"}]
        if not same or not all(_is_alone(doc, *bounds) for bounds in (one, two)):
            continue
        behind = found[number + 2] if number + 2 < len(found) else None
        if behind is not None and refers_back(_named(tokens, behind[0], same[0]), *behind):
            continue
        if behind is not None and adds_to_it(tokens, *behind):
            continue
        if all(names_time(doc.text[slice(*_span(doc, bounds))]) for bounds in (one, two)):
            continue
        new = _nouns(tokens, one) - _nouns(tokens, (0, one[0]))
        if new.isdisjoint(_nouns(tokens, two)):
            yield _span(doc, one), _span(doc, two)


def _thing(tokens: Sequence[Token], bounds: Offsets, start: int) -> str:
    """The noun with "the" that opens a sentence, if it was told of before: "The lake is ..."."""
    if bounds[1] - bounds[0] < _SHORTEST:
        return ""
    noun, after = tokens[bounds[0] + 1], tokens[bounds[0] + 2]
    told = noun.lemma.lower() in _nouns(tokens, (start, bounds[0]))
    return noun.lemma.lower() if told and noun.pos == "NOUN" and after.pos in ("VERB", "AUX") else ""


def _is_alone(doc: Doc, first: int, end: int) -> bool:
    """Whether a sentence needs nothing but what its opening pronoun means, and tells no event."""
    start, stop = _span(doc, (first, end))
    text = doc.text[start:stop]
    tokens = _named(doc.tokens, first, {doc.tokens[first].text.lower()})
    verbs = {token.tag for token in tokens[first:end] if token.tag in ("VBZ", "VBP", "VBD", "MD")}
    empty = not {"that", "to"}.isdisjoint(token.text.lower() for token in tokens[first + 1 : first + _NOT_TOLD])
    empty = empty and doc.tokens[first].text.lower() == "it"
    told = bool(verbs & _PRESENT) and "VBD" not in verbs
    return told and not empty and is_balanced(text) and not refers_back(tokens, first, end)


def _named(tokens: Sequence[Token], place: int, words: set[str]) -> Sequence[Token]:
    """The tokens with a name for a pronoun."""
    if tokens[place].text.lower() not in words:
        return tokens
    name = tokens[place]._replace(text="Zorps", pos="PROPN", tag="NNPS", lemma="Zorps", dep="nsubj")
    if tokens[place].text.lower() not in ("they", "their"):
        name = name._replace(text="Zorp", tag="NNP", lemma="Zorp")
    return [*tokens[:place], name, *tokens[place + 1 :]]


def _nouns(tokens: Sequence[Token], bounds: Offsets) -> set[str]:
    return {token.lemma.lower() for token in tokens[slice(*bounds)] if token.pos in ("NOUN", "PROPN")}


def _span(doc: Doc, bounds: Offsets) -> Offsets:
    return doc.tokens[bounds[0]].start, doc.tokens[bounds[1] - 1].end
