"""A word with what stands beside it, read from one text or from a whole batch at once."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from hf_robust.core.doc import Doc, Token
from hf_robust.language.annotated_texts import AnnotatedTexts

_NEAR = 5  # how many tokens after its verb a particle may stand
_HYPHEN = ord("-")
_NO_TOKEN = Token(0, 0, "")


class Window(NamedTuple):
    """A word and its neighbors; of a neighbor that is missing all strings are empty.

    Args:
        text: The word.
        pos: Its universal part of speech.
        tag: Its Penn tag.
        lemma: Its dictionary form.
        before: The token before it.
        before_pos: Part of speech of that.
        before_lemma: Dictionary form of that.
        after: The token after it.
        after_pos: Part of speech of that.
        after_lemma: Dictionary form of that.
        hyphenated: Whether a hyphen touches the word.
        particle: Whether a particle ("up" in "set it up") stands near after it.
    """

    text: str
    pos: str
    tag: str
    lemma: str
    before: str
    before_pos: str
    before_lemma: str
    after: str
    after_pos: str
    after_lemma: str
    hyphenated: bool
    particle: bool


def window(doc: Doc, place: int) -> Window:
    """The window of one token.

    Args:
        doc: The text.
        place: Number of the token.

    Example:
        >>> window(Doc.tagged("a/DET set-up/NOUN"), 1)[:5]
        ('set-up', 'NOUN', '', 'set-up', 'a')
    """
    tokens, text = doc.tokens, doc.text
    word = tokens[place]
    before = tokens[place - 1] if place else _NO_TOKEN
    after = tokens[place + 1] if place + 1 < len(tokens) else _NO_TOKEN
    hyphenated = text[word.start - 1 : word.start] == "-" or text[word.end : word.end + 1] == "-"
    particle = any(token.tag == "RP" for token in tokens[place + 1 : place + 1 + _NEAR])
    beside = before.text, before.pos, before.lemma, after.text, after.pos, after.lemma
    return Window(word.text, word.pos, word.tag, word.lemma, *beside, hyphenated, particle)


def windows(texts: AnnotatedTexts, tokens: np.ndarray) -> Iterator[Window]:
    """The windows of some tokens of a batch, the same as :func:`window` gives one by one.

    Args:
        texts: The texts.
        tokens: Numbers of the tokens.
    """
    rows, first = texts.tokens.row[tokens], texts.tokens.first
    before = np.where(tokens > first[rows], tokens - 1, -1)
    after = np.where(tokens + 1 < first[rows + 1], tokens + 1, -1)
    layers = ("token", "pos", "tag", "lemma")
    of_word = [texts.strings(layer, tokens) for layer in layers]
    beside = [texts.strings(layer, near) for near in (before, after) for layer in ("token", "pos", "lemma")]
    return map(Window._make, zip(*of_word, *beside, _hyphenated(texts, tokens), _particles(texts, tokens)))


def _hyphenated(texts: AnnotatedTexts, tokens: np.ndarray) -> list[bool]:
    column, row = texts.column, texts.tokens.row[tokens]
    start, end = texts.tokens.start[tokens], texts.tokens.end[tokens]
    data = np.append(column.data, np.uint8(0))
    left = (start > column.offsets[row]) & (data[start - 1] == _HYPHEN)
    return (left | ((end < column.offsets[row + 1]) & (data[end] == _HYPHEN))).tolist()


def _particles(texts: AnnotatedTexts, tokens: np.ndarray) -> list[bool]:
    particles = np.flatnonzero(texts.among("tag", {"RP"}))
    last = np.minimum(tokens + _NEAR, texts.tokens.first[texts.tokens.row[tokens] + 1] - 1)
    return (np.searchsorted(particles, last, "right") > np.searchsorted(particles, tokens, "right")).tolist()
