"""The parts of an English question: its question phrase, its auxiliary, its subject and its verb."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    AUXILIARIES,
    COMMON_PREPOSITIONS,
    DO_TENSED,
    QUESTION_WORDS,
    TIME_PREPOSITIONS,
)

Piece = int | str
"""A part of a new question: the number of a token, or words."""

PREPOSITIONS = COMMON_PREPOSITIONS | (TIME_PREPOSITIONS - {"since"}) | {"between", "into", "under"}
_AUXILIARIES = AUXILIARIES - {"am", "shall"}
_TIGHT = frozenset(".,;:!?%)]'’") | {"'s", "’s", "n't", "'"}


class QuestionParts(NamedTuple):
    """Where the parts of a question stand, as numbers of tokens.

    Args:
        doc: The question.
        end: The token after the last word: its question mark, or the end.
        wh: The question word: the first token, or the second after a preposition.
        aux: The auxiliary after the question phrase; -1 where the question phrase is the subject.
        verb: The verb that the auxiliary belongs to, or the verb after a subject; -1 where it is not known.
    """

    doc: Doc
    end: int
    wh: int
    aux: int
    verb: int

    @property
    def tokens(self) -> Sequence[Token]:
        """The tokens of the question."""
        return self.doc.tokens

    def word(self, place: int) -> str:
        """A token in lower case; empty beyond the last word."""
        return self.tokens[place].text.lower() if 0 <= place < self.end else ""

    def words(self, start: int, stop: int) -> list[str]:
        """Some tokens in lower case."""
        return [self.word(place) for place in range(start, min(stop, self.end))]


def question_parts(doc: Doc) -> QuestionParts | None:
    """The parts of a question that begins with its question phrase; None for all others.

    Args:
        doc: The question, with its tags and its tree.
    """
    tokens = doc.tokens
    end = len(tokens)
    while end and not any(map(str.isalnum, tokens[end - 1].text)) and tokens[end - 1].text not in ")\"'”":
        end -= 1
    words = [token.text.lower() for token in tokens[:end]]
    if len(words) < 3:
        return None
    wh = 1 if words[0] in PREPOSITIONS and words[1] in QUESTION_WORDS else 0
    if words[wh] not in QUESTION_WORDS or any(token.sent != tokens[0].sent for token in tokens[:end]):
        return None
    aux = next((place for place in range(wh + 1, end) if _ends_phrase(tokens, place, words)), -1)
    if aux == -1:
        return None
    if words[aux] not in _AUXILIARIES:
        return QuestionParts(doc, end, wh, -1, aux)
    return QuestionParts(doc, end, wh, aux, _verb(tokens, words, aux, end))


def _ends_phrase(tokens: Sequence[Token], place: int, words: Sequence[str]) -> bool:
    """Whether the question phrase ends before a token."""
    return words[place] in _AUXILIARIES or tokens[place].tag in ("VBD", "VBZ", "VBP", "MD")


def _verb(tokens: Sequence[Token], words: Sequence[str], aux: int, end: int) -> int:
    wanted = ("VB",) if words[aux] in DO_TENSED or tokens[aux].tag == "MD" else ("VBN", "VBG")
    found = [place for place in range(aux + 1, end) if tokens[place].tag in wanted]
    own = [place for place in found if tokens[aux].head == place]
    return own[0] if own else -1


def rendered(parts: QuestionParts, pieces: Sequence[Piece], replaced: Mapping[int, str]) -> str:
    """A new question.

    Args:
        parts: The question.
        pieces: The new question: tokens and words in their order, without the question mark.
        replaced: New words of tokens.
    """
    doc, tokens, out = parts.doc, parts.tokens, ""
    last: Piece = ""
    for piece in pieces:
        text = piece if isinstance(piece, str) else replaced.get(piece, tokens[piece].text)
        if isinstance(piece, int) and piece == 0 and out and _is_plain(tokens[0]):
            text = text[:1].lower() + text[1:]
        beside = isinstance(piece, int) and isinstance(last, int) and piece == last + 1
        gap = doc.text[tokens[last].end : tokens[piece].start] if beside else ("" if text in _TIGHT else " ")  # type: ignore[index]
        out += (gap if out else "") + text
        last = piece
    tail = doc.text[tokens[parts.end - 1].end :]
    return out[:1].upper() + out[1:] + tail


def _is_plain(token: Token) -> bool:
    return token.pos != "PROPN" and token.text != "I" and token.text[1:] == token.text[1:].lower()
