"""Sentences with an entity that no cluster of their document holds, as far as the parts of speech tell."""

from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Offsets

_NOUNS = frozenset({"NOUN", "PROPN"})
_PHRASE = _NOUNS | {"DET", "ADJ", "NUM"}
_POSSESSIVES = frozenset("my your his her its our their".split())


def sentences_with_unmarked_nouns(doc: Doc, sentences: Sequence[Offsets]) -> set[int]:
    """The numbers of sentences with a noun phrase or pronoun that is no mention.

    A data set may leave entities unmarked that it mentions once. A copy of such a sentence mentions them again.

    Args:
        doc: The document with parts of speech; its marks are the mentions.
        sentences: Where each sentence lies in the text.

    Example:
        >>> from hf_robust.core.doc import Annotation, Span
        >>> words = "Anna/PROPN/0 ran/VERB/5 Anna/PROPN/9 saw/VERB/14 rain/NOUN/18".split()
        >>> read = [(int(start), word, pos) for word, pos, start in (word.split("/") for word in words)]
        >>> tokens = [Token(start, start + len(word), word, pos) for start, word, pos in read]
        >>> doc = Doc(
        ...     "Anna ran Anna saw rain", annotation=Annotation(tokens), marks=[Span(0, 4, ""), Span(9, 13, "")]
        ... )
        >>> sentences_with_unmarked_nouns(doc, [(0, 8), (9, 22)])
        {1}
    """
    mentions = [(mark.start, mark.end) for mark in doc.marks]
    found = set()
    for first, start, end in _phrases(doc.tokens):
        if not any(first <= begins <= start and end <= ends for begins, ends in mentions):
            found |= {number for number, (begins, ends) in enumerate(sentences) if begins <= start < ends}
    return found


def _phrases(tokens: Sequence[Token]) -> Iterator[tuple[int, int, int]]:
    """Noun phrases and pronouns: where each begins, and where its last noun begins and ends."""
    first, last = None, None
    for token in tokens:
        possessive = token.pos == "PRON" and token.text.lower() in _POSSESSIVES
        if token.pos in _PHRASE and not (token.pos == "DET" and last is not None):
            first = token.start if first is None else first
            year = token.pos == "NUM" and token.text.isdigit()
            last = token if token.pos in _NOUNS or year else last
            continue
        if first is not None and last is not None:
            yield first, last.start, last.end
        first, last = (token.start if possessive or token.pos == "DET" else None), None
        if token.pos == "PRON" and not possessive:
            yield token.start, token.start, token.end
    if first is not None and last is not None:
        yield first, last.start, last.end
