"""Sentences with an entity that no cluster of their document holds, as far as the parts of speech tell."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Offsets
from hf_robust.language.english.closed_classes import DEMONSTRATIVES, POSSESSIVES

_NOUNS = frozenset({"NOUN", "PROPN", "NUM"})
_PHRASE = _NOUNS | {"DET", "ADJ"}
_SYMBOLS = frozenset({"SYM", "X"})
_PLACES_AND_TIMES = frozenset(
    "now then here there somewhere anywhere everywhere nowhere elsewhere today tomorrow yesterday tonight when where "
    "home".split()
)
# without a cluster these may stand for the whole sentence before
_OF_SENTENCES = DEMONSTRATIVES | {"it", "which", "what"}


class _Phrase(NamedTuple):
    """A noun phrase, pronoun or other word that may be a mention.

    Args:
        first: Where it begins.
        start: Where its last noun begins.
        end: Where its last noun ends.
        compound: Whether it has several nouns, of which some may be mentions of their own.
        word: The word of a pronoun.
    """

    first: int
    start: int
    end: int
    compound: bool = False
    word: str = ""

    @classmethod
    def of_word(cls, token: Token) -> "_Phrase":
        return cls(token.start, token.start, token.end, word=token.text.lower())


def sentences_with_unmarked_nouns(doc: Doc, sentences: Sequence[Offsets]) -> set[int]:
    """Find the sentences that may hold an entity without a cluster.

    A dataset may leave entities unmarked that it mentions once. A copy of such a sentence mentions them again. A
    sentence counts when a noun phrase, number, pronoun or adverb of place or time in it is no mention, when a noun
    phrase has several nouns and is no full name, or when the next sentence has a pronoun without a cluster that may
    stand for it.

    Args:
        doc: The document with parts of speech; its marks are the mentions.
        sentences: Where each sentence lies in the text.

    Returns:
        The numbers of these sentences.

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
    found = set[int]()
    for phrase in _phrases(doc.tokens):
        marked = any(phrase.first <= begins <= phrase.start and phrase.end <= ends for begins, ends in mentions)
        if marked and not phrase.compound:
            continue
        numbers = {number for number, (begins, ends) in enumerate(sentences) if begins <= phrase.start < ends}
        found |= numbers
        if phrase.word in _OF_SENTENCES:
            found |= {number - 1 for number in numbers if number}
    return found


def _phrases(tokens: Sequence[Token]) -> Iterator[_Phrase]:
    """Find what may be a mention, by the parts of speech."""
    parts: list[Token] = []
    for token in tokens:
        has_noun = any(part.pos in _NOUNS for part in parts)
        possessive = token.pos == "PRON" and token.text.lower() in POSSESSIVES
        if token.pos in _PHRASE and not (token.pos == "DET" and has_noun):
            parts.append(token)
            continue
        yield from _noun_phrase(parts)
        parts = [token] if possessive or token.pos == "DET" else []
        is_pronoun = token.pos == "PRON" and not possessive
        if is_pronoun or token.pos in _SYMBOLS or token.text.lower() in _PLACES_AND_TIMES:
            yield _Phrase.of_word(token)
    yield from _noun_phrase(parts)


def _noun_phrase(parts: Sequence[Token]) -> Iterator[_Phrase]:
    nouns = [part for part in parts if part.pos in _NOUNS]
    if nouns:
        yield _Phrase(parts[0].start, nouns[-1].start, nouns[-1].end, len(nouns) > 1 and not _is_full_name(nouns))
    elif len(parts) > 1 and any(part.pos == "DET" for part in parts):  # "an American", "quite a few"
        yield _Phrase(parts[0].start, parts[-1].start, parts[-1].end)


def _is_full_name(nouns: Sequence[Token]) -> bool:
    """Whether nouns are a first and a last name, which are one mention; a title may be a mention of its own."""
    return len(nouns) == 2 and all(noun.pos == "PROPN" and noun.text.isalpha() for noun in nouns)
